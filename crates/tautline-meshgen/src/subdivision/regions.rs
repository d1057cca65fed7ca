//! The regions of faces, from what edges claim.

use super::{Edge, Region, SubdivisionError};
use tautline_navmesh::internal::Triangulation;

/// Returns the region that the edges claim for each face. O(edges).
pub(super) fn of_faces(
    triangulation: &Triangulation,
    edges: &[Edge],
) -> Result<Vec<Region>, SubdivisionError> {
    // By face: the first of its edges, and what that claims.
    let mut claims: Vec<Option<(u32, Region)>> = vec![None; triangulation.face_count as usize];
    for piece in &triangulation.pieces {
        let edge = &edges[piece.edge as usize];
        for (side, region) in [(piece.left, edge.left), (piece.right, edge.right)] {
            let face = triangulation.faces.get(side as usize / 3);
            let face = face.map_or(Triangulation::OUTER, |&face| face);
            if face == Triangulation::OUTER && region != Region::Blocked {
                return Err(SubdivisionError::GroundOutside { edge: piece.edge, region });
            }
            let (first, first_region) = *claims[face as usize].get_or_insert((piece.edge, region));
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
    Ok(claims.iter().map(|claim| claim.map_or(Region::Blocked, |(_, region)| region)).collect())
}
