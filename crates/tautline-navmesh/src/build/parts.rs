//! Connected parts.

use crate::mesh::Parts;
use crate::side::Side;
use crate::{AreaId, Link};

impl Parts {
    /// The parts that are connected over ground. O(n).
    pub(crate) fn of_ground(sides: &[Side], first_sides: &[u32]) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let areas = first_sides.len() - 1;
        let mut of_area = vec![UNSEEN; areas];
        let mut count = 0;
        let mut stack = Vec::new();
        for first in 0..areas {
            if of_area[first] != UNSEEN {
                continue;
            }
            of_area[first] = count;
            stack.push(first);
            while let Some(area) = stack.pop() {
                for side in &sides[first_sides[area] as usize..first_sides[area + 1] as usize] {
                    if side.twin().is_some() && of_area[side.across().index()] == UNSEEN {
                        of_area[side.across().index()] = count;
                        stack.push(side.across().index());
                    }
                }
            }
            count += 1;
        }
        Self { of_area, groups: (0..count).collect() }
    }

    /// Unites parts that a link joins, in whichever direction.
    pub(crate) fn join_by_links(&mut self, links: &[Link]) {
        for link in links {
            let [one, other] = [link.from.area, link.to.area].map(|area: AreaId| self.group(area));
            let (least, most) = (one.min(other), one.max(other));
            self.groups.iter_mut().filter(|group| **group == most).for_each(|group| *group = least);
        }
    }
}
