//! Telling apart what planners knew when.

use std::sync::atomic::{AtomicU64, Ordering};

/// Which planner a planner is, with which tiles: that of clones is equal until a tile of
/// one of them changes. Or which field a field is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity(u64);

impl Identity {
    /// One that nothing else has had.
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
