//! The velocity nearest to the preferred one that keeps to all half planes.
//!
//! A linear program in two dimensions, solved by adding one half plane after the other
//! (M. de Berg et al., "Computational Geometry", section 4.3): as long as the next half plane
//! contains the best velocity so far, nothing changes; otherwise the new best velocity lies on its
//! boundary line. If no velocity keeps to all half planes, the half planes of walls still hold, and the result
//! violates the worst of the other half planes as little as possible (section 5.3 of the paper on
//! [`half planes`](crate::half_plane)).

use tautline_geometry::DVec2;

use crate::half_plane::HalfPlane;

/// The objective of the program.
#[derive(Clone, Copy)]
enum Objective {
    /// The velocity nearest to this one.
    Nearest(DVec2),
    /// The velocity furthest along this unit vector.
    Furthest(DVec2),
}

/// Returns the velocity nearest to the preferred one, at most as fast as `limit`, that keeps to all
/// half planes. The first `walls` of them are kept in any case. If not all of the others can be
/// kept, the velocity violates the worst of them as little as possible.
///
/// In rare cases, for example in the corner of a narrow room, no velocity keeps to all walls: then the
/// agent stands still.
///
/// `relaxed` is memory. For n half planes, O(n²) if all can be kept, otherwise O(n³); mostly O(n).
pub(crate) fn solve(
    planes: &[HalfPlane],
    walls: usize,
    preferred: DVec2,
    limit: f64,
    relaxed: &mut Vec<HalfPlane>,
) -> DVec2 {
    let within_limit = preferred * (limit / preferred.length()).min(1.0);
    let start = if within_limit.is_finite() { within_limit } else { DVec2::ZERO };
    let (best, kept) = optimum(planes, Objective::Nearest(preferred), start, limit);
    if kept == planes.len() {
        return best;
    }
    if kept < walls {
        return DVec2::ZERO;
    }
    least_violation(planes, walls, kept, best, limit, relaxed)
}

/// Returns the optimum and the number of half planes, from the first one, that it keeps to.
/// `start` is the optimum without half planes.
fn optimum(planes: &[HalfPlane], objective: Objective, start: DVec2, limit: f64) -> (DVec2, usize) {
    let mut best = start;
    for (index, plane) in planes.iter().enumerate() {
        if plane.normal.dot(best) >= plane.offset {
            continue;
        }
        match optimum_on_line(plane, &planes[..index], objective, limit) {
            Some(point) => best = point,
            None => return (best, index),
        }
    }
    (best, planes.len())
}

/// Returns the optimum on the boundary line of a half plane, among the velocities that keep to
/// the other half planes and the limit; `None` if there is none.
fn optimum_on_line(
    line: &HalfPlane,
    others: &[HalfPlane],
    objective: Objective,
    limit: f64,
) -> Option<DVec2> {
    let (foot, direction) = (line.normal * line.offset, line.normal.perp());
    let half_chord_squared = limit * limit - line.offset * line.offset;
    if half_chord_squared < 0.0 {
        return None;
    }
    let half_chord = half_chord_squared.sqrt();
    let (mut low, mut high) = (-half_chord, half_chord);
    for other in others {
        let slope = other.normal.dot(direction);
        let missing = other.offset - other.normal.dot(foot);
        if slope > 0.0 {
            low = low.max(missing / slope);
        } else if slope < 0.0 {
            high = high.min(missing / slope);
        } else if missing > 0.0 {
            return None;
        }
    }
    if low > high {
        return None;
    }
    let along = match objective {
        Objective::Nearest(preferred) => preferred.dot(direction).clamp(low, high),
        Objective::Furthest(towards) if towards.dot(direction) > 0.0 => high,
        Objective::Furthest(_) => low,
    };
    Some(foot + direction * along)
}

