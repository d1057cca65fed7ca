//! Ground that changes: bad input, outcomes, paths, and how long it takes.
#![cfg(feature = "build")]
#![expect(clippy::unwrap_used, reason = "what fails should fail loudly")]

use std::time::{Duration, Instant};
use std::{env, fs, path::Path};

use tautline_navmesh::{
    Budget, BuildOptions, ChangeError, ChangingGround, Corridor, CorridorScratch, Costs, Edit,
    LinkId, LinkKind, NavMesh, Obstacle, ObstacleId, OutlineError, OutlineOptions, Outlines,
    PathState, RawLink, RawMesh, ReachableAreas, Role, Terrain, TileFrame, Vec2, areas_from_tiles,
    find_corridor, rectangles_from_cells,
};

fn square(x: f32, y: f32, size: f32) -> Vec<[f32; 2]> {
    vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
}

fn block(x: f32, y: f32, size: f32) -> Obstacle {
    Obstacle::new([square(x, y, size)])
}

fn plain(size: u32) -> ChangingGround {
    let raw = rectangles_from_cells(size, size, |_, _| Some(Terrain(0)));
    ChangingGround::new(NavMesh::build(&raw, &BuildOptions::default()).unwrap().mesh).unwrap()
}

fn built(raw: &RawMesh) -> NavMesh {
    NavMesh::build(raw, &BuildOptions::default()).unwrap().mesh
}

fn area_of(mesh: &NavMesh) -> f64 {
    let ring = |area| mesh.corners(area).collect::<Vec<_>>();
    mesh.areas().map(|area| tautline_geometry::polygon::signed_area(&ring(area))).sum()
}

#[test]
fn bad_obstacles_are_refused_and_change_nothing() {
    let mut ground = plain(16);
    let (kept, _) = ground.add_obstacle(&block(2.0, 2.0, 2.0)).unwrap();
    let (gone, _) = ground.add_obstacle(&block(8.0, 2.0, 2.0)).unwrap();
    ground.remove_obstacle(gone).unwrap();
    let before = ground.mesh().clone();

    let with_margin = |agent_radius: f32| Obstacle {
        margin: OutlineOptions { agent_radius, ..OutlineOptions::default() },
        ..block(2.0, 2.0, 2.0)
    };
    let not_finite = Obstacle::new([vec![[0.0, 0.0], [1.0, f32::NAN], [2.0, 2.0]]]);
    let infinite = Obstacle::new([vec![[0.0, 0.0], [1.0, f32::INFINITY], [2.0, 2.0]]]);
    for obstacle in [
        not_finite,
        infinite,
        block(1e6, 0.0, 1.0),
        block(f32::MAX, 0.0, 1.0),
        with_margin(-1.0),
        with_margin(f32::NAN),
        with_margin(1e9),
        block(-1.0, -1.0, 99.0),
    ] {
        let edit = Edit { add: vec![block(5.0, 5.0, 1.0), obstacle], remove: vec![kept] };
        assert!(ground.edit(&edit).is_err());
        assert_eq!((ground.version(), ground.mesh()), (3, &before));
    }
    for remove in [vec![gone], vec![ObstacleId(99)], vec![kept, kept]] {
        let error = ground.edit(&Edit { add: Vec::new(), remove }).unwrap_err();
        assert!(matches!(error, ChangeError::NoSuchObstacle { .. }), "{error}");
        assert_eq!((ground.version(), ground.mesh()), (3, &before));
    }
    let edit = Edit {
        add: vec![block(5.0, 5.0, 1.0), Obstacle::new([vec![[0.0, f32::NAN]; 3]])],
        remove: vec![],
    };
    let error = ground.edit(&edit).unwrap_err();
    assert!(matches!(error, ChangeError::Outline(OutlineError::NotFinite { shape: 1, .. })));
    assert_eq!(ground.obstacles().collect::<Vec<_>>(), [kept]);
    assert_eq!(ground.remove_obstacle(kept).unwrap().version, 4);
}

