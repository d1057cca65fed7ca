//! Cutting of one planar chart.

use std::collections::BTreeMap;

use crate::ChangeError;
use crate::borders::{BorderPiece, ChartBorders, OuterEdge, RemainingGround, Shapes, Surface};
use crate::facets::{Facet, RegionKey};
use crate::obstacle::Footprint;
use crate::patch::JoinKey;
use crate::planar_charts::PlanarChart;
use tautline_geometry::polygon::edges;
use tautline_meshgen::internal::grid::{GridPoint, turn};
use tautline_meshgen::internal::noding::{self, Segment};
use tautline_meshgen::{Edge, PolygonError, Region, Subdivision};
use tautline_navmesh::internal::number;
use tautline_navmesh::{AreaId, HalfEdgeId, RawMesh};

/// The areas that obstacles leave of a planar chart.
#[derive(Debug, Default)]
pub(super) struct CutChart {
    pub(super) positions: Vec<GridPoint>,
    pub(super) areas: Vec<ChartArea>,
    pub(super) regions: Vec<RegionKey>,
    /// For each region, its representative: the first static area that has a part of it.
    pub(super) representatives: Vec<AreaId>,
    /// Boundary edges with an end off the static areas, because an intersection was rounded to
    /// the grid.
    pub(super) off_mesh_edges: Vec<[GridPoint; 2]>,
}

#[derive(Debug)]
pub(super) struct ChartArea {
    /// Indices into the positions, counter-clockwise.
    pub(super) corners: Vec<u32>,
    /// The join key of the edge that starts at each corner.
    pub(super) join_keys: Vec<JoinKey>,
    pub(super) surface: Surface,
}

/// The result of cutting.
pub(super) enum CutOutcome<T> {
    Cut(T),
    /// A border to an unaffected area was divided: the area across has to be cut, too.
    SplitBorder(HalfEdgeId),
}

