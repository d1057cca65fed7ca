//! From checked areas to a mesh: building, loading and obstacles all end here.

use tautline_geometry::Vec2;

use crate::attributes::normalize;
use crate::build::{block_cuts, fans};
use crate::derived::{BoundaryLoops, Columns, areas_of_half_edges, glued_fan};
use crate::fan::Turn;
use crate::ground::Ground;
use crate::half_edges::HalfEdges;
use crate::parallel::both;
use crate::query::Locator;
use crate::stored::joined::Joined;
use crate::stored::traced::{Checks, Traced};
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
        let columns = Columns {
            first_half_edges: &first_half_edges,
            areas: &areas_of_half_edges(&first_half_edges, corners.len()),
            fans: &corners,
            twins: &twins,
            places: &vertices,
        };
        let (fan_vertices, side_fans) = fans::name(&columns);
        let across_of = |(&area, twin): (&AreaId, &u32)| {
            columns.areas.get(*twin as usize).map_or(area.0, |across| across.0)
        };
        let across: Vec<u32> = columns.areas.iter().zip(&twins).map(across_of).collect();
        let block_cut_numbers = block_cuts::number(&across, &first_half_edges);
        let named = StoredMesh {
            elevations,
            fan_vertices,
            side_fans,
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
        let half_edge_count = self.side_fans.len();
        let (traced, joined) = both(
            half_edge_count,
            || Traced::new(&self, &vertices, &first_half_edges, checks),
            || Joined::new(&self, &first_half_edges),
        );
        let Traced { places, lattice, outlines } = traced?;
        let Joined { areas, across, block_cuts, spokes } = joined?;
        let BoundaryLoops { boxes, bounds, passes, .. } = outlines;
        let Self { elevations, block_cut_numbers, fan_vertices, .. } = self;
        let columns = Columns {
            first_half_edges: &first_half_edges,
            areas: &areas,
            fans: &self.side_fans,
            twins: &self.twins,
            places: &places,
        };
        let (described, (parts, locator)) = both(
            half_edge_count,
            || {
                let fans = spokes.describe(&columns, &fan_vertices, &passes, lattice);
                let turns: Vec<Turn> = fans.iter().map(|fan| fan.turn).collect();
                if let Some(fan) = glued_fan(&columns, &fans, &turns, &passes) {
                    return Err(StoredMeshError::TornFan { fan });
                }
                let edges = columns.edges(&across, &turns, &block_cuts, &block_cut_numbers);
                Ok((fans, edges))
            },
            || (block_cuts.parts(&block_cut_numbers), Locator::build(&boxes, &bounds)),
        );
        let (fans, edges) = described?;
        let ground = Ground {
            vertices,
            elevations,
            edges,
            fans,
            first_half_edges,
            attributes,
            block_cut_numbers,
            parts,
        };
        Ok(NavMesh::new(ground, bounds, lattice, locator))
    }
}
