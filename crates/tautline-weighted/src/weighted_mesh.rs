//! The mesh that a search is given, with what makes searches on it faster.

use tautline_navmesh::NavMesh;
use tautline_navmesh::internal::ForeignMesh;

use crate::{CostLabels, CostLandmarks, GoalCosts};

/// A mesh to search for paths over weighted terrain, with or without tables that make searches faster.
///
/// Searches also accept a `&NavMesh`. They reject tables that were computed for another mesh with
/// [`BakedForOtherMesh`](crate::WeightedError::BakedForOtherMesh).
#[derive(Clone, Copy, Debug)]
pub struct WeightedMesh<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) landmarks: Option<&'a CostLandmarks>,
    pub(crate) goal_costs: Option<&'a GoalCosts>,
    pub(crate) labels: &'a [CostLabels],
}

impl<'a> WeightedMesh<'a> {
    /// Returns a mesh without tables.
    #[must_use]
    pub const fn of(mesh: &'a NavMesh) -> Self {
        Self { mesh, landmarks: None, goal_costs: None, labels: &[] }
    }

    /// Returns the same mesh with landmarks for the costs of a filter.
    #[must_use]
    pub const fn with_landmarks(self, landmarks: &'a CostLandmarks) -> Self {
        Self { landmarks: Some(landmarks), ..self }
    }

    /// Returns the same mesh with the costs to one goal. Only searches to exactly that goal with exactly that
    /// filter use them.
    #[must_use]
    pub const fn with_goal_costs(self, costs: &'a GoalCosts) -> Self {
        Self { goal_costs: Some(costs), ..self }
    }

    /// Returns the same mesh with labels for the costs of some filters. A query is answered by the first labels
    /// that are for its costs.
    #[must_use]
    pub const fn with_labels(self, labels: &'a [CostLabels]) -> Self {
        Self { labels, ..self }
    }

    /// Rejects tables of another mesh.
    pub(crate) fn verified(self) -> Result<Self, ForeignMesh> {
        if let Some(landmarks) = self.landmarks {
            landmarks.binding.check(self.mesh)?;
        }
        if let Some(costs) = self.goal_costs {
            costs.binding.check(self.mesh)?;
        }
        self.labels.iter().try_for_each(|labels| labels.binding.check(self.mesh))?;
        Ok(self)
    }
}

impl<'a> From<&'a NavMesh> for WeightedMesh<'a> {
    fn from(mesh: &'a NavMesh) -> Self {
        Self::of(mesh)
    }
}
