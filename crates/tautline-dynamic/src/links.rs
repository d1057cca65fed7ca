//! The areas at the ends of links, while areas change.

use std::sync::Arc;

use crate::DynamicNavMesh;
use crate::plan::{AreaState, Source};
use tautline_navmesh::{AreaId, LinkEnd, NavMesh, Vec2};

/// For each link, the static areas that touch its two ends on the same floor.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkEnds {
    ends: Vec<[Vec<AreaId>; 2]>,
}

impl LinkEnds {
    pub(super) fn new(static_mesh: &NavMesh) -> Self {
        let areas_at = |end: &LinkEnd| {
            let mut areas = Vec::new();
            if end.area.is_none() {
                // The link is disabled without any obstacle, and stays so.
                return areas;
            }
            static_mesh.areas_on_floor(end.point, end.elevation, &mut areas);
            areas
        };
        let ends = static_mesh.links().iter().map(|link| [&link.from, &link.to].map(areas_at));
        Self { ends: ends.collect() }
    }
}

impl DynamicNavMesh {
    /// Finds the areas at the ends of all links again, and updates the connected components
    /// that links join. O(links and components).
    pub(super) fn attach_links(&mut self) {
        if self.link_ends.ends.is_empty() {
            return;
        }
        let static_links = self.static_mesh.mesh.links().iter();
        let (mut links, mut areas) = (Vec::new(), Vec::new());
        for (link, [from, to]) in static_links.zip(&self.link_ends.ends) {
            let mut link = *link;
            areas.push([
                self.areas_of_end(&mut link.from, from),
                self.areas_of_end(&mut link.to, to),
            ]);
            links.push(link);
        }
        // The new mesh is not shared yet, so this does not clone it.
        Arc::make_mut(&mut self.mesh).set_links(links, &areas);
    }

    /// The current areas that hold the end of a link, in order, none if an obstacle covers it.
    /// Sets the area of the end to the one that building chooses.
    fn areas_of_end(&self, end: &mut LinkEnd, static_areas: &[AreaId]) -> Vec<AreaId> {
        let current = |&area: &AreaId| self.areas_of(area, end.point);
        let mut areas: Vec<AreaId> = static_areas.iter().flat_map(current).collect();
        areas.sort_unstable();
        areas.dedup();
        let gap = |&area: &AreaId| (self.mesh.elevation_at(area, end.point) - end.elevation).abs();
        end.area = areas.iter().copied().min_by(|one, other| gap(one).total_cmp(&gap(other)));
        areas
    }

    /// The current areas that contain a point of a static area; none if an obstacle covers the
    /// point.
    pub(super) fn areas_of(
        &self,
        static_area: AreaId,
        point: Vec2,
    ) -> impl Iterator<Item = AreaId> + '_ {
        let (intact, cut) = match self.states[static_area.index()] {
            AreaState::Intact(area) => (Some(area), None),
            AreaState::Cut(id) => (None, Some((id, &self.patches[&id]))),
        };
        let in_patch = cut.into_iter().flat_map(move |(id, patched)| {
            let of_static = patched.representatives.get(&static_area);
            self.mesh.areas_at(point).filter(move |area| match self.sources[area.index()] {
                Source::Patch { patch: of, index } => {
                    of == id && Some(&patched.areas[index].representative) == of_static
                }
                Source::Static(_) => false,
            })
        });
        intact.into_iter().chain(in_patch)
    }
}
