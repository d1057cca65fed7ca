//! Funnel algorithms (string pulling): the shortest path through a sequence of portals.
//!
//! A *portal* is a segment that the path must cross, with a left and a right end
//! as seen by the agent. Portals may come from any source: borders of a navigation
//! mesh, sides of grid cells, edges of a quadtree, doors on a floor plan. The
//! convex hull of two successive portals must be free of obstacles. [`swapped_portal`] finds a
//! portal whose left and right end are swapped.
//!
//! # When to use another crate
//!
//! To choose *which* portals to pass, use `tautline-search`. For complete
//! paths on a navigation mesh, use the facade crate `tautline`.
//!
//! # Example
//!
//! ```
//! use tautline_funnel::{Funnel, Portal, Vec2, pull};
//!
//! let portals = [
//!     Portal::new(Vec2::new(0.0, 2.0), Vec2::new(2.0, 2.0)),
//!     Portal::new(Vec2::new(3.0, 6.0), Vec2::new(4.0, 4.0)),
//! ];
//! let mut funnel = Funnel::new(); // memory, reused from path to path
//! let mut path = Vec::new();
//! let length = pull(Vec2::ZERO, &portals, Vec2::new(9.0, 3.0), &mut funnel, &mut path);
//! assert_eq!(path, [Vec2::ZERO, Vec2::new(4.0, 4.0), Vec2::new(9.0, 3.0)]);
//! assert!((length - (32_f64.sqrt() + 26_f64.sqrt())).abs() < 1e-12);
//! ```
//!
//! # Guarantees
//!
//! * **Shortest** among all paths that pass the portals in order; bends
//!   only at portal ends; no repeated or redundant points.
//! * **Exact.** Every turn is decided by the exact orientation of input points.
//!   (The funnel with a radius decides in `f64`, because its tangent points
//!   are not input points.)
//! * **Deterministic.** Only `+ - * / sqrt` are used, also for the arcs of the funnel with a
//!   radius: the same bits on every platform.
//! * **Linear.** [`pull`] takes O(n) for n portals, and allocates nothing once
//!   its [`Funnel`] and the output have grown.
//! * Degenerate input is supported: collinear portals, portals of zero width,
//!   portals that share an end, a start or goal at a portal end, a path around
//!   the end of a zero-width wall.
//!
//! The coordinate system is that of [`tautline_geometry`]: y up, left and right as seen
//! by the agent.
//!
//! # Features
//!
//! * `serde`: `Serialize` and `Deserialize` for the public types.
//!
//! # Sources
//!
//! D. T. Lee, F. P. Preparata, "Euclidean shortest paths in the presence of
//! rectilinear barriers" (1984) and B. Chazelle, "A theorem on polygon cutting with
//! applications" (1982) for the linear-time funnel; M. Mononen, "Simple Stupid Funnel Algorithm"
//! (2010) for the simple one; D. Demyen, M. Buro, "Efficient
//! Triangulation-Based Pathfinding" (2006) for the radius.

mod angle;
mod chain;
mod disc;
mod event;
mod linear;
mod polyline;
mod portal;
mod radius;
mod side;
pub mod simple;
mod swapped;
mod taut;
mod traced;

pub use event::{FunnelEvent, FunnelView};
pub use linear::{Funnel, next_corners, pull};
pub use portal::Portal;
pub use radius::{Arc, PathSegment, RadiusError, RadiusFunnel, pull_with_radius};
pub use side::Side;
pub use swapped::swapped_portal;
pub use tautline_geometry::{DVec2, Vec2};
pub use traced::pull_traced;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
