//! Going round the outlines of areas.

use tautline_geometry::{Aabb, Vec2, orient2d};

use super::Columns;
use super::around::descends;
use super::fans::Spokes;
use crate::VertexId;
use crate::side::Side;

/// What is found in one round of each area.
pub(crate) struct Outlines {
    /// The box around each area.
    pub(crate) boxes: Vec<Aabb>,
    /// What areas say about each fan.
    pub(crate) spokes: Vec<Spokes>,
    /// Whether all areas are convex and have an area. Exact.
    pub(crate) are_convex: bool,
}

impl Outlines {
    /// Goes round all areas, given the vertex of each fan. O(n).
    pub(crate) fn trace(columns: &Columns<'_>, vertices: &[u32]) -> Self {
        let &Columns { first_sides, fans, twins, places, .. } = columns;
        let mut boxes = Vec::with_capacity(first_sides.len());
        let mut spokes: Vec<Spokes> = Vec::with_capacity(vertices.len() + 1);
        spokes.extend(vertices.iter().map(|&vertex| Spokes::at(VertexId(vertex))));
        // A last one is told of walls where there are none: with walls among the
        // sides in no order, that is faster than to ask.
        let of_no_fan = spokes.len();
        spokes.push(Spokes::at(VertexId(0)));
        // A ring is convex if no corner turns right or doubles back and the
        // direction changes between "descending" and "ascending" twice. No ring
        // has fewer changes.
        let (mut are_corners_sound, mut reversals) = (true, 0);
        for range in first_sides.windows(2) {
            let ring = range[0] as usize..range[1] as usize;
            let (ring, twins) = (&fans[ring.clone()], &twins[ring]);
            let (&[.., before_last, last], &[.., twin_before_last, last_twin]) = (ring, twins)
            else {
                are_corners_sound = false;
                boxes.push(Aabb { min: Vec2::ZERO, max: Vec2::ZERO });
                continue;
            };
            let (mut from, mut here) = (places[before_last as usize], places[last as usize]);
            let (mut fan, mut side) = (last as usize, range[1] - 1);
            let mut comes_along_wall = twin_before_last == Side::NO_TWIN;
            let mut goes_along_wall = last_twin == Side::NO_TWIN;
            let mut before_descends = descends(from, here);
            let mut bounds = Aabb { min: from, max: from };
            for (next_side, (&next, &twin)) in (range[0]..).zip(ring.iter().zip(twins)) {
                let to = places[next as usize];
                let after_descends = descends(here, to);
                let is_reversal = before_descends != after_descends;
                if !orient2d(from, here, to).is_left() {
                    are_corners_sound &= !is_reversal & goes_straight(from, here, to);
                }
                reversals += usize::from(is_reversal);
                spokes[fan].add(side, goes_along_wall, before_descends & after_descends);
                spokes[if goes_along_wall { fan } else { of_no_fan }].begin_at_wall(to);
                spokes[if comes_along_wall { fan } else { of_no_fan }].end_at_wall(side, from);
                bounds.min = Vec2::new(least(bounds.min.x, to.x), least(bounds.min.y, to.y));
                bounds.max = Vec2::new(most(bounds.max.x, to.x), most(bounds.max.y, to.y));
                (from, here, before_descends) = (here, to, after_descends);
                (fan, side) = (next as usize, next_side);
                comes_along_wall = std::mem::replace(&mut goes_along_wall, twin == Side::NO_TWIN);
            }
            boxes.push(bounds);
        }
        spokes.pop();
        let are_convex = are_corners_sound && reversals == 2 * boxes.len();
        Self { boxes, spokes, are_convex }
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
