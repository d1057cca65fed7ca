//! The search against a slow oracle: all cells with all jump values, relaxed until nothing changes,
//! with a second implementation of the rules.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are tests")]

use std::collections::BTreeMap;

use tautline_fixtures::{SplitMix64, levels};
use tautline_platformer::classic::{Cell, ClassicError, Jumper, Level, Options, Path, Scratch};
use tautline_platformer::{Outside, Tile, Tiles};

/// The published rules with the corrections, in plain arithmetic.
struct Oracle<'a> {
    tiles: &'a Tiles,
    size: [i32; 2],
    jump_height: i32,
    has_grace: bool,
}

type Place = (i32, i32, i32);

impl Oracle<'_> {
    fn is_free(&self, x: i32, y: i32) -> bool {
        let [width, height] = self.size;
        (x..x + width).all(|x| {
            (y..y + height).all(|y| !matches!(self.tiles.tile(x, y), Tile::Solid | Tile::Deadly))
        })
    }

    fn is_on_ground(&self, x: i32, y: i32) -> bool {
        let below = x..x + self.size[0];
        below.into_iter().any(|x| matches!(self.tiles.tile(x, y - 1), Tile::Solid | Tile::OneWay))
    }

    fn is_under_ceiling(&self, x: i32, y: i32) -> bool {
        let [width, height] = self.size;
        (x..x + width).any(|x| self.tiles.tile(x, y + height) == Tile::Solid)
    }

    fn next(&self, (x, y, jump): Place, [dx, dy]: [i32; 2]) -> Option<(Place, u64)> {
        let (x, y, top) = (x + dx, y + dy, 2 * self.jump_height);
        if !self.is_free(x, y) {
            return None;
        }
        let ground = self.is_on_ground(x, y);
        let ceiling = !ground && self.is_under_ceiling(x, y);
        if jump % 2 == 1 && dx != 0 || jump >= top && dy > 0 {
            return None;
        }
        let mut value = if ceiling && dx != 0 {
            (top + 1).max(jump + 1)
        } else if ceiling && dy > 0 {
            let value = top.max(jump + 2);
            value + value % 2
        } else if dy > 0 {
            match jump {
                0 | 1 => 3.min(top),
                _ => {
                    if jump % 2 == 0 {
                        jump + 2
                    } else {
                        jump + 1
                    }
                }
            }
        } else if dy < 0 && jump == 1 {
            top + 2
        } else if dy < 0 {
            top.max(if jump % 2 == 0 { jump + 2 } else { jump + 1 })
        } else if jump == 0 {
            if self.has_grace { 1 } else { top + 1 }
        } else {
            jump + 1
        };
        if dx != 0 && value >= top + 6 && (value - (top + 6)) % 8 != 3 {
            return None;
        }
        if ground {
            value = 0;
        }
        Some(((x, y, value), 1 + u64::try_from(value / 4).ok()?))
    }

    /// Returns the least cost of each cell.
    fn costs_from(&self, start: Place) -> BTreeMap<(i32, i32), u64> {
        let mut least = BTreeMap::from([(start, 0)]);
        let mut changed = vec![start];
        while !changed.is_empty() {
            let mut next_round = Vec::new();
            for position in changed {
                let cost = least[&position];
                for step in [[1, 0], [-1, 0], [0, 1], [0, -1]] {
                    let Some((next, price)) = self.next(position, step) else { continue };
                    let known = least.entry(next).or_insert(u64::MAX);
                    if cost + price < *known {
                        *known = cost + price;
                        next_round.push(next);
                    }
                }
            }
            changed = next_round;
        }
        let mut cells = BTreeMap::new();
        for ((x, y, _), cost) in least {
            let known = cells.entry((x, y)).or_insert(cost);
            *known = cost.min(*known);
        }
        cells
    }

    /// Returns the cost of a path; `None` if the rules do not allow it.
    fn price(&self, path: &Path) -> Option<u64> {
        let mut price = 0;
        for pair in path.nodes.windows(2) {
            let [from, to] = [pair[0].cell, pair[1].cell];
            let position = (from.column, from.row, i32::from(pair[0].jump_value));
            let step = [to.column - from.column, to.row - from.row];
            assert_eq!(step[0].abs() + step[1].abs(), 1);
            let (next, cost) = self.next(position, step)?;
            assert_eq!(next.2, i32::from(pair[1].jump_value));
            price += cost;
        }
        Some(price)
    }
}

