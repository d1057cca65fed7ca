//! Runs over gaps no wider than a step, and falls off ledges.

use crate::exact::flights::{NO_BUMP, STEP, WALK_OFF};
use crate::exact::moves::pass::Moment;
use crate::exact::moves::{Piece, Propagation, Route};

impl Propagation<'_> {
    /// Launches the frame that leaves a ledge. It lands beyond a gap, or begins a fall; jumps
    /// in grace turn away from the fall and are kept for [`jump`](Self::jump).
    pub(super) fn walk_off(&mut self, start: Piece, row: i32) {
        let terrain = self.terrain;
        let moment = Moment { last: 1, lowest: row, one_more: false };
        let mut walked = start;
        walked.spread(terrain.walk.step, terrain.rows.runs(row, false), &terrain.columns);
        self.look_around(moment, walked.at);
        self.look(row - 1, walked.at);
        let mut pieces = self.take();
        let route = Route { flight: STEP, bump: NO_BUMP, row, time: 0 };
        let spans = terrain.ground.row(row);
        let first = spans.partition_point(|span| span.high < walked.at[0]);
        self.land(route, 1, &spans[first..], &walked, &mut pieces);
        let route = Route { flight: WALK_OFF, ..route };
        self.fly(route, pieces, moment);
    }
}
