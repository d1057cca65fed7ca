//! The union of all ground without the union of all holes.

use i_overlay::core::fill_rule::FillRule as OverlayFillRule;
use i_overlay::core::overlay::{Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;

use super::grid::{Contour, Grid, GridPoint, cross, difference, edges, turn};
use super::rings::SnappedShape;
use super::{FillRule, PolygonError, Repair, crossings};

/// Rings that enclose what a shape fills, do not cross, and have it on their
/// left. Says what was crossed.
///
/// # Errors
///
/// A [`PolygonError`] that says what is wrong.
pub fn resolve_self_intersections(
    shape: usize,
    snapped: &SnappedShape,
    fill_rule: FillRule,
    grid: Grid,
    repairs: &mut Vec<Repair>,
) -> Result<Vec<Contour>, PolygonError> {
    if let [ring] = &snapped.rings[..]
        && let Some(turn) = convex_orientation(ring)
    {
        let mut ring = ring.clone();
        if turn < 0 {
            ring.reverse();
        }
        return Ok(vec![ring]);
    }
    crossings::check(snapped.rings.iter())?;
    let corners_before = snapped.rings.iter().map(Vec::len).sum();
    let mut overlay = Overlay::<i32>::new(corners_before);
    for ring in &snapped.rings {
        overlay.add_contour(ring, ShapeType::Subject);
    }
    let rule = match fill_rule {
        FillRule::EvenOdd => OverlayFillRule::EvenOdd,
        FillRule::NonZero => OverlayFillRule::NonZero,
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
    Ok(rings)
}

/// Rings around the union of the first without the union of the others, with
/// ground on their left. Both come from [`resolve_self_intersections`].
pub(super) fn union_without(
    ground: &[Contour],
    holes: &[Contour],
) -> Result<Vec<Contour>, PolygonError> {
    let is_isolated = isolated(ground, holes);
    let (apart, others): (Vec<_>, Vec<_>) =
        holes.iter().zip(&is_isolated).partition(|(_, is_apart)| **is_apart);
    let mut rings = match (ground, &others[..]) {
        ([_], []) => ground.to_vec(),
        _ => overlay_difference(
            ground,
            &others.into_iter().map(|(hole, _)| hole).collect::<Vec<_>>(),
        )?,
    };
    rings.extend(apart.into_iter().map(|(hole, _)| hole.iter().rev().copied().collect()));
    Ok(rings)
}

fn overlay_difference(
    ground: &[Contour],
    holes: &[&Contour],
) -> Result<Vec<Contour>, PolygonError> {
    crossings::check(ground.iter().chain(holes.iter().copied()))?;
    let corners = ground.iter().chain(holes.iter().copied()).map(Vec::len).sum();
    let mut overlay = Overlay::<i32>::new(corners);
    for contour in ground {
        overlay.add_contour(contour, ShapeType::Subject);
    }
    for contour in holes {
        overlay.add_contour(contour, ShapeType::Clip);
    }
    let rule = if holes.is_empty() { OverlayRule::Subject } else { OverlayRule::Difference };
    Ok(flatten(overlay.overlay(rule, OverlayFillRule::NonZero)))
}

/// Rings of ground with more corners than this are cut without a look at which holes
/// are apart: it takes the corners of the ground times those of the holes.
const MAX_OUTER_CORNERS: usize = 16;

/// So many boxes are compared for each hole, on the average, before all holes are
/// cut: some may stand in a column.
const MAX_COMPARISONS: usize = 32;

/// Which holes are rings around ground that is all of one segment as they stand,
/// most often all of them: convex ones within one convex ring of ground, none of
/// which comes near another hole.
fn isolated(ground: &[Contour], holes: &[Contour]) -> Vec<bool> {
    let mut is_isolated = vec![false; holes.len()];
    let [outer] = ground else { return is_isolated };
    if outer.len() > MAX_OUTER_CORNERS || convex_orientation(outer).is_none() {
        return is_isolated;
    }
    let mut boxes: Vec<(GridPoint, GridPoint, usize)> = Vec::with_capacity(holes.len());
    for (index, hole) in holes.iter().enumerate() {
        let is_within =
            || edges(outer).all(|[a, b]| hole.iter().all(|&corner| turn(a, b, corner) > 0));
        is_isolated[index] = convex_orientation(hole).is_some_and(|turn| turn > 0) && is_within();
        let least = |coordinate: fn(&GridPoint) -> i32| hole.iter().map(coordinate).min();
        let most = |coordinate: fn(&GridPoint) -> i32| hole.iter().map(coordinate).max();
        if let (Some(left), Some(low), Some(right), Some(high)) =
            (least(|at| at.x), least(|at| at.y), most(|at| at.x), most(|at| at.y))
        {
            boxes.push((GridPoint::new(left, low), GridPoint::new(right, high), index));
        }
    }
    boxes.sort_unstable();
    let mut comparisons = MAX_COMPARISONS * boxes.len();
    for (place, (least, most, index)) in boxes.iter().enumerate() {
        let beside = boxes[place + 1..].iter().take_while(|(other, ..)| other.x <= most.x);
        for (other_least, other_most, other) in beside {
            let Some(left) = comparisons.checked_sub(1) else {
                return vec![false; holes.len()];
            };
            comparisons = left;
            if least.y <= other_most.y && other_least.y <= most.y {
                is_isolated[*index] = false;
                is_isolated[*other] = false;
            }
        }
    }
    is_isolated
}

/// Rings around what all contours together wind around counter-clockwise.
pub(super) fn positive_union(contours: &[Contour]) -> Result<Vec<Contour>, PolygonError> {
    crossings::check(contours.iter())?;
    let mut overlay = Overlay::<i32>::new(contours.iter().map(Vec::len).sum());
    for contour in contours {
        overlay.add_contour(contour, ShapeType::Subject);
    }
    Ok(flatten(overlay.overlay(OverlayRule::Subject, OverlayFillRule::Positive)))
}

fn flatten(shapes: Vec<Vec<Contour>>) -> Vec<Contour> {
    shapes.into_iter().flatten().collect()
}

/// The sign of the turns of a ring that is convex and runs around once; nothing
/// for all others. The ring has no straight corners.
fn convex_orientation(ring: &[GridPoint]) -> Option<i64> {
    let mut directions = edges(ring).map(|[from, to]| difference(from, to));
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
    fn holes_that_are_apart_are_cut_as_all_others_are() {
        let square = |x: i32, y: i32, size: i32| -> Contour {
            let corner = |right, up| GridPoint::new(x + right, y + up);
            vec![corner(0, 0), corner(size, 0), corner(size, size), corner(0, size)]
        };
        let outer = vec![square(0, 0, 100)];
        // Apart; two that touch at a corner; one at the border, one within another.
        let holes = [
            square(10, 10, 5),
            square(40, 40, 5),
            square(45, 45, 5),
            square(0, 70, 5),
            square(70, 70, 20),
            square(75, 75, 5),
        ];
        assert_eq!(isolated(&outer, &holes), [true, false, false, false, false, false]);
        let tidy = |rings: Vec<Contour>| {
            let mut rings: Vec<Contour> = rings
                .into_iter()
                .map(|mut ring| {
                    let first = (0..ring.len()).min_by_key(|&corner| ring[corner]).unwrap();
                    ring.rotate_left(first);
                    ring
                })
                .collect();
            rings.sort();
            rings
        };
        let all: Vec<&Contour> = holes.iter().collect();
        assert_eq!(
            tidy(union_without(&outer, &holes).unwrap()),
            tidy(overlay_difference(&outer, &all).unwrap())
        );
        let first = [union_without(&outer, &holes[..1]), overlay_difference(&outer, &all[..1])]
            .map(|rings| tidy(rings.unwrap()));
        assert_eq!(first[0], first[1]);
        let column: Vec<Contour> = (0..1000).map(|row| square(10, 3 * row, 1)).collect();
        assert!(!isolated(&[square(0, -9, 4000)], &column).contains(&true), "too many to compare");
    }

    #[test]
    fn convex_rings_are_told_from_others() {
        assert_eq!(convex_orientation(&ring(&[[0, 0], [4, 0], [4, 4], [0, 4]])), Some(1));
        assert_eq!(convex_orientation(&ring(&[[0, 4], [4, 4], [4, 0], [0, 0]])), Some(-1));
        assert_eq!(convex_orientation(&ring(&[[0, 0], [4, 4], [4, 0], [0, 4]])), None);
        assert_eq!(convex_orientation(&ring(&[[0, 0], [4, 0], [1, 1], [0, 4]])), None);
        let pentagram = [[0, 10], [6, -8], [-10, 3], [10, 3], [-6, -8]];
        assert_eq!(convex_orientation(&ring(&pentagram)), None);
    }
}
