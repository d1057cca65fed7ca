//! Jumps, from the ground and in the frames of grace after a ledge (coyote time).

use crate::exact::flights::{JUMP, NO_BUMP};
use crate::exact::moves::pass::Moment;
use crate::exact::moves::{Piece, Propagation, Route};

impl Propagation<'_> {
    /// Launches the jump held longest, from which the others turn away, and then the jumps
    /// in grace, which have turned away from the fall off a ledge.
    pub(super) fn jump(&mut self, start: Piece, row: i32) {
        let mut pieces = self.take();
        pieces.push(start);
        let route = Route { flight: JUMP, bump: NO_BUMP, row, time: 0 };
        self.fly(route, pieces, Moment { last: 0, lowest: row, one_more: false });
        let mut turned = std::mem::take(&mut self.workspace.turned);
        for (flight, pieces, moment) in turned.drain(..) {
            self.fly(Route { flight, ..route }, pieces, moment);
        }
        self.workspace.turned = turned;
    }
}
