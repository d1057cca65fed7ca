//! Dynamic meshes: invalid input, results, paths, and real maps.
#![expect(clippy::unwrap_used, reason = "what fails should fail loudly")]

use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs};

use tautline_dynamic::{ChangeError, DynamicNavMesh, Edit, Obstacle, ObstacleId, PathState};
use tautline_fixtures::SplitMix64;
use tautline_fixtures::data::real_data;
use tautline_meshgen::{PolygonError, PolygonOptions, Polygons, Role, TileFrame, areas_from_tiles};
use tautline_navmesh::{
    Link, LinkId, Location, NavMesh, QueryFilter, RandomPoints, RawLink, RawMesh, RayCast, Terrain,
    Vec2, rectangles_from_cells,
};

fn square(x: f32, y: f32, size: f32) -> Vec<[f32; 2]> {
    vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
}

fn block(x: f32, y: f32, size: f32) -> Obstacle {
    Obstacle::new([square(x, y, size)])
}

fn plain(size: u32) -> DynamicNavMesh {
    let raw = rectangles_from_cells(size, size, |_, _| Some(Terrain(0)));
    DynamicNavMesh::new(raw.build().unwrap()).unwrap()
}

fn area_of(mesh: &NavMesh) -> f64 {
    let ring = |area| mesh.corners(area).collect::<Vec<_>>();
    mesh.areas().map(|area| tautline_geometry::polygon::signed_area(&ring(area))).sum()
}

#[test]
fn an_obstacle_next_to_the_ground_covers_nothing() {
    // An L: its bounding box contains points without ground.
    let raw = rectangles_from_cells(8, 8, |x, y| (x > 3 || y > 3).then_some(Terrain(0)));
    let ground = DynamicNavMesh::new(raw.build().unwrap()).unwrap();
    let on_a_wall = block(1.0, 3.0, 1.0);
    for obstacle in [block(1.0, 1.0, 1.0), on_a_wall, block(8.0, 8.0, 1.0), block(20.0, 1.0, 1.0)] {
        let mut ground = ground.clone();
        let before = ground.shared_mesh();
        let (id, added) = ground.add_obstacle(&obstacle).unwrap();
        assert_eq!((added.covered, added.bounds), (None, None), "{obstacle:?}");
        let removed = ground.remove_obstacle(id).unwrap();
        assert_eq!((removed.uncovered, removed.bounds), (None, None), "{obstacle:?}");
        assert_eq!(ground.mesh(), &*before);
    }
    let mut ground = ground;
    assert!(ground.add_obstacle(&block(1.0, 3.5, 1.0)).unwrap().1.covered.is_some());
}

