//! Going round the outlines of areas.

use tautline_geometry::{Aabb, Vec2, orient2d};

use super::fans::descends;
use crate::side::Side;

/// What follows from the places of corners, found in one round of each area.
pub(crate) struct Outlines {
    /// The box around each area.
    pub(crate) boxes: Vec<Aabb>,
    /// For each fan, through how many of its corners straight down runs: see
    /// [`descends`].
    pub(crate) passes: Vec<u32>,
    /// Whether all areas are convex and have an area. Exact.
    pub(crate) are_convex: bool,
}

impl Outlines {
    /// Goes round all areas. Sides must name their fans. O(n).
    pub(crate) fn trace(sides: &[Side], first_sides: &[u32], fans: usize) -> Self {
        let mut boxes = Vec::with_capacity(first_sides.len());
        let mut passes = vec![0; fans];
        // A ring is convex if no corner turns right or doubles back and the
        // direction changes between "descending" and "ascending" twice. No ring
        // has fewer changes.
        let (mut are_corners_sound, mut reversals) = (true, 0);
        for range in first_sides.windows(2) {
            let ring = &sides[range[0] as usize..range[1] as usize];
            let [.., before_last, last] = ring else {
                are_corners_sound = false;
                boxes.push(Aabb { min: Vec2::ZERO, max: Vec2::ZERO });
                continue;
            };
            let (mut from, mut corner) = (before_last.start(), last);
            let mut before_descends = descends(from, corner.start());
            let mut bounds = Aabb { min: from, max: from };
            for next in ring {
                let (here, to) = (corner.start(), next.start());
                let after_descends = descends(here, to);
                let is_reversal = before_descends != after_descends;
                if !orient2d(from, here, to).is_left() {
                    are_corners_sound &= !is_reversal & goes_straight(from, here, to);
                }
                reversals += usize::from(is_reversal);
                passes[corner.fan().index()] += u32::from(before_descends & after_descends);
                bounds.min = Vec2::new(least(bounds.min.x, to.x), least(bounds.min.y, to.y));
                bounds.max = Vec2::new(most(bounds.max.x, to.x), most(bounds.max.y, to.y));
                (from, corner, before_descends) = (here, next, after_descends);
            }
            boxes.push(bounds);
        }
        let are_convex = are_corners_sound && reversals == 2 * boxes.len();
        Self { boxes, passes, are_convex }
    }

    /// The box around all areas.
    pub(crate) fn bounds(&self) -> Aabb {
        let all = self.boxes.iter().copied().reduce(|all, bounds| all.union(&bounds));
        all.unwrap_or(Aabb { min: Vec2::ZERO, max: Vec2::ZERO })
    }
}

/// Whether a corner is no turn at all, unless it doubles back. Rare.
#[cold]
fn goes_straight(from: Vec2, here: Vec2, to: Vec2) -> bool {
    here != to && orient2d(from, here, to).is_collinear()
}

/// The lesser of two numbers that are not NaN, which `f32::min` has to mind.
const fn least(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

/// The greater of two numbers that are not NaN.
const fn most(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}
