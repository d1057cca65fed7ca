//! The memory of a search.

use tautline_navmesh::internal::LinkEstimate;
use tautline_navmesh::{AreaId, RayCast};

use crate::Refraction;
use crate::end_points::EndPoints;
use crate::known_paths::KnownPaths;
use crate::labels::LookUpScratch;
use crate::landmarks::GoalBounds;

/// The memory of searches over weighted terrain. Reuse it for any mesh.
#[derive(Clone, Debug, Default)]
pub struct WeightedScratch {
    pub(crate) known: KnownPaths,
    pub(crate) start_areas: Vec<AreaId>,
    pub(crate) goal_areas: Vec<AreaId>,
    /// The points that are added for the start and the goal.
    pub(crate) end_points: EndPoints,
    pub(crate) estimate: LinkEstimate,
    pub(crate) goal_bounds: Option<GoalBounds>,
    /// True if the costs to the goal are known.
    pub(crate) has_goal_costs: bool,
    /// True if paths may cross borders between the nodes.
    pub(crate) slides: bool,
    /// True if labels have not been asked yet.
    pub(crate) may_look_up: bool,
    pub(crate) look_up: LookUpScratch,
    pub(crate) nodes: Vec<u32>,
    pub(crate) refraction: Refraction,
    pub(crate) ray: RayCast,
}

impl WeightedScratch {
    /// Creates empty memory. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of nodes that the last search expanded.
    #[must_use]
    pub const fn expanded(&self) -> u64 {
        self.known.expanded()
    }

    /// The lower bound over links of the last search.
    #[doc(hidden)]
    #[must_use]
    pub const fn estimate(&self) -> &LinkEstimate {
        &self.estimate
    }
}
