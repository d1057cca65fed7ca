//! The borders of a planar chart: before obstacles are cut out, and after it.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::facets::{Facet, RegionKey};
use crate::planar_charts::PlanarChart;
use tautline_geometry::polygon::edges;
use tautline_meshgen::PolygonError;
use tautline_meshgen::internal::coverage;
use tautline_meshgen::internal::grid::GridPoint;
use tautline_meshgen::internal::noding::Segment;
use tautline_navmesh::internal::number;
use tautline_navmesh::{AreaId, HalfEdgeId, Terrain};

/// The ground at a point of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Surface {
    pub(super) region: u32,
    /// The terrain class of the region, or the one that an obstacle sets.
    pub(super) terrain: Terrain,
}

/// A piece of a border between two surfaces, with properties of its left and its right side.
pub(super) struct BorderPiece {
    pub(super) ends: [GridPoint; 2],
    /// The ground on both sides; `None` where nothing remains.
    pub(super) surfaces: [Option<Surface>; 2],
    /// True if the chart of the region on that side ends here: at a wall, or at an area that is
    /// not in the chart.
    pub(super) ends_chart: [bool; 2],
    /// The half-edge of the static mesh across which the region on that side leads to another
    /// chart, if any.
    pub(super) to_charts: [Option<HalfEdgeId>; 2],
}

/// The numbers of shapes in the sweep: first the regions, then the obstacles, then the marks. A
/// mark is a shape that covers nothing of interest. It tags a piece of border, and stays with the
/// piece when the piece is cut or merged with others.
#[derive(Clone, Copy)]
pub(super) struct Shapes {
    regions: u32,
    obstacles: u32,
}

impl Shapes {
    pub(super) fn new(regions: usize, obstacles: usize) -> Self {
        Self { regions: number(regions), obstacles: number(obstacles) }
    }

    pub(super) const fn of_obstacles(self) -> Range<u32> {
        self.regions..self.end_of_chart(false)
    }

    /// The mark of a piece at which the chart ends on the left, or the right.
    const fn end_of_chart(self, is_right: bool) -> u32 {
        self.regions + self.obstacles + is_right as u32
    }

    /// The first of the marks that name a half-edge to another chart.
    const fn first_to_chart(self) -> u32 {
        self.end_of_chart(true) + 1
    }
}

/// The borders of regions, before anything is cut out.
#[derive(Default)]
pub(super) struct ChartBorders {
    pub(super) pieces: Vec<Segment>,
    /// Half-edges of the static mesh that lead to other charts, and true if the other chart lies
    /// on the right of their pieces.
    pub(super) to_charts: Vec<(HalfEdgeId, bool)>,
    pub(super) outer: Vec<OuterEdge>,
}

/// A half-edge of the static mesh that leads to an unaffected area.
pub(super) struct OuterEdge {
    pub(super) edge: HalfEdgeId,
    pub(super) ends: [GridPoint; 2],
    region: u32,
}

impl OuterEdge {
    /// Returns true if it is a border as before: neither divided nor covered.
    pub(super) fn is_intact(&self, borders: &[BorderPiece]) -> bool {
        let [a, b] = self.ends;
        let found = borders.binary_search_by_key(&[a.min(b), a.max(b)], |border| border.ends);
        let left = usize::from(a > b);
        let surface = found.ok().and_then(|index| borders[index].surfaces[left]);
        surface.is_some_and(|surface| surface.region == self.region)
    }
}

impl PlanarChart<'_> {
    /// Collects the borders of regions.
    pub(super) fn collect_borders(
        &self,
        facets: &[(AreaId, Facet)],
        regions: &[RegionKey],
        shapes: Shapes,
    ) -> ChartBorders {
        let half_edge_regions = self.half_edge_regions(facets, regions);
        let mut chart_borders = ChartBorders::default();
        for (area, facet) in facets {
            let region = number_of(facet.region, regions);
            let corners = self.static_mesh.corners(*area);
            let (first, ring) = self.static_mesh.mesh.face_loop(*area);
            for ([from, to], is_within) in facet_edges(&facet.corners, ring.len()) {
                let ends = [corners[from], corners[to]];
                let mut piece = Segment::new(ends[0], ends[1], region);
                if !is_within {
                    let other = ring[from].twin().and_then(|twin| half_edge_regions.get(&twin));
                    if other == Some(&region) {
                        // An edge inside a region, which the sweep would only have to drop.
                        continue;
                    }
                    if other.is_none() {
                        let across = ring[from].twin().map(|_| ring[from].across());
                        let edge = HalfEdgeId::from_index(first.index() + from);
                        let edge = OuterEdge { edge, ends, region };
                        let marks = chart_borders.end_chart(edge, across, self.affected, shapes);
                        piece.shapes.extend(marks);
                    }
                }
                chart_borders.pieces.push(piece);
            }
        }
        chart_borders
    }

    /// The region on the left of each half-edge of the static mesh around the chart's areas.
    fn half_edge_regions(
        &self,
        facets: &[(AreaId, Facet)],
        regions: &[RegionKey],
    ) -> BTreeMap<HalfEdgeId, u32> {
        let mut half_edge_regions = BTreeMap::new();
        for (area, facet) in facets {
            let (first, ring) = self.static_mesh.mesh.face_loop(*area);
            let region = number_of(facet.region, regions);
            let edges = facet_edges(&facet.corners, ring.len());
            let of_area = edges.filter_map(|([from, _], is_within)| (!is_within).then_some(from));
            half_edge_regions
                .extend(of_area.map(|from| (HalfEdgeId::from_index(first.index() + from), region)));
        }
        half_edge_regions
    }
}

