//! Places of bodies against the tiles of a row.

use super::bits::Bits;
use super::columns::Columns;

/// Calls `found` with each part of an interval of places in which the body
/// overlaps no column of `bits`, from the left.
#[inline]
pub(in crate::exact) fn clear_parts(
    bits: Bits<'_>,
    columns: &Columns,
    [low, high]: [i32; 2],
    mut found: impl FnMut(i32, i32),
) {
    let (first, last) = (columns.first(low), columns.last(high));
    let mut column = first;
    while let Some(begin) = bits.next(column, last, false) {
        let wall = bits.next(begin, last, true);
        let left = if begin == first { low } else { begin * columns.tile };
        let right = wall.map_or(high, |wall| (wall * columns.tile - columns.width).min(high));
        if left <= right {
            found(left, right);
        }
        let Some(wall) = wall else { break };
        column = wall + 1;
    }
}

/// Calls `found` with each part of an interval of places in which the body
/// overlaps some column of `bits`, from the left.
#[inline]
pub(in crate::exact) fn covered_parts(
    bits: Bits<'_>,
    columns: &Columns,
    [low, high]: [i32; 2],
    mut found: impl FnMut(i32, i32),
) {
    let (first, last) = (columns.first(low), columns.last(high));
    let mut open: Option<(i32, i32)> = None;
    let mut column = first;
    while let Some(begin) = bits.next(column, last, true) {
        let end = bits.next(begin, last, false).map_or(last, |gap| gap - 1);
        column = end + 1;
        let left = (begin * columns.tile - columns.width + 1).max(low);
        let right = ((end + 1) * columns.tile - 1).min(high);
        open = match open {
            // A body wider than the gap overlaps both of its sides.
            Some((start, until)) if left <= until + 1 => Some((start, right)),
            before => {
                if let Some((start, until)) = before {
                    found(start, until);
                }
                Some((left, right))
            }
        };
    }
    if let Some((start, until)) = open {
        found(start, until);
    }
}
