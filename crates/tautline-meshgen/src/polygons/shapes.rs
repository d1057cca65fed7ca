//! The input: shapes made of rings.

use tautline_navmesh::Terrain;

/// Rings that are filled together.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shape {
    /// The corners of each ring, in world units; the last one is connected to the first.
    pub rings: Vec<Vec<[f32; 2]>>,
    /// The role of the shape.
    pub role: Role,
    /// The rule by which the rings enclose points.
    pub fill_rule: FillRule,
}

/// The fill rule: the points that rings enclose, by their winding number, if rings cross or are
/// nested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FillRule {
    /// Points that an odd number of rings goes around. An inner ring is a hole in either
    /// direction.
    #[default]
    EvenOdd,
    /// Points whose winding number is not 0. An inner ring is a hole only if it runs against
    /// the outer one.
    NonZero,
}

/// The role of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Role {
    /// Walkable, except where there is a hole.
    Ground,
    /// Not walkable: a building, a lake, an obstacle.
    Hole,
    /// Sets the class of the ground under it; the default is class 0. Later shapes cover
    /// earlier ones. Never adds ground.
    Terrain(Terrain),
}
