//! Planning from the physics itself: plans that the character executes to the pixel, in the least
//! number of frames.
//!
//! # How it works
//!
//! The ground consists of **spans**: maximal walkable intervals of x in a row. On a span the
//! body walks freely. Between spans it flies. There is no horizontal inertia, so that a flight has two
//! independent halves:
//!
//! * The **vertical** half is one of a few dozen vertical profiles: one for each hold of the button
//!   that makes a difference, from the ground and again in each grace frame of coyote time; and one
//!   each for a step off a ledge and for a drop through one-way tiles. The level changes a profile
//!   only by a bump into a ceiling or a landing.
//! * The **horizontal** half is free: in t frames the body gets from x to every x' with |x - x'| <=
//!   t steps, as far as walls allow.
//!
//! Therefore a whole span takes off at once. A *reach interval* consists of an interval of launches
//! and an interval of positions. It stands for all pairs of a launch and a position within walking
//! distance of each other. In each frame in which the body enters a row, reach intervals are cut at
//! walls, ceilings and floors. Where one lands, it becomes a **link**: from some positions of one
//! span to some of another, in a number of frames.
//!
//! Only the *Pareto front* of the links is kept, a few dozen per span: the others are never better,
//! not even with a walk before take-off or after landing.
//!
#![cfg_attr(doc, doc = include_str!("../../docs/interval.svg"))]
//!
//! A whole ledge jumps at once: the positions of the body (its middle, every third frame), and its
//! landings.
//!
#![cfg_attr(doc, doc = include_str!("../../docs/links.svg"))]
//!
//! The links from one span, each drawn as the band between its launches and landings.
//!
//! Many flights repeat an earlier one, only later: if a fall stays in each row for as long as an
//! earlier fall, it finds nothing new at the positions that the earlier one has reached. So it is
//! flown only at the others. All falls enter a row together, so that its obstacles are looked up
//! once.
//!
//! The search is A* over spans. A label says "these positions are reached at this time", and a link
//! turns one label into exactly one other. The inputs are computed last. A pass backwards from each
//! landing finds the positions from which it can still be reached, which are again intervals. A pass
//! forwards chooses a position in each.
//!
//! All of this requires that there is no horizontal inertia.
//!
//! # Cost
//!
//! | | |
//! |---|---|
//! | a new [`Planner`] | O(tiles), and O(rows) for each different jump |
//! | the links of a span, when first needed or baked | about 0.1 ms, see below |
//! | [`Planner::restore_links`], instead of baking | about 10 ns a link |
//! | a plan on a baked level | microseconds to a fraction of a millisecond |
//! | an unreachable goal | up to milliseconds, and then less than a microsecond: see [`Scratch`] |
//! | [`Planner::set_tile`] | microseconds, plus the links of a few spans when they are next needed |
//! | [`Planner::field`], [`Planner::components`] | milliseconds, for all agents |
//!
//! These are times with the default physics. The links of a span take O(n f) for n different jumps
//! (one for each hold of the button, times the frames in which it can begin) of f frames each, plus
//! the obstacles on the way. Two thousand jumps of ten seconds each, as with the gravity of a small moon, take up
//! to a second per span. A budget limits the number of labels that a search expands, not this time:
//! bake, or choose physics with fewer jumps
//! ([`Character::different_holds`](crate::Character::different_holds)).
//!
//! A planner takes about 2 bytes per tile, up to 60 if every other tile supports a body, and the
//! [`Scratch`] of a search 37 more in that case. A link takes 32 bytes. Most spans have a few dozen
//! links. The slower the fall, the further the character walks meanwhile, and a span of an open
//! level then has links to most spans below it: with a fall speed of 300 instead of 900, about 700
//! links in a level of 256 x 256 tiles, and about 10,000 in one of 1024 x 1024, which should not be
//! baked.
//!
//! # Examples
//!
//! Many agents have one goal, and a wall opens:
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

// Each module uses those before it: `flights` (vertical profiles, without a level), `terrain` (the
// level), `moves` (links between spans), `heuristic` and `landmarks` (lower bounds), `plan` (inputs
// for moves), `planner` (what is known so far), and `search`. Searches are methods of the planner;
// `set_tile` changes its level, `view` shows its links, `stored` writes and restores them, and
// `followers` play its plans.

mod flights;
mod followers;
mod heuristic;
mod index;
mod landmarks;
mod moves;
mod plan;
mod planner;
mod search;
mod set_tile;
mod stored;
mod terrain;
mod view;

pub use followers::{FieldFollower, Follower};
pub use plan::{Goal, Plan, PlanError, PlannerError, Waypoint};
pub use planner::{Axis, Planner, PlannerOptions};
pub use search::{Components, Field, Reachable, Scratch};
pub use stored::{LinkFault, StoredLinks, StoredLinksError};
pub use view::{JumpLink, WalkableSpan};
