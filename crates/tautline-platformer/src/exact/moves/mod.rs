//! From a span through the air to every span that a move can reach.
//!
//! What flies is a piece (`piece.rs`): an interval of launches and one of places. Each
//! kind of move launches in a file of its own (`kinds/`), and rises are flown here;
//! `pass.rs` lets pieces
//! spread, land, bump and be cut where a row is entered. Those that only fall any more,
//! also from under ceilings, fall side by side, row by row (`falls.rs`),
//! but not where others have been before (`repeat.rs`). What lands is a link (`link.rs`),
//! and of all links those are kept that no other is as good as (`harvest.rs`); `reverse.rs`
//! turns them around. Which places were looked at in each row (`looks.rs`) tells what a
//! changed tile makes stale.

mod falls;
mod harvest;
pub(super) mod kinds;
mod link;
mod looks;
mod pass;
mod piece;
mod repeat;
mod reverse;

pub(super) use link::{Group, Link, Links};
pub(super) use looks::Looked;
pub(super) use piece::Piece;
pub(super) use reverse::Reverse;

use crate::exact::flights::{BodyRows, Flights, NO_BUMP};
use crate::exact::index::{narrow, row_index};
use crate::exact::terrain::{Interval, SpanId, Terrain, Walk};
use falls::Falls;
use harvest::Harvest;
use kinds::WALK_OFF;
use looks::Looks;
use pass::Moment;

/// Memory of propagations, to be used again.
#[derive(Debug, Clone, Default)]
pub(super) struct Workspace {
    harvest: Harvest,
    spare: Vec<Vec<Piece>>,
    looks: Looks,
    falls: Falls,
    /// Flights that have turned away from others and are still to be flown.
    turned: Vec<(u16, Vec<Piece>, Moment)>,
}

/// Which move pieces are making.
#[derive(Debug, Clone, Copy)]
struct Route {
    flight: u16,
    bump: u16,
    /// The row and the time that events count from.
    row: i32,
    time: u32,
}

impl Route {
    /// A flight from a row.
    fn new(flight: u16, row: i32) -> Self {
        Self { flight, bump: NO_BUMP, row, time: 0 }
    }
}

/// One propagation.
struct Propagation<'a> {
    terrain: &'a Terrain,
    flights: &'a Flights,
    workspace: &'a mut Workspace,
    digital: Option<Walk>,
    /// Links to here are of no use.
    source: Option<SpanId>,
}

impl Terrain {
    /// All moves from a span that are worth making.
    pub(super) fn links(&self, source: SpanId, workspace: &mut Workspace) -> Links {
        let span = self.ground.span(source);
        let mut propagation = self.propagation(Some(source), &self.flights, workspace);
        propagation.launch_all(Piece::start(span.places), span.row);
        propagation.fall();
        propagation.finish()
    }

    /// All landings of a body in the air at a place; rows of the flights count from the lowest
    /// that it overlaps.
    pub(super) fn landings(
        &self,
        flights: &Flights,
        x: i32,
        body: BodyRows,
        workspace: &mut Workspace,
    ) -> Links {
        let mut propagation = self.propagation(None, flights, workspace);
        let mut pieces = propagation.take();
        pieces.push(Piece::start(Interval::at(x)));
        propagation.fly(Route::new(0, body.lowest), pieces, Moment { last: 0, body });
        propagation.fall();
        propagation.finish()
    }

    fn propagation<'a>(
        &'a self,
        source: Option<SpanId>,
        flights: &'a Flights,
        workspace: &'a mut Workspace,
    ) -> Propagation<'a> {
        workspace.harvest.begin(self.ground.spans.len());
        workspace.falls.begin(flights.all.len(), &mut workspace.spare);
        workspace.looks.begin(row_index(self.rows.count) + 1);
        let digital = self.digital.then_some(self.walk);
        Propagation { terrain: self, flights, workspace, digital, source }
    }
}

impl Propagation<'_> {
    fn take(&mut self) -> Vec<Piece> {
        self.workspace.spare.pop().unwrap_or_default()
    }

    fn give_back(&mut self, mut pieces: Vec<Piece>) {
        pieces.clear();
        self.workspace.spare.push(pieces);
    }

    fn finish(self) -> Links {
        let (groups, links) = self.workspace.harvest.finish(&self.terrain.ground);
        let (first, looked) = self.workspace.looks.take(&self.terrain.columns);
        Links { groups, links, first_row: i32::from(narrow(first)) - 1, looked }
    }

    /// Remembers which places were looked at in a row.
    #[inline]
    fn look(&mut self, row: i32, places: Interval) {
        self.workspace.looks.add(row_index(row), places);
    }

    /// Flies pieces from the row on which they stand, `last` frames after the move began.
    fn fly_from(&mut self, route: Route, last: u32, pieces: Vec<Piece>) {
        self.fly(route, pieces, Moment { last, body: BodyRows::standing(route.row) });
    }

    /// Flies pieces along a flight from where it turns away from its parent.
    fn fly(&mut self, route: Route, mut pieces: Vec<Piece>, mut moment: Moment) {
        let flight = self.flights.flight(route.flight);
        let mut branches = flight.branches.as_slice();
        let mut bumps = self.take();
        for (index, event) in flight.events.iter().enumerate().skip(flight.shared) {
            while let [(at, child), rest @ ..] = branches
                && *at <= index
            {
                branches = rest;
                let mut copy = self.take();
                copy.extend_from_slice(&pieces);
                // Jumps in grace are flown last; those from the air have other numbers.
                if route.flight == WALK_OFF && self.source.is_some() {
                    self.workspace.turned.push((*child, copy, moment));
                } else {
                    self.fly(Route { flight: *child, ..route }, copy, moment);
                }
            }
            if pieces.is_empty() || index >= flight.falls {
                self.let_fall(route, index, pieces, moment);
                return self.give_back(bumps);
            }
            self.pass(route, event, &mut pieces, &mut moment, &mut bumps);
            if !bumps.is_empty() {
                let (bump, row) = (narrow(index), route.row + event.entered);
                let fallen = std::mem::replace(&mut bumps, self.take());
                self.fall_from(Route { bump, row, time: event.time, ..route }, fallen);
            }
        }
        self.give_back(bumps);
        self.give_back(pieces);
    }
}
