//! Splits intervals of positions at the tiles of a row.

use super::bits::Bits;
use super::columns::Columns;
use super::interval::Interval;

/// Calls `found` with each part of an interval in which the body overlaps no column of `bits`, from
/// the left.
#[inline]
pub(in crate::exact) fn clear_parts(
    bits: Bits<'_>,
    columns: &Columns,
    positions: Interval,
    mut found: impl FnMut(Interval),
) {
    let (first, last) = (columns.first(positions.low), columns.last(positions.high));
    let mut column = first;
    while let Some(begin) = bits.next(column, last, false) {
        let wall = bits.next(begin, last, true);
        let end = wall.map_or(last, |wall| wall - 1);
        let part = positions.intersection(columns.within(begin, end));
        if !part.is_empty() {
            found(part);
        }
        let Some(wall) = wall else { break };
        column = wall + 1;
    }
}

/// Calls `found` with each part of an interval in which the body overlaps some column of `bits`,
/// from the left.
#[inline]
pub(in crate::exact) fn overlapping_parts(
    bits: Bits<'_>,
    columns: &Columns,
    positions: Interval,
    mut found: impl FnMut(Interval),
) {
    let (first, last) = (columns.first(positions.low), columns.last(positions.high));
    let mut open = Interval::EMPTY;
    let mut column = first;
    while let Some(begin) = bits.next(column, last, true) {
        let end = bits.next(begin, last, false).map_or(last, |gap| gap - 1);
        column = end + 1;
        let part = positions.intersection(columns.overlapping(begin, end));
        // Adjacent parts are one: a body wider than the gap between two tiles overlaps one of them
        // everywhere.
        if open.is_empty() || part.low > open.high + 1 {
            if !open.is_empty() {
                found(open);
            }
            open = part;
        } else {
            open.high = part.high;
        }
    }
    if !open.is_empty() {
        found(open);
    }
}
