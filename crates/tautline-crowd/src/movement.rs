//! The movement of one agent along the ground.

use tautline_geometry::{DVec2, Segment, orient2d};
use tautline_navmesh::{AreaId, Location, NavMesh, QueryFilter, RayCast, Vec2};

use crate::agent::Record;
use crate::decision::{BLOCKED_FOR_LONG, Beside, Decision};
use crate::disc::Disc;
use crate::workers::Worker;
use crate::{AgentState, Body};

/// The share of its speed below which an agent counts as blocked.
const BLOCKED_BELOW: f32 = 0.1;

/// The least time that an agent spends next to others that have arrived at its goal before it arrives, too, in seconds.
/// The time is summed, since an agent that walks around the others leaves them and comes back. Without this time,
/// agents that come from one side would stop in a line, and block the door of a room that still has space.
const SETTLES_AFTER: f32 = 0.75;

/// The same as a distance: it must have had the time to walk this far, in radii.
const SETTLES_WITHIN: f32 = 5.0;

/// The distance by which agents in a jam push each other to and fro, in radii.
const LEASH: f32 = 1.0;

impl Disc {
    /// Slides along the ground. A step changes positions only by this method.
    pub(super) fn slide(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        by: Vec2,
        ray: &mut RayCast,
    ) {
        if by == Vec2::ZERO {
            return;
        }
        let Self { area, position, .. } = *self;
        // It fails only if a coordinate overflows: the agent stays.
        if let Ok(stop) = mesh.slide_from(area, position, position + by, filter, ray) {
            (self.position, self.area) = (stop.point, stop.area);
        }
    }
}

/// Returns true if an area of a mesh contains a position, at an elevation. The id of the area may come from an earlier
/// version of the mesh.
pub fn stands_in(mesh: &NavMesh, area: AreaId, position: Vec2, elevation: f32) -> bool {
    area.index() < mesh.area_count()
        && mesh.contains(area, position)
        && (mesh.elevations().is_empty()
            || mesh.elevation_at(area, position).total_cmp(&elevation).is_eq())
}

/// Returns true if a position is not on the boundary of an area, or if the area is on the same side of that boundary
/// as `point`. Of two areas that share a zero-width wall, this chooses one.
fn is_on_side_of(mesh: &NavMesh, area: AreaId, position: Vec2, point: Vec2) -> bool {
    mesh.half_edges_of(area).all(|edge| {
        let Segment { a, b } = mesh.segment(edge);
        !orient2d(a, b, position).is_collinear() || !orient2d(a, b, point).is_right()
    })
}

/// Returns a point inside an area, up to rounding: the mean of its corners.
fn middle_of(mesh: &NavMesh, area: AreaId) -> Vec2 {
    let (sum, count) = mesh
        .corners(area)
        .fold((DVec2::ZERO, 0.0), |(sum, count), corner| (sum + DVec2::from(corner), count + 1.0));
    (sum / count).as_vec2()
}

impl Record {
    /// Sets the position, the area and the elevation.
    pub(super) fn stand(&mut self, mesh: &NavMesh, point: Vec2, area: AreaId) {
        if area != self.area {
            self.inside = middle_of(mesh, area);
        }
        (self.position, self.area) = (point, area);
        self.elevation =
            if mesh.elevations().is_empty() { 0.0 } else { mesh.elevation_at(area, point) };
    }

    /// Like [`stand`](Self::stand), on a mesh whose areas may have other ids than before.
    pub(super) fn stand_on_new_ground(&mut self, mesh: &NavMesh, point: Vec2, area: AreaId) {
        self.stand(mesh, point, area);
        self.inside = middle_of(mesh, area);
    }

    /// Puts the agent on ground that has changed, where it is or near to it.
    pub(super) fn find_ground(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        rescue_distance: f32,
    ) {
        if !self.is_on_mesh() && self.state != AgentState::OffMesh {
            return;
        }
        self.walls.forget();
        let Self { area, position, elevation, inside, .. } = *self;
        let admits = |area| {
            let holds_it = mesh.contains(area, position);
            mesh.is_open(area, filter) && (!holds_it || is_on_side_of(mesh, area, position, inside))
        };
        if self.is_on_mesh() && stands_in(mesh, area, position, elevation) && admits(area) {
            self.inside = middle_of(mesh, area);
            return;
        }
        let location = Location::at_elevation(position, elevation);
        match mesh.nearest_where(location, rescue_distance, admits) {
            Ok(Some(ground)) => {
                self.stand_on_new_ground(mesh, ground.point, ground.area);
                if self.state == AgentState::OffMesh {
                    self.state = self.resting_or_walking();
                }
            }
            _ => {
                self.state = AgentState::OffMesh;
                self.velocity = Vec2::ZERO;
            }
        }
    }

