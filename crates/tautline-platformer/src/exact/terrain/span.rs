//! Where a body can stand: spans of places in x, row by row.

use super::columns::Columns;
use super::interval::Interval;
use super::obstacles::Obstacles;
use super::overlap::covered_parts;
use super::rows::Rows;
use crate::exact::flights::BodyRows;
use crate::exact::index::index;

/// Number of a span.
pub(in crate::exact) type SpanId = u32;

/// Unbroken places at which the body stands in a row: free, and with a floor below some
/// column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Span {
    pub(in crate::exact) row: i32,
    pub(in crate::exact) places: Interval,
}

/// A span as its row lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Listed {
    pub(in crate::exact) places: Interval,
    pub(in crate::exact) id: SpanId,
}

/// The spans of a level. Numbers of spans that are gone are given again.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct Ground {
    /// By number; spans that are gone have no places.
    pub(in crate::exact) spans: Vec<Span>,
    /// By row, from the left.
    rows: Vec<Vec<Listed>>,
    free: Vec<SpanId>,
}

impl Ground {
    pub(in crate::exact) fn new(rows: &Rows, columns: &Columns, obstacles: &Obstacles) -> Self {
        let mut ground =
            Self { rows: vec![Vec::new(); rows.count.cast_unsigned() as usize], ..Self::default() };
        for row in 0..rows.count {
            ground.remake(row, rows, columns, obstacles);
        }
        ground
    }

    /// Makes the spans of a row again, whose obstacles are known. Spans that stay keep their
    /// numbers; returns those that are gone.
    pub(in crate::exact) fn remake(
        &mut self,
        row: i32,
        rows: &Rows,
        columns: &Columns,
        obstacles: &Obstacles,
    ) -> Vec<(SpanId, Span)> {
        let listed = &mut self.rows[row.cast_unsigned() as usize];
        let old = std::mem::take(listed);
        let mut new = Vec::with_capacity(old.len());
        for &gap in obstacles.gaps(BodyRows::standing(row)) {
            covered_parts(rows.floor.row(row - 1), columns, gap, |places| {
                new.push(Listed { places, id: 0 });
            });
        }
        let mut kept = old.iter().peekable();
        let mut lost = Vec::new();
        let mut found = Vec::new();
        for (position, span) in new.iter_mut().enumerate() {
            while let Some(old) = kept.next_if(|old| old.places < span.places) {
                lost.push(old.id);
            }
            match kept.next_if(|old| old.places == span.places) {
                Some(old) => span.id = old.id,
                None => found.push(position),
            }
        }
        lost.extend(kept.map(|old| old.id));
        let mut gone = Vec::with_capacity(lost.len());
        for id in lost {
            let nowhere = Span { row: -1, places: Interval::EMPTY };
            gone.push((id, std::mem::replace(&mut self.spans[id as usize], nowhere)));
            self.free.push(id);
        }
        for position in found {
            let span = Span { row, places: new[position].places };
            let id = self.free.pop().unwrap_or_else(|| {
                self.spans.push(span);
                index(self.spans.len() - 1)
            });
            self.spans[id as usize] = span;
            new[position].id = id;
        }
        self.rows[row.cast_unsigned() as usize] = new;
        gone
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

    /// The spans of a row that meet some places.
    #[inline]
    pub(in crate::exact) fn meeting(
        &self,
        row: i32,
        places: Interval,
    ) -> impl Iterator<Item = &Listed> {
        let listed = self.row(row);
        let first = listed.partition_point(|span| span.places.high < places.low);
        listed[first..].iter().take_while(move |span| span.places.low <= places.high)
    }

    /// The span on which a body stands at a place, in subpixels of a tile's height; none
    /// where it cannot stand.
    pub(in crate::exact) fn under(&self, [x, y]: [i32; 2], height: i32) -> Option<SpanId> {
        let mut spans = self.meeting(y.div_euclid(height), Interval::at(x));
        spans.next().filter(|_| y.rem_euclid(height) == 0).map(|span| span.id)
    }

    /// The numbers of all spans, by row from below and then from the left.
    pub(in crate::exact) fn ids(&self) -> impl Iterator<Item = SpanId> {
        self.rows.iter().flatten().map(|span| span.id)
    }
}
