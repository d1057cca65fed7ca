//! Labels as plain data, to be stored.

mod arcs;
mod checks;
mod links;
mod verify;

use tautline_navmesh::{FanId, NavMesh};
use thiserror::Error;

use super::Labels;
use super::tables::links::LinkLayer;
use crate::taut::corners::Corners;
use crate::to_u32;

pub use links::StoredLinkLayer;

/// Labels as plain data, in flat lists. [`Self::verify`] checks them in linear time.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoredLabels {
    /// The fingerprint of the mesh that the labels belong to.
    pub fingerprint: u64,
    /// The fan of each corner.
    pub fans: Vec<u32>,
    /// The rank of each corner as a hub, 0 for the best.
    pub ranks: Vec<u32>,
    /// The number of hubs: the corners with the lowest ranks.
    pub hub_count: u32,
    /// The number of fixed-point units in a world unit.
    pub units_per_length: f64,
    /// The first cone of each of the eight groups of each area, and the end of the last
    /// one.
    pub cone_starts: Vec<u32>,
    /// The node of each cone: twice its corner, plus 1 for the last wedge.
    pub cone_nodes: Vec<u32>,
    /// The vertices that the right and the left ray of each cone lead through; plus 2^31 if
    /// the ray leads away from the vertex.
    pub cone_limits: Vec<u32>,
    /// The number of rows of entries of each cone that may keep a path taut; of arcs, if its corner
    /// is not a hub.
    pub cone_row_counts: Vec<u32>,
    /// The first row of entries of each corner and wedge, and the end of the last one.
    pub row_starts: Vec<u32>,
    /// The unit of distances from landmarks, as in
    /// [`StoredLandmarks`](tautline_anyangle::StoredLandmarks).
    pub landmark_unit: f64,
    /// The distances from landmarks; empty without landmarks.
    pub landmark_distances: Vec<u16>,
    /// Label entries: a fixed-point distance, and the hub in the lower 16 bits, or in as many
    /// as the number of hubs needs.
    pub entries: Vec<u64>,
    /// For each entry, the entry of the same hub at the next corner; at the hub, the entry itself.
    pub nexts: Vec<u32>,
    /// The first arc of each corner and wedge, and the end of the last one; empty if all corners
    /// are hubs.
    pub arc_starts: Vec<u32>,
    /// The node that each arc leads to: twice its corner, plus 1 for the last wedge.
    pub arc_ends: Vec<u32>,
    /// The number of arcs that keep a path taut after each arc; of rows of entries, if it leads to a
    /// hub.
    pub arc_successor_counts: Vec<u32>,
    /// The middle corner of each arc of a hierarchy, or `u32::MAX` for a straight one; empty if the
    /// arcs are those of the taut visibility graph.
    pub arc_middles: Vec<u32>,
    /// The link layers. The first one covers all links; empty without links.
    pub links: Vec<StoredLinkLayer>,
}

/// The reason for which stored labels are rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoredLabelsError {
    /// They belong to another mesh.
    #[error("the labels belong to another mesh; bake them again")]
    OtherMesh,
    /// A list has the wrong length.
    #[error("the labels have {length} {list}, but need {needed}; bake them again")]
    Length {
        /// The name of the list.
        list: &'static str,
        /// Its length.
        length: usize,
        /// The length that is needed.
        needed: usize,
    },
    /// A number in a list is out of range or out of order.
    #[error("number {index} of the {list} in the labels is invalid; bake them again")]
    Invalid {
        /// The name of the list.
        list: &'static str,
        /// The index of the first such number.
        index: usize,
    },
}

impl StoredLabelsError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::OtherMesh => (1, "other_mesh"),
            Self::Length { .. } => (2, "length"),
            Self::Invalid { .. } => (3, "invalid"),
        }
    }
}

/// The order of hubs of a mesh: all that is needed to bake the same labels again in less
/// time. Two or four bytes per corner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HubOrder {
    /// For each rank, the best hub first, the number of its fan among those that are
    /// corners.
    pub corners: Vec<u32>,
}

impl HubOrder {
    /// Returns the corner of each rank; `None` if there is no such corner.
    pub(super) fn corners(&self, mesh: &NavMesh, corners: &Corners) -> Option<Vec<u32>> {
        let fans: Vec<FanId> = Corners::fans_of(mesh).collect();
        let corner = |&number: &u32| Some(corners.of_fan(*fans.get(number as usize)?));
        self.corners.iter().map(corner).collect()
    }
}

impl Labels {
    /// Returns the order of hubs, for [`BakeOptions::order`](super::BakeOptions::order).
    #[must_use]
    pub fn hub_order(&self) -> HubOrder {
        let mut by_rank: Vec<(u32, u32)> =
            self.ranks.iter().copied().zip(self.fans.iter().map(|fan| fan.0)).collect();
        by_rank.sort_unstable();
        let mut fans = self.fans.clone();
        fans.sort_unstable();
        let index = |&(_, fan): &(u32, u32)| fans.partition_point(|other| other.0 < fan);
        HubOrder { corners: by_rank.iter().map(index).map(to_u32).collect() }
    }

    /// Returns the labels as plain data.
    #[must_use]
    pub fn to_stored(&self) -> StoredLabels {
        let starts = self.corners.iter().flat_map(|row| row.row_starts.into_iter().take(2));
        let end = self.corners.last().map_or(0, |row| row.row_starts[2]);
        let graph = self.below_hubs.graph();
        let arcs = graph.map_or(&[][..], |graph| &graph.arcs);
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
            arc_starts: graph.map_or_else(Vec::new, |graph| graph.starts.clone()),
            arc_ends: arcs.iter().map(|arc| arc.to.0).collect(),
            arc_successor_counts: arcs.iter().map(|arc| arc.successors).collect(),
            arc_middles: self.below_hubs.middles().to_vec(),
            links: self.links.iter().map(LinkLayer::to_stored).collect(),
        }
    }
}