/// Returns the velocity that keeps to the walls and violates the worst of the other half planes
/// as little as possible. `best` keeps to the half planes before `first`.
///
/// The half planes are added one by one. If the best velocity so far violates the next one more than
/// all before it, the next one becomes the worst, and the best velocity goes as far into it as
/// possible. It may violate each earlier half plane as much as the new worst one, but no more. That is again
/// a half plane: its boundary is the line on which both are violated equally.
fn least_violation(
    planes: &[HalfPlane],
    walls: usize,
    first: usize,
    best: DVec2,
    limit: f64,
    relaxed: &mut Vec<HalfPlane>,
) -> DVec2 {
    let (mut best, mut worst) = (best, 0.0);
    for (index, plane) in planes.iter().enumerate().skip(first) {
        if plane.offset - plane.normal.dot(best) <= worst {
            continue;
        }
        relaxed.clear();
        relaxed.extend_from_slice(&planes[..walls]);
        for other in &planes[walls..index] {
            let difference = other.normal - plane.normal;
            let length = difference.length();
            // If two half planes have the same direction, one of them is violated more everywhere.
            if length > 0.0 {
                let offset = (other.offset - plane.offset) / length;
                relaxed.push(HalfPlane { normal: difference / length, offset });
            }
        }
        let start = plane.normal * limit;
        let objective = Objective::Furthest(plane.normal);
        let (point, kept) = optimum(relaxed, objective, start, limit);
        // Only rounding errors can leave no velocity. Then the old one is close to the best.
        if kept == relaxed.len() {
            best = point;
        }
        worst = plane.offset - plane.normal.dot(best);
    }
    best
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plane() -> impl Strategy<Value = HalfPlane> {
        (-9..=9_i8, -9..=9_i8, -1.5..1.0_f64)
            .prop_filter("a direction", |(x, y, _)| (*x, *y) != (0, 0))
            .prop_map(|(x, y, offset)| HalfPlane {
                normal: DVec2::new(x.into(), y.into()).normalize_or_zero(),
                offset,
            })
    }

    /// All velocities that can be optimal: the preferred one, its feet on lines, crossings of lines
    /// and circle, crossings of two lines.
    fn candidates(planes: &[HalfPlane], preferred: DVec2, limit: f64) -> Vec<DVec2> {
        let mut points = vec![preferred, preferred.normalize_or_zero() * limit];
        for (index, a) in planes.iter().enumerate() {
            points.push(preferred - a.normal * (a.normal.dot(preferred) - a.offset));
            let chord = (limit * limit - a.offset * a.offset).max(0.0).sqrt();
            points.extend([chord, -chord].map(|t| a.normal * a.offset + a.normal.perp() * t));
            for b in &planes[..index] {
                let determinant = a.normal.perp_dot(b.normal);
                let x = a.offset * b.normal.y - b.offset * a.normal.y;
                let y = b.offset * a.normal.x - a.offset * b.normal.x;
                points.push(DVec2::new(x, y) / determinant);
            }
        }
        points.retain(|point| point.is_finite() && point.length() <= limit + 1e-9);
        points
    }

    fn violation(planes: &[HalfPlane], point: DVec2) -> f64 {
        planes.iter().map(|p| p.offset - p.normal.dot(point)).fold(0.0, f64::max)
    }

    proptest! {
        #[test]
        fn the_velocity_is_the_nearest_that_keeps_to_all(
            planes in prop::collection::vec(plane(), 0..9),
            preferred in (-2.0..2.0_f64, -2.0..2.0_f64),
        ) {
            let (preferred, limit) = (DVec2::from(preferred), 1.8);
            let found = solve(&planes, 0, preferred, limit, &mut Vec::new());
            prop_assert!(found.length() <= limit + 1e-9);
            let feasible = candidates(&planes, preferred, limit)
                .into_iter()
                .filter(|&point| violation(&planes, point) <= 1e-9)
                .map(|point| point.distance(preferred))
                .min_by(f64::total_cmp);
            match feasible {
                Some(nearest) => {
                    prop_assert!(violation(&planes, found) <= 1e-6);
                    prop_assert!((found.distance(preferred) - nearest).abs() <= 1e-6);
                }
                None => {
                    // No velocity of a fine grid violates the worst half plane less.
                    let least = (-36..=36).flat_map(|x| (-36..=36).map(move |y| (x, y)))
                        .map(|(x, y)| DVec2::new(f64::from(x), f64::from(y)) * 0.05)
                        .filter(|point| point.length() <= limit)
                        .map(|point| violation(&planes, point))
                        .fold(f64::INFINITY, f64::min);
                    prop_assert!(violation(&planes, found) <= least + 1e-6);
                }
            }
        }

        #[test]
        fn walls_never_give_way(
            planes in prop::collection::vec(plane(), 3..9),
            preferred in (-2.0..2.0_f64, -2.0..2.0_f64),
        ) {
            let mut planes = planes;
            // Standing still keeps to all walls: no agent is inside of one.
            for wall in &mut planes[..3] {
                wall.offset = -wall.offset.abs();
            }
            let found = solve(&planes, 3, preferred.into(), 1.8, &mut Vec::new());
            prop_assert!(violation(&planes[..3], found) <= 1e-9);
        }
    }

    #[test]
    fn an_agent_that_prefers_to_stand_stands() {
        assert_eq!(solve(&[], 0, DVec2::ZERO, 1.0, &mut Vec::new()), DVec2::ZERO);
        assert_eq!(solve(&[], 0, DVec2::X, 0.0, &mut Vec::new()), DVec2::ZERO);
    }
}
