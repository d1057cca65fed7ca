//! Which triangles share a side.

use tautline_navmesh::internal::{HalfEdges, number};

/// What lies across the sides of triangles.
pub(super) struct SharedSides {
    /// For each corner, the triangle across the side that begins there, or
    /// [`RawMesh::NO_NEIGHBOUR`](tautline_navmesh::RawMesh::NO_NEIGHBOUR).
    pub(super) neighbours: Vec<u32>,
    /// How many sides are crowded, and the ends of the one that comes first.
    pub(super) crowded: Option<(usize, [u32; 2])>,
}

/// Joins triangles at sides that belong to two of them and that they run along
/// in opposite directions. Other sides of several triangles are crowded.
pub(super) fn join(triangles: &[[u32; 3]]) -> SharedSides {
    let origins = triangles.as_flattened().to_vec();
    let end = number(origins.len());
    let mut sides = HalfEdges {
        twins: vec![HalfEdges::NO_TWIN; origins.len()],
        first_edges: (0..=end).step_by(3).collect(),
        origins,
    };
    let mut crowded = Vec::new();
    for same in sides.by_border().chunk_by(|one, other| one.0 == other.0) {
        let start = |side: u32| sides.origins[side as usize];
        match *same {
            [_] => {}
            [(_, one), (_, other)] if start(one) != start(other) => sides.join(one, other),
            [([low, high], first), ..] => {
                crowded.push((first, if start(first) == low { [low, high] } else { [high, low] }));
            }
            [] => {}
        }
    }
    let first = crowded.iter().min().map(|&(_, ends)| (crowded.len(), ends));
    SharedSides { neighbours: sides.neighbours(), crowded: first }
}
