//! Oncoming agents: agents that walk towards another one, and how far it turns aside for them.
//!
//! In a dense crowd, an agent sees only the agents next to it, which walk in its own direction. If it turned aside
//! only for oncoming agents that it sees, two groups in a narrow place would meet in its whole width and block each
//! other. So agents *relay* what they see: in each step, each agent takes it from the neighbours in front of it.
//!
//! ```text
//!      ○ →     ○ →     ○ →   ← ●      All three keep to their right before the first one
//!    relayed relayed  seen            meets the other: lanes are there before they are needed.
//! ```
//!
//! Agents relay the direction in which the oncoming agents walk, and how near these are: from 1 for an agent right in
//! front to 0. An agent takes this only from agents in front of it, and only if it walks against that direction. The
//! nearness decreases with the distance between the two agents. So it does not circulate, and it fades soon after
//! the oncoming agents have passed.
//!
//! The direction of an agent is the one to its target, not the one of its velocity: in a jam agents stand, and in
//! front of a door they push each other to and fro.

use tautline_geometry::{DVec2, Vec2};

use crate::seen::Seen;

/// The distance over which an oncoming agent is relayed, in multiples of the range of sight. With more, agents in
/// towns turn aside for agents that they never meet. With less, lanes do not reach the end of a long queue.
const REACH: f64 = 5.0;

/// Two agents come towards each other if the cosine of the angle between one heading and the reverse of the other is
/// greater than this. So agents that cross at right angles are not relayed.
const TOWARDS: f64 = 0.5;

/// The turn for oncoming agents that an agent right in front relays, relative to the turn for an oncoming agent at the
/// same place. With less, lanes form later. With 3, agents in towns take 1 % longer.
const RELAYED_WEIGHT: f64 = 2.0;

/// The oncoming agents that an agent knows of.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Oncoming {
    /// The tangent of the angle by which the agent turns to its right, as a multiple of
    /// [`keep_right`](crate::CrowdOptions::keep_right).
    pub(crate) turn: f64,
    /// The direction in which the nearest of them walk, and how near they are: from 0 to 1.
    direction: DVec2,
    nearness: f64,
}

impl Oncoming {
    /// Records another agent, and the oncoming agents that it relays. `ahead` is the direction in which this agent
    /// walks.
    pub(crate) fn observe(&mut self, ahead: DVec2, me: &Seen, other: &Seen, range: f64) {
        let offset = DVec2::from(other.position) - DVec2::from(me.position);
        let distance = offset.length();
        let frontal = ahead.dot(offset) / distance;
        let near = 1.0 - distance / range;
        // Also false if both are at one point.
        if !(frontal > 0.0 && near > 0.0) {
            return;
        }
        let lost = distance / (REACH * range);
        // Agents with the same target do not pass each other. Turning aside, they would circle around it for ever.
        if other.target.is_none() || other.target != me.target {
            self.record(ahead, other.heading.into(), frontal - lost, frontal * near);
        }
        let relayed = DVec2::from(other.oncoming);
        let nearness = relayed.length() - lost;
        if nearness > 0.0 {
            // Squared: otherwise agents that queue far off would leave half of a door to the few that come
            // through it.
            let weight = RELAYED_WEIGHT * nearness * nearness * near * near;
            self.record(ahead, relayed.normalize_or_zero(), nearness, weight);
        }
    }

    /// Records a direction in which other agents walk. `weight` scales the turn.
    fn record(&mut self, ahead: DVec2, direction: DVec2, nearness: f64, weight: f64) {
        let towards = -ahead.dot(direction);
        if towards > TOWARDS {
            self.turn = self.turn.max(towards * weight);
            if nearness > self.nearness {
                (self.direction, self.nearness) = (direction, nearness);
            }
        }
    }

    /// Returns the vector that the agent relays in the next step: the direction, scaled by the nearness.
    pub(crate) fn relayed(&self) -> Vec2 {
        (self.direction * self.nearness).as_vec2()
    }
}
