//! The exact tier with the labels of an earlier version of a dynamic mesh.

use tautline_anyangle::{ExactError, shortest_path_below};
use tautline_dynamic::PathState;
use tautline_navmesh::{Location, NavMesh, PathQuery};

use crate::Path;
use crate::baked_version::Before;
use crate::task::{Task, TierScratch};

impl Task<'_> {
    /// Answers from the labels of an earlier version.
    ///
    /// A path that the changes since then do not affect is still the shortest one. If it is still
    /// walkable, but removed obstacles may have opened a shorter one, its length is an upper bound
    /// for the search. If it is blocked, the search has no bound.
    pub(super) fn look_up_before(
        &self,
        before: Before<'_>,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        let Before { ground, baked } = before;
        let PathQuery { start, goal, .. } = self.query;
        let (memory, points) = (&mut scratch.labels, &mut path.points);
        let found = baked.labels().shortest_path(baked.mesh(), start, goal, memory, points);
        scratch.expanded = scratch.labels.counters().expanded;
        let length = match found {
            Err(ExactError::BakedForOtherMesh) => return Err(ExactError::BakedForOtherMesh),
            // Ends that were off the earlier mesh, or not connected on it, may be connected now.
            Err(_) => return self.search(scratch, path),
            Ok(length) => length,
        };
        let state = if baked.mesh().elevations().is_empty() {
            let memory = &mut scratch.path_state;
            ground.path_state_in(&path.points, length, baked.version(), memory)
        } else if self.locate_points(baked.mesh(), scratch, path) {
            let TierScratch { locations, path_state, .. } = scratch;
            ground.path_state_in(locations, length, baked.version(), path_state)
        } else {
            return self.search(scratch, path);
        };
        match state {
            PathState::Untouched => {}
            PathState::MayBeShorter => return self.shorten(length, scratch, path),
            PathState::Blocked { .. } => return self.search(scratch, path),
        }
        self.check_budget(scratch)?;
        self.note_length(length, path);
        Ok(())
    }

    /// Finds the elevations of the points of a path on a mesh, because an obstacle can block one
    /// of several floors. Returns false if its floors are not certain.
    fn locate_points(&self, mesh: &NavMesh, scratch: &mut TierScratch, path: &mut Path) -> bool {
        path.links.clear();
        path.find_areas(mesh, &self.query, &mut scratch.ray);
        scratch.locations.clear();
        let mut ahead = &path.areas[..];
        for &point in &path.points {
            let here = ahead.iter().position(|&area| mesh.contains(area, point));
            let Some(here) = here.and_then(|index| ahead.get(index..)) else { return false };
            ahead = here;
            let elevation = mesh.elevation_at(ahead[0], point);
            scratch.locations.push(Location::at_elevation(point, elevation));
        }
        // An obstacle that covers or uncovers a floor can change the floor that is nearest to an
        // elevation. And a start without an elevation can be on several floors: the walk from one
        // of them can end above or below the goal.
        let ends = [
            (self.query.start, scratch.locations.first()),
            (self.query.goal, scratch.locations.last()),
        ];
        ends.into_iter().all(|(end, located)| {
            let located = located.and_then(|located| located.elevation);
            let (Some(elevation), Some(located)) = (end.elevation, located) else { return true };
            [mesh, self.mesh].into_iter().all(|mesh| {
                mesh.locate_at(end.point, elevation).is_none_or(|nearest| {
                    let gap = (mesh.elevation_at(nearest, end.point) - elevation).abs();
                    (located - elevation).abs() <= gap
                })
            })
        })
    }

    /// Searches for a path that is shorter than the given one.
    fn shorten(
        &self,
        length: f64,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        let query = self.with_rest_of_budget(scratch.expanded);
        let (exact, points) = (&mut scratch.exact, &mut path.points);
        let shorter = shortest_path_below(self.search_mesh, &query, length, exact, points);
        let shorter = scratch.count_search(shorter)?;
        let lower_bound = scratch.exact.lower_bound() * self.factor();
        self.note_length(shorter.unwrap_or(length), path);
        path.lower_bound = lower_bound;
        Ok(())
    }
}
