//! Pieces go from row to row: they spread, land, bump and are cut.

use super::flight::{Change, Event};
use super::link::Link;
use super::overlap::{clear_parts, covered_parts};
use super::piece::{Piece, tidy};
use super::propagate::{Propagation, Route};
use super::terrain::Terrain;

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
    #[inline(always)]
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
        let mut hull = [i32::MAX, i32::MIN];
        let mut touched = usize::MAX;
        for (index, piece) in pieces.iter_mut().enumerate() {
            piece.spread(distance, runs, columns);
            hull = [hull[0].min(piece.at[0]), hull[1].max(piece.at[1])];
            if touched == usize::MAX && columns.touch(tiles, piece.at) {
                touched = index;
            }
        }
        self.look_around(before, hull);
        // Where nothing is met, the next event looks around in this row too.
        if touched != usize::MAX {
            self.look(entered, hull);
            self.enter(route, event.change, entered, touched, pieces, time, bumps);
        }
    }

    /// Pieces enter a row in which there is something: some are cut, land or
    /// bump. Those before `touched` meet nothing.
    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "the rarer half of `pass`, split for its speed")]
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
            Change::Rise | Change::Drop => self.terrain.rows.hard(row),
        };
        for piece in &pieces[touched..] {
            if !columns.touch(tiles, piece.at) {
                passed.push(*piece);
                continue;
            }
            match change {
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
        if change == Change::Rise {
            tidy(bumps);
        }
        let old = std::mem::replace(pieces, passed);
        self.give_back(old);
    }

    /// Of the gaps from `first` on, keeps what touches nothing deadly.
    fn lose_dead(&mut self, row: i32, reach: i32, first: usize, gaps: &mut Vec<Piece>) {
        let columns = &self.terrain.columns;
        let hard = self.terrain.rows.hard(row);
        let safe = |gap: &Piece| !columns.touch(hard, gap.at);
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
    pub(super) fn look_around(&mut self, moment: Moment, places: [i32; 2]) {
        let rows = self.terrain.rows.standing() + i32::from(moment.one_more);
        for row in moment.lowest..(moment.lowest + rows).min(self.top_row + 1) {
            self.look(row, places);
        }
    }

    /// Links from the parts of a piece that come down on spans of a row, and
    /// `fallen` for the gaps between.
    pub(super) fn land(
        &mut self,
        route: Route,
        time: u32,
        ground_row: i32,
        piece: &Piece,
        reach: i32,
        mut fallen: impl FnMut(Piece),
    ) {
        let terrain = self.terrain;
        let kind = self.workspace.harvest.kind_of(piece.from);
        let [mut low, high] = piece.at;
        for span in terrain.ground.meeting(ground_row, piece.at[0], high) {
            if low < span.low
                && let Some(gap) = piece.cut(low, span.low - 1, reach, self.digital)
            {
                fallen(gap);
            }
            low = span.high + 1;
            if Some(span.id) != self.source
                && time < self.workspace.harvest.settled(span.id, kind)
                && let Some(landed) = piece.cut(span.low, span.high, reach, self.digital)
            {
                let link = Link::of_piece(&landed, time, route.flight, route.bump);
                self.workspace.harvest.add(span, link, terrain.walk, terrain.digital);
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
