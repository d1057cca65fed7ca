//! Splitting of vertices into fans.

use crate::derived::{HalfEdgeArrays, visit_around};
use crate::half_edges::number as number_of;
use crate::rows::Rows;
use crate::{FanId, HalfEdgeId};

/// Numbers the fans of all vertices. Returns the vertex of each fan, and the fan at which each
/// half-edge starts. O(n).
///
/// The fans are not known yet: `arrays.fans` must hold the *vertex* at which each half-edge starts.
pub(crate) fn number(arrays: &HalfEdgeArrays<'_>) -> (Vec<u32>, Vec<u32>) {
    const UNNUMBERED: u32 = u32::MAX;
    let vertices = arrays.fans;
    let mut fans = vec![UNNUMBERED; vertices.len()];
    let mut fan_vertices = Vec::with_capacity(vertices.len() / 2);
    let count = vertices.iter().map(|&vertex| vertex as usize + 1).max().unwrap_or(0);
    let edges = (0..number_of(vertices.len())).map(HalfEdgeId);
    let corners = vertices.iter().map(|&vertex| vertex as usize).zip(edges);
    for corner in Rows::new(count, corners).values {
        if fans[corner.index()] != UNNUMBERED {
            continue;
        }
        let FanId(fan) = FanId::from_index(fan_vertices.len());
        fan_vertices.push(vertices[corner.index()]);
        visit_around(
            corner,
            |edge| arrays.counter_clockwise(edge),
            |edge| arrays.clockwise(edge),
            |edge, _| fans[edge.index()] = fan,
        );
    }
    (fan_vertices, fans)
}
