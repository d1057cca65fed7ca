//! Witness searches: a shortcut is not needed if another path is as short.

use tautline_anyangle::internal::DistanceTable;
use tautline_search::HeapQueue;

use super::graph::RestGraph;

/// A corner that a witness search looks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) corner: u32,
    /// The greatest length of a witness.
    pub(super) limit: f64,
    /// The index of the last edge of the path that a witness would replace.
    pub(super) edge: usize,
}

/// Dijkstra's algorithm from one corner to some targets, and its memory.
#[derive(Debug, Default)]
pub(super) struct WitnessSearch {
    /// The best known distance of each corner.
    distances: DistanceTable,
    /// Lengths as bits, which have the same order, and corners.
    queue: HeapQueue<(u64, u32)>,
}

impl WitnessSearch {
    /// Removes the targets that a path from `root`, not over the corner `avoided`, reaches
    /// within their limit. Stops after about `max_work` edge traversals; then some targets may
    /// stay that have a witness. Returns the number of edge traversals.
    ///
    /// The search ignores tautness: shortest paths are taut anyway.
    pub(super) fn run(
        &mut self,
        graph: &RestGraph,
        root: u32,
        avoided: u32,
        targets: &mut Vec<Target>,
        max_work: usize,
    ) -> usize {
        self.distances.restart(graph.corner_count());
        self.queue.clear();
        // No length is below -1, so the corner is never reached.
        self.distances.improve(avoided, -1.0);
        self.reach(root, 0.0);
        let mut work = 0;
        while let Some((length, corner)) = self.queue.pop() {
            let length = f64::from_bits(length);
            if length > self.distances.get(corner) {
                continue;
            }
            work += targets.len();
            // The straight line to a target bounds the rest of a path. Corners outside of all ellipses
            // around the root and a target are skipped.
            let point = graph.point(corner);
            let may_reach = |target: &Target| {
                length + point.distance(graph.point(target.corner)) <= target.limit
            };
            if !targets.iter().any(may_reach) {
                continue;
            }
            let limit = targets.iter().fold(0.0_f64, |most, target| most.max(target.limit));
            let edges = graph.edges(corner);
            work += edges.len();
            for edge in edges {
                let length = length + edge.length;
                if length <= limit && length < self.distances.get(edge.to) {
                    self.reach(edge.to, length);
                }
            }
            targets.retain(|target| self.distances.get(target.corner) > target.limit);
            if targets.is_empty() || work >= max_work {
                break;
            }
        }
        work
    }

    #[inline]
    fn reach(&mut self, corner: u32, length: f64) {
        self.distances.improve(corner, length);
        self.queue.push((length.to_bits(), corner));
    }
}
