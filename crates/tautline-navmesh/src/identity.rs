//! Telling meshes apart without looking at them.

use std::sync::atomic::{AtomicU64, Ordering};

/// Which mesh a mesh is: see [`NavMesh::identity`](crate::NavMesh::identity).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeshIdentity(u64);

impl MeshIdentity {
    /// One that nothing else has had.
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
