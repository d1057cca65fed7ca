//! Contraction hierarchies of taut visibility graphs.

use std::ops::Range;

use super::taut_visibility_graph::{Arc, TautVisibilityGraph};
use crate::taut::corners::{TautNode, Wedge};

/// A contraction hierarchy (Geisberger and others 2008) of a taut visibility graph.
///
/// Corners are ranked. Each has arcs to corners of better ranks only (*upwards*): arcs of the
/// graph, and *shortcuts*. A shortcut stands for a taut path over corners of worse ranks than both of
/// its ends. Between any two corners, some shortest path leads upwards, then downwards:
///
/// ```text
///     better ranks           h
///                         /     \          From both ends, only arcs upwards are followed,
///                      b          c        and the two meet at h. The shortcut from a to b
///                    / :          |        is two arcs of its *middle* m: one to a, and
///                  a   :          |        one to b. Each of them may be a shortcut, too.
///                   \  :          |
///     worse ranks      m          d
/// ```
///
/// Arcs between hubs are kept only so that the paths that they stand for can be read. No query climbs
/// over them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Hierarchy {
    /// The arcs upwards. Those of a corner and wedge are sorted by the first arc of the path
    /// that they stand for, from the wall outwards.
    pub(crate) graph: TautVisibilityGraph,
    /// For each arc, the middle corner, or [`Self::DIRECT`].
    pub(crate) middles: Vec<u32>,
}

impl Hierarchy {
    /// The middle of an arc that is a straight line.
    pub(crate) const DIRECT: u32 = u32::MAX;

    /// Returns the arcs upwards from a corner.
    #[inline]
    pub(crate) fn arcs_of(&self, corner: u32) -> &[Arc] {
        &self.graph.arcs[self.range_of(corner)]
    }

    /// Returns the numbers of the arcs upwards from a corner.
    #[inline]
    pub(crate) fn range_of(&self, corner: u32) -> Range<usize> {
        let first = TautNode::new(corner, Wedge::First).index();
        self.graph.starts[first] as usize..self.graph.starts[first + 2] as usize
    }

    /// Returns the arc upwards from one corner to another.
    pub(crate) fn arc_between(&self, from: u32, to: u32) -> Option<usize> {
        self.range_of(from).find(|&arc| self.graph.arcs[arc].to.corner() == to)
    }

    /// Returns the middle of the arc between two corners.
    fn middle_between(&self, from: u32, to: u32) -> u32 {
        let arc = self.arc_between(from, to).or_else(|| self.arc_between(to, from));
        arc.map_or(Self::DIRECT, |arc| self.middles[arc])
    }

    /// Appends to `corners` the path that the arc between two corners stands for, without its first
    /// corner. `stack` is memory.
    pub(crate) fn add_path(
        &self,
        [from, to]: [u32; 2],
        stack: &mut Vec<[u32; 2]>,
        corners: &mut Vec<u32>,
    ) {
        stack.clear();
        stack.push([from, to]);
        while let Some([from, to]) = stack.pop() {
            let middle = self.middle_between(from, to);
            if middle == Self::DIRECT {
                corners.push(to);
            } else {
                stack.push([middle, to]);
                stack.push([from, middle]);
            }
        }
    }
}
