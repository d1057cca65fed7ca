//! A limit on the number of crossings, checked before polygons are cut.
//!
//! Cutting takes memory for each crossing, and n edges can have n² / 2 of them: a few
//! kilobytes of input would take gigabytes. Most input passes a cheap upper bound (edges that
//! share a bucket of a grid); for the rest, crossings are counted up to the limit.

use super::PolygonError;
use super::extent::Extent;
use super::grid::{Contour, GridPoint, turn};
use tautline_geometry::polygon::edges;
use tautline_navmesh::internal::truncate_to_u32;

/// The number of crossings that is always allowed.
const MAX_CROSSINGS: usize = 1_000_000;

/// The number of crossings for each edge that is allowed where there are many edges.
const MAX_PER_EDGE: usize = 64;

/// The number of buckets for each edge, of one byte each. With fewer, edges that run close to
/// each other share buckets, and the bound is too coarse.
const BUCKETS_PER_EDGE: usize = 8;

/// The maximum number of buckets visited for each edge, on average, before the bound is given
/// up. Where edges are about as long as the distances between them, each visits a few.
const MAX_VISITS: usize = 32;

type GridEdge = [GridPoint; 2];

/// Refuses rings with too many crossings.
pub(super) fn check<'a>(
    contours: impl Iterator<Item = &'a Contour> + Clone,
) -> Result<(), PolygonError> {
    let count = contours.clone().map(Vec::len).sum();
    check_edges(count, contours.flat_map(|contour| edges(contour)))
}

/// Refuses edges with too many crossings.
///
/// O(n) where edges are spread evenly. Otherwise O(n log n + p) for the p pairs of edges that
/// overlap along the axis along which edges are shorter.
pub(super) fn check_edges(
    count: usize,
    edges: impl Iterator<Item = GridEdge> + Clone,
) -> Result<(), PolygonError> {
    if count.saturating_mul(count) / 2 <= MAX_CROSSINGS {
        return Ok(());
    }
    let limit = MAX_CROSSINGS.max(MAX_PER_EDGE.saturating_mul(count));
    let Some(area) = Extent::of(edges.clone().flatten()) else { return Ok(()) };
    if count_candidates(count, edges.clone(), &area) <= limit
        || count_crossings(edges, limit) <= limit
    {
        return Ok(());
    }
    Err(PolygonError::TooManyCrossings { edges: count, limit })
}

/// Returns an upper bound of the crossings: the number of pairs of edges that share a bucket.
fn count_candidates(count: usize, edges: impl Iterator<Item = GridEdge>, area: &Extent) -> usize {
    let buckets = BucketGrid::over(area, BUCKETS_PER_EDGE * count);
    let mut edge_counts = vec![0_u8; buckets.columns * buckets.rows];
    let (mut pairs, mut visits) = (0, 0);
    for edge in edges {
        let [left, bottom, right, top] = buckets.range(edge);
        visits += (right - left + 1) * (top - bottom + 1);
        if visits > MAX_VISITS * count {
            return usize::MAX;
        }
        for row in bottom..=top {
            for edge_count in &mut edge_counts[row * buckets.columns..][left..=right] {
                pairs += usize::from(*edge_count);
                let Some(more) = edge_count.checked_add(1) else { return usize::MAX };
                *edge_count = more;
            }
        }
    }
    pairs
}

/// A grid of square buckets over an area.
struct BucketGrid {
    least: [f64; 2],
    per_step: f64,
    columns: usize,
    rows: usize,
}

impl BucketGrid {
    #[expect(clippy::cast_precision_loss, reason = "about as many buckets are enough")]
    fn over(area: &Extent, buckets: usize) -> Self {
        let [least, most] = [area.least, area.most].map(|GridPoint { x, y }| [x, y].map(f64::from));
        let [width, height] = [0, 1].map(|axis| most[axis] - least[axis] + 1.0);
        let buckets = buckets as f64;
        // An area that is little more than a line has a single row of buckets.
        let bucket_size = (width * height / buckets).sqrt().max(width.max(height) / buckets);
        let per_step = 1.0 / bucket_size;
        let along = |size: f64| truncate_to_u32(size * per_step) as usize + 1;
        Self { least, per_step, columns: along(width), rows: along(height) }
    }

    /// The first column and row, and the last ones, of the buckets that an edge may meet.
    fn range(&self, [a, b]: GridEdge) -> [usize; 4] {
        let column =
            |x: i32| truncate_to_u32((f64::from(x) - self.least[0]) * self.per_step) as usize;
        let row = |y: i32| truncate_to_u32((f64::from(y) - self.least[1]) * self.per_step) as usize;
        [
            column(a.x.min(b.x)),
            row(a.y.min(b.y)),
            column(a.x.max(b.x)).min(self.columns - 1),
            row(a.y.max(b.y)).min(self.rows - 1),
        ]
    }
}

