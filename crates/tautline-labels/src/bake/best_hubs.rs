//! The best corners, labelled as the hubs above a contraction hierarchy.

use super::contraction::Contraction;
use super::hubs::Labeller;
use crate::tables::taut_visibility_graph::TautVisibilityGraph;

/// The best corners as hubs, and the contraction of all others.
pub(super) struct BestHubs {
    pub(super) contraction: Contraction,
    /// The edges between the hubs.
    pub(super) graph: TautVisibilityGraph,
    pub(super) labeller: Labeller,
}

impl BestHubs {
    /// Returns the memory that it takes without the labels, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.contraction.bytes() + self.graph.bytes()
    }
}
