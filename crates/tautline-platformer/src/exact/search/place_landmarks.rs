//! Placement of landmarks.

use super::label::{Label, Labels, NO_LINK, NONE};
use super::scratch::{Scratch, Target};
use crate::exact::landmarks::{GoalVector, Landmarks};
use crate::exact::planner::Planner;
use crate::exact::terrain::{Interval, NEVER, Span, SpanId, Walk};

impl Planner {
    /// Places up to 16 landmarks, which make searches on large levels several times faster, and
    /// those on small levels no slower. Plans may change, but take the same number of frames.
    ///
    /// Runs two searches over the whole level for each landmark, and finds all links that are not
    /// known yet. There are never more landmarks than spans. With a digital axis, or for a
    /// character that cannot walk, there are none. Changing a tile drops all landmarks.
    pub fn place_landmarks(&mut self, count: usize) {
        self.landmarks = None;
        if count == 0 || !self.can_have_landmarks() {
            return;
        }
        let candidates = self.largest_component();
        let mut landmarks = Landmarks::new(self.links.len());
        let mut scratch = Scratch::new();
        // Farthest-point placement: the first landmark is far from an arbitrary span, each other
        // far from all landmarks before it.
        let Some(&arbitrary) = candidates.first() else { return };
        let mut distance = vec![NEVER; self.links.len()];
        self.measure_landmark(arbitrary, 0, &mut landmarks, &mut scratch);
        for &id in &candidates {
            distance[id as usize] = landmarks.round_trip(id, 0);
        }
        for index in 0..count.min(Landmarks::MAX) {
            let farthest = candidates.iter().max_by_key(|&&id| (distance[id as usize], id));
            let Some(&farthest) = farthest else { break };
            if index > 0 && distance[farthest as usize] == 0 {
                break;
            }
            self.measure_landmark(farthest, index, &mut landmarks, &mut scratch);
            for &id in &candidates {
                let known = landmarks.round_trip(id, index);
                let slot = &mut distance[id as usize];
                *slot = if index == 0 { known } else { known.min(*slot) };
            }
        }
        self.landmarks = Some(landmarks);
    }

    /// Returns true if this character can use landmarks.
    pub(in crate::exact) const fn can_have_landmarks(&self) -> bool {
        !self.terrain.digital && self.terrain.walk.step > 0
    }

    /// Measures the times from and to the low end of a span, for all spans.
    fn measure_landmark(
        &self,
        id: SpanId,
        index: usize,
        landmarks: &mut Landmarks,
        scratch: &mut Scratch,
    ) {
        let Span { row, positions: Interval { low, .. } } = self.terrain.spans.span(id);
        scratch.targets.clear();
        scratch.goal_vector = GoalVector::default();
        scratch.begin(self.terrain.spans.by_id.len());
        self.add(Label::new(id, Interval::point(low), 0, 0, NONE, NO_LINK), scratch);
        self.search(u32::MAX, scratch);
        let field = self.field_to(&[Target { span: id, row, positions: Interval::point(low) }]);
        for id in self.terrain.spans.ids() {
            let Interval { low, high } = self.terrain.spans.span(id).positions;
            for (end, x) in [low, high].into_iter().enumerate() {
                let from = first_arrival(&scratch.labels, id, x, self.terrain.walk);
                let to = first_arrival(field.labels(), id, x, self.terrain.walk);
                landmarks.set_times(id, end, index, [from, to]);
            }
        }
    }

    /// Returns the spans of the largest strongly connected component.
    fn largest_component(&self) -> Vec<SpanId> {
        let components = self.components();
        let mut sizes = vec![0_u32; components.count() as usize];
        for id in self.terrain.spans.ids() {
            sizes[components.of_span(id) as usize] += 1;
        }
        let largest = (0..sizes.len()).max_by_key(|&part| (sizes[part], part)).unwrap_or(0);
        let ids = self.terrain.spans.ids();
        ids.filter(|&id| components.of_span(id) as usize == largest).collect()
    }

    /// Returns the landmark vectors of the goal of a search.
    pub(super) fn goal_vector(&self, targets: &[Target]) -> GoalVector {
        let Some(landmarks) = &self.landmarks else { return GoalVector::default() };
        let span = |target: &Target| self.terrain.spans.span(target.span);
        let goals = targets.iter().map(|target| (target.span, span(target), target.positions));
        landmarks.goal_vector(goals, self.terrain.walk)
    }
}

fn first_arrival(labels: &Labels, span: SpanId, x: i32, walk: Walk) -> Option<u32> {
    let arrivals = labels.of_span(span).map(|(_, label)| label.arrival(Interval::point(x), walk));
    arrivals.min().filter(|&time| time < NEVER)
}
