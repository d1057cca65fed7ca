//! Times from and to a few places, which show a search how far it is.
//!
//! A way to the goal is at least as long as the way from a landmark to the
//! goal is longer than that from the landmark to here; and the same with the
//! ways to the landmark (A. V. Goldberg, C. Harrelson, "Computing the shortest
//! path: A* search meets graph theory", 2005). Times are kept at both ends of
//! each span: in between, one walks.

use super::label::{Label, Labels, NONE};
use super::{NO_LINK, Scratch, Target};
use crate::exact::plan::Goal;
use crate::exact::planner::Planner;
use crate::exact::terrain::{NEVER, Span, SpanId, Walk};

/// The most landmarks there can be.
pub(super) const MOST: usize = 16;

/// Times to or from all landmarks; those that are unknown, as many frames or
/// more.
type Times = [u16; MOST];

/// A time that is not known, or too long to be kept.
const UNKNOWN: u16 = u16::MAX;

/// What the landmarks know about a span: times from each to its low and its
/// high end, and times from these ends to each.
#[derive(Debug, Clone, Copy)]
struct Known {
    from: [Times; 2],
    to: [Times; 2],
}

const NOTHING: Known = Known { from: [[UNKNOWN; MOST]; 2], to: [[UNKNOWN; MOST]; 2] };

/// The landmarks of a planner, by span.
#[derive(Debug, Clone)]
pub(in crate::exact) struct Landmarks {
    spans: Vec<Known>,
    /// Whether some time was too long to be kept, so that an unknown time does
    /// not mean that there is no way.
    pub(in crate::exact) overflowed: bool,
}

/// What landmarks know about one goal: the least times from each to it, and
/// the longest from it to each.
#[derive(Debug, Clone)]
pub(super) struct Aim {
    from: Times,
    to: Times,
}

