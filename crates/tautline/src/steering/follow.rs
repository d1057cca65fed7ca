//! A new path for an agent.

use super::among_others::Wait;
use super::repair::middle_of;
use super::{Steering, has_floors};
use crate::{Ground, Path, PathError, Query, Scratch, path_in};

impl Steering {
    /// Finds the path of a query and makes it the path of the agent.
    pub(super) fn follow(
        &mut self,
        ground: Ground<'_>,
        query: &Query<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), PathError> {
        // If the query names no floor, or if snapping moves the agent, the path decides on which floor it stands.
        let needs_areas =
            has_floors(ground.mesh) && (self.elevation.is_none() || query.options.snap.is_some());
        let query = &if needs_areas { query.with_areas() } else { *query };
        let mut path = std::mem::take(&mut scratch.path);
        let found = self.find(ground, query, scratch, &mut path);
        if found.is_ok() {
            self.take(ground, query, &path, scratch);
        }
        scratch.path = path;
        found
    }

    /// Makes a path the path of the agent.
    pub(super) fn take(
        &mut self,
        ground: Ground<'_>,
        query: &Query<'_>,
        path: &Path,
        scratch: &mut Scratch,
    ) {
        let &[start, ..] = &path.points[..] else { return };
        // An agent that stays where it is stays on its side of zero-width walls.
        if start != self.position || path.start_snap > 0.0 {
            (self.position, self.elevation, self.area) = (start, None, None);
        }
        self.ahead.clear();
        self.progress = Wait::NONE;
        self.push_steps(path);
        let is_on = self.tested_on.is_some_and(|(mesh, _)| mesh == ground.mesh.identity());
        self.area = self.area.filter(|_| is_on);
        self.tested_on = None;
        if has_floors(ground.mesh) && self.elevation.is_none() {
            self.area = path.areas.first().copied();
        }
        self.test(ground, query.options.filter_or_default(), scratch);
        self.goal.point = self.ahead.first().map_or(start, |last| last.step.end());
        if let Some(last) = self.ahead.first().filter(|_| has_floors(ground.mesh)) {
            self.goal.elevation = Some(last.elevation);
        }
    }

    /// Finds the path of a query. It begins in the area of the agent, unless the agent is moved.
    fn find(
        &mut self,
        ground: Ground<'_>,
        query: &Query<'_>,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path_in(ground, query, scratch, path)?;
        let (mesh, filter) = (ground.mesh, query.options.filter_or_default());
        let is_on = self.tested_on.is_some_and(|(of, _)| of == mesh.identity());
        let has_stayed = is_on && path.points.first() == Some(&self.position);
        let area = self.area.filter(|&area| has_stayed && mesh.is_open(area, filter));
        let Some(area) = area else { return Ok(()) };
        let Scratch { end_areas: [areas, _], tiers, .. } = &mut *scratch;
        ground.areas_at(self.location(), areas);
        if areas.len() == 1 {
            return Ok(());
        }
        // A search from a zero-width wall, or from a vertex where areas only touch, starts on all
        // sides, but the agent is on one of them. If the path begins on another side, search from the
        // middle of the agent's area instead.
        let count = self.ahead.len();
        self.push_steps(path);
        let added = self.ahead.len() - count;
        let is_open = self.walk(mesh, filter, area, added, areas, &mut tiers.ray);
        self.ahead.truncate(count);
        if !is_open {
            let start = middle_of(mesh, area);
            path_in(ground, &Query { start, ..*query }, scratch, path)?;
            path.points.insert(0, self.position);
            path.links.iter_mut().for_each(|link| link.point += 1);
        }
        Ok(())
    }
}
