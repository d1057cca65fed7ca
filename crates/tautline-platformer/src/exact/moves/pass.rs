//! Pieces go from row to row: they spread, land, bump and are cut.

use super::hull::Hull;
use super::link::Link;
use super::piece::{Piece, tidy};
use super::{Propagation, Route};
use crate::exact::flights::{Change, Event};
use crate::exact::terrain::overlap::{clear_parts, covered_parts};
use crate::exact::terrain::{Listed, Terrain};

/// Where pieces are in their flight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    /// When they were last moved.
    pub(super) last: u32,
    /// The rows that they overlap since then.
    pub(super) lowest: i32,
    pub(super) one_more: bool,
}

impl Propagation<'_> {
    /// Moves all pieces through one event. What bumps is added to `bumps`.
    pub(super) fn pass(
        &mut self,
        route: Route,
        event: &Event,
        pieces: &mut Vec<Piece>,
        moment: &mut Moment,
        bumps: &mut Vec<Piece>,
    ) {
        let Terrain { rows, columns, walk, .. } = self.terrain;
        let time = route.time + event.time;
        let after =
            Moment { last: time, lowest: route.row + event.lowest, one_more: event.one_more };
        let before = std::mem::replace(moment, after);
        let entered = match event.change {
            Change::Rise => after.lowest + rows.standing() - 1 + i32::from(after.one_more),
            Change::Fall | Change::Drop => after.lowest,
        };
        let tiles = match event.change {
            Change::Fall => rows.filled(entered),
            Change::Rise | Change::Drop => rows.hard(entered),
        };
        let mut runs = rows.runs(before.lowest, before.one_more);
        let mut last = before.last;
        if let Some(leave) = event.leave {
            let distance = walk.reach(route.time + leave.time - last);
            for piece in pieces.iter_mut() {
                piece.spread(distance, runs, columns);
            }
            runs = rows.runs(route.row + leave.lowest, false);
            last = route.time + leave.time;
        }
        let distance = walk.reach(time - last);
        let mut hull = Hull::EMPTY;
        for piece in pieces.iter_mut() {
            piece.spread(distance, runs, columns);
            hull.add(piece.at);
        }
        self.look_around(before, hull.places());
        // Where nothing is met, the next event looks around in this row too.
        if pieces.iter().any(|piece| columns.touch(tiles, piece.at)) {
            self.look(entered, hull.places());
            let reach = walk.reach(time);
            match event.change {
                Change::Rise => self.rise_into(entered, reach, pieces, Some(bumps)),
                Change::Drop => self.rise_into(entered, reach, pieces, None),
                Change::Fall => self.come_down(route, time, entered, pieces),
            }
        }
    }

    /// Pieces rise into a row in which there is something, or drop into it: some
    /// are cut or bump.
    fn rise_into(
        &mut self,
        row: i32,
        reach: i32,
        pieces: &mut Vec<Piece>,
        mut bumps: Option<&mut Vec<Piece>>,
    ) {
        let mut passed = self.take();
        for piece in pieces.iter() {
            self.clear_parts(piece, row, reach, |part| passed.push(part));
            if let Some(bumps) = &mut bumps {
                self.solid_parts(piece, row, reach, |part| bumps.push(part));
            }
        }
        tidy(&mut passed);
        if let Some(bumps) = bumps {
            tidy(bumps);
        }
        let old = std::mem::replace(pieces, passed);
        self.give_back(old);
    }

    /// Pieces come down into a row in which there is something: some land.
    fn come_down(&mut self, route: Route, time: u32, row: i32, pieces: &mut Vec<Piece>) {
        let spans = self.terrain.ground.row(row + 1);
        let mut passed = self.take();
        for piece in pieces.iter() {
            let first = spans.partition_point(|span| span.high < piece.at[0]);
            self.land(route, time, &spans[first..], piece, &mut passed);
        }
        self.lose_dead(row, time, &mut passed);
        tidy(&mut passed);
        let old = std::mem::replace(pieces, passed);
        self.give_back(old);
    }

    /// Keeps what touches nothing deadly in a row.
    #[inline]
    pub(super) fn lose_dead(&mut self, row: i32, time: u32, pieces: &mut Vec<Piece>) {
        if self.terrain.rows.has_deadly() {
            self.lose_those_that_die(row, time, pieces);
        }
    }

    #[inline(never)]
    fn lose_those_that_die(&mut self, row: i32, time: u32, pieces: &mut Vec<Piece>) {
        let Terrain { rows, columns, walk, .. } = self.terrain;
        let hard = rows.hard(row);
        if pieces.iter().all(|piece| !columns.touch(hard, piece.at)) {
            return;
        }
        let whole = std::mem::replace(pieces, self.take());
        for piece in &whole {
            self.clear_parts(piece, row, walk.reach(time), |part| pieces.push(part));
        }
        self.give_back(whole);
    }

    /// Remembers that places were looked at in all rows of a moment.
    #[inline]
    pub(super) fn look_around(&mut self, moment: Moment, places: [i32; 2]) {
        let rows = self.terrain.rows.standing() + i32::from(moment.one_more);
        for row in moment.lowest..(moment.lowest + rows).min(self.top_row + 1) {
            self.look(row, places);
        }
    }

    /// Links from the parts of a piece that come down on spans, all of one row, none
    /// to its left. The gaps between them are added to `fallen`.
    pub(super) fn land(
        &mut self,
        route: Route,
        time: u32,
        spans: &[Listed],
        piece: &Piece,
        fallen: &mut Vec<Piece>,
    ) {
        let Terrain { walk, digital, .. } = self.terrain;
        let reach = walk.reach(time);
        let kind = self.workspace.harvest.kind_of(piece.from);
        let [mut low, high] = piece.at;
        for span in spans.iter().take_while(|span| span.low <= high) {
            if low < span.low {
                fallen.extend(piece.cut(low, span.low - 1, reach, self.digital));
            }
            low = span.high + 1;
            if Some(span.id) != self.source
                && time < self.workspace.harvest.settled(span.id, kind)
                && let Some(landed) = piece.cut(span.low, span.high, reach, self.digital)
            {
                let link = Link::of_piece(&landed, time, route.flight, route.bump);
                self.workspace.harvest.add(span, link, *walk, *digital);
            }
        }
        if low <= high {
            fallen.extend(piece.cut(low, high, reach, self.digital));
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
