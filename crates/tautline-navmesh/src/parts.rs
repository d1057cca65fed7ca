//! Which areas a way can lead to at all.

use crate::{AreaId, Link};

/// Which areas are connected.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parts {
    /// Connected over ground.
    pub(crate) of_area: Vec<u32>,
    /// Connected over ground and links: a number for each part.
    pub(crate) groups: Vec<u32>,
}

impl Parts {
    pub(crate) fn group(&self, area: AreaId) -> u32 {
        self.groups[self.of_area[area.index()] as usize]
    }

    /// Unites the parts that links join, in whichever direction, and no others:
    /// each gets the number of the least of them. O(parts and links).
    pub(crate) fn join_by_links(&mut self, links: &[Link]) {
        let groups = &mut self.groups;
        groups.iter_mut().zip(0..).for_each(|(group, part)| *group = part);
        let root = |groups: &mut [u32], mut part: u32| {
            while groups[part as usize] != part {
                groups[part as usize] = groups[groups[part as usize] as usize];
                part = groups[part as usize];
            }
            part
        };
        for [from, to] in links.iter().filter_map(Link::areas) {
            let [one, other] = [from, to].map(|area| root(groups, self.of_area[area.index()]));
            groups[one.max(other) as usize] = one.min(other);
        }
        for part in 0..groups.len() {
            groups[part] = groups[groups[part] as usize];
        }
    }
}
