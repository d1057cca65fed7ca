//! The binding of labels and landmarks to a mesh.

use tautline_navmesh::{MeshIdentity, NavMesh};

use crate::ExactError;

/// The mesh that labels or landmarks were computed for, or verified against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding(MeshIdentity);

/// Any two bindings are equal, so that labels computed for equal meshes compare as equal.
impl PartialEq for Binding {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Binding {
    pub(crate) const fn to(mesh: &NavMesh) -> Self {
        Self(mesh.identity())
    }

    /// Checks that `mesh` is the mesh that this is bound to, or a clone of it.
    ///
    /// # Errors
    ///
    /// [`ExactError::BakedForOtherMesh`].
    #[inline]
    pub(crate) fn check(self, mesh: &NavMesh) -> Result<(), ExactError> {
        if self.0 == mesh.identity() { Ok(()) } else { Err(ExactError::BakedForOtherMesh) }
    }
}
