//! Writing a path without needless points.

use tautline_geometry::{DVec2, Vec2, orient2d};

/// Appends a point to a path unless it repeats the last one; drops the last
/// one if the path only goes straight on through it.
pub(crate) fn append(path: &mut Vec<Vec2>, point: Vec2) {
    if path.last() == Some(&point) {
        return;
    }
    if let [.., before, last] = path[..] {
        let goes_straight_on =
            orient2d(before, last, point).is_collinear() && is_between(before, last, point);
        if goes_straight_on {
            path.pop();
        }
    }
    path.push(point);
}

/// Whether `middle`, on one line with the others, lies between them or on one
/// of them.
pub(crate) fn is_between(a: Vec2, middle: Vec2, b: Vec2) -> bool {
    let within = |a: f32, middle: f32, b: f32| a.min(b) <= middle && middle <= a.max(b);
    within(a.x, middle.x, b.x) && within(a.y, middle.y, b.y)
}

/// Whether the way from `a` to `b` and on to `c`, all on one line, comes back
/// to `a` or beyond it.
pub(crate) fn turns_back(a: Vec2, b: Vec2, c: Vec2) -> bool {
    a != b && is_between(c, a, b)
}

/// The length of a path, added up in `f64`.
pub(crate) fn length(path: &[Vec2]) -> f64 {
    path.windows(2).map(|leg| DVec2::from(leg[0]).distance(leg[1].into())).sum()
}
