//! Newton's method on all borders that a path crosses in a row.

use tautline_geometry::DVec2;
use tautline_navmesh::{NavMesh, QueryFilter};

use super::Refraction;
use super::stop::{Place, Stop, ends_of};

/// The most steps for a row of borders in one sweep.
const STEPS: usize = 6;
/// The share of the cost that a step must promise to save.
const LEAST_PROMISE: f64 = 1e-7;
/// The share of a border at each of its ends that no stop enters here. A stop that came close to an end by Newton
/// steps would never reach it, and could be rounded to a point beyond it. Only a stop that moves alone goes to the very
/// end.
const MARGIN: f64 = 0.01;

/// A stop on a border, and its row of the system of equations.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The direction of the border.
    along: DVec2,
    /// The distances by which the stop may move, against and along the direction.
    room: [f64; 2],
    /// The derivative of the cost.
    slope: f64,
    /// The second derivatives: with this stop twice, and with the next stop.
    curvature: f64,
    coupling: f64,
    /// The distance to move.
    step: f64,
}

/// Newton's method on all stops of a row of borders at once, with its memory.
///
/// If each stop moved alone, between its neighbours, a change at one end of a row would take as many sweeps as there
/// are borders to reach the other end. But the cost of the whole row is convex, and each stop affects only its
/// neighbours. The matrix of second derivatives is therefore tridiagonal, and a step of Newton's method takes O(n) for
/// n stops.
#[derive(Clone, Debug, Default)]
pub(super) struct Newton {
    /// The equations of a row of borders, and the positions that they lead to.
    rows: Vec<Row>,
    moved: Vec<DVec2>,
}

impl Refraction {
    /// Moves the stops of each row of borders between two vertices or ends.
    pub(super) fn move_rows(&mut self, mesh: &NavMesh, filter: &QueryFilter) {
        let mut first = 1;
        while first + 1 < self.stops.len() {
            let is_border = |stop: &&Stop| matches!(stop.place, Place::Border(_));
            let count = self.stops[first..].iter().take_while(is_border).count();
            let last = first + count;
            if count > 1 && last < self.stops.len() {
                self.newton.settle(mesh, filter, &mut self.stops[first - 1..=last]);
            }
            first = last + 1;
        }
    }
}

impl Newton {
    /// Moves all stops but the first and the last one, if all are on borders.
    pub(super) fn settle(&mut self, mesh: &NavMesh, filter: &QueryFilter, stops: &mut [Stop]) {
        for _ in 0..STEPS {
            if !self.step(mesh, filter, stops, 1.0) && !self.step(mesh, filter, stops, 0.0) {
                break;
            }
        }
    }

    /// Takes a step. Returns false if it hardly saves anything.
    ///
    /// The length of a leg with direction u has the second derivatives `(1 - u u^T) / length`. With `curved` 1, these are
    /// used: Newton's method. With 0, `1 / length` is used instead. This model of the cost is nowhere below the cost
    /// itself, so that no step overshoots (E. Weiszfeld, 1937).
    fn step(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        stops: &mut [Stop],
        curved: f64,
    ) -> bool {
        let Self { rows, moved } = self;
        let weight = |stop: &Stop| filter.factor(mesh.terrain(stop.area));
        rows.clear();
        rows.extend(stops[1..stops.len() - 1].iter().filter_map(|stop| Row::of(mesh, stop)));
        if rows.len() + 2 != stops.len() {
            return false;
        }
        let mut cost = 0.0;
        for (leg, ends) in stops.windows(2).enumerate() {
            let (from, to) = (ends[0].position, ends[1].position);
            let length = from.distance(to);
            if length == 0.0 {
                return false;
            }
            let (weight, direction) = (weight(&ends[0]), (to - from) / length);
            cost += weight * length;
            let second = |one: DVec2, other: DVec2| {
                let along = direction.dot(one) * direction.dot(other);
                weight / length * (one.dot(other) - curved * along)
            };
            let next = rows.get(leg).map(|row| row.along);
            if let Some(row) = leg.checked_sub(1).map(|row| &mut rows[row]) {
                row.slope -= weight * direction.dot(row.along);
                row.curvature += second(row.along, row.along);
                row.coupling = next.map_or(0.0, |next| -second(row.along, next));
            }
            if let Some(row) = rows.get_mut(leg) {
                row.slope += weight * direction.dot(row.along);
                row.curvature += second(row.along, row.along);
            }
        }
        if !solve(rows) {
            return false;
        }
        let promise: f64 = rows.iter().map(|row| -row.slope * row.step).sum();
        if promise <= LEAST_PROMISE * cost {
            return false;
        }
        moved.clear();
        moved.extend(stops.iter().map(|stop| stop.position));
        for (position, row) in moved[1..].iter_mut().zip(&*rows) {
            *position += row.step.clamp(row.room[0], row.room[1]) * row.along;
        }
        let legs = moved.windows(2).zip(&*stops);
        let now: f64 = legs.map(|(leg, stop)| weight(stop) * leg[0].distance(leg[1])).sum();
        if now >= cost {
            return false;
        }
        for (stop, &position) in stops.iter_mut().zip(&*moved) {
            *stop = Stop { position, is_stale: true, has_stale_leg: true, ..*stop };
        }
        true
    }
}

impl Row {
    /// Creates the row of a stop, if it is on a border, without the derivatives.
    fn of(mesh: &NavMesh, stop: &Stop) -> Option<Self> {
        let Place::Border(edge) = stop.place else { return None };
        let [a, b] = ends_of(mesh, edge);
        let length = a.distance(b);
        let along = (b - a) / length;
        let at = (stop.position - a).dot(along);
        let room = [(MARGIN * length - at).min(0.0), ((1.0 - MARGIN) * length - at).max(0.0)];
        Some(Self { along, room, slope: 0.0, curvature: 0.0, coupling: 0.0, step: 0.0 })
    }
}

