//! Whether nothing lies between both ends.

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::{AreaId, NavMesh};

use crate::labels::Labels;
use crate::ray::Ray;
use crate::taut::sight::{SightScratch, StraightWay};
use crate::taut::signs::Signs;

impl Labels {
    /// Whether the straight way between two ends in some areas is free. Exact.
    pub(super) fn is_straight(
        &self,
        mesh: &NavMesh,
        signs: Signs,
        [start, goal]: [Vec2; 2],
        [start_areas, goal_areas]: [&[AreaId]; 2],
        scratch: &mut SightScratch,
    ) -> bool {
        let apart = Wide::from(start).distance(goal.into());
        let see_far = |areas: &[AreaId]| {
            areas.iter().any(|area| apart <= f64::from(self.outlooks[area.index()]))
        };
        if !see_far(start_areas) || !see_far(goal_areas) {
            return false;
        }
        let ray = Ray::between(start, goal, signs.is_lattice());
        StraightWay { mesh, ray, goal_areas }.is_free(start_areas, scratch)
    }
}
