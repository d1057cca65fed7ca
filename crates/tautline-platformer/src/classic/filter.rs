//! The node filter: the nodes of a path that a follower needs.

use super::{Cell, Level, Path, PathNode};

impl Level<'_> {
    /// Writes the nodes that a [`Follower`](super::Follower) needs to `kept`, from start to goal,
    /// replacing its content: both ends, the nodes where a jump begins, turns sideways or lands,
    /// its highest and lowest nodes, nodes next to an obstacle, and nodes on one-way tiles.
    ///
    /// O(nodes).
    pub fn filter_in(&self, path: &Path, kept: &mut Vec<Cell>) {
        kept.clear();
        let nodes = path.nodes.as_slice();
        for (index, &node) in nodes.iter().enumerate().rev() {
            let earlier = index.checked_sub(1).map(|index| nodes[index]);
            let is_kept = match (earlier, nodes.get(index + 1), kept.last()) {
                (Some(earlier), Some(&later), Some(&last_kept)) => {
                    self.is_kept([earlier, node, later], last_kept)
                }
                _ => true,
            };
            if is_kept {
                kept.push(node.cell);
            }
        }
        kept.reverse();
    }

    /// Returns true if a node between two others is kept. `last_kept` is the next kept node towards
    /// the goal.
    fn is_kept(&self, [earlier, node, later]: [PathNode; 3], last_kept: Cell) -> bool {
        let cell = node.cell;
        let [came_by_air, in_the_air, goes_by_air] =
            [earlier, node, later].map(|node| node.jump_value != 0);
        // The first node in the air of a jump that turns sideways is recognised by its jump value.
        let jumps = goes_by_air && (!in_the_air || node.jump_value == self.jumper().take_off());
        let lands = came_by_air && !in_the_air;
        let is_highest = cell.row > last_kept.row && cell.row > earlier.cell.row;
        let is_lowest = cell.row < last_kept.row && cell.row < earlier.cell.row;
        let turns = cell.row != last_kept.row
            && cell.column != last_kept.column
            && self.is_next_to_obstacle(cell);
        // A walk must stop on the solid tile before a one-way tile.
        let may_drop =
            self.is_on_one_way(cell) || self.is_on_solid(cell) && self.is_on_one_way(later.cell);
        jumps || lands || is_highest || is_lowest || turns || may_drop
    }
}
