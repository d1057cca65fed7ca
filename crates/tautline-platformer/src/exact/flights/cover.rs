//! Which flights repeat others, and from where on.
//!
//! Two flights that fall past the same rows differ in when they pass them. Take
//! one that comes to a row later than another, and that from there on stays in
//! each row as long as the other does. Whatever it does, the other can do: be at
//! the same places when it enters the same rows. And the other lands earlier, by
//! which time one walks on the ground before the take-off. So where the other
//! has been, there is nothing new to be found, and the later one is flown only
//! where it sticks out.
//!
//! Falls at full speed differ only in the part of a row that they are ahead of
//! each other, in whole frames: most of the long ones repeat another.
//!
//! A later flight that stays shorter in some row would not do: the lead of the
//! earlier melts away on the way down, and with it the time to walk beforehand.

use super::Flight;
use super::course::Event;

/// From an event on, a flight does what another does, only later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cover {
    /// The first such event of the later flight.
    first: usize,
    /// The number of the earlier flight.
    by: u16,
    /// The event of the earlier flight that is the same as `first`.
    same: usize,
}

impl Flight {
    /// What an event repeats: the number of an earlier flight, and its event.
    #[inline]
    pub(in crate::exact) fn cover(&self, event: usize) -> Option<(u16, usize)> {
        let cover = self.covers.iter().rev().find(|cover| cover.first <= event)?;
        Some((cover.by, cover.same + event - cover.first))
    }
}

/// How many earlier flights are compared with each: those that end soonest
/// before it, of which the nearest leave the least to be found.
const MOST_COMPARED: usize = 128;

/// Finds the covers of all flights. Of two flights, the one that `order` names
/// first is flown first.
pub(super) fn find_covers(flights: &mut [Flight], order: &[u16]) {
    let end = |flight: &Flight| flight.events.last().map_or(0, |event| event.time);
    for (index, &number) in order.iter().enumerate() {
        let flight = &flights[usize::from(number)];
        let mut earlier: Vec<u16> = order[..index]
            .iter()
            .copied()
            .filter(|&other| end(&flights[usize::from(other)]) <= end(flight))
            .collect();
        earlier.sort_by_key(|&other| std::cmp::Reverse(end(&flights[usize::from(other)])));
        // What turns away later does something else than this flight.
        let own = flight.branches.iter().map(|&(event, _)| event).max();
        let own = own.unwrap_or(0).max(flight.shared);
        let mut covers = Vec::new();
        let mut covered = flight.events.len();
        for &by in earlier.iter().take(MOST_COMPARED) {
            let other = &flights[usize::from(by)].events;
            let first = (flight.events.len() - common_end(&flight.events, other)).max(own);
            if first < covered {
                let same = first + other.len() - flight.events.len();
                covers.push(Cover { first, by, same });
                covered = first;
            }
        }
        covers.reverse();
        let flight = &mut flights[usize::from(number)];
        flight.repeats = covers.first().map_or(usize::MAX, |cover| cover.first);
        flight.covers = covers;
    }
}

/// How many events at the ends of two flights are the same, but for one being
/// later by the same time in all.
fn common_end(later: &[Event], earlier: &[Event]) -> usize {
    let is_same = |one: &Event, other: &Event| {
        let left = match (one.leave, other.leave) {
            (Some(one_leave), Some(leave)) => {
                one_leave.lowest == leave.lowest
                    && one.time - one_leave.time == other.time - leave.time
            }
            (None, None) => true,
            _ => false,
        };
        (one.body, one.change) == (other.body, other.change) && left && one.time >= other.time
    };
    let lead = |one: &Event, other: &Event| one.time - other.time;
    let mut last = None;
    let pairs = later.iter().rev().zip(earlier.iter().rev());
    let common = pairs.take_while(|&(one, other)| {
        is_same(one, other) && *last.get_or_insert(lead(one, other)) == lead(one, other)
    });
    common.count()
}
