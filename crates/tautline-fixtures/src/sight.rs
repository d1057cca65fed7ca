//! Whether two points of a map of cells see each other, in exact integers.
//!
//! Points are on the **doubled lattice**: cell `[x, y]` reaches from
//! `[2x, 2y]` to `[2x + 2, 2y + 2]`, so that even numbers are sides, odd ones
//! middles, and every corner, side midpoint and cell centre is a point.
//!
//! The ground is the closed walkable cells glued along the sides that two of
//! them share. What that means where walls meet in a point is said by
//! [`fans_at`]; a segment is walked from one lattice line to the next and has
//! to stay in one fan at each stop.

use std::collections::BTreeSet;

use crate::Cells;

/// The walkable cells around a point that are joined with each other at this
/// point, across sides that end in it or hold it.
pub type Fan = Vec<[i32; 2]>;

/// The fans at a point of the doubled lattice: none off the ground, one nearly
/// everywhere, two where two walkable cells touch at a corner and both other
/// cells there are blocked. No way leads from one to the other at that point.
///
/// ```
/// use tautline_fixtures::{Cells, sight::fans_at};
///
/// let contact = Cells::from_rows(&["#.", ".#"]);
/// assert_eq!(fans_at(&contact, [2, 2]), [[[0, 0]], [[1, 1]]]);
/// let bend = Cells::from_rows(&["..", ".#"]);
/// assert_eq!(fans_at(&bend, [2, 2]), [[[0, 0], [0, 1], [1, 1]]]);
/// ```
#[must_use]
pub fn fans_at(cells: &Cells, point: [i32; 2]) -> Vec<Fan> {
    fans(cells, &cells_around(cells, Place::on_lattice(point)))
}

/// Whether a walker can go straight from one point to the other.
///
/// Walking along a wall is allowed, also touching corners of walls on either
/// side. Not allowed: along a side between two blocked cells, and through a
/// corner from one fan into another. A point on the ground sees itself; a
/// point off the ground sees nothing. O(cells crossed, log).
///
/// ```
/// use tautline_fixtures::{Cells, sees};
///
/// let bend = Cells::from_rows(&["..", ".#"]);
/// assert!(sees(&bend, [1, 1], [3, 3]));
/// let contact = Cells::from_rows(&["#.", ".#"]);
/// assert!(!sees(&contact, [1, 1], [3, 3]));
/// ```
#[must_use]
pub fn sees(cells: &Cells, from: [i32; 2], to: [i32; 2]) -> bool {
    if from == to {
        !fans_at(cells, from).is_empty()
    } else {
        !straight(cells, from, to).is_empty()
    }
}

/// Whether a walker can follow a path of straight legs.
///
/// More than that each point [`sees`] the next one: at every bend the walker
/// stays in one fan, and does not slip through a contact or a wall.
///
/// ```
/// use tautline_fixtures::{Cells, is_walkable_path};
///
/// let contact = Cells::from_rows(&["#.", ".#"]);
/// assert!(is_walkable_path(&contact, &[[0, 0], [2, 2], [1, 0]]));
/// assert!(!is_walkable_path(&contact, &[[0, 0], [2, 2], [4, 4]]));
/// ```
#[must_use]
pub fn is_walkable_path(cells: &Cells, points: &[[i32; 2]]) -> bool {
    let Some(&start) = points.first() else { return false };
    let mut here = fans_at(cells, start);
    for leg in points.windows(2).filter(|leg| leg[0] != leg[1]) {
        let ways = straight(cells, leg[0], leg[1]).into_iter();
        here = ways.filter(|(departure, _)| here.contains(departure)).map(|way| way.1).collect();
    }
    !here.is_empty()
}

