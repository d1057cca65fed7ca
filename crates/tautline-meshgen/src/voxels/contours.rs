//! Contours of layers, as arcs that two neighbouring layers share, and that are simplified once for
//! both.
//!
//! ```text
//!    ┌────p────────┐        ┌────p────────┐     arcs that meet at p and q:
//!    │ 1  └──┐  2  │        │ 1   ╲   2   │     layer 1 and outside, from p to q
//!    │       └──┐  │   ->   │       ╲     │     layers 1 and 2, simplified to one edge
//!    │          │  │        │         ╲   │     layer 2 and outside, from q to p
//!    └──────────q──┘        └──────────q──┘
//! ```
//!
//! An arc ends where more than two arcs meet. These vertices stay, so that layers that
//! shared an arc still fit together: no T-junctions.

use super::vertices::{BoundaryEdge, ContourVertices};

/// The maximum number of cell sides in an arc. Simplification takes up to the square of the
/// length. So longer arcs are split, and the vertices at the splits stay.
const MAX_LENGTH: usize = 1024;

/// A sequence of cell sides with the same layers on both sides.
pub(super) struct ContourArc {
    pub(super) left: u32,
    /// The layer on the right, or [`NO_LAYER`](super::layers::NO_LAYER).
    pub(super) right: u32,
    vertices: Vec<u32>,
}

/// Connects boundary edges to arcs, which end where more than two edges meet.
pub(super) fn trace(edges: &[BoundaryEdge], corners: &ContourVertices) -> Vec<ContourArc> {
    let mut tracer = Tracer::of(edges, corners.positions.len());
    tracer.split_loops(edges, corners);
    let mut arcs: Vec<ContourArc> = Vec::new();
    for (first, border) in (0..).zip(edges) {
        if !tracer.is_end[border.from as usize] {
            continue;
        }
        let mut arc =
            ContourArc { left: border.left, right: border.right, vertices: vec![border.from] };
        for edge in tracer.from(first, edges) {
            let to = edges[edge as usize].to;
            arc.vertices.push(to);
            if arc.vertices.len() > MAX_LENGTH && !tracer.is_end[to as usize] {
                let rest = ContourArc { vertices: vec![to], ..arc };
                arcs.push(arc);
                arc = rest;
            }
        }
        arcs.push(arc);
    }
    arcs
}

/// The connections of boundary edges.
struct Tracer {
    /// The edge that begins at each vertex that is not an end of arcs.
    next: Vec<u32>,
    /// True for vertices at which arcs end.
    is_end: Vec<bool>,
}

impl Tracer {
    fn of(edges: &[BoundaryEdge], vertices: usize) -> Self {
        const NONE: u32 = u32::MAX;
        let [mut next, mut previous] = [vec![NONE; vertices], vec![NONE; vertices]];
        let mut is_end = vec![false; vertices];
        for (index, border) in (0..).zip(edges) {
            for (list, vertex) in [(&mut next, border.from), (&mut previous, border.to)] {
                let vertex = vertex as usize;
                is_end[vertex] |= list[vertex] != NONE;
                list[vertex] = index;
            }
        }
        for vertex in 0..vertices {
            let layers =
                |border: u32| edges.get(border as usize).map(|border| (border.left, border.right));
            is_end[vertex] |= layers(next[vertex]) != layers(previous[vertex]);
        }
        Self { next, is_end }
    }

    /// The edges of the arc that begins with an edge, up to its end.
    fn from<'a>(&'a self, first: u32, edges: &'a [BoundaryEdge]) -> impl Iterator<Item = u32> + 'a {
        std::iter::successors(Some(first), |&edge| {
            let to = edges[edge as usize].to as usize;
            (!self.is_end[to]).then(|| self.next[to])
        })
    }

