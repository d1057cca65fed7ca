//! The test whether a path is open, by walking along it.

#[cfg(feature = "build")]
use tautline_dynamic::DynamicNavMesh;
#[cfg(feature = "build")]
use tautline_geometry::Aabb;
use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, End, Location, NavMesh, QueryFilter, RayCast};

use super::{Steering, Waypoint, has_floors};
use crate::{Ground, Scratch, Step};

impl Steering {
    /// Tests whether the path is open, if the mesh or the filter has changed since the last test,
    /// and finds the area of the agent.
    pub(super) fn test(&mut self, ground: Ground<'_>, filter: &QueryFilter, scratch: &mut Scratch) {
        let mesh = ground.mesh;
        let now = (mesh.identity(), filter.state());
        if self.tested_on == Some(now) {
            return;
        }
        let Scratch { end_areas: [areas, reached], tiers, .. } = scratch;
        #[cfg(feature = "build")]
        if self.is_known_open(ground, filter) {
            ground.areas_at(self.location(), areas);
            // On a border, the path decides on which side the agent stands.
            if let [area] = areas[..]
                && mesh.is_open(area, filter)
            {
                self.tested_on = Some(now);
                self.note_version(ground);
                return self.stand_in(mesh, area);
            }
        }
        let is_same_mesh = self.tested_on.is_none_or(|(mesh, _)| mesh == now.0);
        let is_open = |&area: &AreaId| mesh.is_open(area, filter);
        match self.area.filter(|_| is_same_mesh).filter(is_open) {
            Some(area) => {
                areas.clear();
                areas.push(area);
            }
            None => ground.areas_at(self.location(), areas),
        }
        areas.retain(is_open);
        let count = self.ahead.len();
        // There are several areas if the agent is on a border, or if the query named no floor.
        let walks =
            |&&area: &&AreaId| self.walk(mesh, filter, area, count, reached, &mut tiers.ray);
        let open = areas.iter().find(walks).copied();
        (self.is_open, self.tested_on) = (open.is_some(), Some(now));
        #[cfg(feature = "build")]
        self.note_version(ground);
        self.area = None;
        if let Some(area) = open.or_else(|| areas.first().copied()) {
            self.stand_in(mesh, area);
        }
    }

    /// Returns true if the path was open on an earlier version of the same dynamic ground, and no
    /// obstacle was added or removed near it since. O(steps and changes).
    #[cfg(feature = "build")]
    fn is_known_open(&self, ground: Ground<'_>, filter: &QueryFilter) -> bool {
        let (Some(dynamic), Some((of, since))) = (ground.dynamic, self.tested_version) else {
            return false;
        };
        // Ids of areas belong to one version, and an obstacle narrows borders next to it.
        let depends_on_areas = filter.forbids_areas() || filter.fits_agent();
        let is_same = self.tested_on.is_some_and(|(_, state)| state == filter.state())
            && of == dynamic.static_mesh().identity();
        if !self.is_open || depends_on_areas || !is_same || since > dynamic.version() {
            return false;
        }
        dynamic.changes_since(since).filter_map(|change| change.bounds).all(|changed| {
            let mut from = self.position;
            self.ahead.iter().rev().all(|waypoint| {
                let to = waypoint.step.end();
                let leg = Aabb { min: from.min(to), max: from.max(to) };
                from = to;
                !changed.intersects(&leg)
            })
        })
    }

    /// Notes the version of the ground on which the path was tested.
    #[cfg(feature = "build")]
    fn note_version(&mut self, ground: Ground<'_>) {
        let version =
            |dynamic: &DynamicNavMesh| (dynamic.static_mesh().identity(), dynamic.version());
        self.tested_version = ground.dynamic.map(version);
    }

    /// Walks along the next `count` steps from an area of the position. Returns false if one of
    /// them is not open. Notes the elevations of their ends.
    pub(super) fn walk(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        area: AreaId,
        count: usize,
        areas: &mut Vec<AreaId>,
        ray: &mut RayCast,
    ) -> bool {
        areas.clear();
        areas.push(area);
        let mut from = self.position;
        let mut ahead = self.ahead.iter_mut().rev().take(count).enumerate();
        ahead.all(|(index, Waypoint { step, elevation })| {
            match *step {
                Step::Walk { to } => {
                    let mut starts = areas.iter();
                    let reached = starts.find_map(|&area| reach(mesh, filter, area, from, to, ray));
                    let Some(reached) = reached else { return false };
                    areas.clear();
                    areas.push(reached);
                    *elevation = mesh.elevation_at(reached, to);
                }
                Step::Link { link: id, forwards, to } => {
                    // Another mesh may have another link of this number, or none.
                    let Some(link) = mesh.links().get(id.index()) else { return false };
                    let end = link.arrival(forwards);
                    // An agent may take its next link from a point near the departure.
                    let departs = index == 0 || link.departure(forwards).point == from;
                    let is_same = departs && end.point == to && (forwards || link.both_ways);
                    let location = Location::at_elevation(end.point, end.elevation);
                    if !(is_same && filter.takes(id, link.kind) && link.is_enabled())
                        || mesh.open_areas_at(End::Start, location, filter, areas).is_err()
                    {
                        return false;
                    }
                    *elevation = end.elevation;
                }
            }
            from = step.end();
            true
        })
    }

    /// Returns true if the agent sees the end of a step from its side of the walls, on the floor of that
    /// end: a straight walk can also lead to another floor above or below it, which does not count.
    pub(super) fn sees(
        &self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        waypoint: Waypoint,
        scratch: &mut Scratch,
    ) -> bool {
        let Scratch { end_areas: [areas, _], tiers, .. } = scratch;
        let (to, ray) = (waypoint.step.end(), &mut tiers.ray);
        let seen = |area| reach(mesh, filter, area, self.position, to, ray);
        let Some(reached) = self.area.and_then(seen) else { return false };
        if !has_floors(mesh) {
            return true;
        }
        mesh.areas_on_floor(to, waypoint.elevation, areas);
        areas.contains(&reached)
    }
}

/// Walks straight from a point of an area to another point. Returns the area there, or `None` if
/// something is in the way.
fn reach(
    mesh: &NavMesh,
    filter: &QueryFilter,
    area: AreaId,
    from: Vec2,
    to: Vec2,
    ray: &mut RayCast,
) -> Option<AreaId> {
    mesh.cast_from(area, from, to, filter, ray).ok()?;
    ray.areas.last().copied().filter(|_| ray.hit.is_none())
}
