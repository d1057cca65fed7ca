//! Simultaneous falls of all flights, row by row.
//!
//! The obstacles of a row are looked up once for all intervals that fall into it.

use super::advance::Progress;
use super::reach_interval::{ReachInterval, coalesce, spread_all};
use super::{Propagation, Trajectory};
use crate::exact::flights::{BodyRows, Event};
use crate::exact::terrain::{Interval, RowSpan, Terrain, skip_before};

/// Reach intervals that only fall from now on.
#[derive(Debug, Clone)]
struct Fall {
    trajectory: Trajectory,
    /// The index of the next event.
    next: usize,
    /// The first row that is entered.
    first_row: i32,
    /// Sorted from the left.
    intervals: Vec<ReachInterval>,
    progress: Progress,
}

/// All falls of a propagation.
#[derive(Debug, Clone, Default)]
pub(super) struct Falls {
    /// In the order in which they began.
    falls: Vec<Fall>,
    /// The falls that still have intervals.
    active: Vec<usize>,
}

impl Falls {
    /// Removes all falls and returns their buffers to `spare`.
    pub(super) fn begin(&mut self, spare: &mut Vec<Vec<ReachInterval>>) {
        for Fall { mut intervals, .. } in self.falls.drain(..) {
            intervals.clear();
            spare.push(intervals);
        }
    }
}

/// A row that falls enter, with the obstacles right of all intervals skipped.
#[derive(Debug)]
struct EnteredRow<'a> {
    row: i32,
    /// The gaps between walls in the rows above: for as many rows as a standing body overlaps, and for
    /// one row more.
    gaps: [&'a [Interval]; 2],
    /// Positions at which a body meets something in the row.
    floors: &'a [Interval],
    /// The spans on top of the row.
    spans: &'a [RowSpan],
    /// The range of positions read in the rows above, in the order of `gaps`.
    read: [Interval; 2],
    /// The leftmost position of all intervals.
    left: i32,
}

impl<'a> Propagation<'a> {
    /// Queues intervals that only fall from event `next` on. They fall after all rises are done.
    pub(super) fn queue_fall(
        &mut self,
        trajectory: Trajectory,
        next: usize,
        intervals: Vec<ReachInterval>,
        progress: Progress,
    ) {
        let event = self.flights.events(trajectory.flight, trajectory.bump).get(next);
        let Some(event) = event.filter(|_| !intervals.is_empty()) else {
            return self.return_buffer(intervals);
        };
        let first_row = trajectory.row + event.entered;
        self.workspace.falls.falls.push(Fall { trajectory, next, first_row, intervals, progress });
    }

    /// Runs all queued falls to their ends.
    pub(super) fn run_falls(&mut self) {
        let mut memory = std::mem::take(&mut self.workspace.falls);
        let Falls { falls, active, .. } = &mut memory;
        active.clear();
        active.extend(0..falls.len());
        let mut row = falls.iter().map(|fall| fall.first_row).max().unwrap_or(0);
        let leftmost =
            falls.iter().flat_map(|fall| &fall.intervals).map(|interval| interval.at.low).min();
        let first = leftmost.unwrap_or(0);
        let mut left = first;
        while !memory.active.is_empty() {
            left = self.enter(row, left, &mut memory).min(first);
            let Falls { falls, active, .. } = &mut memory;
            active.retain(|&index| !falls[index].intervals.is_empty());
            row -= 1;
        }
        self.workspace.falls = memory;
    }

    /// Lets all falls that have reached a row enter it. `left` is a lower bound on their positions;
    /// returns the one for the next row.
    fn enter(&mut self, row: i32, left: i32, memory: &mut Falls) -> i32 {
        let pause = self.flights.longest_pause;
        // No interval can move further left than this before its next event.
        let mut entered = self.entered(row, left - self.terrain.walk.reach(pause));
        for &index in &memory.active {
            let fall = &mut memory.falls[index];
            if fall.first_row < row {
                continue;
            }
            let events = self.flights.events(fall.trajectory.flight, fall.trajectory.bump);
            match events.get(fall.next) {
                Some(event) => self.fall_into(&mut entered, event, fall),
                None => fall.intervals.clear(),
            }
            // With no event left, the fall is below the level.
            fall.next += 1;
        }
        for (extra, read) in [false, true].into_iter().zip(entered.read) {
            if !read.is_empty() {
                self.note_read_around(BodyRows { lowest: row + 1, extra }, read);
            }
        }
        entered.left
    }

