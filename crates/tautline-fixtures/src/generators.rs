//! Seeded generators of maps of cells. Each kind is hard for searches for a different reason.

use crate::{Cells, SplitMix64};

/// Creates open ground: every cell is walkable.
#[must_use]
pub fn open(width: u16, height: u16) -> Cells {
    Cells::from_fn(width, height, |_, _| true)
}

/// Creates a checkerboard: the walkable cells, whose x + y is even, touch only at corners, so
/// there is no path from one to another.
#[must_use]
pub fn checkerboard(width: u16, height: u16) -> Cells {
    Cells::from_fn(width, height, |x, y| (x % 2) == (y % 2))
}

/// Generates a map on which each cell is blocked with a probability of `percent` in 100.
///
/// It has many pinch points, collinear corners and connected components. Above about 40 %, most
/// pairs of cells are not connected.
///
/// ```
/// use tautline_fixtures::random_blocks;
///
/// assert_eq!(random_blocks(3, 8, 8, 25), random_blocks(3, 8, 8, 25));
/// assert_ne!(random_blocks(3, 8, 8, 25), random_blocks(4, 8, 8, 25));
/// ```
#[must_use]
pub fn random_blocks(seed: u64, width: u16, height: u16, percent: u8) -> Cells {
    let mut random = SplitMix64::new(seed);
    Cells::from_fn(width, height, |_, _| !random.chance(percent))
}

/// Generates a maze of one-cell passages with exactly one path between any two cells.
///
/// Its halls are the cells with even x and y; an even width or height leaves
/// the last column or row blocked. Carved by randomised depth-first search with backtracking,
/// which results in long winding passages.
#[must_use]
pub fn maze(seed: u64, width: u16, height: u16) -> Cells {
    let mut random = SplitMix64::new(seed);
    let mut cells = Cells::from_fn(width, height, |_, _| false);
    cells.set(0, 0, true);
    let mut stack = vec![[0_u16, 0_u16]];
    while let Some(&[x, y]) = stack.last() {
        let unvisited: Vec<[u16; 2]> = neighbouring_halls(x, y, width, height)
            .filter(|hall| !cells.is_walkable(hall.map(i32::from)))
            .collect();
        if unvisited.is_empty() {
            stack.pop();
            continue;
        }
        let [to_x, to_y] = unvisited[pick(&mut random, unvisited.len())];
        cells.set(x.midpoint(to_x), y.midpoint(to_y), true);
        cells.set(to_x, to_y, true);
        stack.push([to_x, to_y]);
    }
    cells
}

/// The halls of a maze at distance two from a hall.
fn neighbouring_halls(x: u16, y: u16, width: u16, height: u16) -> impl Iterator<Item = [u16; 2]> {
    let moved = |value: u16, step: i16, limit: u16| {
        value.checked_add_signed(step).filter(|&value| value < limit)
    };
    [(2, 0), (0, 2), (-2, 0), (0, -2)]
        .into_iter()
        .filter_map(move |(dx, dy)| Some([moved(x, dx, width)?, moved(y, dy, height)?]))
}

/// Generates rooms of 3 to 7 cells on each side, all connected by doors of one cell in walls of
/// one cell.
///
/// The map is divided recursively. Walls are at odd coordinates and
/// doors at even ones, so that no wall ends in a door.
#[must_use]
pub fn rooms(seed: u64, width: u16, height: u16) -> Cells {
    let mut random = SplitMix64::new(seed);
    let mut cells = open(width, height);
    let mut undivided = vec![Region { x: 0, y: 0, width, height }];
    while let Some(region) = undivided.pop() {
        let Region { x, y, width, height } = region;
        if width.max(height) <= LARGEST_ROOM {
            continue;
        }
        // Divided across the longer side.
        if width >= height {
            let before = room_size(&mut random, width);
            let door = y + even_below(&mut random, height);
            for wall_y in (y..y + height).filter(|&wall_y| wall_y != door) {
                cells.set(x + before, wall_y, false);
            }
            undivided.push(Region { width: before, ..region });
            undivided.push(Region { x: x + before + 1, width: width - before - 1, ..region });
        } else {
            let before = room_size(&mut random, height);
            let door = x + even_below(&mut random, width);
            for wall_x in (x..x + width).filter(|&wall_x| wall_x != door) {
                cells.set(wall_x, y + before, false);
            }
            undivided.push(Region { height: before, ..region });
            undivided.push(Region { y: y + before + 1, height: height - before - 1, ..region });
        }
    }
    cells
}

