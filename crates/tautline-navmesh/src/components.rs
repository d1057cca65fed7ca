//! Connected components.

use crate::disjoint_sets::DisjointSets;
use crate::{AreaId, Link};

/// The connected components of the areas, without and with links.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Components {
    /// The component of each area, connected across borders only.
    pub(crate) of_area: Vec<u32>,
    /// For each component, the number of its union with the components that links join to it.
    pub(crate) linked: Vec<u32>,
}

impl Components {
    /// The component of an area when links count as connections in both directions.
    pub(crate) fn linked_component(&self, area: AreaId) -> u32 {
        self.linked[self.of_area[area.index()] as usize]
    }

    /// Joins the components at both ends of each link, whatever its direction; each union gets
    /// the number of its first component. O(components + links).
    pub(crate) fn join_by_links(&mut self, links: &[Link]) {
        let mut joined = DisjointSets::new(self.linked.len());
        for ends in links.iter().filter_map(Link::areas) {
            let [one, other] = ends.map(|area| joined.root(self.of_area[area.index()]));
            joined.unite(one.min(other), one.max(other));
        }
        for (linked, component) in self.linked.iter_mut().zip(0..) {
            *linked = joined.root(component);
        }
    }
}
