//! Labels as plain data, and its verification.

use tautline_geometry::{DVec2, to_f32};
use tautline_navmesh::internal::fingerprint::{self, Hash};
use tautline_navmesh::{NavMesh, QueryFilter, Terrain};
use thiserror::Error;

use super::{CostLabels, Entry};

/// Labels for the costs of a filter as plain data, in flat lists.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoredCostLabels {
    /// The fingerprint of the mesh that they belong to, terrain included.
    pub fingerprint: u64,
    /// The name of the costs.
    pub name: String,
    /// The cost factor of each of the 256 terrain classes; infinite if it is forbidden.
    pub factors: Vec<f32>,
    /// The first entry of each node, and the end of the last one.
    pub row_starts: Vec<u32>,
    /// For each entry, the rank of its hub. They increase from entry to entry of a node.
    pub hubs: Vec<u32>,
    /// For each entry, the cost of the path to its hub.
    pub costs: Vec<f32>,
    /// For each entry, the next node on that path; at the hub, the node itself.
    pub nexts: Vec<u32>,
}

/// The reason for which stored labels for the costs of a filter are rejected.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StoredCostLabelsError {
    /// They belong to another mesh.
    #[error("the cost labels belong to another mesh; bake them again")]
    OtherMesh,
    /// A list has the wrong length.
    #[error("the cost labels have {length} {list}, but need {needed}; bake them again")]
    Length {
        /// The name of the list.
        list: &'static str,
        /// Its length.
        length: usize,
        /// The length that is needed.
        needed: usize,
    },
    /// A factor is neither above 0 nor infinite.
    #[error("the cost labels have the factor {factor} for terrain {terrain}, but it must be above 0; bake them again", terrain = terrain.0)]
    Factor {
        /// The terrain class.
        terrain: Terrain,
        /// The factor.
        factor: f32,
    },
    /// The starts of entries are out of order.
    #[error("the starts of entries in the cost labels are out of order; bake them again")]
    Starts,
    /// An entry is wrong: its hub or its next node is out of range or out of order, or its cost is not the cost
    /// of the path to the hub.
    #[error("entry {index} of the cost labels is invalid; bake them again")]
    Entry {
        /// The index of the first such entry.
        index: usize,
    },
}

impl StoredCostLabelsError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::OtherMesh => (1, "other_mesh"),
            Self::Length { .. } => (2, "length"),
            Self::Factor { .. } => (3, "factor"),
            Self::Starts => (4, "starts"),
            Self::Entry { .. } => (5, "entry"),
        }
    }
}

impl CostLabels {
    /// Returns the labels as plain data. `mesh` is the one that they were baked for.
    #[must_use]
    pub fn to_stored(&self, mesh: &NavMesh) -> StoredCostLabels {
        let factor = |class| to_f32(self.filter.factor(Terrain(class)));
        StoredCostLabels {
            fingerprint: fingerprint_of(mesh),
            name: self.name.clone(),
            factors: (0..=u8::MAX).map(factor).collect(),
            row_starts: self.row_starts.clone(),
            hubs: self.entries.iter().map(|entry| entry.hub).collect(),
            costs: self.entries.iter().map(|entry| entry.cost).collect(),
            nexts: self.nexts.clone(),
        }
    }
}

impl StoredCostLabels {
    /// Checks that the labels belong to a mesh, and binds them to it and its clones. Each entry must have the cost of a
    /// path over the ground. If a forged file leaves out hubs, paths cost more than necessary, or queries search
    /// instead. O(n log n) for n entries.
    ///
    /// # Errors
    ///
    /// A [`StoredCostLabelsError`].
    pub fn verify(self, mesh: &NavMesh) -> Result<CostLabels, StoredCostLabelsError> {
        if self.fingerprint != fingerprint_of(mesh) {
            return Err(StoredCostLabelsError::OtherMesh);
        }
        let empty = CostLabels::without_entries(mesh, self.filter()?);
        let Self { name, row_starts, hubs, costs, nexts, .. } = self;
        has_length("starts", row_starts.len(), empty.row_starts.len())?;
        if row_starts.first() != Some(&0) || !row_starts.is_sorted() {
            return Err(StoredCostLabelsError::Starts);
        }
        let count = row_starts.last().map_or(0, |&end| end as usize);
        for (list, length) in [("hubs", hubs.len()), ("costs", costs.len()), ("nexts", nexts.len())]
        {
            has_length(list, length, count)?;
        }
        let entries = hubs.into_iter().zip(costs).map(|(hub, cost)| Entry { hub, cost }).collect();
        let labels = CostLabels { name, row_starts, entries, nexts, ..empty };
        for node in 0..crate::to_u32(labels.nodes.count()) {
            if let Some(index) = labels.row(node).find(|&index| !labels.is_path(mesh, node, index))
            {
                return Err(StoredCostLabelsError::Entry { index });
            }
        }
        Ok(labels.with_links_of(mesh))
    }

    fn filter(&self) -> Result<QueryFilter, StoredCostLabelsError> {
        has_length("factors", self.factors.len(), 256)?;
        let mut filter = QueryFilter::uniform();
        for (class, &factor) in (0..=u8::MAX).zip(&self.factors) {
            let terrain = Terrain(class);
            if factor == f32::INFINITY {
                filter.forbid(terrain);
            } else if filter.set(terrain, factor).is_err() {
                return Err(StoredCostLabelsError::Factor { terrain, factor });
            }
        }
        Ok(filter)
    }
}

impl CostLabels {
    /// Returns true if an entry of a node is a path to its hub: either the node is the hub, or the entry leads straight
    /// to a node that is nearer to the hub, and its cost is that of the leg plus that of the next entry.
    fn is_path(&self, mesh: &NavMesh, node: u32, index: usize) -> bool {
        let (Entry { hub, cost }, next) = (self.entries[index], self.nexts[index]);
        let is_first = index == self.row(node).start || self.entries[index - 1].hub < hub;
        if !is_first || hub as usize >= self.nodes.count() || next as usize >= self.nodes.count() {
            return false;
        }
        if next == node {
            return cost.to_bits() == 0;
        }
        let row = self.row(next);
        let Ok(found) = self.entries[row.clone()].binary_search_by_key(&hub, |entry| entry.hub)
        else {
            return false;
        };
        let rest = self.entries[row.start + found].cost;
        let [from, to] = [node, next].map(|node| DVec2::from(self.nodes.position(node)));
        let has_cost = |area| {
            let leg = self.filter.factor(mesh.terrain(area)) * from.distance(to);
            // Costs are rounded, and raised to be above the cost of the next node.
            (f64::from(rest) + leg - f64::from(cost)).abs() <= 1e-5 * f64::from(cost)
        };
        // A search may leave out the leg through the cheaper area between two nodes of a border.
        let has_leg = self.nodes.common_areas(node, next).any(has_cost);
        rest < cost && cost.is_finite() && has_leg
    }
}

/// The fingerprint of a mesh with its terrain.
fn fingerprint_of(mesh: &NavMesh) -> u64 {
    let mut hash = Hash(fingerprint::of(mesh));
    for area in mesh.areas() {
        hash.add(mesh.terrain(area).0.into());
    }
    hash.0
}

const fn has_length(
    list: &'static str,
    length: usize,
    needed: usize,
) -> Result<(), StoredCostLabelsError> {
    if length == needed {
        Ok(())
    } else {
        Err(StoredCostLabelsError::Length { list, length, needed })
    }
}
