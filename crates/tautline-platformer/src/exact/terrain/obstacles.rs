//! What stands in the rows, as places at which a body would touch it.

use super::bits::Bits;
use super::columns::Columns;
use super::rows::Rows;

/// Unbroken intervals of places, from the left. They begin and end with what is
/// beyond the level, so that any place lies between two of them or in one.
pub(super) type Places = Vec<[i32; 2]>;

/// For each row, where a body touches what is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::exact) struct Obstacles {
    /// By the lowest row, from that below the level: what stops a body that
    /// overlaps as many rows as when standing, or one more.
    sides: [Vec<Places>; 2],
    /// Anything in a row.
    floors: Vec<Places>,
}

impl Obstacles {
    pub(in crate::exact) fn new(rows: &Rows, columns: &Columns) -> Self {
        let none = vec![Vec::new(); usize::try_from(rows.count + 2).unwrap_or(0)];
        let mut obstacles = Self { sides: [none.clone(), none.clone()], floors: none };
        for row in -1..=rows.count {
            obstacles.remake(row, rows, columns);
        }
        obstacles
    }

    /// Looks at a row again.
    pub(in crate::exact) fn remake(&mut self, row: i32, rows: &Rows, columns: &Columns) {
        let index = (row + 1).cast_unsigned() as usize;
        for (one_more, sides) in [false, true].into_iter().zip(&mut self.sides) {
            fill(&mut sides[index], rows.closed(row, one_more), rows.columns, columns);
        }
        fill(&mut self.floors[index], rows.filled(row), rows.columns, columns);
    }

    /// What stops a body at its sides whose lowest row is `lowest`, and which
    /// overlaps as many rows as when standing, or one more.
    #[inline]
    pub(in crate::exact) fn sides(&self, lowest: i32, one_more: bool) -> &[[i32; 2]] {
        &self.sides[usize::from(one_more)][(lowest + 1).cast_unsigned() as usize]
    }

    /// Whether a body fits at some place of an interval that stands with its lower side
    /// on the boundary below a row.
    pub(in crate::exact) fn leave_room(&self, row: i32, [low, high]: [i32; 2]) -> bool {
        let mut free = low;
        for &[first, last] in self.sides(row, false) {
            if free < first {
                break;
            }
            free = free.max(last.saturating_add(1));
        }
        free <= high
    }

    /// What a body meets that falls into a row.
    #[inline]
    pub(in crate::exact) fn floors(&self, row: i32) -> &[[i32; 2]] {
        &self.floors[(row + 1).cast_unsigned() as usize]
    }
}

fn fill(places: &mut Places, bits: Bits<'_>, count: i32, columns: &Columns) {
    places.clear();
    places.push([i32::MIN, -1]);
    let mut column = 0;
    while let Some(first) = bits.next(column, count - 1, true) {
        column = bits.next(first, count - 1, false).unwrap_or(count);
        places.push([first * columns.tile - columns.width + 1, column * columns.tile - 1]);
    }
    places.push([columns.last_x + 1, i32::MAX]);
}

/// Of some intervals of places those that reach a place or are beyond it.
#[inline]
pub(in crate::exact) fn reaching(mut places: &[[i32; 2]], x: i32) -> &[[i32; 2]] {
    while let [first, rest @ ..] = places
        && first[1] < x
    {
        places = rest;
    }
    places
}
