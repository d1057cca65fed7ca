//! The velocity nearest to the wished one that keeps to all half planes.
//!
//! A linear program in two dimensions, solved by adding one half plane after the other
//! (M. de Berg et al., "Computational Geometry", section 4.3): as long as the next half plane
//! holds the best velocity so far, nothing changes; else the best one lies on its boundary line.
//! Where no velocity keeps to all, the half planes of other agents give way, those of walls do
//! not: the velocity that violates the worst one least (section 5.3 of the paper on
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

/// Returns the velocity nearest to the wished one, at most as fast as `limit`, that keeps to all
/// half planes. The first `walls` of them are kept in any case; if not all of the others can be
/// kept, the velocity is the one that violates the worst of them least. Even the walls may
/// exclude each other in the corner of a narrow room, because the agent may stand closer to them
/// than it likes; then it stands still.
///
/// `relaxed` is memory. O(n²) for n half planes, mostly O(n).
pub(crate) fn solve(
    planes: &[HalfPlane],
    walls: usize,
    wished: DVec2,
    limit: f64,
    relaxed: &mut Vec<HalfPlane>,
) -> DVec2 {
    let within_limit = wished * (limit / wished.length()).min(1.0);
    let start = if within_limit.is_finite() { within_limit } else { DVec2::ZERO };
    let (best, kept) = optimum(planes, Objective::Nearest(wished), start, limit);
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

/// Returns the optimum on the boundary line of a half plane, among the points that keep to
/// the others and the limit.
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
        Objective::Nearest(wished) => wished.dot(direction).clamp(low, high),
        Objective::Furthest(towards) if towards.dot(direction) > 0.0 => high,
        Objective::Furthest(_) => low,
    };
    Some(foot + direction * along)
}

/// Returns the velocity that keeps to the walls and violates the worst of the other half planes
/// least. `best` keeps to those before `first`.
///
/// The violation of the worst half plane so far is a third dimension. When a later half plane is
/// violated even more, the best velocity violates this one as much as some earlier one: each
/// earlier one becomes a half plane of the velocities that violate it no more than this one.
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
            // Half planes of the same direction are violated in the same order everywhere.
            if length > 0.0 {
                let offset = (other.offset - plane.offset) / length;
                relaxed.push(HalfPlane { normal: difference / length, offset });
            }
        }
        let start = plane.normal * limit;
        let objective = Objective::Furthest(plane.normal);
        let (point, kept) = optimum(relaxed, objective, start, limit);
        // Only rounding can leave none: the old one is on the boundary then.
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

    /// All velocities that can be optimal: the wished one, its feet on lines, crossings of lines
    /// and circle, crossings of two lines.
    fn candidates(planes: &[HalfPlane], wished: DVec2, limit: f64) -> Vec<DVec2> {
        let mut points = vec![wished, wished.normalize_or_zero() * limit];
        for (index, a) in planes.iter().enumerate() {
            points.push(wished - a.normal * (a.normal.dot(wished) - a.offset));
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
            wished in (-2.0..2.0_f64, -2.0..2.0_f64),
        ) {
            let (wished, limit) = (DVec2::from(wished), 1.8);
            let found = solve(&planes, 0, wished, limit, &mut Vec::new());
            prop_assert!(found.length() <= limit + 1e-9);
            let feasible = candidates(&planes, wished, limit)
                .into_iter()
                .filter(|&point| violation(&planes, point) <= 1e-9)
                .map(|point| point.distance(wished))
                .min_by(f64::total_cmp);
            match feasible {
                Some(nearest) => {
                    prop_assert!(violation(&planes, found) <= 1e-6);
                    prop_assert!((found.distance(wished) - nearest).abs() <= 1e-6);
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
            wished in (-2.0..2.0_f64, -2.0..2.0_f64),
        ) {
            let mut planes = planes;
            // Standing still keeps to all walls: no agent is inside of one.
            for wall in &mut planes[..3] {
                wall.offset = -wall.offset.abs();
            }
            let found = solve(&planes, 3, wished.into(), 1.8, &mut Vec::new());
            prop_assert!(violation(&planes[..3], found) <= 1e-9);
        }
    }

    #[test]
    fn no_wish_stays_no_wish() {
        assert_eq!(solve(&[], 0, DVec2::ZERO, 1.0, &mut Vec::new()), DVec2::ZERO);
        assert_eq!(solve(&[], 0, DVec2::X, 0.0, &mut Vec::new()), DVec2::ZERO);
    }
}