#[test]
fn bad_obstacles_are_refused_and_change_nothing() {
    let mut ground = plain(16);
    let (kept, _) = ground.add_obstacle(&block(2.0, 2.0, 2.0)).unwrap();
    let (gone, _) = ground.add_obstacle(&block(8.0, 2.0, 2.0)).unwrap();
    ground.remove_obstacle(gone).unwrap();
    let before = ground.mesh().clone();

    let with_margin = |agent_radius: f32| Obstacle {
        margin: PolygonOptions { agent_radius, ..PolygonOptions::default() },
        ..block(2.0, 2.0, 2.0)
    };
    let not_finite = Obstacle::new([vec![[0.0, 0.0], [1.0, f32::NAN], [2.0, 2.0]]]);
    let infinite = Obstacle::new([vec![[0.0, 0.0], [1.0, f32::INFINITY], [2.0, 2.0]]]);
    for obstacle in [
        not_finite,
        infinite,
        block(1e6, 0.0, 1.0),
        block(f32::MAX, 0.0, 1.0),
        block(-1.0, -1.0, 99.0),
    ] {
        let edit = Edit { add: vec![block(5.0, 5.0, 1.0), obstacle], remove: vec![kept] };
        assert!(ground.edit(&edit).is_err());
        assert_eq!((ground.version(), ground.mesh()), (3, &before));
    }
    for radius in [-1.0, f32::NAN, 1e9] {
        let edit =
            Edit { add: vec![block(5.0, 5.0, 1.0), with_margin(radius)], remove: vec![kept] };
        let error = ground.edit(&edit).unwrap_err();
        assert!(matches!(error, ChangeError::Margin { obstacle: 1, .. }), "{error}");
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
    assert!(matches!(error, ChangeError::Outline(PolygonError::NotFinite { shape: 1, .. })));
    assert_eq!(ground.obstacles().collect::<Vec<_>>(), [kept]);
    assert_eq!(ground.obstacle(kept), Some(&block(2.0, 2.0, 2.0)));
    assert_eq!(ground.obstacle(gone), None);
    assert_eq!(ground.remove_obstacle(kept).unwrap().version, 4);
}

#[test]
fn invalid_rings_are_repaired() {
    let mut ground = plain(16);
    let rings = [
        vec![],
        vec![[1.0, 1.0]],
        vec![[1.0, 1.0], [3.0, 1.0], [2.0, 1.0]],
        // Two triangles that intersect at (6, 6), with a spike.
        vec![[4.0, 4.0], [8.0, 8.0], [8.0, 4.0], [4.0, 8.0], [4.0, 9.0], [4.0, 8.0]],
    ];
    let edited = ground.edit(&Edit { add: vec![Obstacle::new(rings)], remove: vec![] }).unwrap();
    assert!(!edited.repairs.is_empty());
    assert!((area_of(ground.mesh()) - (256.0 - 8.0)).abs() < 1e-9);

    // An obstacle that encloses nothing is added as well.
    let (nothing, change) = ground.add_obstacle(&Obstacle::default()).unwrap();
    assert_eq!((change.version, change.bounds), (2, None));
    ground.remove_obstacle(nothing).unwrap();
    assert_eq!(ground.version(), 3);
}

#[test]
fn obstacles_that_cover_the_whole_mesh_are_refused() {
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
fn vertices_off_the_grid_are_refused() {
    let mut off = rectangles_from_cells(5, 1, |x, _| (x != 2).then_some(Terrain(0)));
    for vertex in &mut off.vertices {
        vertex[0] = if vertex[0] > 4.5 { 16_777_216.0 } else { vertex[0] + 0.001 };
    }
    let error = DynamicNavMesh::new(off.build().unwrap()).unwrap_err();
    assert!(matches!(error, ChangeError::OffGrid { .. }), "{error}");
}

#[test]
fn invalid_ranges_of_elevations_are_refused() {
    let mut ground = plain(4);
    for [low, high] in [[1.0, 0.0], [f32::NAN, 1.0], [0.0, f32::NAN]] {
        let obstacle = Obstacle { elevations: Some([low, high]), ..block(1.0, 1.0, 1.0) };
        let error = ground.add_obstacle(&obstacle).unwrap_err();
        assert!(matches!(error, ChangeError::Elevations { obstacle: 0, .. }), "{error}");
    }
    let above = Obstacle { elevations: Some([1.0, f32::INFINITY]), ..block(1.0, 1.0, 1.0) };
    ground.add_obstacle(&above).unwrap();
    assert!((area_of(ground.mesh()) - 16.0).abs() < 1e-12);
}

#[test]
fn the_state_of_a_path_follows_the_changes() {
    let mut ground = plain(20);
    let wall = Obstacle::new([vec![[9.0, 4.0], [11.0, 4.0], [11.0, 16.0], [9.0, 16.0]]]);
    let (wall, _) = ground.add_obstacle(&wall).unwrap();
    let found = ground.version();
    // Around the lower end of the wall.
    let path = [[2.0, 5.0], [9.0, 4.0], [11.0, 4.0], [18.0, 5.0]].map(Vec2::from);
    let length: f64 = path.windows(2).map(|leg| f64::from(leg[0].distance(leg[1]))).sum();
    let state = |ground: &DynamicNavMesh| ground.path_state(&path, length, found);
    assert_eq!(state(&ground), PathState::Untouched);

    let mut apply = |obstacle: &Obstacle, expected: PathState| {
        let (id, _) = ground.add_obstacle(obstacle).unwrap();
        assert_eq!(state(&ground), expected, "{obstacle:?}");
        ground.remove_obstacle(id).unwrap();
    };
    // Next to the path; touching a leg with an edge; across the last leg.
    apply(&block(4.0, 9.0, 2.0), PathState::Untouched);
    apply(&block(9.0, 2.0, 2.0), PathState::Blocked { leg: 1 });
    apply(&block(14.0, 4.0, 2.0), PathState::Blocked { leg: 2 });
    // Touches the wall at the corner where the path bends.
    let wedge = Obstacle::new([vec![[9.0, 4.0], [7.0, 2.0], [9.0, 2.0]]]);
    apply(&wedge, PathState::Blocked { leg: 1 });
    // The goal is covered.
    apply(&block(17.0, 5.0, 2.0), PathState::Untouched);
    apply(&block(17.0, 4.5, 2.0), PathState::Blocked { leg: 2 });

    // Removed obstacles that were too far away to matter, and others.
    assert_eq!(state(&ground), PathState::Untouched, "later obstacles were removed again");
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

/// Starts where an obstacle crosses a slanting wall. The crossing is rounded, here to a point beyond
/// the wall, and so on no ground after the obstacle was removed.
#[test]
fn a_path_from_a_rounded_crossing_is_blocked_when_the_wall_is_restored() {
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [vec![[0.0, 0.0], [7.0, 0.0], [7.0, 3.0]]]);
    let mut ground = DynamicNavMesh::from_polygons(&polygons, &PolygonOptions::default()).unwrap();
    let (obstacle, _) = ground.add_obstacle(&Obstacle::new([square(2.0, 0.5, 1.0)])).unwrap();
    let crossings = ground.mesh().vertices().to_vec();
    let beyond = crossings.into_iter().find(|&at| ground.static_mesh().locate(at).is_none());
    let (start, goal) = (beyond.unwrap(), Vec2::new(1.0, 0.25));
    let (length, since) =
        (tautline_geometry::DVec2::from(start).distance(goal.into()), ground.version());
    let path = [start, goal];
    assert_eq!(ground.path_state(&path, length, since), PathState::Untouched);
    ground.remove_obstacle(obstacle).unwrap();
    assert_eq!(ground.path_state(&path, length, since), PathState::Blocked { leg: 0 });
    assert_eq!(ground.path_state(&path[..1], 0.0, since), PathState::Blocked { leg: 0 });
}

#[test]
fn a_link_is_enabled_while_both_of_its_ends_are_on_the_mesh() {
    let mut raw = rectangles_from_cells(9, 3, |x, _| (x != 4).then_some(Terrain(0)));
    let link = |from: [f32; 2], to: [f32; 2]| RawLink {
        from,
        to,
        cost: Some(1.0),
        both_ways: true,
        ..RawLink::default()
    };
    raw.links = vec![link([3.5, 0.5], [5.5, 0.5]), link([4.0, 2.0], [5.0, 2.0])];
    let mesh = raw.build().unwrap();
    let mut ground = DynamicNavMesh::new(mesh.clone()).unwrap();
    let enabled_links = |ground: &DynamicNavMesh| {
        let mesh = ground.mesh();
        mesh.to_stored().verify().unwrap();
        for link in mesh.links() {
            for end in [link.from, link.to] {
                assert_eq!(end.area, mesh.locate(end.point), "{link:?}");
            }
        }
        let enabled: Vec<bool> = mesh.links().iter().map(Link::is_enabled).collect();
        let [left, right] = [0.5, 8.5].map(|x| mesh.locate(Vec2::new(x, 1.5)).unwrap());
        let is_any = enabled.iter().any(|&is_enabled| is_enabled);
        assert_eq!(mesh.may_reach(left, right), is_any);
        assert_eq!(mesh.takes_links(&QueryFilter::uniform()), is_any);
        let mut forbids_first = QueryFilter::uniform();
        forbids_first.forbid_link(LinkId(0));
        assert_eq!(mesh.takes_links(&forbids_first), enabled[1]);
        [enabled[0], enabled[1]]
    };
    assert_eq!(enabled_links(&ground), [true, true]);
    let (first, _) = ground.add_obstacle(&block(3.0, 0.0, 1.0)).unwrap();
    assert_eq!(enabled_links(&ground), [false, true]);
    // The end of the other one is at its corner.
    let (second, _) = ground.add_obstacle(&block(5.0, 1.0, 1.0)).unwrap();
    assert_eq!(enabled_links(&ground), [false, true]);
    let (third, _) = ground.add_obstacle(&block(5.0, 2.0, 1.0)).unwrap();
    assert_eq!(enabled_links(&ground), [false, false]);
    ground.remove_obstacle(first).unwrap();
    assert_eq!(enabled_links(&ground), [true, false]);
    ground.edit(&Edit { add: vec![block(5.0, 0.0, 1.0)], remove: vec![second, third] }).unwrap();
    assert_eq!(enabled_links(&ground), [false, true]);
    let remove = ground.obstacles().collect();
    ground.edit(&Edit { add: Vec::new(), remove }).unwrap();
    assert_eq!(enabled_links(&ground), [true, true]);
    assert_eq!(ground.mesh().links(), mesh.links());
}

/// Building attaches an end on a border to the first of the areas there, which need not be a part of the area
/// that it was attached to before.
#[test]
fn links_from_borders_are_attached_as_if_built_again() {
    let mut raw = rectangles_from_cells(8, 4, |x, _| Some(Terrain(u8::from(x > 3))));
    let (from, to) = ([4.0, 2.0], [7.5, 3.5]);
    raw.links = vec![RawLink { from, to, both_ways: true, ..RawLink::default() }];
    let mut ground = DynamicNavMesh::new(raw.build().unwrap()).unwrap();
    for obstacle in [block(0.5, 0.5, 1.0), block(5.0, 1.0, 1.0), block(4.0, 2.0, 1.0)] {
        let (id, _) = ground.add_obstacle(&obstacle).unwrap();
        assert_eq!(ground.mesh(), &ground.mesh().to_raw().build().unwrap(), "{obstacle:?}");
        ground.remove_obstacle(id).unwrap();
        assert_eq!(ground.mesh(), &ground.mesh().to_raw().build().unwrap(), "without {obstacle:?}");
    }
}

/// A bridge from west to east at elevation 4, over a passage from south to north.
fn bridge() -> DynamicNavMesh {
    let mut raw = RawMesh::default();
    for (low, high, elevation) in [([0.0, 4.0], [12.0, 6.0], 4.0), ([4.0, 0.0], [8.0, 12.0], 0.0)] {
        let first = u32::try_from(raw.vertices.len()).unwrap();
        raw.vertices.extend([low, [high[0], low[1]], high, [low[0], high[1]]]);
        raw.elevations.extend([elevation; 4]);
        raw.push_area(&[first, first + 1, first + 2, first + 3]);
    }
    DynamicNavMesh::new(raw.build().unwrap()).unwrap()
}

#[test]
fn an_obstacle_covers_the_floor_with_its_elevation() {
    for (elevations, areas) in [
        (None, [20.0, 44.0]),
        (Some([0.0, 1.0]), [24.0, 44.0]),
        (Some([2.0, 9.0]), [20.0, 48.0]),
        (Some([1.0, 2.0]), [24.0, 48.0]),
    ] {
        let mut ground = bridge();
        let whole = ground.mesh().clone();
        let obstacle = Obstacle { elevations, ..block(5.0, 4.0, 2.0) };
        let (id, _) = ground.add_obstacle(&obstacle).unwrap();
        let mesh = ground.mesh();
        let on = |elevation: f32| {
            let is_on = |area: &_| {
                mesh.elevation_at(*area, Vec2::ZERO).to_bits() == f32::to_bits(elevation)
            };
            let ring = |area| mesh.corners(area).collect::<Vec<_>>();
            let areas = mesh.areas().filter(is_on);
            areas.map(|area| tautline_geometry::polygon::signed_area(&ring(area))).sum::<f64>()
        };
        let found = [on(4.0), on(0.0)];
        assert_eq!(found.map(f64::to_bits), areas.map(f64::to_bits), "{elevations:?}");
        ground.remove_obstacle(id).unwrap();
        assert_eq!(ground.mesh().to_raw(), whole.to_raw());
    }
}

#[test]
fn the_state_of_a_path_depends_on_its_floor() {
    let mut ground = bridge();
    let over = |elevation| {
        [[0.5, 5.0], [11.5, 5.0]].map(|point: [f32; 2]| Location { point: point.into(), elevation })
    };
    let under = |elevation| {
        [[6.0, 0.5], [6.0, 11.5]].map(|point: [f32; 2]| Location { point: point.into(), elevation })
    };
    let below = Obstacle { elevations: Some([0.0, 2.0]), ..block(5.0, 4.0, 2.0) };
    ground.add_obstacle(&below).unwrap();
    assert_eq!(ground.path_state(&over(Some(4.0)), 11.0, 0), PathState::Untouched);
    assert_eq!(ground.path_state(&under(Some(0.0)), 11.0, 0), PathState::Blocked { leg: 0 });
    // A covered point under the bridge.
    let covered = [Location { point: Vec2::new(6.0, 5.0), elevation: Some(0.0) }];
    assert_eq!(ground.path_state(&covered, 0.0, 0), PathState::Blocked { leg: 0 });
    assert_eq!(ground.path_state(&[Vec2::new(6.0, 5.0)], 0.0, 0), PathState::Untouched);
}

#[test]
fn a_zero_width_wall_stays_a_wall_where_areas_are_cut() {
    // Two squares with a wall over the lower half of the border between them.
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [4.0, 0.0],
        [8.0, 0.0],
        [8.0, 8.0],
        [4.0, 8.0],
        [0.0, 8.0],
        [4.0, 4.0],
    ]);
    raw.push_area(&[0, 1, 6, 4, 5]);
    raw.push_area(&[1, 2, 3, 4, 6]);
    raw.walls.push([1, 6]);
    let mut ground = DynamicNavMesh::new(raw.build().unwrap()).unwrap();
    let sees = |ground: &DynamicNavMesh, y: f32| {
        let [from, to] = [1.0, 7.0].map(|x| Vec2::new(x, y));
        ground.mesh().sees(from, to, &QueryFilter::uniform(), &mut RayCast::new()).unwrap()
    };
    assert_eq!([1.0, 3.0, 5.0, 7.0].map(|y| sees(&ground, y)), [false, false, true, true]);
    // One obstacle over both walls, one over the end of the wall.
    let (low, _) = ground.add_obstacle(&block(3.5, 1.5, 1.0)).unwrap();
    ground.add_obstacle(&block(3.5, 5.5, 1.0)).unwrap();
    let expected = [1.0, 2.0, 3.0, 5.0, 6.0, 7.0];
    let seen = [false, false, false, true, false, true];
    assert_eq!(expected.map(|y| sees(&ground, y)), seen);
    ground.mesh().to_stored().verify().unwrap();
    ground.remove_obstacle(low).unwrap();
    assert_eq!(expected.map(|y| sees(&ground, y)), seen);
}

