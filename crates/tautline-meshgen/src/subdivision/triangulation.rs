//! The constrained Delaunay triangulation, as lists of numbers.

use tautline_geometry::Vec2;

use super::delaunay::{Delaunay, INFINITE, NO_PART, sides_of};
use super::edges::{EdgeLayer, Run};
use super::insertion_order::insertion_order;
use super::soundness;
use super::{Edge, SubdivisionError};
use crate::merging::NO_SIDE;

/// The triangles between the vertices of the edges of a subdivision; sides 3n,
/// 3n + 1 and 3n + 2 belong to triangle n, counter-clockwise.
pub(super) struct Triangulation {
    /// The vertex at which each side begins.
    pub(super) corners: Vec<u32>,
    /// The other triangle's side, or [`NO_SIDE`] on the convex hull.
    pub(super) twins: Vec<u32>,
    /// What has become of the edges.
    pub(super) pieces: Vec<Piece>,
}

/// A part of an edge between two vertices in a row.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) edge: u32,
    /// The side of the triangle on the edge's left, or [`NO_SIDE`].
    pub(super) left: u32,
    /// The side of the triangle on the edge's right, or [`NO_SIDE`].
    pub(super) right: u32,
}

/// Triangulates the vertices that edges use. They have to be different and of
/// a size for which the arithmetic is exact; edges have to lead from one vertex
/// to another.
///
/// What comes out is sound: it is checked, not believed.
pub(super) fn triangulate(
    vertices: &[[f32; 2]],
    edges: &[Edge],
) -> Result<Triangulation, SubdivisionError> {
    let mut is_used = vec![false; vertices.len()];
    for edge in edges {
        is_used[edge.from as usize] = true;
        is_used[edge.to as usize] = true;
    }
    let used: Vec<u32> = (0..).zip(&is_used).filter(|used| *used.1).map(|used| used.0).collect();
    // In the order of insertion, neighbours have numbers that are close.
    let order = insertion_order(vertices, used.clone());
    let places = order.iter().map(|&vertex| Vec2::from(vertices[vertex as usize])).collect();
    let triangulation = match Delaunay::of(places) {
        Some(delaunay) => {
            let mut numbers = vec![INFINITE; vertices.len()];
            for (number, &vertex) in (0..).zip(&order) {
                numbers[vertex as usize] = number;
            }
            let mut layer = EdgeLayer::new(delaunay, edges.len());
            for (index, edge) in (0..).zip(edges) {
                layer.lay(index, numbers[edge.from as usize], numbers[edge.to as usize])?;
            }
            numbered(&layer, &order)
        }
        None => without_triangles(edges.len()),
    };
    soundness::check(&triangulation.corners, &triangulation.twins, vertices, &used)?;
    Ok(triangulation)
}

/// Edges on one line have nothing on either side.
fn without_triangles(edges: usize) -> Triangulation {
    let piece = |edge| Piece { edge, left: NO_SIDE, right: NO_SIDE };
    let pieces = (0..).take(edges).map(piece).collect();
    Triangulation { corners: Vec::new(), twins: Vec::new(), pieces }
}

/// The finite triangles by numbers of their own.
fn numbered(layer: &EdgeLayer, order: &[u32]) -> Triangulation {
    let EdgeLayer { delaunay, parts, runs, .. } = layer;
    let is_finite =
        |&triangle: &u32| sides_of(triangle).all(|side| delaunay.start(side) != INFINITE);
    let triangles = delaunay.side_count() / 3;
    let mut moved = vec![NO_SIDE; triangles as usize];
    let finite: Vec<u32> = (0..triangles).filter(is_finite).collect();
    for (number, &triangle) in (0..).zip(&finite) {
        moved[triangle as usize] = number;
    }
    let moved_side = |side: u32| match moved[side as usize / 3] {
        NO_SIDE => NO_SIDE,
        triangle => 3 * triangle + side % 3,
    };
    let mut corners = Vec::with_capacity(3 * finite.len());
    let mut twins = Vec::with_capacity(3 * finite.len());
    // The sides on the left and on the right of each part.
    let mut beside = vec![[NO_SIDE; 2]; parts.len()];
    for (number, side) in (0..).zip(finite.iter().flat_map(|&triangle| sides_of(triangle))) {
        let start = delaunay.start(side);
        corners.push(order[start as usize]);
        twins.push(moved_side(delaunay.twin(side)));
        let part = delaunay.part(side);
        if part != NO_PART {
            let is_right = parts[part as usize].from != start;
            beside[part as usize][usize::from(is_right)] = number;
        }
    }
    let piece = |&Run { edge, part, is_backward }: &Run| {
        let [left, right] = beside[part as usize];
        let (left, right) = if is_backward { (right, left) } else { (left, right) };
        Piece { edge, left, right }
    };
    Triangulation { corners, twins, pieces: runs.iter().map(piece).collect() }
}
