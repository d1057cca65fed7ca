//! Pieces go from row to row: they spread, land, bump and are cut.

use super::link::Link;
use super::piece::{Piece, tidy};
use super::{Propagation, Route};
use crate::exact::flights::{BodyRows, Change, Event};
use crate::exact::index::row_index;
use crate::exact::terrain::overlap::{clear_parts, covered_parts};
use crate::exact::terrain::{Interval, Listed, Rows, Terrain};

/// Where pieces are in their flight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    /// When they were last moved.
    pub(super) last: u32,
    /// The rows that they overlap since then.
    pub(super) body: BodyRows,
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
        let Terrain { rows, columns, obstacles, walk, .. } = self.terrain;
        let time = route.time + event.time;
        let after = Moment { last: time, body: event.body.above(route.row) };
        let before = std::mem::replace(moment, after);
        let mut gaps = obstacles.gaps(before.body);
        let mut last = before.last;
        if let Some(leave) = event.leave {
            let distance = walk.reach(route.time + leave.time - last);
            for piece in pieces.iter_mut() {
                piece.spread(distance, gaps);
            }
            gaps = obstacles.gaps(BodyRows::standing(route.row + leave.lowest));
            last = route.time + leave.time;
        }
        let distance = walk.reach(time - last);
        let mut hull = Interval::EMPTY;
        for piece in pieces.iter_mut() {
            piece.spread(distance, gaps);
            hull = hull.hull(piece.at);
        }
        self.look_around(before.body, hull);
        let entered = route.row + event.entered;
        let falls = event.change == Change::Fall;
        let tiles = if falls { &rows.filled } else { &rows.hard }.row(entered);
        // Where nothing is met, the next event looks around in this row too.
        if pieces.iter().any(|piece| columns.touch(tiles, piece.at)) {
            self.look(entered, hull);
            if falls {
                self.come_down(route, time, entered, pieces);
            } else {
                let bumps = (event.change == Change::Rise).then_some(bumps);
                self.rise_into(entered, walk.reach(time), pieces, bumps);
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
            let first = spans.partition_point(|span| span.places.high < piece.at.low);
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
        let Terrain { rows, columns, obstacles, walk, .. } = self.terrain;
        let hard = rows.hard.row(row);
        let touches = |piece: &Piece| columns.touch(hard, piece.at);
        if !obstacles.deadly[row_index(row)] || !pieces.iter().any(touches) {
            return;
        }
        let whole = std::mem::replace(pieces, self.take());
        for piece in &whole {
            self.clear_parts(piece, row, walk.reach(time), |part| pieces.push(part));
        }
        self.give_back(whole);
    }

    /// Remembers that places were looked at in all rows that a body overlaps.
    #[inline]
    pub(super) fn look_around(&mut self, body: BodyRows, places: Interval) {
        let Rows { standing, count, .. } = self.terrain.rows;
        let end = body.lowest + standing + i32::from(body.extra);
        for row in body.lowest..end.min(count + 1) {
            self.look(row, places);
        }
    }

    /// Falls from under the ceiling `route.row`.
    pub(super) fn fall_from(&mut self, route: Route, pieces: Vec<Piece>) {
        let body = BodyRows::standing(route.row - self.terrain.rows.standing);
        let moment = Moment { last: route.time, body };
        self.let_fall(route, 0, pieces, moment);
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
        let Interval { mut low, high } = piece.at;
        for span in spans.iter().take_while(|span| span.places.low <= high) {
            if low < span.places.low {
                let gap = Interval::new(low, span.places.low - 1);
                fallen.extend(piece.cut(gap, reach, self.digital));
            }
            low = span.places.high + 1;
            if Some(span.id) != self.source
                && let Some(landed) = piece.cut(span.places, reach, self.digital)
            {
                let link = Link::of_piece(&landed, time, route.flight, route.bump);
                self.workspace.harvest.add(span.id, link, *walk, *digital);
            }
        }
        if low <= high {
            fallen.extend(piece.cut(Interval::new(low, high), reach, self.digital));
        }
    }

    /// The parts of a piece that overlap nothing solid or deadly in a row.
    fn clear_parts(&self, piece: &Piece, row: i32, reach: i32, mut found: impl FnMut(Piece)) {
        let Terrain { rows, columns, .. } = self.terrain;
        clear_parts(rows.hard.row(row), columns, piece.at, |places| {
            if let Some(part) = piece.cut(places, reach, self.digital) {
                found(part);
            }
        });
    }

    /// The parts of a piece that overlap something solid in a row.
    fn solid_parts(&self, piece: &Piece, row: i32, reach: i32, mut found: impl FnMut(Piece)) {
        let Terrain { rows, columns, .. } = self.terrain;
        covered_parts(rows.solid.row(row), columns, piece.at, |places| {
            if let Some(part) = piece.cut(places, reach, self.digital) {
                found(part);
            }
        });
    }
}
