//! Runs over gaps no wider than a step, and falls off ledges.

use super::{STEP, WALK_OFF};
use crate::exact::flights::{BodyRows, Course};
use crate::exact::moves::{Piece, Propagation, Route};

/// The frame that leaves the ledge neither falls nor rises.
pub(super) fn course() -> Course {
    Course { time: 1, ..Course::default() }
}

impl Propagation<'_> {
    /// Launches the frame that leaves a ledge. It lands beyond a gap, or begins a fall; jumps
    /// in grace turn away from the fall and are kept for [`jump`](Self::jump).
    pub(super) fn walk_off(&mut self, start: Piece, row: i32) {
        let terrain = self.terrain;
        let body = BodyRows::standing(row);
        let mut walked = start;
        walked.spread(terrain.walk.step, terrain.obstacles.gaps(body));
        self.look_around(body, walked.at);
        self.look(row - 1, walked.at);
        let mut pieces = self.take();
        let spans = terrain.ground.row(row);
        let first = spans.partition_point(|span| span.places.high < walked.at.low);
        self.land(Route::new(STEP, row), 1, &spans[first..], &walked, &mut pieces);
        self.fly_from(Route::new(WALK_OFF, row), 1, pieces);
    }
}
