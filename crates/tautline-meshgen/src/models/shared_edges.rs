//! The connections of triangles over shared edges.

use tautline_navmesh::internal::{HalfEdges, number};

/// The connections of triangles.
pub(super) struct SharedEdges {
    /// For each corner, the triangle across the edge that begins there, or
    /// [`RawMesh::NO_NEIGHBOUR`](tautline_navmesh::RawMesh::NO_NEIGHBOUR).
    pub(super) neighbours: Vec<u32>,
    /// The ends of the non-manifold edges, in the order of the triangles.
    pub(super) non_manifold: Vec<[u32; 2]>,
}

/// Connects two triangles at an edge that they run along in opposite directions. All other
/// edges of several triangles are non-manifold.
pub(super) fn join(triangles: &[[u32; 3]]) -> SharedEdges {
    let origins = triangles.as_flattened().to_vec();
    let end = number(origins.len());
    let mut edges = HalfEdges {
        twins: vec![HalfEdges::NO_TWIN; origins.len()],
        first_edges: (0..=end).step_by(3).collect(),
        origins,
    };
    let mut non_manifold = Vec::new();
    for same in edges.by_border().chunk_by(|one, other| one.0 == other.0) {
        let start = |edge: u32| edges.origins[edge as usize];
        match *same {
            [_] => {}
            [(_, one), (_, other)] if start(one) != start(other) => edges.join(one, other),
            [([low, high], first), ..] => {
                non_manifold
                    .push((first, if start(first) == low { [low, high] } else { [high, low] }));
            }
            [] => {}
        }
    }
    non_manifold.sort_unstable();
    SharedEdges {
        neighbours: edges.neighbours(),
        non_manifold: non_manifold.into_iter().map(|(_, ends)| ends).collect(),
    }
}
