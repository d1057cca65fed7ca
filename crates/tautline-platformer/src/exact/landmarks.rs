//! Lower bounds on travel times by landmarks (ALT: A*, landmarks and the triangle inequality).
//!
//! For a landmark L, a position u and the goal g, the triangle inequality gives two bounds on the
//! time from u to g:
//!
//! ```text
//!         L                          d(u, g) >= d(L, g) - d(L, u)
//!       /   \                        d(u, g) >= d(u, L) - d(g, L)
//!      u --> g
//! ```
//!
//! A. V. Goldberg, C. Harrelson, "Computing the shortest path: A* search meets graph theory"
//! (2005).

use super::terrain::{Interval, NEVER, Span, SpanId, Walk};

/// Times to or from all landmarks.
type Times = [u16; Landmarks::MAX];

/// An unknown time, or one too long to store.
const UNKNOWN: u16 = u16::MAX;

/// The landmark vectors of a span: times from each landmark to the low and the high end of the
/// span, and times from both ends to each landmark.
#[derive(Debug, Clone, Copy)]
struct SpanVectors {
    from: [Times; 2],
    to: [Times; 2],
}

impl SpanVectors {
    const NOTHING: Self =
        Self { from: [[UNKNOWN; Landmarks::MAX]; 2], to: [[UNKNOWN; Landmarks::MAX]; 2] };
}

/// The landmarks of a planner, with the landmark vectors of all spans.
///
/// Times are stored for both ends of each span. Between them the character walks.
#[derive(Debug, Clone)]
pub(in crate::exact) struct Landmarks {
    spans: Vec<SpanVectors>,
    /// True if some time was too long to store. An unknown time then does not prove that there is
    /// no path.
    pub(in crate::exact) overflowed: bool,
}

/// The landmark vectors of a goal: lower bounds on the times from each landmark to the goal, and
/// upper bounds on the times from the goal to each landmark.
#[derive(Debug, Clone)]
pub(in crate::exact) struct GoalVector {
    from: Times,
    to: Times,
}

impl Default for GoalVector {
    fn default() -> Self {
        Self { from: [0; Landmarks::MAX], to: [UNKNOWN; Landmarks::MAX] }
    }
}

impl Landmarks {
    /// The largest number of landmarks.
    pub(in crate::exact) const MAX: usize = 16;

    /// Returns landmarks with unknown times to and from `spans` spans.
    pub(in crate::exact) fn new(spans: usize) -> Self {
        Self { spans: vec![SpanVectors::NOTHING; spans], overflowed: false }
    }

    /// Sets the times from and to a landmark at an end of a span (0 is low, 1 is high). `None`
    /// stands for no path.
    pub(in crate::exact) fn set_times(
        &mut self,
        id: SpanId,
        end: usize,
        index: usize,
        [from, to]: [Option<u32>; 2],
    ) {
        let known = &mut self.spans[id as usize];
        for (slot, time) in [(&mut known.from[end], from), (&mut known.to[end], to)] {
            slot[index] = time.and_then(|time| u16::try_from(time).ok()).unwrap_or(UNKNOWN);
            self.overflowed |= slot[index] == UNKNOWN && time.is_some();
        }
    }

    /// Returns the landmark vectors of a goal, which is a set of positions on spans.
    pub(in crate::exact) fn goal_vector(
        &self,
        goals: impl Iterator<Item = (SpanId, Span, Interval)>,
        walk: Walk,
    ) -> GoalVector {
        let mut goal_vector = GoalVector { from: [UNKNOWN; Self::MAX], to: [0; Self::MAX] };
        for (id, span, positions) in goals {
            let known = &self.spans[id as usize];
            let [over, under] =
                span.walks(positions, walk).map(|frames| u16::try_from(frames).unwrap_or(UNKNOWN));
            for index in 0..Self::MAX {
                // Bounds for the goal follow from the ends of its span by the triangle inequality,
                // too: walking from an end to the goal takes `over` or `under` frames. A time too
                // long to store is at least `UNKNOWN`.
                let [low, high] = known.from.map(|times| times[index]);
                let least = low.saturating_sub(over).max(high.saturating_sub(under));
                let is_path = low != UNKNOWN || self.overflowed;
                goal_vector.from[index] =
                    goal_vector.from[index].min(if is_path { least } else { UNKNOWN });
                let [low, high] = known.to.map(|times| times[index]);
                let most = low.saturating_add(over).min(high.saturating_add(under));
                goal_vector.to[index] = goal_vector.to[index].max(most);
            }
        }
        goal_vector
    }

    /// Returns lower bounds on the frames from the low and from the high end of a span to the goal.
    /// [`NEVER`] if there is no path.
    #[inline]
    pub(in crate::exact) fn lower_bounds(&self, goal_vector: &GoalVector, id: SpanId) -> [u32; 2] {
        let known = &self.spans[id as usize];
        let mut barred = false;
        let mut least = [0; 2];
        for (end, least) in least.iter_mut().enumerate() {
            for index in 0..Self::MAX {
                let [from, to] = [known.from[end][index], known.to[end][index]];
                let on = goal_vector.from[index].saturating_sub(from);
                let back = to.saturating_sub(goal_vector.to[index]);
                *least = u32::from(on).max(u32::from(back)).max(*least);
                barred |= from != UNKNOWN && goal_vector.from[index] == UNKNOWN;
                barred |= to == UNKNOWN && goal_vector.to[index] != UNKNOWN;
            }
        }
        // If a landmark leads to the span but not to the goal, no path connects them, since the
        // landmark would reach the goal over the span. The same holds for a landmark reached from
        // the goal but not from the span.
        if barred && !self.overflowed { [NEVER; 2] } else { least }
    }

    /// The number of stored values for a number of spans.
    pub(in crate::exact) const fn length_for(spans: usize) -> usize {
        spans * size_of::<SpanVectors>() / size_of::<u16>()
    }

    /// Returns the landmark vectors of a span as plain values.
    pub(in crate::exact) fn times_of(&self, id: SpanId) -> impl Iterator<Item = u16> {
        let known = self.spans[id as usize];
        known.from.into_iter().chain(known.to).flatten()
    }

    /// Restores landmarks from the values of the spans `ids`, out of `spans` spans.
    pub(in crate::exact) fn of_times(
        spans: usize,
        ids: &[SpanId],
        times: &[u16],
        overflowed: bool,
    ) -> Self {
        let mut landmarks = Self { overflowed, ..Self::new(spans) };
        let (times, _) = times.as_chunks::<{ Self::MAX }>();
        for (&id, times) in ids.iter().zip(times.chunks_exact(4)) {
            let [from, to] = [[times[0], times[1]], [times[2], times[3]]];
            landmarks.spans[id as usize] = SpanVectors { from, to };
        }
        landmarks
    }

    /// Returns the number of landmarks in stored values. Each landmark reaches at least its own
    /// span.
    pub(in crate::exact) fn count_in(times: &[u16]) -> usize {
        let (times, _) = times.as_chunks::<{ Self::MAX }>();
        let reaches = |index: &usize| times.iter().step_by(4).any(|from| from[*index] < UNKNOWN);
        (0..Self::MAX).filter(reaches).count()
    }

    /// Returns the frames from a landmark to the low end of a span and back.
    pub(in crate::exact) fn round_trip(&self, id: SpanId, index: usize) -> u32 {
        let known = &self.spans[id as usize];
        u32::from(known.from[0][index]) + u32::from(known.to[0][index])
    }
}
