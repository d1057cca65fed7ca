//! How long a way takes at least.
//!
//! Told by height and distance ([`Estimate`]), and by the ways from and to a few places
//! ([`Landmarks`]).

use super::flights::Flights;
use super::moves::kinds::{DROP, JUMP};
use super::terrain::{Interval, NEVER, Span, SpanId, Walk};

/// Least times by height, never more than any move or row of moves takes.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct Estimate {
    /// By rows to rise.
    rise: Vec<u32>,
    /// By rows to sink.
    fall: Vec<u32>,
}

impl Estimate {
    pub(in crate::exact) fn new(flights: &Flights, rows: i32) -> Self {
        let count = rows.cast_unsigned() as usize + 1;
        // A landing on a row comes at the earliest in the frame after the first
        // at its height: a bump can end the rise there.
        let mut single: Vec<u32> = vec![0];
        for event in &flights.flight(JUMP).events {
            let left = event.leave.map(|leave| (leave.time, leave.lowest));
            for (time, lowest) in left.into_iter().chain([(event.time, event.body.lowest)]) {
                if usize::try_from(lowest) == Ok(single.len()) {
                    single.push(time + 1);
                }
            }
        }
        let mut rise = vec![0; count];
        for rows in 1..count {
            let jumps = 1..single.len().min(rows + 1);
            let least = jumps.map(|jump| single[jump].saturating_add(rise[rows - jump])).min();
            rise[rows] = least.unwrap_or(NEVER).min(NEVER);
        }
        // Nothing sinks faster than a drop that is not interrupted.
        let mut fall = vec![0; count];
        for event in &flights.flight(DROP).events {
            let sunk = (-1 - event.body.lowest).cast_unsigned() as usize;
            if let Some(slot) = fall.get_mut(sunk)
                && sunk > 0
                && *slot == 0
            {
                *slot = event.time;
            }
        }
        Self { rise, fall }
    }

    /// Least frames to come `rows` rows higher (or lower, if negative).
    #[inline]
    fn vertical(&self, rows: i32) -> u32 {
        let table = if rows >= 0 { &self.rise } else { &self.fall };
        table.get(rows.unsigned_abs() as usize).copied().unwrap_or(0)
    }

    /// Least frames for a way that far to the side and that high.
    #[inline]
    pub(in crate::exact) fn between(&self, aside: i32, rows: i32, walk: Walk) -> u32 {
        walk.frames(aside).max(self.vertical(rows))
    }
}

/// Times to or from all landmarks; those that are unknown, as many frames or
/// more.
type Times = [u16; Landmarks::MOST];

/// A time that is not known, or too long to be kept.
const UNKNOWN: u16 = u16::MAX;

/// What the landmarks know about a span: times from each to its low and its
/// high end, and times from these ends to each.
#[derive(Debug, Clone, Copy)]
struct Known {
    from: [Times; 2],
    to: [Times; 2],
}

impl Known {
    const NOTHING: Self =
        Self { from: [[UNKNOWN; Landmarks::MOST]; 2], to: [[UNKNOWN; Landmarks::MOST]; 2] };
}

/// The landmarks of a planner, by span: times from and to a few places.
///
/// A way to the goal is at least as long as the way from a landmark to the
/// goal is longer than that from the landmark to here; and the same with the
/// ways to the landmark (A. V. Goldberg, C. Harrelson, "Computing the shortest
/// path: A* search meets graph theory", 2005). Times are kept at both ends of
/// each span: in between, one walks.
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
pub(in crate::exact) struct Aim {
    from: Times,
    to: Times,
}

impl Default for Aim {
    fn default() -> Self {
        Self { from: [0; Landmarks::MOST], to: [UNKNOWN; Landmarks::MOST] }
    }
}

impl Landmarks {
    /// The most there can be.
    pub(in crate::exact) const MOST: usize = 16;

    /// So many spans, about which nothing is known.
    pub(in crate::exact) fn new(spans: usize) -> Self {
        Self { spans: vec![Known::NOTHING; spans], overflowed: false }
    }

    /// Notes the times from and to one landmark at the low or the high end of a span;
    /// nothing if there is no way.
    pub(in crate::exact) fn note(
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

    /// What is known about a goal: some places of spans, each with the number of its
    /// span.
    pub(in crate::exact) fn aim(
        &self,
        goals: impl Iterator<Item = (SpanId, Span, Interval)>,
        walk: Walk,
    ) -> Aim {
        let mut aim = Aim { from: [UNKNOWN; Self::MOST], to: [0; Self::MOST] };
        for (id, span, places) in goals {
            let known = &self.spans[id as usize];
            let [over, under] = span.walks(places, walk);
            for index in 0..Self::MOST {
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
    #[inline]
    pub(in crate::exact) fn least(&self, aim: &Aim, id: SpanId) -> [u32; 2] {
        let known = &self.spans[id as usize];
        let mut barred = false;
        let mut least = [0; 2];
        for (end, least) in least.iter_mut().enumerate() {
            for index in 0..Self::MOST {
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
        if barred && !self.overflowed { [NEVER; 2] } else { least }
    }

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
        let mut landmarks = Self { overflowed, ..Self::new(spans) };
        let (times, _) = times.as_chunks::<{ Self::MOST }>();
        for (&id, times) in ids.iter().zip(times.chunks_exact(4)) {
            let [from, to] = [[times[0], times[1]], [times[2], times[3]]];
            landmarks.spans[id as usize] = Known { from, to };
        }
        landmarks
    }

    /// How many landmarks such numbers tell of: from each, some span is reached, its own
    /// at least.
    pub(in crate::exact) fn count_in(times: &[u16]) -> usize {
        let (times, _) = times.as_chunks::<{ Self::MOST }>();
        let reaches = |index: &usize| times.iter().step_by(4).any(|from| from[*index] < UNKNOWN);
        (0..Self::MOST).filter(reaches).count()
    }

    /// Frames from a landmark to a span and back.
    pub(in crate::exact) fn round_trip(&self, id: SpanId, index: usize) -> u32 {
        let known = &self.spans[id as usize];
        u32::from(known.from[0][index]) + u32::from(known.to[0][index])
    }
}

impl Span {
    /// Frames that one walks from the low end to the furthest of some places,
    /// and from the high end.
    #[inline]
    fn walks(&self, places: Interval, walk: Walk) -> [u16; 2] {
        [places.high - self.places.low, self.places.high - places.low]
            .map(|distance| u16::try_from(walk.frames(distance)).unwrap_or(UNKNOWN))
    }
}
