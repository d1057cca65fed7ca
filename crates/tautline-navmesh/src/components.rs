//! Which areas a way can lead to at all.

use crate::disjoint_sets::DisjointSets;
use crate::{AreaId, Link};

/// Which areas are connected.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Components {
    /// Connected over ground.
    pub(crate) of_area: Vec<u32>,
    /// Connected over ground and links: a number for each part.
    pub(crate) linked: Vec<u32>,
}

impl Components {
    pub(crate) fn linked_component(&self, area: AreaId) -> u32 {
        self.linked[self.of_area[area.index()] as usize]
    }

    /// Unites the parts that links join, in whichever direction, and no others:
    /// each gets the number of the least of them. O(parts and links).
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
