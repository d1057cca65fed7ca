//! Newton's method on all borders that a path crosses in a row.

use tautline_geometry::DVec2;
use tautline_navmesh::{NavMesh, QueryFilter};

use super::Refraction;
use super::stop::{Place, Stop};

/// The most steps for a row of borders in one sweep.
const STEPS: usize = 6;
/// The share of the cost that a step must promise to save.
const LEAST_PROMISE: f64 = 1e-7;
/// The share of the distance to the end of a border by which a stop moves at most. Sweeps move it
/// to the very end, if that is cheapest.
const MOST_OF_ROOM: f64 = 0.9;

/// A stop on a border, and its row of the system of equations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The direction of the border.
    along: DVec2,
    /// The distances from the stop to both ends of the border, the first one negative.
    room: [f64; 2],
    /// The derivative of the cost.
    slope: f64,
    /// The second derivatives: with this stop twice, and with the next stop.
    curvature: f64,
    coupling: f64,
    /// The distance to move.
    step: f64,
}

impl Refraction {
    /// Moves the stops of each row of borders between two vertices or ends, all at once.
    ///
    /// A sweep moves each stop between its neighbours only, so that the bends of a path take as many
    /// sweeps as it crosses borders to reach both ends. The cost of the whole row is convex, too, and
    /// each stop affects only its neighbours: its second derivatives are a tridiagonal matrix, so that a
    /// step of Newton's method takes O(n) for n stops.
    pub(super) fn move_rows(&mut self, mesh: &NavMesh, filter: &QueryFilter) {
        let mut first = 1;
        while first + 1 < self.stops.len() {
            let is_border = |stop: &&Stop| matches!(stop.place, Place::Border(_));
            let count = self.stops[first..].iter().take_while(is_border).count();
            let last = first + count;
            if count > 1 && last < self.stops.len() {
                for _ in 0..STEPS {
                    if !self.step_row(mesh, filter, first - 1..last + 1) {
                        break;
                    }
                }
            }
            first = last + 1;
        }
    }

    /// Takes a step for the stops within a range. Returns false if it hardly saves anything.
    fn step_row(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        range: std::ops::Range<usize>,
    ) -> bool {
        let Self { stops, rows, moved, .. } = self;
        let stops = &mut stops[range];
        let weight = |stop: &Stop| filter.factor(mesh.terrain(stop.area));
        rows.clear();
        rows.extend(stops[1..stops.len() - 1].iter().filter_map(|stop| Row::of(mesh, stop)));
        let mut cost = 0.0;
        for leg in 0..stops.len() - 1 {
            let (from, to) = (stops[leg].position, stops[leg + 1].position);
            let length = from.distance(to);
            if length == 0.0 {
                return false;
            }
            let (weight, direction) = (weight(&stops[leg]), (to - from) / length);
            cost += weight * length;
            // Across the leg, its length grows with the square of a movement.
            let bend = weight / length;
            let [before, after] =
                [leg.checked_sub(1), Some(leg)].map(|row| row.filter(|&row| row < rows.len()));
            let across = |row: Option<usize>| row.map(|row| direction.perp_dot(rows[row].along));
            let [before_across, after_across] = [before, after].map(across);
            if let (Some(row), Some(across)) = (before, before_across) {
                rows[row].slope -= weight * direction.dot(rows[row].along);
                rows[row].curvature += bend * across * across;
                rows[row].coupling = -bend * across * after_across.unwrap_or(0.0);
            }
            if let (Some(row), Some(across)) = (after, after_across) {
                rows[row].slope += weight * direction.dot(rows[row].along);
                rows[row].curvature += bend * across * across;
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
        moved.extend(rows.iter().zip(&stops[1..]).map(|(row, stop)| {
            let [low, high] = row.room.map(|room| MOST_OF_ROOM * room);
            stop.position + row.step.clamp(low, high) * row.along
        }));
        let place = |index: usize| match index.checked_sub(1).and_then(|row| moved.get(row)) {
            Some(&position) => position,
            None => stops[index].position,
        };
        let legs = 0..stops.len() - 1;
        let now: f64 =
            legs.map(|leg| weight(&stops[leg]) * place(leg).distance(place(leg + 1))).sum();
        if now >= cost {
            return false;
        }
        for (stop, &position) in stops[1..].iter_mut().zip(&*moved) {
            stop.position = position;
        }
        for stop in stops {
            (stop.is_stale, stop.has_stale_leg) = (true, true);
        }
        true
    }
}

impl Row {
    /// The row of a stop, if it is on a border, before anything is known of its legs.
    fn of(mesh: &NavMesh, stop: &Stop) -> Option<Self> {
        let Place::Border(edge) = stop.place else { return None };
        let segment = mesh.segment(edge);
        let [a, b] = [segment.a, segment.b].map(DVec2::from);
        let along = (b - a) / a.distance(b);
        let room = [a, b].map(|end| (end - stop.position).dot(along));
        Some(Self { along, room, slope: 0.0, curvature: 0.0, coupling: 0.0, step: 0.0 })
    }
}

/// Finds the steps to where all slopes vanish, by elimination. Returns false if there is no single such place.
fn solve(rows: &mut [Row]) -> bool {
    for index in 0..rows.len() {
        let (mut pivot, mut rest) = (rows[index].curvature, -rows[index].slope);
        if let Some(before) = index.checked_sub(1).map(|before| rows[before]) {
            // `curvature` of the row before is its pivot by now.
            let share = before.coupling / before.curvature;
            pivot -= share * before.coupling;
            rest -= share * before.step;
        }
        if !(pivot > 0.0) {
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
