//! Compares the mesh after each edit with one that is built from its areas.

mod worlds;

use tautline_fixtures::{SplitMix64, random_blocks};

use crate::plan::{AreaState, Source};
use crate::{ChangeError, DynamicNavMesh, Edit, Obstacle, ObstacleId};
use tautline_meshgen::{PolygonOptions, Polygons, Role};
use tautline_navmesh::{Link, NavMesh, RawMesh, Terrain, Vec2, rectangles_from_cells};

fn square(x: f32, y: f32, size: f32) -> Vec<[f32; 2]> {
    vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
}

/// Checks that a mesh is valid and equal to a rebuilt one, and that the states and sources of areas
/// agree with it.
fn check(ground: &DynamicNavMesh) {
    let mesh = ground.mesh();
    let verified = mesh.to_stored().verify().unwrap();
    check_links(ground.static_mesh(), mesh, &verified);
    // Both ends of a link with a covered end are stored as disabled.
    let bare = |mesh: &NavMesh| {
        let mut mesh = mesh.clone();
        mesh.set_links(Vec::new(), &[]);
        mesh
    };
    let built = mesh.to_raw().build().unwrap();
    assert_eq!(bare(mesh), bare(&verified));
    assert_eq!(bare(mesh), bare(&built));
    if mesh.links().iter().all(Link::is_enabled) {
        assert_eq!(*mesh, built);
    }
    check_reachability(mesh, &verified);
    for area in mesh.areas() {
        match ground.sources[area.index()] {
            Source::Static(static_mesh) => {
                assert_eq!(ground.states[static_mesh.index()], AreaState::Intact(area))
            }
            Source::Patch { patch, index } => {
                assert!(index < ground.patches[&patch].areas.len())
            }
        }
    }
    let patched: usize = ground.patches.values().map(|patch| patch.areas.len()).sum();
    let intact = ground.states.iter().filter(|state| matches!(state, AreaState::Intact(_))).count();
    assert_eq!(patched + intact, mesh.area_count());
}

/// Checks that links are enabled exactly if both ends are on the mesh.
fn check_links(static_mesh: &NavMesh, mesh: &NavMesh, verified: &NavMesh) {
    assert_eq!(mesh.links().len(), verified.links().len());
    for (link, other) in mesh.links().iter().zip(verified.links()) {
        assert_eq!((link.from.point, link.to.point), (other.from.point, other.to.point));
        assert_eq!(link.is_enabled(), other.is_enabled());
    }
    for (link, static_link) in mesh.links().iter().zip(static_mesh.links()) {
        for (end, static_link) in [(link.from, static_link.from), (link.to, static_link.to)] {
            let Some(area) = end.area else { continue };
            assert!(mesh.contains(area, end.point));
            let elevation = static_mesh.elevation_at(static_link.area.unwrap(), end.point);
            assert!((mesh.elevation_at(area, end.point) - elevation).abs() < 1e-3);
        }
    }
    for area in mesh.areas() {
        for (id, forwards) in mesh.links_from(area) {
            let link = &mesh.links()[id.index()];
            assert!(link.is_enabled() && mesh.contains(area, link.departure(forwards).point));
        }
    }
}

/// Checks the reachability over links.
fn check_reachability(mesh: &NavMesh, verified: &NavMesh) {
    for area in mesh.areas() {
        for goal in mesh.areas() {
            let may_reach = verified.may_reach(area, goal);
            assert_eq!(mesh.may_reach(area, goal), may_reach, "{area} and {goal}");
        }
    }
}

fn cells(seed: u64, size: u16, percent: u8) -> NavMesh {
    let cells = random_blocks(seed, size, size, percent);
    let terrain = |x: u32, y: u32| {
        let is_open = cells.is_walkable([x.cast_signed(), y.cast_signed()]);
        is_open.then_some(Terrain(u8::from(seed.is_multiple_of(3) && x > 4)))
    };
    let raw = rectangles_from_cells(size.into(), size.into(), terrain);
    raw.build().unwrap()
}