#[test]
fn untidy_obstacles_are_cleaned() {
    let mut ground = plain(16);
    let rings = [
        vec![],
        vec![[1.0, 1.0]],
        vec![[1.0, 1.0], [3.0, 1.0], [2.0, 1.0]],
        // Two triangles that cross at (6, 6), with a spike.
        vec![[4.0, 4.0], [8.0, 8.0], [8.0, 4.0], [4.0, 8.0], [4.0, 9.0], [4.0, 8.0]],
    ];
    let edited = ground.edit(&Edit { add: vec![Obstacle::new(rings)], remove: vec![] }).unwrap();
    assert!(!edited.repairs.is_empty());
    assert!((area_of(ground.mesh()) - (256.0 - 8.0)).abs() < 1e-9);

    // One that encloses nothing is there all the same.
    let (nothing, change) = ground.add_obstacle(&Obstacle::default()).unwrap();
    assert_eq!((change.version, change.bounds), (2, None));
    ground.remove_obstacle(nothing).unwrap();
    assert_eq!(ground.version(), 3);
}

#[test]
fn what_covers_all_ground_is_refused_until_some_of_it_is_left() {
    let mut ground = plain(4);
    assert_eq!(ground.add_obstacle(&block(0.0, 0.0, 4.0)).unwrap_err(), ChangeError::NothingLeft);
    let (left, _) = ground
        .add_obstacle(&Obstacle::new([square(0.0, 0.0, 4.0), square(1.0, 1.0, 1.0)]))
        .unwrap();
    assert!((area_of(ground.mesh()) - 1.0).abs() < 1e-12);
    assert_eq!(ground.add_obstacle(&block(1.0, 1.0, 1.0)).unwrap_err(), ChangeError::NothingLeft);
    let edit = Edit { add: vec![block(1.0, 1.0, 1.0)], remove: vec![left] };
    ground.edit(&edit).unwrap();
    assert!((area_of(ground.mesh()) - 15.0).abs() < 1e-12);
}

#[test]
fn meshes_that_are_no_plain_sheet_are_refused() {
    let raw = rectangles_from_cells(5, 1, |x, _| (x != 2).then_some(Terrain(0)));
    let mut linked = raw.clone();
    linked.links = vec![RawLink {
        from: [1.0, 0.5],
        from_elevation: 0.0,
        to: [4.0, 0.5],
        to_elevation: 0.0,
        cost: None,
        kind: LinkKind::Jump,
        both_ways: true,
    }];
    let error = ChangingGround::new(built(&linked)).unwrap_err();
    assert_eq!(error, ChangeError::Links { links: 1 });

    let mut high = raw.clone();
    high.elevations = vec![1.0; high.vertices.len()];
    assert_eq!(ChangingGround::new(built(&high)).unwrap_err(), ChangeError::Elevations);

    let mut off = raw;
    for vertex in &mut off.vertices {
        vertex[0] = if vertex[0] > 4.5 { 16_777_216.0 } else { vertex[0] + 0.001 };
    }
    let error = ChangingGround::new(built(&off)).unwrap_err();
    assert!(matches!(error, ChangeError::OffGrid { .. }), "{error}");

    // A wall of no width between two squares.
    let mut walled = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [1.0, 0.0],
        [2.0, 0.0],
        [2.0, 1.0],
        [1.0, 1.0],
        [0.0, 1.0],
    ]);
    walled.push_area(&[0, 1, 4, 5]);
    walled.push_area(&[1, 2, 3, 4]);
    ChangingGround::new(built(&walled)).unwrap();
    walled.walls.push([1, 4]);
    let error = ChangingGround::new(built(&walled)).unwrap_err();
    assert!(matches!(error, ChangeError::NotPlanar { .. }), "{error}");

    // Two squares that overlap, one of them within the other, glued nowhere.
    for low in [0.25, 0.75] {
        let mut overlapping = RawMesh::default();
        for (corner, size) in [(0.0, 1.0), (low, 0.5)] {
            let first = u32::try_from(overlapping.vertices.len()).unwrap();
            overlapping.vertices.extend(square(corner, corner, size));
            overlapping.push_area(&[first, first + 1, first + 2, first + 3]);
        }
        let error = ChangingGround::new(built(&overlapping)).unwrap_err();
        assert!(matches!(error, ChangeError::NotPlanar { .. }), "{error}");
    }
}

