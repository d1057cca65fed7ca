//! The union of all ground without the union of all holes.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;

use super::grid::{Contour, Grid, GridPoint, cross, difference, sides};
use super::rings::SnappedShape;
use super::{Fill, Repair};

/// Rings that enclose what a shape fills, do not cross, and have it on their
/// left. Says what was crossed.
pub(crate) fn untangle(
    shape: usize,
    snapped: &SnappedShape,
    fill: Fill,
    grid: Grid,
    repairs: &mut Vec<Repair>,
) -> Vec<Contour> {
    if let [ring] = &snapped.rings[..]
        && let Some(turn) = turn_of_convex(ring)
    {
        let mut ring = ring.clone();
        if turn < 0 {
            ring.reverse();
        }
        return vec![ring];
    }
    let corners_before = snapped.rings.iter().map(Vec::len).sum();
    let mut overlay = Overlay::<i32>::new(corners_before);
    for ring in &snapped.rings {
        overlay.add_contour(ring, ShapeType::Subject);
    }
    let rule = match fill {
        Fill::EvenOdd => FillRule::EvenOdd,
        Fill::NonZero => FillRule::NonZero,
    };
    let rings = flatten(overlay.overlay(OverlayRule::Subject, rule));

    let mut known: Vec<GridPoint> = snapped.rings.iter().flatten().copied().collect();
    known.sort_unstable();
    let mut crossings: Vec<GridPoint> = rings.iter().flatten().copied().collect();
    let corners_after = crossings.len();
    crossings.retain(|point| known.binary_search(point).is_err());
    crossings.sort_unstable();
    crossings.dedup();
    if crossings.is_empty() && corners_after != corners_before {
        repairs.push(Repair::Rearranged { shape, corners_before, corners_after });
    }
    let report = |point| Repair::Crossing { shape, at: grid.position(point) };
    repairs.extend(crossings.into_iter().map(report));
    rings
}

/// Rings around the union of the first without the union of the others, with
/// ground on their left. Both come from [`untangle`].
pub(super) fn unite(ground: &[Contour], holes: &[Contour]) -> Vec<Contour> {
    let corners = ground.iter().chain(holes).map(Vec::len).sum();
    let mut overlay = Overlay::<i32>::new(corners);
    for contour in ground {
        overlay.add_contour(contour, ShapeType::Subject);
    }
    for contour in holes {
        overlay.add_contour(contour, ShapeType::Clip);
    }
    let rule = if holes.is_empty() { OverlayRule::Subject } else { OverlayRule::Difference };
    flatten(overlay.overlay(rule, FillRule::NonZero))
}

/// Rings around what all contours together wind around counter-clockwise.
pub(super) fn wound_around(contours: &[Contour]) -> Vec<Contour> {
    let mut overlay = Overlay::<i32>::new(contours.iter().map(Vec::len).sum());
    for contour in contours {
        overlay.add_contour(contour, ShapeType::Subject);
    }
    flatten(overlay.overlay(OverlayRule::Subject, FillRule::Positive))
}

fn flatten(shapes: Vec<Vec<Contour>>) -> Vec<Contour> {
    shapes.into_iter().flatten().collect()
}

/// The sign of the turns of a ring that is convex and runs around once; nothing
/// for all others. The ring has no straight corners.
fn turn_of_convex(ring: &[GridPoint]) -> Option<i64> {
    let mut directions = sides(ring).map(|[from, to]| difference(from, to));
    let first = directions.next()?;
    let (mut last, mut sign, mut reversals) = (first, 0, 0);
    for direction in directions.chain([first]) {
        let turn = cross(last, direction).signum();
        if sign != 0 && turn != sign {
            return None;
        }
        sign = turn;
        reversals += usize::from(runs_right(last) != runs_right(direction));
        last = direction;
    }
    // A ring that turns to one side only, but around twice, is no convex one.
    (reversals == 2).then_some(sign)
}

fn runs_right([x, y]: [i64; 2]) -> bool {
    x > 0 || (x == 0 && y > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[[i32; 2]]) -> Contour {
        points.iter().map(|&[x, y]| GridPoint::new(x, y)).collect()
    }

    #[test]
    fn convex_rings_are_told_from_others() {
        assert_eq!(turn_of_convex(&ring(&[[0, 0], [4, 0], [4, 4], [0, 4]])), Some(1));
        assert_eq!(turn_of_convex(&ring(&[[0, 4], [4, 4], [4, 0], [0, 0]])), Some(-1));
        assert_eq!(turn_of_convex(&ring(&[[0, 0], [4, 4], [4, 0], [0, 4]])), None);
        assert_eq!(turn_of_convex(&ring(&[[0, 0], [4, 0], [1, 1], [0, 4]])), None);
        let pentagram = [[0, 10], [6, -8], [-10, 3], [10, 3], [-6, -8]];
        assert_eq!(turn_of_convex(&ring(&pentagram)), None);
    }
}
