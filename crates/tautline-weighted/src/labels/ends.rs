//! The ground around the ends of a path on foot.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, NavMesh, PathQuery};

use super::CostLabels;
use crate::space::Space;

/// A point with the areas that hold it.
pub(super) type LocatedPoint<'a> = (Vec2, &'a [AreaId]);

impl CostLabels {
    /// The space of a path on foot over the nodes of the labels, between two points.
    pub(super) fn space_between<'a>(
        &'a self,
        mesh: &'a NavMesh,
        [start, goal]: [LocatedPoint<'a>; 2],
    ) -> Space<'a> {
        let query = PathQuery::new(start.0, goal.0).with_filter(&self.filter);
        Space::over(&self.graph, mesh, &query, start.1, goal.1).on_foot()
    }

    /// The cheapest straight path through an area that holds two points, with its cost.
    pub(super) fn straight(
        &self,
        mesh: &NavMesh,
        ends: [LocatedPoint<'_>; 2],
    ) -> Option<(f64, AreaId)> {
        let [start, goal] = ends.map(|(point, _)| DVec2::from(point));
        let areas = ends[0].1.iter().filter(|&area| ends[1].1.contains(area));
        let open = areas.filter(|&&area| mesh.is_open(area, &self.filter));
        let costs = open.map(|&area| (start.distance(goal) * self.factor(mesh, area), area));
        costs.min_by(|one, other| one.0.total_cmp(&other.0))
    }

    pub(super) fn factor(&self, mesh: &NavMesh, area: AreaId) -> f64 {
        self.filter.factor(mesh.terrain(area))
    }

    /// The nodes of the open areas around a point, each with its cost from there.
    pub(super) fn nodes_at<'a>(
        &'a self,
        space: &'a Space<'a>,
        (point, areas): LocatedPoint<'a>,
    ) -> impl Iterator<Item = (u32, f64)> + 'a {
        let point = DVec2::from(point);
        // Ends of links can touch closed areas, whose nodes at the end itself would cost 0 times infinity.
        let open = areas.iter().filter(|&&area| space.mesh.is_open(area, &self.filter));
        open.flat_map(move |&area| {
            let factor = self.factor(space.mesh, area);
            space.graph.nodes_of(area).iter().filter_map(move |node| {
                let away = factor * point.distance(node.position.into());
                space.number_of(node).map(|number| (number, away))
            })
        })
    }
}
