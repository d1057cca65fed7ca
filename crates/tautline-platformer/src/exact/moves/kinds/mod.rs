//! The kinds of moves: how each leaves its span.
//!
//! # Add a kind of move
//!
//! A kind of move provides five things:
//!
//! | Provides | Where | Content |
//! |---|---|---|
//! | launch | a file here, called by [`launch_all`](Propagation::launch_all) | the positions of the span from which the move starts, as reach intervals, and the number of its flight |
//! | vertical profile | the same file, called by [`flights`] | the first frame and the buttons; the events follow from them |
//! | landing | none if it lands by falling (`falls.rs`); otherwise a `Change` and its branch in `advance.rs`, `plan/legs.rs` and `stored/restore.rs` | where reach intervals become links |
//! | cost | none: the time of the event at which it lands; a move that rises or sinks faster than a jump or a drop also changes `heuristic.rs`, which must stay a lower bound | frames |
//! | read set | `note_read` in the launch, for every tile that it reads; `advance` and `run_falls` record what they read | the tiles whose change makes the links stale |
//!
//! A kind that flies by gravity after its launch and begins with a button that exists, such as a
//! second kind of jump, needs one new file here, and its number and its calls in this one.
//! Implement its physics first: plans are replayed by `Character::step` (`step.rs`), and the oracles
//! of the tests compare with it. A kind with more needs also:
//!
//! | Has | Change also |
//! |---|---|
//! | a button of its own | `Input` (`step.rs`), `Buttons` (`flights/vertical_profile.rs`), the scripts and the JSON of the tool (`tautline-cli`, `commands/platformer/script.rs` and `path.rs`), the plans of the page (`tautline-web`, `platformer/orders.rs`, `site/platformer`), and `worth_pressing` of the test oracle (`tests/it/support.rs`) |
//! | a constant of the character | `Character` (`character.rs`), `Physics` (`physics.rs`), and `fingerprint` (`stored/mod.rs`), so that links baked for another constant are refused |
//! | other links than before for the same level | `FORMAT_VERSION` and `BUILDER_REVISION` (facade, `platformer/baked.rs`) |
//! | a kind of tile, such as a ladder | `tiles.rs`, the tile codes of baked levels in the facade, the readers in `tautline-formats`, the colours in `tautline-picture` |
//! | a path without flight, such as a climb | a `Change` and its branches, as for *landing* above |

mod drop;
mod jump;
mod walk_off;

use super::{Propagation, ReachInterval};
use crate::Character;
use crate::exact::flights::{Flight, Flights, VerticalProfile};

/// The flight over a gap no wider than a walk step.
pub(in crate::exact) const STEP_OVER: u16 = 0;
/// The flight off a ledge.
pub(super) const WALK_OFF: u16 = 1;
/// The flight through one-way tiles.
pub(in crate::exact) const DROP: u16 = 2;
/// The jump from the ground with the longest hold.
pub(in crate::exact) const JUMP: u16 = 3;

/// Returns the flights of a character in a level of `rows` rows, with jumps in `grace` grace
/// frames.
pub(in crate::exact) fn flights(character: &Character, rows: i32, grace: u8) -> Flights {
    let flight = |profile| Flight::new(profile, character, rows);
    let mut flights = Flights::new(character, rows);
    // A step over a gap enters no row.
    let mut step = flight(VerticalProfile::default());
    step.events.clear();
    flights.add(step);
    flights.add(flight(walk_off::profile()));
    flights.add(flight(drop::profile(character)));
    jump::add(&mut flights, character, rows, grace);
    flights.with_longest_pause()
}

impl Propagation<'_> {
    /// Launches all kinds of moves from a span.
    pub(super) fn launch_all(&mut self, start: ReachInterval, row: i32) {
        self.drop_through(start, row);
        self.walk_off(start, row);
        self.jump(start, row);
    }
}
