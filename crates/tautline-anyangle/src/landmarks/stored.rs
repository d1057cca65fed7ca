//! Landmarks as plain data, and checking such data.

use tautline_navmesh::NavMesh;
use thiserror::Error;

use super::{COUNT, LandmarkVector, Landmarks};
use crate::binding::Binding;
use crate::fingerprint;

/// Landmarks as plain data: what is baked.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoredLandmarks {
    /// Tells the mesh apart that they belong to.
    pub fingerprint: u64,
    /// The length of a unit, in world units.
    pub unit: f64,
    /// For each fan, how many whole units it is from each of 16 landmarks; nothing for
    /// small meshes, which have none.
    pub distances: Vec<u16>,
}

/// Why stored landmarks are refused.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StoredLandmarksError {
    /// They belong to another mesh.
    #[error("the landmarks belong to another mesh; bake them again")]
    OtherMesh,
    /// Their number does not fit the mesh.
    #[error("there are {length} distances to landmarks, but {needed} are needed; bake them again")]
    Length {
        /// How many there are.
        length: usize,
        /// How many there would have to be.
        needed: usize,
    },
    /// The unit is no length.
    #[error("the unit of distances to landmarks is {unit}, but must be above 0 and finite")]
    Unit {
        /// The offending unit.
        unit: f64,
    },
}

impl Landmarks {
    /// The landmarks as plain data. `mesh` is the one that they were chosen for.
    #[must_use]
    pub fn to_stored(&self, mesh: &NavMesh) -> StoredLandmarks {
        StoredLandmarks {
            fingerprint: fingerprint::of(mesh),
            unit: self.unit,
            distances: self.distances().collect(),
        }
    }
}

impl StoredLandmarks {
    /// Checks that they are of a mesh, and binds them to it and its clones. That distances
    /// are right is not checked: searches with wrong ones end, and may find paths
    /// that are too long. O(n).
    ///
    /// # Errors
    ///
    /// A [`StoredLandmarksError`].
    pub fn verify(self, mesh: &NavMesh) -> Result<Landmarks, StoredLandmarksError> {
        if self.fingerprint != fingerprint::of(mesh) {
            return Err(StoredLandmarksError::OtherMesh);
        }
        self.bind(mesh, mesh.fan_count())
    }

    /// Binds a number of rows to a mesh that is known to be the one that they belong to.
    pub(crate) fn bind(
        self,
        mesh: &NavMesh,
        count: usize,
    ) -> Result<Landmarks, StoredLandmarksError> {
        let (rows, rest) = self.distances.as_chunks::<COUNT>();
        let fits = rows.len() == count || rows.is_empty();
        if !fits || !rest.is_empty() {
            let (length, needed) = (self.distances.len(), COUNT * count);
            return Err(StoredLandmarksError::Length { length, needed });
        }
        if !(self.unit > 0.0 && self.unit.is_finite()) {
            return Err(StoredLandmarksError::Unit { unit: self.unit });
        }
        let rows: Vec<LandmarkVector> = rows.to_vec();
        Ok(Landmarks { binding: Binding::to(mesh), rows, unit: self.unit })
    }
}
