//! Exact planar predicates on `f32` points: on which side of a line a point
//! lies, whether segments meet, whether a polygon holds a point.
//!
//! # When to use another crate
//!
//! This crate has points, segments, polygons and boxes. For navigation meshes, use
//! `tautline-navmesh`; for string pulling, `tautline-funnel`.
//!
//! # Example
//!
//! ```
//! use tautline_geometry::{Orientation, Position, Vec2, orient2d, polygon};
//!
//! let (a, b) = (Vec2::new(0.0, 0.0), Vec2::new(4.0, 2.0));
//! assert_eq!(orient2d(a, b, Vec2::new(2.0, 1.0)), Orientation::Collinear);
//! assert_eq!(orient2d(a, b, Vec2::new(2.0, 1.0 + f32::EPSILON)), Orientation::CounterClockwise);
//!
//! let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(Vec2::from);
//! assert_eq!(polygon::locate(&square, Vec2::new(2.0, 1.0)), Position::OnBorder);
//! ```
//!
//! # Coordinate system
//!
//! The x axis points right and the y axis up. Polygons are **counter-clockwise**:
//! their inside is to the left of every edge. *Left* and *right* are as seen
//! by an agent that moves along. All tautline crates use this system.
//!
//! Data with y downwards (tile maps, images) can be used without conversion. It
//! is then mirrored, which changes nothing else as long as polygons are
//! counter-clockwise *by their numbers*. Convert points of a ground plane with
//! axes x and z and y up by `Vec2::new(p.x, -p.z)`.
//!
//! # Guarantees
//!
//! * **Exact.** Every yes-or-no answer is exact for every finite `f32` input.
//!   No coordinate is ever compared with an epsilon.
//! * **Deterministic.** Only `+ - * / sqrt` are used: the same bits on every
//!   platform.
//! * For input that is not finite the answers are arbitrary, but nothing panics.
//!
//! # Features
//!
//! * `serde`: `Serialize` and `Deserialize` for the public types, including those of glam, but not
//!   for [`DirectedLine`], which is derived from points.
//!
//! # Sources
//!
//! J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
//! Robust Geometric Predicates" (1997); W. R. Franklin, "PNPOLY", for the even-odd test.

mod aabb;
mod morton;
mod narrowing;
mod orientation;
pub mod polygon;
mod segment;

pub use aabb::Aabb;
pub use glam::{self, DVec2, Vec2};
pub use morton::morton_code;
#[doc(hidden)]
pub use narrowing::to_f32;
pub use orientation::{DirectedLine, Orientation, orient2d, orient2d_sign};
pub use polygon::Position;
pub use segment::{Segment, SegmentIntersection};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::{Aabb, DVec2, Orientation, Position, Segment, SegmentIntersection, Vec2};

    #[test]
    fn plain_types_can_be_serialised() {
        const fn is_plain<T: serde::Serialize + serde::de::DeserializeOwned>() {}
        is_plain::<(Aabb, Orientation, Position, Segment, SegmentIntersection, Vec2, DVec2)>();
    }
}
