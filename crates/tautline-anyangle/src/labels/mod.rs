//! Hub labels: shortest paths from tables that are computed once for a mesh.
//!
//! Three modules: [`bake`] computes labels, [`tables`] are their parts, and [`query`] reads
//! shortest paths from them. This module holds what all three share: the labels, and how
//! they are stored.

mod bake;
mod query;
mod stats;
mod stored;
mod tables;

use tautline_geometry::Vec2;
use tautline_navmesh::FanId;
use tautline_navmesh::internal::{Binding, fingerprint::Hash};

use crate::landmarks;
use tables::cones::Cones;
use tables::entries::Entries;
use tables::fixed_point::FixedPoint;
use tables::links::LinkLayer;
use tables::search::Search;

pub use bake::{BakeError, BakeOptions, BakeProgress, BakeStage, Hubs};
pub use query::{LabelCounters, LabelScratch, NextCorner, PreparedGoal};
pub use stats::LabelStats;
pub use stored::{HubOrder, StoredLabels, StoredLabelsError, StoredLinkLayer};

/// Hub labels of a mesh, from which shortest paths are read without a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Labels {
    binding: Binding,
    fingerprint: u64,
    /// A hash that distinguishes these labels from others of the same mesh.
    identity: u64,
    /// The fan of each corner.
    fans: Vec<FanId>,
    /// The position of each corner. In a list of its own, which stays in the processor's
    /// cache.
    points: Vec<Vec2>,
    corners: Vec<CornerRecord>,
    /// The rank of each corner as a hub, 0 for the best.
    ranks: Vec<u32>,
    /// The number of hubs: the corners with the lowest ranks.
    hub_count: u32,
    cones: Cones,
    fixed_point: FixedPoint,
    /// The unit of distances from landmarks; `None` without landmarks.
    landmark_unit: Option<f64>,
    /// The distances between hubs.
    entries: Entries,
    /// The connection of the corners that are not hubs.
    search: Search,
    /// Paths over links, first over links of all kinds; empty if there are no links.
    links: Vec<LinkLayer>,
}

/// The data of a corner that queries read: one cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
struct CornerRecord {
    /// The first row of entries of each wedge, and the end of the last one.
    row_starts: [u32; 3],
    /// The distances from landmarks: the best hubs, and vertices at the far ends of the
    /// map.
    landmarks: landmarks::LandmarkVector,
}

impl CornerRecord {
    /// Returns the records of all corners, from the first rows by corner and wedge, and the
    /// distances from landmarks.
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
    /// Returns the number of corners.
    const fn corner_count(&self) -> usize {
        self.fans.len()
    }

    fn is_hub(&self, corner: u32) -> bool {
        self.ranks[corner as usize] < self.hub_count
    }

    /// Sets the identity: a hash of a sample of the labels.
    fn identified(mut self) -> Self {
        /// One in this number of entries is hashed.
        const STRIDE: usize = 61;
        let mut hash = Hash(self.fingerprint);
        hash.add(u64::from(self.hub_count));
        hash.add(self.fixed_point.units_per_length.to_bits());
        hash.add(self.entries.len() as u64);
        self.entries.packed().step_by(STRIDE).for_each(|entry| hash.add(entry));
        self.fans.iter().step_by(STRIDE).for_each(|fan| hash.add(fan.0.into()));
        for layer in &self.links {
            hash.add(layer.fingerprint);
            hash.add(layer.arcs.len() as u64);
            let entries = layer.rows.iter().flat_map(|rows| rows.entries.iter().step_by(STRIDE));
            entries.for_each(|entry| hash.add(entry.distance.to_bits()));
        }
        self.identity = hash.0;
        self
    }
}
