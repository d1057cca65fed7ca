//! From a span through the air to every span that a move can reach.

use super::columns::Walk;
use super::flight::{Change, DROP, Event, Flights, JUMP, STEP, WALK_OFF};
use super::link::{Harvest, Link, Links, Looked, NO_BUMP};
use super::overlap::{clear_parts, covered_parts};
use super::piece::{Piece, excess, holds, tidy};
use super::span::SpanId;
use super::terrain::Terrain;

/// Memory of propagations, to be used again.
#[derive(Debug, Clone, Default)]
pub(super) struct Workspace {
    harvest: Harvest,
    spare: Vec<Vec<Piece>>,
    looked: Vec<Looked>,
    /// Pieces that touched ceilings, in the order in which they did.
    bumped: Vec<Bumped>,
}

/// A piece under a ceiling.
#[derive(Debug, Clone, Copy)]
struct Bumped {
    row: i32,
    time: u32,
    piece: Piece,
}

impl Bumped {
    /// Whether another fall from under the same ceiling is never better: its
    /// course is the same, but it begins no earlier, even if one first walks
    /// to this one's launches.
    fn dominates(&self, other: &Self, walk: Walk) -> bool {
        self.row == other.row
            && self.time <= other.time
            && holds(self.piece.at, other.piece.at)
            && excess(self.piece.from, other.piece.from) <= walk.reach(other.time - self.time)
    }
}

/// Where pieces are in their flight.
#[derive(Debug, Clone, Copy)]
struct Moment {
    /// When they were last moved.
    last: u32,
    /// The rows that they overlap since then.
    lowest: i32,
    one_more: bool,
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

/// One propagation.
struct Propagation<'a> {
    terrain: &'a Terrain,
    flights: &'a Flights,
    workspace: &'a mut Workspace,
    digital: Option<Walk>,
    /// Links to here are of no use.
    source: Option<SpanId>,
    top_row: i32,
}

impl Terrain {
    /// All moves from a span that are worth making.
    pub(super) fn links(&self, source: SpanId, workspace: &mut Workspace) -> Links {
        let span = self.ground.span(source);
        let mut propagation = self.propagation(Some(source), &self.flights, workspace);
        let moment = Moment { last: 0, lowest: span.row, one_more: false };
        let start = Piece::start(span.low, span.high);

        let mut pieces = propagation.take();
        pieces.push(start);
        let route = Route { flight: JUMP, bump: NO_BUMP, row: span.row, time: 0 };
        propagation.fly(route, pieces, moment);
        propagation.walk_off(start, span.row);
        propagation.drop_through(start, span.row);
        propagation.finish()
    }

    /// All landings of a body in the air at a place, overlapping `lowest` and
    /// the rows above; rows of the flights count from `lowest`.
    pub(super) fn landings(
        &self,
        flights: &Flights,
        x: i32,
        lowest: i32,
        one_more: bool,
        workspace: &mut Workspace,
    ) -> Links {
        let mut propagation = self.propagation(None, flights, workspace);
        let mut pieces = propagation.take();
        pieces.push(Piece::start(x, x));
        let route = Route { flight: 0, bump: NO_BUMP, row: lowest, time: 0 };
        propagation.fly(route, pieces, Moment { last: 0, lowest, one_more });
        propagation.finish()
    }