/// The fans in which the segment between two **different** points leaves the
/// first and reaches the second: nothing if it is blocked; several pairs if it
/// runs along a wall of no width, on either side of it.
pub(crate) fn straight(cells: &Cells, from: [i32; 2], to: [i32; 2]) -> Vec<(Fan, Fan)> {
    if fans_at(cells, from).is_empty() || fans_at(cells, to).is_empty() {
        return Vec::new();
    }
    let segment = Segment::new(from, to);
    let stops: Vec<i64> = segment.stops().into_iter().collect();
    let fan_at = |stop: i64, cell: [i32; 2]| {
        let fans = fans(cells, &cells_around(cells, segment.at(stop)));
        fans.into_iter().find(|fan| fan.contains(&cell))
    };

    // Between two stops the segment is inside one cell, or on one side between
    // two. If both of these are walkable and joined, they are so along that
    // side, and the first stands for both.
    let mut ways: Vec<(Fan, [i32; 2])> = Vec::new();
    for (index, ends) in stops.windows(2).enumerate() {
        let mut piece = cells_around(cells, segment.at(i64::midpoint(ends[0], ends[1])));
        if let [one, other] = piece[..]
            && cells.are_joined(one, other)
        {
            piece.truncate(1);
        }
        let mut next: Vec<(Fan, [i32; 2])> = Vec::new();
        for cell in piece {
            let Some(fan) = fan_at(ends[0], cell) else { continue };
            if index == 0 {
                next.push((fan, cell));
                continue;
            }
            for (departure, before) in &ways {
                let way = (departure.clone(), cell);
                if fan.contains(before) && !next.contains(&way) {
                    next.push(way);
                }
            }
        }
        ways = next;
    }
    let arrive = |(departure, cell): (Fan, [i32; 2])| Some((departure, fan_at(segment.end, cell)?));
    ways.into_iter().filter_map(arrive).collect()
}

/// A point of the plane: `(x / scale, y / scale)` on the doubled lattice.
#[derive(Clone, Copy)]
struct Place {
    x: i64,
    y: i64,
    scale: i64,
}

impl Place {
    fn on_lattice([x, y]: [i32; 2]) -> Self {
        Self { x: i64::from(x), y: i64::from(y), scale: 1 }
    }
}

/// A segment on the doubled lattice with a fine integer parameter, such that
/// it crosses lattice lines at even parameters only. Two points of the ground
/// are less than 2^17 apart on each axis, so that nothing here exceeds 2^53.
struct Segment {
    from: [i64; 2],
    step: [i64; 2],
    /// The parameter at the end; it is 0 at the beginning.
    end: i64,
}

impl Segment {
    fn new(from: [i32; 2], to: [i32; 2]) -> Self {
        let from = from.map(i64::from);
        let step = [i64::from(to[0]) - from[0], i64::from(to[1]) - from[1]];
        let end = 2 * step[0].abs().max(1) * step[1].abs().max(1);
        Self { from, step, end }
    }

    fn at(&self, parameter: i64) -> Place {
        let [x, y] = [0, 1].map(|axis| self.from[axis] * self.end + self.step[axis] * parameter);
        Place { x, y, scale: self.end }
    }

    /// Both ends and all crossings with lattice lines, in order.
    fn stops(&self) -> BTreeSet<i64> {
        let mut stops = BTreeSet::from([0, self.end]);
        for axis in [0, 1] {
            let distance = self.step[axis].abs();
            let crossings = (1..distance).filter(|&walked| {
                (self.from[axis] + self.step[axis].signum() * walked).rem_euclid(2) == 0
            });
            // Only reached with a distance of 2 or more, which divides the end.
            stops.extend(crossings.map(|walked| walked * (self.end / distance)));
        }
        stops
    }
}

/// The walkable cells whose closed square holds the place: up to four.
fn cells_around(cells: &Cells, place: Place) -> Vec<[i32; 2]> {
    let side = 2 * place.scale;
    let touching = |value: i64| {
        let index = value.div_euclid(side);
        let on_line = value.rem_euclid(side) == 0;
        (if on_line { index - 1 } else { index })..=index
    };
    let mut around = Vec::with_capacity(4);
    for y in touching(place.y) {
        for x in touching(place.x) {
            // A coordinate that is no i32 is far off the map.
            if let (Ok(x), Ok(y)) = (i32::try_from(x), i32::try_from(y))
                && cells.is_walkable([x, y])
            {
                around.push([x, y]);
            }
        }
    }
    around
}

