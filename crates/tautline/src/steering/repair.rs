//! The way back to the path, for an agent that was pushed aside.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, Location, NavMesh};

use super::{Steering, Waypoint, has_floors};
use crate::{Ground, PathOptions, Query, Scratch, Step, path_in};

impl Steering {
    /// Leads the agent back to the next corner. Returns false if no path leads there.
    pub(super) fn repair(
        &mut self,
        ground: Ground<'_>,
        options: &PathOptions<'_>,
        scratch: &mut Scratch,
    ) -> bool {
        let (Some(area), Some(next)) = (self.area, self.ahead.pop()) else { return false };
        let mesh = ground.mesh;
        let goal = on_floor(mesh, next.step.end(), next.elevation);
        let count = self.ahead.len();
        let mut path = std::mem::take(&mut scratch.path);
        // A search from a zero-width wall starts on both sides of it, but the agent is on one of
        // them. If the path begins on the other side, search from the middle of the agent's area
        // instead.
        let here = on_floor(mesh, self.position, mesh.elevation_at(area, self.position));
        let is_found = [here, middle_of(mesh, area)].into_iter().any(|start| {
            let query =
                Query::new(start, goal).with_options(PathOptions { snap: None, ..*options });
            if path_in(ground, &query, scratch, &mut path).is_err() {
                return false;
            }
            self.push_steps(&path);
            if start.point != self.position {
                self.ahead.push(Waypoint { step: Step::Walk { to: start.point }, elevation: 0.0 });
            }
            let Scratch { end_areas: [areas, _], tiers, .. } = scratch;
            let added = self.ahead.len() - count;
            let filter = options.filter_or_default();
            let is_open = self.walk(mesh, filter, area, added, areas, &mut tiers.ray);
            if !is_open {
                self.ahead.truncate(count);
            }
            is_open
        });
        scratch.path = path;
        if !is_found {
            self.ahead.push(next);
        }
        is_found
    }
}

/// A location inside an area: the mean of its corners, rounded.
pub(super) fn middle_of(mesh: &NavMesh, area: AreaId) -> Location {
    let count = mesh.corners(area).fold(0.0, |count, _| count + 1.0);
    let sum = mesh.corners(area).fold(DVec2::ZERO, |sum, corner| sum + DVec2::from(corner));
    let middle = (sum * (1.0 / count)).as_vec2();
    on_floor(mesh, middle, mesh.elevation_at(area, middle))
}

/// A location with an elevation, if the mesh has floors.
fn on_floor(mesh: &NavMesh, point: Vec2, elevation: f32) -> Location {
    Location { point, elevation: Some(elevation).filter(|_| has_floors(mesh)) }
}
