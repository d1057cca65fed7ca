//! Plans made from the physics itself, optimal to the frame.
//!
//! # How it works
//!
//! Where the body can stand, it stands in **spans**: unbroken intervals of x in
//! a row. On a span it walks freely. Between spans it flies, and without
//! inertia in x a flight falls into two halves:
//!
//! * the **vertical** half is one of a few dozen courses (each hold of the
//!   button that makes a difference, each frame of grace, a step off a ledge, a
//!   drop through one-way tiles), which the level changes only by a bump or a
//!   landing;
//! * the **horizontal** half is free: in t frames one comes from x to any x'
//!   with |x - x'| <= t steps, as long as walls leave room.
//!
//! So a whole span is launched at once. A *piece* is an interval of launches
//! and one of places, and stands for all pairs no further apart than one walks
//! in the time. In each frame in which the overlapped rows change, pieces are
//! cut at walls, ceilings and floors. What comes down is a **link**: from these
//! places of one span to those of another, in so many frames. Of some hundred
//! links per span a few dozen are kept: the others are never better, even after
//! walking before the take-off or after the landing. And once all that may still
//! come to a span could better walk to a link that is known, nothing lands on it
//! any more.
//!
#![cfg_attr(doc, doc = include_str!("../../docs/interval.svg"))]
//!
//! A whole ledge jumps at once: where the body can be (its middle, in every third
//! frame), and where it comes down.
//!
#![cfg_attr(doc, doc = include_str!("../../docs/links.svg"))]
//!
//! The links from one span, each as the band between its launches and landings.
//!
//! Many flights repeat others, only later, and are followed only where they come
//! further: a fall that stays no longer in any row than an earlier one finds
//! nothing new where that one has been. All falls enter a row together, so that what
//! stands there is looked up once, and repetitions are seen.
//!
//! A search over spans keeps labels "these places are reached at this time";
//! through a link, a label makes exactly one other. The inputs are found last:
//! going back from the landing, the places from which it can be reached are
//! intervals again, frame by frame.
//!
//! This rests on there being no horizontal inertia.
//!
//! # Cost
//!
//! | | |
//! |---|---|
//! | a new [`Planner`] | O(tiles), and O(rows) for each different jump |
//! | the links of a span, when first needed or baked | some 0.1 ms, see below |
//! | [`Planner::restore_moves`], instead of baking | some 10 ns a link |
//! | a plan on a baked level | microseconds to a fraction of a millisecond |
//! | [`Planner::set_tile`] | microseconds, and the links of a few spans later |
//! | [`Planner::field`], [`Planner::parts`] | milliseconds, for all agents |
//!
//! These are times with the default physics. The links of a span take O(n f) for n
//! different jumps (a hold of the button each, in a frame of grace each) of f frames, with
//! all that is met on the way: with two thousand jumps of ten seconds each, as gravity like
//! on a small moon gives them, up to a second a span. A budget bounds the spans that a
//! search expands, not that time: bake, or choose physics with fewer jumps
//! ([`Character::different_holds`](crate::Character::different_holds)).
//!
//! A planner takes some 2 bytes a tile; and up to 60 where every other tile has something
//! to stand on, with 35 more in the [`Scratch`] of a search. A link takes 32 bytes. Most
//! spans have some dozens; but the slower one falls, the further one walks meanwhile, and a
//! span of an open level then has links to most spans below it: with a fall of 300 instead
//! of 900, some 700 in a level of 256 x 256 tiles, and some 10,000 in one of 1024 x 1024,
//! which is better not baked.
//!
//! # Examples
//!
//! Many agents chase one goal, and a wall opens:
//!
//! ```
//! use tautline_platformer::exact::{Goal, Planner, PlannerOptions, PlanError, Scratch};
//! use tautline_platformer::{Body, Character, Outside, Physics, State, Tile, Tiles};
//!
//! let tiles = Tiles::from_rows(&["...#...", "...#...", "#######"], Outside::Solid)?;
//! let character = Character::new(&Physics::default(), Body::default())?;
//! let mut planner = Planner::new(tiles, character, PlannerOptions::default())?;
//! let goal = Goal::Cell { column: 6, row: 1 };
//! let agents = [State::standing(0, 57_600), State::standing(50, 57_600)];
//!
//! let mut scratch = Scratch::new();
//! let field = planner.field(goal)?;
//! assert_eq!(field.frames(&planner, agents[0], &mut scratch), Err(PlanError::Unreachable));
//!
//! planner.set_tile(3, 1, Tile::Empty);
//! let field = planner.field(goal)?;
//! for agent in agents {
//!     let plan = field.plan(&planner, agent, &mut scratch)?;
//!     assert!(plan.frames > 0);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Each of these rooms uses those before it: `flights` without a level, the `terrain`,
// the `moves` between its spans, the `bounds` of how long ways take, what to press for
// moves in a `plan`, the `planner`, which holds what was found, and the `search` for a
// plan. Searches are methods of the planner; `toggle` changes its level, `view` shows
// and `stored` keeps its moves, and `followers` play its plans.

mod bounds;
mod flights;
mod followers;
mod index;
mod moves;
mod plan;
mod planner;
mod search;
mod stored;
mod terrain;
mod toggle;
mod view;

pub use followers::{FieldFollower, Follower};
pub use plan::{Goal, Plan, PlanError, PlannerError, Waypoint};
pub use planner::{Axis, Planner, PlannerOptions};
pub use search::{Field, Parts, Reachable, Scratch};
pub use stored::{LinkFault, StoredMoves, StoredMovesError};
pub use view::{LinkPlaces, SpanPlaces};
