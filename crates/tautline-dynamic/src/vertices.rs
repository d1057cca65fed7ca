//! Vertices that come and go.

use std::collections::{BTreeMap, BTreeSet};

use super::facets::bits;
use tautline_navmesh::Vec2;
use crate::ground::Ground;
use crate::outlines::grid::{Grid, GridPoint};

/// A place, and the bits of an elevation.
type Place = (GridPoint, u32);

/// Where vertices are, no two at one place. Those of the base stay; others are
/// taken again when no area uses them any more.
#[derive(Clone, Debug)]
pub(super) struct Vertices {
    grid: Grid,
    at: BTreeMap<Place, u32>,
    base_count: usize,
    unused: BTreeSet<u32>,
}

impl Vertices {
    pub(super) fn of(ground: &Ground, grid: Grid) -> Self {
        let count = ground.vertices.len();
        let at = (0..).take(count).map(|vertex| (place_of(ground, grid, vertex), vertex)).collect();
        Self { grid, at, base_count: count, unused: BTreeSet::new() }
    }

    /// The vertex at a place and elevation: one that is there, one that nobody uses,
    /// or a new one.
    pub(super) fn at(&mut self, (place, elevation): (GridPoint, f32), ground: &mut Ground) -> u32 {
        if let Some(&vertex) = self.at.get(&(place, bits(elevation))) {
            self.unused.remove(&vertex);
            return vertex;
        }
        let position = Vec2::from(self.grid.position(place));
        let vertex = if let Some(vertex) = self.unused.pop_first() {
            self.at.remove(&place_of(ground, self.grid, vertex));
            ground.vertices[vertex as usize] = position;
            if let Some(slot) = ground.elevations.get_mut(vertex as usize) {
                *slot = elevation;
            }
            vertex
        } else {
            ground.vertices.push(position);
            if !ground.elevations.is_empty() {
                ground.elevations.push(elevation);
            }
            u32::try_from(ground.vertices.len() - 1).unwrap_or(u32::MAX)
        };
        self.at.insert((place, bits(elevation)), vertex);
        vertex
    }

    /// Notes which of some vertices no area uses any more, and forgets the last
    /// ones of these.
    pub(super) fn sweep(&mut self, vertices: &[u32], ground: &mut Ground) {
        let fans = &ground.fans;
        let is_used = |vertex: u32| fans.binary_search_by_key(&vertex, |fan| fan.vertex.0).is_ok();
        let own = vertices.iter().filter(|&&vertex| vertex as usize >= self.base_count);
        self.unused.extend(own.filter(|&&vertex| !is_used(vertex)));
        while let Some(&last) = self.unused.last() {
            if last as usize + 1 != ground.vertices.len() {
                break;
            }
            self.unused.pop_last();
            self.at.remove(&place_of(ground, self.grid, last));
            ground.vertices.truncate(last as usize);
            ground.elevations.truncate(last as usize);
        }
    }
}

fn place_of(ground: &Ground, grid: Grid, vertex: u32) -> Place {
    let elevation = ground.elevations.get(vertex as usize).copied().unwrap_or(0.0);
    (grid.snap(ground.vertices[vertex as usize].into()), bits(elevation))
}
