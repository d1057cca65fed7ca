//! The mesh that a search is given, with what makes searches on it faster.

use tautline_navmesh::NavMesh;

use crate::{ExactError, Landmarks};

/// A mesh to search for exact paths, with or without [`Landmarks`].
///
/// Searches also accept a `&NavMesh`.
#[derive(Clone, Copy, Debug)]
pub struct SearchMesh<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) landmarks: Option<&'a Landmarks>,
}

impl<'a> SearchMesh<'a> {
    /// Returns a mesh without landmarks.
    #[must_use]
    pub const fn of(mesh: &'a NavMesh) -> Self {
        Self { mesh, landmarks: None }
    }

    /// Returns the same mesh with landmarks that were chosen for it or verified against it.
    /// Searches reject landmarks of another mesh with
    /// [`BakedForOtherMesh`](ExactError::BakedForOtherMesh).
    ///
    /// A search that may take links ignores the landmarks if a unit of distance costs more than 1: links
    /// then cost less, compared with walking, than the landmarks assume.
    #[must_use]
    pub const fn with_landmarks(self, landmarks: &'a Landmarks) -> Self {
        Self { landmarks: Some(landmarks), ..self }
    }

    /// Rejects landmarks of another mesh, and drops empty ones.
    pub(crate) fn verified(self) -> Result<Self, ExactError> {
        if let Some(landmarks) = self.landmarks {
            landmarks.binding.check(self.mesh)?;
        }
        Ok(Self { landmarks: self.landmarks.filter(|landmarks| !landmarks.is_empty()), ..self })
    }
}

impl<'a> From<&'a NavMesh> for SearchMesh<'a> {
    fn from(mesh: &'a NavMesh) -> Self {
        Self::of(mesh)
    }
}
