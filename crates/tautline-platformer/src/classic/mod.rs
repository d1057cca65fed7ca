//! The published method: A* over cells with jump values.
//!
//! A readable baseline with the rules, the search, the filter and the follower of the published
//! method, and with its faults corrected. It returns cells that a character can pass in most
//! levels, not inputs. Prefer [`exact`](crate::exact): its plans always arrive, in the least
//! frames, and are found faster.
//!
//! # How it works
//!
//! * The search goes from cell to neighbouring cell. A *label* is a cell with a **jump value**, the
//!   progress of a jump. [`Jumper::next`] says which steps it allows. A cell may have several
//!   labels.
//! * A label is dropped if another label of its cell costs no more and allows the same steps.
//! * A step costs 1 plus a quarter of the jump value, which favours the ground and short falls. The
//!   heuristic is the distance in columns and rows.
//! * A [filter](Level::filter_in) keeps the nodes that are needed for steering.
//! * A [`Follower`] presses buttons to pass one node after the other.
//!
//! ```text
//!   . . . 6 0 0        a jump of 3 cells at most, onto a ledge: two cells up
//!   . . 4 5 # #        first (3, 4), then a step aside in each row (5); odd
//!   . . 3 . . .        values may not step aside again; from 6 on it would
//!   0 0 0 . . .        fall, but it lands (0)
//!   # # # . . .
//! ```
//!
//! # Corrections
//!
//! | published | here |
//! |---|---|
//! | six heuristics, with a weight that makes them inadmissible | one, [admissible](Options::weight) |
//! | the path is read from the goal's first label | from the label that was reached |
//! | a label's number is a byte | 32 bits |
//! | a ceiling takes precedence over the ground | the ground takes precedence |
//! | a step off a ledge allows a jump in mid-air | it begins a fall; a jump only with coyote time, and only directly past the ledge |
//! | after a ceiling, odd values do not allow a step sideways | rounded up to even |
//! | landings bypass the fast-fall rule | tested with the value before landing |
//! | revisits ignore the cost | dominance on cost and jump value |
//! | a character that jumps one cell cannot climb one | its first step up allows a step sideways |
//! | cells wrap around at the left border, sides are powers of two | any size; outside is solid or deadly |
//! | "too long" and "no path" look the same | [`ClassicError`] distinguishes them |
//! | a goal in a wall is tried again at the cell next to it | an error |
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
