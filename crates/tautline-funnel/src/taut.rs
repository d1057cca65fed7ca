//! Paths without redundant points.

use tautline_geometry::{DVec2, Vec2, orient2d};

/// Appends a point to a path unless it repeats the last one. Removes the last
/// point if the path passes straight through it.
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

/// Returns true if `middle` lies between `a` and `b` or equals one of them. The three points
/// are collinear.
pub(crate) fn is_between(a: Vec2, middle: Vec2, b: Vec2) -> bool {
    let within = |a: f32, middle: f32, b: f32| a.min(b) <= middle && middle <= a.max(b);
    within(a.x, middle.x, b.x) && within(a.y, middle.y, b.y)
}

/// Returns true if a path from `a` to `b` and on to `c` turns straight back at `b`, to `a` or
/// beyond it. The three points are collinear.
pub(crate) fn turns_back(a: Vec2, b: Vec2, c: Vec2) -> bool {
    a != b && is_between(c, a, b)
}

/// The length of a path, summed in `f64`.
pub(crate) fn length(path: &[Vec2]) -> f64 {
    path.windows(2).map(|leg| DVec2::from(leg[0]).distance(leg[1].into())).sum()
}
