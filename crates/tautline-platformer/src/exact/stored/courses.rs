//! Where vertical courses come down, and how high they get before.

use crate::exact::flights::{Change, Event, Flights, NO_BUMP};
use crate::exact::moves::kinds::STEP;
use crate::exact::terrain::Rows;

/// Where a course ends at some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Landing {
    /// The row that the body stands in afterwards.
    pub(super) row: i32,
    /// The topmost row that it overlapped.
    pub(super) top: i32,
    /// The row of the ceiling that it bumped into, if it did.
    pub(super) ceiling: Option<i32>,
}

/// The courses of a character.
#[derive(Debug)]
pub(super) struct Courses<'a> {
    flights: &'a Flights,
    standing: i32,
    /// By flight: for each event, the topmost row overlapped until then, counted
    /// from the row that the body stood in.
    tops: Vec<Vec<i32>>,
}

impl<'a> Courses<'a> {
    pub(super) fn new(flights: &'a Flights, rows: &Rows) -> Self {
        let standing = rows.standing();
        let tops = flights.all.iter().map(|flight| {
            let highest = flight.events.iter().scan(standing - 1, |highest, event| {
                // What is entered from above was below it.
                *highest = event.entered.max(*highest);
                Some(*highest)
            });
            highest.collect()
        });
        Self { flights, standing, tops: tops.collect() }
    }

    /// Where a flight from a row comes down at a time; `bump` is the event in which
    /// it bumps into a ceiling. None if it does not.
    pub(super) fn landing(&self, row: i32, flight: u16, bump: u16, time: u32) -> Option<Landing> {
        let number = usize::from(flight);
        let events = &self.flights.all.get(number)?.events;
        let top_before = |event: usize| {
            let before = event.checked_sub(1).map(|before| self.tops[number][before]);
            row + before.unwrap_or(self.standing - 1)
        };
        if bump != NO_BUMP {
            let bump = usize::from(bump);
            let event = events.get(bump).filter(|event| event.change == Change::Rise)?;
            let ceiling = row + event.entered;
            let fallen = landing_at(&self.flights.bump, time.checked_sub(event.time)?)?;
            let row = ceiling + self.flights.bump[fallen].entered + 1;
            return Some(Landing { row, top: top_before(bump), ceiling: Some(ceiling) });
        }
        if flight == STEP {
            return (time == 1).then_some(Landing { row, top: top_before(0), ceiling: None });
        }
        let event = landing_at(events, time)?;
        let row = row + events[event].entered + 1;
        Some(Landing { row, top: top_before(event), ceiling: None })
    }
}

/// The event that falls into a row at a time.
fn landing_at(events: &[Event], time: u32) -> Option<usize> {
    let found = events.binary_search_by_key(&time, |event| event.time).ok()?;
    (events[found].change == Change::Fall).then_some(found)
}
