//! A move, and its stretches, in each of which the overlapped rows stay the same.

use crate::exact::flights::{BodyRows, Change, Event, Flights, NO_BUMP};
use crate::exact::moves::Link;
use crate::exact::terrain::Terrain;

/// A move from a place to a place.
#[derive(Debug, Clone, Copy)]
pub(in crate::exact) struct Move<'a> {
    pub(in crate::exact) flights: &'a Flights,
    pub(in crate::exact) link: Link,
    /// The rows overlapped at first; events count from the lowest.
    pub(in crate::exact) body: BodyRows,
    pub(in crate::exact) from: i32,
    pub(in crate::exact) to: i32,
}

/// A stretch in which the overlapped rows stay the same.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leg {
    /// When it ends.
    pub(super) time: u32,
    /// The rows overlapped until then.
    pub(super) body: BodyRows,
    /// What is asked at its end.
    pub(super) asked: Asked,
    /// Where the set of places for its end begins and ends in the list.
    pub(super) set: [usize; 2],
}

/// What a place must offer so that the flight goes on as planned. That the body
/// fits into the rows before and after is asked anyway.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asked {
    Nothing,
    /// No floor in a row.
    NoFloor(i32),
    /// Something solid in a row.
    Ceiling(i32),
}

impl Terrain {
    /// The stretches of a move.
    pub(super) fn lay_legs(&self, made: &Move<'_>, legs: &mut Vec<Leg>) {
        let flight = made.flights.flight(made.link.flight);
        let row = made.body.lowest;
        let mut laying = Laying { legs, body: made.body, end: made.link.time };
        if flight.leaves_a_ledge {
            laying.leg(1, Asked::NoFloor(row - 1));
        }
        let bump = usize::from(made.link.bump).min(flight.events.len());
        laying.pass(&flight.events[..bump], row, 0);
        if made.link.bump != NO_BUMP
            && let Some(event) = flight.events.get(bump)
        {
            let ceiling = row + event.entered;
            laying.leave(event, row, 0);
            laying.leg(event.time, Asked::Ceiling(ceiling));
            laying.body = BodyRows::standing(ceiling - self.rows.standing);
            laying.pass(&made.flights.bump, ceiling, event.time);
        }
        laying.leg(made.link.time, Asked::Nothing);
    }
}

/// Lays the legs of a move one after the other.
struct Laying<'a> {
    legs: &'a mut Vec<Leg>,
    /// As in the next leg.
    body: BodyRows,
    /// When the move ends.
    end: u32,
}

impl Laying<'_> {
    fn leg(&mut self, time: u32, asked: Asked) {
        self.legs.push(Leg { time, body: self.body, asked, set: [0; 2] });
    }

    /// What is left before an event, whose row and time count from `row` and
    /// `from`.
    fn leave(&mut self, event: &Event, row: i32, from: u32) {
        if let Some(leave) = event.leave
            && from + leave.time < self.end
        {
            self.leg(from + leave.time, Asked::Nothing);
            self.body = BodyRows::standing(row + leave.lowest);
        }
    }

    /// Goes through events until the move ends.
    fn pass(&mut self, events: &[Event], row: i32, from: u32) {
        for event in events {
            self.leave(event, row, from);
            if from + event.time >= self.end {
                break;
            }
            let asked = match event.change {
                Change::Fall => Asked::NoFloor(row + event.entered),
                Change::Rise | Change::Drop => Asked::Nothing,
            };
            self.leg(from + event.time, asked);
            self.body = event.body.above(row);
        }
    }
}
