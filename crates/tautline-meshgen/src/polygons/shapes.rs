//! What outlines are made of.

use tautline_navmesh::Terrain;

/// Rings that belong together.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shape {
    /// The corners of each ring, in world units; the last one is joined to the
    /// first.
    pub rings: Vec<Vec<[f32; 2]>>,
    /// What the shape is for.
    pub role: Role,
    /// What the rings enclose.
    pub fill_rule: FillRule,
}

/// Which places rings enclose that cross, or lie in one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FillRule {
    /// Those that an odd number of rings goes around: an inner ring is a hole,
    /// whichever way it runs.
    #[default]
    EvenOdd,
    /// Those around which the rings do not go as often one way as the other: an
    /// inner ring is a hole only if it runs against the outer one.
    NonZero,
}

/// What a shape is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Role {
    /// It can be walked on, where there is no hole.
    Ground,
    /// It cannot be walked on: a building, a lake, an obstacle.
    Hole,
    /// The ground that it covers is of some class; all other ground is of class
    /// 0. Later shapes cover earlier ones. Never adds ground.
    Terrain(Terrain),
}