fn random_obstacle(random: &mut SplitMix64, size: i32) -> Obstacle {
    let slanting = random.chance(40);
    let mut coordinate = || {
        let whole = random.between(-2, size + 2);
        let part = if slanting { random.between(0, 7) } else { 0 };
        f32::from(i16::try_from(8 * whole + part).unwrap()) / 8.0
    };
    let [x, y] = [coordinate(), coordinate()];
    let ring = if slanting {
        vec![[x, y], [coordinate(), coordinate()], [coordinate(), coordinate()]]
    } else {
        let [other_x, other_y] = [coordinate(), coordinate()];
        vec![[x, y], [other_x, y], [other_x, other_y], [x, other_y]]
    };
    let terrain = random.chance(40).then(|| Terrain(u8::from(random.chance(50))));
    Obstacle { terrain, ..Obstacle::new([ring]) }
}

/// Makes random edits and reverts them. `may_fail` must accept all errors.
fn change_at_random(
    static_mesh: &NavMesh,
    random: &mut SplitMix64,
    mut obstacle: impl FnMut(&mut SplitMix64) -> Obstacle,
    may_fail: impl Fn(&ChangeError) -> bool,
) {
    let mut ground = DynamicNavMesh::new(static_mesh.clone()).unwrap();
    let mut current: Vec<ObstacleId> = Vec::new();
    for _ in 0..12 {
        let mut edit = Edit::default();
        for _ in 0..random.between(1, 2) {
            edit.add.push(obstacle(random));
        }
        if !current.is_empty() && random.chance(50) {
            let index = random.below(current.len() as u64);
            edit.remove.push(current[usize::try_from(index).unwrap()]);
        }
        let before = ground.mesh().clone();
        match ground.edit(&edit) {
            Ok(edited) => {
                current.retain(|id| !edit.remove.contains(id));
                current.extend(edited.added);
            }
            Err(error) => {
                assert!(may_fail(&error), "{error}");
                assert_eq!(before, *ground.mesh());
            }
        }
        check(&ground);
        assert_eq!(ground.obstacles().collect::<Vec<_>>(), current);
    }
    ground.edit(&Edit { add: Vec::new(), remove: current }).unwrap();
    check(&ground);
    let mesh = ground.mesh();
    assert_eq!(mesh.vertices(), static_mesh.vertices());
    assert_eq!(mesh.elevations(), static_mesh.elevations());
    let rings = |mesh: &NavMesh| {
        let ring = |area| {
            let mut ring: Vec<_> = mesh.corner_vertices(area).map(|vertex| vertex.0).collect();
            let first = (0..ring.len()).min_by_key(|&corner| ring[corner]);
            ring.rotate_left(first.unwrap());
            (ring, mesh.terrain(area))
        };
        let mut rings: Vec<_> = mesh.areas().map(ring).collect();
        rings.sort_unstable();
        rings
    };
    assert_eq!(rings(mesh), rings(static_mesh));
    assert_eq!(mesh.half_edge_count(), static_mesh.half_edge_count());
    let walls = |mesh: &NavMesh| {
        let edges = mesh.areas().flat_map(|area| mesh.half_edges_of(area));
        let walls = edges.filter(|&edge| mesh.twin(edge).is_none());
        let mut walls: Vec<_> = walls.map(|edge| mesh.ends(edge)).collect();
        walls.sort_unstable();
        walls
    };
    assert_eq!(walls(mesh), walls(static_mesh));
}

/// The number of cases to try.
fn cases(usually: u64) -> u64 {
    let set = std::env::var("TAUTLINE_CASES").ok();
    set.and_then(|cases| cases.parse().ok()).unwrap_or(usually)
}

#[test]
fn every_mesh_is_valid_and_the_last_one_equals_the_first() {
    for seed in 0..cases(60) {
        let size = 8 + u16::try_from(seed % 5).unwrap();
        let static_mesh = cells(seed, size, 30);
        let random = &mut SplitMix64::new(seed);
        let obstacle = |random: &mut SplitMix64| random_obstacle(random, size.into());
        let may_fail = |error: &ChangeError| *error == ChangeError::NothingLeft;
        change_at_random(&static_mesh, random, obstacle, may_fail);
    }
}

#[test]
fn every_mesh_of_overlapping_floors_is_valid() {
    for seed in 0..cases(80) {
        let random = &mut SplitMix64::new(seed);
        let cells = match seed % 4 {
            0 => worlds::spiral(3),
            kind => worlds::two_floors(random, 8, kind == 1),
        };
        let walls = if seed % 3 == 0 { 10 } else { 0 };
        let static_mesh = worlds::mesh_of(&cells, random, walls, 4);
        let obstacle = |random: &mut SplitMix64| {
            let mut obstacle = random_obstacle(random, 8);
            if random.chance(70) {
                let low = f32::from(u8::try_from(random.between(0, 8)).unwrap()) / 2.0;
                let height = f32::from(u8::try_from(random.between(0, 4)).unwrap()) / 2.0;
                obstacle.elevations = Some([low, low + height]);
            }
            obstacle
        };
        let may_fail = |error: &ChangeError| {
            matches!(error, ChangeError::NothingLeft | ChangeError::OverlappingFloors { .. })
        };
        change_at_random(&static_mesh, random, obstacle, may_fail);
    }
}

