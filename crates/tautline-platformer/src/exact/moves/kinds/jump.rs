//! Jumps from the ground, and in the grace frames after a ledge (coyote time).
//!
//! Coyote time lets the player press jump a few frames too late: after the body has walked off a
//! ledge, a jump can still begin for `grace_frames` frames.
//!
//! ```text
//!                         _.-o-._              a jump in the first grace frame: it branches
//!                     _.-'       '-.           off from the fall before gravity has pulled
//!   walk  o-->o-->o  o       o
//!   ##############|   '.   .'                  a jump in a later grace frame branches off
//!   ##############|     'o'                    further down
//!   ##############|       '.
//!                 |         o  no jump: the fall goes on
//! ```
//!
//! Each grace frame adds as many jumps as there are from the ground, so that coyote time takes more
//! than half of the time to bake.

use super::{JUMP, WALK_OFF};
use crate::Character;
use crate::exact::flights::{Buttons, Flight, Flights, VerticalProfile};
use crate::exact::moves::{Propagation, ReachInterval, Trajectory};

/// Adds one jump for each hold of the button that makes a difference: from the ground, and for each
/// grace frame, in which it branches off from the fall off the ledge.
pub(super) fn add(flights: &mut Flights, character: &Character, rows: i32, grace: u8) {
    for wait in 0..=u32::from(grace) {
        let jump = flights.add_held(wait, 1..character.different_holds(), |hold| {
            let buttons = Buttons::jump(wait..wait + hold);
            let profile = VerticalProfile {
                time: wait.min(1),
                jump: Some(wait),
                buttons,
                ..VerticalProfile::default()
            };
            Flight::new(profile, character, rows)
        });
        if wait > 0 {
            flights.branch(WALK_OFF, jump, wait);
        }
    }
}

impl Propagation<'_> {
    /// Launches the jump with the longest hold, from which the others branch off. Then flies the
    /// jumps in coyote time, which [`walk_off`](Self::walk_off) has deferred.
    pub(super) fn jump(&mut self, start: ReachInterval, row: i32) {
        let mut intervals = self.take_buffer();
        intervals.push(start);
        self.fly_from(Trajectory::new(JUMP, row), 0, intervals);
        let mut deferred = std::mem::take(&mut self.workspace.deferred);
        for (flight, intervals, progress) in deferred.drain(..) {
            self.fly(Trajectory::new(flight, row), intervals, progress);
        }
        self.workspace.deferred = deferred;
    }
}
