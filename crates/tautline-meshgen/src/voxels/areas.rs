//! Division of layers into convex areas, and their assembly into one mesh.

use super::VoxelError;
use super::contours::ContourArc;
use super::grid::VoxelGrid;
use super::layers::{Layers, NO_LAYER};
use super::vertices::ContourVertices;
use crate::{Edge, Region, Subdivision, SubdivisionError};
use tautline_navmesh::internal::{HalfEdges, number, position_key};
use tautline_navmesh::{RawMesh, Terrain};

/// The least deviation that is tried, in cells. Contours that follow the cells more closely
/// than half a cell follow them exactly.
const MIN_DEVIATION: f64 = 0.5;

/// An edge of a simplified contour, with the layer on its left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct LayerEdge {
    layer: u32,
    from: u32,
    to: u32,
    /// The layer on its right, or [`NO_LAYER`].
    across: u32,
}

/// Divides layers into areas and connects them. Returns the mesh, and the number of layers
/// whose contours had to follow the cells more closely than allowed.
pub(super) fn build(
    arcs: &[ContourArc],
    corners: &ContourVertices,
    layers: &Layers,
    max_deviation: f64,
    grid: &VoxelGrid,
) -> Result<(RawMesh, usize), VoxelError> {
    let mut deviations = vec![max_deviation; layers.count as usize];
    let mut areas: Vec<Option<HalfEdges>> = deviations.iter().map(|_| None).collect();
    let mut edges = edges(arcs, corners, &deviations);
    loop {
        let mut too_coarse = Vec::new();
        for layer in 0..layers.count {
            let (index, deviation) = (layer as usize, deviations[layer as usize]);
            if areas[index].is_some() {
                continue;
            }
            match decompose(of_layer(&edges, layer), corners) {
                Ok(Some(found)) => areas[index] = Some(found),
                // Simplification made contours cross or touch: halve the deviation.
                _ if deviation > 0.0 => {
                    let half = deviation / 2.0;
                    deviations[index] = if half < MIN_DEVIATION { 0.0 } else { half };
                    too_coarse.push(layer);
                }
                Ok(None) => return Err(VoxelError::Contour { layer }),
                Err(source) => return Err(VoxelError::Subdivision { layer, source }),
            }
        }
        if too_coarse.is_empty() {
            break;
        }
        // The neighbours of these layers share their contours and have to be divided again.
        for &layer in &too_coarse {
            for edge in of_layer(&edges, layer).iter().filter(|edge| edge.across != NO_LAYER) {
                areas[edge.across as usize] = None;
            }
        }
        edges = self::edges(arcs, corners, &deviations);
    }
    let areas: Vec<HalfEdges> = areas.into_iter().flatten().collect();
    #[expect(clippy::float_cmp, reason = "a deviation is either as it was or at most a half")]
    let refined = deviations.iter().filter(|&&deviation| deviation != max_deviation).count();
    Ok((assemble(&areas, &edges, corners, layers, grid), refined))
}

/// The contour edges of all layers, sorted by layer.
fn edges(arcs: &[ContourArc], corners: &ContourVertices, deviations: &[f64]) -> Vec<LayerEdge> {
    let mut edges = Vec::new();
    for arc in arcs {
        let (left, right) = (arc.left, arc.right);
        let of_right = deviations.get(right as usize).copied().unwrap_or(f64::INFINITY);
        let deviation = deviations[left as usize].min(of_right);
        for ends in arc.simplified(corners, deviation).windows(2) {
            let (from, to) = (ends[0], ends[1]);
            edges.push(LayerEdge { layer: left, from, to, across: right });
            if right != NO_LAYER {
                edges.push(LayerEdge { layer: right, from: to, to: from, across: left });
            }
        }
    }
    edges.sort_unstable();
    edges
}

/// The contour edges of a layer, given those of all layers, sorted.
fn of_layer(edges: &[LayerEdge], layer: u32) -> &[LayerEdge] {
    let start = edges.partition_point(|edge| edge.layer < layer);
    let end = edges.partition_point(|edge| edge.layer <= layer);
    &edges[start..end]
}

