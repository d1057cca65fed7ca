//! The binding of baked data to a mesh.

use crate::{MeshIdentity, NavMesh};

/// The mesh that data was computed for, or verified against.
#[derive(Clone, Copy, Debug)]
pub struct Binding(MeshIdentity);

/// Data is used with a mesh that it was not computed for.
#[derive(Clone, Copy, Debug)]
pub struct ForeignMesh;

/// Any two bindings are equal, so that data computed for equal meshes compares as equal.
impl PartialEq for Binding {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Binding {
    /// The binding to a mesh, and to clones of it.
    #[must_use]
    pub const fn to(mesh: &NavMesh) -> Self {
        Self(mesh.identity())
    }

    /// Checks that `mesh` is the mesh that this is bound to, or a clone of it.
    #[inline]
    pub fn check(self, mesh: &NavMesh) -> Result<(), ForeignMesh> {
        if self.0 == mesh.identity() { Ok(()) } else { Err(ForeignMesh) }
    }
}
