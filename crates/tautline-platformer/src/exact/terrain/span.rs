//! Spans: the walkable intervals of a level.

use super::columns::Columns;
use super::interval::Interval;
use super::obstacles::Obstacles;
use super::overlap::overlapping_parts;
use super::rows::Rows;
use super::walk::Walk;
use crate::exact::flights::BodyRows;
use crate::exact::index::index_of;

/// The id of a span.
pub(in crate::exact) type SpanId = u32;

/// A maximal interval of positions in a row where the body can stand: it fits, and at least one
/// column below it has a floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Span {
    pub(in crate::exact) row: i32,
    pub(in crate::exact) positions: Interval,
}

impl Span {
    /// Returns the frames to walk from the low end to the furthest of some positions, and from the
    /// high end.
    #[inline]
    pub(in crate::exact) fn walks(&self, positions: Interval, walk: Walk) -> [u32; 2] {
        [positions.high - self.positions.low, self.positions.high - positions.low]
            .map(|distance| walk.frames(distance))
    }
}

/// An entry of a row's list of spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct RowSpan {
    pub(in crate::exact) positions: Interval,
    pub(in crate::exact) id: SpanId,
}

/// The spans of a level. Ids of removed spans are reused.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct Spans {
    /// Spans by id. Removed spans are empty.
    pub(in crate::exact) by_id: Vec<Span>,
    /// Spans by row, sorted from the left.
    by_row: Vec<Vec<RowSpan>>,
    free: Vec<SpanId>,
}

impl Spans {
    pub(in crate::exact) fn new(rows: &Rows, columns: &Columns, obstacles: &Obstacles) -> Self {
        let mut spans = Self {
            by_row: vec![Vec::new(); rows.count.cast_unsigned() as usize],
            ..Self::default()
        };
        for row in 0..rows.count {
            spans.rebuild(row, rows, columns, obstacles);
        }
        spans
    }

    /// Rebuilds the spans of a row from its current obstacles. Unchanged spans keep their ids.
    /// Returns the removed spans.
    pub(in crate::exact) fn rebuild(
        &mut self,
        row: i32,
        rows: &Rows,
        columns: &Columns,
        obstacles: &Obstacles,
    ) -> Vec<(SpanId, Span)> {
        let listed = &mut self.by_row[row.cast_unsigned() as usize];
        let old = std::mem::take(listed);
        let mut new = Vec::with_capacity(old.len());
        for &gap in obstacles.gaps(BodyRows::standing(row)) {
            overlapping_parts(rows.floor.row(row - 1), columns, gap, |positions| {
                new.push(RowSpan { positions, id: 0 });
            });
        }
        // Both lists are sorted: one merge pass finds the spans that stayed, went and came.
        let mut kept = old.iter().peekable();
        let mut lost = Vec::new();
        let mut found = Vec::new();
        for (slot, span) in new.iter_mut().enumerate() {
            while let Some(old) = kept.next_if(|old| old.positions < span.positions) {
                lost.push(old.id);
            }
            match kept.next_if(|old| old.positions == span.positions) {
                Some(old) => span.id = old.id,
                None => found.push(slot),
            }
        }
        lost.extend(kept.map(|old| old.id));
        // Free the ids of removed spans before new spans take them.
        let mut gone = Vec::with_capacity(lost.len());
        for id in lost {
            let nowhere = Span { row: -1, positions: Interval::EMPTY };
            gone.push((id, std::mem::replace(&mut self.by_id[id as usize], nowhere)));
            self.free.push(id);
        }
        for slot in found {
            let span = Span { row, positions: new[slot].positions };
            let id = self.free.pop().unwrap_or_else(|| {
                self.by_id.push(span);
                index_of(self.by_id.len() - 1)
            });
            self.by_id[id as usize] = span;
            new[slot].id = id;
        }
        self.by_row[row.cast_unsigned() as usize] = new;
        gone
    }

    #[inline]
    pub(in crate::exact) fn span(&self, id: SpanId) -> Span {
        self.by_id[id as usize]
    }

    /// Returns the spans of a row, sorted from the left; none outside of the level.
    #[inline]
    pub(in crate::exact) fn row(&self, row: i32) -> &[RowSpan] {
        usize::try_from(row).ok().and_then(|row| self.by_row.get(row)).map_or(&[], Vec::as_slice)
    }

    /// Returns the spans of a row that overlap some positions.
    #[inline]
    pub(in crate::exact) fn overlapping(
        &self,
        row: i32,
        positions: Interval,
    ) -> impl Iterator<Item = &RowSpan> {
        let listed = self.row(row);
        let first = listed.partition_point(|span| span.positions.high < positions.low);
        listed[first..].iter().take_while(move |span| span.positions.low <= positions.high)
    }

    /// Returns the span that supports a body at a position; `None` if there is none.
    /// `height` is that of a tile in subpixels.
    pub(in crate::exact) fn span_at(&self, [x, y]: [i32; 2], height: i32) -> Option<SpanId> {
        let mut spans = self.overlapping(y.div_euclid(height), Interval::point(x));
        spans.next().filter(|_| y.rem_euclid(height) == 0).map(|span| span.id)
    }

    /// Returns the ids of all spans, by row from below and then from the left.
    pub(in crate::exact) fn ids(&self) -> impl Iterator<Item = SpanId> {
        self.by_row.iter().flatten().map(|span| span.id)
    }
}
