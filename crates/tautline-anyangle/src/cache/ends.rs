//! What start and goal see.

use tautline_navmesh::Gate;

use super::known::Known;
use crate::gates::leads_to_any;
use crate::taut::corners::{Corner, Node};
use crate::taut::flood::Witness;
use crate::taut::search::TautScratch;

/// Notes what the goal sees.
pub(super) struct GoalSight<'a> {
    pub(super) search: &'a mut TautScratch,
    /// The numbers of the start's areas.
    pub(super) gates: &'a [u32],
}

impl Witness for GoalSight<'_> {
    fn wants(&self, gate: Gate) -> bool {
        leads_to_any(gate, self.gates)
    }

    fn meet(&mut self, corner: u32, there: &Corner) -> bool {
        // From wherever it is seen, the way straight on is one.
        self.search.end_at(corner, there.point);
        false
    }

    fn see(&mut self, _: Node) {}
}

/// Notes what the start sees.
pub(super) struct StartSight<'a, 'b> {
    pub(super) search: &'a mut TautScratch,
    pub(super) rows: &'a Known<'b>,
    /// The numbers of the goal's areas.
    pub(super) gates: &'a [u32],
}

impl Witness for StartSight<'_, '_> {
    fn wants(&self, gate: Gate) -> bool {
        leads_to_any(gate, self.gates)
    }

    fn meet(&mut self, corner: u32, there: &Corner) -> bool {
        // Along a wall of no width, each of the areas beside it tells of one wedge.
        self.search.pass(corner, there.point) || there.ends_a_line
    }

    fn see(&mut self, arrival: Node) {
        self.search.begin_at(self.rows, arrival);
    }
}
