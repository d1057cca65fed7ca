//! Jumps, from the ground and in the frames of grace after a ledge (coyote time).

use super::{JUMP, WALK_OFF};
use crate::Character;
use crate::exact::flights::{Buttons, Course, Flight, Flights};
use crate::exact::moves::{Piece, Propagation, Route};

/// Adds the jumps with each hold of the button that makes a difference: from the ground, and
/// in each frame of grace, where they branch off from the fall off the ledge.
pub(super) fn add(flights: &mut Flights, character: &Character, rows: i32, grace: u8) {
    for wait in 0..=u32::from(grace) {
        let jump = flights.add_held(wait, 1..character.different_holds(), |hold| {
            let buttons = Buttons { jump: wait..wait + hold, down: false };
            let course =
                Course { time: wait.min(1), jump: Some(wait), buttons, ..Course::default() };
            Flight::new(course, character, rows)
        });
        if wait > 0 {
            flights.branch(WALK_OFF, jump, wait);
        }
    }
}

impl Propagation<'_> {
    /// Launches the jump held longest, from which the others turn away, and then the jumps
    /// in grace, which have turned away from the fall off a ledge.
    pub(super) fn jump(&mut self, start: Piece, row: i32) {
        let mut pieces = self.take();
        pieces.push(start);
        self.fly_from(Route::new(JUMP, row), 0, pieces);
        let mut turned = std::mem::take(&mut self.workspace.turned);
        for (flight, pieces, moment) in turned.drain(..) {
            self.fly(Route::new(flight, row), pieces, moment);
        }
        self.workspace.turned = turned;
    }
}