impl ChartBorders {
    /// Records where a half-edge leads at which the chart ends: to a wall, to another chart of the
    /// affected areas, or to an unaffected area. Returns the marks of its pieces.
    fn end_chart(
        &mut self,
        outer: OuterEdge,
        across: Option<AreaId>,
        affected: &[AreaId],
        shapes: Shapes,
    ) -> impl Iterator<Item = u32> + use<> {
        let is_right = outer.ends[0] > outer.ends[1];
        let mut to_chart = None;
        if let Some(area) = across {
            if affected.binary_search(&area).is_ok() {
                to_chart =
                    Some(shapes.first_to_chart().saturating_add(number(self.to_charts.len())));
                self.to_charts.push((outer.edge, is_right));
            } else {
                self.outer.push(outer);
            }
        }
        std::iter::once(shapes.end_of_chart(is_right)).chain(to_chart)
    }
}

/// The ground that obstacles leave of regions.
pub(super) struct RemainingGround<'a> {
    pub(super) shapes: Shapes,
    pub(super) regions: &'a [RegionKey],
    /// For each obstacle, the terrain class that it sets; `None` if it removes the ground.
    pub(super) terrains: Vec<Option<Terrain>>,
    /// For each region, true for each obstacle that is at its elevation, and so covers it.
    pub(super) covers: Vec<Vec<bool>>,
}

impl RemainingGround<'_> {
    /// The pieces of border of the remaining ground, sorted by their ends.
    pub(super) fn borders(
        &self,
        mut pieces: Vec<Segment>,
        to_charts: &[(HalfEdgeId, bool)],
    ) -> Result<Vec<BorderPiece>, PolygonError> {
        let mut borders = Vec::new();
        coverage::sweep(&mut pieces, |piece, left, right| {
            let surfaces = [self.surface(left), self.surface(right)];
            let has = |shape: u32| piece.shapes.binary_search(&shape).is_ok();
            let ends_chart = [false, true].map(|is_right| has(self.shapes.end_of_chart(is_right)));
            if surfaces[0] != surfaces[1] || (surfaces[0].is_some() && ends_chart.contains(&true)) {
                let to_charts = self.to_charts_of(piece, to_charts);
                borders.push(BorderPiece {
                    ends: [piece.from, piece.to],
                    surfaces,
                    ends_chart,
                    to_charts,
                });
            }
        })?;
        borders.sort_unstable_by_key(|border| border.ends);
        Ok(borders)
    }

    /// The ground at a point, given the sorted shapes that cover the point; `None` if an obstacle
    /// removes it. Of the obstacles that set the terrain, the last one counts.
    fn surface(&self, covering: &[u32]) -> Option<Surface> {
        let Range { start, end } = self.shapes.of_obstacles();
        let [first_obstacle, first_mark] =
            [start, end].map(|number| covering.partition_point(|&shape| shape < number));
        let &region = covering[..first_obstacle].last()?;
        let obstacles = covering[first_obstacle..first_mark].iter().map(|shape| shape - start);
        let covers = &self.covers[region as usize];
        let terrain = self.regions[region as usize].attributes.terrain;
        let terrain = obstacles
            .filter(|&obstacle| covers[obstacle as usize])
            .try_fold(terrain, |_, obstacle| self.terrains[obstacle as usize])?;
        Some(Surface { region, terrain })
    }

    /// The half-edges of the static mesh across which a piece leads to other charts.
    fn to_charts_of(
        &self,
        piece: &Segment,
        to_charts: &[(HalfEdgeId, bool)],
    ) -> [Option<HalfEdgeId>; 2] {
        let first = self.shapes.first_to_chart();
        let to_chart = |shape: &u32| to_charts.get(shape.checked_sub(first)? as usize);
        let mut found = [None; 2];
        for &(edge, is_right) in piece.shapes.iter().filter_map(to_chart) {
            found[usize::from(is_right)] = Some(edge);
        }
        found
    }
}

/// The edges of a facet, by the corners of its area at their ends, each with true if it lies
/// inside the area. Takes the corners of the facet, and the number of corners of the area.
fn facet_edges(
    corners: &[usize],
    area_corners: usize,
) -> impl Iterator<Item = ([usize; 2], bool)> + '_ {
    edges(corners).map(move |[from, to]| ([from, to], (from + 1) % area_corners != to))
}

/// The number of a region, given the sorted keys of all.
pub(super) fn number_of(region: RegionKey, regions: &[RegionKey]) -> u32 {
    number(regions.partition_point(|&other| other < region))
}
