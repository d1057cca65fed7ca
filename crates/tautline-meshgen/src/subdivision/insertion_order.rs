//! In which order vertices are put into a triangulation.

use tautline_geometry::{Aabb, Vec2, Wide, orient2d};

use crate::lot::lot;

/// How many bits of each coordinate count on the curve.
const BITS: u32 = 14;

/// The number of the last round. One more or less does not matter: 2^16 vertices
/// make one vertex of the first round.
const LAST_ROUND: u32 = 15;

/// Puts vertices into an order in which inserting them takes O(n log n) wherever
/// they lie: a biased randomised order.
///
/// Half of the vertices come last, half of the others before them, and so on, by
/// lot, so that what is inserted seldom changes much. Each of these rounds runs
/// along the curve of Hilbert, so that each vertex is near the one before it and
/// found at once. A triangle comes first, if there is one, because among vertices
/// on one line nothing is found fast. O(n log n).
///
/// N. Amenta, S. Choi, G. Rote, "Incremental constructions con BRIO" (2003).
pub(super) fn insertion_order(vertices: &[[f32; 2]], mut order: Vec<u32>) -> Vec<u32> {
    let place = |vertex: u32| Vec2::from(vertices[vertex as usize]);
    let Some(bounds) = Aabb::around(order.iter().map(|&vertex| place(vertex))) else {
        return order;
    };
    let mut keys: Vec<u64> =
        order.iter().map(|&vertex| key(vertex, &bounds, place(vertex))).collect();
    keys.sort_unstable();
    for (vertex, key) in order.iter_mut().zip(keys) {
        *vertex = low_half(key);
    }
    if let [a, b, ..] = order[..] {
        let is_aside = |&c: &u32| !orient2d(place(a), place(b), place(c)).is_collinear();
        if let Some(index) = order.iter().position(is_aside) {
            order[..=index].rotate_right(1);
        }
    }
    order
}

/// What vertices are sorted by: first the round, the last one having half of all,
/// then the place on the curve, then the number.
fn key(vertex: u32, bounds: &Aabb, place: Vec2) -> u64 {
    let rounds_to_come = u64::from(lot(vertex).trailing_zeros().min(LAST_ROUND));
    let round = u64::from(LAST_ROUND) - rounds_to_come;
    (round << (2 * BITS) | along_curve(bounds, place)) << 32 | u64::from(vertex)
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is asked for")]
fn low_half(key: u64) -> u32 {
    key as u32
}

/// How far along the curve of Hilbert through the square around a box a point
/// lies.
fn along_curve(bounds: &Aabb, point: Vec2) -> u64 {
    // In f64, because the box may be wider than any f32.
    let [min, max, point] = [bounds.min, bounds.max, point].map(Wide::from);
    let size = (max.x - min.x).max(max.y - min.y);
    let cell = |offset: f64| cell_of_share(if size > 0.0 { offset / size } else { 0.0 });
    let mut x = cell(point.x - min.x);
    let mut y = cell(point.y - min.y);
    let mut along = 0;
    for bit in (0..BITS).rev() {
        let (right, upper) = (x >> bit & 1, y >> bit & 1);
        along = along << 2 | u64::from((3 * right) ^ upper);
        // Without branches, which nothing could predict: the lower quarters are
        // transposed, the one on the right after turning it by half a turn.
        let turn = (right & !upper).wrapping_neg();
        (x, y) = (x ^ turn, y ^ turn);
        let transposition = (x ^ y) & (upper ^ 1).wrapping_neg();
        (x, y) = (x ^ transposition, y ^ transposition);
    }
    along
}

/// The cell of a coordinate that is a share, from 0 to 1, of the box.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of at most 1 of less than 2^14"
)]
fn cell_of_share(share: f64) -> u32 {
    (share * f64::from((1 << BITS) - 1)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_steps_from_cell_to_cell() {
        let size = 32_u16;
        let mut vertices = Vec::new();
        for x in 0..size {
            for y in 0..size {
                vertices.push([f32::from(x), f32::from(y)]);
            }
        }
        let bounds = Aabb::around(vertices.iter().map(|&vertex| vertex.into())).unwrap();
        vertices.sort_by_key(|&vertex| along_curve(&bounds, vertex.into()));
        for pair in vertices.windows(2) {
            let step = (Vec2::from(pair[1]) - Vec2::from(pair[0])).abs();
            assert!((step.x + step.y - 1.0).abs() < 1e-6, "{pair:?}");
        }
    }

    #[test]
    fn a_triangle_comes_first() {
        let mut vertices: Vec<[f32; 2]> = (0..9_u8).map(|x| [f32::from(x), 0.0]).collect();
        vertices.push([9.0, 1.0]);
        let order = insertion_order(&vertices, (0..10).collect());
        assert!(order[..3].contains(&9), "the only one aside of the line");
        let mut sorted = order;
        sorted.sort_unstable();
        assert_eq!(sorted, (0..10).collect::<Vec<_>>());
    }
}
