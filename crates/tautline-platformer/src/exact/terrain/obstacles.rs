//! What stands in the rows, as places: where a body is free, and where it meets something.

use super::columns::Columns;
use super::overlap::{clear_parts, covered_parts};
use super::rows::Rows;

/// Unbroken intervals of places of the level, from the left.
type Places = Vec<[i32; 2]>;

/// For each row from that below the level, how a body is among what is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::exact) struct Obstacles {
    /// By the lowest row: the gaps for a body that overlaps as many rows as when
    /// standing, or one more.
    gaps: [Vec<Places>; 2],
    /// Where it meets anything in a row.
    floors: Vec<Places>,
}

impl Obstacles {
    pub(in crate::exact) fn new(rows: &Rows, columns: &Columns) -> Self {
        let none = vec![Vec::new(); usize::try_from(rows.count + 2).unwrap_or(0)];
        let mut obstacles = Self { gaps: [none.clone(), none.clone()], floors: none };
        for row in -1..=rows.count {
            obstacles.remake(row, rows, columns);
        }
        obstacles
    }

    /// Looks at a row again.
    pub(in crate::exact) fn remake(&mut self, row: i32, rows: &Rows, columns: &Columns) {
        let index = (row + 1).cast_unsigned() as usize;
        let floors = &mut self.floors[index];
        floors.clear();
        self.gaps.iter_mut().for_each(|gaps| gaps[index].clear());
        if columns.last_x < 0 {
            return;
        }
        let all = [0, columns.last_x];
        covered_parts(rows.filled(row), columns, all, |low, high| floors.push([low, high]));
        for (one_more, gaps) in [false, true].into_iter().zip(&mut self.gaps) {
            let closed = rows.closed(row, one_more);
            clear_parts(closed, columns, all, |low, high| gaps[index].push([low, high]));
        }
    }

    /// Between what stops a body at its sides whose lowest row is `lowest`, and which
    /// overlaps as many rows as when standing, or one more.
    #[inline]
    pub(in crate::exact) fn gaps(&self, lowest: i32, one_more: bool) -> &[[i32; 2]] {
        &self.gaps[usize::from(one_more)][(lowest + 1).cast_unsigned() as usize]
    }

    /// Whether a body fits at some place of an interval that stands with its lower side
    /// on the boundary below a row.
    pub(in crate::exact) fn leave_room(&self, row: i32, [low, high]: [i32; 2]) -> bool {
        self.gaps(row, false).iter().any(|gap| gap[0] <= high && low <= gap[1])
    }

    /// What a body meets that falls into a row.
    #[inline]
    pub(in crate::exact) fn floors(&self, row: i32) -> &[[i32; 2]] {
        &self.floors[(row + 1).cast_unsigned() as usize]
    }
}

/// Of some intervals of places those that reach a place or are beyond it.
#[inline(always)]
pub(in crate::exact) fn reaching(mut places: &[[i32; 2]], x: i32) -> &[[i32; 2]] {
    while let [first, rest @ ..] = places
        && first[1] < x
    {
        places = rest;
    }
    places
}
