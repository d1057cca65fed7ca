//! Where a body can stand: spans of places in x, row by row.

use super::columns::Columns;
use super::rows::Rows;
use crate::exact::index::index;

/// Number of a span.
pub(in crate::exact) type SpanId = u32;

/// All places from `low` to `high`, both included, at which the body stands in
/// a row: free, and with a floor below some column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Span {
    pub(in crate::exact) row: i32,
    pub(in crate::exact) low: i32,
    pub(in crate::exact) high: i32,
}

/// A span as its row lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Listed {
    pub(in crate::exact) low: i32,
    pub(in crate::exact) high: i32,
    pub(in crate::exact) id: SpanId,
}

/// The spans of a level. Numbers of spans that are gone are given again.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct Ground {
    /// By number; spans that are gone have `high < low`.
    pub(in crate::exact) spans: Vec<Span>,
    /// By row, from the left.
    rows: Vec<Vec<Listed>>,
    free: Vec<SpanId>,
}

/// What became of the spans of the rows that were made again.
#[derive(Debug, Default)]
pub(in crate::exact) struct Upheaval {
    pub(in crate::exact) gone: Vec<(SpanId, Span)>,
    pub(super) fresh: Vec<SpanId>,
}

impl Ground {
    pub(in crate::exact) fn new(rows: &Rows, columns: &Columns) -> Self {
        let count = usize::try_from(rows.count).unwrap_or(0);
        let mut ground = Self { rows: vec![Vec::new(); count], ..Self::default() };
        let mut upheaval = Upheaval::default();
        for row in 0..rows.count {
            ground.remake(row, rows, columns, &mut upheaval);
        }
        ground
    }

    /// Makes the spans of a row again. Spans that stay keep their numbers.
    pub(in crate::exact) fn remake(
        &mut self,
        row: i32,
        rows: &Rows,
        columns: &Columns,
        upheaval: &mut Upheaval,
    ) {
        let Some(listed) = self.rows.get_mut(row.cast_unsigned() as usize) else { return };
        let old = std::mem::take(listed);
        let mut new = Vec::with_capacity(old.len());
        spans_of_row(row, rows, columns, |low, high| new.push(Listed { low, high, id: 0 }));
        let mut kept = old.iter().peekable();
        let mut lost = Vec::new();
        let mut found = Vec::new();
        for (position, span) in new.iter_mut().enumerate() {
            while let Some(old) = kept.next_if(|old| (old.low, old.high) < (span.low, span.high)) {
                lost.push(old.id);
            }
            match kept.next_if(|old| (old.low, old.high) == (span.low, span.high)) {
                Some(old) => span.id = old.id,
                None => found.push(position),
            }
        }
        lost.extend(kept.map(|old| old.id));
        for id in lost {
            let slot = &mut self.spans[id as usize];
            upheaval.gone.push((id, *slot));
            *slot = Span { row: -1, low: 0, high: -1 };
            self.free.push(id);
        }
        for position in found {
            let span = Span { row, low: new[position].low, high: new[position].high };
            let id = self.free.pop().unwrap_or_else(|| {
                self.spans.push(span);
                index(self.spans.len() - 1)
            });
            self.spans[id as usize] = span;
            new[position].id = id;
            upheaval.fresh.push(id);
        }
        self.rows[row.cast_unsigned() as usize] = new;
    }

    #[inline]
    pub(in crate::exact) fn span(&self, id: SpanId) -> Span {
        self.spans[id as usize]
    }

    /// The spans of a row, from the left; none outside of the level.
    #[inline]
    pub(in crate::exact) fn row(&self, row: i32) -> &[Listed] {
        usize::try_from(row).ok().and_then(|row| self.rows.get(row)).map_or(&[], Vec::as_slice)
    }

    /// The spans of a row that meet the places from `low` to `high`.
    #[inline]
    pub(in crate::exact) fn meeting(
        &self,
        row: i32,
        low: i32,
        high: i32,
    ) -> impl Iterator<Item = &Listed> {
        let listed = self.row(row);
        let first = listed.partition_point(|span| span.high < low);
        listed[first..].iter().take_while(move |span| span.low <= high)
    }

    /// The numbers of all spans, by row from below and then from the left.
    pub(in crate::exact) fn ids(&self) -> impl Iterator<Item = SpanId> {
        self.rows.iter().flatten().map(|span| span.id)
    }
}

/// Calls `found` with the ends of each span of a row, from the left.
fn spans_of_row(row: i32, rows: &Rows, columns: &Columns, mut found: impl FnMut(i32, i32)) {
    let closed = rows.closed(row, false);
    let floor = rows.floor(row - 1);
    let last_column = rows.columns - 1;
    let mut column = 0;
    while let Some(first) = closed.next(column, last_column, false) {
        let last = closed.next(first, last_column, true).map_or(last_column, |wall| wall - 1);
        column = last + 1;
        let (left, right) = (first * columns.tile, (last + 1) * columns.tile - columns.width);
        if left > right {
            continue;
        }
        let mut open: Option<(i32, i32)> = None;
        let mut support = first;
        while let Some(under) = floor.next(support, last, true) {
            let end = floor.next(under, last, false).map_or(last, |gap| gap - 1);
            support = end + 1;
            let low = (under * columns.tile - columns.width + 1).max(left);
            let high = ((end + 1) * columns.tile - 1).min(right);
            if low > high {
                continue;
            }
            open = match open {
                Some((start, until)) if low <= until + 1 => Some((start, high)),
                before => {
                    if let Some((start, until)) = before {
                        found(start, until);
                    }
                    Some((low, high))
                }
            };
        }
        if let Some((start, until)) = open {
            found(start, until);
        }
    }
}