/// Crosses a zero-width wall, whose sides are cut apart from each other. The rounded crossings, which
/// lie inside the area on one side of the wall, belong to both sides.
#[test]
fn both_sides_of_a_slanting_wall_share_their_rounded_vertices() {
    let corners = [[0.0, 0.0], [10.0, 0.0], [10.0, 7.0], [0.0, 7.0]];
    let mut raw = RawMesh::from_vertices(&corners);
    raw.push_area(&[0, 1, 2]);
    raw.push_area(&[0, 2, 3]);
    raw.walls.push([0, 2]);
    let mesh = raw.build().unwrap();
    for seed in 0..cases(60) {
        let random = &mut SplitMix64::new(seed);
        let mut ground = DynamicNavMesh::new(mesh.clone()).unwrap();
        let mut at = |most: i32| f32::from(u16::try_from(random.between(16, most)).unwrap()) / 32.0;
        let (x, size) = (at(240), at(40));
        ground.add_obstacle(&Obstacle::new([square(x, 0.7 * x - size / 2.0, size)])).unwrap();
        check(&ground);
    }
}

#[test]
fn areas_that_do_not_change_keep_their_ids_and_author_numbers() {
    let mut raw = rectangles_from_cells(6, 1, |x, _| Some(Terrain(u8::try_from(x).unwrap())));
    raw.numbers = vec![10, 11, 12, 13, 14, 15];
    let mesh = raw.build().unwrap();
    let mut ground = DynamicNavMesh::new(mesh).unwrap();
    let at = |ground: &DynamicNavMesh, x: f32| ground.mesh().locate(Vec2::new(x, 0.5)).unwrap();
    ground.add_obstacle(&Obstacle::new([square(2.25, 0.25, 0.5)])).unwrap();
    check(&ground);
    for (x, number) in [(0.5, 10), (1.5, 11), (2.125, 12), (2.875, 12), (3.5, 13), (5.5, 15)] {
        let area = at(&ground, x);
        assert_eq!(ground.mesh().number(area), number, "at {x}");
        assert_eq!(u32::from(ground.mesh().terrain(area).0), number - 10);
        assert!(number == 12 || area.0 == number - 10, "at {x}");
    }
    // Across a border between two numbers.
    ground.add_obstacle(&Obstacle::new([square(3.75, 0.25, 0.5)])).unwrap();
    check(&ground);
    for (x, number) in [(3.5, 13), (4.5, 14), (4.0, 13)] {
        let at = if number == 13 && x > 3.9 { [3.9, 0.1] } else { [x, 0.5] };
        let area = ground.mesh().locate(at.into()).unwrap();
        assert_eq!(ground.mesh().number(area), number, "at {x}");
    }
}

#[test]
fn an_obstacle_with_a_margin_is_as_large_as_the_margin_makes_it() {
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [square(0.0, 0.0, 64.0)]);
    let mut ground = DynamicNavMesh::from_polygons(&polygons, &PolygonOptions::default()).unwrap();
    let margin = PolygonOptions { agent_radius: 2.0, ..PolygonOptions::default() };
    let obstacle = Obstacle { margin, ..Obstacle::new([square(20.0, 20.0, 8.0)]) };
    let (id, change) = ground.add_obstacle(&obstacle).unwrap();
    check(&ground);
    let bounds = change.bounds.unwrap();
    assert_eq!((bounds.min, bounds.max), (Vec2::splat(18.0), Vec2::splat(30.0)));
    let is_open = |ground: &DynamicNavMesh, x: f32| ground.mesh().locate(Vec2::splat(x)).is_some();
    assert_eq!([17.9, 18.1, 24.0, 30.1].map(|x| is_open(&ground, x)), [true, false, false, true]);
    ground.remove_obstacle(id).unwrap();
    assert!(is_open(&ground, 24.0));
    check(&ground);
}
