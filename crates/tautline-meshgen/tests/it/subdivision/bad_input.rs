//! Subdivisions that are refused, and odd ones that are accepted.

use tautline_meshgen::{Edge, Region, Subdivision, SubdivisionError, TileFrame, areas_from_tiles};
use tautline_navmesh::{RawMesh, Terrain};

use super::{sizes, valid};

const GROUND: Region = Region::Ground(Terrain(0));

/// Ground inside of a counter-clockwise ring.
fn ring(vertices: &[[f32; 2]]) -> Subdivision {
    let count = u32::try_from(vertices.len()).unwrap();
    let edge = |from| Edge::between(from, (from + 1) % count, GROUND, Region::Blocked);
    Subdivision { vertices: vertices.to_vec(), edges: (0..count).map(edge).collect() }
}

fn square() -> Subdivision {
    ring(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
}

#[test]
fn nothing_makes_a_mesh_without_areas() {
    assert_eq!(Subdivision::default().mesh(), Ok(RawMesh::default()));
    let unused = Subdivision { vertices: vec![[1.0, 2.0]], edges: Vec::new() };
    assert_eq!(unused.mesh().unwrap().area_count(), 0);
}

#[test]
fn coordinates_that_are_not_finite_are_refused() {
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut subdivision = square();
        subdivision.vertices[2][1] = value;
        let error = subdivision.mesh().unwrap_err();
        assert!(matches!(error, SubdivisionError::Coordinate { vertex: 2, .. }), "{error}");
    }
}

#[test]
fn vertices_at_the_same_position_are_refused_even_if_a_zero_is_negative() {
    let mut subdivision = square();
    subdivision.vertices.push([-0.0, 0.0]);
    let error = subdivision.mesh().unwrap_err();
    assert!(
        matches!(error, SubdivisionError::DuplicateVertex { first: 0, second: 4, .. }),
        "{error}"
    );
}

#[test]
fn edges_without_ends_or_length_are_refused() {
    let mut subdivision = square();
    subdivision.edges.push(Edge::wall(1, 9, GROUND));
    let (edge, vertex, vertices) = (4, 9, 4);
    let expected = SubdivisionError::VertexOutOfRange { edge, vertex, vertices };
    assert_eq!(subdivision.mesh(), Err(expected));
    subdivision.edges[4] = Edge::wall(3, 3, GROUND);
    assert_eq!(subdivision.mesh(), Err(SubdivisionError::EdgeWithoutLength { edge: 4, vertex: 3 }));
}

#[test]
fn crossing_edges_are_named() {
    let mut subdivision = square();
    subdivision.edges.extend([Edge::wall(0, 2, GROUND), Edge::wall(1, 3, GROUND)]);
    let error = subdivision.mesh().unwrap_err();
    assert_eq!(error, SubdivisionError::CrossingEdges { first: 4, second: 5 });
    assert_eq!(error.to_string(), "edges 4 and 5 cross, but may meet only at vertices");
}

#[test]
fn edges_that_contradict_each_other_are_named() {
    let mut subdivision = square();
    subdivision.edges[2].left = Region::Ground(Terrain(3));
    let error = subdivision.mesh().unwrap_err();
    assert!(matches!(error, SubdivisionError::Disagreement { .. }), "{error}");
    assert!(error.to_string().contains("ground of class 3"), "{error}");
}

#[test]
fn ground_that_is_not_enclosed_is_refused() {
    let mut clockwise = square();
    for edge in &mut clockwise.edges {
        std::mem::swap(&mut edge.left, &mut edge.right);
    }
    let error = clockwise.mesh().unwrap_err();
    assert!(matches!(error, SubdivisionError::GroundOutside { .. }), "{error}");

    let mut open = square();
    open.edges.pop();
    let error = open.mesh().unwrap_err();
    assert!(matches!(error, SubdivisionError::GroundOutside { .. }), "{error}");
}

#[test]
fn vertices_on_one_line_enclose_nothing() {
    let line = |left, right| {
        let vertices = (0..5).map(|step| [step as f32 * 0.5, step as f32]).collect();
        let edges = vec![Edge::between(0, 4, left, right), Edge::wall(3, 1, left)];
        Subdivision { vertices, edges }.mesh()
    };
    assert_eq!(line(Region::Blocked, Region::Blocked).unwrap().area_count(), 0);
    let error = line(GROUND, Region::Blocked).unwrap_err();
    assert_eq!(error, SubdivisionError::GroundOutside { edge: 0, region: GROUND });
}

