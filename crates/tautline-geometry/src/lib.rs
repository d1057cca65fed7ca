//! Exact planar predicates on `f32` points: on which side of a line a point
//! lies, whether segments meet, whether a polygon holds a point.
//!
//! # When to use another room
//!
//! This crate knows points, segments, rings of points and boxes. What a
//! *mesh* is belongs to `tautline-navmesh`; how a *path* is pulled taut to
//! `tautline-funnel`.
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
//! # The frame
//!
//! The plane has x to the right and y up. Polygons run **counter-clockwise**:
//! their inside is to the left of every edge. *Left* and *right* are meant as
//! a walker sees them. Every other tautline crate uses this frame.
//!
//! Data whose y grows downwards (tile maps, images) can be used as it stands:
//! the picture is then mirrored, and nothing else changes as long as the
//! polygons still run counter-clockwise *by the numbers*. A ground plane with
//! axes x and z, y pointing up, becomes this frame by `Vec2::new(p.x, -p.z)`.
//!
//! # Guarantees
//!
//! * **Exact.** Every yes-or-no answer is exact for every finite `f32` input.
//!   No coordinate is ever compared with an epsilon.
//! * **Deterministic.** Only `+ - * / sqrt` are used: the same bits on every
//!   platform.
//! * Input that is not finite gives some answer, never a panic.
//!
//! # Features
//!
//! * `serde`: `Serialize` and `Deserialize` for the public types, but for
//!   [`DirectedLine`] and [`Lattice`], which are made of points, and for glam's.
//!
//! # Sources
//!
//! J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
//! Robust Geometric Predicates" (1997); the even-odd test after W. R. Franklin's PNPOLY.

mod aabb;
mod lattice;
mod morton;
mod orientation;
pub mod polygon;
mod segment;

pub use aabb::Aabb;
pub use glam::{self, DVec2, Vec2};
pub use lattice::Lattice;
pub use morton::morton_code;
pub use orientation::{DirectedLine, Orientation, orient2d, orient2d_on_lattice, orient2d_sign};
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
