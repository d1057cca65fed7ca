//! Strongly connected components: the positions from which the character can come back.

use crate::exact::moves::Workspace;
use crate::exact::planner::Planner;

/// The strongly connected components of a level: within a component, every position can be reached
/// from every other. Between two components there is a path in at most one direction.
///
/// Valid for the planner that found them (and its clones) with its current tiles: find them again
/// after a tile has changed.
///
/// Spans are not split: with a digital axis, the components are those of an analog axis, and for a
/// character that cannot walk, those of one that can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Components {
    /// The component of each span.
    component: Vec<u32>,
    count: u32,
}

impl Planner {
    /// Finds the strongly connected components; O(links). Finds all links that are not known yet.
    #[must_use]
    pub fn components(&self) -> Components {
        let mut search = Tarjan {
            order: vec![0; self.links.len()],
            low: vec![0; self.links.len()],
            component: vec![UNKNOWN; self.links.len()],
            open: Vec::new(),
            time: 0,
            count: 0,
        };
        let mut workspace = Workspace::default();
        for id in self.terrain.spans.ids() {
            if search.order[id as usize] == 0 {
                search.explore(self, id, &mut workspace);
            }
        }
        Components { component: search.component, count: search.count }
    }
}

impl Components {
    /// Returns the number of components.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    pub(super) fn of_span(&self, span: u32) -> u32 {
        self.component[span as usize]
    }

    /// Returns the component at a position, in subpixels; `None` if no
    /// ground supports the body.
    #[must_use]
    pub fn of(&self, planner: &Planner, position: [i32; 2]) -> Option<u32> {
        let span = planner.terrain.spans.span_at(position, planner.character.tile[1])?;
        self.component.get(span as usize).copied().filter(|&component| component != UNKNOWN)
    }

    /// Returns true if a character that has gone from `from` to `to` can come back.
    #[must_use]
    pub fn can_return(&self, planner: &Planner, from: [i32; 2], to: [i32; 2]) -> bool {
        let component = self.of(planner, from);
        component.is_some() && component == self.of(planner, to)
    }
}

const UNKNOWN: u32 = u32::MAX;

/// R. Tarjan's algorithm for strongly connected components, without recursion.
struct Tarjan {
    /// The order of discovery, from 1; 0 if not discovered yet.
    order: Vec<u32>,
    /// The earliest open span that is known to be reachable (the low-link).
    low: Vec<u32>,
    component: Vec<u32>,
    open: Vec<u32>,
    time: u32,
    count: u32,
}

impl Tarjan {
    fn explore(&mut self, planner: &Planner, root: u32, workspace: &mut Workspace) {
        // The explicit call stack: each span with the index of its next group.
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((span, next)) = path.last_mut() {
            let id = *span;
            let links = planner.links_of(id, workspace);
            if let Some(group) = links.groups.get(*next) {
                *next += 1;
                let to = group.to as usize;
                if self.order[to] == 0 {
                    path.push((group.to, 0));
                    self.enter(group.to);
                } else if self.component[to] == UNKNOWN {
                    self.low[id as usize] = self.low[id as usize].min(self.order[to]);
                }
                continue;
            }
            path.pop();
            let low = self.low[id as usize];
            if let Some(&(before, _)) = path.last() {
                self.low[before as usize] = self.low[before as usize].min(low);
            }
            // Nothing earlier can be reached: all spans opened since are one component.
            if low == self.order[id as usize] {
                while let Some(member) = self.open.pop() {
                    self.component[member as usize] = self.count;
                    if member == id {
                        break;
                    }
                }
                self.count += 1;
            }
        }
    }

    fn enter(&mut self, span: u32) {
        self.time += 1;
        self.order[span as usize] = self.time;
        self.low[span as usize] = self.time;
        self.open.push(span);
    }
}
