//! The last step to a mesh, common to building, loading and dynamic obstacles.

use tautline_geometry::Vec2;

use crate::attributes::normalize;
use crate::build::{block_cuts, fans};
use crate::derived::{FaceLoops, HalfEdgeArrays, areas_of_half_edges, non_manifold_fan};
use crate::fan::FanAngle;
use crate::half_edges::HalfEdges;
use crate::mesh_data::MeshData;
use crate::parallel::both;
use crate::query::Locator;
use crate::stored::geometry::{CheckedGeometry, Checks};
use crate::stored::topology::CheckedTopology;
use crate::{AreaAttributes, AreaId, NavMesh, StoredMesh, StoredMeshError};

/// Convex areas with their twins: everything that a mesh is derived from.
#[derive(Debug, Default)]
pub struct ConvexAreas {
    /// The position of each vertex, used or not.
    pub vertices: Vec<Vec2>,
    /// The elevation of each vertex; empty for a flat mesh.
    pub elevations: Vec<f32>,
    /// The half-edges of the areas.
    pub edges: HalfEdges,
    /// The attributes of each area.
    pub attributes: Vec<AreaAttributes>,
}

impl ConvexAreas {
    /// Finds the vertex fans and block-cut numbers, and makes the mesh, without links. O(n).
    ///
    /// # Panics
    ///
    /// If an area is not convex or twins are not mutual: callers check both before.
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
        let (fan_vertices, half_edge_fans) = fans::number(&arrays);
        let across_of = |(&area, twin): (&AreaId, &u32)| {
            arrays.areas.get(*twin as usize).map_or(area.0, |across| across.0)
        };
        let across: Vec<u32> = arrays.areas.iter().zip(&twins).map(across_of).collect();
        let block_cut_numbers = block_cuts::number(&across, &first_half_edges);
        let numbered = StoredMesh {
            elevations,
            fan_vertices,
            half_edge_fans,
            twins,
            block_cut_numbers,
            ..StoredMesh::default()
        };
        numbered
            .finish(vertices, first_half_edges, attributes, Checks::Areas)
            .expect("areas that were checked are convex, and their twins mutual")
    }
}

impl StoredMesh {
    /// Checks the mesh and derives the rest of it, without links. The vertices, first
    /// half-edges and attributes are passed separately from `self`; the lengths of all
    /// lists must match. O(n).
    pub(crate) fn finish(
        self,
        vertices: Vec<Vec2>,
        first_half_edges: Vec<u32>,
        mut attributes: Vec<AreaAttributes>,
        checks: Checks,
    ) -> Result<NavMesh, StoredMeshError> {
        normalize(&mut attributes);
        // Geometry and topology are checked independently of each other, on two threads where
        // the feature `rayon` is on; so are the two halves of the derived data.
        let half_edge_count = self.half_edge_fans.len();
        let (geometry, topology) = both(
            half_edge_count,
            || CheckedGeometry::new(&self, &vertices, &first_half_edges, checks),
            || CheckedTopology::new(&self, &first_half_edges),
        );
        let CheckedGeometry { positions, face_loops } = geometry?;
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
                let fans = boundaries.describe(&arrays, &fan_vertices, &down_crossings);
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
        Ok(NavMesh::new(data, bounds, locator))
    }
}
