//! The borders between layers as arcs, which are simplified once for both.

use super::vertices::{BoundaryEdge, ContourVertices};

/// The most sides of cells in an arc. Straightening an arc can take the square of
/// its length; longer ones are cut, which leaves a vertex every so often.
const MAX_LENGTH: usize = 1024;

/// A row of sides of cells with the same layers on both sides.
pub(super) struct ContourArc {
    pub(super) left: u32,
    /// The layer on the right, or [`NO_LAYER`](super::layers::NO_LAYER).
    pub(super) right: u32,
    vertices: Vec<u32>,
}

/// Makes arcs of the borders. They end where more than two borders meet, so that
/// these vertices stay.
pub(super) fn trace(borders: &[BoundaryEdge], corners: &ContourVertices) -> Vec<ContourArc> {
    let mut tracer = Tracer::of(borders, corners.places.len());
    tracer.split_loops(borders, corners);
    let mut arcs: Vec<ContourArc> = Vec::new();
    for (first, border) in (0..).zip(borders) {
        if !tracer.is_end[border.from as usize] {
            continue;
        }
        let mut arc =
            ContourArc { left: border.left, right: border.right, vertices: vec![border.from] };
        for side in tracer.from(first, borders) {
            let to = borders[side as usize].to;
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

/// How borders follow each other.
struct Tracer {
    /// The border that leads on from each vertex that is no end.
    next: Vec<u32>,
    /// Whether arcs end at a vertex.
    is_end: Vec<bool>,
}

impl Tracer {
    fn of(borders: &[BoundaryEdge], vertices: usize) -> Self {
        const NONE: u32 = u32::MAX;
        let [mut next, mut previous] = [vec![NONE; vertices], vec![NONE; vertices]];
        let mut is_end = vec![false; vertices];
        for (index, border) in (0..).zip(borders) {
            for (list, vertex) in [(&mut next, border.from), (&mut previous, border.to)] {
                let vertex = vertex as usize;
                is_end[vertex] |= list[vertex] != NONE;
                list[vertex] = index;
            }
        }
        for vertex in 0..vertices {
            let layers = |border: u32| {
                borders.get(border as usize).map(|border| (border.left, border.right))
            };
            is_end[vertex] |= layers(next[vertex]) != layers(previous[vertex]);
        }
        Self { next, is_end }
    }

    /// The borders of the arc that begins with one, to the next end.
    fn from<'a>(
        &'a self,
        first: u32,
        borders: &'a [BoundaryEdge],
    ) -> impl Iterator<Item = u32> + 'a {
        std::iter::successors(Some(first), |&side| {
            let to = borders[side as usize].to as usize;
            (!self.is_end[to]).then(|| self.next[to])
        })
    }

    /// Gives loops without any end two of them: their first vertex, and the one
    /// that is farthest away from it.
    fn split_loops(&mut self, borders: &[BoundaryEdge], corners: &ContourVertices) {
        let mut is_seen = vec![false; borders.len()];
        for (first, border) in (0..).zip(borders) {
            if self.is_end[border.from as usize] {
                for side in self.from(first, borders) {
                    is_seen[side as usize] = true;
                }
            }
        }
        for (first, border) in (0..).zip(borders) {
            if is_seen[first as usize] {
                continue;
            }
            // From here on, the loop ends where it began.
            self.is_end[border.from as usize] = true;
            let start = corners.places[border.from as usize];
            let mut farthest = (0, border.from);
            let mut last = first;
            for side in self.from(first, borders) {
                is_seen[side as usize] = true;
                last = side;
                let vertex = borders[side as usize].to;
                let [x, y] = [0, 1].map(|axis| {
                    u64::from(start[axis].abs_diff(corners.places[vertex as usize][axis]))
                });
                if x * x + y * y > farthest.0 {
                    farthest = (x * x + y * y, vertex);
                }
            }
            debug_assert_eq!(borders[last as usize].to, border.from);
            self.is_end[farthest.1 as usize] = true;
        }
    }
}

impl ContourArc {
    /// The vertices that are left if the arc may deviate by some cells from its
    /// own (Douglas and Peucker). 0 leaves all at which it bends.
    pub(super) fn simplified(&self, corners: &ContourVertices, max_deviation: f64) -> Vec<u32> {
        let place = |index: usize| corners.places[self.vertices[index] as usize].map(f64::from);
        let mut kept = vec![self.vertices[0]];
        let mut open = vec![(0, self.vertices.len() - 1)];
        while let Some((first, last)) = open.pop() {
            let ends = [place(first), place(last)];
            let mut farthest = (max_deviation * max_deviation, None);
            for between in first + 1..last {
                let squared_distance = squared_distance(place(between), ends);
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

/// From a point to a segment, in squared cells. 0 if and only if the point lies
/// on it: all the products of numbers of cells are exact.
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

    /// The arc over some places, simplified.
    fn simplified(places: &[[u32; 2]], max_deviation: f64) -> Vec<u32> {
        let corners =
            ContourVertices { places: places.to_vec(), elevations: vec![0; places.len()] };
        let vertices = (0..).take(places.len()).collect();
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
        let places = vec![[0, 0], [1, 0], [1, 1], [0, 1]];
        let corners = ContourVertices { places, elevations: vec![0; 4] };
        let side = |(from, to)| BoundaryEdge { from, to, left: 0, right: NO_LAYER };
        let borders = [(0, 1), (1, 2), (2, 3), (3, 0)].map(side);
        let arcs = trace(&borders, &corners);
        let vertices: Vec<&[u32]> = arcs.iter().map(|arc| &arc.vertices[..]).collect();
        assert_eq!(vertices, [&[0, 1, 2][..], &[2, 3, 0]]);
    }
}
