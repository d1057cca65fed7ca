//! The static mesh: the mesh without obstacles.

use std::collections::BTreeMap;
use std::sync::Arc;

use tautline_geometry::polygon::edges;
use tautline_geometry::{Aabb, DVec2, Vec2};

use crate::ChangeError;
use crate::facets::{Facet, bits, elevations_of, facets};
use crate::obstacle::Footprint;
use crate::patch::JoinKey;
use tautline_meshgen::internal::Extent;
use tautline_meshgen::internal::grid::{Grid, GridPoint, turn};
use tautline_navmesh::{AreaId, HalfEdgeId, NavMesh};

/// The static mesh, and the grid that its vertices lie on.
#[derive(Clone, Debug)]
pub(super) struct StaticMesh {
    pub(super) mesh: Arc<NavMesh>,
    pub(super) grid: Grid,
    extent: Extent,
    /// The vertices by position and the bits of their elevation.
    vertices: BTreeMap<(GridPoint, u32), u32>,
}

impl StaticMesh {
    pub(super) fn new(mesh: NavMesh) -> Result<Self, ChangeError> {
        let magnitude = mesh
            .vertices()
            .iter()
            .fold(0.0_f32, |most, vertex| most.max(vertex.x.abs()).max(vertex.y.abs()));
        let grid = Grid::reaching(magnitude);
        for (vertex, &position) in mesh.vertices().iter().enumerate() {
            if Vec2::from(grid.position(grid.snap(position.into()))) != position {
                let ([x, y], step) = (position.into(), grid.step());
                return Err(ChangeError::OffGrid { vertex, x, y, step });
            }
        }
        let corner = |corner: Vec2| grid.snap(corner.into());
        let extent = Extent { least: corner(mesh.bounds().min), most: corner(mesh.bounds().max) };
        let position = |(index, &at): (usize, &Vec2)| {
            let elevation = mesh.elevations().get(index).copied().unwrap_or(0.0);
            (grid.snap(at.into()), bits(elevation))
        };
        let vertices = mesh.vertices().iter().enumerate().map(position).zip(0..).collect();
        Ok(Self { mesh: Arc::new(mesh), grid, extent, vertices })
    }

    /// The vertex at a position with an elevation.
    pub(super) fn vertex_at(&self, (position, elevation): (GridPoint, f32)) -> Option<u32> {
        self.vertices.get(&(position, bits(elevation))).copied()
    }

    /// The ends of a half-edge.
    pub(super) fn ends(&self, edge: HalfEdgeId) -> [GridPoint; 2] {
        let segment = self.mesh.segment(edge);
        [segment.a, segment.b].map(|end| self.grid.snap(end.into()))
    }

    /// The corners of an area.
    pub(super) fn corners(&self, area: AreaId) -> Vec<GridPoint> {
        corners(&self.mesh, area, self.grid)
    }

    /// The planar facets of an area.
    pub(super) fn facets(&self, area: AreaId) -> Vec<Facet> {
        facets(&self.mesh, area)
    }

    /// The join key of a half-edge.
    pub(super) fn join_key(&self, edge: HalfEdgeId) -> JoinKey {
        self.mesh.twin(edge).map_or(JoinKey::Wall, |twin| JoinKey::Border(edge.min(twin)))
    }

    /// Returns true if the areas on both sides of a half-edge are among some areas, which are
    /// sorted.
    pub(super) fn is_between(&self, edge: HalfEdgeId, areas: &[AreaId]) -> bool {
        let is_in = |edge| areas.binary_search(&self.mesh.area_of(edge)).is_ok();
        is_in(edge) && self.mesh.twin(edge).is_some_and(is_in)
    }

    /// Calls `visit` for every area whose bounding box intersects that of a footprint and which
    /// is at its elevation: in any order, some more than once.
    pub(super) fn visit_near(&self, footprint: &Footprint, mut visit: impl FnMut(AreaId)) {
        if !footprint.extent.meets(&self.extent) {
            return;
        }
        let bounds = self.world_box(&footprint.extent.within(&self.extent));
        self.mesh.visit_box(&bounds, &mut |area| {
            let extent = Extent::of(self.corners(area));
            if extent.is_some_and(|extent| extent.meets(&footprint.extent))
                && self.is_at_elevation_of(area, footprint)
            {
                visit(area);
            }
        });
    }

