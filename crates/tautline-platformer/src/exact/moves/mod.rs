//! The flights from a span to every other span that can be reached in one move.
//!
//! All positions of a span take off at once. What flies is a *reach interval*
//! (`reach_interval.rs`): an interval of launches and an interval of positions reached from them.
//!
//! 1. Each kind of move (`kinds/`) launches its intervals. Rises are simulated in this file.
//! 2. `advance.rs` spreads, lands, bumps and cuts intervals where a row is entered.
//! 3. Intervals that only fall from then on, also from under ceilings, fall together, row by row
//!    (`falls.rs`).
//! 4. An interval that lands is a link (`link.rs`). Only the Pareto front of the links to each
//!    destination is kept (`pareto.rs`). `reverse.rs` indexes links by destination.
//!
//! `read_set.rs` records the tiles that were read. If one of them changes, the links are stale.

mod advance;
mod falls;
pub(super) mod kinds;
mod link;
mod pareto;
mod reach_interval;
mod read_set;
mod reverse;

pub(super) use link::{Group, Link, Links};
pub(super) use reach_interval::ReachInterval;
pub(super) use read_set::ReadColumns;
pub(super) use reverse::Reverse;

use crate::exact::flights::{BodyRows, Flights, NO_BUMP};
use crate::exact::index::{narrow, row_index};
use crate::exact::terrain::{Interval, SpanId, Terrain, Walk};
use advance::Progress;
use falls::Falls;
use kinds::WALK_OFF;
use pareto::ParetoFronts;
use read_set::ReadSet;

/// Reusable memory of propagations.
#[derive(Debug, Clone, Default)]
pub(super) struct Workspace {
    pareto: ParetoFronts,
    spare: Vec<Vec<ReachInterval>>,
    read_set: ReadSet,
    falls: Falls,
    /// Flights that have branched off and are flown later.
    deferred: Vec<(u16, Vec<ReachInterval>, Progress)>,
}

/// The flight of some intervals, and the row and time from which its events are counted.
#[derive(Debug, Clone, Copy)]
struct Trajectory {
    /// The number of the flight.
    flight: u16,
    /// The event that bumped into a ceiling, or [`NO_BUMP`].
    bump: u16,
    /// The row from which the rows of events are counted.
    row: i32,
    /// The frame from which the times of events are counted.
    time: u32,
}

impl Trajectory {
    /// A flight from a row at time 0.
    fn new(flight: u16, row: i32) -> Self {
        Self { flight, bump: NO_BUMP, row, time: 0 }
    }
}

/// One propagation of reach intervals through the level.
struct Propagation<'a> {
    terrain: &'a Terrain,
    flights: &'a Flights,
    workspace: &'a mut Workspace,
    digital: Option<Walk>,
    /// The span of the launches. Links back to it are useless.
    source: Option<SpanId>,
}

impl Terrain {
    /// Returns the links from a span that no other dominates.
    pub(super) fn links(&self, source: SpanId, workspace: &mut Workspace) -> Links {
        let span = self.spans.span(source);
        let mut propagation = self.propagation(Some(source), &self.flights, workspace);
        propagation.launch_all(ReachInterval::start(span.positions), span.row);
        propagation.run_falls();
        propagation.finish()
    }

    /// Returns all landings of a body in the air at position `x`. The rows of the flights are
    /// counted from the lowest row that it overlaps.
    pub(super) fn landings(
        &self,
        flights: &Flights,
        x: i32,
        body: BodyRows,
        workspace: &mut Workspace,
    ) -> Links {
        let mut propagation = self.propagation(None, flights, workspace);
        let mut intervals = propagation.take_buffer();
        intervals.push(ReachInterval::start(Interval::point(x)));
        propagation.fly(Trajectory::new(0, body.lowest), intervals, Progress { last: 0, body });
        propagation.run_falls();
        propagation.finish()
    }

    fn propagation<'a>(
        &'a self,
        source: Option<SpanId>,
        flights: &'a Flights,
        workspace: &'a mut Workspace,
    ) -> Propagation<'a> {
        workspace.pareto.begin(self.spans.by_id.len());
        workspace.falls.begin(&mut workspace.spare);
        workspace.read_set.begin(row_index(self.rows.count) + 1);
        let digital = self.digital.then_some(self.walk);
        Propagation { terrain: self, flights, workspace, digital, source }
    }
}

impl Propagation<'_> {
    fn take_buffer(&mut self) -> Vec<ReachInterval> {
        self.workspace.spare.pop().unwrap_or_default()
    }

    fn return_buffer(&mut self, mut intervals: Vec<ReachInterval>) {
        intervals.clear();
        self.workspace.spare.push(intervals);
    }

    fn finish(self) -> Links {
        let (groups, links) = self.workspace.pareto.finish(&self.terrain.spans);
        let (first, read) = self.workspace.read_set.take(&self.terrain.columns);
        Links { groups, links, first_read_row: i32::from(narrow(first)) - 1, read }
    }

    /// Records positions in a row as read.
    #[inline]
    fn note_read(&mut self, row: i32, positions: Interval) {
        self.workspace.read_set.add(row_index(row), positions);
    }

    /// Flies intervals from the row on which they stand, `last` frames after the move began.
    fn fly_from(&mut self, trajectory: Trajectory, last: u32, intervals: Vec<ReachInterval>) {
        self.fly(
            trajectory,
            intervals,
            Progress { last, body: BodyRows::standing(trajectory.row) },
        );
    }

    /// Flies intervals along a flight from the event at which it branches off from its parent.
    fn fly(
        &mut self,
        trajectory: Trajectory,
        mut intervals: Vec<ReachInterval>,
        mut progress: Progress,
    ) {
        let flight = self.flights.flight(trajectory.flight);
        let mut branches = flight.branches.as_slice();
        let mut bumps = self.take_buffer();
        for (index, event) in flight.events.iter().enumerate().skip(flight.shared) {
            while let [(at, child), rest @ ..] = branches
                && *at <= index
            {
                branches = rest;
                let mut copy = self.take_buffer();
                copy.extend_from_slice(&intervals);
                // Jumps in coyote time are flown after all jumps from the ground, which land
                // earlier. The flights of a start in the air have other numbers.
                if trajectory.flight == WALK_OFF && self.source.is_some() {
                    self.workspace.deferred.push((*child, copy, progress));
                } else {
                    self.fly(Trajectory { flight: *child, ..trajectory }, copy, progress);
                }
            }
            // From here on nothing branches off and no ceiling can be met.
            if intervals.is_empty() || index >= flight.falls_from {
                self.queue_fall(trajectory, index, intervals, progress);
                return self.return_buffer(bumps);
            }
            self.advance(trajectory, event, &mut intervals, &mut progress, &mut bumps);
            if !bumps.is_empty() {
                // A body that bumps starts to fall at once, whatever the button does.
                let (bump, ceiling) = (narrow(index), trajectory.row + event.entered);
                let fall = Trajectory { bump, row: ceiling, time: event.time, ..trajectory };
                let body = BodyRows::standing(ceiling - self.terrain.rows.body_rows);
                let fallen = std::mem::replace(&mut bumps, self.take_buffer());
                self.queue_fall(fall, 0, fallen, Progress { last: event.time, body });
            }
        }
        self.return_buffer(bumps);
        self.return_buffer(intervals);
    }
}