/// The longest side of a room that is not divided.
const LARGEST_ROOM: u16 = 7;

#[derive(Clone, Copy)]
struct Region {
    x: u16,
    y: u16,
    width: u16,
    height: u16,
}

/// The number of cells before the wall that divides `size` cells: odd, at least 3,
/// and with at least 3 cells after the wall.
fn room_size(random: &mut SplitMix64, size: u16) -> u16 {
    3 + even_below(random, size - 6)
}

/// An even number in `0..limit`.
#[expect(clippy::cast_possible_truncation, reason = "an even number below a u16 fits a u16")]
fn even_below(random: &mut SplitMix64, limit: u16) -> u16 {
    2 * random.below(u64::from(limit.div_ceil(2))) as u16
}

#[expect(clippy::cast_possible_truncation, reason = "a number below a usize fits a usize")]
fn pick(random: &mut SplitMix64, count: usize) -> usize {
    random.below(count as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of cells that can be reached from the lower left one.
    fn reachable(cells: &Cells) -> usize {
        let mut seen = Cells::from_fn(cells.width, cells.height, |_, _| false);
        let mut open = vec![[0_i32, 0_i32]];
        while let Some([x, y]) = open.pop() {
            if cells.is_walkable([x, y]) && !seen.is_walkable([x, y]) {
                seen.set(u16::try_from(x).unwrap(), u16::try_from(y).unwrap(), true);
                open.extend([[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]);
            }
        }
        seen.walkable_cells().count()
    }

    #[test]
    fn a_maze_is_a_tree() {
        for seed in 0..10 {
            let cells = maze(seed, 15, 11);
            let passages: usize =
                cells.to_unit_mesh().neighbours.iter().flatten().flatten().count() / 2;
            let count = cells.walkable_cells().count();
            assert_eq!(count, 8 * 6 + (8 * 6 - 1));
            assert_eq!(reachable(&cells), count);
            assert_eq!(passages, count - 1);
        }
    }

    #[test]
    fn every_room_can_be_reached_and_there_are_walls() {
        for seed in 0..20 {
            let size = 8 + u16::try_from(seed).unwrap();
            let cells = rooms(seed, size, 20);
            assert_eq!(reachable(&cells), cells.walkable_cells().count(), "{cells}");
            assert!(cells.walkable.contains(&false));
        }
    }

    #[test]
    fn no_two_cells_of_a_checkerboard_are_joined() {
        let mesh = checkerboard(5, 4).to_unit_mesh();
        assert_eq!(mesh.areas.len(), 10);
        assert!(mesh.neighbours.iter().flatten().all(Option::is_none));
    }

    #[test]
    fn the_share_of_blocks_is_about_the_requested_one() {
        assert_eq!(random_blocks(1, 9, 9, 0), open(9, 9));
        assert_eq!(random_blocks(1, 9, 9, 100).walkable_cells().count(), 0);
        let walkable = random_blocks(1, 100, 100, 30).walkable_cells().count();
        assert!((6_800..7_200).contains(&walkable), "{walkable}");
    }

    #[test]
    fn maps_of_zero_or_one_cell_are_valid() {
        for (width, height) in [(0, 0), (0, 3), (3, 0), (1, 1), (2, 1)] {
            for cells in [maze(1, width, height), rooms(1, width, height), open(width, height)] {
                assert!(cells.to_unit_mesh().faults().is_empty());
            }
        }
    }
}
