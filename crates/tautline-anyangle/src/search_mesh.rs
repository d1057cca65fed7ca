//! The mesh that a search is given, with what makes searches on it faster.

use tautline_navmesh::NavMesh;

use crate::{CostLabels, CostLandmarks, ExactError, GoalCosts, Landmarks};

/// A mesh to search for exact paths, with or without [`Landmarks`].
///
/// Searches also accept a `&NavMesh`.
#[derive(Clone, Copy, Debug)]
pub struct SearchMesh<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) landmarks: Option<&'a Landmarks>,
    pub(crate) cost_landmarks: Option<&'a CostLandmarks>,
    pub(crate) goal_costs: Option<&'a GoalCosts>,
    pub(crate) cost_labels: &'a [CostLabels],
}

impl<'a> SearchMesh<'a> {
    /// Returns a mesh without landmarks.
    #[must_use]
    pub const fn of(mesh: &'a NavMesh) -> Self {
        Self { mesh, landmarks: None, cost_landmarks: None, goal_costs: None, cost_labels: &[] }
    }

    /// Returns the same mesh with landmarks that were chosen for it or verified against it.
    /// They count links at their costs where a unit of distance costs at most 1; searches over
    /// dearer ground that may take links ignore them.
    /// Searches reject landmarks of another mesh with
    /// [`BakedForOtherMesh`](ExactError::BakedForOtherMesh).
    #[must_use]
    pub const fn with_landmarks(self, landmarks: &'a Landmarks) -> Self {
        Self { landmarks: Some(landmarks), ..self }
    }

    /// Returns the same mesh with landmarks for the costs of a filter. Only searches over
    /// [weighted terrain](crate::weighted_path) use them.
    #[must_use]
    pub const fn with_cost_landmarks(self, landmarks: &'a CostLandmarks) -> Self {
        Self { cost_landmarks: Some(landmarks), ..self }
    }

    /// Returns the same mesh with the costs to one goal. Only searches over
    /// [weighted terrain](crate::weighted_path) to that very goal, with that very filter, use them.
    #[must_use]
    pub const fn with_goal_costs(self, costs: &'a GoalCosts) -> Self {
        Self { goal_costs: Some(costs), ..self }
    }

    /// Returns the same mesh with labels for the costs of some filters. Only searches over
    /// [weighted terrain](crate::weighted_path) use them: the first ones that are for the costs of the query.
    #[must_use]
    pub const fn with_cost_labels(self, labels: &'a [CostLabels]) -> Self {
        Self { cost_labels: labels, ..self }
    }

    /// Rejects labels, landmarks and costs of another mesh, and drops empty landmarks.
    pub(crate) fn verified(self) -> Result<Self, ExactError> {
        if let Some(landmarks) = self.landmarks {
            landmarks.binding.check(self.mesh)?;
        }
        if let Some(landmarks) = self.cost_landmarks {
            landmarks.check(self.mesh)?;
        }
        if let Some(costs) = self.goal_costs {
            costs.check(self.mesh)?;
        }
        self.cost_labels.iter().try_for_each(|labels| labels.check(self.mesh))?;
        Ok(Self { landmarks: self.landmarks.filter(|landmarks| !landmarks.is_empty()), ..self })
    }
}

impl<'a> From<&'a NavMesh> for SearchMesh<'a> {
    fn from(mesh: &'a NavMesh) -> Self {
        Self::of(mesh)
    }
}
