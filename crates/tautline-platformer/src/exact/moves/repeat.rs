//! Falls that repeat others are followed only where the others have not been.

use super::falls::Falls;
use super::piece::Piece;
use crate::exact::flights::{Flights, NO_BUMP};
use crate::exact::terrain::{Interval, Walk};

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
    let hull = Interval::new(first.at.low, last.at.high);
    if !pieces.iter().any(|piece| hull.meets(piece.at)) {
        return false;
    }
    let mut seen = 0;
    let mut dropped = false;
    for piece in pieces {
        while known.get(seen).is_some_and(|known| known.at.high < piece.at.low) {
            seen += 1;
        }
        let mut low = piece.at.low;
        for known in known[seen..].iter().take_while(|known| known.at.low <= piece.at.high) {
            let common = known.at.intersection(Interval::new(low, piece.at.high));
            if common.is_empty() {
                continue;
            }
            let part = piece.cut(common, reach, None);
            if part.is_none_or(|part| known.from.excess(part.from) <= ahead) {
                left.extend(piece.cut(Interval::new(low, common.low - 1), reach, None));
                low = common.high + 1;
                dropped = true;
            }
        }
        left.extend(piece.cut(Interval::new(low, piece.at.high), reach, None));
    }
    if !left.is_sorted_by_key(|piece| piece.at.low) {
        left.sort_unstable_by_key(|piece| (piece.at, piece.from));
    }
    dropped
}
