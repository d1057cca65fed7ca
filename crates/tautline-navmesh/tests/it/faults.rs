//! Refused meshes and their error messages.

use tautline_navmesh::{
    AreaId, BuildOptions, Fault, LinkId, LinkKind, NavMesh, RawLink, RawMesh, Terrain,
};

/// A square and a triangle that touch along the border from vertex 1 to 2.
fn sound() -> RawMesh {
    let mut raw =
        RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [7.0, 1.0]]);
    raw.push_area(&[0, 1, 2, 3]);
    raw.push_area(&[1, 4, 2]);
    raw
}

/// A mesh with one area.
fn single(corners: &[[f32; 2]]) -> RawMesh {
    let mut raw = RawMesh::from_vertices(corners);
    raw.push_area(&(0..).take(corners.len()).collect::<Vec<_>>());
    raw
}

fn link(from: [f32; 2], to: [f32; 2]) -> RawLink {
    RawLink { from, to, kind: LinkKind::Jump, ..RawLink::default() }
}

/// The messages of all faults.
fn faults(raw: &RawMesh) -> Vec<String> {
    match NavMesh::build(raw, &BuildOptions::default()) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.all().iter().map(Fault::to_string).collect(),
    }
}

/// The faults of the sound mesh after a change.
fn changed(change: impl FnOnce(&mut RawMesh)) -> Vec<String> {
    let mut raw = sound();
    change(&mut raw);
    faults(&raw)
}

#[test]
fn the_mesh_that_is_changed_below_is_sound() {
    assert_eq!(faults(&sound()), [""; 0]);
}

#[test]
fn a_mesh_without_areas_is_refused() {
    assert_eq!(faults(&RawMesh::default()), ["the mesh has no areas"]);
    let unused = RawMesh::from_vertices(&[[1.0, 2.0]]);
    assert_eq!(faults(&unused), ["the mesh has no areas"]);
}

#[test]
fn all_lists_of_wrong_length_are_listed() {
    let found = changed(|raw| {
        raw.elevations = vec![0.0; 4];
        raw.terrains = vec![Terrain(1); 3];
        raw.numbers = vec![9];
        raw.neighbours = vec![1; 8];
    });
    assert_eq!(
        found,
        [
            "the length of the list of elevations is 4, but must be 5 (or 0)",
            "the length of the list of terrains is 3, but must be 2 (or 0)",
            "the length of the list of numbers is 1, but must be 2 (or 0)",
            "the length of the list of neighbours is 8, but must be 7 (or 0)",
        ]
    );
}

#[test]
fn ends_that_decrease_or_exceed_the_list_are_refused() {
    assert_eq!(
        changed(|raw| raw.corner_ends = vec![5, 4, 7]),
        ["the corners of area 1 end at 4, but must end between 5 and 7"]
    );
    assert_eq!(
        changed(|raw| raw.corner_ends = vec![u32::MAX, 7]),
        [
            "the corners of area 0 end at 4294967295, but must end between 0 and 7",
            "the corners of area 1 end at 7, but must end between 7 and 7",
        ]
    );
    assert_eq!(
        changed(|raw| raw.corner_ends = vec![4, 6]),
        ["the corners of area 1 end at 6, but must end between 7 and 7"],
        "no corner is left over"
    );
}

#[test]
fn every_coordinate_that_is_not_finite_is_listed() {
    let found = changed(|raw| {
        raw.vertices[0][0] = f32::NAN;
        raw.vertices[2][1] = f32::NEG_INFINITY;
        raw.elevations = vec![0.0, f32::INFINITY, 0.0, 0.0, 0.0];
    });
    assert_eq!(
        found,
        [
            "vertex 0 is at (NaN, 0), elevation 0, but coordinates must be finite",
            "vertex 1 is at (4, 0), elevation inf, but coordinates must be finite",
            "vertex 2 is at (4, -inf), elevation 0, but coordinates must be finite",
        ]
    );
}

