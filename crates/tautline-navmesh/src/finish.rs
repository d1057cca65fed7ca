//! From checked areas to a mesh: building, loading and obstacles all end here.

use tautline_geometry::Vec2;

use crate::attributes::normalize;
use crate::build::{fans, gates};
use crate::derived::{Columns, Outlines, areas_of_sides, glued_fan};
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
    pub sides: HalfEdges,
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
        let Self { vertices, elevations, sides, attributes } = self;
        let HalfEdges { origins: corners, twins, first_edges: first_sides } = sides;
        let columns = Columns {
            first_sides: &first_sides,
            areas: &areas_of_sides(&first_sides, corners.len()),
            fans: &corners,
            twins: &twins,
            places: &vertices,
        };
        let (fan_vertices, side_fans) = fans::name(&columns);
        let across_of = |(&area, twin): (&AreaId, &u32)| {
            columns.areas.get(*twin as usize).map_or(area.0, |across| across.0)
        };
        let across: Vec<u32> = columns.areas.iter().zip(&twins).map(across_of).collect();
        let gate_numbers = gates::number(&across, &first_sides);
        let named = StoredMesh {
            elevations,
            fan_vertices,
            side_fans,
            twins,
            gate_numbers,
            ..StoredMesh::default()
        };
        named
            .finish(vertices, first_sides, attributes, Checks::Areas)
            .expect("areas that were checked are convex, and their twins mutual")
    }
}

impl StoredMesh {
    /// Checks areas that stand beside their vertices and the beginnings of their sides,
    /// and makes the mesh, without links. The lengths of lists must fit each other. O(n).
    pub(crate) fn finish(
        self,
        vertices: Vec<Vec2>,
        first_sides: Vec<u32>,
        mut attributes: Vec<AreaAttributes>,
        checks: Checks,
    ) -> Result<NavMesh, StoredMeshError> {
        normalize(&mut attributes);
        let side_count = self.side_fans.len();
        let (traced, joined) = both(
            side_count,
            || Traced::new(&self, &vertices, &first_sides, checks),
            || Joined::new(&self, &first_sides),
        );
        let Traced { places, lattice, outlines } = traced?;
        let Joined { areas, across, gates, spokes } = joined?;
        let Outlines { boxes, bounds, passes, .. } = outlines;
        let Self { elevations, gate_numbers, fan_vertices, .. } = self;
        let columns = Columns {
            first_sides: &first_sides,
            areas: &areas,
            fans: &self.side_fans,
            twins: &self.twins,
            places: &places,
        };
        let (described, (parts, locator)) = both(
            side_count,
            || {
                let fans = spokes.describe(&columns, &fan_vertices, &passes, lattice);
                let turns: Vec<Turn> = fans.iter().map(|fan| fan.turn).collect();
                if let Some(fan) = glued_fan(&columns, &fans, &turns, &passes) {
                    return Err(StoredMeshError::TornFan { fan });
                }
                let sides = columns.sides(&across, &turns, &gates, &gate_numbers);
                Ok((fans, sides))
            },
            || (gates.parts(&gate_numbers), Locator::build(&boxes, &bounds)),
        );
        let (fans, sides) = described?;
        let ground = Ground {
            vertices,
            elevations,
            sides,
            fans,
            first_sides,
            attributes,
            gate_numbers,
            parts,
        };
        Ok(NavMesh::new(ground, bounds, lattice, locator))
    }
}
