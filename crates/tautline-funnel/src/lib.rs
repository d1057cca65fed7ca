//! Pulls a path taut through a row of portals, as a string is pulled through
//! a row of gates.
//!
//! A *portal* is a gate that the path must pass, with a left and a right end
//! as the walker sees them. Where portals come from does not matter: borders
//! of a navigation mesh, sides of grid cells, edges of a quadtree, doors on a
//! floor plan. Between two successive portals the ground must be free within
//! their convex hull.
//!
//! # When to use another room
//!
//! To choose *which* portals to pass, use `tautline-search`; to get whole
//! paths from a navigation mesh, the facade crate `tautline`.
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
//! * **Shortest** among all paths that pass the portals in their order; bends
//!   only at portal ends; no repeated and no needless points.
//! * **Exact.** Every turn is decided by the exact orientation of input points.
//!   (The funnel with a radius decides in `f64`, because its tangent points
//!   are not input points.)
//! * **Deterministic.** Only `+ - * / sqrt` are used, for the arcs of the funnel with a
//!   radius too: the same bits on every platform.
//! * **Linear.** [`pull`] takes O(n) for n portals, and allocates nothing once
//!   its [`Funnel`] and the output have grown.
//! * Degenerate input is fine: collinear portals, portals without width,
//!   portals that share an end, a start or goal on a portal's end, a way round
//!   the end of a wall without width.
//!
//! The frame is that of [`tautline_geometry`]: y up, left and right as the
//! walker sees them.
//!
//! # Features
//!
//! * `serde`: `Serialize` and `Deserialize` for the public types.
//!
//! # Sources
//!
//! D. T. Lee, F. P. Preparata, "Euclidean shortest paths in the presence of
//! rectilinear barriers" (1984) and B. Chazelle, "A theorem on polygon cutting with
//! applications" (1982) for the linear funnel; M. Mononen, "Simple Stupid Funnel Algorithm"
//! (2010) for the restarting one; D. Demyen, M. Buro, "Efficient
//! Triangulation-Based Pathfinding" (2006) for the radius.

mod angle;
mod chain;
mod event;
mod linear;
mod portal;
mod radius;
mod side;
pub mod simple;
mod taut;
mod watch;

pub use event::{FunnelEvent, FunnelView};
pub use linear::{Funnel, next_corners, pull};
pub use portal::Portal;
pub use radius::{Arc, Piece, RadiusError, RadiusFunnel, pull_with_radius};
pub use side::Side;
pub use tautline_geometry::{DVec2, Vec2};
pub use watch::pull_watched;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
