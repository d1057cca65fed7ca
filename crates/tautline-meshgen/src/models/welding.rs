//! Welding of vertices that were meant to be one.

use std::collections::BTreeMap;

use super::{ModelError, Triangles};
use tautline_navmesh::internal::{number, position_key};

/// The maximum coordinate in weld distances, 2⁴⁰: cells have `i64` indices, and differences
/// must be exact enough in `f64` to be compared with the distance.
const MAX_CELLS: f64 = 1_099_511_627_776.0;

/// Returns the vertex that each vertex is welded to, and the number of vertices that are welded
/// to another one.
///
/// Vertices are taken in order. Each is welded to the first kept vertex within the distance, or
/// is kept. So no two kept vertices are within the distance of each other, and no vertex moves
/// farther than the distance.
pub(super) fn weld(model: &Triangles, distance: f32) -> Result<(Vec<u32>, usize), ModelError> {
    let welded = if distance > 0.0 {
        by_distance(model, 0..number(model.positions.len()), distance)?
    } else {
        by_position(model)
    };
    let moved = (0..).zip(&welded).filter(|&(vertex, &kept): &(u32, _)| vertex != kept).count();
    Ok((welded, moved))
}

/// Welds vertices at the same position.
fn by_position(model: &Triangles) -> Vec<u32> {
    let positions = model.positions.iter().zip(&model.elevations);
    let mut keys: Vec<_> = positions
        .zip(0_u32..)
        .map(|((&position, &elevation), vertex)| (position_key(position, elevation), vertex))
        .collect();
    keys.sort_unstable();
    let mut welded = vec![0; keys.len()];
    for same_position in keys.chunk_by(|a, b| a.0 == b.0) {
        for &(_, vertex) in same_position {
            welded[vertex as usize] = same_position[0].1;
        }
    }
    welded
}

/// Returns those of some vertices that welding by a distance would weld to earlier ones.
pub(super) fn close(model: &Triangles, vertices: &[u32], distance: f32) -> Vec<u32> {
    let welded = by_distance(model, vertices.iter().copied(), distance).unwrap_or_default();
    let close = vertices.iter().zip(welded).filter(|&(&vertex, kept)| vertex != kept);
    close.map(|(&vertex, _)| vertex).collect()
}

/// Welds some vertices within a distance, with cells of that size as a spatial hash.
fn by_distance(
    model: &Triangles,
    vertices: impl ExactSizeIterator<Item = u32>,
    weld_distance: f32,
) -> Result<Vec<u32>, ModelError> {
    let distance = f64::from(weld_distance);
    let coordinates = model.positions.iter().flatten().chain(&model.elevations);
    let largest = coordinates.fold(0.0_f64, |largest, &value| largest.max(f64::from(value).abs()));
    if largest / distance > MAX_CELLS {
        let least = largest / MAX_CELLS;
        return Err(ModelError::WeldDistance { weld_distance, least });
    }
    let cell = |position: [f64; 3]| {
        position.map(|value| {
            #[expect(clippy::cast_possible_truncation, reason = "at most MAX_CELLS")]
            let cell = (value / distance).floor() as i64;
            cell
        })
    };
    // Kept vertices are farther apart than the size of a cell, so each cell has a few, and a
    // vertex within the distance is in one of 27 cells.
    let mut kept: BTreeMap<[i64; 3], Vec<u32>> = BTreeMap::new();
    let position = |vertex: u32| {
        let [x, y] = model.positions[vertex as usize];
        [x, y, model.elevations[vertex as usize]].map(f64::from)
    };
    let is_near = |a: [f64; 3], b: [f64; 3]| {
        let square = |axis: usize| (a[axis] - b[axis]) * (a[axis] - b[axis]);
        square(0) + square(1) + square(2) <= distance * distance
    };
    let mut welded = Vec::with_capacity(vertices.len());
    for vertex in vertices {
        let here = position(vertex);
        let [x, y, z] = cell(here);
        let mut first = vertex;
        for near_x in x - 1..=x + 1 {
            for near_y in y - 1..=y + 1 {
                // The cells above each other are one range.
                let column = [near_x, near_y, z - 1]..=[near_x, near_y, z + 1];
                let near = kept.range(column).flat_map(|(_, vertices)| vertices);
                let earliest = near.copied().filter(|&other| is_near(here, position(other))).min();
                first = first.min(earliest.unwrap_or(vertex));
            }
        }
        if first == vertex {
            kept.entry([x, y, z]).or_default().push(vertex);
        }
        welded.push(first);
    }
    Ok(welded)
}
