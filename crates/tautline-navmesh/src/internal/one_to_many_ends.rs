//! The start and the goals of one-to-many queries, located on a mesh.

use tautline_geometry::Vec2;

use crate::{AreaId, End, Location, NavMesh, OneToManyQuery, QueryError};

/// The start and the goals of a one-to-many query.
#[derive(Clone, Debug, Default)]
pub struct OneToManyEnds {
    /// The areas that hold the start.
    pub start_areas: Vec<AreaId>,
    /// The areas that hold goals, each with the index of the goal, sorted.
    pub goals_by_area: Vec<(AreaId, u32)>,
    /// The goals.
    pub points: Vec<Vec2>,
    /// The goals that may be reachable, sorted.
    pub reachable: Vec<u32>,
    goal_areas: Vec<AreaId>,
    /// The connected components that the start lies in, each with one of its areas.
    start_components: Vec<(u32, AreaId)>,
}

impl OneToManyEnds {
    /// Forgets the last query.
    pub fn clear(&mut self) {
        self.start_areas.clear();
        self.goals_by_area.clear();
        self.points.clear();
        self.reachable.clear();
    }

    /// Locates the start and the goals. Goals on forbidden ground lie in no area.
    pub fn locate(
        &mut self,
        mesh: &NavMesh,
        query: &OneToManyQuery<'_>,
        goals: &[Location],
    ) -> Result<(), QueryError> {
        self.clear();
        let OneToManyQuery { start, filter, .. } = *query;
        mesh.open_areas_at(End::Start, start, filter, &mut self.start_areas)?;
        for (number, &goal) in (0..).zip(goals) {
            let goal_areas = &mut self.goal_areas;
            match mesh.open_areas_at(End::Goal, goal, filter, goal_areas) {
                Err(QueryError::Forbidden { .. } | QueryError::ForbiddenArea { .. }) => {}
                other => other?,
            }
            self.goals_by_area.extend(goal_areas.iter().map(|&area| (area, number)));
            self.points.push(goal.point);
        }
        self.goals_by_area.sort_unstable();
        self.collect_reachable(mesh, query);
        Ok(())
    }

    /// Collects the goals that may be reachable: those in the connected components of the start,
    /// and in others that links lead to.
    fn collect_reachable(&mut self, mesh: &NavMesh, query: &OneToManyQuery<'_>) {
        let Self { start_areas, goals_by_area, start_components, reachable, .. } = self;
        let takes_links = mesh.takes_links(query.filter);
        start_components.clear();
        start_components.extend(start_areas.iter().map(|&area| (mesh.component(area), area)));
        start_components.sort_unstable();
        start_components.dedup_by_key(|start| start.0);
        let can_be_reached = |&&(area, _): &&(AreaId, u32)| {
            let component = mesh.component(area);
            start_components.binary_search_by_key(&component, |start| start.0).is_ok()
                || takes_links && start_components.iter().any(|start| mesh.may_reach(start.1, area))
        };
        reachable.extend(goals_by_area.iter().filter(can_be_reached).map(|&(_, goal)| goal));
        reachable.sort_unstable();
        reachable.dedup();
    }
}
