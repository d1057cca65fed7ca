//! Whether nothing lies between both ends.

use tautline_geometry::Vec2;
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
        let ray = Ray::between(start, goal, signs.is_lattice());
        StraightWay { mesh, ray, goal_areas }.is_free(start_areas, scratch)
    }
}
