//! The length of the shortest path on a map of cells, by brute force: every
//! corner of an obstacle is a node, every two that see each other are joined,
//! and Dijkstra's algorithm runs over all of it.

use crate::Cells;
use crate::sight::{Fan, fans_at, straight};

/// The exact Euclidean length of the shortest path, in cells, or `None` if
/// there is no way or if either end is off the ground.
///
/// Both ends are points of the doubled lattice, on which a cell is 2 wide (see
/// [`sight`](crate::sight)): `[1, 1]` is the middle of the first cell, `[2, 2]`
/// its far corner. An end where two fans touch counts as a point of both.
///
/// Which segments are free is decided in exact integers; the sum of their
/// lengths is rounded as f64. O(corners² · segment length); maps of 20 x 20
/// take milliseconds.
///
/// ```
/// use tautline_fixtures::{Cells, shortest_length};
///
/// let cells = Cells::from_rows(&["..", ".#"]);
/// assert_eq!(shortest_length(&cells, [0, 0], [4, 4]), Some(8.0_f64.sqrt()));
/// assert_eq!(shortest_length(&cells, [2, 0], [4, 2]), Some(2.0));
/// assert_eq!(shortest_length(&cells, [0, 0], [4, 0]), None);
/// ```
#[must_use]
pub fn shortest_length(cells: &Cells, start: [i32; 2], goal: [i32; 2]) -> Option<f64> {
    length_over(cells, start, goal, &bends(cells))
}

/// A point of the ground as one of its fans sees it. Two fans at the same
/// point are two nodes, with no way from one to the other.
#[derive(Debug, Clone, PartialEq)]
struct Node {
    point: [i32; 2],
    fan: Fan,
}

fn nodes_at(cells: &Cells, point: [i32; 2]) -> impl Iterator<Item = Node> {
    fans_at(cells, point).into_iter().map(move |fan| Node { point, fan })
}

/// Where a shortest path can turn: lattice vertices with one blocked cell and
/// three walkable ones, or with a wall of no width that ends there. A fan that
/// is open all round has nothing to turn around; one of one or two cells spans
/// half a turn at most, so that a path that turns in it has a shortcut.
fn bends(cells: &Cells) -> Vec<Node> {
    let is_bend = |node: &Node| match node.fan.len() {
        3 => true,
        4 => joints(cells, &node.fan) == 3,
        _ => false,
    };
    lattice_nodes(cells).filter(is_bend).collect()
}

/// How many pairs of cells of a fan are joined.
fn joints(cells: &Cells, fan: &Fan) -> usize {
    let pairs = fan.iter().enumerate().flat_map(|(i, one)| fan[..i].iter().map(move |b| (one, b)));
    pairs.filter(|&(&one, &other)| cells.are_joined(one, other)).count()
}

fn lattice_nodes(cells: &Cells) -> impl Iterator<Item = Node> {
    (0..=i32::from(cells.height))
        .flat_map(|y| (0..=i32::from(cells.width)).map(move |x| [2 * x, 2 * y]))
        .flat_map(|point| nodes_at(cells, point))
}

/// Dijkstra's algorithm over all nodes; a segment is looked at only when it
/// would make a way shorter.
fn length_over(cells: &Cells, start: [i32; 2], goal: [i32; 2], bends: &[Node]) -> Option<f64> {
    if start == goal {
        return nodes_at(cells, start).next().map(|_| 0.0);
    }
    let nodes: Vec<Node> =
        nodes_at(cells, start).chain(bends.iter().cloned()).chain(nodes_at(cells, goal)).collect();
    let starts = nodes_at(cells, start).count();
    let first_goal = starts + bends.len();

    let mut length = vec![f64::INFINITY; nodes.len()];
    length[..starts].fill(0.0);
    let mut open: Vec<usize> = (0..nodes.len()).collect();
    loop {
        let nearest =
            (0..open.len()).min_by(|&a, &b| length[open[a]].total_cmp(&length[open[b]]))?;
        let here = open.swap_remove(nearest);
        if length[here].is_infinite() {
            return None;
        }
        if here >= first_goal {
            return Some(length[here]);
        }
        for &next in &open {
            let through = length[here] + distance(nodes[here].point, nodes[next].point);
            if through < length[next] && are_joined(cells, &nodes[here], &nodes[next]) {
                length[next] = through;
            }
        }
    }
}

fn are_joined(cells: &Cells, from: &Node, to: &Node) -> bool {
    if from.point == to.point {
        return from.fan == to.fan;
    }
    straight(cells, from.point, to.point)
        .iter()
        .any(|(departure, arrival)| *departure == from.fan && *arrival == to.fan)
}

