//! What an agent knows of those who come towards it, and how it turns aside.
//!
//! In a press, an agent sees only those next to it, who walk like itself. If it turned aside only from
//! those it sees, two groups in a narrow place would meet in its whole width and block each other.
//! So the word of the others passes from agent to agent, backwards, in each step from neighbour to
//! neighbour:
//!
//! ```text
//!      ○ →    ○ →    ○ →   ← ●      All three keep to their right before the first one
//!      told    told   sees          meets the other: lanes are there before they are needed.
//! ```
//!
//! The word says in which direction the others walk, and how near they are. An agent takes it only from those in
//! front of it, and only if it walks against that direction; the distance to the one who told it
//! weakens it. So it goes around in no circle, and soon ends after the others have passed.
//!
//! What counts is where agents wish to go. In a jam they stand, and in front of a door they push each
//! other to and fro.

use tautline_geometry::{DVec2, Vec2};

use crate::agent::{AgentState, Record};
use crate::neighbors::Seen;

/// The distance over which word of an agent passes, in ranges of sight. With more, agents of towns turn
/// aside from those whom they never meet; with less, the lanes of a long queue end within it.
const REACH: f64 = 5.0;

/// The cosine of the angle between two headings from which on agents come towards each other. Of those
/// who cross its way at right angles, an agent needs no word.
const TOWARDS: f64 = 0.5;

/// How far an agent turns for what it is told by one right in front of it, compared with what it sees
/// there. With less, lanes form later; with 3, agents of towns take 1 % longer.
const WEIGHT_OF_WORD: f64 = 2.0;

/// What an agent knows of those who come towards it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Oncoming {
    /// The tangent of the angle by which it turns to its right, per
    /// [`keep_right`](crate::CrowdOptions::keep_right).
    pub(crate) turn: f64,
    /// The direction in which they walk, and how near they are: from 0 to 1.
    direction: DVec2,
    nearness: f64,
}

impl Oncoming {
    /// Takes in what an agent sees of another one, and what that one knows. `ahead` is the direction in
    /// which the agent walks.
    pub(crate) fn look(&mut self, ahead: DVec2, me: &Seen, other: &Seen, range: f64) {
        let offset = DVec2::from(other.position) - DVec2::from(me.position);
        let distance = offset.length();
        let frontal = ahead.dot(offset) / distance;
        let near = 1.0 - distance / range;
        // Also false if both are at one point.
        if !(frontal > 0.0 && near > 0.0) {
            return;
        }
        let lost = distance / (REACH * range);
        // Those who walk to the same point do not pass: they would walk around it for ever.
        if other.target.is_none() || other.target != me.target {
            self.learn(ahead, other.heading.into(), frontal - lost, frontal * near);
        }
        let told = DVec2::from(other.oncoming);
        let nearness = told.length() - lost;
        if nearness > 0.0 {
            // Twice as near counts four times: agents that queue far off would leave half of a door to the few
            // who come through it.
            let weight = WEIGHT_OF_WORD * nearness * nearness * near * near;
            self.learn(ahead, told.normalize_or_zero(), nearness, weight);
        }
    }

    /// Takes in that somebody walks in a direction. `weight` is that of its turn.
    fn learn(&mut self, ahead: DVec2, direction: DVec2, nearness: f64, weight: f64) {
        let towards = -ahead.dot(direction);
        if towards > TOWARDS {
            self.turn = self.turn.max(towards * weight);
            if nearness > self.nearness {
                (self.direction, self.nearness) = (direction, nearness);
            }
        }
    }

    /// What the agent tells others in the next step: the direction, as long as it is near.
    pub(crate) fn word(&self) -> Vec2 {
        (self.direction * self.nearness).as_vec2()
    }
}

/// The direction in which an agent wishes to walk; zero if it stands.
pub(crate) fn heading(agent: &Record) -> Vec2 {
    match (agent.state, agent.target) {
        (AgentState::Walking, Some(target)) => (target.point - agent.position).normalize_or_zero(),
        (AgentState::Walker, _) => agent.velocity.normalize_or_zero(),
        _ => Vec2::ZERO,
    }
}