    /// Prepares a row for intervals right of `left`.
    fn entered(&self, row: i32, left: i32) -> EnteredRow<'a> {
        let Terrain { obstacles, spans, .. } = self.terrain;
        let near = |positions: &'a [Interval]| {
            &positions[positions.partition_point(|position| position.high < left)..]
        };
        let gaps =
            [false, true].map(|extra| near(obstacles.gaps(BodyRows { lowest: row + 1, extra })));
        let spans = spans.row(row + 1);
        EnteredRow {
            row,
            gaps,
            floors: near(obstacles.floors(row)),
            spans: &spans[spans.partition_point(|span| span.positions.high < left)..],
            read: [Interval::EMPTY; 2],
            left: i32::MAX,
        }
    }

    /// Advances a fall through an event.
    #[inline(always)]
    fn fall_into(&mut self, entered: &mut EnteredRow<'_>, event: &Event, fall: &mut Fall) {
        let Terrain { obstacles, walk, .. } = self.terrain;
        let row = entered.row;
        let start = fall.trajectory.time;
        let time = start + event.time;
        let after = Progress { last: time, body: event.body.above(fall.trajectory.row) };
        let before = std::mem::replace(&mut fall.progress, after);
        let Progress { mut last, mut body } = before;
        let is_above = body.lowest > row;
        // If the body leaves a row on the way, other walls confine it before than after.
        if let Some(leave) = event.leave {
            let gaps =
                if is_above { entered.gaps[usize::from(body.extra)] } else { obstacles.gaps(body) };
            spread_all(&mut fall.intervals, walk.reach(start + leave.time - last), gaps);
            (last, body.extra) = (start + leave.time, false);
        }
        let gaps = entered.gaps[usize::from(body.extra)];
        let hull = spread_all(&mut fall.intervals, walk.reach(time - last), gaps);
        entered.left = entered.left.min(hull.low);
        // Falls share the record of these rows, which is written once after all of them.
        if is_above {
            let read = &mut entered.read[usize::from(before.body.extra)];
            *read = read.hull(hull);
        } else {
            self.note_read_around(before.body, hull);
        }
        let floors = skip_before(entered.floors, hull.low);
        if floors.first().is_some_and(|floor| floor.low <= hull.high) {
            self.meet(entered, floors, fall, hull);
        }
    }

    /// Lands the intervals of a fall that meet something in the row.
    #[inline(always)]
    fn meet(
        &mut self,
        entered: &EnteredRow<'_>,
        mut floors: &[Interval],
        fall: &mut Fall,
        hull: Interval,
    ) {
        let Fall { trajectory, intervals, progress, .. } = fall;
        let mut is_met = |interval: &ReachInterval| {
            floors = skip_before(floors, interval.at.low);
            floors.first().is_some_and(|floor| floor.low <= interval.at.high)
        };
        // If nothing is met here, the next event records this row as read.
        let Some(first) = intervals.iter().position(&mut is_met) else { return };
        self.note_read(entered.row, hull);
        let mut spans = entered.spans;
        let mut fallen = self.take_buffer();
        fallen.extend_from_slice(&intervals[..first]);
        for interval in &intervals[first..] {
            if !is_met(interval) {
                fallen.push(*interval);
                continue;
            }
            // Spans and intervals are both sorted, so that passed spans are not needed again.
            while let [span, rest @ ..] = spans
                && span.positions.high < interval.at.low
            {
                spans = rest;
            }
            self.land(*trajectory, progress.last, spans, interval, &mut fallen);
        }
        std::mem::swap(intervals, &mut fallen);
        self.return_buffer(fallen);
        self.drop_dead(entered.row, progress.last, intervals);
        coalesce(intervals);
    }
}
