//! Falls of all flights side by side, row by row.
//!
//! What stands in a row is looked up once for all that falls into it, and who
//! repeats another finds it in the same row.

use super::pass::Moment;
use super::piece::{Piece, spread_all, tidy};
use super::{Propagation, Route};
use crate::exact::flights::{BodyRows, Event, NO_BUMP};
use crate::exact::terrain::{Interval, Listed, Terrain, reaching};

/// In each so many rows, a fall looks for what it repeats: a look costs as much as a
/// few rows of falling.
const ROWS_PER_LOOK: i32 = 6;

/// Pieces on their way down.
#[derive(Debug, Clone)]
pub(super) struct Fall {
    pub(super) route: Route,
    /// The index of its next event.
    pub(super) next: usize,
    /// The first row that it enters.
    pub(super) first_row: i32,
    /// From the left.
    pub(super) pieces: Vec<Piece>,
    pub(super) moment: Moment,
}

/// All falls of a propagation.
#[derive(Debug, Clone, Default)]
pub(super) struct Falls {
    /// In the order in which they began.
    pub(super) falls: Vec<Fall>,
    /// By flight, which of the falls it is; any number beyond them, if none.
    pub(super) of_flight: Vec<usize>,
    /// Those that have pieces.
    active: Vec<usize>,
    /// Memory.
    pub(super) parts: Vec<Piece>,
}

impl Falls {
    /// Forgets all, and gives back their memory.
    pub(super) fn begin(&mut self, flights: usize, spare: &mut Vec<Vec<Piece>>) {
        for Fall { mut pieces, .. } in self.falls.drain(..) {
            pieces.clear();
            spare.push(pieces);
        }
        self.of_flight.clear();
        self.of_flight.resize(flights, usize::MAX);
    }
}

/// A row that falls enter.
#[derive(Debug)]
struct Entered<'a> {
    row: i32,
    /// The gaps that they are in while they are in the rows above, as many as when
    /// standing, or one more.
    gaps: [&'a [Interval]; 2],
    /// What they meet in the row.
    floors: &'a [Interval],
    /// Where they come down.
    spans: &'a [Listed],
    /// Where they have been in the rows above, as for the gaps.
    looked: [Interval; 2],
    /// The leftmost place of all.
    left: i32,
}

impl<'a> Propagation<'a> {
    /// Lets pieces fall from an event of their flight on, once all have risen.
    pub(super) fn let_fall(
        &mut self,
        route: Route,
        next: usize,
        pieces: Vec<Piece>,
        moment: Moment,
    ) {
        let event = self.flights.events(route.flight, route.bump).get(next);
        let Some(event) = event.filter(|_| !pieces.is_empty()) else {
            return self.give_back(pieces);
        };
        let Falls { falls, of_flight, .. } = &mut self.workspace.falls;
        if route.bump == NO_BUMP {
            of_flight[usize::from(route.flight)] = falls.len();
        }
        let first_row = route.row + event.entered;
        falls.push(Fall { route, next, first_row, pieces, moment });
    }

    /// Follows all falls to their ends.
    pub(super) fn fall(&mut self) {
        let mut memory = std::mem::take(&mut self.workspace.falls);
        let Falls { falls, active, .. } = &mut memory;
        active.clear();
        active.extend(0..falls.len());
        let mut row = falls.iter().map(|fall| fall.first_row).max().unwrap_or(0);
        let leftmost = falls.iter().flat_map(|fall| &fall.pieces).map(|piece| piece.at.low).min();
        let first = leftmost.unwrap_or(0);
        let mut left = first;
        while !memory.active.is_empty() {
            left = self.enter(row, left, &mut memory).min(first);
            let Falls { falls, active, .. } = &mut memory;
            active.retain(|&index| !falls[index].pieces.is_empty());
            row -= 1;
        }
        self.workspace.falls = memory;
    }

