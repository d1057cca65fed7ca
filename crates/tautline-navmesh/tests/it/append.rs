//! Joining raw meshes.

use tautline_navmesh::{Faults, LinkKind, RawLink, RawMesh, Terrain, Vec2};

/// A square with its lower left corner at a position.
fn square([x, y]: [f32; 2]) -> RawMesh {
    let mut raw = RawMesh::from_vertices(&[[x, y], [x + 4.0, y], [x + 4.0, y + 4.0], [x, y + 4.0]]);
    raw.push_area(&[0, 1, 2, 3]);
    raw
}

#[test]
fn meshes_are_connected_where_they_share_an_edge_and_by_links() -> Result<(), Faults> {
    let mut raw = square([0.0, 0.0]);
    raw.append(&square([4.0, 0.0]));
    raw.append(&square([20.0, 0.0]));
    raw.weld();
    assert_eq!((raw.vertices.len(), raw.build()?.component_count()), (10, 2));

    let ferry =
        RawLink { from: [7.0, 2.0], to: [21.0, 2.0], kind: LinkKind::Other, ..RawLink::default() };
    raw.links.push(ferry);
    let mut twice = square([40.0, 0.0]);
    twice.append(&raw);
    assert_eq!(twice.links, [ferry]);
    assert_eq!(twice.build()?.area_count(), 4);
    Ok(())
}

#[test]
fn lists_that_only_one_mesh_has_are_filled_with_defaults() -> Result<(), Faults> {
    let mut pond = square([4.0, 0.0]);
    pond.terrains = vec![Terrain(3)];
    pond.elevations = vec![2.0; 4];
    pond.numbers = vec![70];

    let mut before = pond.clone();
    before.append(&square([20.0, 0.0]));
    assert_eq!(before.terrains, [Terrain(3), Terrain(0)]);
    assert_eq!(before.elevations, [2.0, 2.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(before.numbers, [70, 1]);

    let mut behind = square([20.0, 0.0]);
    behind.append(&pond);
    assert_eq!(behind.terrains, [Terrain(0), Terrain(3)]);
    assert_eq!(behind.elevations, [0.0, 0.0, 0.0, 0.0, 2.0, 2.0, 2.0, 2.0]);
    assert_eq!(behind.numbers, [0, 70]);
    behind.build()?;

    let mut plain = square([0.0, 0.0]);
    plain.append(&square([20.0, 0.0]));
    assert!(plain.terrains.is_empty() && plain.elevations.is_empty() && plain.numbers.is_empty());
    Ok(())
}

#[test]
fn built_meshes_are_joined_and_keep_their_zero_width_walls() -> Result<(), Faults> {
    // Two areas with a wall between them, and an area to the right of both.
    let corners = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
    let mut raw = RawMesh::from_vertices(&corners);
    raw.push_area(&[0, 1, 4, 5]);
    raw.push_area(&[1, 2, 3, 4]);
    raw.walls.push([1, 4]);
    let walled = raw.build()?.to_raw();
    assert!(!walled.neighbours.is_empty() && walled.walls.is_empty());

    let mut right = RawMesh::from_vertices(&[[2.0, 0.0], [3.0, 0.0], [3.0, 1.0], [2.0, 1.0]]);
    right.push_area(&[0, 1, 2, 3]);
    let right = right.build()?.to_raw();

    let mut joined = walled;
    joined.append(&right);
    joined.weld();
    let mesh = joined.build()?;
    let component = |x: f32| mesh.locate(Vec2::new(x, 0.5)).map(|area| mesh.component(area));
    assert_eq!(component(1.5), component(2.5));
    assert_ne!(component(0.5), component(1.5), "the wall is kept");
    Ok(())
}

#[test]
fn a_list_of_a_wrong_length_is_still_refused() {
    let mut raw = square([0.0, 0.0]);
    raw.terrains = vec![Terrain(1), Terrain(1)];
    raw.neighbours = vec![RawMesh::NO_NEIGHBOUR];
    raw.append(&square([20.0, 0.0]));
    let messages = raw.build().unwrap_err().to_string();
    assert_eq!(
        messages,
        "the length of the list of terrains is 3, but must be 2 (or 0); \
         the length of the list of neighbours is 1, but must be 8 (or 0)"
    );
}
