//! A report of the triangles of a model that are not ground.

use std::fmt;

/// The triangles of a model that are not ground, and other findings.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ModelReport {
    /// The dropped triangles by reason, ordered by the first triangle of each reason.
    pub dropped: Vec<DroppedTriangles>,
    /// The number of vertices that were welded to earlier ones.
    pub welded_vertices: usize,
    /// The edges at which too many walkable triangles meet; all of them are walls. `None` if
    /// there are none.
    pub non_manifold_edges: Option<NonManifoldEdges>,
    /// Vertices at the boundary of the ground that almost meet; `None` if there are none.
    pub close_vertices: Option<CloseVertices>,
}

/// Vertices at the boundary of the ground that are near another one, but not welded to it, so that
/// the ground is not connected there. Objects that were placed side by side and rotated have such
/// vertices, because their positions are rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CloseVertices {
    /// Their number.
    pub count: usize,
    /// The first of them, in the coordinates of the model.
    pub first: [f32; 3],
    /// The weld distance that welds them: a millionth of the largest coordinate.
    pub distance: f32,
}

/// The triangles that were dropped for one reason.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DroppedTriangles {
    /// The reason.
    pub reason: DropReason,
    /// The number of triangles.
    pub count: usize,
    /// The first of them.
    pub first: usize,
    /// A corner of the first of them, in the coordinates of the model.
    pub at: [f32; 3],
}

/// The reason why a triangle is not ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DropReason {
    /// Its corners lie on one line, or were welded.
    NoArea,
    /// It is vertical: seen from above, its corners lie on one line.
    Vertical,
    /// It faces down, like a ceiling: seen from above, it runs clockwise.
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
            Self::Vertical => "is vertical",
            Self::FacesDown => "faces down",
            Self::Steep => "is too steep",
            Self::Repeated => "repeats an earlier triangle",
        })
    }
}

/// Non-manifold edges: edges of more than two walkable triangles, or of two on the same side.
/// It is undecidable which of them are connected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NonManifoldEdges {
    /// The number of edges.
    pub count: usize,
    /// The ends of the first of them, in the coordinates of the model.
    pub first: [[f32; 3]; 2],
}

impl ModelReport {
    /// The number of triangles that were dropped for a reason.
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
