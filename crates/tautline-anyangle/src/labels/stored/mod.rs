//! Labels as plain data; `verify` checks such data.

mod verify;

use tautline_navmesh::{FanId, NavMesh};
use thiserror::Error;

use super::Labels;
use crate::labels::tables::rows::AreaRow;
use crate::taut::corners::Corners;

/// Labels as plain data: what is baked. Flat lists that need no work per number;
/// [`Self::verify`] checks them in linear time.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoredLabels {
    /// Tells the mesh apart that the labels belong to.
    pub fingerprint: u64,
    /// The fan of each corner.
    pub fans: Vec<u32>,
    /// The rank of each corner as a hub, 0 for the best.
    pub ranks: Vec<u32>,
    /// How many corners are hubs: the best ones.
    pub hub_count: u32,
    /// How many units of distance there are in one world unit.
    pub units_per_length: f64,
    /// For each area where its groups of cones begin, where the last one ends, and
    /// from which parts of the map a path to it may have a single bend that only lists
    /// of cones tell: 16 numbers.
    pub areas: Vec<u32>,
    /// What areas list, packed.
    pub cones: Vec<u64>,
    /// Where the rows of entries begin for each corner and wedge, and where they
    /// end.
    pub row_starts: Vec<u32>,
    /// For each corner, how far it is to some others, roughly: 24 numbers; or nothing.
    pub bearings: Vec<u16>,
    /// Distances to hubs, packed.
    pub entries: Vec<u64>,
    /// For each entry, the one at the next corner towards the hub.
    pub nexts: Vec<u32>,
    /// Where the ways begin for each corner and wedge, and where they end.
    pub arc_starts: Vec<u32>,
    /// Where each way leads: twice the corner, and 1 for its last wedge.
    pub arc_ends: Vec<u32>,
    /// How many ways may follow each one.
    pub arc_reaches: Vec<u32>,
}

/// Why stored labels are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoredLabelsError {
    /// They belong to another mesh.
    #[error("the labels belong to another mesh; bake them again")]
    OtherMesh,
    /// Some lists have lengths that do not fit together.
    #[error("the labels have {length} {list}, but {needed} are needed; bake them again")]
    Length {
        /// Of what.
        list: &'static str,
        /// How many there are.
        length: usize,
        /// How many there would have to be.
        needed: usize,
    },
    /// Something names what there is not, or breaks an order.
    #[error("number {index} of the labels' {list} is wrong; bake them again")]
    Wrong {
        /// Of what.
        list: &'static str,
        /// The first one.
        index: usize,
    },
}

/// Which corners of a mesh are the best hubs: all that is needed to bake the same
/// labels again in less time. Two or four bytes for each corner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HubOrder {
    /// For each corner, the best hub first, its number among the fans that are
    /// corners.
    pub corners: Vec<u32>,
}

impl HubOrder {
    /// The corner of each rank; nothing if there is no such corner.
    pub(super) fn corners(&self, mesh: &NavMesh, corners: &Corners) -> Option<Vec<u32>> {
        let fans: Vec<FanId> = Corners::fans_of(mesh).collect();
        let corner = |&number: &u32| Some(corners.of_fan(*fans.get(number as usize)?));
        self.corners.iter().map(corner).collect()
    }
}

impl Labels {
    /// The order of hubs, for [`BakeOptions::order`](super::BakeOptions::order).
    #[must_use]
    pub fn hub_order(&self) -> HubOrder {
        let mut by_rank: Vec<(u32, u32)> =
            self.ranks.iter().copied().zip(self.fans.iter().copied()).collect();
        by_rank.sort_unstable();
        let mut fans = self.fans.clone();
        fans.sort_unstable();
        let number = |&(_, fan): &(u32, u32)| fans.partition_point(|&other| other < fan);
        let corners = by_rank.iter().map(number).map(|at| u32::try_from(at).unwrap_or(u32::MAX));
        HubOrder { corners: corners.collect() }
    }

    /// The labels as plain data.
    #[must_use]
    pub fn to_stored(&self) -> StoredLabels {
        let area = |row: &AreaRow| row.bounds.into_iter().chain(row.single_bends.0);
        let starts = self.corners.iter().flat_map(|row| row.starts().into_iter().take(2));
        let end = self.corners.last().map_or(0, |row| row.starts()[2]);
        StoredLabels {
            fingerprint: self.fingerprint,
            fans: self.fans.clone(),
            ranks: self.ranks.clone(),
            hub_count: self.hub_count,
            units_per_length: self.units.per_length,
            areas: self.areas.iter().flat_map(area).collect(),
            cones: self.cones.clone(),
            row_starts: starts.chain([end]).collect(),
            bearings: if self.has_beacons {
                self.corners.iter().flat_map(|row| row.bearings.to_plain()).collect()
            } else {
                Vec::new()
            },
            entries: self.entries.all().collect(),
            nexts: self.chains.nexts().collect(),
            arc_starts: self.graph.starts.clone(),
            arc_ends: self.graph.arcs.iter().map(|arc| arc.to.0).collect(),
            arc_reaches: self.graph.arcs.iter().map(|arc| arc.reach).collect(),
        }
    }
}
