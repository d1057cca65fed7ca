//! Seeded generators of side-view levels for platformers, as rows of text with the top row first:
//! `#` solid, `=` one-way, `.` empty, `^` deadly.

use crate::SplitMix64;

/// Generates platforms of 2 to 6 solid tiles, scattered over empty space, and a floor.
///
/// ```
/// use tautline_fixtures::levels::platforms;
///
/// let rows = platforms(1, 20, 10);
/// assert_eq!(rows.len(), 10);
/// assert_eq!(rows[9], "#".repeat(20));
/// ```
#[must_use]
pub fn platforms(seed: u64, columns: usize, rows: usize) -> Vec<String> {
    scattered(seed, columns, rows, b"#")
}

/// Generates platforms of solid or one-way tiles, and a floor with pits.
#[must_use]
pub fn one_way_platforms(seed: u64, columns: usize, rows: usize) -> Vec<String> {
    scattered(seed, columns, rows, b"#==")
}

/// Generates platforms of solid, one-way or deadly tiles, and a floor with pits.
#[must_use]
pub fn deadly_platforms(seed: u64, columns: usize, rows: usize) -> Vec<String> {
    scattered(seed, columns, rows, b"##=^")
}

fn scattered(seed: u64, columns: usize, rows: usize, kinds: &[u8]) -> Vec<String> {
    let mut random = SplitMix64::new(seed);
    let mut cells = vec![vec![b'.'; columns]; rows];
    let count = columns * rows / 24;
    for _ in 0..count {
        let kind = kinds[below(&mut random, kinds.len())];
        let (column, row) = (below(&mut random, columns), below(&mut random, rows));
        let length = 2 + below(&mut random, 5);
        let height = if random.chance(20) { 2 } else { 1 };
        for line in cells.iter_mut().skip(row).take(height) {
            line.iter_mut().skip(column).take(length).for_each(|cell| *cell = kind);
        }
    }
    if let Some(floor) = cells.last_mut() {
        floor.fill(b'#');
        if kinds.len() > 1 && columns > 6 {
            let pit = below(&mut random, columns - 3);
            floor[pit..pit + 2].fill(kinds[kinds.len() - 1]);
        }
    }
    lines(cells)
}

/// Generates caves by a cellular automaton: five rounds of majority voting on noise.
#[must_use]
pub fn caves(seed: u64, columns: usize, rows: usize) -> Vec<String> {
    let mut random = SplitMix64::new(seed);
    let mut solid: Vec<Vec<bool>> =
        (0..rows).map(|_| (0..columns).map(|_| random.chance(44)).collect()).collect();
    for _ in 0..5 {
        // The outside counts as solid.
        let at = |row: usize, column: usize| -> bool {
            solid.get(row).and_then(|line| line.get(column)).copied().unwrap_or(true)
        };
        let around = |row: usize, column: usize| {
            let offsets = [usize::MAX, 0, 1];
            let near = offsets.iter().flat_map(|up| offsets.iter().map(move |right| (up, right)));
            near.filter(|&(&up, &right)| at(row.wrapping_add(up), column.wrapping_add(right)))
                .count()
        };
        solid = (0..rows)
            .map(|row| (0..columns).map(|column| around(row, column) >= 5).collect())
            .collect();
    }
    let letter = |&is_solid: &bool| if is_solid { b'#' } else { b'.' };
    lines(solid.iter().map(|line| line.iter().map(letter).collect()).collect())
}

/// Generates an open field: single tiles and short ledges in wide empty space, and a
/// floor. Most spots can be reached from most others, by many paths.
#[must_use]
pub fn open_field(seed: u64, columns: usize, rows: usize) -> Vec<String> {
    field(seed, columns, rows, 40)
}

/// Generates an open field like [`open_field`], with one ledge per `tiles_per_ledge` tiles.
#[must_use]
pub fn field(seed: u64, columns: usize, rows: usize, tiles_per_ledge: usize) -> Vec<String> {
    let mut random = SplitMix64::new(seed);
    let mut cells = vec![vec![b'.'; columns]; rows];
    for _ in 0..columns * rows / tiles_per_ledge {
        let (column, row) = (below(&mut random, columns), below(&mut random, rows));
        let length = 1 + below(&mut random, 3);
        let kind = if random.chance(30) { b'=' } else { b'#' };
        cells[row].iter_mut().skip(column).take(length).for_each(|cell| *cell = kind);
    }
    if let Some(floor) = cells.last_mut() {
        floor.fill(b'#');
    }
    lines(cells)
}

/// Generates random tiles of all kinds, for unusual combinations.
#[must_use]
pub fn noise(seed: u64, columns: usize, rows: usize, percent: u8) -> Vec<String> {
    let mut random = SplitMix64::new(seed);
    let mut tile = || if random.chance(percent) { b"###==^"[below(&mut random, 6)] } else { b'.' };
    lines((0..rows).map(|_| (0..columns).map(|_| tile()).collect()).collect())
}

fn lines(cells: Vec<Vec<u8>>) -> Vec<String> {
    cells.into_iter().map(|line| line.into_iter().map(char::from).collect()).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "a number below a usize fits a usize")]
fn below(random: &mut SplitMix64, count: usize) -> usize {
    random.below(count as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_the_requested_size_and_only_known_tiles() {
        type Generator = fn(u64, usize, usize) -> Vec<String>;
        let generators: [Generator; 6] = [
            platforms,
            one_way_platforms,
            deadly_platforms,
            caves,
            open_field,
            |seed, columns, rows| noise(seed, columns, rows, 30),
        ];
        for generator in generators {
            for (columns, rows) in [(0, 0), (1, 1), (2, 5), (30, 18)] {
                let level = generator(3, columns, rows);
                assert_eq!(level.len(), rows);
                assert!(level.iter().all(|row| row.len() == columns));
                assert!(level.concat().chars().all(|tile| "#=.^".contains(tile)));
            }
            assert_eq!(generator(4, 20, 12), generator(4, 20, 12));
        }
    }
}
