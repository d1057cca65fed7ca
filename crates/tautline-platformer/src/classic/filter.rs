//! The node filter: of a path from cell to cell, the nodes to steer by.

use super::{Cell, Level, Path, PathNode};

/// A node of a path that was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waypoint {
    /// The lower left cell of the body.
    pub cell: Cell,
    /// Why it was kept: the first reason that holds, in the order of
    /// [`Reason`].
    pub reason: Reason,
}

/// Why a node of a path is kept. "Later" and "earlier" are the next nodes
/// towards the goal and the start; the "last kept" is nearer to the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The last node of the path.
    End,
    /// The first one.
    Start,
    /// On the ground, and the later node is not.
    Jump,
    /// The first in the air of a jump that turns aside: the jump value of a
    /// take-off, and the later node is not on the ground.
    SidewaysJump,
    /// On the ground, and the earlier node is not.
    Landing,
    /// Above the last kept node and above the earlier one.
    HighPoint,
    /// A cell left or right of the body is closed to it, and column and row
    /// both differ from those of the last kept node.
    BesideObstacle,
    /// A one-way tile is below.
    OnOneWay,
    /// A solid tile is below, and a one-way tile below the later node.
    BeforeOneWay,
    /// Below the last kept node and below the earlier one.
    LowPoint,
}

impl Level<'_> {
    /// The nodes of a path that a [`Follower`](super::Follower) needs, from
    /// start to goal.
    ///
    /// O(nodes).
    #[must_use]
    pub fn filter(&self, path: &Path) -> Vec<Waypoint> {
        let mut kept = Vec::new();
        self.filter_in(path, &mut kept);
        kept
    }

    /// [`filter`](Self::filter), written over what `kept` held.
    pub fn filter_in(&self, path: &Path, kept: &mut Vec<Waypoint>) {
        kept.clear();
        let nodes = path.nodes.as_slice();
        for (index, &node) in nodes.iter().enumerate().rev() {
            let later = nodes.get(index + 1).copied();
            let earlier = index.checked_sub(1).map(|index| nodes[index]);
            let last_kept = kept.last().map(|kept| kept.cell);
            let reason = match (earlier, later, last_kept) {
                (Some(earlier), Some(later), Some(last_kept)) => {
                    self.reason([earlier, node, later], last_kept)
                }
                (None, Some(_), Some(_)) => Some(Reason::Start),
                _ => Some(Reason::End),
            };
            kept.extend(reason.map(|reason| Waypoint { cell: node.cell, reason }));
        }
        kept.reverse();
    }

    /// Why a node between two others is kept, if it is.
    fn reason(&self, [earlier, node, later]: [PathNode; 3], last_kept: Cell) -> Option<Reason> {
        let cell = node.cell;
        let in_the_air = |node: PathNode| node.jump_value != 0;
        if !in_the_air(node) && in_the_air(later) {
            Some(Reason::Jump)
        } else if node.jump_value == self.rules().take_off() && in_the_air(later) {
            Some(Reason::SidewaysJump)
        } else if !in_the_air(node) && in_the_air(earlier) {
            Some(Reason::Landing)
        } else if cell.row > last_kept.row && cell.row > earlier.cell.row {
            Some(Reason::HighPoint)
        } else if cell.row != last_kept.row
            && cell.column != last_kept.column
            && self.is_beside_obstacle(cell)
        {
            Some(Reason::BesideObstacle)
        } else if self.is_on_one_way(cell) {
            Some(Reason::OnOneWay)
        } else if self.is_on_solid(cell) && self.is_on_one_way(later.cell) {
            Some(Reason::BeforeOneWay)
        } else if cell.row < last_kept.row && cell.row < earlier.cell.row {
            Some(Reason::LowPoint)
        } else {
            None
        }
    }
}
