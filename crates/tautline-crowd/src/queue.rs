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
//! An agent waits only for those of shorter ways, so no two wait for each other. Where two meet in a passage, one
//! [gives way](crate::seen::Seen::share_for) to the other: it goes back, and those behind it with it.
//!
//! Queuing at doors: C. Reynolds, "Steering Behaviors for Autonomous Characters", 1999. There, agents slow down
//! for all in front of them; here, only in front of narrow passages.

use tautline_geometry::Vec2;

/// The place of an agent in a queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Queue {
    /// The end of the narrow passage.
    pub(crate) exit: Vec2,
    /// The way to that end, along the queue.
    pub(crate) way: f32,
}

impl Queue {
    /// Returns true if both are in one queue, and the other place is before this one.
    pub(crate) fn is_behind(self, other: Self, radius: f32) -> bool {
        other.way < self.way && self.exit.distance(other.exit) < 0.5 * radius
    }
}