    fn propagation<'a>(
        &'a self,
        source: Option<SpanId>,
        flights: &'a Flights,
        workspace: &'a mut Workspace,
    ) -> Propagation<'a> {
        workspace.harvest.begin(self.ground.spans.len());
        workspace.bumped.clear();
        workspace.looked.clear();
        workspace.looked.resize(self.rows.count.cast_unsigned() as usize + 2, Looked::NOTHING);
        let digital = self.digital.then_some(self.walk);
        Propagation { terrain: self, flights, workspace, digital, source, top_row: self.rows.count }
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
        let looked = &self.workspace.looked;
        let first = looked.iter().position(|&row| row != Looked::NOTHING).unwrap_or(0);
        let end =
            looked.iter().rposition(|&row| row != Looked::NOTHING).map_or(first, |row| row + 1);
        Links {
            groups,
            links,
            first_row: i32::try_from(first).unwrap_or(0) - 1,
            looked: looked[first..end].into(),
        }
    }

    /// Remembers which places were looked at in a row.
    #[inline]
    fn look(&mut self, row: i32, places: [i32; 2]) {
        self.workspace.looked[(row + 1).cast_unsigned() as usize].add(places);
    }

    /// The frame that leaves a ledge, and all that follows.
    fn walk_off(&mut self, start: Piece, row: i32) {
        let terrain = self.terrain;
        let moment = Moment { last: 1, lowest: row, one_more: false };
        let mut walked = start;
        let closed = terrain.rows.closed(row, false);
        walked.spread(terrain.walk.step, closed, &terrain.columns);
        self.look_around(moment, walked.at);
        self.look(row - 1, walked.at);
        let mut pieces = self.take();
        let route = Route { flight: STEP, bump: NO_BUMP, row, time: 0 };
        self.land(route, 1, row, &walked, terrain.walk.step, |gap| pieces.push(gap));
        let route = Route { flight: WALK_OFF, ..route };
        self.fly(route, pieces, moment);
    }

    fn drop_through(&mut self, start: Piece, row: i32) {
        let terrain = self.terrain;
        let columns = &terrain.columns;
        let (floor, solid) = (terrain.rows.floor(row - 1), terrain.rows.solid(row - 1));
        self.look(row - 1, start.at);
        let mut pieces = self.take();
        clear_parts(solid, columns, start.at, |low, high| {
            // One-way tiles, or there is nothing to drop through.
            if floor.any(columns.first(low), columns.last(high)) {
                pieces.push(Piece::start(low, high));
            }
        });
        let moment = Moment { last: 0, lowest: row, one_more: false };
        let route = Route { flight: DROP, bump: NO_BUMP, row, time: 0 };
        self.fly(route, pieces, moment);
    }

    /// Flies pieces along a flight from where it turns away from its parent.
    fn fly(&mut self, route: Route, mut pieces: Vec<Piece>, mut moment: Moment) {
        let flight = self.flights.flight(route.flight);
        let mut branches = flight.branches.as_slice();
        let mut bumps = self.take();
        let mut turned = Vec::new();
        for (index, event) in flight.events.iter().enumerate().skip(flight.shared) {
            while let [(at, child), rest @ ..] = branches
                && *at <= index
            {
                branches = rest;
                let mut copy = self.take();
                copy.extend_from_slice(&pieces);
                turned.push((*child, copy, moment));
            }
            if pieces.is_empty() {
                break;
            }
            self.pass(route, event, &mut pieces, &mut moment, &mut bumps);
            if !bumps.is_empty() {
                let bump = u16::try_from(index).unwrap_or(NO_BUMP - 1);
                // The row entered is the topmost.
                let standing = self.terrain.rows.standing();
                let row = moment.lowest + standing - 1 + i32::from(event.one_more);
                let fallen = std::mem::replace(&mut bumps, self.take());
                self.fall_from(Route { bump, row, time: event.time, ..route }, fallen);
            }
        }
        self.give_back(bumps);
        self.give_back(pieces);
        // Last, for they come later to where this flight has been.
        for (child, pieces, moment) in turned {
            self.fly(Route { flight: child, ..route }, pieces, moment);
        }
    }

    /// Falls from under the ceiling `route.row`.
    fn fall_from(&mut self, route: Route, mut pieces: Vec<Piece>) {
        let mut moment = Moment {
            last: route.time,
            lowest: route.row - self.terrain.rows.standing(),
            one_more: false,
        };
        let mut none = self.take();
        self.drop_late_bumps(route, &mut pieces);
        for event in &self.flights.bump {
            if pieces.is_empty() {
                break;
            }
            self.pass(route, event, &mut pieces, &mut moment, &mut none);
        }
        self.give_back(none);
        self.give_back(pieces);
    }

    /// Drops the pieces under a ceiling that another fall from there makes
    /// useless, and remembers the rest.
    fn drop_late_bumps(&mut self, route: Route, pieces: &mut Vec<Piece>) {
        if self.digital.is_some() {
            return;
        }
        let walk = self.terrain.walk;
        let known = &mut self.workspace.bumped;
        pieces.retain(|&piece| {
            let bumped = Bumped { row: route.row, time: route.time, piece };
            let is_late = known.iter().any(|known| known.dominates(&bumped, walk));
            if !is_late {
                known.push(bumped);
            }
            !is_late
        });
    }

    /// Moves all pieces through one event. What bumps is added to `bumps`.
    #[inline]
    fn pass(
        &mut self,
        route: Route,
        event: &Event,
        pieces: &mut Vec<Piece>,
        moment: &mut Moment,
        bumps: &mut Vec<Piece>,
    ) {
        let terrain = self.terrain;
        let time = route.time + event.time;
        let after =
            Moment { last: time, lowest: route.row + event.lowest, one_more: event.one_more };
        let before = std::mem::replace(moment, after);
        let top = after.lowest + terrain.rows.standing() - 1 + i32::from(after.one_more);
        let (entered, tiles) = match event.change {
            Change::Leave => (before.lowest, None),
            Change::Rise => (top, Some(terrain.rows.hard(top))),
            Change::Fall => (after.lowest, Some(terrain.rows.filled(after.lowest))),
            Change::Drop => (after.lowest, Some(terrain.rows.hard(after.lowest))),
        };
        let closed = terrain.rows.closed(before.lowest, before.one_more);
        let distance = terrain.walk.reach(time - before.last);
        let mut hull = [i32::MAX, i32::MIN];
        let mut touched = usize::MAX;
        for (index, piece) in pieces.iter_mut().enumerate() {
            let [first, last] = piece.spread(distance, closed, &terrain.columns);
            hull = [hull[0].min(piece.at[0]), hull[1].max(piece.at[1])];
            if touched == usize::MAX && tiles.is_some_and(|tiles| tiles.any(first, last)) {
                touched = index;
            }
        }
        self.look_around(before, hull);
        self.look(entered, hull);
        if touched != usize::MAX {
            self.enter(route, event.change, entered, touched, pieces, time, bumps);
        }
    }

    /// Pieces enter a row in which there is something: some are cut, land or
    /// bump. Those before `touched` meet nothing.
    #[expect(clippy::too_many_arguments, reason = "the cold half of `pass`, split for its speed")]
    fn enter(
        &mut self,
        route: Route,
        change: Change,
        row: i32,
        touched: usize,
        pieces: &mut Vec<Piece>,
        time: u32,
        bumps: &mut Vec<Piece>,
    ) {
        let reach = self.terrain.walk.reach(time);
        let mut passed = self.take();
        passed.extend_from_slice(&pieces[..touched]);
        let columns = &self.terrain.columns;
        let tiles = match change {
            Change::Fall => self.terrain.rows.filled(row),
            Change::Leave | Change::Rise | Change::Drop => self.terrain.rows.hard(row),
        };
        for piece in &pieces[touched..] {
            if !tiles.any(columns.first(piece.at[0]), columns.last(piece.at[1])) {
                passed.push(*piece);
                continue;
            }
            match change {
                Change::Leave => {}
                Change::Rise => {
                    self.clear_parts(piece, row, reach, |part| passed.push(part));
                    self.solid_parts(piece, row, reach, |part| bumps.push(part));
                }
                Change::Fall => {
                    let first = passed.len();
                    self.land(route, time, row + 1, piece, reach, |gap| passed.push(gap));
                    self.lose_dead(row, reach, first, &mut passed);
                }
                Change::Drop => {
                    self.clear_parts(piece, row, reach, |part| passed.push(part));
                }
            }
        }
        tidy(&mut passed);
        tidy(bumps);
        let old = std::mem::replace(pieces, passed);
        self.give_back(old);
    }

    /// Of the gaps from `first` on, keeps what touches nothing deadly.
    fn lose_dead(&mut self, row: i32, reach: i32, first: usize, gaps: &mut Vec<Piece>) {
        let columns = &self.terrain.columns;
        let hard = self.terrain.rows.hard(row);
        let safe = |gap: &Piece| !hard.any(columns.first(gap.at[0]), columns.last(gap.at[1]));
        if !self.terrain.rows.has_deadly() || gaps[first..].iter().all(safe) {
            return;
        }
        let mut whole = self.take();
        whole.extend(gaps.drain(first..));
        for gap in &whole {
            self.clear_parts(gap, row, reach, |part| gaps.push(part));
        }
        self.give_back(whole);
    }

    /// Remembers that places were looked at in all rows of a moment.
    #[inline]
    fn look_around(&mut self, moment: Moment, places: [i32; 2]) {
        let rows = self.terrain.rows.standing() + i32::from(moment.one_more);
        for row in moment.lowest..(moment.lowest + rows).min(self.top_row + 1) {
            self.look(row, places);
        }
    }

    /// Links from the parts of a piece that come down on spans of a row, and
    /// `fallen` for the gaps between.
    fn land(
        &mut self,
        route: Route,
        time: u32,
        ground_row: i32,
        piece: &Piece,
        reach: i32,
        mut fallen: impl FnMut(Piece),
    ) {
        let terrain = self.terrain;
        let [mut low, high] = piece.at;
        for span in terrain.ground.meeting(ground_row, piece.at[0], high) {
            if low < span.low
                && let Some(gap) = piece.cut(low, span.low - 1, reach, self.digital)
            {
                fallen(gap);
            }
            low = span.high + 1;
            if Some(span.id) != self.source
                && let Some(landed) = piece.cut(span.low, span.high, reach, self.digital)
            {
                let link = Link::of_piece(&landed, time, route.flight, route.bump);
                self.workspace.harvest.add(span.id, link, terrain.walk, terrain.digital);
            }
        }
        if low <= high
            && let Some(gap) = piece.cut(low, high, reach, self.digital)
        {
            fallen(gap);
        }
    }

    /// The parts of a piece that overlap nothing solid or deadly in a row.
    fn clear_parts(&self, piece: &Piece, row: i32, reach: i32, mut found: impl FnMut(Piece)) {
        let hard = self.terrain.rows.hard(row);
        clear_parts(hard, &self.terrain.columns, piece.at, |low, high| {
            if let Some(part) = piece.cut(low, high, reach, self.digital) {
                found(part);
            }
        });
    }

    /// The parts of a piece that overlap something solid in a row.
    fn solid_parts(&self, piece: &Piece, row: i32, reach: i32, mut found: impl FnMut(Piece)) {
        let solid = self.terrain.rows.solid(row);
        covered_parts(solid, &self.terrain.columns, piece.at, |low, high| {
            if let Some(part) = piece.cut(low, high, reach, self.digital) {
                found(part);
            }
        });
    }
}
