//! Rings of points: where a point lies, area, winding, convexity.
//!
//! A *ring* is a slice of corners without the first one repeated at the end.
//! It may be convex or concave, and may run either way unless a function says
//! otherwise.

use std::cmp::Ordering;

use glam::Vec2;

use crate::{DVec2, Orientation, Segment, orient2d};

/// Where a point lies with respect to a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Position {
    /// Strictly inside.
    Inside,
    /// On an edge or a corner.
    OnBorder,
    /// Strictly outside.
    Outside,
}

/// Where a point lies with respect to a simple ring. Exact; O(n).
///
/// For a ring that crosses itself the even-odd rule decides.
///
/// ```
/// use tautline_geometry::{Position, Vec2, polygon};
///
/// let notched = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]].map(Vec2::from);
/// assert_eq!(polygon::locate(&notched, Vec2::new(2.0, 0.5)), Position::Inside);
/// assert_eq!(polygon::locate(&notched, Vec2::new(2.0, 1.0)), Position::OnBorder);
/// assert_eq!(polygon::locate(&notched, Vec2::new(2.0, 3.0)), Position::Outside);
/// ```
#[must_use]
pub fn locate(ring: &[Vec2], point: Vec2) -> Position {
    let mut inside = false;
    for (a, b) in edges(ring) {
        let rises = a.y <= point.y && b.y > point.y;
        let falls = b.y <= point.y && a.y > point.y;
        if rises || falls {
            match orient2d(a, b, point) {
                Orientation::Collinear => return Position::OnBorder,
                turn => inside ^= turn.is_left() == rises,
            }
        } else if a == point || Segment::new(a, b).contains(point) {
            return Position::OnBorder;
        }
    }
    if inside { Position::Inside } else { Position::Outside }
}

/// The area, positive for counter-clockwise rings. Summed in `f64` about the
/// first corner: its *sign* may be wrong for slivers, see [`winding`].
#[must_use]
pub fn signed_area(ring: &[Vec2]) -> f64 {
    corners_about_first(ring).map(|(a, b)| a.perp_dot(b)).sum::<f64>() / 2.0
}

/// The centre of gravity; for a ring without area, the mean of its corners.
/// Nothing for an empty ring.
#[must_use]
pub fn centroid(ring: &[Vec2]) -> Option<DVec2> {
    let first = DVec2::from(*ring.first()?);
    let (mut moment, mut area) = (DVec2::ZERO, 0.0);
    for (a, b) in corners_about_first(ring) {
        let twice = a.perp_dot(b);
        moment += (a + b) * twice;
        area += twice;
    }
    if area.abs() > 0.0 {
        return Some(first + moment * (1.0 / (3.0 * area)));
    }
    let (sum, count) = ring
        .iter()
        .fold((DVec2::ZERO, 0.0), |(sum, count), corner| (sum + DVec2::from(*corner), count + 1.0));
    Some(sum * (1.0 / count))
}

/// Which way a simple ring runs; [`Orientation::Collinear`] for a ring
/// without corners that could tell. Exact; O(n).
///
/// The lexicographically least corner of a simple ring is convex, so that its
/// turn is the turn of the ring.
#[must_use]
pub fn winding(ring: &[Vec2]) -> Orientation {
    let least = (0..ring.len()).min_by(|&i, &j| sweep_order(ring[i], ring[j]));
    let Some(least) = least else {
        return Orientation::Collinear;
    };
    let n = ring.len();
    orient2d(ring[(least + n - 1) % n], ring[least], ring[(least + 1) % n])
}

/// Whether the ring is a convex polygon of positive area that runs
/// counter-clockwise. Corners on a straight edge are allowed, repeated ones
/// are not. Exact; O(n).
///
/// ```
/// use tautline_geometry::{Vec2, polygon};
///
/// let kite = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [1.0, 3.0]].map(Vec2::from);
/// assert!(polygon::is_convex(&kite));
/// assert!(!polygon::is_convex(&kite.map(|p| -Vec2::new(-p.x, p.y))), "clockwise");
/// ```
#[must_use]
pub fn is_convex(ring: &[Vec2]) -> bool {
    // A closed walk without right turns is convex if it goes round once, and
    // it goes round once if its edges change between "ascending" and
    // "descending" (by x, then y) exactly twice.
    let ascends = |a: Vec2, b: Vec2| sweep_order(a, b).is_lt();
    let [.., before_last, last] = ring else {
        return false;
    };
    let (mut a, mut b) = (*before_last, *last);
    let mut reversals = 0;
    let mut has_left_turn = false;
    for &c in ring {
        if b == c {
            return false;
        }
        match orient2d(a, b, c) {
            Orientation::Clockwise => return false,
            Orientation::Collinear => {}
            Orientation::CounterClockwise => has_left_turn = true,
        }
        reversals += usize::from(ascends(a, b) != ascends(b, c));
        (a, b) = (b, c);
    }
    has_left_turn && reversals == 2
}

