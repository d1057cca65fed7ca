//! The ranking of corners as hubs.

use super::taut_visibility_graph::TautVisibilityGraph;
use crate::to_u32;

/// The corners as hubs, the best one first, as far as they are ranked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::labels) struct Ranking {
    /// The corner of each rank.
    pub(in crate::labels) corners: Vec<u32>,
    /// The rank of each corner, or `u32::MAX`.
    pub(in crate::labels) ranks: Vec<u32>,
}

impl Ranking {
    pub(in crate::labels) fn unknown(corners: usize) -> Self {
        Self { corners: Vec::new(), ranks: vec![u32::MAX; corners] }
    }

    /// Creates a ranking from the corner of each rank. `None` if it is not a permutation.
    pub(in crate::labels) fn new(corners: &[u32]) -> Option<Self> {
        let mut ranking = Self::unknown(corners.len());
        for &corner in corners {
            ranking.ranks.get(corner as usize).filter(|&&rank| rank == u32::MAX)?;
            ranking.push(corner);
        }
        Some(ranking)
    }

    /// Returns true if a corner is one of the best `hubs` hubs.
    pub(in crate::labels) fn is_among_best(&self, hubs: u32, corner: u32) -> bool {
        self.ranks[corner as usize] < hubs
    }

    pub(in crate::labels) fn push(&mut self, corner: u32) {
        self.ranks[corner as usize] = to_u32(self.corners.len());
        self.corners.push(corner);
    }

    /// Returns the ranking of all corners. Those that are not ranked yet come last, by the
    /// number of corners that they see.
    pub(in crate::labels) fn completed(&self, graph: &TautVisibilityGraph) -> Self {
        let mut all = self.clone();
        let unranked = (0..).zip(&self.ranks).filter(|(_, rank)| **rank == u32::MAX);
        let mut rest: Vec<(u32, u32)> = unranked
            .map(|(corner, _): (u32, _)| {
                let first = 2 * corner as usize;
                (u32::MAX - (graph.starts[first + 2] - graph.starts[first]), corner)
            })
            .collect();
        rest.sort_unstable();
        rest.into_iter().for_each(|(_, corner)| all.push(corner));
        all
    }
}