    /// Splits loops without an end at two vertices: the first one and the one farthest from it.
    /// Simplification needs ends.
    fn split_loops(&mut self, edges: &[BoundaryEdge], corners: &ContourVertices) {
        let mut is_seen = vec![false; edges.len()];
        for (first, border) in (0..).zip(edges) {
            if self.is_end[border.from as usize] {
                for edge in self.from(first, edges) {
                    is_seen[edge as usize] = true;
                }
            }
        }
        for (first, border) in (0..).zip(edges) {
            if is_seen[first as usize] {
                continue;
            }
            // As an end, its first vertex stops the iteration below after one turn.
            self.is_end[border.from as usize] = true;
            let start = corners.positions[border.from as usize];
            let mut farthest = (0, border.from);
            let mut last = first;
            for edge in self.from(first, edges) {
                is_seen[edge as usize] = true;
                last = edge;
                let vertex = edges[edge as usize].to;
                let [x, y] = [0, 1].map(|axis| {
                    u64::from(start[axis].abs_diff(corners.positions[vertex as usize][axis]))
                });
                if x * x + y * y > farthest.0 {
                    farthest = (x * x + y * y, vertex);
                }
            }
            debug_assert_eq!(edges[last as usize].to, border.from);
            self.is_end[farthest.1 as usize] = true;
        }
    }
}

impl ContourArc {
    /// Returns the vertices of the simplified arc, which deviates from the cells by at most
    /// `max_deviation` cells (Douglas and Peucker). 0 keeps all vertices at which it bends.
    pub(super) fn simplified(&self, corners: &ContourVertices, max_deviation: f64) -> Vec<u32> {
        let position =
            |index: usize| corners.positions[self.vertices[index] as usize].map(f64::from);
        let mut kept = vec![self.vertices[0]];
        let mut open = vec![(0, self.vertices.len() - 1)];
        while let Some((first, last)) = open.pop() {
            let ends = [position(first), position(last)];
            let mut farthest = (max_deviation * max_deviation, None);
            for between in first + 1..last {
                let squared_distance = squared_distance(position(between), ends);
                if squared_distance > farthest.0 {
                    farthest = (squared_distance, Some(between));
                }
            }
            match farthest.1 {
                Some(between) => open.extend([(between, last), (first, between)]),
                None => kept.push(self.vertices[last]),
            }
        }
        kept
    }
}

/// The squared distance of a point from a segment, in cells. 0 if and only if the point lies on
/// the segment: products of numbers of cells are exact.
fn squared_distance(point: [f64; 2], [start, end]: [[f64; 2]; 2]) -> f64 {
    let [along, to_point] = [end, point].map(|end| [end[0] - start[0], end[1] - start[1]]);
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    let squared_length = dot(along, along);
    let passed = dot(along, to_point);
    if passed <= 0.0 {
        dot(to_point, to_point)
    } else if passed >= squared_length {
        let from_end = [point[0] - end[0], point[1] - end[1]];
        dot(from_end, from_end)
    } else {
        let across = along[0] * to_point[1] - along[1] * to_point[0];
        across * across / squared_length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::voxels::layers::NO_LAYER;

    /// The arc over some positions, simplified.
    fn simplified(positions: &[[u32; 2]], max_deviation: f64) -> Vec<u32> {
        let corners =
            ContourVertices { positions: positions.to_vec(), elevations: vec![0; positions.len()] };
        let vertices = (0..).take(positions.len()).collect();
        ContourArc { left: 0, right: NO_LAYER, vertices }.simplified(&corners, max_deviation)
    }

    #[test]
    fn stairs_become_straight_and_walls_stay() {
        let stairs = [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [3, 2], [3, 3], [3, 4], [3, 5]];
        assert_eq!(simplified(&stairs, 1.0), [0, 5, 8]);
        assert_eq!(simplified(&stairs, 0.0), [0, 1, 2, 3, 4, 5, 8]);
        assert_eq!(simplified(&stairs, 9.0), [0, 8]);
    }

    #[test]
    fn an_arc_back_to_its_start_keeps_its_farthest_vertex() {
        let ring = [[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]];
        assert_eq!(simplified(&ring, 2.0), [0, 2, 4]);
    }

    #[test]
    fn a_loop_without_ends_is_cut_into_two_arcs() {
        let positions = vec![[0, 0], [1, 0], [1, 1], [0, 1]];
        let corners = ContourVertices { positions, elevations: vec![0; 4] };
        let edge = |(from, to)| BoundaryEdge { from, to, left: 0, right: NO_LAYER };
        let edges = [(0, 1), (1, 2), (2, 3), (3, 0)].map(edge);
        let arcs = trace(&edges, &corners);
        let vertices: Vec<&[u32]> = arcs.iter().map(|arc| &arc.vertices[..]).collect();
        assert_eq!(vertices, [&[0, 1, 2][..], &[2, 3, 0]]);
    }
}
