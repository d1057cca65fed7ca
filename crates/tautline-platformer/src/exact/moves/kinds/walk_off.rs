//! Steps over narrow gaps, and falls off ledges.

use super::{STEP_OVER, WALK_OFF};
use crate::exact::flights::{BodyRows, VerticalProfile};
use crate::exact::moves::{Propagation, ReachInterval, Trajectory};

/// The first frame leaves the ledge and stays at its height.
pub(super) fn profile() -> VerticalProfile {
    VerticalProfile { time: 1, ..VerticalProfile::default() }
}

impl Propagation<'_> {
    /// Launches the frame that leaves a ledge. It either lands beyond a gap or begins a fall. Jumps
    /// in coyote time branch off from the fall and are deferred to [`jump`](Self::jump).
    pub(super) fn walk_off(&mut self, start: ReachInterval, row: i32) {
        let terrain = self.terrain;
        let body = BodyRows::standing(row);
        let mut walked = start;
        walked.spread(terrain.walk.step, terrain.obstacles.gaps(body));
        self.note_read_around(body, walked.at);
        self.note_read(row - 1, walked.at);
        let mut intervals = self.take_buffer();
        let spans = terrain.spans.row(row);
        let first = spans.partition_point(|span| span.positions.high < walked.at.low);
        self.land(Trajectory::new(STEP_OVER, row), 1, &spans[first..], &walked, &mut intervals);
        self.fly_from(Trajectory::new(WALK_OFF, row), 1, intervals);
    }
}
