//! From where one can come back.

use crate::exact::moves::Workspace;
use crate::exact::planner::Planner;

/// The parts of a level: within a part, every place is reached from every
/// other. Places of different parts may be reached one from the other, but
/// never both ways.
///
/// They belong to the planner that found them (and its clones), and to its level as
/// it was then: find them anew when a tile has changed.
///
/// Spans are taken as wholes: with a digital axis a part is what an analog axis
/// could do, and for a character that cannot walk, what one could do that can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// Per span.
    part: Vec<u32>,
    count: u32,
}

impl Planner {
    /// Finds the parts of the level; O(links). Makes all moves that are not
    /// known yet.
    #[must_use]
    pub fn parts(&self) -> Parts {
        let mut search = Components {
            order: vec![0; self.links.len()],
            low: vec![0; self.links.len()],
            part: vec![UNKNOWN; self.links.len()],
            open: Vec::new(),
            time: 0,
            count: 0,
        };
        let mut workspace = Workspace::default();
        for id in self.terrain.ground.ids() {
            if search.order[id as usize] == 0 {
                search.explore(self, id, &mut workspace);
            }
        }
        Parts { part: search.part, count: search.count }
    }
}

impl Parts {
    /// The number of parts.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    pub(super) fn of_span(&self, span: u32) -> u32 {
        self.part[span as usize]
    }

    /// The part of a place to stand, in subpixels; `None` where one cannot
    /// stand.
    #[must_use]
    pub fn of(&self, planner: &Planner, place: [i32; 2]) -> Option<u32> {
        let span = planner.terrain.ground.under(place, planner.character.tile[1])?;
        self.part.get(span as usize).copied().filter(|&part| part != UNKNOWN)
    }

    /// Whether a character that goes from one place to the other, if it can,
    /// can come back.
    #[must_use]
    pub fn can_return(&self, planner: &Planner, from: [i32; 2], to: [i32; 2]) -> bool {
        let part = self.of(planner, from);
        part.is_some() && part == self.of(planner, to)
    }
}

const UNKNOWN: u32 = u32::MAX;

/// R. Tarjan's search for strongly connected components, without recursion.
struct Components {
    /// When a span was first seen, from 1.
    order: Vec<u32>,
    /// The earliest span that it leads back to.
    low: Vec<u32>,
    part: Vec<u32>,
    open: Vec<u32>,
    time: u32,
    count: u32,
}

impl Components {
    fn explore(&mut self, planner: &Planner, root: u32, workspace: &mut Workspace) {
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
                } else if self.part[to] == UNKNOWN {
                    self.low[id as usize] = self.low[id as usize].min(self.order[to]);
                }
                continue;
            }
            path.pop();
            let low = self.low[id as usize];
            if let Some(&(before, _)) = path.last() {
                self.low[before as usize] = self.low[before as usize].min(low);
            }
            if low == self.order[id as usize] {
                while let Some(member) = self.open.pop() {
                    self.part[member as usize] = self.count;
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
