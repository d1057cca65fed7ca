//! Reach intervals advance from event to event: they spread, land, bump and are cut.

use super::link::Link;
use super::reach_interval::{ReachInterval, coalesce};
use super::{Propagation, Trajectory};
use crate::exact::flights::{BodyRows, Change, Event};
use crate::exact::index::row_index;
use crate::exact::terrain::overlap::{clear_parts, overlapping_parts};
use crate::exact::terrain::{Interval, RowSpan, Rows, Terrain};

/// The progress of reach intervals along their flight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Progress {
    /// The time of the last update.
    pub(super) last: u32,
    /// The rows overlapped since then.
    pub(super) body: BodyRows,
}

impl Propagation<'_> {
    /// Advances all intervals through one event. Those that hit a ceiling are added to `bumps`.
    pub(super) fn advance(
        &mut self,
        trajectory: Trajectory,
        event: &Event,
        intervals: &mut Vec<ReachInterval>,
        progress: &mut Progress,
        bumps: &mut Vec<ReachInterval>,
    ) {
        let Terrain { rows, columns, obstacles, walk, .. } = self.terrain;
        let time = trajectory.time + event.time;
        let after = Progress { last: time, body: event.body.above(trajectory.row) };
        let before = std::mem::replace(progress, after);
        let mut gaps = obstacles.gaps(before.body);
        let mut last = before.last;
        if let Some(leave) = event.leave {
            // The body got shorter by a row on the way, so walls of that row stop it only until
            // then.
            let distance = walk.reach(trajectory.time + leave.time - last);
            for interval in intervals.iter_mut() {
                interval.spread(distance, gaps);
            }
            gaps = obstacles.gaps(BodyRows::standing(trajectory.row + leave.lowest));
            last = trajectory.time + leave.time;
        }
        let distance = walk.reach(time - last);
        let mut hull = Interval::EMPTY;
        for interval in intervals.iter_mut() {
            interval.spread(distance, gaps);
            hull = hull.hull(interval.at);
        }
        self.note_read_around(before.body, hull);
        let entered = trajectory.row + event.entered;
        let falls = event.change == Change::Fall;
        // One-way tiles stop only falls.
        let tiles = if falls { &rows.filled } else { &rows.hard }.row(entered);
        // If nothing is met here, the next event records this row as read.
        if intervals.iter().any(|interval| columns.touch(tiles, interval.at)) {
            self.note_read(entered, hull);
            if falls {
                self.descend(trajectory, time, entered, intervals);
            } else {
                let bumps = (event.change == Change::Rise).then_some(bumps);
                self.rise_into(entered, walk.reach(time), intervals, bumps);
            }
        }
    }

    /// Moves intervals into a row with obstacles, from below or by a drop. Some are cut or bump.
    fn rise_into(
        &mut self,
        row: i32,
        reach: i32,
        intervals: &mut Vec<ReachInterval>,
        mut bumps: Option<&mut Vec<ReachInterval>>,
    ) {
        let Terrain { rows, columns, .. } = self.terrain;
        let mut passed = self.take_buffer();
        for interval in intervals.iter() {
            let cut = |positions| interval.cut(positions, reach, self.digital);
            clear_parts(rows.hard.row(row), columns, interval.at, |at| passed.extend(cut(at)));
            if let Some(bumps) = &mut bumps {
                let solid = rows.solid.row(row);
                overlapping_parts(solid, columns, interval.at, |at| bumps.extend(cut(at)));
            }
        }
        coalesce(&mut passed);
        if let Some(bumps) = bumps {
            coalesce(bumps);
        }
        let old = std::mem::replace(intervals, passed);
        self.return_buffer(old);
    }

    /// Moves intervals down into a row with obstacles. Some land.
    fn descend(
        &mut self,
        trajectory: Trajectory,
        time: u32,
        row: i32,
        intervals: &mut Vec<ReachInterval>,
    ) {
        let spans = self.terrain.spans.row(row + 1);
        let mut passed = self.take_buffer();
        for interval in intervals.iter() {
            let first = spans.partition_point(|span| span.positions.high < interval.at.low);
            self.land(trajectory, time, &spans[first..], interval, &mut passed);
        }
        self.drop_dead(row, time, &mut passed);
        coalesce(&mut passed);
        let old = std::mem::replace(intervals, passed);
        self.return_buffer(old);
    }

    /// Cuts away all positions that touch a deadly tile in a row.
    #[inline]
    pub(super) fn drop_dead(&mut self, row: i32, time: u32, intervals: &mut Vec<ReachInterval>) {
        let Terrain { rows, columns, obstacles, walk, .. } = self.terrain;
        let hard = rows.hard.row(row);
        let touches = |interval: &ReachInterval| columns.touch(hard, interval.at);
        if !obstacles.deadly[row_index(row)] || !intervals.iter().any(touches) {
            return;
        }
        let whole = std::mem::replace(intervals, self.take_buffer());
        for interval in &whole {
            clear_parts(hard, columns, interval.at, |positions| {
                intervals.extend(interval.cut(positions, walk.reach(time), self.digital));
            });
        }
        self.return_buffer(whole);
    }

    /// Records all rows that a body overlaps as read, over a range of positions.
    #[inline]
    pub(super) fn note_read_around(&mut self, body: BodyRows, positions: Interval) {
        let Rows { body_rows, count, .. } = self.terrain.rows;
        let end = body.lowest + body_rows + i32::from(body.extra);
        for row in body.lowest..end.min(count + 1) {
            self.note_read(row, positions);
        }
    }

    /// Adds links for the parts of an interval that land on spans. All spans are in one row and
    /// none is left of the interval. The parts between them are added to `fallen`.
    pub(super) fn land(
        &mut self,
        trajectory: Trajectory,
        time: u32,
        spans: &[RowSpan],
        interval: &ReachInterval,
        fallen: &mut Vec<ReachInterval>,
    ) {
        let Terrain { walk, digital, .. } = self.terrain;
        let reach = walk.reach(time);
        let Interval { mut low, high } = interval.at;
        for span in spans.iter().take_while(|span| span.positions.low <= high) {
            if low < span.positions.low {
                let gap = Interval::new(low, span.positions.low - 1);
                fallen.extend(interval.cut(gap, reach, self.digital));
            }
            low = span.positions.high + 1;
            // A link back to its own span is never faster than walking.
            if Some(span.id) != self.source
                && let Some(landed) = interval.cut(span.positions, reach, self.digital)
            {
                let Trajectory { flight, bump, .. } = trajectory;
                let ReachInterval { from, at: to, residues } = landed;
                let link = Link { time, flight, bump, from, to, residues };
                self.workspace.pareto.add(span.id, link, *walk, *digital);
            }
        }
        if low <= high {
            fallen.extend(interval.cut(Interval::new(low, high), reach, self.digital));
        }
    }
}