#[test]
fn a_path_knows_what_a_change_did_to_it() {
    let mut ground = plain(20);
    let wall = Obstacle::new([vec![[9.0, 4.0], [11.0, 4.0], [11.0, 16.0], [9.0, 16.0]]]);
    let (wall, _) = ground.add_obstacle(&wall).unwrap();
    let found = ground.version();
    // Around the lower end of the wall.
    let path = [[2.0, 5.0], [9.0, 4.0], [11.0, 4.0], [18.0, 5.0]].map(Vec2::from);
    let length: f64 = path.windows(2).map(|leg| f64::from(leg[0].distance(leg[1]))).sum();
    let state = |ground: &ChangingGround| ground.path_state(&path, length, found);
    assert_eq!(state(&ground), PathState::Untouched);

    let mut apply = |obstacle: &Obstacle, expected: PathState| {
        let (id, _) = ground.add_obstacle(obstacle).unwrap();
        assert_eq!(state(&ground), expected, "{obstacle:?}");
        ground.remove_obstacle(id).unwrap();
    };
    // Beside the path; touching a leg with a side; across the last leg.
    apply(&block(4.0, 9.0, 2.0), PathState::Untouched);
    apply(&block(9.0, 2.0, 2.0), PathState::Blocked { leg: 1 });
    apply(&block(14.0, 4.0, 2.0), PathState::Blocked { leg: 2 });
    // Touches the wall at the corner where the path bends.
    let wedge = Obstacle::new([vec![[9.0, 4.0], [7.0, 2.0], [9.0, 2.0]]]);
    apply(&wedge, PathState::Blocked { leg: 1 });
    // The goal is covered.
    apply(&block(17.0, 5.0, 2.0), PathState::Untouched);
    apply(&block(17.0, 4.5, 2.0), PathState::Blocked { leg: 2 });

    // All that has gone again lay too far off to matter, or not.
    assert_eq!(state(&ground), PathState::Untouched, "what came since has gone again");
    let now = ground.version();
    assert_eq!(ground.path_state(&path, length, now), PathState::Untouched);
    let (far, _) = ground.add_obstacle(&block(9.0, 18.0, 1.0)).unwrap();
    ground.remove_obstacle(far).unwrap();
    assert_eq!(ground.path_state(&path, length, now), PathState::Untouched, "far off");
    ground.remove_obstacle(wall).unwrap();
    assert_eq!(ground.path_state(&path, length, now), PathState::MayBeShorter);
    assert_eq!(ground.path_state(&path, length, u64::MAX), PathState::MayBeShorter, "unknown");
    assert_eq!(ground.changes_since(now).count(), 3);
}

