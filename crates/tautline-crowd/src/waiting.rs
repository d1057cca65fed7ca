//! Waiting for the agents ahead in a queue.

use tautline_geometry::{DVec2, to_f32};

use crate::queue::Queue;
use crate::seen::Seen;

/// The gap that agents in a queue keep, in sums of radii.
const GAP: f64 = 1.0 / 12.0;

/// The greatest length of a queue, in radii.
const MAX_LENGTH: f64 = 64.0;

/// The effect of the agents that an agent waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    /// The limit of its preferred speed.
    pub(crate) speed: f64,
    /// Its place in their queue.
    pub(crate) place: Option<Queue>,
}

impl Waiting {
    /// The agent waits for no other one.
    pub(crate) const NO: Self = Self { speed: f64::INFINITY, place: None };

    /// Limits the speed so that the agent closes the gap to another one, which it waits for, in no less than
    /// `time`, and joins the queue of that one. `ahead` is the direction in which the agent walks.
    pub(crate) fn queue_behind(&mut self, ahead: DVec2, me: &Seen, other: &Seen, time: f64) {
        let distance = DVec2::from(other.position).distance(me.position.into());
        let radii = f64::from(me.radius) + f64::from(other.radius);
        let speed = ahead.dot(other.velocity.into()).max(0.0);
        let gap = distance - radii * (1.0 + GAP);
        self.speed = self.speed.min((speed + gap / time).max(0.0));
        let Some(theirs) = other.queue.filter(|_| distance < 2.0 * radii) else { return };
        let to_exit = f64::from(theirs.distance) + distance;
        let is_shorter = self.place.is_none_or(|place| to_exit < f64::from(place.distance));
        if is_shorter && to_exit < MAX_LENGTH * f64::from(me.radius) {
            self.place = Some(Queue { distance: to_f32(to_exit), ..theirs });
        }
    }
}