impl Default for Aim {
    fn default() -> Self {
        Self { from: [0; MOST], to: [UNKNOWN; MOST] }
    }
}

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
        let mut landmarks = Landmarks { spans: vec![NOTHING; self.links.len()], overflowed: false };
        let mut scratch = Scratch::new();
        // The first is far from an arbitrary one; each other far from those before.
        let Some(&arbitrary) = candidates.first() else { return };
        let mut distance = vec![NEVER; self.links.len()];
        self.survey(arbitrary, 0, &mut landmarks, &mut scratch);
        for &id in &candidates {
            distance[id as usize] = landmarks.round_trip(id, 0);
        }
        for index in 0..count.min(MOST) {
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
        let Span { row, low, .. } = self.terrain.ground.span(id);
        scratch.targets.clear();
        scratch.aim = Aim::default();
        scratch.begin(self.terrain.ground.spans.len());
        let start = Label::new(id, [low, low], 0, NONE, NO_LINK);
        self.seed(start, scratch);
        self.search(u32::MAX, scratch);
        let goal = Goal::At { x: low, y: row * self.character.tile[1] };
        let Ok(field) = self.field(goal) else { return };
        for id in self.terrain.ground.ids() {
            let span = self.terrain.ground.span(id);
            for (end, x) in [span.low, span.high].into_iter().enumerate() {
                let from = first_arrival(&scratch.labels, id, x, self.terrain.walk);
                let to = first_arrival(field.labels(), id, x, self.terrain.walk);
                let known = &mut landmarks.spans[id as usize];
                for (slot, time) in [(&mut known.from[end], from), (&mut known.to[end], to)] {
                    slot[index] = time.and_then(|time| u16::try_from(time).ok()).unwrap_or(UNKNOWN);
                    landmarks.overflowed |= slot[index] == UNKNOWN && time.is_some();
                }
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
        let mut aim = Aim { from: [UNKNOWN; MOST], to: [0; MOST] };
        let Some(landmarks) = &self.landmarks else { return Aim::default() };
        for target in targets {
            let span = self.terrain.ground.span(target.span);
            let known = &landmarks.spans[target.span as usize];
            let [over, under] = span.walks(target.places, self.terrain.walk);
            for index in 0..MOST {
                let [low, high] = known.from.map(|times| times[index]);
                let least = low.saturating_sub(over).max(high.saturating_sub(under));
                aim.from[index] = aim.from[index].min(if low == UNKNOWN { UNKNOWN } else { least });
                let [low, high] = known.to.map(|times| times[index]);
                let most = low.saturating_add(over).min(high.saturating_add(under));
                aim.to[index] = aim.to[index].max(most);
            }
        }
        aim
    }

    /// Frames from the low and from the high end of a span to the goal, at least.
    pub(super) fn landmark_estimates(&self, aim: &Aim, id: SpanId) -> [u32; 2] {
        let Some(landmarks) = &self.landmarks else { return [0; 2] };
        let known = &landmarks.spans[id as usize];
        let mut barred = false;
        let mut least = [0; 2];
        for (end, least) in least.iter_mut().enumerate() {
            for index in 0..MOST {
                let [from, to] = [known.from[end][index], known.to[end][index]];
                let on = aim.from[index].saturating_sub(from);
                let back = to.saturating_sub(aim.to[index]);
                *least = u32::from(on).max(u32::from(back)).max(*least);
                barred |= from != UNKNOWN && aim.from[index] == UNKNOWN;
                barred |= to == UNKNOWN && aim.to[index] != UNKNOWN;
            }
        }
        // A landmark that leads here but not to the goal shows that there is no
        // way, and so does one to which the goal leads, but not this.
        if barred && !landmarks.overflowed { [NEVER; 2] } else { least }
    }
}

impl Landmarks {
    /// How many numbers tell all about so many spans.
    pub(in crate::exact) const fn length_for(spans: usize) -> usize {
        spans * size_of::<Known>() / size_of::<u16>()
    }

    /// All that is known about a span, as numbers.
    pub(in crate::exact) fn times_of(&self, id: SpanId) -> impl Iterator<Item = u16> {
        let known = self.spans[id as usize];
        known.from.into_iter().chain(known.to).flatten()
    }

    /// From the numbers of some of `spans` spans.
    pub(in crate::exact) fn of_times(
        spans: usize,
        ids: &[SpanId],
        times: &[u16],
        overflowed: bool,
    ) -> Self {
        let mut landmarks = Self { spans: vec![NOTHING; spans], overflowed };
        let (times, _) = times.as_chunks::<MOST>();
        for (&id, times) in ids.iter().zip(times.chunks_exact(4)) {
            let [from, to] = [[times[0], times[1]], [times[2], times[3]]];
            landmarks.spans[id as usize] = Known { from, to };
        }
        landmarks
    }

    /// How many landmarks such numbers tell of: from each, some span is reached, its own
    /// at least.
    pub(in crate::exact) fn count_in(times: &[u16]) -> usize {
        let (times, _) = times.as_chunks::<MOST>();
        let reaches = |index: &usize| times.iter().step_by(4).any(|from| from[*index] < UNKNOWN);
        (0..MOST).filter(reaches).count()
    }

    /// Frames from a landmark to a span and back.
    fn round_trip(&self, id: SpanId, index: usize) -> u32 {
        let known = &self.spans[id as usize];
        u32::from(known.from[0][index]) + u32::from(known.to[0][index])
    }
}

impl Span {
    /// Frames that one walks from the low end to the furthest of some places,
    /// and from the high end.
    #[inline]
    fn walks(&self, places: [i32; 2], walk: Walk) -> [u16; 2] {
        [places[1] - self.low, self.high - places[0]]
            .map(|distance| u16::try_from(walk.frames(distance)).unwrap_or(UNKNOWN))
    }
}

fn first_arrival(labels: &Labels, span: SpanId, x: i32, walk: Walk) -> Option<u32> {
    let arrivals = labels.of_span(span).map(|(_, label)| label.arrival([x, x], walk));
    arrivals.min().filter(|&time| time < NEVER)
}