#[test]
fn a_door_that_is_a_link_can_be_closed() {
    let mut raw = rectangles_from_cells(5, 1, |x, _| (x != 2).then_some(Terrain(0)));
    let link = |y: f32, both_ways| RawLink {
        from: [1.0, y],
        from_elevation: 0.0,
        to: [4.0, y],
        to_elevation: 0.0,
        cost: Some(1.0),
        kind: LinkKind::Other,
        both_ways,
    };
    raw.links = vec![link(0.25, false), link(0.75, true)];
    let mesh = built(&raw);
    let (left, right) = (Vec2::new(0.5, 0.5), Vec2::new(4.5, 0.5));
    let way = |costs: &Costs, from: Vec2, to: Vec2| {
        let mut corridor = Corridor::default();
        let scratch = &mut CorridorScratch::new();
        let budget = Budget::UNLIMITED;
        let found =
            find_corridor(&mesh, from.into(), to.into(), costs, budget, scratch, &mut corridor);
        let area = mesh.locate(to).unwrap();
        let mut reachable = ReachableAreas::new();
        mesh.reachable_areas(from.into(), costs, &mut reachable).unwrap();
        assert_eq!(reachable.areas().any(|other| other == area), found.is_ok());
        found.is_ok()
    };
    let mut costs = Costs::uniform();
    let both = |costs: &Costs| [way(costs, left, right), way(costs, right, left)];
    assert_eq!((both(&costs), mesh.takes_links(&costs)), ([true, true], true));
    costs.forbid_link(LinkId(1));
    assert_eq!((both(&costs), mesh.takes_links(&costs)), ([true, false], true));
    costs.forbid_link(LinkId(0));
    assert_eq!((both(&costs), mesh.takes_links(&costs)), ([false, false], false));
    costs.permit_link(LinkId(1));
    assert_eq!((both(&costs), mesh.takes_links(&costs)), ([true, true], true));
    costs.forbid_links(LinkKind::Other);
    assert_eq!((both(&costs), mesh.takes_links(&costs)), ([false, false], false));
}

#[test]
fn a_local_change_is_much_faster_than_building() {
    let Some(data) = env::var_os("TAUTLINE_DATA") else {
        println!("skipped: TAUTLINE_DATA is not set");
        return;
    };
    let text = fs::read_to_string(Path::new(&data).join("maps/sc1/Aurora.map")).unwrap();
    let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
    let [width, height] = [rows[0].len(), rows.len()].map(|size| u32::try_from(size).unwrap());
    let is_ground = |x: u32, y: u32| b".GS".contains(&rows[y as usize][x as usize]);
    let terrain = |x, y| is_ground(x, y).then_some(Terrain(0));
    let mesh = built(&areas_from_tiles(&TileFrame::default(), width, height, terrain).unwrap());
    let position = |&side: &_| mesh.side(side).start().to_array();
    let rings = mesh
        .outlines()
        .iter()
        .map(|ring| ring.iter().map(position).collect::<Vec<_>>())
        .collect::<Vec<_>>();
    let mut outlines = Outlines::default();
    outlines.push(Role::Ground, rings);

    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    let building = median(
        (0..5)
            .map(|_| {
                let begun = Instant::now();
                built(&outlines.build(&OutlineOptions::default()).unwrap().mesh);
                begun.elapsed()
            })
            .collect(),
    );
    let mut ground = ChangingGround::of_outlines(&outlines, &OutlineOptions::default()).unwrap();
    let whole = area_of(ground.mesh());
    let (mut adding, mut removing) = (Vec::new(), Vec::new());
    let mut there = Vec::new();
    for step in 0..200_u16 {
        let [x, y] = [f32::from(step * 37 % 700) + 30.0, f32::from(step * 91 % 700) + 30.0];
        let begun = Instant::now();
        there.push(ground.add_obstacle(&block(x, y, 3.0)).unwrap().0);
        adding.push(begun.elapsed());
    }
    ground.mesh().to_stored().verify().unwrap();
    for id in there {
        let begun = Instant::now();
        ground.remove_obstacle(id).unwrap();
        removing.push(begun.elapsed());
    }
    assert!((area_of(ground.mesh()) - whole).abs() < 1e-6);
    let [slowest_add, slowest_remove] =
        [&adding, &removing].map(|times| times.iter().max().copied().unwrap_or_default());
    let [add, remove] = [median(adding), median(removing)];
    println!(
        "building {building:.2?}, adding {add:.2?} (at most {slowest_add:.2?}), \
         removing {remove:.2?} (at most {slowest_remove:.2?})"
    );
    // Usually a hundred times; machines that are busy are given some time.
    assert!(building > 20 * add && building > 20 * remove);
}