impl PlanarChart<'_> {
    /// Cuts footprints out of the chart.
    pub(super) fn cut(
        &self,
        footprints: &[&Footprint],
    ) -> Result<CutOutcome<CutChart>, ChangeError> {
        let facets: Vec<(AreaId, Facet)> = self
            .areas
            .iter()
            .flat_map(|&area| {
                self.static_mesh.facets(area).into_iter().map(move |facet| (area, facet))
            })
            .collect();
        let (regions, representatives) = regions_of(&facets);
        let shapes = Shapes::new(regions.len(), footprints.len());
        let ChartBorders { mut pieces, to_charts, mut outer } =
            self.collect_borders(&facets, &regions, shapes);
        // Regions and obstacles are shapes of one sweep, which finds for each piece of border the
        // shapes on its left and its right.
        for (shape, footprint) in shapes.of_obstacles().zip(footprints) {
            pieces.extend(footprint.edges().map(|[a, b]| Segment::new(a, b, shape)));
        }
        let covers = |&area: &AreaId| -> Vec<bool> {
            footprints
                .iter()
                .map(|footprint| self.static_mesh.is_at_elevation_of(area, footprint))
                .collect()
        };
        let covers = representatives.iter().map(covers).collect();
        let terrains = footprints.iter().map(|footprint| footprint.terrain).collect();
        let remaining = RemainingGround { shapes, regions: &regions, terrains, covers };
        let borders = remaining.borders(noding::node(pieces)?, &to_charts)?;

        // A border to an unaffected area must stay as it is, or that area would not match.
        if let Some(split) = outer.iter().find(|edge| !edge.is_intact(&borders)) {
            return Ok(CutOutcome::SplitBorder(split.edge));
        }
        outer.sort_unstable_by_key(|outer| (outer.ends, outer.edge));
        let off_mesh_edges = self.off_mesh_edges(footprints, &borders);
        let mut cut_chart =
            CutChart { regions, representatives, off_mesh_edges, ..CutChart::default() };
        self.divide(&borders, &outer, &mut cut_chart)?;
        Ok(CutOutcome::Cut(cut_chart))
    }

    /// Divides the remaining parts between the borders into convex areas.
    fn divide(
        &self,
        borders: &[BorderPiece],
        outer: &[OuterEdge],
        cut_chart: &mut CutChart,
    ) -> Result<(), ChangeError> {
        let mut positions: Vec<GridPoint> = borders.iter().flat_map(|border| border.ends).collect();
        positions.sort_unstable();
        positions.dedup();
        let number_of =
            |position: &GridPoint| number(positions.partition_point(|other| other < position));
        let edge = |border: &BorderPiece| {
            let [left, right] =
                border.surfaces.map(|surface| Region::from(surface.map(|surface| surface.terrain)));
            // Regions of the same terrain may have to stay separate, too.
            let is_wall = left == right || border.ends_chart.contains(&true);
            let [from, to] = border.ends.map(|end| number_of(&end));
            Edge { from, to, left, right, is_wall }
        };
        let subdivision = Subdivision {
            vertices: positions
                .iter()
                .map(|&position| self.static_mesh.grid.position(position))
                .collect(),
            edges: borders.iter().map(edge).collect(),
        };
        let raw = subdivision.mesh().map_err(PolygonError::from)?;

        // Borders give the surfaces of the areas next to them. All other areas have the surfaces of
        // their neighbours.
        let mut known: Vec<Option<Surface>> = vec![None; raw.area_count()];
        let mut areas = Vec::with_capacity(raw.area_count());
        for (index, known) in known.iter_mut().enumerate() {
            let corners = raw.area(index).to_vec();
            let mut join_keys = Vec::with_capacity(corners.len());
            for [from, to] in edges(&corners) {
                let ends = [from, to].map(|vertex| positions[vertex as usize]);
                let sorted = [ends[0].min(ends[1]), ends[0].max(ends[1])];
                let found = borders.binary_search_by_key(&sorted, |border| border.ends);
                let Ok(border) = found.map(|border| &borders[border]) else {
                    // Not on any border: an edge between two areas of the same surface.
                    join_keys.push(JoinKey::Within(self.number));
                    continue;
                };
                let here = usize::from(ends[0] > ends[1]);
                *known = known.or(border.surfaces[here]);
                join_keys.push(self.join_key(border, here, ends, outer));
            }
            areas.push((corners, join_keys));
        }
        let areas = areas.into_iter().zip(fill_surfaces(&raw, known));
        cut_chart.areas = areas
            .map(|((corners, join_keys), surface)| ChartArea { corners, join_keys, surface })
            .collect();
        cut_chart.positions = positions;
        Ok(())
    }

    /// The join key of an edge on the left (0) or right (1) of a border.
    fn join_key(
        &self,
        border: &BorderPiece,
        here: usize,
        ends: [GridPoint; 2],
        outer: &[OuterEdge],
    ) -> JoinKey {
        if !border.ends_chart[here] {
            let is_wall = border.surfaces[1 - here].is_none();
            return if is_wall { JoinKey::Wall } else { JoinKey::Within(self.number) };
        }
        let whole = outer.binary_search_by_key(&ends, |outer| outer.ends);
        let edge = whole.ok().map(|index| outer[index].edge).or(border.to_charts[here]);
        edge.map_or(JoinKey::Wall, |edge| self.static_mesh.join_key(edge))
    }

    /// The boundary edges that have an end off the chart's areas.
    fn off_mesh_edges(
        &self,
        footprints: &[&Footprint],
        borders: &[BorderPiece],
    ) -> Vec<[GridPoint; 2]> {
        let rings: Vec<Vec<GridPoint>> =
            self.areas.iter().map(|&area| self.static_mesh.corners(area)).collect();
        let mut known: Vec<GridPoint> = rings.iter().flatten().copied().collect();
        known.extend(footprints.iter().flat_map(|footprint| footprint.rings.iter().flatten()));
        known.sort_unstable();
        let contains = |ring: &Vec<GridPoint>, point: GridPoint| {
            edges(ring).all(|[a, b]| turn(a, b, point) >= 0)
        };
        // Corners of the areas lie on the mesh, and corners of footprints were not rounded.
        let is_off_mesh = |&point: &GridPoint| {
            known.binary_search(&point).is_err() && !rings.iter().any(|ring| contains(ring, point))
        };
        let is_outer = |border: &&BorderPiece| border.surfaces.contains(&None);
        let outer = borders.iter().filter(is_outer);
        outer.map(|border| border.ends).filter(|ends| ends.iter().any(is_off_mesh)).collect()
    }
}

/// The regions of facets, sorted by key, and the first area in which each occurs.
fn regions_of(facets: &[(AreaId, Facet)]) -> (Vec<RegionKey>, Vec<AreaId>) {
    let mut regions: BTreeMap<RegionKey, AreaId> = BTreeMap::new();
    for (area, facet) in facets {
        regions.entry(facet.region).or_insert(*area);
    }
    regions.into_iter().unzip()
}

/// Fills in unknown surfaces of areas from their neighbours: a flood fill.
fn fill_surfaces(raw: &RawMesh, mut known: Vec<Option<Surface>>) -> Vec<Surface> {
    let mut pending: Vec<usize> = (0..known.len()).filter(|&area| known[area].is_some()).collect();
    while let Some(area) = pending.pop() {
        let first = area.checked_sub(1).map_or(0, |before| raw.corner_ends[before] as usize);
        for &across in &raw.neighbours[first..raw.corner_ends[area] as usize] {
            let across = across as usize;
            if known.get(across) == Some(&None) {
                known[across] = known[area];
                pending.push(across);
            }
        }
    }
    #[expect(clippy::expect_used, reason = "connected areas end at borders, which know surfaces")]
    known.into_iter().map(|surface| surface.expect("a surface beside each border")).collect()
}
