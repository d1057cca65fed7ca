//! Crowds on a navigation mesh: agents that make room for each other and never leave the
//! ground.
//!
//! # Contents
//!
//! * [`Crowd`]: the agents, and a [`step`](Crowd::step) of all of them. [`CrowdScratch`] is its
//!   memory.
//! * [`Body`], [`Target`]: the input of an agent. [`Agent`], [`AgentState`]: its state after a step.
//! * [`Guests`]: the agents of one crowd as walkers in another one, for agents of several sizes.
//! * [`CrowdOptions`]: three presets, and the effect of each value.
//! * [`CrowdFigures`]: measurements to choose options by.
//!
//! # When to use another crate
//!
//! A crowd knows no paths: it walks straight to the [`Target`] of each agent. `CrowdPaths` of the
//! facade crate `tautline` finds the paths of all agents and keeps their targets up to date. For a
//! single agent, `tautline::Steering` is enough.
//!
//! # Example
//!
//! Two people meet in a corridor.
//!
//! ```
//! use tautline_crowd::{AgentState, Body, Crowd, CrowdScratch, Target};
//! use tautline_navmesh::{QueryFilter, Terrain, Vec2, rectangles_from_cells};
//!
//! let mesh = rectangles_from_cells(20, 2, |_, _| Some(Terrain(0))).build()?;
//! let filter = QueryFilter::uniform();
//!
//! let (mut crowd, mut scratch) = (Crowd::new(), CrowdScratch::new());
//! let body = Body::default();
//! let left = crowd.add(&mesh, &filter, body, [1.0, 1.0])?;
//! let right = crowd.add(&mesh, &filter, body, [19.0, 1.0])?;
//! crowd.set_target(left, Target::last(Vec2::new(19.0, 1.0)))?;
//! crowd.set_target(right, Target::last(Vec2::new(1.0, 1.0)))?;
//!
//! let mut closest = f32::INFINITY;
//! for _tick in 0..15 * 30 {
//!     crowd.step(&mesh, &filter, 1.0 / 30.0, &mut scratch)?;
//!     let [left, right] = [crowd.agent(left)?, crowd.agent(right)?];
//!     closest = closest.min(left.position.distance(right.position));
//!     let area = left.area.ok_or("off the mesh")?;
//!     assert!(mesh.contains(area, left.position), "always, exactly");
//! }
//! assert_eq!(crowd.agent(left)?.state, AgentState::Arrived);
//! assert_eq!(crowd.agent(right)?.state, AgentState::Arrived);
//! assert!(closest >= 0.9 * 2.0 * body.radius);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! * **On the ground.** Positions change only by [`NavMesh::slide_from`]: each lies in the area
//!   of its agent exactly, on its floor, and no wall is ever crossed, however thin. This
//!   does not depend on avoidance.
//! * **Deterministic.** Equal input gives equal bits, with any number of threads, on every
//!   platform, and in whatever order agents were added, if each keeps its
//!   [number](Crowd::add_with_number).
//! * **Bounded.** No input causes a panic or an endless loop. Nothing is allocated once the
//!   memory has grown.
//!
//! # How it works
//!
//! Each agent has a preferred velocity: straight to its target. It chooses the velocity nearest to
//! the preferred one that collides with none of its nearest neighbours within half a second, if these
//! do their share (optimal reciprocal collision avoidance). With that alone, agents often block each
//! other. Six additions prevent it:
//!
//! * The agent that has less of its path left makes less room than the other one
//!   ([`CrowdOptions::precedence`]).
//! * Agents keep to the right of oncoming agents ([`CrowdOptions::keep_right`]), and relay these to the
//!   agents behind them, which do not see them yet. So lanes form before two groups meet.
//! * In front of passages too narrow for two, agents queue ([`CrowdOptions::queues`]).
//! * Agents at rest make way for agents that have been blocked for 2 seconds.
//! * In a dense crowd, agents may overlap a little ([`CrowdOptions::firmness`]), and are then pushed apart.
//! * Time horizons are short: an agent that looks too far ahead finds no way through a crowd.
//!
//! # Features
//!
//! * `rayon` (off): a step runs on all threads of the current pool.
//!
//! # Source
//!
//! J. van den Berg, S. Guy, M. Lin, D. Manocha, "Reciprocal n-body collision avoidance", 2011.
//!
//! [`NavMesh::slide_from`]: tautline_navmesh::NavMesh::slide_from

mod agent;
mod crowd;
mod decision;
mod disc;
mod error;
mod figures;
mod guests;
mod half_plane;
mod movement;
mod neighbors;
mod oncoming;
mod options;
mod passages;
mod program;
mod queue;
mod right_of_way;
mod seen;
mod step;
mod waiting;
mod walls;
mod workers;

pub use agent::{Agent, AgentId, AgentState, Body, Target};
pub use crowd::Crowd;
pub use error::CrowdError;
pub use figures::CrowdFigures;
pub use guests::Guests;
pub use options::{CrowdOptions, MAX_NEIGHBORS};
pub use step::CrowdScratch;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;

/// For the other crates of this workspace. May change at any time.
#[doc(hidden)]
pub mod internal {
    pub use crate::movement::stands_in;
    pub use crate::workers::work_on_each;
}
