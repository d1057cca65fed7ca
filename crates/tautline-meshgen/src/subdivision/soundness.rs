//! Whether triangles are a triangulation.

use tautline_geometry::{Vec2, orient2d, polygon};

use super::SubdivisionError;
use crate::merging::NO_SIDE;

/// Checks that the triangles cover the convex hull of the used vertices once:
/// each turns left, and together they have one outline, which is convex.
/// O(triangles).
pub(super) fn check(
    corners: &[u32],
    twins: &[u32],
    vertices: &[[f32; 2]],
    used: &[u32],
) -> Result<(), SubdivisionError> {
    let place = |vertex: u32| Vec2::from(vertices[vertex as usize]);
    if corners.is_empty() {
        let is_collinear = match *used {
            [a, b, ..] => {
                used.iter().all(|&c| orient2d(place(a), place(b), place(c)).is_collinear())
            }
            _ => true,
        };
        return if is_collinear { Ok(()) } else { Err(SubdivisionError::Triangulation) };
    }
    let turns_left = |triangle: &[u32]| match *triangle {
        [a, b, c] => orient2d(place(a), place(b), place(c)).is_left(),
        _ => false,
    };
    let mut is_met = vec![false; vertices.len()];
    for &corner in corners {
        is_met[corner as usize] = true;
    }
    let are_met = used.iter().all(|&vertex| is_met[vertex as usize]);
    let is_sound = are_met
        && corners.chunks(3).all(turns_left)
        && outline(corners, twins).is_some_and(|outline| {
            let ring: Vec<Vec2> = outline.into_iter().map(place).collect();
            polygon::is_convex(&ring)
        });
    if is_sound { Ok(()) } else { Err(SubdivisionError::Triangulation) }
}

/// The vertices of the only outline of all triangles, if there is only one.
fn outline(corners: &[u32], twins: &[u32]) -> Option<Vec<u32>> {
    let next = |side: usize| if side % 3 == 2 { side - 2 } else { side + 1 };
    let mut outer: Vec<(u32, u32)> = (0..corners.len())
        .filter(|&side| twins[side] == NO_SIDE)
        .map(|side| (corners[side], corners[next(side)]))
        .collect();
    outer.sort_unstable();
    let &(first, _) = outer.first()?;
    let mut ring = Vec::with_capacity(outer.len());
    let mut vertex = first;
    while ring.len() < outer.len() {
        ring.push(vertex);
        let index = outer.binary_search_by_key(&vertex, |side| side.0).ok()?;
        vertex = outer[index].1;
        if vertex == first {
            break;
        }
    }
    (vertex == first && ring.len() == outer.len()).then_some(ring)
}
