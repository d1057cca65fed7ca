//! Small meshes, one for each special case. All coordinates are small integers.

use crate::{Cells, PlainMesh};

/// One square area from (0, 0) to (4, 4).
#[must_use]
pub fn square() -> PlainMesh {
    PlainMesh::from_areas(
        vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]],
        vec![vec![0, 1, 2, 3]],
    )
}

/// Four trapezoids around a square hole: the outside from (0, 0) to (6, 6), the
/// hole from (2, 2) to (4, 4). South, east, north, west.
///
/// There are two paths around the hole. Between opposite points they are equally long.
#[must_use]
pub fn ring() -> PlainMesh {
    PlainMesh::from_areas(
        vec![
            [0.0, 0.0],
            [6.0, 0.0],
            [6.0, 6.0],
            [0.0, 6.0],
            [2.0, 2.0],
            [4.0, 2.0],
            [4.0, 4.0],
            [2.0, 4.0],
        ],
        vec![vec![0, 1, 5, 4], vec![1, 2, 6, 5], vec![2, 3, 7, 6], vec![3, 0, 4, 7]],
    )
}

/// A road that climbs around a bend and crosses above itself, with the elevation of each
/// vertex.
///
/// Eleven squares of side 2, in the order of the road: four along y = 2..4 at
/// elevation 0, from x = 0 to x = 8; two upwards in y along x = 6..8; two back
/// in x along y = 6..8; three downwards in y along x = 2..4 at elevation 2,
/// down to y = 0. Areas 1 and 9 cover the same ground, from (2, 2) to (4, 4),
/// and share no vertex.
#[must_use]
pub fn bridge() -> (PlainMesh, Vec<f32>) {
    let corners = [
        // The lower road, its right side and its left.
        [0.0, 2.0, 0.0],
        [2.0, 2.0, 0.0],
        [4.0, 2.0, 0.0],
        [6.0, 2.0, 0.0],
        [8.0, 2.0, 0.0],
        [0.0, 4.0, 0.0],
        [2.0, 4.0, 0.0],
        [4.0, 4.0, 0.0],
        [6.0, 4.0, 0.0],
        [8.0, 4.0, 0.0],
        // The bend.
        [6.0, 6.0, 1.0],
        [8.0, 6.0, 1.0],
        [6.0, 8.0, 1.0],
        [8.0, 8.0, 1.0],
        [4.0, 6.0, 2.0],
        [4.0, 8.0, 2.0],
        [2.0, 6.0, 2.0],
        [2.0, 8.0, 2.0],
        // The upper road.
        [2.0, 4.0, 2.0],
        [4.0, 4.0, 2.0],
        [2.0, 2.0, 2.0],
        [4.0, 2.0, 2.0],
        [2.0, 0.0, 2.0],
        [4.0, 0.0, 2.0],
    ];
    let areas = vec![
        vec![0, 1, 6, 5],
        vec![1, 2, 7, 6],
        vec![2, 3, 8, 7],
        vec![3, 4, 9, 8],
        vec![8, 9, 11, 10],
        vec![10, 11, 13, 12],
        vec![14, 10, 12, 15],
        vec![16, 14, 15, 17],
        vec![18, 19, 14, 16],
        vec![20, 21, 19, 18],
        vec![22, 23, 21, 20],
    ];
    let mesh = PlainMesh::from_areas(corners.iter().map(|&[x, y, _]| [x, y]).collect(), areas);
    (mesh, corners.iter().map(|corner| corner[2]).collect())
}

/// Four squares of side 2 around (2, 2), with a zero-width wall from (2, 0) to
/// (2, 2) between the lower two.
///
/// Areas: lower left, lower right, upper left, upper right. The lower two share
/// both ends of the wall, but are not neighbours. The shortest path from one
/// to the other bends at the end of the wall, (2, 2).
#[must_use]
pub fn zero_width_wall() -> PlainMesh {
    let mut mesh = Cells::from_rows(&["..", ".."]).to_unit_mesh().with_wall_between(0, 1);
    for vertex in &mut mesh.vertices {
        *vertex = vertex.map(|value| 2.0 * value);
    }
    mesh
}

/// A pinch point: two unit squares that share only the vertex (1, 1).
///
/// The vertex is non-manifold, and no path leads through it.
#[must_use]
pub fn pinch() -> PlainMesh {
    Cells::from_rows(&["#.", ".#"]).to_unit_mesh()
}

/// A pinch point at (1, 1) with a detour around the block in the middle: seven of
/// the nine cells from (0, 0) to (3, 3).
///
/// Areas 0 (at (1, 0)) and 2 (at (0, 1)) share the vertex (1, 1), and no
/// path leads through it. The shortest path between their centres has the length
/// `2 + sqrt(2)`.
#[must_use]
pub fn pinch_with_detour() -> PlainMesh {
    Cells::from_rows(&["...", ".#.", "#.."]).to_unit_mesh()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passages(mesh: &PlainMesh) -> usize {
        mesh.neighbours.iter().flatten().flatten().count() / 2
    }

    #[test]
    fn all_named_meshes_are_valid_and_connected_as_described() {
        for (name, mesh, areas, expected_passages) in [
            ("square", square(), 1, 0),
            ("ring", ring(), 4, 4),
            ("bridge", bridge().0, 11, 10),
            ("zero_width_wall", zero_width_wall(), 4, 3),
            ("pinch", pinch(), 2, 0),
            ("pinch_with_detour", pinch_with_detour(), 7, 6),
        ] {
            assert_eq!(mesh.faults(), Vec::<String>::new(), "{name}");
            assert_eq!(mesh.areas.len(), areas, "{name}");
            assert_eq!(passages(&mesh), expected_passages, "{name}");
        }
    }

    #[test]
    fn the_floors_of_the_bridge_are_above_each_other() {
        let (mesh, elevations) = bridge();
        assert_eq!(mesh.vertices.len(), elevations.len());
        let ground = |area: usize| -> Vec<[f32; 2]> {
            mesh.areas[area].iter().map(|&corner| mesh.vertices[corner as usize]).collect()
        };
        assert_eq!(ground(1), ground(9));
        let shared = mesh.areas[1].iter().any(|corner| mesh.areas[9].contains(corner));
        assert!(!shared);
    }

    #[test]
    fn the_zero_width_wall_has_shared_ends() {
        let mesh = zero_width_wall();
        let shared: Vec<[f32; 2]> = mesh.areas[0]
            .iter()
            .filter(|corner| mesh.areas[1].contains(corner))
            .map(|&corner| mesh.vertices[corner as usize])
            .collect();
        assert_eq!(shared, [[2.0, 0.0], [2.0, 2.0]]);
    }

    #[test]
    fn the_areas_at_the_pinch_share_one_vertex() {
        for (mesh, one, other) in [(pinch(), 0, 1), (pinch_with_detour(), 0, 2)] {
            let shared: Vec<[f32; 2]> = mesh.areas[one]
                .iter()
                .filter(|corner| mesh.areas[other].contains(corner))
                .map(|&corner| mesh.vertices[corner as usize])
                .collect();
            assert_eq!(shared, [[1.0, 1.0]]);
        }
    }
}
