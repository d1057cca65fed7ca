//! The level as rows of bits, as bodies of one height see it.

use crate::{Character, Outside, Tile, Tiles};

/// Bits of the columns of one row, 64 to a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bits<'a>(&'a [u64]);

impl Bits<'_> {
    #[inline]
    pub(super) fn contains(self, column: i32) -> bool {
        let column = column.cast_unsigned();
        self.0[(column >> 6) as usize] >> (column & 63) & 1 == 1
    }

    /// Whether any bit from `first` to `last`, both included, is set.
    #[inline]
    pub(super) fn any(self, first: i32, last: i32) -> bool {
        let (first, last) = (first.cast_unsigned(), last.cast_unsigned());
        let (low, high) = ((first >> 6) as usize, (last >> 6) as usize);
        let from = u64::MAX << (first & 63);
        let to = u64::MAX >> (63 - (last & 63));
        if low == high {
            return self.0[low] & from & to != 0;
        }
        self.0[low] & from != 0
            || self.0[high] & to != 0
            || self.0[low + 1..high].iter().any(|&word| word != 0)
    }

    /// The first column from `column` to `last` whose bit is `value`.
    #[inline]
    pub(super) fn next(self, column: i32, last: i32, value: bool) -> Option<i32> {
        if column > last {
            return None;
        }
        let start = column.cast_unsigned();
        let flip = if value { 0 } else { u64::MAX };
        let mut word = (start >> 6) as usize;
        let mut bits = (self.0[word] ^ flip) & (u64::MAX << (start & 63));
        while bits == 0 {
            word += 1;
            if word > (last.cast_unsigned() >> 6) as usize {
                return None;
            }
            bits = self.0[word] ^ flip;
        }
        let found = i32::try_from(word * 64).ok()? + bits.trailing_zeros().cast_signed();
        (found <= last).then_some(found)
    }
}

/// One bit per column for each of the level's rows, and a row of bits below
/// and one above it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Layer {
    words: usize,
    bits: Vec<u64>,
}

impl Layer {
    fn new(columns: u16, rows: u16) -> Self {
        let words = usize::from(columns).div_ceil(64).max(1);
        Self { words, bits: vec![0; words * (usize::from(rows) + 2)] }
    }

    #[inline]
    fn row(&self, row: i32) -> Bits<'_> {
        let index = (row + 1).cast_unsigned() as usize * self.words;
        Bits(&self.bits[index..index + self.words])
    }

    fn row_mut(&mut self, row: i32) -> &mut [u64] {
        let index = (row + 1).cast_unsigned() as usize * self.words;
        &mut self.bits[index..index + self.words]
    }

    fn set(&mut self, column: i32, row: i32, value: bool) {
        let column = column.cast_unsigned();
        let word = &mut self.row_mut(row)[(column >> 6) as usize];
        let bit = 1 << (column & 63);
        if value { *word |= bit } else { *word &= !bit }
    }
}

/// The rows of a level for a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) columns: i32,
    pub(super) count: i32,
    /// Rows that a body overlaps whose lower side is on a boundary of rows.
    standing: i32,
    solid: Layer,
    /// Solid or one-way.
    floor: Layer,
    /// Anything but empty.
    filled: Layer,
    /// Solid or deadly in a stack of `standing` rows, by the lowest, and in a
    /// stack of one more.
    closed: [Layer; 2],
    /// Solid or deadly.
    hard: Layer,
    /// How many tiles are deadly.
    deadly: u32,
    outside_is_deadly: bool,
    nothing: Vec<u64>,
}

