//! Where flights have been, so that those that repeat them fly only where they
//! have not.

use std::ops::Range;

use super::columns::Walk;
use super::flight::Flights;
use super::piece::{Piece, excess};

/// The pieces of the flights of one propagation, event by event, as far as
/// others repeat them.
#[derive(Debug, Clone, Default)]
pub(super) struct Trails {
    pieces: Vec<Piece>,
    /// By flight.
    trails: Vec<Trail>,
    /// Memory.
    parts: Vec<Piece>,
}

/// Of one flight, for each event from `first` on, as long as it has pieces of
/// its own: where in the list they are, together with those of the flights that
/// it repeats.
#[derive(Debug, Clone, Default)]
struct Trail {
    first: usize,
    lists: Vec<(u32, u32)>,
}

impl Trails {
    /// Forgets all.
    pub(super) fn begin(&mut self, flights: &Flights) {
        self.pieces.clear();
        self.trails.resize_with(flights.all.len(), Trail::default);
        for trail in &mut self.trails {
            trail.lists.clear();
        }
    }

    /// Drops of the pieces of a flight, after an event, what an earlier one has
    /// seen to, and remembers the rest.
    pub(super) fn follow(
        &mut self,
        flights: &Flights,
        (number, event): (u16, usize),
        walk: Walk,
        pieces: &mut Vec<Piece>,
    ) {
        let flight = flights.flight(number);
        let mut known = 0..0;
        if let Some((by, same)) = flight.cover(event) {
            known = self.list(flights, by, same);
            if !known.is_empty() {
                let time = flight.events[event].time;
                let ahead = time - flights.flight(by).events[same].time;
                let known = &self.pieces[known.clone()];
                let [reach, ahead] = [time, ahead].map(|frames| walk.reach(frames));
                drop_known(pieces, known, reach, ahead, &mut self.parts);
            }
        }
        if event >= flight.kept && !pieces.is_empty() {
            self.keep(number, event, pieces, known);
        }
    }

    /// The pieces that a flight had after an event, and those of the flights
    /// that it repeats.
    fn list(&self, flights: &Flights, mut number: u16, mut event: usize) -> Range<usize> {
        loop {
            let trail = &self.trails[usize::from(number)];
            if !trail.lists.is_empty() && event < trail.first {
                return 0..0;
            }
            let index = event.saturating_sub(trail.first);
            if let Some(&(begin, end)) = trail.lists.get(index) {
                return begin as usize..end as usize;
            }
            // It has no pieces of its own any more.
            let Some((by, same)) = flights.flight(number).cover(event) else { return 0..0 };
            (number, event) = (by, same);
        }
    }

    fn keep(&mut self, number: u16, event: usize, pieces: &[Piece], known: Range<usize>) {
        let begin = self.pieces.len();
        let mut own = pieces.iter().peekable();
        for index in known {
            let piece = self.pieces[index];
            while let Some(own) = own.next_if(|own| own.at[0] <= piece.at[0]) {
                append(&mut self.pieces, begin, *own);
            }
            append(&mut self.pieces, begin, piece);
        }
        for own in own {
            append(&mut self.pieces, begin, *own);
        }
        let index_of = |index| u32::try_from(index).unwrap_or(u32::MAX);
        let list = (index_of(begin), index_of(self.pieces.len()));
        let trail = &mut self.trails[usize::from(number)];
        if trail.lists.is_empty() {
            trail.first = event;
        }
        trail.lists.push(list);
    }
}

/// Adds a piece to those from `begin` on, to the last one if they are one.
fn append(pieces: &mut Vec<Piece>, begin: usize, piece: Piece) {
    if pieces.len() > begin
        && let Some(last) = pieces.last_mut()
        && let Some(both) = last.united(&piece)
    {
        *last = both;
    } else {
        pieces.push(piece);
    }
}

/// Drops what is known of some pieces; both come from the left. Launches of what
/// is known must be so near that one walks there in the time that it is ahead.
fn drop_known(
    pieces: &mut Vec<Piece>,
    known: &[Piece],
    reach: i32,
    ahead: i32,
    parts: &mut Vec<Piece>,
) {
    parts.clear();
    let mut seen = 0;
    let mut dropped = false;
    for piece in pieces.iter() {
        while known.get(seen).is_some_and(|known| known.at[1] < piece.at[0]) {
            seen += 1;
        }
        let mut low = piece.at[0];
        for known in known[seen..].iter().take_while(|known| known.at[0] <= piece.at[1]) {
            let common = [known.at[0].max(low), known.at[1].min(piece.at[1])];
            if common[0] > common[1] {
                continue;
            }
            let part = piece.cut(common[0], common[1], reach, None);
            if part.is_none_or(|part| excess(known.from, part.from) <= ahead) {
                parts.extend(piece.cut(low, common[0] - 1, reach, None));
                low = common[1] + 1;
                dropped = true;
            }
        }
        parts.extend(piece.cut(low, piece.at[1], reach, None));
    }
    if dropped {
        std::mem::swap(pieces, parts);
    }
}
