//! Visibility between points of a map of cells, in exact integers.
//!
//! Points have **doubled coordinates**: cell `[x, y]` is the square from
//! `[2x, 2y]` to `[2x + 2, 2y + 2]`. Even numbers are on grid lines, odd numbers halfway between
//! them, so that every corner, side midpoint and cell centre is a point.
//!
//! The ground is the union of the closed walkable cells, connected across common sides. [`fans_at`]
//! describes the connections at a point. A segment is followed from one grid line to the
//! next, and must stay in one fan at each of these stops.

use std::collections::BTreeSet;

use crate::Cells;

/// A fan: walkable cells around a point that are connected with each other at this
/// point, across sides that contain it.
pub type Fan = Vec<[i32; 2]>;

/// Returns the fans at a point in doubled coordinates. There is none off the ground, one nearly
/// everywhere, and two at a pinch point, where two walkable cells touch at a corner and the
/// other two cells are blocked. No path leads from one to the other at that point.
///
/// ```
/// use tautline_fixtures::{Cells, sight::fans_at};
///
/// let pinch = Cells::from_rows(&["#.", ".#"]);
/// assert_eq!(fans_at(&pinch, [2, 2]), [[[0, 0]], [[1, 1]]]);
/// let bend = Cells::from_rows(&["..", ".#"]);
/// assert_eq!(fans_at(&bend, [2, 2]), [[[0, 0], [0, 1], [1, 1]]]);
/// ```
#[must_use]
pub fn fans_at(cells: &Cells, point: [i32; 2]) -> Vec<Fan> {
    fans(cells, &cells_around(cells, RationalPoint::on_lattice(point)))
}

/// Returns true if the straight segment from one point to the other is free.
///
/// It may run along a wall and touch corners of walls on either
/// side. It may not run along a side between two blocked cells, or through a
/// corner from one fan into another. A point on the ground sees itself; a
/// point off the ground sees nothing. O(n log n) for n cells crossed.
///
/// ```
/// use tautline_fixtures::{Cells, sees};
///
/// let bend = Cells::from_rows(&["..", ".#"]);
/// assert!(sees(&bend, [1, 1], [3, 3]));
/// let pinch = Cells::from_rows(&["#.", ".#"]);
/// assert!(!sees(&pinch, [1, 1], [3, 3]));
/// ```
#[must_use]
pub fn sees(cells: &Cells, from: [i32; 2], to: [i32; 2]) -> bool {
    if from == to {
        !fans_at(cells, from).is_empty()
    } else {
        !straight_walks(cells, from, to).is_empty()
    }
}

/// Returns true if a path of straight legs is walkable.
///
/// This is more than that each point [`sees`] the next one: at every bend the path
/// must stay in one fan, and not pass through a pinch point or a zero-width wall.
///
/// ```
/// use tautline_fixtures::{Cells, is_walkable_path};
///
/// let pinch = Cells::from_rows(&["#.", ".#"]);
/// assert!(is_walkable_path(&pinch, &[[0, 0], [2, 2], [1, 0]]));
/// assert!(!is_walkable_path(&pinch, &[[0, 0], [2, 2], [4, 4]]));
/// ```
#[must_use]
pub fn is_walkable_path(cells: &Cells, points: &[[i32; 2]]) -> bool {
    let Some(&start) = points.first() else { return false };
    let mut here = fans_at(cells, start);
    for leg in points.windows(2).filter(|leg| leg[0] != leg[1]) {
        let walks = straight_walks(cells, leg[0], leg[1]).into_iter();
        here = walks.filter(|(departure, _)| here.contains(departure)).map(|walk| walk.1).collect();
    }
    !here.is_empty()
}