    /// Lets all falls enter a row that have come so far, none of them to the left of a
    /// place; gives the leftmost place afterwards.
    fn enter(&mut self, row: i32, left: i32, memory: &mut Falls) -> i32 {
        let pause = self.flights.longest_pause;
        let mut entered = self.entered(row, left - self.terrain.walk.reach(pause));
        for position in 0..memory.active.len() {
            let index = memory.active[position];
            let fall = &mut memory.falls[index];
            if fall.first_row < row {
                continue;
            }
            let events = self.flights.events(fall.route.flight, fall.route.bump);
            match events.get(fall.next) {
                Some(event) => self.fall_into(&mut entered, event, fall),
                None => fall.pieces.clear(),
            }
            fall.next += 1;
            if self.digital.is_none() && row % ROWS_PER_LOOK == 0 {
                memory.drop_repeated(index, self.flights, self.terrain.walk);
            }
        }
        for (extra, looked) in [false, true].into_iter().zip(entered.looked) {
            if !looked.is_empty() {
                self.look_around(BodyRows { lowest: row + 1, extra }, looked);
            }
        }
        entered.left
    }

    /// A row, as pieces see it that enter it to the right of a place.
    fn entered(&self, row: i32, left: i32) -> Entered<'a> {
        let Terrain { obstacles, ground, .. } = self.terrain;
        let near =
            |places: &'a [Interval]| &places[places.partition_point(|place| place.high < left)..];
        let gaps =
            [false, true].map(|extra| near(obstacles.gaps(BodyRows { lowest: row + 1, extra })));
        let spans = ground.row(row + 1);
        Entered {
            row,
            gaps,
            floors: near(obstacles.floors(row)),
            spans: &spans[spans.partition_point(|span| span.places.high < left)..],
            looked: [Interval::EMPTY; 2],
            left: i32::MAX,
        }
    }

    /// Moves the pieces of a fall through an event.
    #[inline(always)]
    fn fall_into(&mut self, entered: &mut Entered<'_>, event: &Event, fall: &mut Fall) {
        let Terrain { obstacles, walk, .. } = self.terrain;
        let row = entered.row;
        let start = fall.route.time;
        let time = start + event.time;
        let after = Moment { last: time, body: event.body.above(fall.route.row) };
        let before = std::mem::replace(&mut fall.moment, after);
        let Moment { mut last, mut body } = before;
        let is_above = body.lowest > row;
        // Where a row is left meanwhile, the gaps change.
        if let Some(leave) = event.leave {
            let gaps =
                if is_above { entered.gaps[usize::from(body.extra)] } else { obstacles.gaps(body) };
            spread_all(&mut fall.pieces, walk.reach(start + leave.time - last), gaps);
            (last, body.extra) = (start + leave.time, false);
        }
        let gaps = entered.gaps[usize::from(body.extra)];
        let hull = spread_all(&mut fall.pieces, walk.reach(time - last), gaps);
        entered.left = entered.left.min(hull.low);
        if is_above {
            let looked = &mut entered.looked[usize::from(before.body.extra)];
            *looked = looked.hull(hull);
        } else {
            self.look_around(before.body, hull);
        }
        let floors = reaching(entered.floors, hull.low);
        if floors.first().is_some_and(|floor| floor.low <= hull.high) {
            self.meet(entered, floors, fall, hull);
        }
    }

    /// Lets those pieces of a fall land that meet something in a row.
    #[inline(always)]
    fn meet(
        &mut self,
        entered: &Entered<'_>,
        mut floors: &[Interval],
        fall: &mut Fall,
        hull: Interval,
    ) {
        let Fall { route, pieces, moment, .. } = fall;
        let mut meets = |piece: &Piece| {
            floors = reaching(floors, piece.at.low);
            floors.first().is_some_and(|floor| floor.low <= piece.at.high)
        };
        // Where nothing is met, the next event looks around in this row too.
        let Some(first) = pieces.iter().position(&mut meets) else { return };
        self.look(entered.row, hull);
        let mut spans = entered.spans;
        let mut fallen = self.take();
        fallen.extend_from_slice(&pieces[..first]);
        for piece in &pieces[first..] {
            if !meets(piece) {
                fallen.push(*piece);
                continue;
            }
            while let [span, rest @ ..] = spans
                && span.places.high < piece.at.low
            {
                spans = rest;
            }
            self.land(*route, moment.last, spans, piece, &mut fallen);
        }
        std::mem::swap(pieces, &mut fallen);
        self.give_back(fallen);
        self.lose_dead(entered.row, moment.last, pieces);
        tidy(pieces);
    }
}
