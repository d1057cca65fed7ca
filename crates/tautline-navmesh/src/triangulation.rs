//! Constrained Delaunay triangulations.

use spade::handles::{DirectedEdgeHandle, FixedVertexHandle};
use spade::{CdtEdge, ConstrainedDelaunayTriangulation, Point2, Triangulation as _};
use tautline_geometry::{Lattice, Segment, Vec2};

use crate::half_edges::{HalfEdges, number};

type Cdt = ConstrainedDelaunayTriangulation<Point2<f64>>;
type CdtSide<'a> = DirectedEdgeHandle<'a, Point2<f64>, (), CdtEdge<()>, ()>;

/// The triangles between some points, with some edges among their sides.
#[derive(Debug)]
pub struct Triangulation {
    /// The triangles.
    pub triangles: HalfEdges,
    /// The pieces of the edges, one edge after the other, each from its beginning to its end.
    pub pieces: Vec<EdgePiece>,
    /// The face of each triangle: triangles are of one face if a way leads from one to
    /// the other that crosses no edge. [`Self::OUTER`] if one leads to infinity.
    pub faces: Vec<u32>,
    /// The number of faces, with the outer one.
    pub face_count: u32,
}

/// An edge between two points in a row that lie on it.
#[derive(Clone, Copy, Debug)]
pub struct EdgePiece {
    /// The edge.
    pub edge: u32,
    /// The side of the triangle on its left, or [`HalfEdges::NO_TWIN`].
    pub left: u32,
    /// The side of the triangle on its right, or [`HalfEdges::NO_TWIN`].
    pub right: u32,
}

/// Two edges that cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossingEdges(pub [u32; 2]);

impl Triangulation {
    /// The face that holds what no edges enclose.
    pub const OUTER: u32 = 0;

    /// Triangulates different finite points, each of which ends an edge. Edges may
    /// lie on each other and lead over points. O(n log n) for edges of similar lengths.
    ///
    /// # Errors
    ///
    /// Two edges that cross, if there are such.
    ///
    /// # Panics
    ///
    /// If a point is not finite, or two are the same: callers check that before.
    #[expect(clippy::expect_used, reason = "whatever was laid is there")]
    pub fn of(points: &[Vec2], edges: &[[u32; 2]]) -> Result<Self, CrossingEdges> {
        let cdt = triangulated(points, edges)?;
        // Sides beyond the convex hull are none of any triangle.
        let mut numbers = vec![HalfEdges::NO_TWIN; cdt.num_directed_edges()];
        let mut triangles = HalfEdges::default();
        let sides = || cdt.inner_faces().flat_map(|face| face.adjacent_edges());
        for side in sides() {
            numbers[side.fix().index()] = triangles.edge_count();
            triangles.origins.push(number(side.from().fix().index()));
        }
        let number_of = |side: CdtSide<'_>| numbers[side.fix().index()];
        triangles.twins = sides().map(|side| number_of(side.rev())).collect();
        triangles.first_edges = (0..=triangles.edge_count()).step_by(3).collect();
        let mut pieces = Vec::with_capacity(edges.len());
        let mut is_edge = vec![false; triangles.origins.len()];
        for (edge, ends) in (0..).zip(edges) {
            let [mut reached, end] =
                ends.map(|vertex| FixedVertexHandle::from_index(vertex as usize));
            while reached != end {
                let side = onward(&cdt, reached, end).expect("edges are chains of sides");
                let [left, right] = [number_of(side), number_of(side.rev())];
                pieces.push(EdgePiece { edge, left, right });
                for side in [left, right] {
                    if let Some(is_edge) = is_edge.get_mut(side as usize) {
                        *is_edge = true;
                    }
                }
                reached = side.to().fix();
            }
        }
        let (faces, face_count) = faces(&triangles.twins, &is_edge);
        Ok(Self { triangles, pieces, faces, face_count })
    }

    /// Some of the triangles, and which of their half-edges each of all has become:
    /// [`HalfEdges::NO_TWIN`] for those that are left out.
    #[must_use]
    pub fn select(&self, is_selected: impl Fn(usize) -> bool) -> (HalfEdges, Vec<u32>) {
        let mut numbers = vec![HalfEdges::NO_TWIN; self.triangles.origins.len()];
        let mut selected = HalfEdges::default();
        for triangle in (0..self.triangles.face_count()).filter(|&face| is_selected(face)) {
            let sides = 3 * triangle..3 * triangle + 3;
            for (number, side) in numbers[sides.clone()].iter_mut().zip(selected.edge_count()..) {
                *number = side;
            }
            selected.origins.extend_from_slice(&self.triangles.origins[sides.clone()]);
            selected.twins.extend_from_slice(&self.triangles.twins[sides]);
            selected.close_face();
        }
        for twin in &mut selected.twins {
            *twin = numbers.get(*twin as usize).copied().unwrap_or(HalfEdges::NO_TWIN);
        }
        (selected, numbers)
    }
}