impl Rows {
    pub(super) fn new(tiles: &Tiles, character: &Character) -> Self {
        let layer = Layer::new(tiles.columns(), tiles.rows());
        let words = layer.words;
        let mut rows = Self {
            columns: i32::from(tiles.columns()),
            count: i32::from(tiles.rows()),
            standing: standing_rows(character),
            solid: layer.clone(),
            floor: layer.clone(),
            filled: layer.clone(),
            closed: [layer.clone(), layer.clone()],
            hard: layer,
            deadly: 0,
            outside_is_deadly: tiles.outside() == Outside::Deadly,
            nothing: vec![0; words],
        };
        for row in [-1, rows.count] {
            let (solid, floor) = match tiles.outside() {
                Outside::Solid => (u64::MAX, u64::MAX),
                Outside::Deadly => (0, 0),
            };
            rows.solid.row_mut(row).fill(solid);
            rows.floor.row_mut(row).fill(floor);
            rows.filled.row_mut(row).fill(u64::MAX);
            rows.hard.row_mut(row).fill(u64::MAX);
        }
        for row in 0..rows.count {
            for column in 0..rows.columns {
                rows.put(column, row, tiles.tile(column, row));
            }
        }
        for row in -1..=rows.count {
            rows.close(row);
        }
        rows
    }

    /// Puts one tile. All spans of rows that [`Rows::touched_by`] names are to
    /// be made again.
    pub(super) fn set(&mut self, column: i32, row: i32, tile: Tile) {
        self.put(column, row, tile);
        for lowest in (row - self.standing).max(-1)..=row {
            self.close(lowest);
        }
    }

    /// The rows in which standing bodies depend on a tile of `row`.
    pub(super) fn touched_by(&self, row: i32) -> std::ops::RangeInclusive<i32> {
        (row - self.standing + 1).max(0)..=(row + 1).min(self.count - 1)
    }

    fn put(&mut self, column: i32, row: i32, tile: Tile) {
        let was_deadly =
            self.hard.row(row).contains(column) && !self.solid.row(row).contains(column);
        self.deadly -= u32::from(was_deadly);
        self.deadly += u32::from(tile == Tile::Deadly);
        self.solid.set(column, row, tile == Tile::Solid);
        self.floor.set(column, row, matches!(tile, Tile::Solid | Tile::OneWay));
        self.filled.set(column, row, tile != Tile::Empty);
        self.hard.set(column, row, matches!(tile, Tile::Solid | Tile::Deadly));
    }

    fn close(&mut self, lowest: i32) {
        for (layer, height) in self.closed.iter_mut().zip([self.standing, self.standing + 1]) {
            let target = layer.row_mut(lowest);
            target.fill(if lowest + height > self.count { u64::MAX } else { 0 });
            for row in lowest..(lowest + height).min(self.count) {
                for (word, hard) in target.iter_mut().zip(self.hard.row(row).0) {
                    *word |= hard;
                }
            }
        }
    }

    /// Where the body is stopped or dies whose lowest row is `lowest`, and
    /// which overlaps as many rows as when standing, or one more.
    #[inline]
    pub(super) fn closed(&self, lowest: i32, one_more: bool) -> Bits<'_> {
        self.closed[usize::from(one_more)].row(lowest)
    }

    /// A row in which there is nothing.
    #[inline]
    pub(super) fn nothing(&self) -> Bits<'_> {
        Bits(&self.nothing)
    }

    #[inline]
    pub(super) fn solid(&self, row: i32) -> Bits<'_> {
        self.solid.row(row)
    }

    #[inline]
    pub(super) fn hard(&self, row: i32) -> Bits<'_> {
        self.hard.row(row)
    }

    #[inline]
    pub(super) fn floor(&self, row: i32) -> Bits<'_> {
        self.floor.row(row)
    }

    #[inline]
    pub(super) fn filled(&self, row: i32) -> Bits<'_> {
        self.filled.row(row)
    }

    /// Whether anything can kill.
    #[inline]
    pub(super) fn has_deadly(&self) -> bool {
        self.outside_is_deadly || self.deadly > 0
    }

    /// Whether solid rock lies around the level.
    pub(super) fn is_closed_box(&self) -> bool {
        self.solid.row(-1).contains(0)
    }

    /// How many rows a standing body overlaps.
    pub(super) const fn standing(&self) -> i32 {
        self.standing
    }
}

/// How many rows a body overlaps whose lower side is on a boundary of rows.
pub(super) const fn standing_rows(character: &Character) -> i32 {
    (character.size[1] - 1) / character.tile[1] + 1
}
