//! Boolean operations on polygons: the union of all ground without the union of all holes.
//!
//! `i_overlay` computes them on integers. A *fill rule* turns the *winding number* of a
//! point, the number of times that the rings go around it counter-clockwise, into inside or
//! outside: *even-odd*, *non-zero*, or *positive*.

use i_overlay::core::fill_rule::FillRule as OverlayFillRule;
use i_overlay::core::overlay::{Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;

use tautline_geometry::polygon::edges;

use super::grid::{Contour, Grid, GridPoint, cross, difference, turn};
use super::rings::SnappedShape;
use super::{Extent, FillRule, PolygonError, Repair, crossings};

/// Returns rings around the points that a shape fills. The rings do not cross, and have these points
/// on their left. Resolves self-intersections by the fill rule, and reports them.
///
/// # Errors
///
/// [`PolygonError::TooManyCrossings`].
pub fn resolve_self_intersections(
    shape: usize,
    snapped: &SnappedShape,
    fill_rule: FillRule,
    grid: Grid,
    repairs: &mut Vec<Repair>,
) -> Result<Vec<Contour>, PolygonError> {
    // A convex ring, the usual case, has nothing to resolve.
    if let [ring] = &snapped.rings[..]
        && let Some(turn) = convex_orientation(ring)
    {
        let mut ring = ring.clone();
        if turn < 0 {
            ring.reverse();
        }
        return Ok(vec![ring]);
    }
    let fill_rule = match fill_rule {
        FillRule::EvenOdd => OverlayFillRule::EvenOdd,
        FillRule::NonZero => OverlayFillRule::NonZero,
    };
    let rings = overlay(&snapped.rings, &[], fill_rule)?;

    // Corners that the shape did not have are crossings.
    let mut known: Vec<GridPoint> = snapped.rings.iter().flatten().copied().collect();
    known.sort_unstable();
    let mut crossings: Vec<GridPoint> = rings.iter().flatten().copied().collect();
    let (corners_before, corners_after) = (known.len(), crossings.len());
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

/// Returns the rings of the union of `ground` without the union of `holes`, with ground on
/// their left. Both come from [`resolve_self_intersections`].
pub(super) fn union_without(
    ground: &[Contour],
    holes: &[Contour],
) -> Result<Vec<Contour>, PolygonError> {
    let is_isolated = isolated(ground, holes);
    let (isolated, others): (Vec<_>, Vec<_>) =
        holes.iter().zip(&is_isolated).partition(|(_, is_isolated)| **is_isolated);
    let mut rings = match (ground, &others[..]) {
        ([_], []) => ground.to_vec(),
        _ => {
            let holes: Vec<&Contour> = others.into_iter().map(|(hole, _)| hole).collect();
            overlay(ground, &holes, OverlayFillRule::NonZero)?
        }
    };
    rings.extend(isolated.into_iter().map(|(hole, _)| hole.iter().rev().copied().collect()));
    Ok(rings)
}

/// Returns the rings around all points inside `ground` but not inside `holes`, by a fill rule.
fn overlay(
    ground: &[Contour],
    holes: &[&Contour],
    fill_rule: OverlayFillRule,
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
    Ok(overlay.overlay(rule, fill_rule).into_iter().flatten().collect())
}

/// The maximum number of corners of a ring of ground for which isolated holes are looked for.
/// The search takes the corners of the ground times those of the holes; without a limit it
/// could take longer than the general overlay.
const MAX_OUTER_CORNERS: usize = 16;

/// The maximum number of boxes that are compared for each hole, on average, before the search
/// is given up. It takes more if many holes overlap along x, as in a column.
const MAX_COMPARISONS: usize = 32;

/// Returns for each hole whether it is isolated: convex, strictly inside a single convex ring
/// of ground, and with a bounding box that meets no other. Isolated holes, often most of the holes,
/// skip the overlay: with their corners reversed, they are rings of the result.
fn isolated(ground: &[Contour], holes: &[Contour]) -> Vec<bool> {
    let mut is_isolated = vec![false; holes.len()];
    let [outer] = ground else { return is_isolated };
    if outer.len() > MAX_OUTER_CORNERS || convex_orientation(outer).is_none() {
        return is_isolated;
    }
    let mut boxes: Vec<(Extent, usize)> = Vec::with_capacity(holes.len());
    for (index, hole) in holes.iter().enumerate() {
        let is_within =
            || edges(outer).all(|[a, b]| hole.iter().all(|&corner| turn(a, b, corner) > 0));
        is_isolated[index] = convex_orientation(hole).is_some_and(|turn| turn > 0) && is_within();
        boxes.extend(Extent::of(hole.iter().copied()).map(|extent| (extent, index)));
    }
    boxes.sort_unstable_by_key(|&(Extent { least, most }, index)| (least, most, index));
    let mut comparisons = MAX_COMPARISONS * boxes.len();
    for (position, (extent, index)) in boxes.iter().enumerate() {
        // Sorted by their left ends, only boxes that begin before this one ends can overlap.
        let overlapping =
            boxes[position + 1..].iter().take_while(|(other, _)| other.least.x <= extent.most.x);
        for (other_extent, other) in overlapping {
            let Some(remaining) = comparisons.checked_sub(1) else {
                return vec![false; holes.len()];
            };
            comparisons = remaining;
            if extent.meets(other_extent) {
                is_isolated[*index] = false;
                is_isolated[*other] = false;
            }
        }
    }
    is_isolated
}

/// Returns the rings around all points with a positive winding number.
pub(super) fn positive_union(contours: &[Contour]) -> Result<Vec<Contour>, PolygonError> {
    overlay(contours, &[], OverlayFillRule::Positive)
}

/// Returns the sign of the turns of a convex ring that goes around once, `None` for all other
/// rings. The ring has no straight corners.
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
    // A pentagram turns only to one side, too, but reverses its x direction four times.
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
    fn isolated_holes_are_cut_like_all_others() {
        let square = |x: i32, y: i32, size: i32| -> Contour {
            let corner = |right, up| GridPoint::new(x + right, y + up);
            vec![corner(0, 0), corner(size, 0), corner(size, size), corner(0, size)]
        };
        let outer = vec![square(0, 0, 100)];
        // An isolated one; two that touch at a corner; one at the border; one within another.
        let holes = [
            square(10, 10, 5),
            square(40, 40, 5),
            square(45, 45, 5),
            square(0, 70, 5),
            square(70, 70, 20),
            square(75, 75, 5),
        ];
        assert_eq!(isolated(&outer, &holes), [true, false, false, false, false, false]);
        let normalized = |rings: Vec<Contour>| {
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
            normalized(union_without(&outer, &holes).unwrap()),
            normalized(overlay(&outer, &all, OverlayFillRule::NonZero).unwrap())
        );
        assert_eq!(
            normalized(union_without(&outer, &holes[..1]).unwrap()),
            normalized(overlay(&outer, &all[..1], OverlayFillRule::NonZero).unwrap())
        );
        let column: Vec<Contour> = (0..1000).map(|row| square(10, 3 * row, 1)).collect();
        assert!(!isolated(&[square(0, -9, 4000)], &column).contains(&true), "too many to compare");
    }

    #[test]
    fn convex_rings_are_distinguished_from_others() {
        assert_eq!(convex_orientation(&ring(&[[0, 0], [4, 0], [4, 4], [0, 4]])), Some(1));
        assert_eq!(convex_orientation(&ring(&[[0, 4], [4, 4], [4, 0], [0, 0]])), Some(-1));
        assert_eq!(convex_orientation(&ring(&[[0, 0], [4, 4], [4, 0], [0, 4]])), None);
        assert_eq!(convex_orientation(&ring(&[[0, 0], [4, 0], [1, 1], [0, 4]])), None);
        let pentagram = [[0, 10], [6, -8], [-10, 3], [10, 3], [-6, -8]];
        assert_eq!(convex_orientation(&ring(&pentagram)), None);
    }
}
