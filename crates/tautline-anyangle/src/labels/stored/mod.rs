//! Labels as plain data; `verify` checks such data.

mod verify;

use tautline_navmesh::{FanId, NavMesh};
use thiserror::Error;

use super::Labels;
use crate::taut::corners::Corners;
use crate::to_u32;

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
    /// Where the eight groups of cones of each area begin, and where the last one ends.
    pub cone_starts: Vec<u32>,
    /// Of each cone the corner, twice its number, and 1 for its last wedge.
    pub cone_nodes: Vec<u32>,
    /// Of each cone the vertices of the right and of the left ray; 2^31 more if the ray leads
    /// away from the vertex.
    pub cone_limits: Vec<u32>,
    /// Of each cone how many rows of entries may follow.
    pub cone_row_counts: Vec<u32>,
    /// Where the rows of entries begin for each corner and wedge, and where they
    /// end.
    pub row_starts: Vec<u32>,
    /// The unit and the numbers of landmarks, as [`StoredLandmarks`](crate::StoredLandmarks)
    /// have them; no numbers if there are no landmarks.
    pub landmark_unit: f64,
    /// See `landmark_unit`.
    pub landmark_distances: Vec<u16>,
    /// Distances to hubs, packed.
    pub entries: Vec<u64>,
    /// For each entry, the one at the next corner towards the hub.
    pub nexts: Vec<u32>,
    /// Where the ways begin for each corner and wedge, and where they end.
    pub arc_starts: Vec<u32>,
    /// Where each way leads: twice the corner, and 1 for its last wedge.
    pub arc_ends: Vec<u32>,
    /// How many ways may follow each one.
    pub arc_successor_counts: Vec<u32>,
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
    Invalid {
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
            self.ranks.iter().copied().zip(self.fans.iter().map(|fan| fan.0)).collect();
        by_rank.sort_unstable();
        let mut fans = self.fans.clone();
        fans.sort_unstable();
        let place = |&(_, fan): &(u32, u32)| fans.partition_point(|other| other.0 < fan);
        HubOrder { corners: by_rank.iter().map(place).map(to_u32).collect() }
    }

    /// The labels as plain data.
    #[must_use]
    pub fn to_stored(&self) -> StoredLabels {
        let starts = self.corners.iter().flat_map(|row| row.row_starts.into_iter().take(2));
        let end = self.corners.last().map_or(0, |row| row.row_starts[2]);
        StoredLabels {
            fingerprint: self.fingerprint,
            fans: self.fans.iter().map(|fan| fan.0).collect(),
            ranks: self.ranks.clone(),
            hub_count: self.hub_count,
            units_per_length: self.fixed_point.units_per_length,
            cone_starts: self.cones.starts.clone(),
            cone_nodes: self.cones.nodes.iter().map(|node| node.0).collect(),
            cone_limits: self.cones.limits.as_flattened().to_vec(),
            cone_row_counts: self.cones.row_counts.clone(),
            row_starts: starts.chain([end]).collect(),
            landmark_unit: self.landmark_unit.unwrap_or(1.0),
            landmark_distances: if self.landmark_unit.is_some() {
                self.corners.iter().flat_map(|row| row.landmarks).collect()
            } else {
                Vec::new()
            },
            entries: self.entries.packed().collect(),
            nexts: self.entries.nexts().to_vec(),
            arc_starts: self.graph.starts.clone(),
            arc_ends: self.graph.arcs.iter().map(|arc| arc.to.0).collect(),
            arc_successor_counts: self.graph.arcs.iter().map(|arc| arc.successors).collect(),
        }
    }
}
