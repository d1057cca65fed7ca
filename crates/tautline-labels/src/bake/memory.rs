//! The limits of a bake: the bytes of the labels, and the memory that it takes meanwhile.

use super::{BakeError, BakeInput};
use crate::bake::hubs::Labeller;
use crate::tables::taut_visibility_graph::{Arc, TautVisibilityGraph};

/// The limits of a bake, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// For the labels.
    pub(super) bytes: usize,
    /// For all memory of the bake.
    pub(super) memory: usize,
}

impl Limits {
    /// An error if labels need more bytes than they may take.
    pub(super) fn check_bytes(self, bytes: usize) -> Result<(), BakeError> {
        let max_bytes = self.bytes;
        if bytes <= max_bytes { Ok(()) } else { Err(BakeError::OverBudget { bytes, max_bytes }) }
    }

    /// An error if a bake needs more memory than it may take.
    pub(super) fn check_memory(self, bytes: usize) -> Result<(), BakeError> {
        let max_memory = self.memory;
        if bytes <= max_memory { Ok(()) } else { Err(BakeError::OverMemory { bytes, max_memory }) }
    }
}

/// Returns the bytes that building the taut visibility graph from pairs of corners takes: each
/// pair in both directions, and each arc twice while the lists of all corners are joined.
pub(super) const fn graph_building(pairs: usize, corners: usize) -> usize {
    const PER_PAIR: usize = 3 * size_of::<[u32; 2]>() + 2 * size_of::<Arc>() + size_of::<u32>();
    const PER_CORNER: usize = 2 * (2 * size_of::<Vec<Arc>>() + size_of::<u32>());
    PER_PAIR.saturating_mul(pairs).saturating_add(PER_CORNER.saturating_mul(corners))
}

/// Returns the bytes of what is kept through a bake: the cones and the graph.
pub(super) fn kept(input: &BakeInput<'_>, graph: &TautVisibilityGraph) -> usize {
    input.memory() + graph.bytes()
}

/// Returns the bytes of the keys, levels, queue and witness searches of a contraction.
pub(super) const fn ordering(corners: usize) -> usize {
    corners.saturating_mul(192)
}

/// Returns the bytes of labels while their entries are laid out in tables: as lists, and in the
/// order of the tables.
pub(super) fn packing_entries(input: &BakeInput<'_>, labeller: &Labeller) -> usize {
    /// The sorted entries and their tables.
    const PER_ENTRY: usize = 36;
    /// A wedge of a corner has up to three entries of padding.
    const PER_CORNER: usize = 300;
    /// The distances from landmarks and the search that measures them.
    const LANDMARKS_PER_FAN: usize = 300;
    let cones = 2 * input.memory();
    let non_hubs = input.corners.count() - labeller.hubs;
    let has_landmarks = input.landmarks_pay(2 * labeller.entries, non_hubs);
    let landmarks = if has_landmarks { LANDMARKS_PER_FAN * input.mesh.fan_count() } else { 0 };
    labeller.bytes()
        + PER_ENTRY * labeller.entries
        + PER_CORNER * input.corners.count()
        + cones
        + landmarks
}

/// Returns the bytes that laying out a number of edges of a contraction as a hierarchy takes.
pub(super) const fn packing_edges(edges: usize, corners: usize) -> usize {
    /// References in two layouts, and the arcs.
    const PER_EDGE: usize = 2 * size_of::<usize>() + 2 * size_of::<Arc>() + size_of::<u32>();
    const PER_CORNER: usize = 4 * size_of::<Vec<usize>>() + 2 * size_of::<u32>();
    PER_EDGE.saturating_mul(edges).saturating_add(PER_CORNER.saturating_mul(corners))
}
