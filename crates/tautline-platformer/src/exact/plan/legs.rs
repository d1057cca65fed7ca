//! Moves, divided into legs in which the overlapped rows stay the same.

use crate::exact::flights::{BodyRows, Change, Event, Flights, NO_BUMP};
use crate::exact::moves::Link;
use crate::exact::terrain::Terrain;

/// A traversal of a link from one position to another.
#[derive(Debug, Clone, Copy)]
pub(in crate::exact) struct Move<'a> {
    pub(in crate::exact) flights: &'a Flights,
    pub(in crate::exact) link: Link,
    /// The rows overlapped at first. Events count from the lowest.
    pub(in crate::exact) body: BodyRows,
    pub(in crate::exact) from: i32,
    pub(in crate::exact) to: i32,
}

/// A part of a move in which the overlapped rows stay the same.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leg {
    /// The time at which it ends.
    pub(super) time: u32,
    /// The rows overlapped until then.
    pub(super) body: BodyRows,
    /// The condition on the position at its end.
    pub(super) condition: Condition,
    /// The range of the leg's set of end positions in the list of all sets.
    pub(super) set: [usize; 2],
}

/// A condition on a position that keeps the flight on its profile. In addition, the body must fit
/// into the rows before and after.
#[derive(Debug, Clone, Copy)]
pub(super) enum Condition {
    None,
    /// No floor in a row, or the body would land.
    NoFloor(i32),
    /// Something solid in a row, or the body would not bump.
    Ceiling(i32),
}

impl Terrain {
    /// Divides a move into legs.
    pub(super) fn build_legs(&self, movement: &Move<'_>, legs: &mut Vec<Leg>) {
        let flight = movement.flights.flight(movement.link.flight);
        let row = movement.body.lowest;
        let mut builder = LegBuilder { legs, body: movement.body, end: movement.link.time };
        if flight.leaves_a_ledge {
            builder.leg(1, Condition::NoFloor(row - 1));
        }
        let bump = usize::from(movement.link.bump).min(flight.events.len());
        builder.advance(&flight.events[..bump], row, 0);
        if movement.link.bump != NO_BUMP
            && let Some(event) = flight.events.get(bump)
        {
            // After the bump, the body falls from under the ceiling, with its own events.
            let ceiling = row + event.entered;
            builder.leave(event, row, 0);
            builder.leg(event.time, Condition::Ceiling(ceiling));
            builder.body = BodyRows::standing(ceiling - self.rows.body_rows);
            builder.advance(&movement.flights.bump, ceiling, event.time);
        }
        builder.leg(movement.link.time, Condition::None);
    }
}

/// Builds the legs of a move in order.
struct LegBuilder<'a> {
    legs: &'a mut Vec<Leg>,
    /// The rows of the next leg.
    body: BodyRows,
    /// The time at which the move ends.
    end: u32,
}

impl LegBuilder<'_> {
    fn leg(&mut self, time: u32, condition: Condition) {
        self.legs.push(Leg { time, body: self.body, condition, set: [0; 2] });
    }

    /// Ends a leg where a row is left before an event. The row and the time of the event count from
    /// `row` and `from`.
    fn leave(&mut self, event: &Event, row: i32, from: u32) {
        if let Some(leave) = event.leave
            && from + leave.time < self.end
        {
            self.leg(from + leave.time, Condition::None);
            self.body = BodyRows::standing(row + leave.lowest);
        }
    }

    /// Adds the legs up to each event until the move ends.
    fn advance(&mut self, events: &[Event], row: i32, from: u32) {
        for event in events {
            self.leave(event, row, from);
            if from + event.time >= self.end {
                break;
            }
            let condition = match event.change {
                Change::Fall => Condition::NoFloor(row + event.entered),
                Change::Rise | Change::Drop => Condition::None,
            };
            self.leg(from + event.time, condition);
            self.body = event.body.above(row);
        }
    }
}
