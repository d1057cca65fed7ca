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
    /// One of the areas of the start in each of its connected components.
    one_per_component: Vec<AreaId>,
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
        let Self { start_areas, goals_by_area, one_per_component, reachable, .. } = self;
        let takes_links = mesh.takes_links(query.filter);
        one_per_component.clone_from(start_areas);
        one_per_component.sort_unstable_by_key(|&area| (mesh.component(area), area));
        one_per_component.dedup_by_key(|area| mesh.component(*area));
        let can_be_reached = |&&(area, _): &&(AreaId, u32)| {
            one_per_component.iter().any(|&start| mesh.may_lead(start, area, takes_links))
        };
        reachable.extend(goals_by_area.iter().filter(can_be_reached).map(|&(_, goal)| goal));
        reachable.sort_unstable();
        reachable.dedup();
    }
}