#[test]
fn vertices_at_the_same_position_are_refused_unless_they_differ_in_elevation() {
    let double = |raw: &mut RawMesh| raw.vertices.push([-0.0, 3.0]);
    assert_eq!(
        changed(double),
        ["vertices 3 and 5 are both at (0, 3); weld the mesh first"],
        "minus zero is zero"
    );
    let on_two_floors = changed(|raw| {
        double(raw);
        raw.elevations = vec![0.0, 0.0, 0.0, 0.0, 0.0, 2.0];
    });
    assert_eq!(on_two_floors, [""; 0]);
    let welded = changed(|raw| {
        double(raw);
        raw.weld();
    });
    assert_eq!(welded, [""; 0]);
}

#[test]
fn areas_of_too_few_corners_are_refused() {
    let found = changed(|raw| {
        raw.push_area(&[]);
        raw.push_area(&[3, 4]);
    });
    assert_eq!(
        found[..2],
        [
            "area 2 has 0 corners, but needs at least 3",
            "area 3 has 2 corners, but needs at least 3"
        ]
    );
}

#[test]
fn corners_that_are_not_vertices_are_refused() {
    assert_eq!(
        changed(|raw| raw.push_area(&[2, 4, u32::MAX])),
        ["corner 2 of area 2 is vertex 4294967295, but there are only 5 vertices"]
    );
}

#[test]
fn an_area_with_a_repeated_vertex_is_refused() {
    let found = changed(|raw| {
        raw.vertices.extend([[4.0, 9.0], [8.0, 9.0]]);
        raw.push_area(&[2, 6, 5, 2]);
    });
    assert_eq!(found[0], "area 2 has vertex 2 as a corner more than once");
}

#[test]
fn an_area_on_a_line_is_refused() {
    let line = single(&[[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]]);
    assert_eq!(faults(&line), ["area 0 has no area: all its corners lie on one line"]);
}

#[test]
fn an_area_that_crosses_itself_is_refused() {
    let bow_tie = single(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]);
    assert_eq!(faults(&bow_tie), ["area 0 crosses itself: its edges 0 and 2 intersect"]);
    let twice_round = single(&[
        [0.0, 0.0],
        [4.0, 0.0],
        [4.0, 4.0],
        [0.0, 4.0],
        [-1.0, -1.0],
        [5.0, -1.0],
        [5.0, 5.0],
        [-1.0, 5.0],
    ]);
    assert!(faults(&twice_round)[0].starts_with("area 0 crosses itself"));
    let touching = single(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 0.0], [0.0, 4.0]]);
    assert!(faults(&touching)[0].starts_with("area 0 crosses itself"));
}

#[test]
fn a_clockwise_area_is_refused() {
    let found = changed(|raw| raw.corners[4..].reverse());
    assert_eq!(
        found[0],
        "area 1 runs clockwise, but areas must run counter-clockwise; reverse its corners"
    );
}

#[test]
fn a_concave_area_is_refused_if_building_is_strict() {
    let ell = single(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]);
    let strict = BuildOptions { strict: true, ..BuildOptions::default() };
    assert_eq!(
        NavMesh::build(&ell, &strict).map(|_| ()).unwrap_err().to_string(),
        "area 0 is concave at its corner 3, which strict building refuses"
    );
    let square = single(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, f32::NAN]]);
    assert_eq!(
        NavMesh::build(&square, &strict).map(|_| ()).unwrap_err().to_string(),
        "vertex 3 is at (0, NaN), elevation 0, but coordinates must be finite"
    );
    let built = NavMesh::build(&ell, &BuildOptions::default()).unwrap();
    assert_eq!(built.report.split_areas.len(), 1);
}

#[test]
fn a_border_of_three_areas_is_refused() {
    let found = changed(|raw| {
        raw.vertices.push([7.0, 2.0]);
        raw.push_area(&[1, 5, 2]);
    });
    assert_eq!(
        found,
        [
            "the border between vertices 1 and 2 is an edge of areas [0, 1, 2], but at most one area can lie on each side of it"
        ]
    );
    let on_the_same_side = {
        let mut raw = single(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]]);
        raw.vertices.push([0.0, 3.0]);
        raw.push_area(&[0, 1, 3]);
        faults(&raw)
    };
    assert_eq!(
        on_the_same_side,
        [
            "the border between vertices 0 and 1 is an edge of areas [0, 1], but at most one area can lie on each side of it"
        ]
    );
}