#[test]
fn vertices_may_lie_on_edges_and_edges_on_edges() {
    let mut subdivision = square();
    subdivision.vertices.extend([[2.0, 0.0], [2.0, 2.0]]);
    subdivision.edges.extend([Edge::wall(4, 5, GROUND), Edge::wall(5, 4, GROUND)]);
    // The lower edge once more, from its middle.
    subdivision.edges.push(Edge::between(1, 4, Region::Blocked, GROUND));
    let raw = subdivision.mesh().unwrap();
    assert_eq!(sizes(&raw)[0], 16.0);
    let mesh = valid(&raw);
    assert_eq!(mesh.component_count(), 1);
    assert!(raw.corners.contains(&4) && raw.corners.contains(&5));
}

#[test]
fn a_wall_across_the_ground_separates_it() {
    let mut subdivision = square();
    subdivision.edges.push(Edge::wall(0, 2, GROUND));
    assert_eq!(valid(&subdivision.mesh().unwrap()).component_count(), 2);
    subdivision.edges[4].is_wall = false;
    assert_eq!(subdivision.mesh().unwrap().area_count(), 1, "an unnecessary border is removed");
}

#[test]
fn large_and_small_coordinates_are_exact() {
    for (size, at) in [(1.0, 16_777_212.0), (1e-6, 0.0), (1e-6, 1.0), (3e37, 0.0), (1e-36, 0.0)] {
        let place = |[x, y]: [f32; 2]| [at + size * x, at + size * y];
        let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 2.0], [0.0, 4.0]].map(place);
        let raw = ring(&corners).mesh().unwrap();
        assert_eq!(valid(&raw).area_count(), 2, "{size} at {at}");
    }
}

/// Bulk loading of the triangulation fails for these: found by trying.
#[test]
fn coordinates_of_many_orders_of_magnitude_are_triangulated() {
    let mut state = 1_u64;
    let mut random = |limit: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    for _ in 0..300 {
        let mut vertices: Vec<[f32; 2]> = (0..150)
            .map(|_| {
                [(); 2].map(|()| {
                    let exponent = i32::try_from(random(80)).unwrap() - 40;
                    let sign = if random(2) == 0 { 1.0 } else { -1.0 };
                    sign * 2.0_f32.powi(exponent) * (1.0 + random(4) as f32 / 4.0)
                })
            })
            .collect();
        vertices.sort_by(|a, b| a.partial_cmp(b).unwrap());
        vertices.dedup();
        let far = 1e13;
        let first = u32::try_from(vertices.len()).unwrap();
        vertices.extend([[-far, -far], [far, -far], [far, far], [-far, far]]);
        let side = |n| Edge::between(first + n, first + (n + 1) % 4, GROUND, Region::Blocked);
        let mut edges: Vec<Edge> = (0..4).map(side).collect();
        // From left to right, so that edges do not cross.
        edges.extend((1..first).map(|vertex| Edge::wall(vertex - 1, vertex, GROUND)));
        let raw = Subdivision { vertices, edges }.mesh().unwrap();
        let size = 4.0 * f64::from(far) * f64::from(far);
        assert!((sizes(&raw)[0] / size - 1.0).abs() < 1e-9);
        valid(&raw);
    }
}

#[test]
fn maps_without_ground_or_cells_have_no_areas() {
    let frame = TileFrame::default();
    for (width, height) in [(0, 0), (0, 5), (5, 0), (3, 3)] {
        let raw = areas_from_tiles(&frame, width, height, |_, _| None).unwrap();
        assert_eq!(raw, RawMesh::default());
    }
}

#[test]
fn frames_that_put_cells_nowhere_are_refused() {
    let tiles = |origin, cell_size| {
        let frame = TileFrame { origin, cell_size: [cell_size; 2], ..TileFrame::default() };
        areas_from_tiles(&frame, 2, 2, |_, _| Some(Terrain(0))).unwrap_err()
    };
    for cell_size in [f32::NAN, f32::INFINITY] {
        let error = tiles([0.0, 0.0], cell_size);
        assert!(matches!(error, SubdivisionError::Coordinate { .. }), "{error}");
    }
    for (origin, cell_size) in [([0.0, 0.0], 0.0), ([1e20, 0.0], 1.0)] {
        let error = tiles(origin, cell_size);
        assert!(matches!(error, SubdivisionError::DuplicateVertex { .. }), "{error}");
    }
    let error = tiles([f32::MAX, 0.0], 1e38);
    assert!(matches!(error, SubdivisionError::Coordinate { .. }), "{error}");
}
