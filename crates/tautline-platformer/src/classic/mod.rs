//! The published method: A* over cells, with a jump value for each.
//!
//! The readable baseline: its rules, its search, its filter and its follower, with their
//! faults mended. Its plans are cells that a character can pass in most levels, not inputs:
//! prefer [`exact`](crate::exact), whose plans arrive, in least frames, and are found sooner.
//!
//! # How it works
//!
//! * A search goes from cell to neighbouring cell. A *label* is a cell and a
//!   **jump value**, which says how far a jump has come; [`Jumper::next`] says
//!   which steps it allows. A cell may hold several labels.
//! * A label is dropped if another of its cell is no dearer and can do all that
//!   it can ([`Jumper::dominates`]).
//! * A step costs 1 plus a quarter of the jump value: this favours the ground and short
//!   falls. The guess of the cost to go is the distance in columns and rows.
//! * A [filter](Level::filter_in) keeps the nodes worth steering by.
//! * A [`Follower`] presses buttons to pass one after the other.
//!
//! ```text
//!   . . . 6 0 0        a jump of 3 cells at most, onto a ledge: two cells up
//!   . . 4 5 # #        first (3, 4), then a step aside in each row (5); odd
//!   . . 3 . . .        values may not step aside again; from 6 on it would
//!   0 0 0 . . .        fall, but it lands (0)
//!   # # # . . .
//! ```
//!
//! # What is mended
//!
//! | published | here |
//! |---|---|
//! | six guesses of the cost to go, with a weight that makes them inadmissible | one, [admissible](Options::weight) |
//! | the path is read from the goal's first label | from the label that was reached |
//! | a label's number is a byte | 32 bits |
//! | a ceiling goes before the ground | the ground goes first |
//! | a step off a ledge leaves a jump in mid-air | it begins a fall; a jump only with frames of grace, in which the step makes it |
//! | after a ceiling, odd values allow no step aside | rounded up to even |
//! | landings escape the fast-fall rule | tested with the value before landing |
//! | revisits ignore the cost | dominance on cost and jump value |
//! | a character that jumps one cell cannot climb one | its first step up leaves a step aside |
//! | cells wrap round at the left border, sides are powers of two | any size; outside is solid or deadly |
//! | "too long" and "no path" look the same | [`ClassicError`] names them |
//! | a goal in a wall is tried once more beside it | an error |
//!
//! # Source
//!
//! D. Branicki, "How to adapt A* pathfinding to a 2D grid-based platformer"
//! (2015), a series of tutorials, on the grid A* of G. Leon (2006).

mod cell;
mod error;
mod filter;
mod follower;
mod jumper;
mod labels;
mod level;
mod rules;
mod search;

pub use cell::{Cell, Step};
pub use error::ClassicError;
pub use follower::Follower;
pub use jumper::Jumper;
pub use level::Level;
pub use rules::Surroundings;
pub use search::{Options, Path, PathNode, Scratch};