#[test]
fn neighbours_must_exist_and_agree() {
    const WALL: u32 = RawMesh::NO_NEIGHBOUR;
    let with = |neighbours: [u32; 7]| changed(|raw| raw.neighbours = neighbours.to_vec());
    assert_eq!(with([WALL, 1, WALL, WALL, WALL, WALL, 0]), [""; 0]);
    assert_eq!(with([WALL; 7]), [""; 0], "the border may be a wall");
    assert_eq!(
        with([2, 1, WALL, WALL, WALL, WALL, 0]),
        ["corner 0 of area 0 names area 2 as neighbour, but there are only 2 areas"]
    );
    let disagreeing = |area: u32, neighbour: u32, corner: u32| {
        format!(
            "area {area} names area {neighbour} as neighbour across its edge {corner}, but that area has no such edge or does not name area {area} there"
        )
    };
    assert_eq!(with([WALL, 1, WALL, WALL, WALL, WALL, WALL]), [disagreeing(0, 1, 1)]);
    assert_eq!(
        with([1, WALL, 0, WALL, WALL, 0, WALL]),
        [disagreeing(0, 1, 0), disagreeing(0, 0, 2), disagreeing(1, 0, 1)]
    );
}

#[test]
fn walls_lie_on_borders() {
    let found = changed(|raw| raw.walls = vec![[2, 1], [0, 2], [9, 9]]);
    assert_eq!(
        found,
        [
            "wall 1 runs between vertices 0 and 2, but no area has an edge there",
            "wall 2 runs between vertices 9 and 9, but no area has an edge there",
        ]
    );
}

#[test]
fn walls_are_not_listed_together_with_neighbours() {
    let found = changed(|raw| {
        raw.neighbours = vec![RawMesh::NO_NEIGHBOUR; 7];
        raw.walls = vec![[1, 2]];
    });
    assert_eq!(
        found,
        ["walls are listed, but neighbours are given too; mark the walls among the neighbours"]
    );
}

#[test]
fn links_begin_and_end_on_the_mesh() {
    let found = changed(|raw| {
        raw.links = vec![link([0.0, 0.0], [7.0, 1.0]), link([9.0, 1.0], [1.0, -2.0])]
    });
    assert_eq!(
        found,
        [
            "link 1 has its start at (9, 1), which is off the mesh; the nearest ground is at (7, 1), 2 away",
            "link 1 has its end at (1, -2), which is off the mesh; the nearest ground is at (1, 0), 2 away",
        ]
    );
}

#[test]
fn the_ground_nearest_to_a_link_has_an_elevation_on_floors_and_is_bounded() {
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]]);
    raw.push_area(&[0, 1, 2]);
    raw.elevations = vec![5.0; 3];
    raw.links = vec![link([3.0, 1.0], [7.0, 1.0])];
    raw.links[0].to_elevation = 9.0;
    let faults = raw.build().unwrap_err();
    assert_eq!(
        faults.to_string(),
        "link 0 has its end at (7, 1), which is off the mesh; the nearest ground is at (4, 1), elevation 5, 5 away"
    );
    raw.links = vec![link([-3e38, -3e38], [3.0, 1.0])];
    let faults = raw.build().unwrap_err();
    assert!(
        faults.to_string().ends_with(" away") && !faults.to_string().contains("inf"),
        "{faults}"
    );
    raw.links = vec![link([9.0, 9.0], [9.0, 9.0]); 200];
    let faults = raw.build().unwrap_err();
    let nearest = faults.all().iter().filter(|fault| match fault {
        Fault::LinkOffMesh { nearest, .. } => nearest.is_some(),
        _ => false,
    });
    assert_eq!((nearest.count(), faults.all().iter().count()), (100, 400));
}

