//! Fans: the connected areas around a vertex.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

use tautline_navmesh::{FanId, NavMesh, RawMesh, VertexId};

/// The only fan of vertex 0 of a mesh of triangles around it, given by
/// their outer corners.
fn fan_of(spokes: &[[f32; 2]], triangles: &[[u32; 2]]) -> (NavMesh, FanId) {
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
    raw.vertices.extend(spokes);
    for &[a, b] in triangles {
        raw.push_area(&[0, a, b]);
    }
    let mesh = raw.build().unwrap();
    let fans: Vec<FanId> = mesh.fans_at(VertexId(0)).collect();
    assert_eq!(fans.len(), 1);
    (mesh, fans[0])
}

const CROSS: [[f32; 2]; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];

#[test]
fn a_quarter_and_a_half_turn_are_not_corners() {
    for triangles in [&[[1, 2]][..], &[[1, 2], [2, 3]]] {
        let (mesh, fan) = fan_of(&CROSS, triangles);
        assert!(!mesh.fan(fan).is_corner());
    }
}

#[test]
fn three_quarters_are_a_corner_between_its_walls() {
    let (mesh, fan) = fan_of(&CROSS, &[[2, 3], [3, 4], [4, 1]]);
    let fan = mesh.fan(fan);
    assert!(fan.is_corner() && !fan.exceeds_full_turn());
    assert_eq!(fan.walls().map(|wall| wall.to_array()), [CROSS[1], CROSS[0]]);
}

#[test]
fn the_end_of_a_zero_width_wall_is_a_corner_and_an_interior_vertex_is_not() {
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
    raw.vertices.extend(CROSS);
    for [a, b] in [[1, 2], [2, 3], [3, 4], [4, 1]] {
        raw.push_area(&[0, a, b]);
    }
    let mesh = raw.build().unwrap();
    assert!(mesh.fans_at(VertexId(0)).all(|fan| !mesh.fan(fan).is_corner()));
    raw.walls.push([0, 1]);
    let mesh = raw.build().unwrap();
    assert!(mesh.fans_at(VertexId(0)).all(|fan| mesh.fan(fan).is_corner()));
}

#[test]
fn one_and_a_half_turns_exceed_a_full_turn_even_if_the_last_half_is_flat() {
    // The corner of an area with three collinear vertices covers half a turn at once.
    let mut spokes = CROSS.to_vec();
    spokes.push([-2.0, 0.0]);
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
    raw.vertices.extend(spokes);
    raw.vertices.extend([[3.0, 0.0], [0.0, 3.0]]);
    for [a, b] in [[1, 2], [2, 3], [3, 4], [4, 6]] {
        raw.push_area(&[0, a, b]);
    }
    raw.push_area(&[0, 6, 7, 5]);
    let mesh = raw.build().unwrap();
    let fans: Vec<FanId> = mesh.fans_at(VertexId(0)).collect();
    assert_eq!(fans.len(), 1);
    assert!(mesh.fan(fans[0]).exceeds_full_turn());
}

#[test]
fn a_ramp_that_winds_by_more_than_a_turn_exceeds_a_full_turn() {
    let mut spokes = CROSS.to_vec();
    spokes.extend([[2.0, 0.0], [0.0, 2.0]]);
    let (mesh, fan) = fan_of(&spokes, &[[1, 2], [2, 3], [3, 4], [4, 5], [5, 6]]);
    assert!(mesh.fan(fan).is_corner() && mesh.fan(fan).exceeds_full_turn());
    assert_eq!(mesh.areas_around(fan).count(), 5);
}
