//! Steering of an agent in a crowd, where other agents may keep it away from the points of its path.

use tautline_geometry::Vec2;
use tautline_navmesh::AreaId;

use super::{Steering, SteeringStatus, Waypoint};
use crate::{Ground, PathOptions, Scratch, Step};

/// The distance to the departure of a link, in radii, within which an agent takes the link.
const AT_LINK: f32 = 0.5;

/// The distance to its next corner, in radii, within which an agent may be kept away from that corner for ever.
/// Six agents around one point keep each other two radii away from it; this is a little more.
const CROWDED: f32 = 2.25;

/// The number of updates without getting nearer after which an agent within [`CROWDED`] goes on without
/// having reached the corner.
const PATIENCE: u32 = 32;

/// The least distance, in radii, that counts as nearer.
const NEARER: f32 = 0.01;

/// The growth of the remaining path, in radii, after which an agent over weighted terrain asks for another
/// path: others have pushed it past a corner, and the way back is a detour. With a smaller value, an agent that
/// is pushed back and forth in a jam would ask for paths all the time.
const CARRIED: f32 = 4.0;

/// The number of updates without progress after which it asks as well: it may have been pushed to the side.
const STUCK: u32 = 64;

/// The time that an agent has spent without getting nearer, in updates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    /// The least distance so far.
    nearest: f32,
    /// The number of updates since then.
    updates: u32,
}

impl Wait {
    /// No time: the next update sets the least distance.
    pub(super) const NONE: Self = Self { nearest: f32::INFINITY, updates: 0 };
}

impl Steering {
    /// Like [`Self::moved_to`], for an agent with a radius among other agents.
    ///
    /// The agent takes a link from within half a radius of its departure. At links and over weighted terrain,
    /// agents walk to the exact points of their paths, so they could keep each other away from a point for ever.
    /// An agent that gets no nearer therefore goes on from up to 2.25 radii away: it takes the link, or walks to
    /// the corner after the next one if it sees that.
    ///
    /// Over weighted terrain, a later corner that the agent sees need not be the better target. If others have
    /// pushed the agent off its path by 4 radii, or if it makes no progress, the status is
    /// [`Repaired`](SteeringStatus::Repaired) from time to time, so that the caller finds a new path.
    #[doc(hidden)]
    pub fn moved_among_others<'g>(
        &mut self,
        ground: impl Into<Ground<'g>>,
        options: &PathOptions<'_>,
        (position, area): (Vec2, AreaId),
        radius: f32,
        scratch: &mut Scratch,
    ) -> SteeringStatus {
        let (ground, corner) = (ground.into(), self.next_corner());
        let status = self.moved_to(ground, options, position, area, scratch);
        if status != SteeringStatus::Walking {
            return status;
        }
        if self.is_carried_off(ground, options, radius) {
            return SteeringStatus::Repaired;
        }
        let distance = position.distance(self.next_corner());
        if corner != self.next_corner() || distance > CROWDED * radius {
            self.wait = Wait::NONE;
        } else if distance + NEARER * radius < self.wait.nearest {
            self.wait = Wait { nearest: distance, updates: 0 };
        } else {
            self.wait.updates += 1;
        }
        let gives_up = self.wait.updates > PATIENCE;
        match self.ahead[..] {
            [.., Waypoint { step: Step::Link { .. }, .. }, _]
                if gives_up || distance <= AT_LINK * radius =>
            {
                // Others may keep it from reaching the departure.
                self.ahead.pop();
                self.status(ground, options, scratch)
            }
            [.., second @ Waypoint { step: Step::Walk { .. }, .. }, _]
                if gives_up
                    && self.sees(ground.mesh, options.filter_or_default(), second, scratch) =>
            {
                self.ahead.pop();
                status
            }
            _ => status,
        }
    }

    /// Returns true if the remaining path has grown by [`CARRIED`] since it was shortest, or has not shrunk in
    /// [`STUCK`] updates. Always false where terrain costs are uniform.
    fn is_carried_off(
        &mut self,
        ground: Ground<'_>,
        options: &PathOptions<'_>,
        radius: f32,
    ) -> bool {
        if ground.mesh.uniform_factor(options.filter_or_default()).is_some() {
            return false;
        }
        let (mut left, mut from) = (0.0, self.position);
        for step in self.steps() {
            // Links do not count.
            if let Step::Walk { to } = step {
                left += from.distance(to);
            }
            from = step.end();
        }
        if left + NEARER * radius < self.progress.nearest {
            self.progress = Wait { nearest: left, updates: 0 };
            return false;
        }
        self.progress.updates += 1;
        let asks = self.progress.updates > STUCK || left > self.progress.nearest + CARRIED * radius;
        if asks {
            self.progress = Wait { nearest: left, updates: 0 };
        }
        asks
    }
}
