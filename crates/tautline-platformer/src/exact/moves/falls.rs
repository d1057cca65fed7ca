//! Falls of all flights side by side, row by row.
//!
//! What stands in a row is looked up once for all that falls into it, and who
//! repeats another finds it in the same row.

use std::ops::Range;

use super::hull::Hull;
use super::pass::Moment;
use super::piece::{Piece, spread_between, tidy};
use super::{Propagation, Route};
use crate::exact::flights::{Event, NO_BUMP};
use crate::exact::terrain::{Listed, Terrain, reaching};

/// In each so many rows, a fall looks for what it repeats: a look costs as much as a
/// few rows of falling.
const ROWS_PER_LOOK: i32 = 4;

/// Pieces on their way down.
#[derive(Debug, Clone)]
pub(super) struct Fall {
    pub(super) route: Route,
    /// The index of its next event.
    pub(super) next: usize,
    /// The first row that it enters.
    pub(super) first_row: i32,
    /// Where its pieces are: among those that begin, until it enters a row.
    pub(super) pieces: Range<usize>,
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
    pub(super) active: Vec<usize>,
    /// The pieces that begin to fall, those above a row, and those that entered it.
    pub(super) begin: Vec<Piece>,
    above: Vec<Piece>,
    pub(super) below: Vec<Piece>,
    /// Memory.
    pub(super) parts: Vec<Piece>,
}

impl Falls {
    /// The pieces of a fall when all have entered a row.
    pub(super) fn pieces_of(&self, fall: &Fall, row: i32) -> &[Piece] {
        let list = if row <= fall.first_row { &self.below } else { &self.begin };
        &list[fall.pieces.clone()]
    }

    /// The pieces of the only fall, after the last row that was entered.
    pub(super) fn pieces_left(&self) -> &[Piece] {
        let fall = self.falls.first().filter(|fall| !fall.pieces.is_empty());
        fall.map_or(&[], |fall| &self.above[fall.pieces.clone()])
    }

    /// Forgets all.
    pub(super) fn begin(&mut self, flights: usize) {
        self.falls.clear();
        self.begin.clear();
        self.of_flight.clear();
        self.of_flight.resize(flights, usize::MAX);
    }
}

/// A row that falls enter.
#[derive(Debug)]
struct Entered<'a> {
    row: i32,
    /// What stops them at their sides while they are in the rows above, as many
    /// as when standing, or one more.
    sides: [&'a [[i32; 2]]; 2],
    /// What they meet in the row.
    floors: &'a [[i32; 2]],
    /// Where they come down.
    spans: &'a [Listed],
    /// Where they have been in the rows above, as for the sides.
    looked: [Hull; 2],
    /// The leftmost place of all.
    left: i32,
}

impl<'a> Propagation<'a> {
    /// Lets pieces fall from an event of their flight on, once all have risen.
    pub(super) fn let_fall(&mut self, route: Route, next: usize, pieces: &[Piece], moment: Moment) {
        let event = self.flights.events(route.flight, route.bump).get(next);
        let Some(event) = event.filter(|_| !pieces.is_empty()) else { return };
        let Falls { falls, of_flight, begin, .. } = &mut self.workspace.falls;
        if route.bump == NO_BUMP {
            of_flight[usize::from(route.flight)] = falls.len();
        }
        let first_row = route.row + event.lowest;
        let first = begin.len();
        begin.extend_from_slice(pieces);
        falls.push(Fall { route, next, first_row, pieces: first..begin.len(), moment });
    }

    /// Follows all falls to their ends.
    pub(super) fn fall(&mut self) {
        self.fall_to(i32::MIN);
    }

    /// Follows all falls until they have entered a row.
    pub(super) fn fall_to(&mut self, last_row: i32) {
        let mut memory = std::mem::take(&mut self.workspace.falls);
        let Falls { falls, active, above, below, .. } = &mut memory;
        active.clear();
        active.extend(0..falls.len());
        above.clear();
        below.clear();
        let mut row = falls.iter().map(|fall| fall.first_row).max().unwrap_or(0);
        let mut first = memory.begin.iter().map(|piece| piece.at[0]).min().unwrap_or(0);
        let mut left = first;
        while !memory.active.is_empty() && row >= last_row {
            left = self.enter(row, left, &mut memory);
            first = first.min(self.dive(row, &mut memory));
            left = left.min(first);
            let Falls { falls, active, above, below, .. } = &mut memory;
            active.retain(|&index| !falls[index].pieces.is_empty());
            std::mem::swap(above, below);
            below.clear();
            row -= 1;
            if above.is_empty() {
                // All are in plunges, or have not begun.
                let next = active.iter().map(|&index| falls[index].first_row).max();
                row = next.map_or(row, |first_row| row.min(first_row + 1));
            }
        }
        self.workspace.falls = memory;
    }

