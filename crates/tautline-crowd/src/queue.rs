//! Queues of agents in front of passages that are too narrow for two.
//!
//! If all press towards a narrow passage, their bodies form an arch in front of it, and none gets through. So
//! the one that is nearest to the way out goes first, and the others wait for it. A queue grows from agent
//! to agent, backwards, beyond the walls that its last ones see:
//!
//! ```text
//!           ○     ▒▒▒▒▒▒▒▒
//!       ○      ○ →        ×     Each knows its way to ×: the first ones by the walls next to
//!         ○       ▒▒▒▒▒▒▒▒      them, the others by the way of the agent that they wait for.
//! ```
//!
//! An agent waits only for those of shorter ways, so no two wait for each other.
//!
//! Queuing at doors: C. Reynolds, "Steering Behaviors for Autonomous Characters", 1999. There, agents slow down
//! for all in front of them; here, only in front of narrow passages.

use tautline_geometry::{DVec2, Vec2, to_f32};

use crate::AgentState;
use crate::agent::Record;
use crate::neighbors::Seen;

/// The cosine of the angle between two headings from which on an agent joins the queue of another one.
const ALONG: f32 = 0.5;

/// The gap, in sums of radii, that agents in a queue keep.
const GAP: f64 = 1.0 / 12.0;

/// The length, in radii, up to which a queue grows.
const MAX_LENGTH: f64 = 64.0;

/// The place of an agent in a queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Queue {
    /// The end of the narrow passage.
    exit: Vec2,
    /// The way to that end, along the queue.
    way: f32,
}

impl Queue {
    /// The place of an agent whose way leads through a narrow passage next to it.
    pub(crate) fn at_passage(agent: &Record) -> Option<Self> {
        let target = agent.target.filter(|_| agent.state == AgentState::Walking)?;
        let passages = &agent.walls.passages;
        let (exit, way) = passages.way_out(agent.position, target.point, agent.body.radius)?;
        Some(Self { exit, way })
    }

    /// Returns true if both are in one queue, and the other place is before this one.
    fn is_behind(self, other: Self, radius: f32) -> bool {
        other.way < self.way && self.exit.distance(other.exit) < 0.5 * radius
    }
}

impl Seen {
    /// Returns true if this agent waits for another one before it in a queue.
    ///
    /// Where others come towards it, waiting would block them: it makes room as in the open.
    pub(crate) fn waits_for(&self, other: &Self) -> bool {
        let Some(theirs) = other.queue else { return false };
        let is_behind = match self.queue {
            Some(mine) => mine.is_behind(theirs, self.radius),
            None => self.heading.dot(other.heading) > ALONG,
        };
        let is_ahead = (other.position - self.position).dot(self.heading) > 0.0;
        is_behind && is_ahead && self.oncoming == Vec2::ZERO && self.priority <= other.priority
    }
}

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
