//! The constrained Delaunay triangulation, as lists of numbers.

use spade::handles::FixedDirectedEdgeHandle;
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation as _};

use super::insertion_order::insertion_order;
use super::soundness::{self, UNSOUND};
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

/// A vertex of the triangulation.
struct Site {
    position: Point2<f64>,
    vertex: u32,
}

impl HasPosition for Site {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        self.position
    }
}

type Delaunay = ConstrainedDelaunayTriangulation<Site>;

/// Triangulates the vertices that edges use. They have to be different and of
/// a size for which the arithmetic is exact; edges have to lead from one vertex
/// to another.
///
/// What comes out is sound: it is checked, not believed. Bulk loading, which
/// would be faster, takes quadratic time where many vertices lie on one line and
/// fails for some whose coordinates differ by many orders of magnitude.
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
    let site = |vertex: u32| {
        let [x, y] = vertices[vertex as usize].map(f64::from);
        Site { position: Point2::new(x, y), vertex }
    };
    let mut delaunay = Delaunay::new();
    for vertex in insertion_order(vertices, used.clone()) {
        // Coordinates have been checked, so nothing is refused here.
        delaunay.insert(site(vertex)).map_err(|_| UNSOUND)?;
    }
    let triangulation = constrain(delaunay, vertices.len(), edges)?;
    soundness::check(&triangulation, vertices, &used)?;
    Ok(triangulation)
}

/// Makes the edges sides of triangles.
fn constrain(
    mut delaunay: Delaunay,
    vertices: usize,
    edges: &[Edge],
) -> Result<Triangulation, SubdivisionError> {
    let mut handles = vec![None; vertices];
    for site in delaunay.vertices() {
        handles[site.data().vertex as usize] = Some(site.fix());
    }
    let mut parts: Vec<(u32, FixedDirectedEdgeHandle)> = Vec::with_capacity(edges.len());
    let mut edge_of = vec![u32::MAX; delaunay.num_undirected_edges()];
    for (index, edge) in (0..).zip(edges) {
        let ends = [edge.from, edge.to].map(|vertex| handles[vertex as usize]);
        let [Some(from), Some(to)] = ends else { return Err(UNSOUND) };
        let added = delaunay.try_add_constraint(from, to);
        if added.is_empty() {
            let crossed = delaunay.get_conflicting_edges_between_vertices(from, to).next();
            let crossed = crossed.map(|crossed| edge_of[crossed.as_undirected().fix().index()]);
            return Err(crossed.map_or(UNSOUND, |first| SubdivisionError::CrossingEdges {
                first,
                second: index,
            }));
        }
        let mut reached = from;
        for part in added {
            let [start, end] = delaunay.directed_edge(part).vertices().map(|vertex| vertex.fix());
            if start != reached {
                return Err(UNSOUND);
            }
            reached = end;
            edge_of[part.as_undirected().index()] = index;
            parts.push((index, part));
        }
        if reached != to {
            return Err(UNSOUND);
        }
    }
    Ok(numbered(&delaunay, &parts))
}

/// The triangles by numbers.
fn numbered(delaunay: &Delaunay, parts: &[(u32, FixedDirectedEdgeHandle)]) -> Triangulation {
    let mut sides = vec![NO_SIDE; delaunay.num_directed_edges()];
    let mut corners = Vec::with_capacity(3 * delaunay.num_inner_faces());
    let all_sides = || delaunay.inner_faces().flat_map(|face| face.adjacent_edges());
    for (number, side) in (0..).zip(all_sides()) {
        sides[side.fix().index()] = number;
        corners.push(side.from().data().vertex);
    }
    let twins = all_sides().map(|side| sides[side.rev().fix().index()]).collect();
    let piece = |&(edge, part): &(u32, FixedDirectedEdgeHandle)| {
        let [left, right] = [part, part.rev()].map(|side| sides[side.index()]);
        Piece { edge, left, right }
    };
    Triangulation { corners, twins, pieces: parts.iter().map(piece).collect() }
}
