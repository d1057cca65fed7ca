//! Steering of an agent in a crowd, which others may keep away from the points of its path.

use tautline_geometry::Vec2;
use tautline_navmesh::AreaId;

use super::{Steering, SteeringStatus, Waypoint};
use crate::{Ground, PathOptions, Scratch, Step};

/// The distance to the departure of a link, in radii, within which an agent takes the link.
const AT_LINK: f32 = 0.5;

/// The distance to its next corner, in radii, at which an agent may be kept away from the very point for ever: a
/// little more than that of six agents around it, each of which keeps the others away.
const CROWDED: f32 = 2.25;

/// The number of looks without coming nearer after which an agent within that distance goes on without
/// reaching the point.
const PATIENCE: u32 = 32;

/// The least distance, in radii, that counts as nearer.
const NEARER: f32 = 0.01;

/// The growth of the way that is left, in radii, after which an agent over weighted terrain asks for another
/// path: others have carried it past a corner, and the way back is a detour. With less, an agent that is
/// pushed to and fro in a jam would ask for paths all the time.
const CARRIED: f32 = 4.0;

/// The number of looks without getting on after which it asks, too: it may have been carried to the side.
const STUCK: u32 = 64;

/// The time that an agent has spent without getting on, in looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    /// The least distance so far.
    nearest: f32,
    /// The number of looks since then.
    looks: u32,
}

impl Wait {
    /// It has just begun.
    pub(super) const NONE: Self = Self { nearest: f32::INFINITY, looks: 0 };
}

impl Steering {
    /// Like [`Self::moved_to`], for an agent of a radius among others.
    ///
    /// It takes a link within half a radius of its departure. At links and over weighted terrain, agents go to the
    /// very points of their paths, where they may keep each other away for ever. One that comes no nearer goes on
    /// from up to 2.25 radii: it takes the link, or walks to the corner after the next one if it sees that.
    ///
    /// Over weighted terrain, it does not know whether a later corner that it sees is better. Where others have carried it
    /// away from its path, by 4 radii, or where it does not get on, it says now and then that it was
    /// [`Repaired`](SteeringStatus::Repaired).
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
            self.wait = Wait { nearest: distance, looks: 0 };
        } else {
            self.wait.looks += 1;
        }
        let gives_up = self.wait.looks > PATIENCE;
        match self.ahead[..] {
            [.., Waypoint { step: Step::Link { .. }, .. }, _]
                if gives_up || distance <= AT_LINK * radius =>
            {
                self.skip_to_link();
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

    /// Returns true if the way that is left has grown since it was shortest, or has long not shrunk.
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
            // A link is no way on the ground.
            if let Step::Walk { to } = step {
                left += from.distance(to);
            }
            from = step.end();
        }
        if left + NEARER * radius < self.progress.nearest {
            self.progress = Wait { nearest: left, looks: 0 };
            return false;
        }
        self.progress.looks += 1;
        let asks = self.progress.looks > STUCK || left > self.progress.nearest + CARRIED * radius;
        if asks {
            self.progress = Wait { nearest: left, looks: 0 };
        }
        asks
    }
}