/// The side that begins at a vertex on an edge and runs towards its end.
fn onward(cdt: &Cdt, from: FixedVertexHandle, to: FixedVertexHandle) -> Option<CdtSide<'_>> {
    cdt.get_edge_from_neighbors(from, to).or_else(|| {
        let place = |vertex| {
            let Point2 { x, y } = cdt.vertex(vertex).position();
            (x, y)
        };
        let (start, end) = (place(from), place(to));
        // Of two vertices on a line through the start, those that both come before or both
        // after it by x, then y, are on the same side.
        let is_ahead = |other: (f64, f64)| (start < other) == (start < end);
        let is_on_edge = |side: &CdtSide<'_>| {
            side.side_query(cdt.vertex(to).position()).is_on_line()
                && is_ahead(place(side.to().fix()))
        };
        cdt.vertex(from).out_edges().find(is_on_edge)
    })
}

/// The face of each triangle, and the number of faces.
fn faces(twins: &[u32], is_edge: &[bool]) -> (Vec<u32>, u32) {
    const UNKNOWN: u32 = u32::MAX;
    let mut faces = vec![UNKNOWN; twins.len() / 3];
    let mut pending: Vec<usize> = (0..twins.len())
        .filter(|&side| twins[side] == HalfEdges::NO_TWIN && !is_edge[side])
        .map(|side| side / 3)
        .collect();
    let mut face = Triangulation::OUTER;
    for first in 0..=faces.len() {
        while let Some(triangle) = pending.pop() {
            faces[triangle] = face;
            for side in (3 * triangle..3 * triangle + 3).filter(|&side| !is_edge[side]) {
                let across = twins[side] as usize / 3;
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

/// The triangulation of points, whose vertices have the same numbers, with edges.
#[expect(clippy::expect_used, reason = "the caller has checked the points")]
fn triangulated(points: &[Vec2], edges: &[[u32; 2]]) -> Result<Cdt, CrossingEdges> {
    // Exact: a power of two. The smallest positive f32 is smaller than what is taken.
    let scaled = |value: f32| f64::from(value) * 2_f64.powi(64);
    let place = |point: Vec2| Point2::new(scaled(point.x), scaled(point.y));
    let edges: Vec<_> = edges.iter().map(|ends| ends.map(|vertex| vertex as usize)).collect();
    let mut conflict = None;
    let cdt = if Lattice::of(points).is_some() {
        let places = points.iter().map(|&point| place(point)).collect();
        Cdt::try_bulk_load_cdt(places, edges.to_vec(), |ends| conflict = conflict.or(Some(ends)))
            .expect("finite coordinates")
    } else {
        // Bulk loading fails for coordinates of very different orders of magnitude.
        let mut cdt = Cdt::new();
        for &point in points {
            cdt.insert(place(point)).expect("finite coordinates");
        }
        for &ends in &edges {
            let [from, to] = ends.map(FixedVertexHandle::from_index);
            if cdt.try_add_constraint(from, to).is_empty() {
                conflict = conflict.or(Some(ends));
            }
        }
        cdt
    };
    match conflict {
        None => Ok(cdt),
        Some(ends) => Err(crossing_edges(&cdt, points, &edges, ends)),
    }
}

/// An edge that could not be laid, between two vertices, and one that it crosses.
#[cold]
#[expect(clippy::expect_used, reason = "only edges are in each other's way")]
fn crossing_edges(
    cdt: &Cdt,
    points: &[Vec2],
    edges: &[[usize; 2]],
    [from, to]: [usize; 2],
) -> CrossingEdges {
    let [start, end] = [from, to].map(FixedVertexHandle::from_index);
    let crossed = cdt.get_conflicting_edges_between_vertices(start, end).next();
    let crossed = crossed.expect("something is in the way");
    let crossed = [crossed.from(), crossed.to()].map(|vertex| points[vertex.fix().index()]);
    let runs_there = |edge: &[usize; 2]| {
        let [a, b] = edge.map(|vertex| points[vertex]);
        crossed.iter().all(|&point| Segment::new(a, b).contains(point))
    };
    let is_refused = |&edge: &[usize; 2]| edge == [from, to] || edge == [to, from];
    let find = |is_it: &dyn Fn(&[usize; 2]) -> bool| {
        number(edges.iter().position(is_it).expect("it is one of the edges"))
    };
    let [one, other] = [find(&runs_there), find(&is_refused)];
    CrossingEdges([one.min(other), one.max(other)])
}
