//! Vertices that come and go.

use std::collections::{BTreeMap, BTreeSet};

use crate::Vec2;
use crate::fan::Fan;
use crate::outlines::grid::{Grid, GridPoint};

/// Where vertices are, no two at one place. Those of the base stay; others are
/// taken again when no area uses them any more.
#[derive(Clone, Debug)]
pub(super) struct Vertices {
    grid: Grid,
    at: BTreeMap<GridPoint, u32>,
    base_count: usize,
    unused: BTreeSet<u32>,
}

impl Vertices {
    pub(super) fn of(positions: &[Vec2], grid: Grid) -> Self {
        let at = positions.iter().zip(0..).map(|(&at, vertex)| (grid.snap(at.into()), vertex));
        let at = at.collect();
        Self { grid, at, base_count: positions.len(), unused: BTreeSet::new() }
    }

    /// The vertex at a place: one that is there, one that nobody uses, or a new one.
    pub(super) fn at(&mut self, place: GridPoint, positions: &mut Vec<Vec2>) -> u32 {
        if let Some(&vertex) = self.at.get(&place) {
            self.unused.remove(&vertex);
            return vertex;
        }
        let position = Vec2::from(self.grid.position(place));
        let vertex = if let Some(vertex) = self.unused.pop_first() {
            let slot = &mut positions[vertex as usize];
            self.at.remove(&self.grid.snap((*slot).into()));
            *slot = position;
            vertex
        } else {
            positions.push(position);
            u32::try_from(positions.len() - 1).unwrap_or(u32::MAX)
        };
        self.at.insert(place, vertex);
        vertex
    }

    /// Notes which of some vertices no area uses any more, and forgets the last
    /// ones of these.
    pub(super) fn sweep(&mut self, vertices: &[u32], fans: &[Fan], positions: &mut Vec<Vec2>) {
        let is_used = |vertex: u32| fans.binary_search_by_key(&vertex, |fan| fan.vertex.0).is_ok();
        let own = vertices.iter().filter(|&&vertex| vertex as usize >= self.base_count);
        self.unused.extend(own.filter(|&&vertex| !is_used(vertex)));
        while let Some(&last) = self.unused.last() {
            if last as usize + 1 != positions.len() {
                break;
            }
            self.unused.pop_last();
            if let Some(position) = positions.pop() {
                self.at.remove(&self.grid.snap(position.into()));
            }
        }
    }
}
