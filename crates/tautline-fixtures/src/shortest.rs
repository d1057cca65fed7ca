//! The length of the shortest path on a map of cells, by brute force: Dijkstra's algorithm on the
//! visibility graph of all corners of obstacles.

use crate::Cells;
use crate::sight::{Fan, fans_at, straight_walks};

/// Returns the Euclidean length of the shortest path, in cells, or `None` if
/// there is no path or an end is off the ground.
///
/// Both ends have doubled coordinates, in which the side of a cell is 2 (see
/// [`sight`](crate::sight)): `[1, 1]` is the centre of the first cell, `[2, 2]`
/// its upper right corner. An end at a pinch point belongs to both fans.
///
/// Visibility is decided in exact integers; the sum of lengths
/// is rounded. O(corners² · segment length); maps of 20 x 20
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

/// A node of the visibility graph: a point in one of its fans. Two fans at the same
/// point are two nodes without an edge between them.
#[derive(Debug, Clone, PartialEq)]
struct Node {
    point: [i32; 2],
    fan: Fan,
}

fn nodes_at(cells: &Cells, point: [i32; 2]) -> impl Iterator<Item = Node> {
    fans_at(cells, point).into_iter().map(move |fan| Node { point, fan })
}

/// Returns the points at which a shortest path can bend: vertices with one blocked cell and
/// three walkable ones (reflex vertices), or at the end of a zero-width wall. A fan of all four cells
/// without walls has no obstacle to bend around. A fan of one or two cells spans at most 180 degrees, so
/// a path that bends in it has a shortcut.
fn bends(cells: &Cells) -> Vec<Node> {
    let is_bend = |node: &Node| match node.fan.len() {
        3 => true,
        4 => joints(cells, &node.fan) == 3,
        _ => false,
    };
    lattice_nodes(cells).filter(is_bend).collect()
}

/// The number of connected pairs of cells of a fan.
fn joints(cells: &Cells, fan: &Fan) -> usize {
    let pairs = fan.iter().enumerate().flat_map(|(i, one)| fan[..i].iter().map(move |b| (one, b)));
    pairs.filter(|&(&one, &other)| cells.are_joined(one, other)).count()
}

fn lattice_nodes(cells: &Cells) -> impl Iterator<Item = Node> {
    (0..=i32::from(cells.height))
        .flat_map(|y| (0..=i32::from(cells.width)).map(move |x| [2 * x, 2 * y]))
        .flat_map(|point| nodes_at(cells, point))
}

/// Dijkstra's algorithm over all nodes. The visibility of an edge is only tested if it
/// would make a path shorter.
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
        // A linear search instead of a queue, because this is an oracle.
        let nearest =
            (0..open.len()).min_by(|&a, &b| length[open[a]].total_cmp(&length[open[b]]))?;
        let here = open.swap_remove(nearest);
        // All nodes that can be reached have been expanded.
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
    straight_walks(cells, from.point, to.point)
        .iter()
        .any(|(departure, arrival)| *departure == from.fan && *arrival == to.fan)
}

/// The distance in cells of two points in doubled coordinates.
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
    fn assert_no_path(rows: &[&str], start: [i32; 2], goal: [i32; 2]) {
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
    fn paths_around_a_block_bend_at_its_corners() {
        let rows = ["...", ".#.", "..."];
        assert_length(&rows, [1, 3], [5, 3], 2_f64.sqrt() + 1.0);
        assert_length(&rows, [0, 0], [6, 6], 2.0 * 5_f64.sqrt());
        // Between opposite corners and opposite sides of the block.
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
    fn two_cells_that_touch_at_a_corner_are_not_connected() {
        assert_no_path(&["#.", ".#"], [1, 1], [3, 3]);
        assert_no_path(&["#.", ".#"], [0, 0], [4, 4]);
        assert_no_path(&["#.", ".#"], [2, 0], [2, 4]);
    }

    #[test]
    fn paths_lead_around_a_pinch_point_if_possible() {
        // The pinch point is at (1,1), between the cells (0,1) and (1,0).
        let rows = ["...", ".#.", "#.."];
        // Around the block (1,1): bends at (1,2), (2,2), (2,1).
        assert_length(&rows, [1, 3], [3, 1], 2.0 * 0.5_f64.sqrt() + 2.0);
        // The pinch point belongs to both fans.
        assert_length(&rows, [2, 2], [3, 1], 0.5_f64.sqrt());
        assert_length(&rows, [2, 2], [1, 3], 0.5_f64.sqrt());
        assert_length(&rows, [2, 2], [4, 4], 2.0);
    }

    #[test]
    fn paths_do_not_bend_at_a_pinch_point() {
        // The path down from (0,2) and right to (2,0) would bend at the pinch point (1,1).
        assert_length(&["...", ".#.", "#.."], [2, 4], [4, 2], 2.0);
        assert_no_path(&[".#", "#."], [2, 4], [4, 2]);
    }

    #[test]
    fn a_path_may_end_at_a_pinch_point_but_not_pass_it() {
        assert_length(&["#.", ".#"], [0, 0], [2, 2], 2_f64.sqrt());
        assert_length(&["#.", ".#"], [4, 4], [2, 2], 2_f64.sqrt());
        assert_length(&["#.#", ".#.", "#.#"], [3, 5], [4, 4], 0.5_f64.sqrt());
        assert_no_path(&["#.#", ".#.", "#.#"], [2, 2], [4, 4]);
    }

    #[test]
    fn collinear_corners_are_passed_straight() {
        assert_length(&[".....", "#.#.#", "....."], [0, 2], [10, 2], 5.0);
        // Three blocks that touch each other: the only path leads around
        // the lowest, with a bend at (1,1).
        let rows = ["...#", "..#.", ".#..", "...."];
        assert_length(&rows, [1, 7], [7, 1], 2.0 * 6.5_f64.sqrt());
    }

    #[test]
    fn a_path_from_a_point_to_itself_has_length_zero() {
        assert_length(&[".."], [1, 1], [1, 1], 0.0);
        assert_length(&["#.", ".#"], [2, 2], [2, 2], 0.0);
        assert_no_path(&["#."], [1, 1], [1, 1]);
    }

    #[test]
    fn there_is_no_path_to_another_component_or_off_the_ground() {
        assert_no_path(&[".#."], [1, 1], [5, 1]);
        assert_no_path(&["..."], [1, 1], [7, 1]);
        assert_no_path(&["..."], [1, 1], [i32::MAX, i32::MIN]);
        assert_no_path(&[], [0, 0], [0, 0]);
        let cells = checkerboard(6, 6);
        assert_eq!(shortest_length(&cells, [1, 1], [3, 3]), None);
    }

    #[test]
    fn paths_lead_around_the_end_of_a_zero_width_wall() {
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
    fn bends_at_other_vertices_make_no_path_shorter() {
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
    fn rotating_mirroring_and_reversing_keep_the_length() {
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
    fn a_large_open_map_is_fast() {
        let length = shortest_length(&open(60, 60), [0, 0], [120, 119]);
        assert_eq!(length, Some((120_f64 * 120.0 + 119.0 * 119.0).sqrt() / 2.0));
    }
}