    /// Walks at a velocity.
    pub(super) fn walk(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        velocity: Vec2,
        seconds: f32,
        worker: &mut Worker,
    ) {
        if seconds <= 0.0 || !self.is_on_mesh() {
            return;
        }
        let from = self.position;
        let mut disc = self.disc();
        disc.slide(mesh, filter, velocity * seconds, &mut worker.ray);
        self.stand_on(mesh, disc);
        let walked = (self.position - from) / seconds;
        self.velocity = if walked.is_finite() { walked } else { Vec2::ZERO };
    }

    /// Moves the agent to where its disc has slid.
    pub(super) fn stand_on(&mut self, mesh: &NavMesh, disc: Disc) {
        if (disc.position, disc.area) != (self.position, self.area) {
            self.stand(mesh, disc.position, disc.area);
        }
    }

    /// Updates the state after all movement, which began at `from`.
    pub(super) fn end_step(
        &mut self,
        from: Vec2,
        decision: &Decision,
        seconds: f32,
        arrival_distance: f32,
    ) {
        if !self.is_on_mesh() {
            return;
        }
        (self.oncoming, self.queue) = (decision.oncoming, decision.queue);
        let is_narrow = self.walls.are_narrow(self.position, self.body.radius);
        self.narrow_for = if is_narrow { self.narrow_for + seconds } else { 0.0 };
        self.right_of_way = decision.right_of_way;
        self.right_of_way.time = self.right_of_way.time.max(self.narrow_for);
        let Some(target) = self.target else { return };
        let distance = self.position.distance(target.point);
        let path_length = target.path_length_from(self.position);
        if decision.beside != Beside::NoAgent {
            self.beside_for += seconds;
        }
        let settles = match decision.beside {
            Beside::NoAgent => false,
            Beside::Disc => {
                let Body { radius, speed, .. } = self.body;
                self.beside_for >= SETTLES_AFTER.max(SETTLES_WITHIN * radius / speed)
                    // In a narrow passage, it would keep the agents behind it from the goal.
                    && (self.narrow_for <= 0.0 || self.blocked_for >= BLOCKED_FOR_LONG)
            }
            Beside::Goal => true,
        };
        let is_kept_off = self.blocked_for >= SETTLES_AFTER && distance <= self.body.radius;
        let is_there = target.is_last && (distance <= arrival_distance || is_kept_off);
        let arrives = settles || is_there;
        match self.state {
            AgentState::Walking if arrives => {
                self.state = AgentState::Arrived;
                self.leaves_beyond = path_length.max(arrival_distance) + 2.0 * self.body.radius;
            }
            AgentState::Arrived if path_length > self.leaves_beyond => {
                self.state = AgentState::Walking;
                // The agents that have pushed it away want to get past it. With its right of way, it would press
                // against them for ever.
                self.narrow_for = 0.0;
            }
            _ => {}
        }
        // A step of 0 seconds has no speed.
        if seconds <= 0.0 {
            return;
        }
        if self.state == AgentState::Walking && distance > 0.0 {
            self.measure_blocking(from, seconds);
        } else {
            self.begin_to_walk();
        }
    }

    /// Measures for how long the agent has made no progress. Its steps do not show that, since agents in a jam are
    /// pushed to and fro. So it drags an anchor behind it on a leash. The anchor follows at a tenth of its speed:
    ///
    /// ```text
    ///     anchor ×────────────○ →    The leash is taut: it walks.
    ///
    ///          ×──────○ ↔ ○          The leash is slack: it is blocked, until it is taut again.
    /// ```
    fn measure_blocking(&mut self, from: Vec2, seconds: f32) {
        let slow = BLOCKED_BELOW * self.body.speed * seconds;
        let stands = self.position.distance(from) < slow;
        self.stood_for = if stands { self.stood_for + seconds } else { 0.0 };
        let leash = LEASH * self.body.radius;
        let offset = self.anchor - self.position;
        let distance = offset.length();
        let left = distance - slow;
        let is_taut = left > leash;
        let shrunk = if left > 0.0 { left.min(leash) / distance } else { 0.0 };
        self.anchor = self.position + offset * shrunk;
        self.blocked_for = if is_taut { 0.0 } else { self.blocked_for + seconds };
    }

    /// Resets the times for which it has been blocked, and next to others.
    pub(super) const fn begin_to_walk(&mut self) {
        (self.anchor, self.blocked_for, self.stood_for) = (self.position, 0.0, 0.0);
        self.beside_for = 0.0;
    }

    /// Returns the state of an agent that was put on the ground, or has another target.
    pub(super) const fn resting_or_walking(&self) -> AgentState {
        if self.target.is_some() { AgentState::Walking } else { AgentState::Idle }
    }
}