/// Returns the pairs of fans in which the segment between two **different** points leaves the
/// first and reaches the second. There are none if it is blocked, and several if it
/// runs along a zero-width wall, on either side of it.
pub(crate) fn straight_walks(cells: &Cells, from: [i32; 2], to: [i32; 2]) -> Vec<(Fan, Fan)> {
    if fans_at(cells, from).is_empty() || fans_at(cells, to).is_empty() {
        return Vec::new();
    }
    let segment = Segment::new(from, to);
    let stops: Vec<i64> = segment.stops().into_iter().collect();
    let fan_at = |stop: i64, cell: [i32; 2]| {
        let fans = fans(cells, &cells_around(cells, segment.at(stop)));
        fans.into_iter().find(|fan| fan.contains(&cell))
    };

    // Between two stops, the segment is inside one cell, or on a side between
    // two. If both of these are walkable and connected, they are connected along the whole
    // side, and the first one represents both.
    let mut walks: Vec<(Fan, [i32; 2])> = Vec::new();
    for (index, ends) in stops.windows(2).enumerate() {
        let mut touched = cells_around(cells, segment.at(i64::midpoint(ends[0], ends[1])));
        if let [one, other] = touched[..]
            && cells.are_joined(one, other)
        {
            touched.truncate(1);
        }
        let mut next: Vec<(Fan, [i32; 2])> = Vec::new();
        for cell in touched {
            let Some(fan) = fan_at(ends[0], cell) else { continue };
            if index == 0 {
                next.push((fan, cell));
                continue;
            }
            for (departure, before) in &walks {
                let walk = (departure.clone(), cell);
                if fan.contains(before) && !next.contains(&walk) {
                    next.push(walk);
                }
            }
        }
        walks = next;
    }
    let arrive = |(departure, cell): (Fan, [i32; 2])| Some((departure, fan_at(segment.end, cell)?));
    walks.into_iter().filter_map(arrive).collect()
}

/// A point with rational coordinates: `(x / scale, y / scale)` in doubled coordinates.
#[derive(Clone, Copy)]
struct RationalPoint {
    x: i64,
    y: i64,
    scale: i64,
}

impl RationalPoint {
    fn on_lattice([x, y]: [i32; 2]) -> Self {
        Self { x: i64::from(x), y: i64::from(y), scale: 1 }
    }
}

/// A segment in doubled coordinates with an integer parameter so fine that
/// it crosses grid lines at even parameters only. Two points of the ground
/// are less than 2^17 apart on each axis, so no number exceeds 2^53.
struct Segment {
    from: [i64; 2],
    step: [i64; 2],
    /// The parameter at the end. It is 0 at the start.
    end: i64,
}

impl Segment {
    fn new(from: [i32; 2], to: [i32; 2]) -> Self {
        let from = from.map(i64::from);
        let step = [i64::from(to[0]) - from[0], i64::from(to[1]) - from[1]];
        let end = 2 * step[0].abs().max(1) * step[1].abs().max(1);
        Self { from, step, end }
    }

    fn at(&self, parameter: i64) -> RationalPoint {
        let [x, y] = [0, 1].map(|axis| self.from[axis] * self.end + self.step[axis] * parameter);
        RationalPoint { x, y, scale: self.end }
    }

    /// Returns the parameters of both ends and of all crossings with grid lines, in order.
    fn stops(&self) -> BTreeSet<i64> {
        let mut stops = BTreeSet::from([0, self.end]);
        for axis in [0, 1] {
            let distance = self.step[axis].abs();
            let crossings = (1..distance).filter(|&walked| {
                (self.from[axis] + self.step[axis].signum() * walked).rem_euclid(2) == 0
            });
            // Not empty only for a distance of at least 2, which divides `end`.
            stops.extend(crossings.map(|walked| walked * (self.end / distance)));
        }
        stops
    }
}

/// Returns the walkable cells whose closed square contains a point: at most four.
fn cells_around(cells: &Cells, point: RationalPoint) -> Vec<[i32; 2]> {
    let side = 2 * point.scale;
    let touching = |value: i64| {
        let index = value.div_euclid(side);
        let on_line = value.rem_euclid(side) == 0;
        (if on_line { index - 1 } else { index })..=index
    };
    let mut around = Vec::with_capacity(4);
    for y in touching(point.y) {
        for x in touching(point.x) {
            // A coordinate that does not fit an i32 is far off the map.
            if let (Ok(x), Ok(y)) = (i32::try_from(x), i32::try_from(y))
                && cells.is_walkable([x, y])
            {
                around.push([x, y]);
            }
        }
    }
    around
}

