//! The half-edges of one area.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, HalfEdge, HalfEdgeId, NavMesh};

/// The face loop of an area: its half-edges, counter-clockwise.
///
/// Half-edges are numbered within the area here. Each also stands for the vertex that it
/// starts at.
#[derive(Clone, Copy)]
pub(crate) struct FaceLoop<'a> {
    edges: &'a [HalfEdge],
    /// The first half-edge of the area.
    base: HalfEdgeId,
}

impl<'a> FaceLoop<'a> {
    #[inline]
    pub(crate) fn of_area(mesh: &'a NavMesh, area: AreaId) -> Self {
        let (base, edges) = mesh.face_loop(area);
        Self { edges, base }
    }

    /// Returns the loop that a half-edge belongs to, and its number in the loop.
    #[inline]
    pub(crate) fn around(mesh: &'a NavMesh, edge: HalfEdgeId) -> (Self, usize) {
        let face = Self::of_area(mesh, mesh.area_of(edge));
        (face, (edge.0 - face.base.0) as usize)
    }

    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.edges.len()
    }

    #[inline]
    pub(crate) const fn next(&self, edge: usize) -> usize {
        if edge + 1 == self.edges.len() { 0 } else { edge + 1 }
    }

    #[inline]
    pub(crate) const fn before(&self, edge: usize) -> usize {
        if edge == 0 { self.edges.len() - 1 } else { edge - 1 }
    }

    #[inline]
    pub(crate) const fn half_edge(&self, edge: usize) -> &'a HalfEdge {
        &self.edges[edge]
    }

    #[inline]
    pub(crate) fn vertex(&self, edge: usize) -> Vec2 {
        self.edges[edge].start()
    }

    #[expect(clippy::cast_possible_truncation, reason = "half-edges are numbered in u32")]
    #[inline]
    pub(crate) const fn id(&self, edge: usize) -> HalfEdgeId {
        HalfEdgeId(self.base.0 + edge as u32)
    }
}