    /// Remembers where those are who have entered the last row without meeting anything,
    /// which nobody looks at any more.
    pub(super) fn look_at_end(&mut self) {
        let falls = &self.workspace.falls;
        let mut hull = Hull::EMPTY;
        falls.pieces_left().iter().for_each(|piece| hull.add(piece.at));
        if let Some(moment) = falls.falls.first().map(|fall| fall.moment)
            && !hull.is_empty()
        {
            self.look_around(moment, hull.places());
        }
    }

    /// Lets all falls enter a row that have come so far, none of them to the left of a
    /// place; gives the leftmost place afterwards.
    fn enter(&mut self, row: i32, left: i32, memory: &mut Falls) -> i32 {
        let pause = self.flights.longest_pause;
        let mut entered = self.entered(row, left - self.terrain.walk.reach(pause));
        for position in 0..memory.active.len() {
            let index = memory.active[position];
            let Falls { falls, begin, above, below, .. } = &mut *memory;
            let fall = &mut falls[index];
            if fall.first_row < row {
                continue;
            }
            let from = if row < fall.first_row { above } else { begin };
            let pieces = &from[fall.pieces.clone()];
            let first = below.len();
            let events = self.flights.events(fall.route.flight, fall.route.bump);
            if let Some(event) = events.get(fall.next) {
                self.fall_into(&mut entered, event, fall.route, &mut fall.moment, pieces, below);
            }
            fall.next += 1;
            fall.pieces = first..below.len();
            if self.digital.is_none() && row % ROWS_PER_LOOK == 0 {
                memory.drop_repeated(index, row, self.flights, self.terrain.walk);
            }
        }
        for (one_more, looked) in [false, true].into_iter().zip(entered.looked) {
            if !looked.is_empty() {
                self.look_around(Moment { last: 0, lowest: row + 1, one_more }, looked.places());
            }
        }
        entered.left
    }

    /// A row, as pieces see it that enter it to the right of a place.
    fn entered(&self, row: i32, left: i32) -> Entered<'a> {
        let Terrain { obstacles, ground, .. } = self.terrain;
        let near = |places: &'a [[i32; 2]]| {
            let beyond = places.partition_point(|place| place[1] < left);
            &places[beyond.saturating_sub(1)..]
        };
        let spans = ground.row(row + 1);
        Entered {
            row,
            sides: [near(obstacles.sides(row + 1, false)), near(obstacles.sides(row + 1, true))],
            floors: near(obstacles.floors(row)),
            spans: &spans[spans.partition_point(|span| span.high < left)..],
            looked: [Hull::EMPTY; 2],
            left: i32::MAX,
        }
    }

    /// Moves the pieces of a fall, which come from the left, through an event.
    #[inline(always)]
    fn fall_into(
        &mut self,
        entered: &mut Entered<'_>,
        event: &Event,
        route: Route,
        moment: &mut Moment,
        above: &[Piece],
        below: &mut Vec<Piece>,
    ) {
        let Terrain { obstacles, walk, .. } = self.terrain;
        let row = entered.row;
        let time = route.time + event.time;
        let after = Moment { last: time, lowest: row, one_more: event.one_more };
        let before = std::mem::replace(moment, after);
        let (mut last, mut one_more) = (before.last, before.one_more);
        // Where a row is left meanwhile, the sides change.
        let mut sides_left: &[[i32; 2]] = &[];
        let mut until_left = 0;
        if let Some(leave) = event.leave {
            until_left = walk.reach(route.time + leave.time - last);
            sides_left = if before.lowest > row {
                entered.sides[usize::from(one_more)]
            } else {
                obstacles.sides(before.lowest, one_more)
            };
            (last, one_more) = (route.time + leave.time, false);
        }
        let distance = walk.reach(time - last);
        let mut sides = entered.sides[usize::from(one_more)];
        let (mut floors, mut spans) = (entered.floors, entered.spans);
        let first = below.len();
        let mut hull = Hull::EMPTY;
        let mut met = false;
        for &Piece { from, at, classes } in above {
            let at = spread_between(at, until_left, &mut sides_left);
            let at = spread_between(at, distance, &mut sides);
            let piece = Piece { from, at, classes };
            hull.add(at);
            floors = reaching(floors, at[0]);
            if floors.first().is_some_and(|floor| floor[0] <= at[1]) {
                met = true;
                while let [span, rest @ ..] = spans
                    && span.high < at[0]
                {
                    spans = rest;
                }
                self.land(route, time, spans, &piece, below);
            } else {
                below.push(piece);
            }
        }
        entered.left = entered.left.min(hull.low);
        if before.lowest > row {
            entered.looked[usize::from(before.one_more)].add(hull.places());
        } else {
            self.look_around(before, hull.places());
        }
        // Where nothing is met, the next event looks around in this row too.
        if met {
            self.look(row, hull.places());
            self.lose_dead(row, time, first, below);
            tidy(below, first);
        }
    }
}
