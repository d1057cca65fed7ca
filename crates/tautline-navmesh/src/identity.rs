//! Identities that distinguish meshes in O(1).

use std::sync::atomic::{AtomicU64, Ordering};

/// The identity of a mesh: see [`NavMesh::identity`](crate::NavMesh::identity).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeshIdentity(u64);

impl MeshIdentity {
    /// An identity that no other mesh of this process has.
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
