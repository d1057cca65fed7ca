//! The right of way where agents meet in a narrow passage.
//!
//! The one goes first that has been in narrow passages for longer; the other one goes back. In a group, that is not
//! enough: the agents behind the one that goes back do not see why, and the first agent of the other group may have been
//! there for less time than one behind it. So an agent that has the right of way passes it on to those in its way:
//!
//! ```text
//!      9 s    3 s    6 s    4 s
//!      ○ →    ○ →  ← ●    ← ●      In the passage for 9, 3, 6 and 4 seconds.
//!
//!      9 s    9 s    9 s    9 s
//!      ○ →    ○ →    ● →    ● →    All have the right of way of the first one.
//! ```
//!
//! After the first agent has left, the others could pass its right of way to and fro for ever. But the time that was passed
//! on does not grow, so that those who are still in the passage soon have been there for longer.
//!
//! Priority inheritance: K. Okumura et al., "Priority Inheritance with Backtracking for Iterative Multi-agent Path
//! Finding", 2019. There, on the cells of a grid.

use tautline_geometry::Vec2;

use crate::seen::Seen;

/// The distance, in sums of radii, within which an agent is in the way of another one. With 2, agents go back
/// further than they have to, and nearly twice as many never arrive.
const NEAR: f32 = 1.3;

/// The right of way of an agent; by default, that of one outside of narrow passages.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RightOfWay {
    /// The time for which the agent that it belongs to has been in narrow passages, in seconds.
    pub(crate) time: f32,
    /// The direction in which the agent makes way, against its wish; zero if it does not.
    pub(crate) back: Vec2,
}

impl RightOfWay {
    /// Takes over the right of way of another agent, if this one is in its way.
    pub(crate) fn look(&mut self, me: &Seen, other: &Seen) {
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
