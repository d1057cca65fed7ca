//! Paths for a character that runs, jumps and falls on a side-view tile grid.
//!
//! One deterministic step, in integers, says how the character moves; a planner
//! that is made from the same step says what to press, frame by frame, to be
//! somewhere as early as possible. What it plans is what happens, to the
//! subpixel and the frame.
//!
//! # When to use another room
//!
//! Ground seen from above, where one walks freely in two dimensions, is
//! `tautline-navmesh`'s. Reading level files is `tautline-formats`'. Batches on
//! all cores, levels as bytes and pictures are in `tautline`, module `platformer`.
//!
//! # Example
//!
//! ```
//! use tautline_platformer::exact::{Goal, Planner, PlannerOptions};
//! use tautline_platformer::{Body, Character, Outside, Physics, State, Tiles};
//!
//! let tiles = Tiles::from_rows(
//!     &[
//!         "..........",
//!         ".......###",
//!         "..==......",
//!         "..........",
//!         "####..####",
//!     ],
//!     Outside::Solid,
//! )?;
//! let character = Character::new(&Physics::default(), Body::default())?;
//! let planner = Planner::new(tiles.clone(), character.clone(), PlannerOptions::default())?;
//!
//! let start = State::standing(0, 57_600); // on the lowest row of tiles
//! let plan = planner.plan(start, Goal::Cell { column: 9, row: 4 })?;
//!
//! // Nothing but the step decides whether it is right.
//! let end = plan.replay(start, &character, &tiles).last();
//! assert!(end.is_some_and(|end| end.is_grounded()));
//! assert_eq!(end.map(|end| [end.x, end.y]), plan.end());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is where
//!
//! | Item | What it is |
//! |---|---|
//! | [`Tiles`], [`Tile`], [`Outside`] | the level |
//! | [`Physics`], [`Body`] | how the character moves, in pixels and seconds |
//! | [`Character`] | the same, checked and in integers; [`Character::step`] |
//! | [`State`], [`Input`], [`Stance`] | what a step takes and gives |
//! | [`exact`] | the planner |
//! | [`classic`] | the published A* with jump values, mended: a yardstick |
//!
//! # Guarantees
//!
//! * **Deterministic.** Integers alone decide; the same plan on every platform
//!   and with any number of threads.
//! * **Executable.** A plan played through [`Character::step`] ends on the
//!   stated subpixel in the stated frame.
//! * **Optimal and complete** with an analog axis: no sequence of inputs
//!   arrives earlier, and if there is one at all, there is a plan. What a
//!   digital axis is promised is said at [`exact::Axis::Digital`], and what states
//!   that no step gives are promised at [`exact::Planner::plan`].
//! * **Named failures**, no panics, and memory in proportion to the level and the moves in
//!   it.
//!
//! # The frame
//!
//! x to the right, y up, both from the level's lower left corner. A character's
//! position is the lower left corner of its body. Columns are counted from the
//! left and rows from below, from 0.
//!
//! # Features
//!
//! * `rayon`: bake on all cores.
//! * `serde`: serialisation of the plain public types.
//!
//! # Sources
//!
//! The physics is that of classic platformers: jump cut on release, frames of
//! grace after a ledge, one-way tiles. Landmarks: A. V. Goldberg, C. Harrelson,
//! "Computing the shortest path: A* search meets graph theory" (2005). Parts:
//! R. Tarjan, "Depth-first search and linear graph algorithms" (1972).

pub mod classic;
pub mod exact;
mod physics;
mod physics_error;
mod stamped;
mod step;
mod tiles;

pub use physics::{Body, Character, Physics};
pub use physics_error::PhysicsError;
pub use step::{Input, Stance, State};
pub use tiles::{Outside, Tile, Tiles, TilesError};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
