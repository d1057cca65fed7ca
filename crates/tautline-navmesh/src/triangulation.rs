//! Constrained Delaunay triangulations.

use spade::handles::{FixedDirectedEdgeHandle, FixedVertexHandle};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation as _};
use tautline_geometry::{Segment, Vec2};

use crate::half_edges::{HalfEdges, number};

type Cdt = ConstrainedDelaunayTriangulation<Point2<f64>>;

/// A constrained Delaunay triangulation of points and edges.
#[derive(Debug)]
pub struct Triangulation {
    /// The triangles.
    pub triangles: HalfEdges,
    /// The pieces of the edges, edge by edge, each edge from its start to its end.
    pub pieces: Vec<EdgePiece>,
    /// The face of each triangle. Triangles belong to the same face if they are connected
    /// without crossing an edge; those that are connected to infinity belong to
    /// [`Self::OUTER`].
    pub faces: Vec<u32>,
    /// The number of faces, including the outer one.
    pub face_count: u32,
}

/// A part of an edge between two consecutive points on it.
#[derive(Clone, Copy, Debug)]
pub struct EdgePiece {
    /// The index of the edge.
    pub edge: u32,
    /// The half-edge of the triangle on its left, or [`HalfEdges::NO_TWIN`].
    pub left: u32,
    /// The half-edge of the triangle on its right, or [`HalfEdges::NO_TWIN`].
    pub right: u32,
}

/// The indices of two edges that cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossingEdges(pub [u32; 2]);

impl Triangulation {
    /// The face outside all edges.
    pub const OUTER: u32 = 0;

    /// Triangulates distinct finite points, each of which is an end of an edge. Edges may
    /// overlap and pass through points. O(n log n) for edges of similar lengths.
    ///
    /// # Errors
    ///
    /// Two edges that cross, if there are any.
    ///
    /// # Panics
    ///
    /// If a point is not finite, or two are equal: callers check both before.
    pub fn of(points: &[Vec2], edges: &[[u32; 2]]) -> Result<Self, CrossingEdges> {
        let (cdt, half_edges_on_edges) = triangulated(points, edges)?;
        // Directed edges outside the convex hull belong to no triangle.
        let mut numbers = vec![HalfEdges::NO_TWIN; cdt.num_directed_edges()];
        let mut triangles = HalfEdges::default();
        let half_edges = || cdt.inner_faces().flat_map(|face| face.adjacent_edges());
        for half_edge in half_edges() {
            numbers[half_edge.fix().index()] = triangles.edge_count();
            triangles.origins.push(number(half_edge.from().fix().index()));
        }
        triangles.twins =
            half_edges().map(|half_edge| numbers[half_edge.rev().fix().index()]).collect();
        triangles.first_edges = (0..=triangles.edge_count()).step_by(3).collect();
        let mut is_edge = vec![false; triangles.origins.len()];
        let piece = |&(edge, half_edge): &(u32, FixedDirectedEdgeHandle)| {
            let [left, right] =
                [half_edge, half_edge.rev()].map(|half_edge| numbers[half_edge.index()]);
            for half_edge in [left, right] {
                if let Some(is_edge) = is_edge.get_mut(half_edge as usize) {
                    *is_edge = true;
                }
            }
            EdgePiece { edge, left, right }
        };
        let pieces = half_edges_on_edges.iter().map(piece).collect();
        let (faces, face_count) = faces(&triangles.twins, &is_edge);
        Ok(Self { triangles, pieces, faces, face_count })
    }

    /// A half-edge mesh of the selected triangles, and for each half-edge of all triangles
    /// its new index, or [`HalfEdges::NO_TWIN`] if its triangle was not selected.
    #[must_use]
    pub fn select(&self, is_selected: impl Fn(usize) -> bool) -> (HalfEdges, Vec<u32>) {
        let mut numbers = vec![HalfEdges::NO_TWIN; self.triangles.origins.len()];
        let mut selected = HalfEdges::default();
        for triangle in (0..self.triangles.face_count()).filter(|&face| is_selected(face)) {
            let half_edges = 3 * triangle..3 * triangle + 3;
            for (number, half_edge) in
                numbers[half_edges.clone()].iter_mut().zip(selected.edge_count()..)
            {
                *number = half_edge;
            }
            selected.origins.extend_from_slice(&self.triangles.origins[half_edges.clone()]);
            selected.twins.extend_from_slice(&self.triangles.twins[half_edges]);
            selected.close_face();
        }
        // Twins were copied with their old indices.
        for twin in &mut selected.twins {
            *twin = numbers.get(*twin as usize).copied().unwrap_or(HalfEdges::NO_TWIN);
        }
        (selected, numbers)
    }
}

