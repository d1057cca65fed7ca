//! Waiting for those before an agent in a queue.

use tautline_geometry::{DVec2, to_f32};

use crate::queue::Queue;
use crate::seen::Seen;

/// The gap, in sums of radii, that agents in a queue keep.
const GAP: f64 = 1.0 / 12.0;

/// The length, in radii, up to which a queue grows.
const MAX_LENGTH: f64 = 64.0;

/// The effect on an agent of those that it waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    /// The greatest speed at which it wishes to walk.
    pub(crate) speed: f64,
    /// The place that it takes in the queue of those next to it.
    pub(crate) place: Option<Queue>,
}

impl Waiting {
    /// The agent waits for no other one.
    pub(crate) const NO: Self = Self { speed: f64::INFINITY, place: None };

    /// Takes in an agent that this one waits for. `ahead` is the direction in which this one walks. It closes
    /// the gap to the other one within a time.
    pub(crate) fn look(&mut self, ahead: DVec2, me: &Seen, other: &Seen, time: f64) {
        let distance = DVec2::from(other.position).distance(me.position.into());
        let radii = f64::from(me.radius) + f64::from(other.radius);
        let speed = ahead.dot(other.velocity.into()).max(0.0);
        let gap = distance - radii * (1.0 + GAP);
        self.speed = self.speed.min((speed + gap / time).max(0.0));
        let Some(theirs) = other.queue.filter(|_| distance < 2.0 * radii) else { return };
        let way = f64::from(theirs.way) + distance;
        let is_shorter = self.place.is_none_or(|place| way < f64::from(place.way));
        if is_shorter && way < MAX_LENGTH * f64::from(me.radius) {
            self.place = Some(Queue { way: to_f32(way), ..theirs });
        }
    }
}
