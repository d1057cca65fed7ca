//! Queues of agents in front of passages that are too narrow for two.
//!
//! If all agents press towards a narrow passage, their bodies form an arch in front of it, and none gets through.
//! So the agent nearest to the exit goes first, and the others wait for it. A queue grows backwards from agent to
//! agent, so that its last agents need not see the passage:
//!
//! ```text
//!           ○     ▒▒▒▒▒▒▒▒
//!       ○      ○ →        ×     Each agent knows its distance to the exit ×. The first ones see
//!         ○       ▒▒▒▒▒▒▒▒      the walls. Each other one adds its distance to the agent before it.
//! ```
//!
//! An agent waits only for agents at a shorter distance, so no two wait for each other. If two agents meet in a
//! passage, one [gives way](crate::seen::Seen::gives_way_to): it goes back, and so do the agents behind it.
//!
//! Queuing at doors: C. Reynolds, "Steering Behaviors for Autonomous Characters", 1999. There, agents slow down
//! for all agents in front of them; here, only in front of narrow passages.

use tautline_geometry::Vec2;

/// The place of an agent in a queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Queue {
    /// The end at which the agent leaves the narrow passage.
    pub(crate) exit: Vec2,
    /// The distance to the exit, along the queue.
    pub(crate) distance: f32,
}

impl Queue {
    /// Returns true if both places are in the same queue, and the other one is nearer to the exit.
    pub(crate) fn is_behind(self, other: Self, radius: f32) -> bool {
        other.distance < self.distance && self.exit.distance(other.exit) < 0.5 * radius
    }
}