/// The cells around one place, sorted into fans. Two of them that share a side
/// share it at that place.
fn fans(cells: &Cells, around: &[[i32; 2]]) -> Vec<Fan> {
    let mut fans: Vec<Fan> = Vec::new();
    for &cell in around {
        let beside = |other: &[i32; 2]| cells.are_joined(cell, *other);
        let (joined, mut apart): (Vec<Fan>, Vec<Fan>) =
            fans.into_iter().partition(|fan| fan.iter().any(beside));
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
    fn a_diagonal_through_a_corner_needs_one_free_cell_beside_it() {
        assert!(sees_both_ways(&["..", ".."], [0, 0], [4, 4]));
        assert!(sees_both_ways(&["#.", ".."], [0, 0], [4, 4]));
        assert!(sees_both_ways(&["..", ".#"], [0, 0], [4, 4]));
        assert!(!sees_both_ways(&["#.", ".#"], [0, 0], [4, 4]));
    }

    #[test]
    fn the_contact_itself_is_seen_from_both_fans() {
        assert!(sees_both_ways(&["#.", ".#"], [0, 0], [2, 2]));
        assert!(sees_both_ways(&["#.", ".#"], [2, 2], [4, 4]));
    }

    #[test]
    fn a_walker_may_follow_a_wall_but_not_the_inside_of_a_wall() {
        assert!(sees_both_ways(&["##", ".."], [0, 2], [4, 2]));
        assert!(sees_both_ways(&["..", "##"], [0, 2], [4, 2]));
        assert!(!sees_both_ways(&["##", "##"], [0, 2], [4, 2]));
        assert!(!sees_both_ways(&[".#.", ".#."], [0, 2], [6, 2]));
    }

    #[test]
    fn a_wall_that_changes_sides_stops_the_walker_who_follows_it() {
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
    fn a_hair_inside_a_block_is_inside() {
        let wide = "....................";
        let blocked = "##########..........";
        assert!(sees_both_ways(&[wide, blocked], [0, 3], [40, 1]));
        assert!(!sees_both_ways(&[wide, blocked], [0, 3], [39, 1]));
    }

    #[test]
    fn a_wall_of_no_width_is_followed_on_either_side_and_crossed_on_none() {
        let mut cells = Cells::from_rows(&["..", ".."]);
        cells.put_wall([0, 0], [1, 0]);
        assert!(!sees(&cells, [1, 1], [3, 1]) && !sees(&cells, [0, 0], [3, 2]));
        assert!(sees(&cells, [2, 0], [2, 4]) && sees(&cells, [0, 0], [4, 4]));
        assert!(sees(&cells, [1, 1], [2, 0]) && sees(&cells, [2, 0], [3, 1]));
        assert_eq!(straight(&cells, [2, 0], [2, 1]).len(), 2);
        assert!(is_walkable_path(&cells, &[[1, 1], [2, 2], [3, 1]]));
        assert!(!is_walkable_path(&cells, &[[1, 1], [2, 1], [3, 1]]));
        assert!(!is_walkable_path(&cells, &[[1, 0], [2, 0], [2, 1], [3, 1]]));
    }

    #[test]
    fn nothing_is_seen_from_off_the_ground() {
        assert!(!sees_both_ways(&["..", ".."], [-1, 1], [1, 1]));
        assert!(!sees_both_ways(&["#.", ".."], [1, 3], [1, 3]));
        assert!(!sees_both_ways(&["..", ".."], [i32::MIN, 1], [i32::MAX, 1]));
        assert!(sees_both_ways(&["#.", ".."], [0, 2], [0, 2]));
    }

    #[test]
    fn the_ways_out_of_a_contact_are_told_apart() {
        let cells = Cells::from_rows(&["#.", ".#"]);
        assert_eq!(straight(&cells, [2, 2], [3, 3]), [(vec![[1, 1]], vec![[1, 1]])]);
        assert_eq!(straight(&cells, [2, 2], [2, 0]), [(vec![[0, 0]], vec![[0, 0]])]);
    }
}
