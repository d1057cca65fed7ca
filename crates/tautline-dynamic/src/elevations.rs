//! Elevations of vertices after charts were cut in the plane.

use std::collections::BTreeMap;

use crate::borders::{Surface, number_of};
use crate::cut_chart::CutChart;
use crate::facets::{ElevationKey, RegionKey, elevations_of};
use crate::patch::{JoinKey, Patch, PatchArea};
use crate::static_mesh::StaticMesh;
use tautline_geometry::polygon;
use tautline_meshgen::internal::grid::GridPoint;
use tautline_navmesh::internal::{DisjointSets, number};
use tautline_navmesh::{AreaAttributes, AreaId, Vec2};

/// Makes one patch of charts that were cut. Its vertices have the elevation of the static mesh:
/// exactly that of a static vertex at the same position, and the same for all areas that are
/// connected there.
pub(super) fn with_elevations(
    static_mesh: &StaticMesh,
    charts: &[Vec<AreaId>],
    cut_charts: &[CutChart],
) -> Patch {
    let mut corners = Corners::default();
    let mut patch = Patch::default();
    for (chart, cut_chart) in charts.iter().zip(cut_charts) {
        let static_elevations = static_elevations(static_mesh, chart);
        let mut known: BTreeMap<(u32, Surface), u32> = BTreeMap::new();
        for area in &cut_chart.areas {
            let Surface { region: index, terrain } = area.surface;
            let region = cut_chart.regions[index as usize];
            let corner = |&position: &u32| {
                *known.entry((position, area.surface)).or_insert_with(|| {
                    let at = cut_chart.positions[position as usize];
                    corners.push(at, static_elevations.get(&(at, region)).copied(), region)
                })
            };
            let area_corners: Vec<u32> = area.corners.iter().map(corner).collect();
            patch.areas.push(PatchArea {
                corners: area_corners,
                join_keys: area.join_keys.clone(),
                attributes: AreaAttributes { terrain, ..region.attributes },
                representative: cut_chart.representatives[index as usize],
            });
        }
        for &area in chart {
            let region = number_of(static_mesh.facets(area)[0].region, &cut_chart.regions);
            patch.representatives.insert(area, cut_chart.representatives[region as usize]);
        }
    }
    let mut united = DisjointSets::new(corners.positions.len());
    if !static_mesh.mesh.elevations().is_empty() {
        corners.join(&patch.areas, &mut united);
    }
    let (vertices, vertex_of) = corners.vertices(static_mesh, &mut united);
    for corner in patch.areas.iter_mut().flat_map(|area| &mut area.corners) {
        *corner = vertex_of[*corner as usize];
    }
    patch.vertices = vertices;
    patch
}

/// The elevations of static vertices, by position and region.
fn static_elevations(
    static_mesh: &StaticMesh,
    chart: &[AreaId],
) -> BTreeMap<(GridPoint, RegionKey), f32> {
    let mut known = BTreeMap::new();
    if static_mesh.mesh.elevations().is_empty() {
        return known;
    }
    for &area in chart {
        let (positions, elevations) =
            (static_mesh.corners(area), elevations_of(&static_mesh.mesh, area));
        for facet in static_mesh.facets(area) {
            let at = |&corner: &usize| ((positions[corner], facet.region), elevations[corner]);
            known.extend(facet.corners.iter().map(at));
        }
    }
    known
}

/// Corners of areas, one for each position and region, before connected ones are united to
/// vertices.
#[derive(Default)]
struct Corners {
    positions: Vec<GridPoint>,
    /// The elevation of the static mesh, if it has a vertex there, and the region.
    sources: Vec<(Option<f32>, RegionKey)>,
}

impl Corners {
    fn push(
        &mut self,
        position: GridPoint,
        static_elevation: Option<f32>,
        region: RegionKey,
    ) -> u32 {
        let corner = number(self.positions.len());
        self.positions.push(position);
        self.sources.push((static_elevation, region));
        corner
    }

    /// Unites the corners at both ends of edges with the same join key.
    fn join(&self, areas: &[PatchArea], vertices: &mut DisjointSets) {
        let mut edges: BTreeMap<(JoinKey, [GridPoint; 2]), [u32; 2]> = BTreeMap::new();
        for area in areas {
            for ([from, to], &join_key) in polygon::edges(&area.corners).zip(&area.join_keys) {
                if join_key == JoinKey::Wall {
                    continue;
                }
                let mut ends = [from, to].map(|corner| (self.positions[corner as usize], corner));
                ends.sort_unstable();
                let corners = ends.map(|end| end.1);
                if let Some(others) = edges.insert((join_key, ends.map(|end| end.0)), corners) {
                    for (corner, other) in corners.into_iter().zip(others) {
                        self.unite(vertices, corner, other);
                    }
                }
            }
        }
    }

    /// Unites two corners. The more reliable elevation wins: that of a static vertex, or else
    /// that of the first region in order, where level regions come first.
    fn unite(&self, vertices: &mut DisjointSets, one: u32, other: u32) {
        let [one, other] = [one, other].map(|corner| vertices.root(corner));
        let rank = |corner: u32| {
            let (static_elevation, region) = self.sources[corner as usize];
            (static_elevation.is_none(), region.elevation_key, corner)
        };
        let (root, other) = if rank(one) <= rank(other) { (one, other) } else { (other, one) };
        vertices.unite(root, other);
    }

    /// All vertices with their elevations, and the vertex of each corner.
    fn vertices(
        &self,
        static_mesh: &StaticMesh,
        united: &mut DisjointSets,
    ) -> (Vec<(GridPoint, f32)>, Vec<u32>) {
        let mut vertices = Vec::new();
        let mut vertex_of = vec![u32::MAX; self.positions.len()];
        for corner in (0..).take(self.positions.len()) {
            let root = united.root(corner) as usize;
            if vertex_of[root] == u32::MAX {
                vertex_of[root] = number(vertices.len());
                let (position, (static_elevation, region)) =
                    (self.positions[root], self.sources[root]);
                let elevation = static_elevation.unwrap_or_else(|| match region.elevation_key {
                    ElevationKey::Level(bits) => f32::from_bits(bits),
                    ElevationKey::Slope(area, _) => static_mesh
                        .mesh
                        .elevation_at(area, Vec2::from(static_mesh.grid.position(position))),
                });
                vertices.push((position, elevation));
            }
            vertex_of[corner as usize] = vertex_of[root];
        }
        (vertices, vertex_of)
    }
}
