//! Oncoming agents: those that walk towards an agent, and how far it turns aside for them.
//!
//! In a dense crowd, an agent sees only the agents next to it, which walk like itself. If it turned aside only for
//! those it sees, two groups in a narrow place would meet in its whole width and block each other.
//! So agents *relay* what they see: in each step, from neighbour to neighbour, backwards.
//!
//! ```text
//!      ○ →     ○ →     ○ →   ← ●      All three keep to their right before the first one
//!    relayed relayed  seen            meets the other: lanes are there before they are needed.
//! ```
//!
//! What is relayed is the direction in which the oncoming agents walk, and how near they are. An agent takes it only
//! from agents in front of it, and only if it walks against that direction; the distance between both
//! weakens it. So it does not circulate, and it fades soon after the others have passed.
//!
//! What counts is where agents wish to go. In a jam they stand, and in front of a door they push each
//! other to and fro.

use tautline_geometry::{DVec2, Vec2};

use crate::seen::Seen;

/// The distance over which an oncoming agent is relayed, in ranges of sight. With more, agents of towns turn
/// aside from those whom they never meet; with less, the lanes of a long queue end within it.
const REACH: f64 = 5.0;

/// The cosine of the angle between two headings from which on agents come towards each other. Of those
/// that cross its way at right angles, nothing is relayed.
const TOWARDS: f64 = 0.5;

/// The turn for what an agent right in front relays, relative to the turn for an oncoming agent seen
/// there. With less, lanes form later; with 3, agents of towns take 1 % longer.
const RELAYED_WEIGHT: f64 = 2.0;

/// The oncoming agents that an agent knows of.
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
        let relayed = DVec2::from(other.oncoming);
        let nearness = relayed.length() - lost;
        if nearness > 0.0 {
            // Twice as near counts four times: agents that queue far off would leave half of a door to the few
            // who come through it.
            let weight = RELAYED_WEIGHT * nearness * nearness * near * near;
            self.learn(ahead, relayed.normalize_or_zero(), nearness, weight);
        }
    }

    /// Takes in a direction in which others walk. `weight` is that of the turn.
    fn learn(&mut self, ahead: DVec2, direction: DVec2, nearness: f64, weight: f64) {
        let towards = -ahead.dot(direction);
        if towards > TOWARDS {
            self.turn = self.turn.max(towards * weight);
            if nearness > self.nearness {
                (self.direction, self.nearness) = (direction, nearness);
            }
        }
    }

    /// The vector that the agent relays in the next step: the direction, times the nearness.
    pub(crate) fn relayed(&self) -> Vec2 {
        (self.direction * self.nearness).as_vec2()
    }
}
