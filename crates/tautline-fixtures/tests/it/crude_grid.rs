//! Comparison of the brute-force oracle with a cruder one, which searches a fine grid. Each cell is
//! divided into 8 x 8 small squares. A path steps between their vertices in 48 directions, and each
//! step stays inside a box of walkable small squares. Such a path is valid, so it is at least as long
//! as the shortest one, and only slightly longer.
//!
//! The vertices where two walkable cells touch only at a corner are left out, because no path leads
//! through them.

#![expect(clippy::unwrap_used, reason = "helpers of tests may panic")]

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tautline_fixtures::{Cells, SplitMix64, maze, random_blocks, rooms, shortest_length};

/// The number of small squares per side of a cell.
const FINE: i32 = 8;
/// The longest step along an axis.
const REACH: i32 = 4;

struct Grid<'a> {
    cells: &'a Cells,
    columns: i32,
    rows: i32,
}

impl Grid<'_> {
    fn index(&self, [x, y]: [i32; 2]) -> usize {
        usize::try_from(y * (self.columns + 1) + x).unwrap()
    }

    fn is_free(&self, x: i32, y: i32) -> bool {
        self.cells.is_walkable([x.div_euclid(FINE), y.div_euclid(FINE)])
    }

    fn is_pinch(&self, [x, y]: [i32; 2]) -> bool {
        let [a, b, c, d] =
            [(-1, -1), (0, -1), (0, 0), (-1, 0)].map(|(dx, dy)| self.is_free(x + dx, y + dy));
        a == c && b == d && a != b
    }

    fn can_step(&self, [x, y]: [i32; 2], [dx, dy]: [i32; 2]) -> bool {
        let to = [x + dx, y + dy];
        if to[0] < 0 || to[1] < 0 || to[0] > self.columns || to[1] > self.rows {
            return false;
        }
        if self.is_pinch(to) {
            return false;
        }
        let (low_x, low_y) = (x.min(to[0]), y.min(to[1]));
        match (dx, dy) {
            (0, _) => self.is_free(x - 1, low_y) || self.is_free(x, low_y),
            (_, 0) => self.is_free(low_x, y - 1) || self.is_free(low_x, y),
            _ => (0..dx.abs()).all(|i| (0..dy.abs()).all(|j| self.is_free(low_x + i, low_y + j))),
        }
    }
}

/// The steps whose coordinates are coprime.
fn directions() -> Vec<[i32; 2]> {
    let divisor = |mut a: i32, mut b: i32| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a.abs()
    };
    (-REACH..=REACH)
        .flat_map(|dx| (-REACH..=REACH).map(move |dy| [dx, dy]))
        .filter(|&[dx, dy]| divisor(dx, dy) == 1)
        .collect()
}

/// The length in cells of the shortest path of steps. Lengths are
/// integers, with 2^20 per small square, for a relative error below 10^-6.
fn crude_length(cells: &Cells, start: [i32; 2], goal: [i32; 2]) -> Option<f64> {
    let grid = Grid {
        cells,
        columns: i32::from(cells.width) * FINE,
        rows: i32::from(cells.height) * FINE,
    };
    let unit = f64::from(1_u32 << 20);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a step is a few times 2^20 long"
    )]
    let steps: Vec<([i32; 2], u64)> = directions()
        .into_iter()
        .map(|step| {
            (step, (f64::from(step[0].pow(2) + step[1].pow(2)).sqrt() * unit).ceil() as u64)
        })
        .collect();
    let [start, goal] = [start, goal].map(|point| point.map(|value| value * FINE / 2));

    let mut best = vec![u64::MAX; grid.index([grid.columns, grid.rows]) + 1];
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    best[grid.index(start)] = 0;
    while let Some(Reverse((length, here))) = open.pop() {
        if here == goal {
            #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
            return Some(length as f64 / unit / f64::from(FINE));
        }
        if length > best[grid.index(here)] {
            continue;
        }
        for &(step, step_length) in &steps {
            if grid.can_step(here, step) {
                let next = [here[0] + step[0], here[1] + step[1]];
                let through = length + step_length;
                let known = &mut best[grid.index(next)];
                if through < *known {
                    *known = through;
                    open.push(Reverse((through, next)));
                }
            }
        }
    }
    None
}

/// A random point of the ground that is not a pinch point, at which the crude grid has no node.
fn random_ground_point(random: &mut SplitMix64, cells: &Cells) -> Option<[i32; 2]> {
    (0..1_000).find_map(|_| {
        let point = [cells.width, cells.height].map(|size| random.between(0, 2 * i32::from(size)));
        (tautline_fixtures::sight::fans_at(cells, point).len() == 1).then_some(point)
    })
}

#[test]
fn the_exact_length_is_just_below_that_of_a_fine_grid() {
    let maps = (0..48).map(|seed| match seed % 8 {
        0 => maze(seed, 13, 13),
        1 => rooms(seed, 17, 15),
        2 => rooms(seed, 20, 20),
        3 => random_blocks(seed, 20, 20, 10),
        4 => random_blocks(seed, 20, 20, 25),
        5 => random_blocks(seed, 14, 14, 40),
        _ => random_blocks(seed, 8, 8, 35),
    });
    let mut random = SplitMix64::new(5);
    let (mut reached, mut unreachable, mut excess) = (0, 0, 0.0_f64);
    for cells in maps {
        for _ in 0..8 {
            let Some(start) = random_ground_point(&mut random, &cells) else { continue };
            let Some(goal) = random_ground_point(&mut random, &cells) else { continue };
            let exact = shortest_length(&cells, start, goal);
            let crude = crude_length(&cells, start, goal);
            match (exact, crude) {
                (Some(exact), Some(crude)) => {
                    reached += 1;
                    assert!(
                        crude >= exact - 1e-9 && crude <= exact * 1.01 + 1e-9,
                        "exact {exact}, crude {crude}, from {start:?} to {goal:?}\n{cells}"
                    );
                    excess = excess.max(crude / exact.max(1e-9) - 1.0);
                }
                (None, None) => unreachable += 1,
                _ => panic!("exact {exact:?}, crude {crude:?}, {start:?} to {goal:?}\n{cells}"),
            }
        }
    }
    println!("{reached} reached, {unreachable} unreachable, at most {excess:.4} longer");
    assert!(reached > 150 && unreachable > 30);
}
