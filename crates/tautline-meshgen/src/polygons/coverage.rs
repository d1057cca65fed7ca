//! What lies above and below each piece of border: a sweep from left to right.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::PolygonError;
use super::grid::{GridPoint, cross, difference, turn};
use super::pieces::Piece;

/// So many numbers of shapes are kept for all pieces that meet the sweep line: 64 MiB,
/// enough for 4,096 shapes within each other, of which there could be any number.
const MOST_COVERS: usize = 1 << 24;

/// Calls back for every piece with the shapes that cover the ground on its left,
/// seen from its lesser end, and those on its right. Pieces meet only at their
/// ends.
///
/// O(n log n) steps; in each, as many shapes are copied as cover a point.
///
/// # Errors
///
/// A [`PolygonError`] that says what is wrong.
pub fn sweep(
    pieces: &mut [Piece],
    mut visit: impl FnMut(&Piece, &[u32], &[u32]),
) -> Result<(), PolygonError> {
    pieces.sort_unstable_by(|one, other| {
        one.from.cmp(&other.from).then_with(|| angle_order(one, other))
    });
    // Upright pieces are passed at once.
    let mut by_end: Vec<&Piece> = pieces.iter().filter(|piece| !piece.is_upright()).collect();
    by_end.sort_unstable_by_key(|piece| piece.to);
    let mut ending = by_end.into_iter().peekable();

    // The pieces that meet the sweep line, from bottom to top, and what covers the
    // ground above each.
    let mut active: BTreeMap<Active, Vec<u32>> = BTreeMap::new();
    let mut kept = 0;
    for group in pieces.chunk_by(|one, other| one.from == other.from) {
        let at = group[0].from;
        while let Some(piece) = ending.next_if(|piece| piece.to <= at) {
            kept -= active.remove(&Active::from(piece)).map_or(0, |above| above.len());
        }
        let below = active.range(..Active { from: at, to: at }).next_back();
        let mut covering = below.map(|(_, above)| above.clone()).unwrap_or_default();
        for piece in group {
            let right = covering.clone();
            toggle(&mut covering, &piece.shapes);
            visit(piece, &covering, &right);
            if !piece.is_upright() {
                kept += covering.len();
                if kept > MOST_COVERS {
                    let depth = covering.len();
                    return Err(PolygonError::TooManyCovers { depth, limit: MOST_COVERS });
                }
                active.insert(Active::from(piece), covering.clone());
            }
        }
    }
    Ok(())
}

/// Of two pieces that begin at one point, the one that runs more downwards.
fn angle_order(one: &Piece, other: &Piece) -> Ordering {
    let directions = [one, other].map(|piece| difference(piece.from, piece.to));
    0.cmp(&cross(directions[0], directions[1]))
}

/// Adds what is missing and takes out what is there.
fn toggle(covering: &mut Vec<u32>, shapes: &[u32]) {
    for shape in shapes {
        match covering.binary_search(shape) {
            Ok(place) => {
                covering.remove(place);
            }
            Err(place) => covering.insert(place, *shape),
        }
    }
}

/// A piece that meets the sweep line, or just a point of it, ordered from bottom
/// to top. A total order as long as the pieces do not cross.
#[derive(Clone, Copy, Debug)]
struct Active {
    from: GridPoint,
    to: GridPoint,
}

impl From<&Piece> for Active {
    fn from(piece: &Piece) -> Self {
        Self { from: piece.from, to: piece.to }
    }
}

impl Ord for Active {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.from <= other.from {
            // Where the other begins it is above or below this one, unless it
            // begins on it.
            let above = |point| 0.cmp(&turn(self.from, self.to, point));
            above(other.from).then_with(|| above(other.to))
        } else {
            other.cmp(self).reverse()
        }
    }
}

impl PartialOrd for Active {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Active {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Active {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_covers_the_ground_is_known_on_both_sides_of_every_piece() {
        let point = |x, y| GridPoint::new(x, y);
        let square = |low: i32, high: i32, shape| {
            let corners = [point(low, low), point(high, low), point(high, high), point(low, high)];
            [0, 1, 2, 3].map(|side| Piece::new(corners[side], corners[(side + 1) % 4], shape))
        };
        let mut pieces = [square(0, 9, 0), square(2, 7, 1), square(3, 5, 2)].concat();
        let mut visited = 0;
        sweep(&mut pieces, |piece, left, right| {
            let shape = piece.shapes[0];
            // Bottom and right sides have their square above or to the left.
            let is_low = piece.from.y == piece.to.y && piece.from.y <= 3;
            let is_right = piece.from.x == piece.to.x && piece.from.x >= 5;
            let (inside, outside) = if is_low || is_right { (left, right) } else { (right, left) };
            assert_eq!(inside, (0..=shape).collect::<Vec<_>>(), "{piece:?}");
            assert_eq!(outside, (0..shape).collect::<Vec<_>>(), "{piece:?}");
            visited += 1;
        })
        .unwrap();
        assert_eq!(visited, 12);
    }
}
