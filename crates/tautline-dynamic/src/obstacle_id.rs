//! Ids of obstacles.

use std::fmt;

/// The id of an obstacle of a [`DynamicNavMesh`](crate::DynamicNavMesh). Ids count up from 0 in the order in which
/// obstacles are added, and are never reused. So meshes with the same edits give the same ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObstacleId(pub u32);

impl fmt::Display for ObstacleId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}
