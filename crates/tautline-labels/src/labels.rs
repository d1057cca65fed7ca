//! Hub labels: shortest paths from tables that are computed once for a mesh.
//!
//! Module `bake` computes labels, `query` reads paths from them, and `stored` converts them to plain
//! data and back.

use tautline_anyangle::internal::LandmarkVector;
use tautline_geometry::Vec2;
use tautline_navmesh::FanId;
use tautline_navmesh::internal::{Binding, fingerprint::Hash};

use crate::tables::below_hubs::BelowHubs;
use crate::tables::cones::Cones;
use crate::tables::entries::Entries;
use crate::tables::fixed_point::FixedPoint;
use crate::tables::links::LinkLayer;

/// Hub labels of a mesh, from which shortest paths are read without a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Labels {
    pub(crate) binding: Binding,
    pub(crate) fingerprint: u64,
    /// A hash that distinguishes these labels from others of the same mesh.
    pub(crate) identity: u64,
    /// The fan of each corner.
    pub(crate) fans: Vec<FanId>,
    /// The position of each corner. In a list of its own, which stays in the processor's
    /// cache.
    pub(crate) points: Vec<Vec2>,
    pub(crate) corners: Vec<CornerRecord>,
    /// The rank of each corner as a hub, 0 for the best.
    pub(crate) ranks: Vec<u32>,
    /// The number of hubs: the corners with the lowest ranks.
    pub(crate) hub_count: u32,
    pub(crate) cones: Cones,
    pub(crate) fixed_point: FixedPoint,
    /// The unit of distances from landmarks; `None` without landmarks.
    pub(crate) landmark_unit: Option<f64>,
    /// The distances between hubs.
    pub(crate) entries: Entries,
    /// The corners that are not hubs.
    pub(crate) below_hubs: BelowHubs,
    /// Paths over links, first over links of all kinds; empty if there are no links.
    pub(crate) links: Vec<LinkLayer>,
}

/// The data of a corner that queries read: one cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct CornerRecord {
    /// The first row of entries of each wedge, and the end of the last one.
    pub(crate) row_starts: [u32; 3],
    /// The distances from landmarks: the best hubs, and vertices at the far ends of the
    /// map.
    pub(crate) landmarks: LandmarkVector,
}

impl CornerRecord {
    /// Returns the records of all corners, from the first rows by corner and wedge, and the
    /// distances from landmarks.
    pub(crate) fn all(
        row_starts: &[u32],
        mut landmarks: impl Iterator<Item = LandmarkVector>,
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
    pub(crate) const fn corner_count(&self) -> usize {
        self.fans.len()
    }

    pub(crate) fn is_hub(&self, corner: u32) -> bool {
        self.ranks[corner as usize] < self.hub_count
    }

    /// Sets the identity: a hash of a sample of the labels.
    pub(crate) fn identified(mut self) -> Self {
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
