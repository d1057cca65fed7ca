//! The areas at the ends of links, while areas change.

use crate::DynamicNavMesh;
use crate::plan::{AreaState, Source};
use tautline_navmesh::{AreaId, Link, LinkEnd, NavMesh, Vec2};

/// For each link, the static areas at its two ends: the one that it was attached to, and those
/// that touch the end on the same floor.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkEnds {
    ends: Vec<[Vec<AreaId>; 2]>,
}

impl LinkEnds {
    pub(super) fn new(static_mesh: &NavMesh) -> Self {
        let areas_at = |end: &LinkEnd| {
            let mut areas = Vec::new();
            static_mesh.areas_on_floor(end.point, end.elevation, &mut areas);
            // The area that the link was attached to comes first.
            areas.sort_by_key(|&area| (Some(area) != end.area, area));
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
        let located = |(link, ends): (&Link, &[Vec<AreaId>; 2])| {
            let area = |end: &LinkEnd, static_areas: &Vec<AreaId>| {
                static_areas.iter().find_map(|&static_area| self.area_of(static_area, end.point))
            };
            let mut link = *link;
            link.from.area = area(&link.from, &ends[0]);
            link.to.area = area(&link.to, &ends[1]);
            link
        };
        let links =
            self.static_mesh.mesh.links().iter().zip(&self.link_ends.ends).map(located).collect();
        self.mesh.set_links(links);
    }

    /// The current area that contains a point of a static area; `None` if an obstacle covers the
    /// point.
    pub(super) fn area_of(&self, static_area: AreaId, point: Vec2) -> Option<AreaId> {
        match self.states[static_area.index()] {
            AreaState::Intact(area) => Some(area),
            AreaState::Cut(id) => {
                let patch = &self.patches.get(&id)?.patch;
                let &representative = patch.representatives.get(&static_area)?;
                self.mesh.areas_at(point).find(|&area| match self.sources[area.index()] {
                    Source::Patch { patch: of, index } => {
                        of == id && patch.areas[index].representative == representative
                    }
                    Source::Static(_) => false,
                })
            }
        }
    }
}
