//! Where the ends of links are, while areas come and go around them.

use crate::DynamicNavMesh;
use crate::plan::{Owner, Stand};
use tautline_navmesh::{AreaId, Link, LinkEnd, NavMesh, Vec2};

/// Of each link, by number, the areas of the base at its two ends: the one that it
/// was attached to, and those that touch the end on the same floor.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkSites {
    ends: Vec<[Vec<AreaId>; 2]>,
}

impl LinkSites {
    pub(super) fn of(base: &NavMesh) -> Self {
        let areas_at = |end: &LinkEnd| {
            let mut areas = Vec::new();
            base.areas_on_floor(end.point, end.elevation, &mut areas);
            // What it was attached to comes first.
            areas.sort_by_key(|&area| (Some(area) != end.area, area));
            areas
        };
        let ends = base.links().iter().map(|link| [&link.from, &link.to].map(areas_at));
        Self { ends: ends.collect() }
    }
}

impl DynamicNavMesh {
    /// Finds the areas at the ends of all links anew, and notes which parts of the
    /// ground links join. O(links and parts).
    pub(super) fn attach_links(&mut self) {
        if self.sites.ends.is_empty() {
            return;
        }
        let located = |(link, ends): (&Link, &[Vec<AreaId>; 2])| {
            let area = |end: &LinkEnd, bases: &Vec<AreaId>| {
                bases.iter().find_map(|&base| self.area_of(base, end.point))
            };
            let mut link = *link;
            link.from.area = area(&link.from, &ends[0]);
            link.to.area = area(&link.to, &ends[1]);
            link
        };
        let links = self.base.mesh.links().iter().zip(&self.sites.ends).map(located).collect();
        self.mesh.set_links(links);
    }

    /// The area that stands for one of the base, or for some of it, and holds a
    /// point of it; nothing if that is covered.
    pub(super) fn area_of(&self, base: AreaId, point: Vec2) -> Option<AreaId> {
        match self.stands[base.index()] {
            Stand::Itself(area) => Some(area),
            Stand::Patch(head) => {
                let patch = &self.patches.get(&head)?.patch;
                let &origin = patch.origins.get(&base)?;
                self.mesh.areas_at(point).find(|&area| match self.owners[area.index()] {
                    Owner::Patch { head: of, part } => {
                        of == head && patch.areas[part].origin == origin
                    }
                    Owner::Base(_) => false,
                })
            }
        }
    }
}