#[test]
fn links_must_be_finite_in_every_respect() {
    let found = changed(|raw| {
        raw.links = vec![link([1.0, 1.0], [f32::NAN, 1.0]), link([1.0, 1.0], [1.0, 1.0])];
        raw.links[1].from_elevation = f32::INFINITY;
        for cost in [-0.5, f32::INFINITY] {
            raw.links.push(RawLink { cost: Some(cost), ..link([1.0, 1.0], [2.0, 1.0]) });
        }
    });
    assert_eq!(
        found,
        [
            "link 0 has its end at (NaN, 1), elevation 0, but must be finite",
            "link 1 has its start at (1, 1), elevation inf, but must be finite",
            "link 2 costs -0.5, but must cost a finite number of at least 0",
            "link 3 costs inf, but must cost a finite number of at least 0",
        ]
    );
    let unknown = changed(|raw| {
        raw.links = vec![RawLink { cost: Some(f32::NAN), ..link([1.0, 1.0], [9.0, 1.0]) }];
    });
    assert_eq!(
        unknown,
        [
            "link 0 costs NaN, but must cost a finite number of at least 0",
            "link 0 has its end at (9, 1), which is off the mesh; the nearest ground is at (7, 1), 2 away",
        ]
    );
}

#[test]
fn disabled_links_may_lie_off_the_mesh_and_are_never_taken() {
    let mut raw = single(&[[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]]);
    let disabled = |link| RawLink { disabled: true, ..link };
    raw.links = vec![
        disabled(link([1.0, 1.0], [9.0, 1.0])),
        disabled(link([1.0, 1.0], [2.0, 1.0])),
        link([1.0, 1.0], [3.0, 1.0]),
    ];
    let mesh = raw.build().unwrap();
    assert_eq!([0, 1, 2].map(|link| mesh.links()[link].is_enabled()), [false, false, true]);
    let taken: Vec<_> = mesh.links_from(AreaId(0)).collect();
    assert_eq!(taken, [(LinkId(2), true)]);
    assert_eq!(mesh.to_raw().links, raw.links);
    assert_eq!(mesh.to_raw().build().unwrap(), mesh);
    assert_eq!(mesh.to_stored().verify().unwrap(), mesh);
    raw.links[0].to[0] = f32::NAN;
    assert!(raw.build().is_err());
}

#[test]
fn a_link_between_opposite_ends_of_all_floats_costs_a_finite_number() {
    let (low, high) = (-f32::MAX, f32::MAX);
    let mut raw = single(&[[low, low], [high, low], [high, high], [low, high]]);
    raw.links.push(link([low, low], [high, high]));
    let mesh = raw.build().unwrap();
    assert!(mesh.links()[0].cost.is_finite());
    let again = NavMesh::build(&mesh.to_raw(), &BuildOptions::default()).unwrap();
    assert_eq!(again.mesh, mesh);
}

#[test]
fn faults_of_all_kinds_are_listed_at_once() {
    let mut raw = sound();
    raw.vertices.extend([[4.0, 3.0], [20.0, 0.0], [21.0, 0.0], [22.0, 0.0]]);
    raw.push_area(&[6, 7, 8]);
    raw.push_area(&[3, 2, 0]);
    raw.push_area(&[0, 2]);
    raw.walls.push([0, 4]);
    let found = NavMesh::build(&raw, &BuildOptions::default()).map(|_| ()).unwrap_err();
    let messages: Vec<String> = found.all().iter().map(Fault::to_string).collect();
    assert_eq!(messages[0], "vertices 2 and 5 are both at (4, 3); weld the mesh first");
    assert_eq!(messages[1], "area 2 has no area: all its corners lie on one line");
    assert!(messages[2].starts_with("area 3 runs clockwise"));
    assert_eq!(messages[3], "area 4 has 2 corners, but needs at least 3");
    assert_eq!(messages[4], "wall 0 runs between vertices 0 and 4, but no area has an edge there");
    assert!(
        messages[5]
            .starts_with("the border between vertices 2 and 0 is an edge of areas [3, 4, 4]")
    );
    let message = found.to_string();
    assert!(message.ends_with(&format!("; and {} more", messages.len() - 5)), "{message}");
    assert!(!message.contains('\n'));
}
