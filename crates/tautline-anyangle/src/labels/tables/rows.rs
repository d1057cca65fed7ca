//! What is known of an area and of a corner, each in a line of the processor's cache.

use std::ops::Range;

use tautline_geometry::Vec2;

use super::bearings::Bearings;
use super::regions::Regions;
use crate::taut::corners::Node;

/// The cones of an area, in groups. First those of corners that lead on, then
/// the others; in each half those that no ray cuts, those that the right one
/// cuts, those that the left one cuts, and those that both cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(in crate::labels) struct AreaRow {
    /// Where each group begins, and where the last one ends.
    pub(in crate::labels) bounds: [u32; 9],
    /// From which parts of the map a path to the area may come with one bend only, at a
    /// corner that does not lead on from one of its ends.
    pub(in crate::labels) single_bends: Regions,
}

impl AreaRow {
    /// Where its cones are of corners that lead on, and of the others.
    pub(in crate::labels) fn halves(&self) -> [Range<usize>; 2] {
        let [first, _, _, _, others, .., end] = self.bounds.map(|bound| bound as usize);
        [first..others, others..end]
    }
}

/// A corner, and its entries: a line of the processor's cache.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub(in crate::labels) struct CornerRow {
    pub(in crate::labels) point: Vec2,
    /// Where its rows of entries begin.
    pub(in crate::labels) first_row: u32,
    /// How many rows there are for each of its wedges.
    row_counts: [u16; 2],
    pub(in crate::labels) bearings: Bearings,
}

impl CornerRow {
    /// The rows for corners, of which the first rows of entries for each wedge are
    /// given, and one more.
    pub(in crate::labels) fn all(
        points: impl Iterator<Item = Vec2>,
        starts: &[u32],
        bearings: impl Iterator<Item = Bearings>,
    ) -> Vec<Self> {
        let count = |starts: &[u32]| u16::try_from(starts[1] - starts[0]).unwrap_or(u16::MAX);
        let starts = starts.windows(3).step_by(2);
        let rows = starts.map(|starts| (starts[0], [count(starts), count(&starts[1..])]));
        let all = points.zip(rows).zip(bearings);
        all.map(|((point, (first_row, row_counts)), bearings)| Self {
            point,
            first_row,
            row_counts,
            bearings,
        })
        .collect()
    }

    /// Where its rows begin, for each wedge, and where they end.
    pub(in crate::labels) fn starts(&self) -> [u32; 3] {
        let [first, last] = self.row_counts.map(u32::from);
        [self.first_row, self.first_row + first, self.first_row + first + last]
    }

    /// Where the rows of a wedge begin, and how many there are. Without a branch, for
    /// nobody could guess the wedge.
    #[inline(always)]
    pub(in crate::labels) fn slice(&self, node: Node) -> [u32; 2] {
        let wedge = node.0 & 1;
        let before = u32::from(self.row_counts[0]) * wedge;
        [self.first_row + before, u32::from(self.row_counts[wedge as usize])]
    }
}
