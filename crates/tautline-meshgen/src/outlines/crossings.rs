//! Whether sides cross more often than can be cut up.
//!
//! Cutting takes memory for each crossing, and n sides can cross n² / 2 times: a few
//! kilobytes of outlines would take gigabytes. So the crossings are counted first,
//! until there are too many.

use super::OutlineError;
use super::grid::{Contour, GridPoint, sides, turn};
use tautline_navmesh::internal::whole;

/// Sides that cross so often are cut, however few they are.
const MOST: usize = 1_000_000;

/// More crossings are cut where there are more sides: so many for each.
const MOST_PER_SIDE: usize = 64;

/// So many sides are compared with each other at once. Fewer, and more time goes into
/// dividing them than into comparing them.
const FEW: usize = 32;

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
) -> Result<(), OutlineError> {
    let count = contours.clone().map(Vec::len).sum();
    check_sides(count, contours.flat_map(|contour| sides(contour)))
}

/// Refuses sides that cross too often.
///
/// O(n) where sides are spread evenly. Elsewhere, they are counted: O(n log n + k) for
/// k crossings, as long as boxes tell apart those that do not cross; long slanting
/// sides, close together, take n² comparisons, as they do when they are cut.
pub(super) fn check_sides(
    count: usize,
    sides: impl Iterator<Item = GridSide> + Clone,
) -> Result<(), OutlineError> {
    if count.saturating_mul(count) / 2 <= MOST {
        return Ok(());
    }
    let limit = MOST.max(MOST_PER_SIDE.saturating_mul(count));
    let Some(area) = Area::around(sides.clone()) else { return Ok(()) };
    if could_cross(count, sides.clone(), &area) <= limit {
        return Ok(());
    }
    let mut counting = Counting { sides: sides.collect(), left: limit };
    let all: Vec<u32> = (0..).take(count).collect();
    counting
        .count(&all, &area)
        .map_err(|TooMany| OutlineError::TooManyCrossings { sides: count, limit })
}

/// How many pairs of sides come so near that they could cross, or more: those that
/// share a cell of a lattice.
fn could_cross(count: usize, sides: impl Iterator<Item = GridSide>, area: &Area) -> usize {
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
    fn over(area: &Area, cells: usize) -> Self {
        let [width, height] = area.size();
        let cells = cells as f64;
        // Of an area that is little more than a line, along which they lie.
        let side = (width * height / cells).sqrt().max(width.max(height) / cells);
        let per_step = 1.0 / side;
        let along = |size: f64| whole(size * per_step) as usize + 1;
        Self { least: area.least, per_step, columns: along(width), rows: along(height) }
    }

    /// The first column and row, and the last ones, of the cells that a side may meet.
    fn cells_of(&self, [a, b]: GridSide) -> [usize; 4] {
        let column = |x: i32| whole((f64::from(x) - self.least[0]) * self.per_step) as usize;
        let row = |y: i32| whole((f64::from(y) - self.least[1]) * self.per_step) as usize;
        [
            column(a.x.min(b.x)),
            row(a.y.min(b.y)),
            column(a.x.max(b.x)).min(self.columns - 1),
            row(a.y.max(b.y)).min(self.rows - 1),
        ]
    }
}

/// A part of the plane in steps of the grid, without its right and its upper border.
#[derive(Clone, Copy)]
struct Area {
    least: [f64; 2],
    most: [f64; 2],
}

impl Area {
    fn around(sides: impl Iterator<Item = GridSide>) -> Option<Self> {
        let first = [[i32::MAX; 2], [i32::MIN; 2]];
        let [least, most] = sides.flatten().fold(first, |[least, most], GridPoint { x, y }| {
            [[least[0].min(x), least[1].min(y)], [most[0].max(x), most[1].max(y)]]
        });
        let most = most.map(|coordinate| f64::from(coordinate) + 1.0);
        (least[0] < i32::MAX).then_some(Self { least: least.map(f64::from), most })
    }

    fn size(&self) -> [f64; 2] {
        [0, 1].map(|axis| self.most[axis] - self.least[axis])
    }

    fn halves(&self, axis: usize) -> [Self; 2] {
        let middle = (self.least[axis] + self.most[axis]) / 2.0;
        let (mut lower, mut upper) = (*self, *self);
        lower.most[axis] = middle;
        upper.least[axis] = middle;
        [lower, upper]
    }

    fn holds(&self, place: [f64; 2]) -> bool {
        (0..2).all(|axis| (self.least[axis]..self.most[axis]).contains(&place[axis]))
    }

