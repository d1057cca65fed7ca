//! Whether sides cross more often than can be cut up.
//!
//! Cutting takes memory for each crossing, and n sides can cross n² / 2 times: a few
//! kilobytes of outlines would take gigabytes. So the crossings are counted first,
//! until there are too many.

use super::PolygonError;
use super::extent::Extent;
use super::grid::{Contour, GridPoint, edges, turn};
use tautline_navmesh::internal::truncate_to_u32;

/// Sides that cross so often are cut, however few they are.
const MOST: usize = 1_000_000;

/// More crossings are cut where there are more sides: so many for each.
const MOST_PER_SIDE: usize = 64;

/// So many cells the lattice has for each side. More tell sides apart that run close
/// to each other, and take a byte each.
const CELLS_PER_SIDE: usize = 8;

/// So many cells of the lattice are visited for each side before the lattice is given
/// up. Sides as short as they are spread lie in a few.
const MOST_VISITS: usize = 32;

type GridSide = [GridPoint; 2];

/// Refuses rings whose sides cross too often.
pub(super) fn check<'a>(
    contours: impl Iterator<Item = &'a Contour> + Clone,
) -> Result<(), PolygonError> {
    let count = contours.clone().map(Vec::len).sum();
    check_sides(count, contours.flat_map(|contour| edges(contour)))
}

/// Refuses sides that cross too often.
///
/// O(n) where sides are spread evenly. Elsewhere, they are counted: O(n log n + p) for
/// the p pairs of sides that overlap along the axis along which sides are shorter.
pub(super) fn check_sides(
    count: usize,
    sides: impl Iterator<Item = GridSide> + Clone,
) -> Result<(), PolygonError> {
    if count.saturating_mul(count) / 2 <= MOST {
        return Ok(());
    }
    let limit = MOST.max(MOST_PER_SIDE.saturating_mul(count));
    let Some(area) = Extent::of(sides.clone().flatten()) else { return Ok(()) };
    if could_cross(count, sides.clone(), &area) <= limit || count_crossings(sides, limit) <= limit {
        return Ok(());
    }
    Err(PolygonError::TooManyCrossings { sides: count, limit })
}

/// How many pairs of sides come so near that they could cross, or more: those that
/// share a cell of a lattice.
fn could_cross(count: usize, sides: impl Iterator<Item = GridSide>, area: &Extent) -> usize {
    let lattice = Lattice::over(area, CELLS_PER_SIDE * count);
    let mut in_cell = vec![0_u8; lattice.columns * lattice.rows];
    let (mut pairs, mut visits) = (0, 0);
    for side in sides {
        let [left, bottom, right, top] = lattice.cells_of(side);
        visits += (right - left + 1) * (top - bottom + 1);
        if visits > MOST_VISITS * count {
            return usize::MAX;
        }
        for row in bottom..=top {
            for cell in &mut in_cell[row * lattice.columns..][left..=right] {
                pairs += usize::from(*cell);
                let Some(more) = cell.checked_add(1) else { return usize::MAX };
                *cell = more;
            }
        }
    }
    pairs
}

/// Square cells over an area.
struct Lattice {
    least: [f64; 2],
    per_step: f64,
    columns: usize,
    rows: usize,
}

impl Lattice {
    #[expect(clippy::cast_precision_loss, reason = "about as many cells are enough")]
    fn over(area: &Extent, cells: usize) -> Self {
        let [least, most] = [area.least, area.most].map(|GridPoint { x, y }| [x, y].map(f64::from));
        let [width, height] = [0, 1].map(|axis| most[axis] - least[axis] + 1.0);
        let cells = cells as f64;
        // Of an area that is little more than a line, along which they lie.
        let side = (width * height / cells).sqrt().max(width.max(height) / cells);
        let per_step = 1.0 / side;
        let along = |size: f64| truncate_to_u32(size * per_step) as usize + 1;
        Self { least, per_step, columns: along(width), rows: along(height) }
    }

