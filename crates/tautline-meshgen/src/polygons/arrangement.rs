//! The arrangement of ground and terrain: a planar subdivision with labelled edges.

use super::grid::{Contour, Grid, GridPoint};
use super::noding::{self, Segment};
use super::{PolygonError, coverage};
use crate::{Edge, Subdivision};
use tautline_geometry::polygon::edges;
use tautline_navmesh::AreaAttributes;

/// The ends of an edge, and the attributes of the ground on its left and on its right; `None`
/// is blocked.
pub(super) type LabelledEdge = ([GridPoint; 2], [Option<AreaAttributes>; 2]);

/// Overlays the ground with the terrain, of which later shapes cover earlier ones. Returns the
/// edges between different regions.
pub(super) fn overlay(
    ground: &[Contour],
    terrains: &[(AreaAttributes, &[Contour])],
) -> Result<Vec<LabelledEdge>, PolygonError> {
    // Shape 0 is the ground, shape 1 the first terrain.
    let shapes = std::iter::once(ground).chain(terrains.iter().map(|(_, rings)| *rings));
    let mut boundaries = Vec::new();
    for (shape, contours) in (0..).zip(shapes) {
        let segments = contours.iter().flat_map(|contour| edges(contour));
        boundaries.extend(segments.map(|[from, to]| Segment::new(from, to, shape)));
    }
    let mut segments = noding::node(boundaries)?;

    // The covering shapes are sorted, so the last one is the topmost. Terrain without ground
    // under it is blocked.
    let region = |covering: &[u32]| match covering {
        [0] => Some(AreaAttributes::default()),
        [0, .., topmost] => Some(terrains[*topmost as usize - 1].0),
        _ => None,
    };
    let mut edges = Vec::new();
    coverage::sweep(&mut segments, |segment, left, right| {
        let regions = [region(left), region(right)];
        if regions[0] != regions[1] {
            edges.push(([segment.from, segment.to], regions));
        }
    })?;
    Ok(edges)
}

/// The ends of an edge between ground and blocked space, with the ground on the left.
pub(super) fn boundary_edge(&([from, to], regions): &LabelledEdge) -> Option<[GridPoint; 2]> {
    match regions {
        [Some(_), None] => Some([from, to]),
        [None, Some(_)] => Some([to, from]),
        _ => None,
    }
}

/// Numbers the vertices of the arrangement row by row.
pub(super) fn subdivision(edges: &[LabelledEdge], grid: Grid) -> Subdivision {
    let points = edges.iter().flat_map(|(ends, _)| *ends);
    let mut ends: Vec<(u64, u32)> = points.map(row_key).zip(0..).collect();
    ends.sort_unstable();
    let mut vertices = Vec::with_capacity(ends.len());
    // The vertex of each end.
    let mut numbers = vec![0; ends.len()];
    for (number, same) in (0..).zip(ends.chunk_by(|one, other| one.0 == other.0)) {
        let end = same[0].1 as usize;
        vertices.push(grid.position(edges[end / 2].0[end % 2]));
        for &(_, end) in same {
            numbers[end as usize] = number;
        }
    }
    let ends = numbers.chunks_exact(2);
    let edge = |(&(_, regions), ends): (&LabelledEdge, &[u32])| {
        let [left, right] = regions.map(|region| region.map(|ground| ground.terrain).into());
        Edge::between(ends[0], ends[1], left, right)
    };
    Subdivision { edges: edges.iter().zip(ends).map(edge).collect(), vertices }
}

/// A key that orders points by row: flipping the sign bit makes unsigned order agree with
/// signed order.
fn row_key(point: GridPoint) -> u64 {
    let [x, y] = [point.x, point.y].map(|coordinate| coordinate.cast_unsigned() ^ 1 << 31);
    u64::from(y) << 32 | u64::from(x)
}
