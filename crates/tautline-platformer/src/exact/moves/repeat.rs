//! Falls that repeat others are followed only where the others have not been.

use super::falls::Falls;
use super::piece::Piece;
use crate::exact::flights::{Flights, NO_BUMP};
use crate::exact::terrain::Walk;
use crate::exact::terrain::interval::excess;

impl Falls {
    /// Drops of the pieces of a fall that has entered a row what earlier ones have seen
    /// to.
    #[inline]
    pub(super) fn drop_repeated(&mut self, index: usize, flights: &Flights, walk: Walk) {
        let fall = &self.falls[index];
        let event = fall.next - 1;
        if fall.route.bump == NO_BUMP && event >= flights.flight(fall.route.flight).repeats {
            self.drop_known(index, flights, walk);
        }
    }

    #[inline(always)]
    fn drop_known(&mut self, index: usize, flights: &Flights, walk: Walk) {
        let Self { falls, of_flight, parts, .. } = self;
        let (earlier, rest) = falls.split_at_mut(index);
        let Some(fall) = rest.first_mut() else { return };
        let time = fall.moment.last;
        // What it repeats has itself been dropped where it repeats another.
        let mut cover = flights.flight(fall.route.flight).cover(fall.next - 1);
        while let Some((by, same)) = cover
            && !fall.pieces.is_empty()
        {
            let by_flight = flights.flight(by);
            let known = earlier.get(of_flight[usize::from(by)]);
            if let Some(known) = known.filter(|known| known.next == same + 1) {
                let ahead = walk.reach(time - by_flight.events[same].time);
                if leave_out(&fall.pieces, &known.pieces, walk.reach(time), ahead, parts) {
                    std::mem::swap(&mut fall.pieces, parts);
                }
            }
            cover = by_flight.cover(same);
        }
    }
}

/// Lists what is left of some pieces without what is known, and tells whether that is
/// less. All come from the left. Launches of what is known must be so near that one
/// walks there in the time that it is ahead.
#[inline(never)]
pub(super) fn leave_out(
    pieces: &[Piece],
    known: &[Piece],
    reach: i32,
    ahead: i32,
    left: &mut Vec<Piece>,
) -> bool {
    left.clear();
    let (Some(first), Some(last)) = (known.first(), known.last()) else { return false };
    let reaches = |piece: &Piece| first.at[0] <= piece.at[1] && piece.at[0] <= last.at[1];
    if !pieces.iter().any(reaches) {
        return false;
    }
    let mut seen = 0;
    let mut dropped = false;
    for piece in pieces {
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
                left.extend(piece.cut(low, common[0] - 1, reach, None));
                low = common[1] + 1;
                dropped = true;
            }
        }
        left.extend(piece.cut(low, piece.at[1], reach, None));
    }
    if !left.is_sorted_by_key(|piece| piece.at[0]) {
        left.sort_unstable_by_key(|piece| (piece.at, piece.from));
    }
    dropped
}
