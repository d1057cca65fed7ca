//! The region of each face, from the claims of its edges.

use super::{Edge, Region, SubdivisionError};
use tautline_navmesh::AreaAttributes;
use tautline_navmesh::internal::Triangulation;

/// Returns the attributes of the ground in each face, `None` if it is blocked, from the regions
/// of its edges and their numbers on the left and on the right. O(edges).
pub(super) fn of_faces(
    triangulation: &Triangulation,
    edges: &[Edge],
    numbers: &[[Option<u32>; 2]],
) -> Result<Vec<Option<AreaAttributes>>, SubdivisionError> {
    // By face: the first of its edges, and what that edge says.
    type Claim = (u32, Region, Option<u32>);
    let mut claims: Vec<Option<Claim>> = vec![None; triangulation.face_count as usize];
    for piece in &triangulation.pieces {
        let edge = &edges[piece.edge as usize];
        let [left, right] = numbers.get(piece.edge as usize).copied().unwrap_or_default();
        for (half_edge, region, number) in
            [(piece.left, edge.left, left), (piece.right, edge.right, right)]
        {
            let face = triangulation.faces.get(half_edge as usize / 3);
            let face = face.map_or(Triangulation::OUTER, |&face| face);
            if face == Triangulation::OUTER && region != Region::Blocked {
                return Err(SubdivisionError::GroundOutside { edge: piece.edge, region });
            }
            let claim = claims[face as usize].get_or_insert((piece.edge, region, number));
            let (first, first_region, _) = *claim;
            if first_region != region {
                return Err(SubdivisionError::Disagreement {
                    first,
                    first_region,
                    second: piece.edge,
                    second_region: region,
                });
            }
        }
    }
    let attributes = |claim: &Option<Claim>| match *claim {
        Some((_, Region::Ground(terrain), number)) => Some(AreaAttributes { terrain, number }),
        _ => None,
    };
    Ok(claims.iter().map(attributes).collect())
}
