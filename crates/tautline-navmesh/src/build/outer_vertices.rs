//! An index of the vertices on the boundary.

use tautline_geometry::{Aabb, Segment, Vec2};

use crate::half_edges::HalfEdges;
use crate::query::Locator;
use crate::{AreaId, RawMesh};

/// The vertices of half-edges without twins.
pub(super) struct OuterVertices {
    vertices: Vec<u32>,
    /// Their index. It stores positions in the list of vertices in place of area ids.
    locator: Locator,
}

impl OuterVertices {
    pub(super) fn of(raw: &RawMesh, edges: &HalfEdges) -> Self {
        let vertices = outer_vertices(edges);
        let boxes: Vec<Aabb> =
            vertices.iter().map(|&vertex| Aabb::square_around(raw.position(vertex), 0.0)).collect();
        let bounds = boxes.iter().copied().reduce(|one, other| one.union(&other));
        let bounds = bounds.unwrap_or(Aabb::square_around(Vec2::ZERO, 0.0));
        Self { locator: Locator::build(&boxes, &bounds), vertices }
    }

    /// Calls `visit` with all vertices in the bounding box of an edge, and some others.
    pub(super) fn visit_near(&self, edge: &Segment, visit: &mut impl FnMut(u32)) {
        let visit_vertex = &mut |position: AreaId| visit(self.vertices[position.index()]);
        self.locator.visit_box(&edge.bounds(), visit_vertex);
    }
}

/// The vertices of all half-edges without twins, each once.
fn outer_vertices(edges: &HalfEdges) -> Vec<u32> {
    let mut vertices: Vec<u32> = edges.outer().flat_map(|(_, ends)| ends).collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}
