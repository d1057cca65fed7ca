//! Polygons: point in polygon, area, centroid, winding direction, convexity, self-intersection.
//!
//! A *ring* is a closed polygon as a slice of corners, without the first one repeated at
//! the end. It may be convex or concave, and clockwise or counter-clockwise, unless a
//! function says otherwise.

use std::cmp::Ordering;

use glam::Vec2;

use crate::{DVec2, Orientation, Segment, orient2d};

/// The position of a point relative to a polygon.
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

/// Returns the edges of a ring, each from its start to its end. The last one ends at the first
/// corner. Corners may be positions or numbers.
///
/// ```
/// use tautline_geometry::polygon;
///
/// assert!(polygon::edges(&[4, 7, 9]).eq([[4, 7], [7, 9], [9, 4]]));
/// ```
pub fn edges<T: Copy>(ring: &[T]) -> impl Iterator<Item = [T; 2]> + Clone {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(&start, &end)| [start, end])
}

/// Returns the position of a point relative to a simple ring (point in polygon). Exact; O(n).
///
/// For a ring that crosses itself, the even-odd rule decides.
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
    // Counts crossings with the ray from the point to the right. An edge contains its
    // lower end only, so that a ray through a corner is counted once.
    let mut inside = false;
    for [a, b] in edges(ring) {
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

/// Returns the area, positive for counter-clockwise rings. It is summed in `f64`, so its
/// *sign* may be wrong for slivers; use [`winding`] for that.
#[must_use]
pub fn signed_area(ring: &[Vec2]) -> f64 {
    corners_about_first(ring).map(|(a, b)| a.perp_dot(b)).sum::<f64>() / 2.0
}

/// Returns the centroid of the area; for a ring of zero area, the mean of its corners.
/// `None` for an empty ring.
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

/// Returns the winding direction of a simple ring; [`Orientation::Collinear`] for a
/// degenerate one. Exact; O(n).
///
/// The lexicographically least corner of a simple ring is convex, so its
/// orientation is that of the ring.
#[must_use]
pub fn winding(ring: &[Vec2]) -> Orientation {
    let least = (0..ring.len()).min_by(|&i, &j| sweep_order(ring[i], ring[j]));
    let Some(least) = least else {
        return Orientation::Collinear;
    };
    let n = ring.len();
    orient2d(ring[(least + n - 1) % n], ring[least], ring[(least + 1) % n])
}

/// Returns true if the ring is a convex, counter-clockwise polygon of positive area.
/// Collinear corners are allowed, repeated ones are not. Exact; O(n).
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
    // A ring without right turns is convex if its turning number is 1. That is the case
    // if its edges change between ascending and descending order (by x, then y)
    // exactly twice.
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

/// Returns a pair of edges that intersect other than in a shared corner: by a crossing, a
/// touch, an overlap, or a repeated corner. Each edge is named by its first corner. `None` for
/// a simple ring. Exact. A sweep along x: O(n log n) if few edges overlap in x, O(n²) in the
/// worst case.
#[must_use]
pub fn self_intersection(ring: &[Vec2]) -> Option<(usize, usize)> {
    let n = ring.len();
    let edge = |i: usize| Segment::new(ring[i], ring[(i + 1) % n]);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| {
        edge(i).bounds().min.x.total_cmp(&edge(j).bounds().min.x).then(i.cmp(&j))
    });
    // The edges that the sweep line intersects.
    let mut active: Vec<usize> = Vec::new();
    for i in order {
        let current = edge(i);
        let bounds = current.bounds();
        active.retain(|&j| edge(j).bounds().max.x >= bounds.min.x);
        for &j in &active {
            let other = edge(j);
            // Successive edges share a corner, which is no intersection.
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

/// Returns true if two successive edges have more in common than the corner between
/// them.
fn meets_beyond_joint(first: &Segment, second: &Segment) -> bool {
    first.a == first.b
        || second.a == second.b
        || first.contains(second.b)
        || second.contains(first.a)
}

/// Compares by x, then by y. Not by the total order of floats, in which -0 is less than 0.
fn sweep_order(a: Vec2, b: Vec2) -> Ordering {
    let by_x = a.x.partial_cmp(&b.x).unwrap_or(Ordering::Equal);
    by_x.then_with(|| a.y.partial_cmp(&b.y).unwrap_or(Ordering::Equal))
}

/// The edges, with all corners relative to the first one.
fn corners_about_first(ring: &[Vec2]) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
    let first = ring.first().map_or(DVec2::ZERO, |corner| DVec2::from(*corner));
    edges(ring).map(move |[a, b]| (DVec2::from(a) - first, DVec2::from(b) - first))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[[f32; 2]]) -> Vec<Vec2> {
        points.iter().copied().map(Vec2::from).collect()
    }

    #[test]
    fn a_ring_of_turning_number_two_is_not_convex() {
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
        assert!(self_intersection(&twice).is_some());
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
        assert_eq!(self_intersection(&bow_tie), Some((0, 2)));
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
