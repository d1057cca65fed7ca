//! Subsumption: the part of a flight that another flight makes redundant.
//!
//! Two flights that fall past the same rows differ only in their timing. Suppose that from some
//! row on, the later flight B stays in every row exactly as long as the earlier flight A:
//!
//! ```text
//!   row   A: frame   B: frame
//!    3       10         14       B enters row 3 four frames after A
//!    2       13         17       same stay in each row from here on,
//!    1       15         19       so A is always 4 frames ahead
//!    0       17         21
//! ```
//!
//! Every position that B reaches in one of these rows, A reaches too. A lands 4 frames earlier, and
//! the body can spend these frames walking on the ground before it takes off. B is therefore flown
//! only where it reaches positions that A has not reached.
//!
//! Falls at full speed differ only in their phase: how far into a row they are when they reach full
//! speed, in whole frames. Most long falls repeat another one.
//!
//! A later flight that stays *shorter* in some row does not qualify: A's lead shrinks on the way
//! down, and with it the time to walk before take-off.

use super::Flight;
use super::vertical_profile::Event;

/// From an event on, a flight repeats an earlier one, only later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Subsumption {
    /// The first subsumed event of the later flight.
    first: usize,
    /// The number of the earlier flight.
    by: u16,
    /// The event of the earlier flight that corresponds to `first`.
    same: usize,
}

impl Flight {
    /// Returns the earlier flight that subsumes an event, and the corresponding event of that
    /// flight. `None` if the event is new.
    #[inline]
    pub(in crate::exact) fn subsumed_by(&self, event: usize) -> Option<(u16, usize)> {
        let subsumption =
            self.subsumptions.iter().rev().find(|subsumption| subsumption.first <= event)?;
        Some((subsumption.by, subsumption.same + event - subsumption.first))
    }
}

/// The number of earlier flights with which each flight is compared: those that end latest but not
/// after it. The smallest lead leaves the fewest new positions.
const MAX_COMPARED: usize = 128;

/// Finds the subsumptions of all flights. `order` lists the flights in the order in which they are
/// flown.
pub(super) fn find_subsumptions(flights: &mut [Flight], order: &[u16]) {
    let end = |flight: &Flight| flight.events.last().map_or(0, |event| event.time);
    for (index, &number) in order.iter().enumerate() {
        let flight = &flights[usize::from(number)];
        let mut earlier: Vec<u16> = order[..index]
            .iter()
            .copied()
            .filter(|&other| end(&flights[usize::from(other)]) <= end(flight))
            .collect();
        // Latest end first: the smallest lead subsumes the most.
        earlier.sort_by_key(|&other| std::cmp::Reverse(end(&flights[usize::from(other)])));
        // A flight that branches off later continues differently, so the parent must be flown until
        // then.
        let own = flight.branches.iter().map(|&(event, _)| event).max();
        let own = own.unwrap_or(0).max(flight.shared);
        let mut subsumptions = Vec::new();
        let mut covered = flight.events.len();
        for &by in earlier.iter().take(MAX_COMPARED) {
            let other = &flights[usize::from(by)].events;
            let first = (flight.events.len() - common_end(&flight.events, other)).max(own);
            // A flight with a larger lead is only useful if it subsumes from an earlier event on.
            if first < covered {
                let same = first + other.len() - flight.events.len();
                subsumptions.push(Subsumption { first, by, same });
                covered = first;
            }
        }
        subsumptions.reverse();
        let flight = &mut flights[usize::from(number)];
        flight.first_subsumed =
            subsumptions.first().map_or(usize::MAX, |subsumption| subsumption.first);
        flight.subsumptions = subsumptions;
    }
}

/// Returns the number of events at the ends of both flights that agree except for one constant
/// delay.
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