/// Divides a layer into areas; `None` if their outer edges are not those of the layer.
fn decompose(
    edges: &[LayerEdge],
    corners: &ContourVertices,
) -> Result<Option<HalfEdges>, SubdivisionError> {
    let mut vertices: Vec<u32> = edges.iter().map(|edge| edge.from).collect();
    vertices.sort_unstable();
    vertices.dedup();
    // Contours are closed, so each end of an edge is also a start.
    let local = |vertex: u32| number(vertices.partition_point(|&other| other < vertex));
    let ground = Region::Ground(Terrain(0));
    let edge =
        |edge: &LayerEdge| Edge::between(local(edge.from), local(edge.to), ground, Region::Blocked);
    let position = |&vertex: &u32| corners.positions[vertex as usize].map(in_cells);
    let subdivision = Subdivision {
        vertices: vertices.iter().map(position).collect(),
        edges: edges.iter().map(edge).collect(),
    };
    let (mut areas, _) = subdivision.areas(&[])?;
    for origin in &mut areas.origins {
        *origin = vertices[*origin as usize];
    }
    let is_whole = areas.outer().count() == edges.len()
        && areas.outer().all(|(_, [from, to])| find(edges, from, to).is_some());
    Ok(is_whole.then_some(areas))
}

/// The contour edge of a layer between two vertices.
fn find(edges: &[LayerEdge], from: u32, to: u32) -> Option<&LayerEdge> {
    let index = edges.binary_search_by_key(&(from, to), |edge| (edge.from, edge.to)).ok()?;
    edges.get(index)
}

/// Converts a number of cells, which is at most 65,536.
#[expect(clippy::cast_precision_loss, reason = "at most 17 bits")]
fn in_cells(cells: u32) -> f32 {
    cells as f32
}

/// Collects the areas of all layers in one mesh, connected where layers share an arc.
fn assemble(
    layer_areas: &[HalfEdges],
    edges: &[LayerEdge],
    corners: &ContourVertices,
    layers: &Layers,
    grid: &VoxelGrid,
) -> RawMesh {
    let mut all = HalfEdges::default();
    let mut terrains = Vec::new();
    // Keyed by the layer and the ends of one of the two edges, the lesser of both.
    let mut borders: Vec<((u32, u32, u32), u32)> = Vec::new();
    for (layer, areas) in (0..).zip(layer_areas) {
        let before = all.append(areas);
        for (edge, [from, to]) in areas.outer() {
            let across = find(of_layer(edges, layer), from, to).map(|edge| edge.across);
            if let Some(across) = across.filter(|&across| across != NO_LAYER) {
                borders.push(((layer, from, to).min((across, to, from)), before + edge));
            }
        }
        terrains.resize(all.face_count(), layers.terrains[layer as usize]);
    }
    all.pair(borders);
    let mut mesh = RawMesh { terrains, ..all.into_raw() };
    place_vertices(&mut mesh, corners, grid);
    mesh
}

/// Adds the vertices that corners name to the mesh, and renumbers them. Vertices at the same
/// position and elevation become one.
fn place_vertices(mesh: &mut RawMesh, corners: &ContourVertices, grid: &VoxelGrid) {
    let in_world = |vertex: u32| {
        let vertex = vertex as usize;
        (grid.position(corners.positions[vertex]), grid.elevation(corners.elevations[vertex]))
    };
    let mut used: Vec<_> = (mesh.corners.iter())
        .map(|&vertex| {
            let (position, elevation) = in_world(vertex);
            (position_key(position, elevation), vertex)
        })
        .collect();
    used.sort_unstable();
    used.dedup();
    let mut numbers = vec![0; corners.positions.len()];
    for (number, same) in (0..).zip(used.chunk_by(|a, b| a.0 == b.0)) {
        for &(_, vertex) in same {
            numbers[vertex as usize] = number;
        }
        let (position, elevation) = in_world(same[0].1);
        mesh.vertices.push(position);
        mesh.elevations.push(elevation);
    }
    for corner in &mut mesh.corners {
        *corner = numbers[*corner as usize];
    }
}
