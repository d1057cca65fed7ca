//! Properties that are computed in one pass around each area.

use tautline_geometry::{Aabb, Vec2, orient2d};

use super::around_vertex::points_left;

/// The results of one pass around the face loop of each area.
pub(crate) struct FaceLoops {
    /// The bounding box of each area.
    pub(crate) boxes: Vec<Aabb>,
    /// The bounding box of all areas.
    pub(crate) bounds: Aabb,
    /// For each fan, the number of areas whose corners there contain the downward ray: see
    /// [`points_left`].
    pub(crate) down_crossings: Vec<u32>,
    /// True if all areas are convex and have a positive size. Exact.
    pub(crate) are_convex: bool,
}

impl FaceLoops {
    /// Passes around all areas, given their first half-edges, the fan of each half-edge, and
    /// the positions of fans. O(n).
    pub(crate) fn trace(first_half_edges: &[u32], fans: &[u32], positions: &[Vec2]) -> Self {
        let mut boxes = Vec::with_capacity(first_half_edges.len());
        let mut down_crossings = vec![0; positions.len()];
        // A closed polygon is convex and winds once around its inside if no corner turns
        // right or doubles back, and if its direction changes between left and right exactly
        // twice. No closed polygon has fewer changes, so one sum over all areas is enough.
        let (mut are_corners_sound, mut reversals) = (true, 0);
        for range in first_half_edges.windows(2) {
            let ring = &fans[range[0] as usize..range[1] as usize];
            let &[.., before_last, last] = ring else {
                are_corners_sound = false;
                boxes.push(Aabb { min: Vec2::ZERO, max: Vec2::ZERO });
                continue;
            };
            let (mut from, mut here) = (positions[before_last as usize], positions[last as usize]);
            let mut fan = last as usize;
            let mut before_points_left = points_left(from, here);
            // The least x and y, and the least -x and -y.
            let mut extent = [f32::INFINITY; 4];
            for &next in ring {
                let to = positions[next as usize];
                let after_points_left = points_left(here, to);
                let is_reversal = before_points_left != after_points_left;
                are_corners_sound &= orient2d(from, here, to).is_left()
                    || (!is_reversal && goes_straight(from, here, to));
                reversals += usize::from(is_reversal);
                down_crossings[fan] += u32::from(before_points_left & after_points_left);
                let coordinates = [to.x, to.y, -to.x, -to.y];
                extent = std::array::from_fn(|side| least(extent[side], coordinates[side]));
                (from, here, fan) = (here, to, next as usize);
                before_points_left = after_points_left;
            }
            let [left, low, right, high] = extent;
            boxes.push(Aabb { min: Vec2::new(left, low), max: Vec2::new(-right, -high) });
        }
        let are_convex = are_corners_sound && reversals == 2 * boxes.len();
        let all = boxes.iter().copied().reduce(|all, bounds| all.union(&bounds));
        let bounds = all.unwrap_or(Aabb { min: Vec2::ZERO, max: Vec2::ZERO });
        Self { boxes, bounds, down_crossings, are_convex }
    }
}

/// Returns true if a corner is straight and does not double back. Rare.
#[cold]
fn goes_straight(from: Vec2, here: Vec2, to: Vec2) -> bool {
    here != to && orient2d(from, here, to).is_collinear()
}

/// The lesser of two numbers that are not NaN. `f32::min` has to handle NaN.
const fn least(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}
