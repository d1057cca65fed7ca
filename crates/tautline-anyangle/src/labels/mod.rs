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
use tautline_navmesh::FanId;

use crate::binding::Binding;
use crate::fingerprint::Hash;
use crate::landmarks;
use crate::taut::corners::TautNode;
use tables::cones::Cones;
use tables::entries::Entries;
use tables::fixed_point::FixedPoint;
use tables::taut_visibility_graph::TautVisibilityGraph;

pub use bake::{BakeError, BakeOptions, BakeProgress, BakeStage, Hubs};
pub use query::{LabelCounters, LabelScratch, NextCorner, PreparedGoal};
pub use stats::LabelStats;
pub use stored::{HubOrder, StoredLabels, StoredLabelsError};

/// What was computed once for a mesh, so that shortest paths are read instead of
/// searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Labels {
    binding: Binding,
    fingerprint: u64,
    /// Tells these labels apart from others of the same mesh.
    identity: u64,
    /// The fans of the corners.
    fans: Vec<FanId>,
    /// Where the corners are: small enough to stay near the processor.
    points: Vec<Vec2>,
    corners: Vec<CornerRecord>,
    /// The rank of each corner as a hub, 0 for the best.
    ranks: Vec<u32>,
    /// The number of corners that are hubs, the best ones.
    hub_count: u32,
    cones: Cones,
    fixed_point: FixedPoint,
    /// The unit of distances from landmarks, if there are any.
    landmark_unit: Option<f64>,
    entries: Entries,
    /// The ways between corners that are no hubs.
    graph: TautVisibilityGraph,
}

/// A corner: a line of the processor's cache.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
struct CornerRecord {
    /// Where the rows of entries of each wedge begin, and where they end.
    row_starts: [u32; 3],
    /// The distances from the best hubs and from the far ends of the map.
    landmarks: landmarks::LandmarkVector,
}

impl CornerRecord {
    /// The rows of all corners: where the rows of entries begin, by wedge, and what is known of
    /// landmarks.
    fn all(
        row_starts: &[u32],
        mut landmarks: impl Iterator<Item = landmarks::LandmarkVector>,
    ) -> Vec<Self> {
        let rows = row_starts.windows(3).step_by(2).map(|starts| Self {
            row_starts: [starts[0], starts[1], starts[2]],
            landmarks: landmarks.next().unwrap_or_default(),
        });
        rows.collect()
    }
}

impl Labels {
    /// The number of corners.
    const fn corner_count(&self) -> usize {
        self.fans.len()
    }

    fn is_hub(&self, node: TautNode) -> bool {
        self.ranks[node.corner() as usize] < self.hub_count
    }

    const fn all_are_hubs(&self) -> bool {
        self.hub_count as usize == self.corner_count()
    }

    /// With a number that only equal labels share, as far as their entries are looked at.
    fn identified(mut self) -> Self {
        /// One in so many entries is looked at.
        const STRIDE: usize = 61;
        let mut hash = Hash(self.fingerprint);
        hash.add(u64::from(self.hub_count));
        hash.add(self.fixed_point.units_per_length.to_bits());
        hash.add(self.entries.len() as u64);
        self.entries.packed().step_by(STRIDE).for_each(|entry| hash.add(entry));
        self.fans.iter().step_by(STRIDE).for_each(|fan| hash.add(fan.0.into()));
        self.identity = hash.0;
        self
    }
}
