//! Removal of positions that an earlier flight has reached, see `flights/subsumption.rs`.

use super::falls::Falls;
use super::reach_interval::ReachInterval;
use crate::exact::flights::{Flights, NO_BUMP};
use crate::exact::terrain::{Interval, Walk};

impl Falls {
    /// Removes from a fall that has entered a row all positions that an earlier, subsuming flight
    /// has reached there.
    #[inline]
    pub(super) fn drop_subsumed(&mut self, index: usize, flights: &Flights, walk: Walk) {
        let fall = &self.falls[index];
        let event = fall.next - 1;
        if fall.trajectory.bump == NO_BUMP
            && event >= flights.flight(fall.trajectory.flight).first_subsumed
        {
            self.subtract_earlier(index, flights, walk);
        }
    }

    #[inline(always)]
    fn subtract_earlier(&mut self, index: usize, flights: &Flights, walk: Walk) {
        let Self { falls, of_flight, difference, .. } = self;
        let (earlier, rest) = falls.split_at_mut(index);
        let Some(fall) = rest.first_mut() else { return };
        let time = fall.progress.last;
        // The earlier flight may itself have lost positions to a third one, so the chain is
        // followed to its end.
        let mut subsumption = flights.flight(fall.trajectory.flight).subsumed_by(fall.next - 1);
        while let Some((by, same)) = subsumption
            && !fall.intervals.is_empty()
        {
            let by_flight = flights.flight(by);
            let known = earlier.get(of_flight[usize::from(by)]);
            if let Some(known) = known.filter(|known| known.next == same + 1) {
                let ahead = walk.reach(time - by_flight.events[same].time);
                if subtract(&fall.intervals, &known.intervals, walk.reach(time), ahead, difference)
                {
                    std::mem::swap(&mut fall.intervals, difference);
                }
            }
            subsumption = by_flight.subsumed_by(same);
        }
    }
}

/// Writes `intervals` without the positions that `known` covers to `left`, and returns true if that
/// removed anything. All lists are sorted from the left. A position is only covered if all its
/// launches can walk to a launch of the known interval within `ahead`, the walking distance of its
/// lead.
#[inline(never)]
fn subtract(
    intervals: &[ReachInterval],
    known: &[ReachInterval],
    reach: i32,
    ahead: i32,
    left: &mut Vec<ReachInterval>,
) -> bool {
    left.clear();
    let (Some(first), Some(last)) = (known.first(), known.last()) else { return false };
    // Quick exit if both flights are far apart in this row.
    let hull = Interval::new(first.at.low, last.at.high);
    if !intervals.iter().any(|interval| hull.overlaps(interval.at)) {
        return false;
    }
    let mut seen = 0;
    let mut dropped = false;
    for interval in intervals {
        while known.get(seen).is_some_and(|known| known.at.high < interval.at.low) {
            seen += 1;
        }
        let mut low = interval.at.low;
        for known in known[seen..].iter().take_while(|known| known.at.low <= interval.at.high) {
            let common = known.at.intersection(Interval::new(low, interval.at.high));
            if common.is_empty() {
                continue;
            }
            let part = interval.cut(common, reach, None);
            if part.is_none_or(|part| known.from.max_overhang(part.from) <= ahead) {
                // Keep what is left of the common part, and continue right of it.
                left.extend(interval.cut(Interval::new(low, common.low - 1), reach, None));
                low = common.high + 1;
                dropped = true;
            }
        }
        left.extend(interval.cut(Interval::new(low, interval.at.high), reach, None));
    }
    // Intervals may overlap, so that their parts can be out of order.
    if !left.is_sorted_by_key(|interval| interval.at.low) {
        left.sort_unstable_by_key(|interval| (interval.at, interval.from));
    }
    dropped
}
