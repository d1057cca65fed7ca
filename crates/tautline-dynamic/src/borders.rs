//! The borders of ground in the plane: as they are drawn, and as obstacles leave
//! them.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::facets::{RegionKey, Facet};
use crate::planar_charts::PlanarChart;
use tautline_meshgen::PolygonError;
use tautline_meshgen::internal::coverage;
use tautline_meshgen::internal::grid::GridPoint;
use tautline_meshgen::internal::pieces::Piece;
use tautline_navmesh::internal::number;
use tautline_navmesh::{AreaId, HalfEdgeId};

/// A piece of border.
pub(super) struct Border {
    pub(super) ends: [GridPoint; 2],
    /// The regions on its left and its right.
    pub(super) regions: [Option<u32>; 2],
    /// Whether an area on its left, or right, ends here: at a wall, or with the
    /// chart.
    pub(super) ends_chart: [bool; 2],
    /// The side of the base by which it to_charts to another chart of the affected.
    pub(super) to_charts: [Option<HalfEdgeId>; 2],
}

/// The numbers of shapes: first come the regions, then the obstacles.
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

    /// A shape that tells where the chart ends on the left, or the right.
    const fn end_of_chart(self, is_right: bool) -> u32 {
        self.regions + self.obstacles + is_right as u32
    }

    /// The first of the shapes that tell which side to_charts to another chart.
    const fn first_to_chart(self) -> u32 {
        self.end_of_chart(true) + 1
    }
}

/// The borders of regions, before anything is cut out.
#[derive(Default)]
pub(super) struct ChartBorders {
    pub(super) pieces: Vec<Piece>,
    /// Sides of the base that to_chart to other charts of the affected, and whether
    /// the chart lies on the right of their pieces.
    pub(super) to_charts: Vec<(HalfEdgeId, bool)>,
    pub(super) outer: Vec<OuterEdge>,
}

/// A side of the base that to_charts to an area that is not cut.
pub(super) struct OuterEdge {
    pub(super) edge: HalfEdgeId,
    pub(super) ends: [GridPoint; 2],
    region: u32,
}

impl OuterEdge {
    /// Whether it is a border as it was: neither cut nor covered.
    pub(super) fn is_intact(&self, borders: &[Border]) -> bool {
        let [a, b] = self.ends;
        let found = borders.binary_search_by_key(&[a.min(b), a.max(b)], |border| border.ends);
        let left = usize::from(a > b);
        found.is_ok_and(|index| borders[index].regions[left] == Some(self.region))
    }
}

impl PlanarChart<'_> {
    /// Draws the borders of regions.
    pub(super) fn draw(
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
                let mut piece = Piece::new(ends[0], ends[1], region);
                if !is_within {
                    let other = ring[from].twin().and_then(|twin| half_edge_regions.get(&twin));
                    if other == Some(&region) {
                        continue;
                    }
                    if other.is_none() {
                        let across = ring[from].twin().map(|_| ring[from].across());
                        let edge = HalfEdgeId::from_index(first.index() + from);
                        let edge = OuterEdge { edge, ends, region };
                        piece.shapes.extend(chart_borders.end_chart(edge, self.beyond(across), shapes));
                    }
                }
                chart_borders.pieces.push(piece);
            }
        }
        chart_borders
    }

    /// The region on the left of each side of the base around the chart's areas.
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

    /// What lies beyond a side of the chart, by the area across.
    fn beyond(&self, across: Option<AreaId>) -> Beyond {
        match across {
            None => Beyond::Wall,
            Some(area) if self.affected.binary_search(&area).is_ok() => Beyond::Chart,
            Some(_) => Beyond::Unaffected,
        }
    }
}

/// What lies beyond a side at which a chart ends.
enum Beyond {
    Wall,
    /// Another chart of the affected.
    Chart,
    /// An area that is not cut.
    Unaffected,
}

impl ChartBorders {
    /// Notes where a side to_charts at which the chart ends, and gives the shapes that
    /// tell so of its pieces.
    fn end_chart(
        &mut self,
        outer: OuterEdge,
        beyond: Beyond,
        shapes: Shapes,
    ) -> impl Iterator<Item = u32> + use<> {
        let is_right = outer.ends[0] > outer.ends[1];
        let mut to_chart = None;
        match beyond {
            Beyond::Wall => {}
            Beyond::Unaffected => self.outer.push(outer),
            Beyond::Chart => {
                to_chart = Some(shapes.first_to_chart().saturating_add(number(self.to_charts.len())));
                self.to_charts.push((outer.edge, is_right));
            }
        }
        std::iter::once(shapes.end_of_chart(is_right)).chain(to_chart)
    }
}

/// What obstacles leave of regions.
pub(super) struct RemainingArea {
    pub(super) shapes: Shapes,
    /// By region, which obstacles stand on it.
    pub(super) blocks: Vec<Vec<bool>>,
}

impl RemainingArea {
    /// The borders of the ground that is left, by their ends.
    pub(super) fn borders(
        &self,
        mut pieces: Vec<Piece>,
        to_charts: &[(HalfEdgeId, bool)],
    ) -> Result<Vec<Border>, PolygonError> {
        let mut borders = Vec::new();
        coverage::sweep(&mut pieces, |piece, left, right| {
            let regions = [self.region(left), self.region(right)];
            let has = |shape: u32| piece.shapes.binary_search(&shape).is_ok();
            let ends_chart = [false, true].map(|is_right| has(self.shapes.end_of_chart(is_right)));
            if regions[0] != regions[1] || (regions[0].is_some() && ends_chart.contains(&true)) {
                let to_charts = self.to_charts_of(piece, to_charts);
                borders.push(Border { ends: [piece.from, piece.to], regions, ends_chart, to_charts });
            }
        })?;
        borders.sort_unstable_by_key(|border| border.ends);
        Ok(borders)
    }

    /// The region of a place that shapes footprint, unless an obstacle stands there.
    fn region(&self, covering: &[u32]) -> Option<u32> {
        let Range { start, end } = self.shapes.of_obstacles();
        let obstacles = covering.partition_point(|&shape| shape < start);
        let others = covering.partition_point(|&shape| shape < end);
        let &region = covering[..obstacles].last()?;
        let footprints = |&shape: &u32| self.blocks[region as usize][(shape - start) as usize];
        (!covering[obstacles..others].iter().any(footprints)).then_some(region)
    }

    /// By which sides of the base a piece to_charts to other charts.
    fn to_charts_of(&self, piece: &Piece, to_charts: &[(HalfEdgeId, bool)]) -> [Option<HalfEdgeId>; 2] {
        let mut found = [None; 2];
        for &shape in &piece.shapes {
            let to_chart = shape.checked_sub(self.shapes.first_to_chart()).map(|to_chart| to_chart as usize);
            if let Some(&(edge, is_right)) = to_chart.and_then(|to_chart| to_charts.get(to_chart)) {
                found[usize::from(is_right)] = Some(edge);
            }
        }
        found
    }
}

/// The sides of a facet by the corners of its area at their ends, and whether they
/// lie within the area.
fn facet_edges(corners: &[usize], of_area: usize) -> impl Iterator<Item = ([usize; 2], bool)> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(move |(&from, &to)| ([from, to], (from + 1) % of_area != to))
}

/// The number of a region.
fn number_of(region: RegionKey, regions: &[RegionKey]) -> u32 {
    number(regions.partition_point(|&other| other < region))
}
