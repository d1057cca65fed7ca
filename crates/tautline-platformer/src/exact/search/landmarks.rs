//! Placing landmarks, and asking them.

use super::label::{Label, Labels, NO_LINK, NONE};
use super::scratch::{Scratch, Target};
use crate::exact::bounds::{Aim, Landmarks};
use crate::exact::plan::Goal;
use crate::exact::planner::Planner;
use crate::exact::terrain::{Interval, NEVER, Span, SpanId, Walk};

impl Planner {
    /// Chooses up to 16 landmarks, which make searches on large levels several
    /// times faster, and small ones no slower. The plans may be others, but
    /// take as many frames.
    ///
    /// Two searches over the whole level per landmark; makes all moves that
    /// are not known yet. A changed tile makes the planner forget its
    /// landmarks. There are no more than spans; with a digital axis, or for a
    /// character that cannot walk, there are none.
    pub fn place_landmarks(&mut self, count: usize) {
        self.landmarks = None;
        if !self.can_have_landmarks() {
            return;
        }
        let candidates = self.largest_part();
        let mut landmarks = Landmarks::new(self.links.len());
        let mut scratch = Scratch::new();
        // The first is far from an arbitrary one; each other far from those before.
        let Some(&arbitrary) = candidates.first() else { return };
        let mut distance = vec![NEVER; self.links.len()];
        self.survey(arbitrary, 0, &mut landmarks, &mut scratch);
        for &id in &candidates {
            distance[id as usize] = landmarks.round_trip(id, 0);
        }
        for index in 0..count.min(Landmarks::MOST) {
            let farthest = candidates.iter().max_by_key(|&&id| (distance[id as usize], id));
            let Some(&farthest) = farthest else { break };
            if index > 0 && distance[farthest as usize] == 0 {
                break;
            }
            self.survey(farthest, index, &mut landmarks, &mut scratch);
            for &id in &candidates {
                let known = landmarks.round_trip(id, index);
                let slot = &mut distance[id as usize];
                *slot = if index == 0 { known } else { known.min(*slot) };
            }
        }
        self.landmarks = (count > 0).then_some(landmarks);
    }

    /// Whether landmarks are of any use to this character.
    pub(in crate::exact) const fn can_have_landmarks(&self) -> bool {
        !self.terrain.digital && self.terrain.walk.step > 0
    }

    /// Measures all ways from and to the low end of a span.
    fn survey(&self, id: SpanId, index: usize, landmarks: &mut Landmarks, scratch: &mut Scratch) {
        let Span { row, places: Interval { low, .. } } = self.terrain.ground.span(id);
        scratch.targets.clear();
        scratch.aim = Aim::default();
        scratch.begin(self.terrain.ground.spans.len());
        self.add(Label::new(id, Interval::at(low), 0, 0, NONE, NO_LINK), scratch);
        self.search(u32::MAX, scratch);
        let goal = Goal::At { x: low, y: row * self.character.tile[1] };
        let Ok(field) = self.field(goal) else { return };
        for id in self.terrain.ground.ids() {
            let Interval { low, high } = self.terrain.ground.span(id).places;
            for (end, x) in [low, high].into_iter().enumerate() {
                let from = first_arrival(&scratch.labels, id, x, self.terrain.walk);
                let to = first_arrival(field.labels(), id, x, self.terrain.walk);
                landmarks.note(id, end, index, [from, to]);
            }
        }
    }

    /// The spans of the part of the level that has the most.
    fn largest_part(&self) -> Vec<SpanId> {
        let parts = self.parts();
        let mut sizes = vec![0_u32; parts.count() as usize];
        for id in self.terrain.ground.ids() {
            sizes[parts.of_span(id) as usize] += 1;
        }
        let largest = (0..sizes.len()).max_by_key(|&part| (sizes[part], part)).unwrap_or(0);
        let ids = self.terrain.ground.ids();
        ids.filter(|&id| parts.of_span(id) as usize == largest).collect()
    }

    /// What the landmarks know about the goal that a search is for.
    pub(super) fn aim(&self, targets: &[Target]) -> Aim {
        let Some(landmarks) = &self.landmarks else { return Aim::default() };
        let span = |target: &Target| self.terrain.ground.span(target.span);
        let goals = targets.iter().map(|target| (target.span, span(target), target.places));
        landmarks.aim(goals, self.terrain.walk)
    }
}

fn first_arrival(labels: &Labels, span: SpanId, x: i32, walk: Walk) -> Option<u32> {
    let arrivals = labels.of_span(span).map(|(_, label)| label.arrival(Interval::at(x), walk));
    arrivals.min().filter(|&time| time < NEVER)
}