    /// The first column and row, and the last ones, of the cells that a side may meet.
    fn cells_of(&self, [a, b]: GridSide) -> [usize; 4] {
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

/// Counts crossings, one more than a limit at most: compares sides that overlap along one
/// axis.
fn count_crossings(sides: impl Iterator<Item = GridSide>, limit: usize) -> usize {
    let mut sides: Vec<GridSide> = sides.collect();
    let length = |[a, b]: GridSide| [a.x.abs_diff(b.x), a.y.abs_diff(b.y)].map(u64::from);
    let [across, along] = sides.iter().fold([0, 0], |[x, y], &side| {
        let [dx, dy] = length(side);
        [x + dx, y + dy]
    });
    let range = |[a, b]: GridSide| {
        let [from, to] = if across <= along { [a.x, b.x] } else { [a.y, b.y] };
        [from.min(to), from.max(to)]
    };
    sides.sort_unstable_by_key(|&side| (range(side), side));
    let mut active: Vec<GridSide> = Vec::new();
    let mut count = 0;
    for side in sides {
        let [from, _] = range(side);
        active.retain(|&other| range(other)[1] >= from);
        count += active.iter().filter(|&&other| do_cross([other, side])).count();
        if count > limit {
            break;
        }
        active.push(side);
    }
    count
}

/// Tests whether one of two sides has to be cut for the other: where they cross, where one ends
/// on the other, or where they begin to lie on each other.
fn do_cross([[a, b], [c, d]]: [GridSide; 2]) -> bool {
    let are_beside = a.x.max(b.x) < c.x.min(d.x)
        || c.x.max(d.x) < a.x.min(b.x)
        || a.y.max(b.y) < c.y.min(d.y)
        || c.y.max(d.y) < a.y.min(b.y);
    let is_between = |one: i64, other: i64| one.signum() * other.signum() <= 0;
    let of_second = [turn(a, b, c), turn(a, b, d)];
    if are_beside
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

    fn side(ends: [[i32; 2]; 2]) -> GridSide {
        ends.map(|[x, y]| GridPoint::new(x, y))
    }

    /// All crossings of some sides, by sorting, and by comparing each with each.
    fn counts(sides: &[GridSide]) -> [usize; 2] {
        let pairs = (0..sides.len()).flat_map(|one| (0..one).map(move |other| [one, other]));
        let crossings = pairs.filter(|pair| do_cross(pair.map(|side| sides[side])));
        [count_crossings(sides.iter().copied(), usize::MAX), crossings.count()]
    }

    #[test]
    fn each_crossing_is_counted_once() {
        let mut state = 1_u32;
        let mut below = |most: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            i32::try_from((state >> 8) % most).unwrap()
        };
        for reach in [10, 100, 10_000] {
            let sides: Vec<GridSide> = (0..400)
                .map(|_| {
                    let [x, y] = [below(1_000), below(1_000)];
                    side([[x, y], [x + below(reach) + 1, y + below(2 * reach)]])
                })
                .collect();
            let [sorted, compared] = counts(&sides);
            assert_eq!(sorted, compared, "{reach}");
            let area = Extent::of(sides.iter().copied().flatten()).unwrap();
            assert!(could_cross(400, sides.into_iter(), &area) >= compared);
        }
    }

    #[test]
    fn sides_that_are_not_cut_do_not_count() {
        let sides = [
            [[0, 0], [9, 0]],
            [[9, 0], [9, 9]],
            [[9, 0], [20, 0]],
            [[0, 0], [9, 0]],
            [[9, 0], [0, 0]],
            [[0, 1], [8, 1]],
        ];
        assert_eq!(counts(&sides.map(side)), [0, 0]);
        // A crossing, an end on another side, and sides on each other.
        for other in [[[4, -1], [4, 1]], [[4, 0], [4, 7]], [[0, 0], [4, 0]], [[-1, 0], [4, 0]]] {
            assert_eq!(counts(&[side(sides[0]), side(other)]), [1, 1], "{other:?}");
        }
    }
}