/// The mesh of a real map, if its file exists.
fn aurora() -> Option<NavMesh> {
    let text = fs::read_to_string(real_data("maps/sc1/Aurora.map")?).unwrap();
    let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
    let [width, height] = [rows[0].len(), rows.len()].map(|size| u32::try_from(size).unwrap());
    let is_ground = |x: u32, y: u32| b".GS".contains(&rows[y as usize][x as usize]);
    let terrain = |x, y| is_ground(x, y).then_some(Terrain(0));
    Some(areas_from_tiles(&TileFrame::default(), width, height, terrain).unwrap().build().unwrap())
}

#[test]
fn covered_terrain_does_not_count_in_costs() {
    let is_mud = |x, y| (8..10).contains(&x) && (8..10).contains(&y);
    let raw = rectangles_from_cells(16, 16, |x, y| Some(Terrain(u8::from(is_mud(x, y)))));
    let mut ground = DynamicNavMesh::new(raw.build().unwrap()).unwrap();
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(1), 3.0).unwrap();
    let mut closed = QueryFilter::uniform();
    closed.forbid(Terrain(1));
    let seen = |mesh: &NavMesh| (mesh.uniform_factor(&filter), mesh.is_all_open(&closed));
    assert_eq!(seen(ground.mesh()), (None, false));
    let (block, _) = ground.add_obstacle(&block(7.0, 7.0, 4.0)).unwrap();
    assert_eq!(seen(ground.mesh()), (Some(1.0), true));
    ground.remove_obstacle(block).unwrap();
    assert_eq!(seen(ground.mesh()), (None, false));
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn a_real_map_with_slopes_links_and_walls_is_restored() {
    let Some(mesh) = aurora() else { return };
    let edits = env::var("TAUTLINE_CASES").ok().and_then(|edits| edits.parse().ok());
    let random = &mut SplitMix64::new(1);
    let mut raw = mesh.to_raw();
    // Level in the west; every fiftieth border is a wall.
    let height = |&[x, y]: &[f32; 2]| if x < 300.0 { 0.0 } else { (x - 300.0) / 16.0 + y / 64.0 };
    raw.elevations = raw.vertices.iter().map(height).collect();
    raw.neighbours.clear();
    let edges = mesh.areas().flat_map(|area| mesh.half_edges_of(area));
    let walls = edges.filter(|&edge| mesh.twin(edge).is_some_and(|twin| edge < twin)).step_by(50);
    raw.walls = walls.map(|edge| mesh.ends(edge).map(|end| end.0)).collect();
    let points = RandomPoints::new(&mesh);
    let mut seed = 1;
    let mut point = || points.draw(&mesh, &mut seed).unwrap().1.into();
    for _ in 0..100 {
        let (from, to) = (point(), point());
        raw.links.push(RawLink {
            from,
            from_elevation: height(&from),
            to,
            to_elevation: height(&to),
            cost: Some(1.0),
            both_ways: true,
            ..RawLink::default()
        });
    }
    let mesh = raw.build().unwrap();
    let mut ground = DynamicNavMesh::new(mesh.clone()).unwrap();
    let (mut current, mut refused) = (Vec::new(), 0);
    let edits = edits.unwrap_or(150_u32);
    for step in 0..edits {
        let [x, y]: [f32; 2] = point();
        let mut length = || f32::from(u8::try_from(random.between(-99, 99) + 100).unwrap()) / 20.0;
        let ring = vec![[x, y], [x + length(), y - length()], [x + length(), y + length()]];
        let mut obstacle = Obstacle::new([ring]);
        if step % 2 == 0 {
            obstacle.elevations = Some([height(&[x, y]) - length(), height(&[x, y]) + length()]);
        }
        if step % 5 == 0 {
            obstacle.terrain = Some(Terrain(9));
        }
        let remove = if step % 3 == 2 { vec![current.remove(0)] } else { Vec::new() };
        match ground.edit(&Edit { add: vec![obstacle], remove: remove.clone() }) {
            Ok(edited) => current.extend(edited.added),
            Err(error) => {
                // At a slanted zero-width wall.
                assert!(matches!(error, ChangeError::TooNarrow { .. }), "{error}");
                current.extend(remove);
                refused += 1;
            }
        }
        if step % 50 == 49 {
            let verified = ground.mesh().to_stored().verify().unwrap();
            let enabled =
                |mesh: &NavMesh| mesh.links().iter().map(Link::is_enabled).collect::<Vec<_>>();
            assert_eq!(enabled(ground.mesh()), enabled(&verified));
            assert!(area_of(ground.mesh()) < area_of(&mesh));
        }
    }
    assert!(refused <= edits / 100, "{refused}");
    ground.edit(&Edit { add: Vec::new(), remove: current }).unwrap();
    let [now, before] = [ground.mesh(), &mesh];
    assert_eq!((now.vertices(), now.elevations()), (before.vertices(), before.elevations()));
    assert_eq!(now.area_count(), before.area_count());
    assert_eq!(now.component_count(), before.component_count());
    assert!(now.links().iter().all(Link::is_enabled));
    let walls = |mesh: &NavMesh| {
        let edges = mesh.areas().flat_map(|area| mesh.half_edges_of(area));
        let walls = edges.filter(|&edge| mesh.twin(edge).is_none());
        let mut walls: Vec<_> = walls.map(|edge| mesh.ends(edge)).collect();
        walls.sort_unstable();
        walls
    };
    assert_eq!(walls(now), walls(before));
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn local_changes_of_a_real_map_can_be_reverted() {
    let Some(mesh) = aurora() else { return };
    let position = |&edge: &_| mesh.half_edge(edge).start().to_array();
    let rings = mesh
        .boundary_loops()
        .iter()
        .map(|ring| ring.iter().map(position).collect::<Vec<_>>())
        .collect::<Vec<_>>();
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, rings);

    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    let building = median(
        (0..5)
            .map(|_| {
                let begun = Instant::now();
                polygons.build(&PolygonOptions::default()).unwrap().mesh.build().unwrap();
                begun.elapsed()
            })
            .collect(),
    );
    let mut ground = DynamicNavMesh::from_polygons(&polygons, &PolygonOptions::default()).unwrap();
    let whole = area_of(ground.mesh());
    let (mut adding, mut removing) = (Vec::new(), Vec::new());
    let mut current = Vec::new();
    for step in 0..200_u16 {
        let [x, y] = [f32::from(step * 37 % 700) + 30.0, f32::from(step * 91 % 700) + 30.0];
        let begun = Instant::now();
        current.push(ground.add_obstacle(&block(x, y, 3.0)).unwrap().0);
        adding.push(begun.elapsed());
    }
    ground.mesh().to_stored().verify().unwrap();
    for id in current {
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
}

#[test]
fn a_clone_shares_its_mesh_until_one_of_both_is_edited() {
    let mut ground = plain(8);
    let snapshot = ground.clone();
    assert!(Arc::ptr_eq(&snapshot.shared_mesh(), &ground.shared_mesh()));
    let before = snapshot.shared_mesh();
    ground.add_obstacle(&block(3.0, 3.0, 2.0)).unwrap();
    assert!(Arc::ptr_eq(&snapshot.shared_mesh(), &before));
    assert_eq!((snapshot.mesh().area_count(), snapshot.version()), (1, 0));
    assert!(ground.mesh().area_count() > 1);
}
