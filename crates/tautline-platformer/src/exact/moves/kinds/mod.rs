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
//! | course | a variant of `Action` and its buttons (`flights/action.rs`), its first frame (`Course::of`, `flights/course.rs`), its number (`Flights::new`, `flights/mod.rs`) | the frames in which rows are entered and left, and the buttons to press |
//! | landing | nothing, if it comes down as a fall does (`falls.rs`); otherwise a `Change` and its branch in `pass.rs`, `plan/legs.rs` and `stored/courses.rs` | where pieces become links |
//! | cost | nothing: the time of the event at which it lands; if it rises or sinks faster than a jump or a drop, also `bounds/estimate.rs`, which must stay a lower bound | frames |
//! | read set | `look` in the launch, for every tile that it reads; `pass` and `fall` note what they read | the tiles whose change makes the links stale |
//!
//! So a kind that flies by gravity after it was launched, such as a double jump, is one new
//! file here, and a variant of `Action` with its course. The physics of the new button come
//! first: `Character::step` (`step.rs`) is what plans are replayed by, and the oracles of
//! the tests compare with it. A kind that does not fall, such as a ladder, needs a new
//! `Change`, and a new kind of tile (`tiles.rs`, and the codes of baked levels in the
//! facade), too.

mod drop;
mod jump;
mod walk_off;

use super::{Piece, Propagation};

impl Propagation<'_> {
    /// Launches all kinds of moves from a span. A kind that lands earlier comes first:
    /// its links settle spans for the others.
    pub(super) fn launch_all(&mut self, start: Piece, row: i32) {
        self.drop_through(start, row);
        self.walk_off(start, row);
        self.jump(start, row);
    }
}
