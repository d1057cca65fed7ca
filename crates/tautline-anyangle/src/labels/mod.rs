//! Shortest paths from what was computed once per mesh.
//!
//! In three rooms: [`bake`] computes labels, [`tables`] are what they consist of, and
//! [`query`] reads shortest paths from them. Here is what all three share: the labels
//! themselves, and how they are stored.

mod bake;
mod fingerprint;
mod parallel;
mod query;
mod stats;
mod stored;
mod tables;

use crate::binding::Binding;
use crate::taut::corners::Node;
use tables::chains::Chains;
use tables::entries::Entries;
use tables::packed_cone::ConeLayout;
use tables::rows::{AreaRow, CornerRow};
use tables::sieve::Sieve;
use tables::taut_graph::TautGraph;
use tables::units::Units;

pub use bake::{BakeError, BakeOptions, BakeProgress, BakeStage, Choice, Hubs, LabelBake, Trial};
pub use query::{LabelCounters, LabelScratch, NextCorner, SharedGoal};
pub use stats::LabelStats;
pub use stored::{HubOrder, StoredLabels, StoredLabelsError};

/// What was computed once for a mesh, so that shortest paths are read instead of
/// searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Labels {
    layout: ConeLayout,
    binding: Binding,
    fingerprint: u64,
    /// Tells these labels apart from others of the same mesh.
    identity: u64,
    /// The fans of the corners.
    fans: Vec<u32>,
    /// The rank of each corner as a hub, 0 for the best.
    ranks: Vec<u32>,
    /// The corners, and where their entries are.
    corners: Vec<CornerRow>,
    /// So many corners are hubs, the best ones.
    hub_count: u32,
    areas: Vec<AreaRow>,
    /// Packed cones, by area.
    cones: Vec<u64>,
    /// The same once more, as lines that most of them are told apart by.
    sieve: Sieve,
    units: Units,
    /// Whether corners know how far it is to some beacons.
    has_beacons: bool,
    /// Packed entries, by corner and wedge.
    entries: Entries,
    /// The ways from entries to their hubs.
    chains: Chains,
    /// The ways between corners that are no hubs.
    graph: TautGraph,
}

impl Labels {
    /// The number of corners.
    fn corner_count(&self) -> usize {
        self.corners.len()
    }

    fn is_hub(&self, node: Node) -> bool {
        self.ranks[node.corner() as usize] < self.hub_count
    }

    fn identified(mut self) -> Self {
        self.identity = fingerprint::of_labels(&self);
        self
    }

    fn has_hubs_only(&self) -> bool {
        self.hub_count as usize == self.corner_count()
    }
}