/// The first pair of edges (each named by its first corner) that meet where
/// they should not: in a crossing, a touch, an overlap, or a repeated corner.
/// Nothing for a simple ring. Exact; O(n log n) for rings without many edges
/// above one another, O(n²) at the worst.
#[must_use]
pub fn self_crossing(ring: &[Vec2]) -> Option<(usize, usize)> {
    let n = ring.len();
    let edge = |i: usize| Segment::new(ring[i], ring[(i + 1) % n]);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| {
        edge(i).bounds().min.x.total_cmp(&edge(j).bounds().min.x).then(i.cmp(&j))
    });
    let mut active: Vec<usize> = Vec::new();
    for i in order {
        let current = edge(i);
        let bounds = current.bounds();
        active.retain(|&j| edge(j).bounds().max.x >= bounds.min.x);
        for &j in &active {
            let other = edge(j);
            let offends = if (i + 1) % n == j {
                meets_beyond_joint(&current, &other)
            } else if (j + 1) % n == i {
                meets_beyond_joint(&other, &current)
            } else {
                current.intersects(&other)
            };
            if offends {
                return Some((i.min(j), i.max(j)));
            }
        }
        active.push(i);
    }
    None
}

/// Whether two successive edges have more in common than the corner between
/// them.
fn meets_beyond_joint(first: &Segment, second: &Segment) -> bool {
    first.a == first.b
        || second.a == second.b
        || first.contains(second.b)
        || second.contains(first.a)
}

/// By x, then by y. Not the total order of floats, which tells -0 from 0.
fn sweep_order(a: Vec2, b: Vec2) -> Ordering {
    let by_x = a.x.partial_cmp(&b.x).unwrap_or(Ordering::Equal);
    by_x.then_with(|| a.y.partial_cmp(&b.y).unwrap_or(Ordering::Equal))
}

fn edges(ring: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    let next = ring.iter().cycle().skip(1);
    ring.iter().copied().zip(next.copied())
}

/// The edges with all corners relative to the first one.
fn corners_about_first(ring: &[Vec2]) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
    let first = ring.first().map_or(DVec2::ZERO, |corner| DVec2::from(*corner));
    edges(ring).map(move |(a, b)| (DVec2::from(a) - first, DVec2::from(b) - first))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[[f32; 2]]) -> Vec<Vec2> {
        points.iter().copied().map(Vec2::from).collect()
    }

    #[test]
    fn a_ring_that_goes_round_twice_is_not_convex() {
        let twice = ring(&[
            [0.0, 0.0],
            [4.0, 0.0],
            [4.0, 4.0],
            [0.0, 4.0],
            [-1.0, -1.0],
            [5.0, -1.0],
            [5.0, 5.0],
            [-1.0, 5.0],
        ]);
        assert!(!is_convex(&twice));
        assert!(self_crossing(&twice).is_some());
    }

    #[test]
    fn flat_and_short_rings_are_not_convex() {
        assert!(!is_convex(&[]));
        assert!(!is_convex(&ring(&[[0.0, 0.0], [1.0, 0.0]])));
        assert!(!is_convex(&ring(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]])));
        assert!(!is_convex(&ring(&[[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [1.0, 0.0]])));
    }

    #[test]
    fn a_bow_tie_crosses_itself() {
        let bow_tie = ring(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]);
        assert_eq!(self_crossing(&bow_tie), Some((0, 2)));
    }

    #[test]
    fn the_centroid_of_a_flat_ring_is_the_mean_of_its_corners() {
        assert_eq!(
            centroid(&ring(&[[0.0, 0.0], [2.0, 0.0], [4.0, 0.0]])),
            Some(DVec2::new(2.0, 0.0))
        );
        assert_eq!(centroid(&[]), None);
    }
}
