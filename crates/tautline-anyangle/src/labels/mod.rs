//! Shortest paths from what was computed once per mesh.
//!
//! In three modules: [`bake`] computes labels, [`tables`] are what they consist of, and
//! [`query`] reads shortest paths from them. Here is what all three share: the labels
//! themselves, and how they are stored.

mod bake;
mod parallel;
mod query;
mod stats;
mod stored;
mod tables;

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, FanId};

use crate::binding::Binding;
use crate::fingerprint::Hash;
use crate::landmarks::Landmarks;
use crate::taut::corners::Node;
use tables::entries::Entries;
use tables::packed_cone::{ConeLayout, GROUPS};
use tables::taut_graph::TautGraph;
use tables::units::Units;

pub use bake::{BakeError, BakeOptions, BakeProgress, BakeStage, Hubs};
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
    /// The fans of the corners, and where they are.
    fans: Vec<FanId>,
    points: Vec<Vec2>,
    /// The rank of each corner as a hub, 0 for the best.
    ranks: Vec<u32>,
    /// The number of corners that are hubs, the best ones.
    hub_count: u32,
    /// Where each group of cones begins, by area, and where the last one ends.
    cone_starts: Vec<u32>,
    /// Packed cones.
    cones: Vec<u64>,
    units: Units,
    /// Distances to hubs, and to the far ends of the map, that rule out corners.
    landmarks: Option<Landmarks>,
    /// Where the rows of entries of each corner and wedge begin, and where the last ones end.
    row_starts: Vec<u32>,
    entries: Entries,
    /// The ways between corners that are no hubs.
    graph: TautGraph,
}

impl Labels {
    /// The number of corners.
    const fn corner_count(&self) -> usize {
        self.fans.len()
    }

    fn is_hub(&self, node: Node) -> bool {
        self.ranks[node.corner() as usize] < self.hub_count
    }

    const fn has_hubs_only(&self) -> bool {
        self.hub_count as usize == self.corner_count()
    }

    /// A group of the cones that an area lists.
    #[inline]
    fn cones_in(&self, area: AreaId, group: usize) -> &[u64] {
        let first = GROUPS * area.index() + group;
        &self.cones[self.cone_starts[first] as usize..self.cone_starts[first + 1] as usize]
    }

    /// With a number that only equal labels share, as far as their entries are looked at.
    fn identified(mut self) -> Self {
        /// One in so many entries is looked at.
        const STRIDE: usize = 61;
        let mut hash = Hash(self.fingerprint);
        hash.add(u64::from(self.hub_count));
        hash.add(self.units.per_length.to_bits());
        hash.add(self.entries.len() as u64);
        self.entries.packed().step_by(STRIDE).for_each(|entry| hash.add(entry));
        self.fans.iter().step_by(STRIDE).for_each(|fan| hash.add(fan.0.into()));
        self.identity = hash.0;
        self
    }
}
