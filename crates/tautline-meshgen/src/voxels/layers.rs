//! Layers: parts of the ground that do not overlap themselves in the plane.

use std::collections::VecDeque;

use super::compact_heightfield::{CompactHeightfield, NO_SPAN};
use tautline_navmesh::Terrain;

/// The span is in no layer: it is not walkable.
pub(super) const NO_LAYER: u32 = u32::MAX;

/// Connected ground of one terrain. A layer never lies above itself, and neighbouring spans of
/// it are always connected: in the plane, it is a region with holes.
pub(super) struct Layers {
    /// The layer of each span, or [`NO_LAYER`].
    pub(super) of_span: Vec<u32>,
    pub(super) count: u32,
    pub(super) terrains: Vec<Terrain>,
}

/// Grows layers breadth first, so that each is about as wide as long. The spans of a layer are
/// within `rise` voxels of its first one.
pub(super) fn grow(heightfield: &CompactHeightfield, rise: u16) -> Layers {
    let mut layers =
        Layers { of_span: vec![NO_LAYER; heightfield.count()], count: 0, terrains: Vec::new() };
    let mut queue = VecDeque::new();
    for seed in heightfield.spans() {
        let Some(terrain) = heightfield.terrains[seed as usize] else { continue };
        if layers.of_span[seed as usize] != NO_LAYER {
            continue;
        }
        let layer = layers.count;
        layers.count += 1;
        layers.terrains.push(terrain);
        layers.of_span[seed as usize] = layer;
        queue.push_back(seed);
        while let Some(span) = queue.pop_front() {
            for next in heightfield.across[span as usize] {
                if next != NO_SPAN
                    && layers.of_span[next as usize] == NO_LAYER
                    && heightfield.terrains[next as usize] == Some(terrain)
                    && heightfield.elevations[next as usize]
                        .abs_diff(heightfield.elevations[seed as usize])
                        <= rise
                    && layers.has_room(heightfield, layer, next)
                {
                    layers.of_span[next as usize] = layer;
                    queue.push_back(next);
                }
            }
        }
    }
    layers
}

impl Layers {
    /// Returns true if a layer still does not overlap itself, and has no inner walls, with one
    /// more span.
    fn has_room(&self, heightfield: &CompactHeightfield, layer: u32, span: u32) -> bool {
        let is_of_layer = |span: &u32| self.of_span[*span as usize] == layer;
        !heightfield.spans_in_column_of(span).any(|other| is_of_layer(&other))
            && (0..4).all(|side| {
                let beside = heightfield.spans_in_column_across(span, side).find(is_of_layer);
                beside.is_none_or(|beside| heightfield.across[span as usize][side] == beside)
            })
    }
}