/// The distance in cells of two points of the doubled lattice.
fn distance(a: [i32; 2], b: [i32; 2]) -> f64 {
    let [dx, dy] = [0, 1].map(|axis| f64::from(b[axis]) - f64::from(a[axis]));
    (dx * dx + dy * dy).sqrt() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SplitMix64, checkerboard, maze, open, random_blocks, rooms};

    #[track_caller]
    fn assert_length(rows: &[&str], start: [i32; 2], goal: [i32; 2], expected: f64) {
        let cells = Cells::from_rows(rows);
        for (start, goal) in [(start, goal), (goal, start)] {
            let length = shortest_length(&cells, start, goal).unwrap();
            assert!((length - expected).abs() < 1e-12, "{length} instead of {expected}\n{cells}");
        }
    }

    #[track_caller]
    fn assert_no_way(rows: &[&str], start: [i32; 2], goal: [i32; 2]) {
        let cells = Cells::from_rows(rows);
        assert_eq!(shortest_length(&cells, start, goal), None);
        assert_eq!(shortest_length(&cells, goal, start), None);
    }

    #[test]
    fn open_ground_is_crossed_on_the_diagonal() {
        assert_length(&["...", "...", "..."], [0, 0], [6, 6], 18_f64.sqrt());
        assert_length(&["...", "...", "..."], [1, 1], [5, 2], 17_f64.sqrt() / 2.0);
    }

    #[test]
    fn a_block_is_walked_around_at_its_corners() {
        let rows = ["...", ".#.", "..."];
        assert_length(&rows, [1, 3], [5, 3], 2_f64.sqrt() + 1.0);
        assert_length(&rows, [0, 0], [6, 6], 2.0 * 5_f64.sqrt());
        // A corner of the block, the opposite corner, and the middle of a side.
        assert_length(&rows, [2, 2], [4, 4], 2.0);
        assert_length(&rows, [3, 2], [3, 4], 2.0);
    }

    #[test]
    fn a_path_runs_along_a_wall() {
        assert_length(&["####", "...."], [0, 2], [8, 2], 4.0);
        assert_length(&["....", "####"], [1, 2], [7, 2], 3.0);
        assert_length(&[".....", ".###.", "....."], [2, 4], [8, 4], 3.0);
    }

    #[test]
    fn a_corridor_is_cut_at_its_inner_corners() {
        let rows = ["..#..", "#.#.#", "#...#"];
        // Bends at (1,2), (2,1), (3,1), (4,2).
        let expected = 2.0 * (0.5_f64.sqrt() + 2_f64.sqrt()) + 1.0;
        assert_length(&rows, [1, 5], [9, 5], expected);
    }

    #[test]
    fn two_cells_that_touch_at_a_corner_are_not_joined() {
        assert_no_way(&["#.", ".#"], [1, 1], [3, 3]);
        assert_no_way(&["#.", ".#"], [0, 0], [4, 4]);
        assert_no_way(&["#.", ".#"], [2, 0], [2, 4]);
    }

    #[test]
    fn a_contact_is_walked_around_if_there_is_a_way() {
        // The contact is at (1,1), between the cells (0,1) and (1,0).
        let rows = ["...", ".#.", "#.."];
        // Around the block (1,1): bends at (1,2), (2,2), (2,1).
        assert_length(&rows, [1, 3], [3, 1], 2.0 * 0.5_f64.sqrt() + 2.0);
        // The contact belongs to both fans: half the way from there.
        assert_length(&rows, [2, 2], [3, 1], 0.5_f64.sqrt());
        assert_length(&rows, [2, 2], [1, 3], 0.5_f64.sqrt());
        assert_length(&rows, [2, 2], [4, 4], 2.0);
    }

    #[test]
    fn a_contact_is_no_place_to_turn() {
        // Down from (0,2) and right to (2,0) would turn in the contact (1,1).
        assert_length(&["...", ".#.", "#.."], [2, 4], [4, 2], 2.0);
        assert_no_way(&[".#", "#."], [2, 4], [4, 2]);
    }

    #[test]
    fn a_path_may_end_in_a_contact_but_not_pass_it() {
        assert_length(&["#.", ".#"], [0, 0], [2, 2], 2_f64.sqrt());
        assert_length(&["#.", ".#"], [4, 4], [2, 2], 2_f64.sqrt());
        assert_length(&["#.#", ".#.", "#.#"], [3, 5], [4, 4], 0.5_f64.sqrt());
        assert_no_way(&["#.#", ".#.", "#.#"], [2, 2], [4, 4]);
    }

    #[test]
    fn corners_in_one_line_are_passed_straight() {
        assert_length(&[".....", "#.#.#", "....."], [0, 2], [10, 2], 5.0);
        // Three blocks that touch each other: the only way is around
        // the lowest, with a bend at (1,1).
        let rows = ["...#", "..#.", ".#..", "...."];
        assert_length(&rows, [1, 7], [7, 1], 2.0 * 6.5_f64.sqrt());
    }

    #[test]
    fn a_point_is_no_way_from_itself() {
        assert_length(&[".."], [1, 1], [1, 1], 0.0);
        assert_length(&["#.", ".#"], [2, 2], [2, 2], 0.0);
        assert_no_way(&["#."], [1, 1], [1, 1]);
    }

    #[test]
    fn there_is_no_way_to_another_part_or_off_the_ground() {
        assert_no_way(&[".#."], [1, 1], [5, 1]);
        assert_no_way(&["..."], [1, 1], [7, 1]);
        assert_no_way(&["..."], [1, 1], [i32::MAX, i32::MIN]);
        assert_no_way(&[], [0, 0], [0, 0]);
        let cells = checkerboard(6, 6);
        assert_eq!(shortest_length(&cells, [1, 1], [3, 3]), None);
    }

    #[test]
    fn a_wall_of_no_width_is_walked_around_its_end() {
        let mut cells = open(4, 4);
        for y in 0..2 {
            cells.put_wall([1, y], [2, y]);
        }
        let length = |a, b| shortest_length(&cells, a, b).unwrap();
        assert!((length([2, 0], [6, 0]) - 2.0 * 5_f64.sqrt()).abs() < 1e-12);
        assert!((length([4, 0], [6, 0]) - 1.0).abs() < 1e-12, "from both sides of the wall");
        assert!((length([4, 2], [4, 8]) - 3.0).abs() < 1e-12);
    }

    fn random_maps() -> impl Iterator<Item = Cells> {
        (0..60).map(|seed| match seed % 6 {
            0 => maze(seed, 9, 9),
            1 => rooms(seed, 11, 9),
            2 => random_blocks(seed, 8, 7, 15),
            _ => random_blocks(seed, 7, 7, 35),
        })
    }

    fn random_point(random: &mut SplitMix64, cells: &Cells) -> [i32; 2] {
        [cells.width, cells.height].map(|size| random.between(0, 2 * i32::from(size)))
    }

    fn same(a: Option<f64>, b: Option<f64>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-9,
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    #[test]
    fn turning_at_more_places_makes_no_path_shorter() {
        let mut random = SplitMix64::new(1);
        for cells in random_maps() {
            let everywhere: Vec<Node> = lattice_nodes(&cells).collect();
            for _ in 0..20 {
                let [a, b] = [(); 2].map(|()| random_point(&mut random, &cells));
                let (few, all) =
                    (shortest_length(&cells, a, b), length_over(&cells, a, b, &everywhere));
                assert!(same(few, all), "{few:?} {all:?} from {a:?} to {b:?}\n{cells}");
            }
        }
    }

    #[test]
    fn turning_mirroring_and_reversing_keep_the_length() {
        let mut random = SplitMix64::new(2);
        for cells in random_maps() {
            let (width, height) = (i32::from(cells.width), i32::from(cells.height));
            let turned = Cells::from_fn(cells.height, cells.width, |x, y| {
                cells.is_walkable([i32::from(y), height - 1 - i32::from(x)])
            });
            let mirrored = Cells::from_fn(cells.width, cells.height, |x, y| {
                cells.is_walkable([width - 1 - i32::from(x), i32::from(y)])
            });
            for _ in 0..20 {
                let [a, b] = [(); 2].map(|()| random_point(&mut random, &cells));
                let turn = |[x, y]: [i32; 2]| [2 * height - y, x];
                let mirror = |[x, y]: [i32; 2]| [2 * width - x, y];
                let length = shortest_length(&cells, a, b);
                for other in [
                    shortest_length(&cells, b, a),
                    shortest_length(&turned, turn(a), turn(b)),
                    shortest_length(&mirrored, mirror(a), mirror(b)),
                ] {
                    assert!(same(length, other), "{length:?} {other:?} {a:?} {b:?}\n{cells}");
                }
            }
        }
    }

    #[test]
    fn a_large_open_map_takes_no_time() {
        let length = shortest_length(&open(60, 60), [0, 0], [120, 119]);
        assert_eq!(length, Some((120_f64 * 120.0 + 119.0 * 119.0).sqrt() / 2.0));
    }
}
