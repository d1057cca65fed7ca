//! Which triangles are ground.

use super::triangulation::Triangulation;
use super::{Edge, Region, SubdivisionError};
use crate::merging::NO_SIDE;

/// What an edge says of the face beside it.
#[derive(Clone, Copy)]
struct Claim {
    edge: u32,
    region: Region,
}

/// What lies in each triangle: floods the triangles from both sides of every
/// edge. O(triangles).
pub(super) fn flood(
    triangulation: &Triangulation,
    edges: &[Edge],
) -> Result<Vec<Region>, SubdivisionError> {
    let Triangulation { twins, pieces, .. } = triangulation;
    let mut is_edge = vec![false; twins.len()];
    let mut flood = Flood { claims: vec![None; twins.len() / 3], untold: Vec::new() };
    for piece in pieces {
        let edge = &edges[piece.edge as usize];
        for (side, region) in [(piece.left, edge.left), (piece.right, edge.right)] {
            flood.claim(side, Claim { edge: piece.edge, region })?;
            if let Some(is_edge) = is_edge.get_mut(side as usize) {
                *is_edge = true;
            }
        }
    }
    while let Some(triangle) = flood.untold.pop() {
        let Some(claim) = flood.claims[triangle as usize] else { continue };
        for side in 3 * triangle..3 * triangle + 3 {
            if !is_edge[side as usize] {
                flood.claim(twins[side as usize], claim)?;
            }
        }
    }
    // Every vertex ends an edge, so the flood reaches every triangle.
    let region = |claim: &Option<Claim>| claim.map_or(Region::Blocked, |claim| claim.region);
    Ok(flood.claims.iter().map(region).collect())
}

struct Flood {
    claims: Vec<Option<Claim>>,
    /// Triangles whose neighbours have not been told.
    untold: Vec<u32>,
}

impl Flood {
    /// Claims the triangle of a side, or the outside.
    fn claim(&mut self, side: u32, claim: Claim) -> Result<(), SubdivisionError> {
        let Claim { edge, region } = claim;
        if side == NO_SIDE {
            return match region {
                Region::Blocked => Ok(()),
                Region::Ground(_) => Err(SubdivisionError::GroundOutside { edge, region }),
            };
        }
        let triangle = side / 3;
        match self.claims[triangle as usize] {
            None => {
                self.claims[triangle as usize] = Some(claim);
                self.untold.push(triangle);
                Ok(())
            }
            Some(earlier) if earlier.region == region => Ok(()),
            Some(earlier) => Err(SubdivisionError::Disagreement {
                first: earlier.edge,
                first_region: earlier.region,
                second: edge,
                second_region: region,
            }),
        }
    }
}
