//! The kinds of moves: how each leaves its span.
//!
//! # Add a kind of move
//!
//! A kind of move provides five things. Here is where each of them is, and what the
//! kinds that exist do there.
//!
//! | Provides | Where | What it says |
//! |---|---|---|
//! | launch | a file here, called by [`launch_all`](Propagation::launch_all) | the places of the span from which the move starts, as pieces, and the number of its flight |
//! | course | the same file, called by [`flights`] | the first frame and the buttons, from which follow the frames in which rows are entered and left |
//! | landing | nothing, if it comes down as a fall does (`falls.rs`); otherwise a `Change` and its branch in `pass.rs`, `plan/legs.rs` and `stored/restore.rs` | where pieces become links |
//! | cost | nothing: the time of the event at which it lands; if it rises or sinks faster than a jump or a drop, also `bounds.rs`, which must stay a lower bound | frames |
//! | read set | `look` in the launch, for every tile that it reads; `pass` and `fall` note what they read | the tiles whose change makes the links stale |
//!
//! So a kind that flies by gravity after it was launched, such as a double jump, is one new
//! file here, and its number and its calls in this one. The physics of the new button come
//! first: `Character::step` (`step.rs`) is what plans are replayed by, and the oracles of
//! the tests compare with it. A kind that does not fall, such as a ladder, needs a new
//! `Change`, and a new kind of tile (`tiles.rs`, and the codes of baked levels in the
//! facade), too.

mod drop;
mod jump;
mod walk_off;

use super::{Piece, Propagation};
use crate::Character;
use crate::exact::flights::{Course, Flight, Flights};

/// Number of the flight over a gap no wider than a step.
pub(in crate::exact) const STEP: u16 = 0;
/// Number of the flight off a ledge.
pub(super) const WALK_OFF: u16 = 1;
/// Number of the flight through one-way tiles.
pub(in crate::exact) const DROP: u16 = 2;
/// Number of the jump from the ground with the longest hold.
pub(in crate::exact) const JUMP: u16 = 3;

/// The flights of a character in a level of so many rows, with jumps in so many frames of
/// grace.
pub(in crate::exact) fn flights(character: &Character, rows: i32, grace: u8) -> Flights {
    let flight = |course| Flight::new(course, character, rows);
    let mut flights = Flights::new(character, rows);
    // Over a gap no row is entered.
    let mut step = flight(Course::default());
    step.events.clear();
    flights.add(step);
    flights.add(flight(walk_off::course()));
    flights.add(flight(drop::course(character)));
    jump::add(&mut flights, character, rows, grace);
    // Those that land earlier are flown first.
    let mut order = vec![DROP, WALK_OFF];
    let in_grace = flights.flight(WALK_OFF).branches.iter().map(|&(_, jump)| jump);
    for longest in [JUMP].into_iter().chain(in_grace) {
        order.extend(flights.flight(longest).branches.iter().map(|&(_, shorter)| shorter));
        order.push(longest);
    }
    flights.in_order(&order)
}

impl Propagation<'_> {
    /// Launches all kinds of moves from a span.
    pub(super) fn launch_all(&mut self, start: Piece, row: i32) {
        self.drop_through(start, row);
        self.walk_off(start, row);
        self.jump(start, row);
    }
}
