//! Checks of a stored mesh that do not need its twins.

use tautline_geometry::Vec2;

use super::{StoredMesh, StoredMeshError};
use crate::derived::{FaceLoops, concave_area};
use crate::raw::position_key;
use crate::{AreaId, FanId, Fault, VertexId};

/// The checks that are made while a mesh is derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checks {
    /// Areas, twins and block-cut numbers. The vertices are known to be valid.
    Areas,
    /// Vertices as well.
    All,
}

/// The checked geometry: the positions of fans and the shapes of areas.
pub(crate) struct CheckedGeometry {
    /// The position of each fan.
    pub(crate) positions: Vec<Vec2>,
    pub(crate) face_loops: FaceLoops,
}

impl CheckedGeometry {
    /// Checks the vertices, fans and shapes of areas, given the first half-edge of each area;
    /// all half-edges must start at fans. O(n).
    pub(crate) fn new(
        stored: &StoredMesh,
        vertices: &[Vec2],
        first_half_edges: &[u32],
        checks: Checks,
    ) -> Result<Self, StoredMeshError> {
        if checks == Checks::All {
            stored.check_fan_vertices(vertices.len())?;
            stored.check_positions(vertices)?;
        }
        let position = |&vertex: &u32| vertices[vertex as usize];
        let positions: Vec<Vec2> = stored.fan_vertices.iter().map(position).collect();
        let face_loops = FaceLoops::trace(first_half_edges, &stored.half_edge_fans, &positions);
        if face_loops.are_convex {
            Ok(Self { positions, face_loops })
        } else {
            let area = concave_area(first_half_edges, &stored.half_edge_fans, &positions);
            Err(StoredMeshError::NotConvex { area: area.unwrap_or(AreaId(0)) })
        }
    }
}

impl StoredMesh {
    /// Checks that the vertices of fans are valid and in order.
    fn check_fan_vertices(&self, vertices: usize) -> Result<(), StoredMeshError> {
        let fans = &self.fan_vertices;
        let is_last_sound = fans.last().is_none_or(|&last| (last as usize) < vertices);
        if is_last_sound && fans.is_sorted() {
            return Ok(());
        }
        let mut least = 0;
        for (fan, &vertex) in fans.iter().enumerate() {
            if vertex < least || vertex as usize >= vertices {
                let (fan, vertex) = (FanId::from_index(fan), VertexId(vertex));
                return Err(StoredMeshError::FanVertex { fan, vertex, vertices });
            }
            least = vertex;
        }
        Ok(())
    }

    /// Checks that the coordinates of vertices are finite and their positions distinct.
    fn check_positions(&self, vertices: &[Vec2]) -> Result<(), StoredMeshError> {
        let elevations = &self.elevations;
        let is_finite = vertices.iter().all(|vertex| vertex.is_finite())
            && elevations.iter().all(|number| number.is_finite());
        if !is_finite {
            for (vertex, &Vec2 { x, y }) in vertices.iter().enumerate() {
                let elevation = elevations.get(vertex).copied().unwrap_or(0.0);
                if !(x.is_finite() && y.is_finite() && elevation.is_finite()) {
                    return Err(Fault::NotFinite { vertex, x, y, elevation }.into());
                }
            }
        }
        let key = |vertex: u32| {
            let index = vertex as usize;
            let elevation = elevations.get(index).copied().unwrap_or(0.0);
            vertices.get(index).map(|&position| position_key(position.into(), elevation))
        };
        // `None` is less than any position.
        let mut before = None;
        let mut check = |vertex: u32| {
            let here = key(vertex);
            if here <= before {
                return Err(StoredMeshError::VertexOrder { vertex: VertexId(vertex) });
            }
            before = here;
            Ok(())
        };
        if self.vertex_order.is_empty() {
            (0..).take(vertices.len()).try_for_each(check)
        } else {
            self.vertex_order.iter().copied().try_for_each(&mut check)
        }
    }
}

/// The vertices sorted by position; empty if they are sorted already. Positions must be
/// distinct.
pub(super) fn position_order(vertices: &[[f32; 2]], elevations: &[f32]) -> Vec<u32> {
    let key = |&vertex: &u32| {
        let elevation = elevations.get(vertex as usize).copied().unwrap_or(0.0);
        position_key(vertices[vertex as usize], elevation)
    };
    let mut order: Vec<u32> = (0..).take(vertices.len()).collect();
    if order.is_sorted_by_key(key) {
        return Vec::new();
    }
    order.sort_by_cached_key(key);
    order
}
