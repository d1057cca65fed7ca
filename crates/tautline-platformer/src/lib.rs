//! Paths for a character that runs, jumps and falls on a side-view tile grid.
//!
//! Character physics are one deterministic step in integers. The planner is built on the same step:
//! it finds the inputs, frame by frame, with which the character arrives as early as possible, and
//! the character ends on the stated subpixel in the stated frame.
//!
//! # When to use another crate
//!
//! Use `tautline-navmesh` for ground seen from above, with free movement in two dimensions,
//! `tautline-formats` to read level files, and `tautline` (module `platformer`) for batches on all
//! cores and for levels as bytes.
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
//! // In subpixels: 16 pixels of 3,600 subpixels, on top of the lowest row. Or use `at_rest_in_cell`.
//! let start = State::standing(0, 57_600);
//! let plan = planner.plan(start, Goal::Cell { column: 9, row: 4 })?;
//!
//! // The physics step alone verifies the plan.
//! let end = plan.replay(start, &character, &tiles).last();
//! assert!(end.is_some_and(|end| end.is_grounded()));
//! assert_eq!(end.map(|end| [end.x, end.y]), plan.end());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Overview
//!
//! | Item | Content |
//! |---|---|
//! | [`Tiles`], [`Tile`], [`Outside`] | the level |
//! | [`Physics`], [`Body`] | the character's motion and size, in pixels and seconds |
//! | [`Character`] | the same in integers, validated; [`Character::step`] is one frame |
//! | [`State`], [`Input`], [`Stance`] | arguments and result of a step |
//! | [`at_rest_in_cell`], [`exact::Planner::at_rest`] | a start by column and row, or by position |
//! | [`exact::Planner::ground_below`] | a goal for a position that may be in the air |
//! | [`exact`] | the planner |
//! | [`exact::Follower`], [`exact::FieldFollower`] | the input of each frame for characters that are pushed, and goals that move |
//! | [`classic`] | the published A* with jump values, corrected, for comparison |
//!
//! # Guarantees
//!
//! * **Deterministic.** All decisions are made in integers: the same plan on every platform and
//!   with any number of threads.
//! * **Executable.** A plan played through [`Character::step`] ends on the stated subpixel in the
//!   stated frame.
//! * **Optimal and complete** with an analog axis: no sequence of inputs arrives earlier, and if
//!   any sequence arrives, there is a plan. For a digital axis see [`exact::Axis::Digital`]; for
//!   states that no step produces see [`exact::Planner::plan`].
//! * **Typed errors**, no panics, and memory proportional to the level and the links in it.
//!
//! # Coordinates
//!
//! x points right, y up, both from the level's lower left corner. A character's position is the
//! lower left corner of its body. Columns are counted from the left and rows from below, from 0.
//!
//! If y points down in your game, and a position is the upper left corner of the body, convert it with the
//! height of the level in pixels: `character.from_pixels([x, level_height - y - body.height])`. If a position
//! is the middle of the body: `[x - body.width / 2, level_height - y - body.height / 2]`.
//!
//! # Features
//!
//! * `rayon`: bake on all cores.
//! * `serde`: serialisation of the plain public types.
//!
//! # Sources
//!
//! The physics follows classic platformers: jump cut on release (variable jump height), coyote
//! time after a ledge, one-way tiles. Landmarks: A. V. Goldberg, C. Harrelson, "Computing the
//! shortest path: A* search meets graph theory" (2005). Strongly connected components: R. Tarjan,
//! "Depth-first search and linear graph algorithms" (1972).

mod at_rest;
mod character;
pub mod classic;
pub mod exact;
mod physics;
mod physics_error;
mod stamped;
mod step;
mod tiles;

pub use at_rest::at_rest_in_cell;
pub use character::Character;
pub use physics::{Body, Physics};
pub use physics_error::PhysicsError;
pub use step::{Input, Stance, State};
pub use tiles::{Outside, Tile, Tiles, TilesError};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
