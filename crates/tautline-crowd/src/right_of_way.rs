//! The right of way where agents meet in a narrow passage.
//!
//! The agent that has been in narrow passages for longer goes first, and the other one goes back. For groups, that is
//! not enough: the agents behind the one that goes back do not know that they are in the way, and the first agent of
//! the other group may have been there for less time than the agents behind it. So the right of way passes on, from
//! agent to agent, to all that are in the way:
//!
//! ```text
//!      9 s    3 s    6 s    4 s
//!      ○ →    ○ →  ← ●    ← ●      These agents have been in the passage for 9, 3, 6 and 4 seconds.
//!
//!      9 s    9 s    9 s    9 s
//!      ○ →    ○ →    ● →    ● →    All have the right of way of the first one.
//! ```
//!
//! An inherited time does not grow. Otherwise, after the first agent has left, the others could pass its right of way
//! to and fro for ever. So the agents that are still in the passage have soon been there for longer.
//!
//! This is priority inheritance: K. Okumura et al., "Priority Inheritance with Backtracking for Iterative Multi-agent Path
//! Finding", 2019, which moves agents on the cells of a grid.

use tautline_geometry::Vec2;

use crate::seen::Seen;

/// The distance within which an agent is in the way of another one, in sums of radii. With 2, agents go back
/// further than they have to, and nearly twice as many never arrive.
const NEAR: f32 = 1.3;

/// The right of way of an agent. The default is an agent outside of narrow passages, which has none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RightOfWay {
    /// The time for which the agent has been in narrow passages, in seconds, or the longer time that it has inherited.
    pub(crate) time: f32,
    /// The direction in which the agent goes back to give way; zero if it does not.
    pub(crate) back: Vec2,
}

impl RightOfWay {
    /// Inherits the right of way of another agent if this one is in its way.
    pub(crate) fn inherit(&mut self, me: &Seen, other: &Seen) {
        let Self { time, .. } = other.right_of_way;
        if time <= 0.0 || time < self.time || me.priority != other.priority {
            return;
        }
        let between = other.position - me.position;
        let near = NEAR * (me.radius + other.radius);
        if between.length_squared() > near * near || between.dot(other.course()) >= 0.0 {
            return;
        }
        if me.gives_way_to(other) {
            *self = Self { time, back: other.course() };
        } else if time > self.time {
            *self = Self { time, back: Vec2::ZERO };
        }
    }
}