    /// Returns true if an area has an elevation in the range of an obstacle. If the range
    /// does not decide that for the whole area, the part of it below the obstacle counts.
    pub(super) fn is_at_elevation_of(&self, area: AreaId, footprint: &Footprint) -> bool {
        let Some([low, high]) = footprint.elevations else { return true };
        let elevations = elevations_of(&self.mesh, area);
        let around =
            |[least, most]: [f32; 2], elevation: f32| [least.min(elevation), most.max(elevation)];
        let nothing = [f32::INFINITY, f32::NEG_INFINITY];
        let [least, most] = elevations.into_iter().fold(nothing, around);
        if least >= low && most <= high || least > high || most < low {
            return least <= high && low <= most;
        }
        let below = self.points_below(area, footprint);
        let below = below.into_iter().map(|position| self.mesh.elevation_at(area, position));
        let [least, most] = below.fold(nothing, around);
        least <= high && low <= most
    }

    /// Points of an area below an obstacle, among them those with the least and the greatest
    /// elevation: elevations are linear on facets, so that only corners of the intersection of
    /// a facet with the footprint matter.
    fn points_below(&self, area: AreaId, footprint: &Footprint) -> Vec<Vec2> {
        let corners = self.corners(area);
        let position = |point: GridPoint| Vec2::from(self.grid.position(point));
        let mut positions = Vec::new();
        let is_in_area = |point: GridPoint| edges(&corners).all(|[a, b]| turn(a, b, point) >= 0);
        let of_footprint =
            footprint.rings.iter().flatten().copied().filter(|&point| is_in_area(point));
        positions.extend(of_footprint.map(position));
        let of_area = corners.iter().copied().filter(|&corner| footprint.contains(corner));
        positions.extend(of_area.map(position));
        for facet in self.facets(area) {
            for [from, to] in edges(&facet.corners) {
                let edge = [corners[from], corners[to]];
                let crossings = footprint.edges().filter_map(|other| fraction_at(other, edge));
                positions.extend(crossings.map(|([p, q], fraction)| {
                    let [p, q] = [p, q].map(|end| DVec2::from(position(end)));
                    (p + (q - p) * fraction).as_vec2()
                }));
            }
        }
        positions
    }

    /// The box in world units of a box on the grid, exact within the reach of the grid.
    pub(super) fn world_box(&self, extent: &Extent) -> Aabb {
        let position = |point| Vec2::from(self.grid.position(point));
        Aabb { min: position(extent.least), max: position(extent.most) }
    }

    /// The box around the part of a footprint that may lie on the mesh. `None` if it overlaps no area,
    /// even if it lies in the bounding box of the mesh, for example inside a building.
    pub(super) fn bounds_of(&self, footprint: &Footprint) -> Option<Aabb> {
        let mut overlaps = false;
        self.visit_near(footprint, |area| {
            overlaps = overlaps || footprint.overlaps(&self.corners(area));
        });
        overlaps.then(|| self.world_box(&footprint.extent.within(&self.extent)))
    }
}

/// The corners of an area of a mesh whose vertices lie on a grid.
pub(super) fn corners(mesh: &NavMesh, area: AreaId, grid: Grid) -> Vec<GridPoint> {
    mesh.corners(area).map(|corner| grid.snap(corner.into())).collect()
}

/// The intersection of a segment with another one that is not parallel, as a fraction of the
/// first one.
fn fraction_at([p, q]: [GridPoint; 2], [a, b]: [GridPoint; 2]) -> Option<([GridPoint; 2], f64)> {
    let [before, after] = [turn(a, b, p), turn(a, b, q)];
    let crosses = before.signum() * after.signum() <= 0
        && turn(p, q, a).signum() * turn(p, q, b).signum() <= 0;
    // Orientations on the grid have 60 bits. The fraction is rounded, so 53 bits suffice.
    #[expect(clippy::cast_precision_loss, reason = "the quotient is rounded anyway")]
    let fraction = before as f64 / (before as f64 - after as f64);
    (crosses && before != after).then_some(([p, q], fraction))
}