/// Solves the tridiagonal system for the steps to the place where all slopes vanish, by elimination. Returns false if
/// that place is not unique.
fn solve(rows: &mut [Row]) -> bool {
    for index in 0..rows.len() {
        let (mut pivot, mut rest) = (rows[index].curvature, -rows[index].slope);
        if let Some(before) = index.checked_sub(1).map(|before| rows[before]) {
            // `curvature` of the row before is its pivot by now.
            let share = before.coupling / before.curvature;
            pivot -= share * before.coupling;
            rest -= share * before.step;
        }
        if pivot.is_nan() || pivot <= 0.0 {
            return false;
        }
        (rows[index].curvature, rows[index].step) = (pivot, rest);
    }
    for index in (0..rows.len()).rev() {
        let next = rows.get(index + 1).map_or(0.0, |next| next.step);
        let row = &mut rows[index];
        row.step = (row.step - row.coupling * next) / row.curvature;
    }
    rows.iter().all(|row| row.step.is_finite())
}

#[cfg(test)]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "there are few strips, and any factor will do"
)]
mod tests {
    use tautline_navmesh::{Terrain, Vec2, rectangles_from_cells};

    use super::*;
    use crate::refraction::sweep::{LEAST_SAVING, MAX_SWEEPS};

    /// The cost that is reached by moving each stop alone.
    fn cost_without_rows(mut path: Refraction, mesh: &NavMesh, filter: &QueryFilter) -> f64 {
        for _ in 0..MAX_SWEEPS {
            let before = path.cost(mesh, filter);
            path.move_stops(mesh, filter, usize::MAX);
            if before - path.cost(mesh, filter) <= LEAST_SAVING * before {
                break;
            }
        }
        path.cost(mesh, filter)
    }

    /// Strips of random ground, one below the other: a path crosses all borders between them.
    #[test]
    fn paths_through_strips_obey_snells_law_in_all_of_them() {
        let mut random = tautline_fixtures::SplitMix64::new(5);
        // With rows, and without.
        let mut excess = [0.0, 0.0];
        for case in 0..200 {
            let strips = 3 + random.below(20) as u32;
            let raw = rectangles_from_cells(400, strips, |_, y| Some(Terrain(y as u8)));
            let mesh = raw.build().unwrap();
            assert_eq!(mesh.area_count(), strips as usize);
            let mut filter = QueryFilter::uniform();
            for class in 0..strips {
                let factor = 1.0 + 5.0 * random.unit();
                filter.set(Terrain(class as u8), factor as f32).unwrap();
            }
            let mut number = |low: f64, high: f64| low + (high - low) * random.unit();
            let start = DVec2::new(number(150.0, 250.0), number(0.1, 0.9));
            let goal = DVec2::new(number(150.0, 250.0), f64::from(strips) - number(0.1, 0.9));
            let area = |y: u32| {
                let point = Vec2::new(200.5, y as f32 + 0.5);
                mesh.locate(point).unwrap()
            };
            let mut refraction = Refraction::default();
            refraction.begin_at(Stop::new(start, Place::End, area(0)));
            for y in 1..strips {
                let edge = mesh.half_edges_of(area(y - 1)).find(|&edge| {
                    mesh.twin(edge).is_some_and(|twin| mesh.area_of(twin) == area(y))
                });
                let share = f64::from(y) / f64::from(strips);
                let position =
                    DVec2::new(start.lerp(goal, share).x + number(-1.0, 1.0), f64::from(y));
                refraction.push(Stop::new(position, Place::Border(edge.unwrap()), area(y)));
            }
            refraction.push(Stop::new(goal, Place::End, area(strips - 1)));

            // The product of factor and sine is the same in all strips (Snell's law): that at which the path ends
            // at the goal.
            let heights = (0..strips).map(|y| {
                let [top, bottom] = [f64::from(y).max(start.y), f64::from(y + 1).min(goal.y)];
                (filter.factor(Terrain(y as u8)), bottom - top)
            });
            let heights: Vec<(f64, f64)> = heights.collect();
            let tangent =
                |factor: f64, product: f64| product / (factor * factor - product * product).sqrt();
            let (mut low, mut high) =
                (0.0, heights.iter().map(|height| height.0).fold(f64::INFINITY, f64::min));
            for _ in 0..200 {
                let product = 0.5 * (low + high);
                let reach: f64 =
                    heights.iter().map(|&(factor, height)| height * tangent(factor, product)).sum();
                if reach < (goal.x - start.x).abs() { low = product } else { high = product }
            }
            let least: f64 = heights
                .iter()
                .map(|&(factor, height)| {
                    let across = height * tangent(factor, low);
                    factor * (across * across + height * height).sqrt()
                })
                .sum();
            let without = cost_without_rows(refraction.clone(), &mesh, &filter);
            let found = [refraction.refine_stops(&mesh, &filter), without];
            assert!(found[1] >= found[0] * (1.0 - 1e-2), "case {case}: {found:?}");
            assert!(found[0] >= least * (1.0 - 1e-5), "case {case}: {found:?} {least}");
            assert!(found[0] <= least * 1.005, "case {case}: {found:?} {least}");
            for (excess, found) in excess.iter_mut().zip(found) {
                *excess += (found / least - 1.0) / 200.0;
            }
        }
        assert!(excess[0] < 5e-5 && excess[1] > 1e-3, "{excess:?} on average");
    }
}
