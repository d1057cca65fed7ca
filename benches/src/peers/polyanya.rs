//! The Rust crate `polyanya`: the exact online search on the same polygons.

use std::iter;

use polyanya::{Coords, Mesh, Polygon, Vertex};

use crate::plain::{PlainMesh, polyline_length};

/// The value that stands for "outside the mesh" in the crate's lists of polygons around a vertex.
const OUTSIDE: u32 = u32::MAX;

/// A baked polyanya mesh.
///
/// It has the crate's defaults: a point is located exactly, or else within the `search_delta` of 0.1 around it, and
/// baking builds the box tree and the islands.
#[derive(Debug, Clone)]
pub struct Peer {
    mesh: Mesh,
}

impl Peer {
    /// Copies and bakes the mesh.
    ///
    /// # Errors
    ///
    /// If the mesh is empty or inconsistent, or has a zero-width wall. The crate cannot represent such a wall: two
    /// polygons that share two vertices are neighbours.
    pub fn build(plain: &PlainMesh) -> Result<Self, String> {
        let corners = corners_by_vertex(plain)?;
        if let Some((left, right)) = zero_width_wall(plain, &corners) {
            return Err(format!(
                "polygons {left} and {right} share a border that is a wall, but polyanya would \
                 walk through it"
            ));
        }
        let vertices = plain
            .vertices
            .iter()
            .zip(&corners)
            .map(|(&position, corners)| Vertex::new(position.into(), around(plain, corners)))
            .collect();
        let polygons = plain
            .polygons
            .iter()
            .zip(&plain.neighbours)
            .map(|(corners, neighbours)| {
                // The crate calls a polygon with at most one neighbour "one way".
                let is_one_way = neighbours.iter().flatten().count() <= 1;
                Polygon::new(corners.clone(), is_one_way)
            })
            .collect();
        let mesh = Mesh::new(vertices, polygons).map_err(|error| error.to_string())?;
        Ok(Self { mesh })
    }

    /// The length of the path, or `None` if there is none.
    ///
    /// The crate allocates its queue, its root history and the answer for every query.
    #[must_use]
    pub fn path(&self, start: [f32; 2], goal: [f32; 2]) -> Option<f64> {
        let from = Coords::on_mesh(start.into());
        let to = Coords::on_mesh(goal.into());
        let path = self.mesh.path(from, to)?;
        // The path of the crate does not contain the start.
        let bends = path.path.iter().map(|point| [point.x, point.y]);
        Some(polyline_length(iter::once(start).chain(bends)))
    }
}

/// A polygon at a vertex, and which of its corners the vertex is.
type Corner = (u32, usize);

fn corners_by_vertex(plain: &PlainMesh) -> Result<Vec<Vec<Corner>>, String> {
    if !plain.polygons.iter().map(Vec::len).eq(plain.neighbours.iter().map(Vec::len)) {
        return Err("the mesh needs a neighbour, or a wall, for each border".to_owned());
    }
    let mut corners = vec![Vec::new(); plain.vertices.len()];
    for (polygon, vertices) in (0u32..).zip(&plain.polygons) {
        for (corner, &vertex) in vertices.iter().enumerate() {
            corners
                .get_mut(vertex as usize)
                .ok_or_else(|| {
                    format!("polygon {polygon} names vertex {vertex}, which is not there")
                })?
                .push((polygon, corner));
        }
    }
    Ok(corners)
}

/// Returns the polygons around a vertex, counter-clockwise within each fan, with one [`OUTSIDE`] before each fan that
/// is not closed.
///
/// If there are several fans, they are in the order of their polygons. Their order does not matter, because the search
/// only tests which values the list contains.
fn around(plain: &PlainMesh, corners: &[Corner]) -> Vec<u32> {
    let mut listed = Vec::with_capacity(corners.len() + 1);
    let clockwise_end =
        |&&(polygon, corner): &&Corner| plain.neighbours[polygon as usize][corner].is_none();
    // A closed fan has no end: any corner will do.
    let closed = corners.first().filter(|_| !corners.iter().any(|corner| clockwise_end(&corner)));
    for &first in corners.iter().filter(clockwise_end).chain(closed) {
        if closed.is_none() {
            listed.push(OUTSIDE);
        }
        let counter_clockwise = |&(polygon, corner): &Corner| {
            let borders = &plain.neighbours[polygon as usize];
            let incoming = (corner + borders.len() - 1) % borders.len();
            let next = borders[incoming].filter(|&next| next != first.0)?;
            corners.iter().copied().find(|&(polygon, _)| polygon == next)
        };
        let fan = iter::successors(Some(first), counter_clockwise);
        // `take` ends the walk if inconsistent neighbours form a cycle without `first`.
        listed.extend(fan.take(corners.len()).map(|(polygon, _)| polygon));
    }
    listed
}

/// Returns two polygons that have an edge in common but are not neighbours.
fn zero_width_wall(plain: &PlainMesh, corners: &[Vec<Corner>]) -> Option<(u32, u32)> {
    for (polygon, (vertices, neighbours)) in
        (0u32..).zip(plain.polygons.iter().zip(&plain.neighbours))
    {
        for (corner, neighbour) in neighbours.iter().enumerate() {
            let start = vertices[corner] as usize;
            let end = vertices[(corner + 1) % vertices.len()] as usize;
            let across = corners[start].iter().map(|&(other, _)| other).find(|&other| {
                other != polygon && corners[end].iter().any(|&(at_end, _)| at_end == other)
            });
            if let (None, Some(other)) = (neighbour, across) {
                return Some((polygon, other));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn around_a_vertex_polygons_are_counter_clockwise_and_each_gap_is_named() {
        // Four triangles around the vertex 0; borders to and from it come first and last.
        let closed = |polygon: u32| vec![Some((polygon + 3) % 4), None, Some((polygon + 1) % 4)];
        let mut plain = PlainMesh {
            vertices: vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]],
            elevations: Vec::new(),
            polygons: vec![vec![0, 1, 2], vec![0, 2, 3], vec![0, 3, 4], vec![0, 4, 1]],
            neighbours: (0..4).map(closed).collect(),
        };
        let listed = |plain: &PlainMesh| around(plain, &corners_by_vertex(plain).unwrap()[0]);
        assert_eq!(listed(&plain), [0, 1, 2, 3]);

        plain.neighbours[1][0] = None;
        plain.neighbours[0][2] = None;
        assert_eq!(listed(&plain), [OUTSIDE, 1, 2, 3, 0]);

        plain.neighbours[3][0] = None;
        plain.neighbours[2][2] = None;
        assert_eq!(listed(&plain), [OUTSIDE, 1, 2, OUTSIDE, 3, 0]);
    }
}
