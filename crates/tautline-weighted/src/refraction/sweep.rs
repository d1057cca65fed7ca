//! Sweeps over a path, each of which moves all stops once.

use tautline_geometry::DVec2;
use tautline_navmesh::{HalfEdgeId, NavMesh, QueryFilter};

use super::border::along_border;
use super::stop::{self, LEAST_GAIN, Place, Stop, ends_of, slid};
use super::{Refraction, turn};

/// The greatest number of sweeps.
pub(super) const MAX_SWEEPS: usize = 32;
/// The share of the cost that a sweep must save for another one to follow.
pub(super) const LEAST_SAVING: f64 = 2e-5;

impl Refraction {
    /// Moves all stops until that saves hardly anything.
    pub(super) fn sweep_until_stable(&mut self, mesh: &NavMesh, filter: &QueryFilter) {
        // Stops are added only if that saves something, but many small savings could make a path very long.
        let most_stops = 4 * self.stops.len() + 64;
        let mut before = self.cost(mesh, filter);
        for _ in 0..MAX_SWEEPS {
            self.move_rows(mesh, filter);
            self.move_stops(mesh, filter, most_stops);
            stop::join(mesh, &mut self.stops);
            self.use_cheaper_sides(mesh, filter, most_stops);
            stop::join(mesh, &mut self.stops);
            let now = self.cost(mesh, filter);
            if before - now <= LEAST_SAVING * before {
                break;
            }
            before = now;
        }
    }

    /// Moves each stop to its cheapest place between the stops before and after it.
    pub(super) fn move_stops(&mut self, mesh: &NavMesh, filter: &QueryFilter, most_stops: usize) {
        let mut index = 1;
        while index + 1 < self.stops.len() {
            let stop = self.stops[index];
            if stop.is_stale {
                self.stops[index].is_stale = false;
                match stop.place {
                    Place::End => {}
                    Place::Border(edge) => self.slide(mesh, filter, index, edge),
                    Place::Vertex(vertex) if self.stops.len() < most_stops => {
                        let ends = [self.stops[index - 1], stop, self.stops[index + 1]];
                        let Self { tried, best, newton, .. } = self;
                        turn::around(mesh, filter, ends, vertex, newton, tried, best);
                        if !self.best.is_empty() {
                            self.touch(index);
                            let added = self.best.len();
                            self.stops.splice(index..=index, self.best.drain(..));
                            index += added - 1;
                        }
                    }
                    Place::Vertex(_) => {}
                }
            }
            index += 1;
        }
    }

    /// Moves a stop along its border.
    fn slide(&mut self, mesh: &NavMesh, filter: &QueryFilter, index: usize, edge: HalfEdgeId) {
        let stop = self.stops[index];
        let neighbours = [self.stops[index - 1], self.stops[index + 1]];
        let moved = slid(mesh, filter, neighbours, stop, edge);
        let factors = [neighbours[0].area, stop.area].map(|area| filter.factor(mesh.terrain(area)));
        let cost = |at: DVec2| {
            factors[0] * neighbours[0].position.distance(at)
                + factors[1] * at.distance(neighbours[1].position)
        };
        let (before, now) = (cost(stop.position), cost(moved.position));
        if before - now > LEAST_GAIN * before {
            self.touch(index);
            self.stops[index] = Stop { is_stale: false, ..moved };
        }
    }

    /// Notes that a stop has moved, for its neighbours and its legs.
    fn touch(&mut self, index: usize) {
        self.stops[index].has_stale_leg = true;
        if let Some(before) = index.checked_sub(1) {
            self.stops[before].is_stale = true;
            self.stops[before].has_stale_leg = true;
        }
        if let Some(after) = self.stops.get_mut(index + 1) {
            after.is_stale = true;
        }
    }

    /// Lets legs run along a border of their area where the ground on its other side is
    /// cheaper, such as the edge of a road.
    fn use_cheaper_sides(&mut self, mesh: &NavMesh, filter: &QueryFilter, most_stops: usize) {
        let mut index = 0;
        while index + 1 < self.stops.len() && self.stops.len() < most_stops {
            let [from, to] = [self.stops[index], self.stops[index + 1]];
            self.stops[index].has_stale_leg = false;
            if from.has_stale_leg
                && let Some(along) = cheaper_side(mesh, filter, from, to)
            {
                self.touch(index);
                self.touch(index + 1);
                self.stops.splice(index + 1..index + 1, along);
                index += 2;
            }
            index += 1;
        }
    }
}

/// The stops between which a leg from `from` to `to` saves most by running along a border
/// of its area, on the other side; `None` if it saves nothing.
fn cheaper_side(mesh: &NavMesh, filter: &QueryFilter, from: Stop, to: Stop) -> Option<[Stop; 2]> {
    let weight = filter.factor(mesh.terrain(from.area));
    let direct = weight * from.position.distance(to.position);
    let mut least = direct * (1.0 - LEAST_GAIN);
    let mut best = None;
    for edge in mesh.half_edges_of(from.area) {
        let Some(twin) = mesh.twin(edge) else { continue };
        if from.place == Place::Border(twin) || to.place == Place::Border(edge) {
            // The path crosses this border before or after the leg: moving that stop along the border is
            // enough.
            continue;
        }
        let across = mesh.area_of(twin);
        let cheaper = filter.factor(mesh.terrain(across));
        if cheaper >= weight || !mesh.is_open(across, filter) || !filter.admits(edge) {
            continue;
        }
        let (both, ends) = ([from.position, to.position], ends_of(mesh, edge));
        let Some([reach, leave]) = along_border(both, ends, [weight, cheaper]) else { continue };
        let stops = [
            Stop::at_fraction(mesh, edge, reach, across),
            Stop::at_fraction(mesh, twin, 1.0 - leave, from.area),
        ];
        let [one, other] = stops.map(|stop| stop.position);
        let cost = weight * (from.position.distance(one) + other.distance(to.position))
            + cheaper * one.distance(other);
        if cost < least {
            least = cost;
            best = Some(stops);
        }
    }
    best
}
