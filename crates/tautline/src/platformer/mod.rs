//! Planning for characters that run, jump and fall in side-view levels.
//!
//! Re-exports the crate `tautline-platformer`, and adds batches on all cores, levels baked into
//! bytes, and levels from authoring tools.
//!
//! | Call | For |
//! |---|---|
//! | [`exact::Planner`] | plans that the character can execute, in the least frames |
//! | [`classic`] | the published A* with jump values, for comparison |
//! | [`plans`] | many plans at once |
//! | [`plans_to`] | many characters with one goal |
//! | [`classic_paths`], [`classic_runs`] | the same for the published method |
//! | `BakedLevel` (feature `asset`) | a level and its character as bytes |
//! | `tiles_from_level` (feature `formats`) | levels from authoring tools |
//!
//! ```
//! use tautline::platformer::exact::{Goal, PlanError, Planner, PlannerOptions};
//! use tautline::platformer::{Body, Character, Outside, Physics, Query, State, Tiles, plans};
//!
//! let tiles = Tiles::from_rows(&["....", "..##", "####"], Outside::Solid)?;
//! let character = Character::new(&Physics::default(), Body::default())?;
//! let planner = Planner::new(tiles, character, PlannerOptions::default())?;
//!
//! let start = State::standing(0, 57_600); // in subpixels: the top of the lowest row, 16 pixels of 3,600
//! let goal = |column, row| Goal::Cell { column, row };
//! let answers = plans(&planner, &[Query::new(start, goal(3, 2)), Query::new(start, goal(3, 1))]);
//! assert!(answers[0].is_ok());
//! assert!(matches!(answers[1], Err(PlanError::GoalDoesNotFit { .. })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "asset")]
mod baked;
mod batch;
#[cfg(feature = "asset")]
mod rounding;

#[cfg(feature = "asset")]
pub use baked::{BakedLevel, BakedLevelError};
pub use batch::{ClassicQuery, ClassicRun, Query, classic_paths, classic_runs, plans, plans_to};
#[cfg(feature = "asset")]
pub use rounding::RoundedValue;
pub use tautline_platformer::*;

/// Converts a level that was read by [`formats::level`](crate::formats::level).
///
/// # Errors
///
/// [`TilesError`] for a level with too many tiles, which can only be made by hand.
///
/// ```
/// use tautline::formats::level;
/// use tautline::platformer::{Outside, Tile, tiles_from_level};
///
/// let tiles = tiles_from_level(&level::parse("..=\n###\n")?, Outside::Solid)?;
/// assert_eq!(tiles.tile(2, 1), Tile::OneWay, "rows are counted from below");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "formats")]
pub fn tiles_from_level(
    level: &crate::formats::level::Level,
    outside: Outside,
) -> Result<Tiles, TilesError> {
    use crate::formats::level::Tile as Drawn;

    let side = |length: u32| usize::try_from(length).unwrap_or(usize::MAX);
    let rows = level.height;
    Tiles::from_fn(side(level.width), side(rows), outside, |column, row| {
        match level.tile(column.into(), rows.saturating_sub(1 + u32::from(row))) {
            None | Some(Drawn::Empty) => Tile::Empty,
            Some(Drawn::Solid) => Tile::Solid,
            Some(Drawn::OneWay) => Tile::OneWay,
            Some(Drawn::Deadly) => Tile::Deadly,
        }
    })
}