/// Counts crossings, up to one more than a limit, by comparing edges that overlap along one
/// axis.
fn count_crossings(edges: impl Iterator<Item = GridEdge>, limit: usize) -> usize {
    let mut edges: Vec<GridEdge> = edges.collect();
    let length = |[a, b]: GridEdge| [a.x.abs_diff(b.x), a.y.abs_diff(b.y)].map(u64::from);
    let [total_x, total_y] = edges.iter().fold([0, 0], |[x, y], &edge| {
        let [dx, dy] = length(edge);
        [x + dx, y + dy]
    });
    // Sorting along the axis with the shorter edges leaves fewer pairs.
    let range = |[a, b]: GridEdge| {
        let [from, to] = if total_x <= total_y { [a.x, b.x] } else { [a.y, b.y] };
        [from.min(to), from.max(to)]
    };
    edges.sort_unstable_by_key(|&edge| (range(edge), edge));
    let mut active: Vec<GridEdge> = Vec::new();
    let mut count = 0;
    for edge in edges {
        let [from, _] = range(edge);
        active.retain(|&other| range(other)[1] >= from);
        count += active.iter().filter(|&&other| needs_node([other, edge])).count();
        if count > limit {
            break;
        }
        active.push(edge);
    }
    count
}

/// Returns true if one of two edges has to be cut at the other: where they cross, where one
/// ends on the other, or where they begin to lie on each other.
fn needs_node([[a, b], [c, d]]: [GridEdge; 2]) -> bool {
    let are_disjoint = a.x.max(b.x) < c.x.min(d.x)
        || c.x.max(d.x) < a.x.min(b.x)
        || a.y.max(b.y) < c.y.min(d.y)
        || c.y.max(d.y) < a.y.min(b.y);
    let is_between = |one: i64, other: i64| one.signum() * other.signum() <= 0;
    let of_second = [turn(a, b, c), turn(a, b, d)];
    if are_disjoint
        || !is_between(of_second[0], of_second[1])
        || !is_between(turn(c, d, a), turn(c, d, b))
    {
        return false;
    }
    if of_second == [0, 0] {
        let ([a, b], [c, d]) = ([a.min(b), a.max(b)], [c.min(d), c.max(d)]);
        return a.max(c) < b.min(d) && [a, b] != [c, d];
    }
    a != c && a != d && b != c && b != d
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(ends: [[i32; 2]; 2]) -> GridEdge {
        ends.map(|[x, y]| GridPoint::new(x, y))
    }

    /// All crossings of some edges, by sorting, and by comparing each with each.
    fn counts(edges: &[GridEdge]) -> [usize; 2] {
        let pairs = (0..edges.len()).flat_map(|one| (0..one).map(move |other| [one, other]));
        let crossings = pairs.filter(|pair| needs_node(pair.map(|edge| edges[edge])));
        [count_crossings(edges.iter().copied(), usize::MAX), crossings.count()]
    }

    #[test]
    fn each_crossing_is_counted_once() {
        let mut state = 1_u32;
        let mut below = |most: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            i32::try_from((state >> 8) % most).unwrap()
        };
        for reach in [10, 100, 10_000] {
            let edges: Vec<GridEdge> = (0..400)
                .map(|_| {
                    let [x, y] = [below(1_000), below(1_000)];
                    edge([[x, y], [x + below(reach) + 1, y + below(2 * reach)]])
                })
                .collect();
            let [sorted, compared] = counts(&edges);
            assert_eq!(sorted, compared, "{reach}");
            let area = Extent::of(edges.iter().copied().flatten()).unwrap();
            assert!(count_candidates(400, edges.into_iter(), &area) >= compared);
        }
    }

    #[test]
    fn sides_that_are_not_cut_do_not_count() {
        let edges = [
            [[0, 0], [9, 0]],
            [[9, 0], [9, 9]],
            [[9, 0], [20, 0]],
            [[0, 0], [9, 0]],
            [[9, 0], [0, 0]],
            [[0, 1], [8, 1]],
        ];
        assert_eq!(counts(&edges.map(edge)), [0, 0]);
        // A crossing, an end on another edge, and edges on each other.
        for other in [[[4, -1], [4, 1]], [[4, 0], [4, 7]], [[0, 0], [4, 0]], [[-1, 0], [4, 0]]] {
            assert_eq!(counts(&[edge(edges[0]), edge(other)]), [1, 1], "{other:?}");
        }
    }
}
