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
/// its own: where in the list they are.
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

    /// Drops of the pieces of a flight, after an event, what earlier ones have
    /// seen to, and remembers the rest.
    pub(super) fn follow(
        &mut self,
        flights: &Flights,
        (number, event): (u16, usize),
        walk: Walk,
        pieces: &mut Vec<Piece>,
    ) {
        let flight = flights.flight(number);
        let time = flight.events[event].time;
        // What it repeats has itself been dropped where it repeats another.
        let mut earlier = flight.cover(event);
        while let Some((by, same)) = earlier
            && !pieces.is_empty()
        {
            let by_flight = flights.flight(by);
            let known = self.own(by, same);
            if !known.is_empty() {
                let ahead = walk.reach(time - by_flight.events[same].time);
                let known = &self.pieces[known];
                drop_known(pieces, known, walk.reach(time), ahead, &mut self.parts);
            }
            earlier = by_flight.cover(same);
        }
        if event >= flight.kept && !pieces.is_empty() {
            self.keep(number, event, pieces);
        }
    }

    /// Where the pieces are that a flight had after an event.
    fn own(&self, number: u16, event: usize) -> Range<usize> {
        let trail = &self.trails[usize::from(number)];
        let list = event.checked_sub(trail.first).and_then(|index| trail.lists.get(index));
        list.map_or(0..0, |&(begin, end)| begin as usize..end as usize)
    }

    fn keep(&mut self, number: u16, event: usize, pieces: &[Piece]) {
        let index_of = |index| u32::try_from(index).unwrap_or(u32::MAX);
        let begin = index_of(self.pieces.len());
        self.pieces.extend_from_slice(pieces);
        let trail = &mut self.trails[usize::from(number)];
        if trail.lists.is_empty() {
            trail.first = event;
        }
        trail.lists.push((begin, index_of(self.pieces.len())));
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
    let (Some(first), Some(last)) = (known.first(), known.last()) else { return };
    let reaches = |piece: &Piece| first.at[0] <= piece.at[1] && piece.at[0] <= last.at[1];
    if !pieces.iter().any(reaches) {
        return;
    }
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