/// Groups the cells around a point into fans. Two of them with a common side
/// share it at that point.
fn fans(cells: &Cells, around: &[[i32; 2]]) -> Vec<Fan> {
    let mut fans: Vec<Fan> = Vec::new();
    for &cell in around {
        let is_joined = |other: &[i32; 2]| cells.are_joined(cell, *other);
        let (joined, mut apart): (Vec<Fan>, Vec<Fan>) =
            fans.into_iter().partition(|fan| fan.iter().any(is_joined));
        let mut fan = joined.concat();
        fan.push(cell);
        fan.sort_unstable();
        apart.push(fan);
        fans = apart;
    }
    fans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sees_both_ways(rows: &[&str], a: [i32; 2], b: [i32; 2]) -> bool {
        let cells = Cells::from_rows(rows);
        let there = sees(&cells, a, b);
        assert_eq!(there, sees(&cells, b, a));
        there
    }

    #[test]
    fn a_diagonal_through_a_corner_needs_one_free_cell_next_to_it() {
        assert!(sees_both_ways(&["..", ".."], [0, 0], [4, 4]));
        assert!(sees_both_ways(&["#.", ".."], [0, 0], [4, 4]));
        assert!(sees_both_ways(&["..", ".#"], [0, 0], [4, 4]));
        assert!(!sees_both_ways(&["#.", ".#"], [0, 0], [4, 4]));
    }

    #[test]
    fn the_pinch_point_is_seen_from_both_fans() {
        assert!(sees_both_ways(&["#.", ".#"], [0, 0], [2, 2]));
        assert!(sees_both_ways(&["#.", ".#"], [2, 2], [4, 4]));
    }

    #[test]
    fn a_segment_may_follow_a_wall_but_not_its_inside() {
        assert!(sees_both_ways(&["##", ".."], [0, 2], [4, 2]));
        assert!(sees_both_ways(&["..", "##"], [0, 2], [4, 2]));
        assert!(!sees_both_ways(&["##", "##"], [0, 2], [4, 2]));
        assert!(!sees_both_ways(&[".#.", ".#."], [0, 2], [6, 2]));
    }

    #[test]
    fn a_wall_that_changes_sides_blocks_a_segment_along_it() {
        assert!(!sees_both_ways(&[".#", "#."], [0, 2], [4, 2]));
        assert!(sees_both_ways(&["..", "#."], [0, 2], [4, 2]));
        assert!(sees_both_ways(&["...", "#.#"], [0, 2], [6, 2]));
        assert!(sees_both_ways(&["#..", "..#"], [0, 2], [6, 2]));
    }

    #[test]
    fn corners_on_both_sides_may_be_touched() {
        assert!(sees_both_ways(&["#...", "....", "...#"], [0, 2], [8, 4]));
        assert!(sees_both_ways(&["##..", "....", "..##"], [0, 2], [8, 4]));
        assert!(sees_both_ways(&["..##.", ".....", ".##.."], [2, 6], [8, 0]));
        assert!(!sees_both_ways(&["..##.", ".....", ".##.."], [3, 6], [8, 0]));
        assert!(!sees_both_ways(&["###..", "....."], [0, 1], [8, 4]));
    }

    #[test]
    fn a_segment_slightly_inside_a_block_is_blocked() {
        let wide = "....................";
        let blocked = "##########..........";
        assert!(sees_both_ways(&[wide, blocked], [0, 3], [40, 1]));
        assert!(!sees_both_ways(&[wide, blocked], [0, 3], [39, 1]));
    }

    #[test]
    fn a_zero_width_wall_is_followed_on_either_side_and_crossed_on_none() {
        let mut cells = Cells::from_rows(&["..", ".."]);
        cells.put_wall([0, 0], [1, 0]);
        assert!(!sees(&cells, [1, 1], [3, 1]) && !sees(&cells, [0, 0], [3, 2]));
        assert!(sees(&cells, [2, 0], [2, 4]) && sees(&cells, [0, 0], [4, 4]));
        assert!(sees(&cells, [1, 1], [2, 0]) && sees(&cells, [2, 0], [3, 1]));
        assert_eq!(straight_walks(&cells, [2, 0], [2, 1]).len(), 2);
        assert!(is_walkable_path(&cells, &[[1, 1], [2, 2], [3, 1]]));
        assert!(!is_walkable_path(&cells, &[[1, 1], [2, 1], [3, 1]]));
        assert!(!is_walkable_path(&cells, &[[1, 0], [2, 0], [2, 1], [3, 1]]));
    }

    #[test]
    fn points_off_the_ground_see_nothing() {
        assert!(!sees_both_ways(&["..", ".."], [-1, 1], [1, 1]));
        assert!(!sees_both_ways(&["#.", ".."], [1, 3], [1, 3]));
        assert!(!sees_both_ways(&["..", ".."], [i32::MIN, 1], [i32::MAX, 1]));
        assert!(sees_both_ways(&["#.", ".."], [0, 2], [0, 2]));
    }

    #[test]
    fn the_fans_of_a_pinch_point_are_distinguished() {
        let cells = Cells::from_rows(&["#.", ".#"]);
        assert_eq!(straight_walks(&cells, [2, 2], [3, 3]), [(vec![[1, 1]], vec![[1, 1]])]);
        assert_eq!(straight_walks(&cells, [2, 2], [2, 0]), [(vec![[0, 0]], vec![[0, 0]])]);
    }
}
