//! Rings of the boundary, traced along edges that have ground on one side.

use std::cmp::Ordering;

use super::grid::{Contour, GridPoint, cross, difference, dot, turn};

/// Traces the rings along edges that have ground on their left and none on their right.
///
/// At each point as many edges end as begin, and edges do not cross. Nor do the rings: where
/// more than two edges meet, rings touch. Straight corners are left out.
pub(super) fn trace(mut edges: Vec<[GridPoint; 2]>) -> Vec<Contour> {
    edges.sort_unstable();
    let mut is_used = vec![false; edges.len()];
    let mut rings = Vec::new();
    for first in 0..edges.len() {
        let mut ring = Contour::new();
        let mut next = Some(first);
        while let Some(at) = next.filter(|&at| !is_used[at]) {
            is_used[at] = true;
            ring.push(edges[at][0]);
            next = successor(&edges, &is_used, edges[at]);
        }
        remove_collinear(&mut ring);
        if !ring.is_empty() {
            rings.push(ring);
        }
    }
    rings
}

/// The unused edge that follows an edge around the ground on its left: the first one clockwise
/// from the way back.
fn successor(edges: &[[GridPoint; 2]], is_used: &[bool], edge: [GridPoint; 2]) -> Option<usize> {
    let [from, at] = edge;
    let start = edges.partition_point(|edge| edge[0] < at);
    let back = difference(at, from);
    let direction = |next: &usize| difference(at, edges[*next][1]);
    (start..edges.len())
        .take_while(|&next| edges[next][0] == at)
        .filter(|&next| !is_used[next])
        .min_by(|one, other| clockwise_order(back, direction(one), direction(other)))
}

/// Orders two directions by the clockwise angle from `start`.
fn clockwise_order(start: [i64; 2], one: [i64; 2], other: [i64; 2]) -> Ordering {
    let half = |direction| match 0.cmp(&cross(start, direction)) {
        Ordering::Greater => 0,
        Ordering::Equal if dot(start, direction) < 0 => 1,
        _ => 2,
    };
    half(one).cmp(&half(other)).then_with(|| cross(one, other).cmp(&0))
}

/// Removes corners in which a ring does not turn.
fn remove_collinear(ring: &mut Contour) {
    let whole = std::mem::take(ring);
    for (index, &at) in whole.iter().enumerate() {
        let before = whole[(index + whole.len() - 1) % whole.len()];
        let after = whole[(index + 1) % whole.len()];
        if turn(before, at, after) != 0 {
            ring.push(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_that_touch_at_a_corner_are_two_rings() {
        let square = |x: i32, y: i32| {
            let corner = |dx, dy| GridPoint::new(x + dx, y + dy);
            let corners = [corner(0, 0), corner(1, 0), corner(2, 0), corner(2, 2), corner(0, 2)];
            [0, 1, 2, 3, 4].map(|side| [corners[side], corners[(side + 1) % 5]])
        };
        let rings = trace([square(0, 0), square(2, 2), square(2, -2)].concat());
        assert_eq!(rings.len(), 3);
        assert!(rings.iter().all(|ring| ring.len() == 4), "{rings:?}");
    }
}
