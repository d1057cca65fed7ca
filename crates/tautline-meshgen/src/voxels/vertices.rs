//! The vertices of contours: corners of spans that are one vertex, and the edges between layers.

use super::compact_heightfield::{CompactHeightfield, NO_SPAN};
use super::layers::{Layers, NO_LAYER};
use tautline_navmesh::internal::{DisjointSets, number};

/// A side of a cell at which a layer ends.
#[derive(Clone, Copy)]
pub(super) struct BoundaryEdge {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The layer on the left.
    pub(super) left: u32,
    /// The layer on the right, which has the higher number, or [`NO_LAYER`].
    pub(super) right: u32,
}

/// The vertices of contours.
pub(super) struct ContourVertices {
    /// In cells.
    pub(super) positions: Vec<[u32; 2]>,
    /// In voxels; of the highest span there.
    pub(super) elevations: Vec<u16>,
}

/// Returns the boundary edges of all layers. Corners of spans are the same vertex where the
/// spans are connected, and, in each layer, where they are at the same position.
pub(super) fn boundary_edges(
    heightfield: &CompactHeightfield,
    layers: &Layers,
) -> (Vec<BoundaryEdge>, ContourVertices) {
    let mut corner_sets = united_corners(heightfield);
    let mut edges = Vec::new();
    for span in heightfield.spans() {
        let left = layers.of_span[span as usize];
        if left == NO_LAYER {
            continue;
        }
        for (side, &across) in (0..4).zip(&heightfield.across[span as usize]) {
            let right = if across == NO_SPAN { NO_LAYER } else { layers.of_span[across as usize] };
            // Each side is seen from both spans; only the one of the lower layer adds it.
            if left < right {
                let from = span_corner(span, side);
                let to = span_corner(span, (side + 1) % 4);
                edges.push(BoundaryEdge { from, to, left, right });
            }
        }
    }
    merge_corners_in_layers(heightfield, &edges, &mut corner_sets);
    number_vertices(heightfield, edges, &mut corner_sets)
}

/// The index of a corner of a span.
fn span_corner(span: u32, corner: u32) -> u32 {
    4 * span + corner
}

/// The position of a corner of a span, in cells.
fn position(heightfield: &CompactHeightfield, span_corner: u32) -> [u32; 2] {
    let [x, y] = heightfield.cell_of(span_corner / 4);
    let corner = span_corner % 4;
    [x + u32::from(corner == 1 || corner == 2), y + u32::from(corner >= 2)]
}

/// Merges corners at which a layer touches itself, so that it has one vertex there.
fn merge_corners_in_layers(
    heightfield: &CompactHeightfield,
    edges: &[BoundaryEdge],
    corner_sets: &mut DisjointSets,
) {
    let mut seen = Vec::with_capacity(4 * edges.len());
    for edge in edges {
        for layer in [edge.left, edge.right] {
            for span_corner in [edge.from, edge.to] {
                if layer != NO_LAYER {
                    seen.push((layer, position(heightfield, span_corner), span_corner));
                }
            }
        }
    }
    seen.sort_unstable();
    for pair in seen.windows(2) {
        if (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1) {
            unite(corner_sets, pair[0].2, pair[1].2);
        }
    }
}

/// Numbers the vertices consecutively.
fn number_vertices(
    heightfield: &CompactHeightfield,
    mut edges: Vec<BoundaryEdge>,
    corner_sets: &mut DisjointSets,
) -> (Vec<BoundaryEdge>, ContourVertices) {
    let mut highest = vec![0_u16; 4 * heightfield.count()];
    for span_corner in (0..).take(highest.len()) {
        let span = span_corner as usize / 4;
        if heightfield.terrains[span].is_some() {
            let highest = &mut highest[corner_sets.root(span_corner) as usize];
            *highest = heightfield.elevations[span].max(*highest);
        }
    }
    for edge in &mut edges {
        edge.from = corner_sets.root(edge.from);
        edge.to = corner_sets.root(edge.to);
    }
    let mut vertices: Vec<u32> = edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
    vertices.sort_unstable();
    vertices.dedup();
    // The list is sorted, so the index of a vertex is found by bisection.
    let number_of = |span_corner| number(vertices.partition_point(|&other| other < span_corner));
    for edge in &mut edges {
        edge.from = number_of(edge.from);
        edge.to = number_of(edge.to);
    }
    let corners = ContourVertices {
        positions: vertices.iter().map(|&span_corner| position(heightfield, span_corner)).collect(),
        elevations: vertices.iter().map(|&span_corner| highest[span_corner as usize]).collect(),
    };
    (edges, corners)
}

/// Returns the corners of spans, united to vertices where spans are connected. The root of a vertex is
/// its first corner.
fn united_corners(heightfield: &CompactHeightfield) -> DisjointSets {
    let mut sets = DisjointSets::new(4 * heightfield.count());
    for span in heightfield.spans() {
        // The other two sides are visited from the span across.
        for side in [1, 2] {
            let across = heightfield.across[span as usize][side as usize];
            if across != NO_SPAN {
                for (corner, opposite) in [(side, side + 3), (side + 1, side + 2)] {
                    let opposite = span_corner(across, opposite % 4);
                    unite(&mut sets, span_corner(span, corner % 4), opposite);
                }
            }
        }
    }
    sets
}

/// Unites two corners.
fn unite(sets: &mut DisjointSets, a: u32, b: u32) {
    let [a, b] = [sets.root(a), sets.root(b)];
    sets.unite(a.min(b), a.max(b));
}
