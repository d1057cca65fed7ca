//! The half-edges of one area.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, HalfEdge, HalfEdgeId, NavMesh};

/// The face loop of an area: its half-edges, counter-clockwise.
///
/// Half-edges are numbered within the area here. Each also stands for the vertex that it
/// starts at.
#[derive(Clone, Copy, Debug)]
pub struct FaceLoop<'a> {
    edges: &'a [HalfEdge],
    /// The first half-edge of the area.
    base: HalfEdgeId,
}

impl<'a> FaceLoop<'a> {
    /// Returns the loop of an area.
    #[inline]
    #[must_use]
    pub fn of_area(mesh: &'a NavMesh, area: AreaId) -> Self {
        let (base, edges) = mesh.face_loop(area);
        Self { edges, base }
    }

    /// Returns the loop that a half-edge belongs to, and its number in the loop.
    #[inline]
    #[must_use]
    pub fn around(mesh: &'a NavMesh, edge: HalfEdgeId) -> (Self, usize) {
        let face = Self::of_area(mesh, mesh.area_of(edge));
        (face, (edge.0 - face.base.0) as usize)
    }

    /// The number of half-edges.
    #[inline]
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "an area has three half-edges or more")]
    pub const fn len(&self) -> usize {
        self.edges.len()
    }

    /// Returns the half-edge after another one.
    #[inline]
    #[must_use]
    pub const fn next(&self, edge: usize) -> usize {
        if edge + 1 == self.edges.len() { 0 } else { edge + 1 }
    }

    /// Returns the half-edge before another one.
    #[inline]
    #[must_use]
    pub const fn before(&self, edge: usize) -> usize {
        if edge == 0 { self.edges.len() - 1 } else { edge - 1 }
    }

    /// Returns the data of a half-edge.
    #[inline]
    #[must_use]
    pub const fn half_edge(&self, edge: usize) -> &'a HalfEdge {
        &self.edges[edge]
    }

    /// Returns the start of a half-edge.
    #[inline]
    #[must_use]
    pub fn vertex(&self, edge: usize) -> Vec2 {
        self.edges[edge].start()
    }

    /// Returns the number of a half-edge in the mesh.
    #[expect(clippy::cast_possible_truncation, reason = "half-edges are numbered in u32")]
    #[inline]
    #[must_use]
    pub const fn id(&self, edge: usize) -> HalfEdgeId {
        HalfEdgeId(self.base.0 + edge as u32)
    }
}
