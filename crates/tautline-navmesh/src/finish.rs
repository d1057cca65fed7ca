//! From checked areas to a mesh: building, loading and obstacles all end here.

use tautline_geometry::Vec2;

use crate::attributes::normalize;
use crate::build::{block_cuts, fans};
use crate::derived::{FaceLoops, HalfEdgeArrays, areas_of_half_edges, non_manifold_fan};
use crate::fan::FanAngle;
use crate::mesh_data::MeshData;
use crate::half_edges::HalfEdges;
use crate::parallel::both;
use crate::query::Locator;
use crate::stored::topology::CheckedTopology;
use crate::stored::geometry::{Checks, CheckedGeometry};
use crate::{AreaAttributes, AreaId, NavMesh, StoredMesh, StoredMeshError};

/// Convex areas: all that a mesh follows from.
#[derive(Debug, Default)]
pub struct ConvexAreas {
    /// The position of each vertex, used or not.
    pub vertices: Vec<Vec2>,
    /// One per vertex, or none for flat ground.
    pub elevations: Vec<f32>,
    /// The sides of the areas.
    pub edges: HalfEdges,
    /// The attributes of each area.
    pub attributes: Vec<AreaAttributes>,
}

impl ConvexAreas {
    /// Names fans, numbers areas for gates, and makes the mesh, without links. O(n).
    ///
    /// # Panics
    ///
    /// If the areas are not convex or their twins not mutual: callers check that before.
    #[must_use]
    #[expect(clippy::expect_used, reason = "the caller has checked the areas")]
    pub fn finish(self) -> NavMesh {
        let Self { vertices, elevations, edges, attributes } = self;
        let HalfEdges { origins: corners, twins, first_edges: first_half_edges } = edges;
        let arrays = HalfEdgeArrays {
            first_half_edges: &first_half_edges,
            areas: &areas_of_half_edges(&first_half_edges, corners.len()),
            fans: &corners,
            twins: &twins,
            positions: &vertices,
        };
        let (fan_vertices, half_edge_fans) = fans::name(&arrays);
        let across_of = |(&area, twin): (&AreaId, &u32)| {
            arrays.areas.get(*twin as usize).map_or(area.0, |across| across.0)
        };
        let across: Vec<u32> = arrays.areas.iter().zip(&twins).map(across_of).collect();
        let block_cut_numbers = block_cuts::number(&across, &first_half_edges);
        let named = StoredMesh {
            elevations,
            fan_vertices,
            half_edge_fans,
            twins,
            block_cut_numbers,
            ..StoredMesh::default()
        };
        named
            .finish(vertices, first_half_edges, attributes, Checks::Areas)
            .expect("areas that were checked are convex, and their twins mutual")
    }
}

impl StoredMesh {
    /// Checks areas that stand beside their vertices and the beginnings of their sides,
    /// and makes the mesh, without links. The lengths of lists must fit each other. O(n).
    pub(crate) fn finish(
        self,
        vertices: Vec<Vec2>,
        first_half_edges: Vec<u32>,
        mut attributes: Vec<AreaAttributes>,
        checks: Checks,
    ) -> Result<NavMesh, StoredMeshError> {
        normalize(&mut attributes);
        let half_edge_count = self.half_edge_fans.len();
        let (geometry, topology) = both(
            half_edge_count,
            || CheckedGeometry::new(&self, &vertices, &first_half_edges, checks),
            || CheckedTopology::new(&self, &first_half_edges),
        );
        let CheckedGeometry { positions, lattice, face_loops } = geometry?;
        let CheckedTopology { areas, across, block_cuts, boundaries } = topology?;
        let FaceLoops { boxes, bounds, down_crossings, .. } = face_loops;
        let Self { elevations, block_cut_numbers, fan_vertices, .. } = self;
        let arrays = HalfEdgeArrays {
            first_half_edges: &first_half_edges,
            areas: &areas,
            fans: &self.half_edge_fans,
            twins: &self.twins,
            positions: &positions,
        };
        let (described, (components, locator)) = both(
            half_edge_count,
            || {
                let fans = boundaries.describe(&arrays, &fan_vertices, &down_crossings, lattice);
                let angles: Vec<FanAngle> = fans.iter().map(|fan| fan.angle).collect();
                if let Some(fan) = non_manifold_fan(&arrays, &fans, &angles, &down_crossings) {
                    return Err(StoredMeshError::NonManifoldFan { fan });
                }
                let edges = arrays.edges(&across, &angles, &block_cuts, &block_cut_numbers);
                Ok((fans, edges))
            },
            || (block_cuts.components(&block_cut_numbers), Locator::build(&boxes, &bounds)),
        );
        let (fans, edges) = described?;
        let data = MeshData {
            vertices,
            elevations,
            edges,
            fans,
            first_half_edges,
            attributes,
            block_cut_numbers,
            components,
        };
        Ok(NavMesh::new(data, bounds, lattice, locator))
    }
}
