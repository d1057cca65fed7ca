//! Tracing of the boundaries between classes of ground on a tile map.

use super::TileFrame;
use crate::{Edge, Region, Subdivision};
use tautline_navmesh::Terrain;
use tautline_navmesh::internal::number;

/// Returns the boundaries of all classes of ground, with vertices only where they turn or meet.
/// O(cells), with memory for two rows.
pub(super) fn trace(
    frame: &TileFrame,
    width: u32,
    height: u32,
    mut terrain: impl FnMut(u32, u32) -> Option<Terrain>,
) -> Subdivision {
    let mut subdivision = Subdivision::default();
    let columns = width as usize;
    // The rows of cells before and after a row of lattice points, padded with a blocked cell
    // at both ends; and the last vertex in each column of lattice points, where the vertical
    // edge to the next vertex of that column begins.
    let mut before = vec![Region::Blocked; columns + 2];
    let mut after = before.clone();
    let mut vertex_before_in_column = vec![0; columns + 1];
    for row in 0..=height {
        for (cell, column) in after[1..=columns].iter_mut().zip(0..) {
            *cell = if row < height { terrain(column, row).into() } else { Region::Blocked };
        }
        let mut vertex_before_in_row = 0;
        for column in 0..=width {
            let left = column as usize;
            let around = Around {
                before: [before[left], before[left + 1]],
                after: [after[left], after[left + 1]],
            };
            if around.is_straight() {
                continue;
            }
            let vertex = number(subdivision.vertices.len());
            subdivision.vertices.push(frame.position(column, row, height));
            let mut push = |from: u32, [left, right]: [Region; 2]| {
                if left != right {
                    // The frame mirrors the map, which exchanges left and right.
                    let [left, right] =
                        if frame.first_row_on_top { [right, left] } else { [left, right] };
                    subdivision.edges.push(Edge::between(from, vertex, left, right));
                }
            };
            push(vertex_before_in_row, [around.after[0], around.before[0]]);
            push(vertex_before_in_column[left], around.before);
            vertex_before_in_row = vertex;
            vertex_before_in_column[left] = vertex;
        }
        std::mem::swap(&mut before, &mut after);
    }
    subdivision
}

/// The four cells around a lattice point. In the row before the point and in the row after it,
/// the cell with the smaller column comes first.
struct Around {
    before: [Region; 2],
    after: [Region; 2],
}

impl Around {
    /// Returns true if no boundary passes the point, or one without a turn.
    fn is_straight(&self) -> bool {
        let Self { before, after } = self;
        before == after || (before[0] == before[1] && after[0] == after[1])
    }
}
