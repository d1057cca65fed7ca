//! From an end to the corners that it sees, and to the rows of entries that may follow.

use tautline_geometry::{DVec2, Vec2};

use super::{EndScratch, FirstLeg, RowAhead};
use crate::labels::Labels;
use crate::labels::tables::bearings::Bearings;
use crate::labels::tables::packed_cone::ConeLayout;

impl Labels {
    /// Works out how far the corners are that a point sees, and from there the
    /// beacons.
    pub(in crate::labels::query) fn take_bearings(&self, point: Vec2, end: &mut EndScratch) {
        let EndScratch { hits, hit_count, legs, leg_count, bearings, .. } = end;
        if legs.len() < hits.len() {
            legs.resize(hits.len(), FirstLeg::default());
        }
        let measure = |packed: u64| {
            let corner = &self.corners[self.layout.node(packed).corner() as usize];
            let distance = self.units.of(DVec2::from(corner.point).distance(point.into()));
            (corner, FirstLeg { packed, distance })
        };
        *bearings = Bearings::UNKNOWN;
        let hits = hits[..*hit_count].iter();
        if self.has_beacons {
            let mut joined = Bearings::UNKNOWN;
            for (&packed, leg) in hits.zip(legs) {
                let (corner, measured) = measure(packed);
                joined.join(&corner.bearings, Bearings::steps(measured.distance));
                *leg = measured;
            }
            *bearings = joined;
        } else {
            hits.zip(legs).for_each(|(&packed, leg)| *leg = measure(packed).1);
        }
        *leg_count = *hit_count;
    }

    /// Lists the rows of entries that may follow the cones that hold a point, without
    /// those that lead to no other end with some bearings; and begins to fetch them.
    pub(in crate::labels::query) fn list_rows(&self, end: &mut EndScratch, other: &Bearings) {
        if self.has_beacons {
            self.rule_out(end, other);
        }
        if self.layout == ConeLayout::USUAL {
            self.list_rows_as(ConeLayout::USUAL, end);
        } else {
            self.list_rows_as(self.layout, end);
        }
        let rows = end.rows().iter();
        std::hint::black_box(rows.fold(0, |sum, ahead| sum ^ self.entries.row(ahead.row)[0]));
    }

    /// Drops the first legs that begin no shortest path to another end. Without a branch on
    /// the outcome, which nobody could guess.
    fn rule_out(&self, end: &mut EndScratch, other: &Bearings) {
        let EndScratch { legs, leg_count, bearings, .. } = end;
        let Some(limit) = bearings.limit(other) else { return };
        let mut count = 0;
        for at in 0..*leg_count {
            let leg = legs[at];
            let corner = &self.corners[self.layout.node(leg.packed).corner() as usize];
            let steps = Bearings::steps(leg.distance);
            legs[count] = leg;
            count += usize::from(!corner.bearings.is_beyond(limit, steps, other));
        }
        *leg_count = count;
    }

    #[inline(always)]
    fn list_rows_as(&self, layout: ConeLayout, end: &mut EndScratch) {
        /// Most cones have no more rows than this. So many are written for each of
        /// them, however many there are, because nobody could guess the outcome of
        /// a branch.
        const MOSTLY: usize = 4;
        let EndScratch { rows, row_count, legs, leg_count, .. } = end;
        let mut count = 0;
        for &FirstLeg { packed, distance } in &legs[..*leg_count] {
            let node = layout.node(packed);
            let corner = &self.corners[node.corner() as usize];
            let [first, most] = corner.slice(node.opposite());
            let reach = layout.reach(packed);
            let reach = if reach >= layout.most_reach() { most } else { reach.min(most) } as usize;
            let needed = count + reach.max(MOSTLY);
            if rows.len() < needed {
                rows.resize(2 * needed, RowAhead::default());
            }
            if let Some(ahead) = rows[count..].first_chunk_mut::<MOSTLY>() {
                for (row, ahead) in (first..).zip(ahead) {
                    *ahead = RowAhead { row, distance };
                }
            }
            if reach > MOSTLY {
                for (row, ahead) in (first..).zip(&mut rows[count..count + reach]) {
                    *ahead = RowAhead { row, distance };
                }
            }
            count += reach;
        }
        *row_count = count;
    }
}
