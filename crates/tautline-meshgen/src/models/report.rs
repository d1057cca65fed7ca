//! What was left out of the ground of a model.

use std::fmt;

/// What was left out of the ground of a model, and why.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ModelReport {
    /// The triangles that were left out, for each reason that was met, in the
    /// order in which the reasons were met.
    pub dropped: Vec<DroppedTriangles>,
    /// How many vertices were united with earlier ones.
    pub welded_vertices: usize,
    /// Sides at which too many walkable triangles meet; all of them are walls.
    pub non_manifold_edges: Option<NonManifoldEdges>,
}

/// Triangles that were left out for the same reason.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DroppedTriangles {
    /// The reason.
    pub reason: DropReason,
    /// How many triangles there are.
    pub count: usize,
    /// The first of them.
    pub first: usize,
    /// A corner of the first of them, in the coordinates of the model.
    pub at: [f32; 3],
}

/// Why a triangle is not ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DropReason {
    /// Its corners lie on one line, or were welded.
    NoArea,
    /// It stands upright: seen from above, its corners lie on one line.
    Upright,
    /// It is a ceiling: seen from above, it runs clockwise.
    FacesDown,
    /// It is too steep.
    Steep,
    /// It has the same corners as an earlier triangle.
    Repeated,
}

impl fmt::Display for DropReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NoArea => "has no area",
            Self::Upright => "stands upright",
            Self::FacesDown => "faces down",
            Self::Steep => "is too steep",
            Self::Repeated => "repeats an earlier triangle",
        })
    }
}

/// Sides of more than two walkable triangles, or of two that lie on the same side
/// of it: it cannot be said which of them belong together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NonManifoldEdges {
    /// How many sides there are.
    pub count: usize,
    /// The ends of the first of them, in the coordinates of the model.
    pub first: [[f32; 3]; 2],
}

impl ModelReport {
    /// How many triangles were left out for a reason.
    #[must_use]
    pub fn count(&self, reason: DropReason) -> usize {
        let dropped = self.dropped.iter().find(|dropped| dropped.reason == reason);
        dropped.map_or(0, |dropped| dropped.count)
    }

    pub(crate) fn drop(&mut self, reason: DropReason, triangle: usize, at: [f32; 3]) {
        match self.dropped.iter_mut().find(|dropped| dropped.reason == reason) {
            Some(dropped) => dropped.count += 1,
            None => self.dropped.push(DroppedTriangles { reason, count: 1, first: triangle, at }),
        }
    }
}