    /// Whether a side and the area, with its border, have a point in common.
    fn meets(&self, [a, b]: GridSide) -> bool {
        let ([ax, ay], [bx, by]) = (place(a), place(b));
        let beside = |axis: usize, one: f64, other: f64| {
            one.max(other) < self.least[axis] || one.min(other) > self.most[axis]
        };
        if beside(0, ax, bx) || beside(1, ay, by) {
            return false;
        }
        // How far the middle is from the line, and how far a corner may be.
        let [dx, dy] = [bx - ax, by - ay];
        let [x, y] = [0, 1].map(|axis| (self.least[axis] + self.most[axis]) / 2.0);
        let [width, height] = self.size();
        (dx * (y - ay) - dy * (x - ax)).abs() <= (dx.abs() * height + dy.abs() * width) / 2.0
    }
}

/// There are more crossings than allowed.
struct TooMany;

struct Counting {
    sides: Vec<GridSide>,
    /// How many more crossings there may be.
    left: usize,
}

impl Counting {
    /// Counts the crossings in an area among the sides that meet it. Halves the area
    /// as long as few sides meet both halves.
    fn count(&mut self, among: &[u32], area: &Area) -> Result<(), TooMany> {
        let [width, height] = area.size();
        if among.len() > FEW && width.max(height) > 1.0 {
            let longer = usize::from(height > width);
            for axis in [longer, 1 - longer] {
                let halves = area.halves(axis);
                let parts = halves.map(|half| self.meeting(among, &half));
                if parts[0].len() + parts[1].len() <= among.len() + among.len() / 4 {
                    let [lower, upper] = &parts;
                    self.count(lower, &halves[0])?;
                    return self.count(upper, &halves[1]);
                }
            }
        }
        self.compare(among, area)
    }

    fn meeting(&self, among: &[u32], area: &Area) -> Vec<u32> {
        among.iter().copied().filter(|&side| area.meets(self.sides[side as usize])).collect()
    }

    /// Compares all sides with each other.
    fn compare(&mut self, among: &[u32], area: &Area) -> Result<(), TooMany> {
        for (place, &one) in among.iter().enumerate() {
            for &other in &among[place + 1..] {
                let pair = [one, other].map(|side| self.sides[side as usize]);
                if crossing(pair).is_some_and(|at| area.holds(at)) {
                    self.left = self.left.checked_sub(1).ok_or(TooMany)?;
                }
            }
        }
        Ok(())
    }
}

/// Where one of two sides has to be cut for the other, if it has to: about where they
/// cross, where one ends on the other, or where they begin to lie on each other.
fn crossing([[a, b], [c, d]]: [GridSide; 2]) -> Option<[f64; 2]> {
    let are_beside = a.x.max(b.x) < c.x.min(d.x)
        || c.x.max(d.x) < a.x.min(b.x)
        || a.y.max(b.y) < c.y.min(d.y)
        || c.y.max(d.y) < a.y.min(b.y);
    if are_beside {
        return None;
    }
    let is_between = |one: i64, other: i64| one.signum() * other.signum() <= 0;
    let of_second = [turn(a, b, c), turn(a, b, d)];
    if !is_between(of_second[0], of_second[1]) || !is_between(turn(c, d, a), turn(c, d, b)) {
        return None;
    }
    if of_second == [0, 0] {
        let ([a, b], [c, d]) = ([a.min(b), a.max(b)], [c.min(d), c.max(d)]);
        return (a.max(c) < b.min(d) && [a, b] != [c, d]).then(|| place(a.max(c)));
    }
    if a == c || a == d || b == c || b == d {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "it only has to be about there")]
    let [from_c, from_d] = of_second.map(|turn| turn as f64);
    let share = from_c / (from_c - from_d);
    let ([cx, cy], [dx, dy]) = (place(c), place(d));
    Some([cx + share * (dx - cx), cy + share * (dy - cy)])
}

fn place(point: GridPoint) -> [f64; 2] {
    [point.x.into(), point.y.into()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(ends: [[i32; 2]; 2]) -> GridSide {
        ends.map(|[x, y]| GridPoint::new(x, y))
    }

    /// All crossings of some sides, by halving, and by comparing each with each.
    fn counts(sides: &[GridSide]) -> [usize; 2] {
        let area = Area::around(sides.iter().copied()).unwrap();
        let mut counting = Counting { sides: sides.to_vec(), left: usize::MAX };
        let all: Vec<u32> = (0..).take(sides.len()).collect();
        assert!(counting.count(&all, &area).is_ok());
        let pairs = (0..sides.len()).flat_map(|one| (0..one).map(move |other| [one, other]));
        let crossings = pairs.filter(|pair| crossing(pair.map(|side| sides[side])).is_some());
        [usize::MAX - counting.left, crossings.count()]
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
            let [halved, compared] = counts(&sides);
            assert_eq!(halved, compared, "{reach}");
            let area = Area::around(sides.iter().copied()).unwrap();
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
