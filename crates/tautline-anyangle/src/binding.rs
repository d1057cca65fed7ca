//! The mesh that an accelerator was computed for.

use tautline_navmesh::{MeshIdentity, NavMesh};

use crate::ExactError;

/// Binds labels or landmarks to the mesh that they were computed for, or verified
/// against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding(MeshIdentity);

/// Bindings do not tell accelerators apart: what was computed for equal meshes is equal.
impl PartialEq for Binding {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Binding {
    pub(crate) const fn to(mesh: &NavMesh) -> Self {
        Self(mesh.identity())
    }

    /// Refuses any other mesh.
    ///
    /// # Errors
    ///
    /// [`ExactError::BakedForOtherMesh`].
    #[inline]
    pub(crate) fn check(self, mesh: &NavMesh) -> Result<(), ExactError> {
        if self.0 == mesh.identity() { Ok(()) } else { Err(ExactError::BakedForOtherMesh) }
    }
}