struct Tally {
    found: u32,
    unreachable: u32,
    dearer: u32,
}

/// Searches a random level, and compares all costs.
fn check_level(seed: u64, tally: &mut Tally) {
    let mut random = SplitMix64::new(seed);
    let (columns, rows) = (random.between(3, 21), random.between(3, 14));
    let [wide, high] = [columns, rows].map(|side| usize::try_from(side).unwrap());
    let drawing = match random.below(5) {
        0 => levels::platforms(seed, wide, high),
        1 => levels::one_way_platforms(seed, wide, high),
        2 => levels::deadly_platforms(seed, wide, high),
        3 => levels::caves(seed, wide, high),
        _ => levels::noise(seed, wide, high, 25),
    };
    let outside = if random.chance(50) { Outside::Solid } else { Outside::Deadly };
    let tiles = Tiles::from_rows(&drawing, outside).unwrap();
    let side = |random: &mut SplitMix64| u8::try_from(random.between(1, 3)).unwrap();
    let jump_height = u8::try_from(random.between(0, 6)).unwrap();
    let has_grace = random.chance(50);
    let jumper = Jumper::new(side(&mut random), side(&mut random), jump_height).unwrap();
    let jumper = jumper.with_grace(has_grace);
    let level = Level::new(&tiles, jumper);
    let oracle = Oracle {
        tiles: &tiles,
        size: [jumper.width().into(), jumper.height().into()],
        jump_height: jump_height.into(),
        has_grace,
    };

    let Some(start) = (0..50).find_map(|_| {
        level.start(Cell::new(random.between(0, columns - 1), random.between(0, rows - 1))).ok()
    }) else {
        return;
    };
    let Cell { column, row } = start.cell;
    let least = oracle.costs_from((column, row, start.jump_value.into()));
    let mut scratch = Scratch::new();
    let mut path = Path::default();
    for goal in (0..rows).flat_map(|row| (0..columns).map(move |column| Cell::new(column, row))) {
        let expected = least.get(&(goal.column, goal.row)).copied();
        for weight in [0, 1, 6] {
            let options = Options { weight, ..Options::default() };
            let found = level.path_in(start, goal, &options, &mut scratch, &mut path);
            match (found, expected) {
                (Ok(()), Some(least)) => {
                    assert_eq!(oracle.price(&path), Some(path.cost));
                    assert!(path.cost >= least);
                    assert!(weight == 6 || path.cost == least, "{seed} {weight} {goal}");
                    tally.found += 1;
                    tally.dearer += u32::from(path.cost > least);
                }
                (Err(ClassicError::Unreachable { cell }), None) => {
                    assert_eq!(cell, goal);
                    tally.unreachable += 1;
                }
                (Err(ClassicError::GoalDoesNotFit { .. }), None) => {
                    assert!(!oracle.is_free(goal.column, goal.row));
                }
                other => panic!("{seed} {weight} {goal}: {other:?}\n{tiles}"),
            }
        }
    }
}

#[test]
fn paths_are_cheapest_with_an_admissible_heuristic_and_exist_when_there_is_one() {
    let mut tally = Tally { found: 0, unreachable: 0, dearer: 0 };
    for seed in 0..1800 {
        check_level(seed, &mut tally);
    }
    assert!(tally.found > 100_000 && tally.unreachable > 10_000, "{}", tally.found);
    // The published default of the weight is 6.
    assert!(tally.dearer > 1000);
}

#[test]
fn goals_in_the_large_levels_cost_what_the_oracle_says() {
    let tiles = Tiles::from_rows(&levels::caves(9, 64, 32), Outside::Solid).unwrap();
    let level = Level::new(&tiles, Jumper::new(1, 2, 5).unwrap());
    let oracle = Oracle { tiles: &tiles, size: [1, 2], jump_height: 5, has_grace: false };
    let mut random = SplitMix64::new(1);
    let start = (0..1000)
        .find_map(|_| level.start(Cell::new(random.between(0, 63), random.between(0, 31))).ok())
        .unwrap();
    let Cell { column, row } = start.cell;
    let least = oracle.costs_from((column, row, start.jump_value.into()));
    assert!(least.len() > 100);
    for ((x, y), cost) in least {
        let path = level.path(start, Cell::new(x, y), &Options::default()).unwrap();
        assert_eq!(path.cost, cost);
    }
}
