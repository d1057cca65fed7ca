//! The corners that are not hubs.

use std::mem::size_of_val;

use super::hierarchy::Hierarchy;
use super::taut_visibility_graph::TautVisibilityGraph;

/// The connection of the corners that are not hubs with the hubs and with each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum BelowHubs {
    /// There are no such corners: all are hubs.
    #[default]
    None,
    /// Arcs upwards to the hubs.
    Hierarchy(Hierarchy),
    /// All arcs of the graph, without hubs. Among scattered small obstacles, where corners see very
    /// many others, contraction does not end.
    Graph(TautVisibilityGraph),
}

impl BelowHubs {
    /// Returns the arcs.
    pub(crate) fn graph(&self) -> Option<&TautVisibilityGraph> {
        match self {
            Self::None => None,
            Self::Hierarchy(hierarchy) => Some(&hierarchy.graph),
            Self::Graph(graph) => Some(graph),
        }
    }

    /// Returns the middle of each arc; none if there is no hierarchy.
    pub(crate) fn middles(&self) -> &[u32] {
        if let Self::Hierarchy(hierarchy) = self { &hierarchy.middles } else { &[] }
    }

    /// Returns the number of arcs that stand for paths over other corners.
    pub(crate) fn shortcut_count(&self) -> usize {
        self.middles().iter().filter(|&&middle| middle != Hierarchy::DIRECT).count()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.graph().map_or(0, TautVisibilityGraph::bytes) + size_of_val(self.middles())
    }
}
