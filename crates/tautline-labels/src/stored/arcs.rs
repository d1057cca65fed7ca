//! Verification of stored arcs, and of the hierarchy that they form.

use tautline_geometry::Vec2;

use super::checks::{has_length, starts_of, wrong};
use super::{StoredLabels, StoredLabelsError};
use crate::tables::below_hubs::BelowHubs;
use crate::tables::hierarchy::Hierarchy;
use crate::tables::taut_visibility_graph::{Arc, TautVisibilityGraph};
use crate::taut::corners::TautNode;

impl StoredLabels {
    /// Checks the arcs of the corners that are not hubs. The ranks and the number of hubs are checked
    /// already.
    pub(super) fn verify_below_hubs(
        &self,
        points: &[Vec2],
    ) -> Result<BelowHubs, StoredLabelsError> {
        if self.arc_starts.is_empty() {
            has_length("arc ends", self.arc_ends.len(), 0)?;
            has_length("arc successor counts", self.arc_successor_counts.len(), 0)?;
            has_length("arc middles", self.arc_middles.len(), 0)?;
            return Ok(BelowHubs::None);
        }
        let graph = self.verify_arcs(points)?;
        if self.arc_middles.is_empty() && !graph.arcs.is_empty() && self.hub_count == 0 {
            return Ok(BelowHubs::Graph(graph));
        }
        has_length("arc middles", self.arc_middles.len(), graph.arcs.len())?;
        // No cone continues to more arcs, or rows of a hub, than there are.
        let mut cones = self.cone_nodes.iter().zip(&self.cone_row_counts);
        let is_wrong = |(&node, &count): (&u32, &u32)| {
            self.onward_count(TautNode(node).opposite()).is_none_or(|onward| count > onward)
        };
        if let Some(index) = cones.position(is_wrong) {
            return Err(wrong("cone row counts", index));
        }
        let hierarchy = Hierarchy { graph, middles: self.arc_middles.clone() };
        Ok(BelowHubs::Hierarchy(self.verify_hierarchy(hierarchy)?))
    }

    fn verify_arcs(&self, points: &[Vec2]) -> Result<TautVisibilityGraph, StoredLabelsError> {
        let starts = &self.arc_starts;
        let count = starts_of("arc starts", starts, 2 * points.len())?;
        has_length("arc ends", self.arc_ends.len(), count)?;
        has_length("arc successor counts", self.arc_successor_counts.len(), count)?;
        let mut arcs = Vec::with_capacity(count);
        for (node, bounds) in starts.windows(2).enumerate() {
            let from = points[node / 2];
            for index in bounds[0] as usize..bounds[1] as usize {
                let (to, successors) =
                    (TautNode(self.arc_ends[index]), self.arc_successor_counts[index]);
                if self.onward_count(to.opposite()).is_none_or(|onward| successors > onward) {
                    return Err(wrong("arcs", index));
                }
                arcs.push(Arc::new(to, successors, from, points[to.corner() as usize]));
            }
        }
        Ok(TautVisibilityGraph { starts: self.arc_starts.clone(), arcs })
    }

    /// Returns the number of arcs that leave a node, or of rows if its corner is a hub. `None` if
    /// there is no such node.
    fn onward_count(&self, node: TautNode) -> Option<u32> {
        let rank = self.ranks.get(node.corner() as usize)?;
        let starts = if *rank < self.hub_count { &self.row_starts } else { &self.arc_starts };
        Some(starts.get(node.index() + 1)? - starts[node.index()])
    }

    /// Checks that arcs lead upwards, and that each shortcut is two arcs of a corner of a worse
    /// rank than both of its ends. Sets the lengths of shortcuts.
    fn verify_hierarchy(&self, mut hierarchy: Hierarchy) -> Result<Hierarchy, StoredLabelsError> {
        let corners = self.ranks.len();
        let mut by_rank = vec![0; corners];
        for (corner, &rank) in (0_u32..).zip(&self.ranks) {
            by_rank[rank as usize] = corner;
        }
        // The number of straight lines that each arc stands for. A shortest path bends at a corner only
        // once, so that an arc with more lines than there are corners is forged. (Nested shortcuts could
        // stand for exponentially many lines.)
        let mut lines = vec![1_u32; hierarchy.middles.len()];
        for &corner in by_rank.iter().rev() {
            let rank_of = |corner: u32| self.ranks.get(corner as usize).copied();
            let rank = rank_of(corner);
            for arc in hierarchy.range_of(corner) {
                let (to, middle) = (hierarchy.graph.arcs[arc].to.corner(), hierarchy.middles[arc]);
                if rank_of(to) >= rank {
                    return Err(wrong("arcs", arc));
                }
                if middle == Hierarchy::DIRECT {
                    continue;
                }
                if rank_of(middle) <= rank {
                    return Err(wrong("arc middles", arc));
                }
                let halves = [corner, to].map(|end| hierarchy.arc_between(middle, end));
                let [Some(first), Some(last)] = halves else {
                    return Err(wrong("arc middles", arc));
                };
                lines[arc] = lines[first].saturating_add(lines[last]);
                if lines[arc] as usize > corners {
                    return Err(wrong("arc middles", arc));
                }
                let arcs = &mut hierarchy.graph.arcs;
                arcs[arc].length = arcs[first].length + arcs[last].length;
            }
        }
        Ok(hierarchy)
    }
}
