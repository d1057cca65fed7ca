//! Landmarks as plain data, and its verification.

use tautline_navmesh::NavMesh;
use tautline_navmesh::internal::{Binding, fingerprint};
use thiserror::Error;

use super::{COUNT, Landmarks};

/// Landmarks as plain data, to be stored.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoredLandmarks {
    /// The fingerprint of the mesh that they belong to, links included.
    pub fingerprint: u64,
    /// The length of a unit, in world units.
    pub unit: f64,
    /// The distances of each fan from 16 landmarks, then of the exit of each direction of each
    /// link, in whole units. Where links lead only in one direction, followed by the distances to
    /// the landmarks. Empty for small meshes, which have no landmarks.
    pub distances: Vec<u16>,
}

/// The reason for which stored landmarks are rejected.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StoredLandmarksError {
    /// They belong to another mesh.
    #[error("the landmarks belong to another mesh; bake them again")]
    OtherMesh,
    /// Their number does not fit the mesh.
    #[error("there are {length} distances to landmarks, but {needed} are needed; bake them again")]
    Length {
        /// The number of distances.
        length: usize,
        /// The number that is needed.
        needed: usize,
    },
    /// The unit is not a positive finite length.
    #[error("the unit of distances to landmarks is {unit}, but must be above 0 and finite")]
    Unit {
        /// The unit.
        unit: f64,
    },
}

impl StoredLandmarksError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::OtherMesh => (1, "other_mesh"),
            Self::Length { .. } => (2, "length"),
            Self::Unit { .. } => (3, "unit"),
        }
    }
}

impl Landmarks {
    /// Returns the landmarks as plain data. `mesh` is the one that they were chosen for.
    #[must_use]
    pub fn to_stored(&self, mesh: &NavMesh) -> StoredLandmarks {
        StoredLandmarks {
            fingerprint: fingerprint::with_links(mesh),
            unit: self.unit,
            distances: self.rows.as_flattened().to_vec(),
        }
    }
}

impl StoredLandmarks {
    /// Checks that they belong to a mesh, and binds them to it and its clones. The
    /// distances themselves are not checked: a search with wrong ones ends, but may find
    /// paths that are too long. O(n).
    ///
    /// # Errors
    ///
    /// A [`StoredLandmarksError`].
    pub fn verify(self, mesh: &NavMesh) -> Result<Landmarks, StoredLandmarksError> {
        if self.fingerprint != fingerprint::with_links(mesh) {
            return Err(StoredLandmarksError::OtherMesh);
        }
        let exits = mesh.link_graph().map_or(0, |links| links.arcs().len());
        let count = mesh.fan_count() + exits;
        let (rows, rest) = self.distances.as_chunks::<COUNT>();
        let fits = [0, count, 2 * count].contains(&rows.len());
        if !fits || !rest.is_empty() {
            let (length, needed) = (self.distances.len(), COUNT * count);
            return Err(StoredLandmarksError::Length { length, needed });
        }
        if !(self.unit > 0.0 && self.unit.is_finite()) {
            return Err(StoredLandmarksError::Unit { unit: self.unit });
        }
        Ok(Landmarks {
            binding: Binding::to(mesh),
            rows: rows.to_vec(),
            first_exit: mesh.fan_count(),
            first_row_to: rows.len().saturating_sub(count),
            unit: self.unit,
        })
    }
}