/// The face of each triangle, and the number of faces: a flood fill that stops at edges.
fn faces(twins: &[u32], is_edge: &[bool]) -> (Vec<u32>, u32) {
    const UNKNOWN: u32 = u32::MAX;
    let mut faces = vec![UNKNOWN; twins.len() / 3];
    // The outer face is filled first, from the convex hull, so that it gets number 0.
    let mut pending: Vec<usize> = (0..twins.len())
        .filter(|&half_edge| twins[half_edge] == HalfEdges::NO_TWIN && !is_edge[half_edge])
        .map(|half_edge| half_edge / 3)
        .collect();
    let mut face = Triangulation::OUTER;
    for first in 0..=faces.len() {
        while let Some(triangle) = pending.pop() {
            faces[triangle] = face;
            for half_edge in
                (3 * triangle..3 * triangle + 3).filter(|&half_edge| !is_edge[half_edge])
            {
                let across = twins[half_edge] as usize / 3;
                if faces.get(across) == Some(&UNKNOWN) {
                    pending.push(across);
                }
            }
        }
        if faces.get(first) == Some(&UNKNOWN) {
            face += 1;
            pending.push(first);
        }
    }
    (faces, face + 1)
}

/// The triangulation of points with edges, and the directed edges that lie on each edge, in
/// order. Its vertices have the numbers of the points.
#[expect(clippy::expect_used, reason = "the caller has checked the points")]
fn triangulated(
    points: &[Vec2],
    edges: &[[u32; 2]],
) -> Result<(Cdt, Vec<(u32, FixedDirectedEdgeHandle)>), CrossingEdges> {
    // Exact: a power of two. Spade refuses numbers as small as the smallest positive `f32`.
    let scaled = |value: f32| f64::from(value) * 2_f64.powi(64);
    let scaled_point = |point: &Vec2| Point2::new(scaled(point.x), scaled(point.y));
    let mut cdt = if are_on_grid(points) {
        let scaled_points = points.iter().map(scaled_point).collect();
        Cdt::bulk_load_cdt(scaled_points, Vec::new()).expect("finite coordinates")
    } else {
        let mut cdt = Cdt::new();
        for point in points {
            cdt.insert(scaled_point(point)).expect("finite coordinates");
        }
        cdt
    };
    let mut half_edges_on_edges = Vec::with_capacity(edges.len());
    for (edge, ends) in (0..).zip(edges) {
        let [from, to] = ends.map(|vertex| FixedVertexHandle::from_index(vertex as usize));
        let half_edges = cdt.try_add_constraint(from, to);
        if half_edges.is_empty() {
            return Err(crossing_edges(&cdt, points, edges, edge));
        }
        half_edges_on_edges.extend(half_edges.into_iter().map(|half_edge| (edge, half_edge)));
    }
    Ok((cdt, half_edges_on_edges))
}

/// Returns true if all coordinates are multiples of a step, and at most 2^25 steps from 0. Such
/// points are loaded in bulk, up to ten times faster than one by one. Bulk loading fails for
/// coordinates of very different magnitudes.
fn are_on_grid(points: &[Vec2]) -> bool {
    let largest = points.iter().fold(0.0, |most: f32, point| most.max(point.abs().max_element()));
    // Masking keeps the exponent: the largest power of two that is not above the coordinate.
    let power_of_two = f64::from_bits(f64::from(largest).to_bits() & f64::INFINITY.to_bits());
    let step = power_of_two * 2_f64.powi(-24);
    let is_multiple = |coordinate: f32| (f64::from(coordinate) / step).fract() == 0.0;
    points.iter().all(|point| is_multiple(point.x) && is_multiple(point.y))
}

/// An edge that could not be inserted, and an earlier edge that it crosses.
#[cold]
#[expect(clippy::expect_used, reason = "only edges are in each other's way")]
fn crossing_edges(cdt: &Cdt, points: &[Vec2], edges: &[[u32; 2]], second: u32) -> CrossingEdges {
    let ends = edges[second as usize];
    let [from, to] = ends.map(|vertex| FixedVertexHandle::from_index(vertex as usize));
    let crossed = cdt.get_conflicting_edges_between_vertices(from, to).next();
    let crossed = crossed.expect("something is in the way");
    let crossed = [crossed.from(), crossed.to()].map(|vertex| points[vertex.fix().index()]);
    let runs_there = |edge: &[u32; 2]| {
        let [a, b] = edge.map(|vertex| points[vertex as usize]);
        crossed.iter().all(|&point| Segment::new(a, b).contains(point))
    };
    let first = edges.iter().position(runs_there).expect("what is in the way is an edge");
    CrossingEdges([number(first), second])
}
