//! Ground that has changed since its labels were baked: paths are those of ground
//! that is built of everything at once.
#![expect(clippy::unwrap_used, reason = "what fails should fail loudly")]

use tautline::dynamic::{ChangeError, DynamicNavMesh, Edit, Obstacle, ObstacleId};
use tautline::labels::{BakeOptions, Hubs};
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::navmesh::{
    BuildOptions, RandomPoints, RawMesh, RayCast, Terrain, rectangles_from_cells,
};
use tautline::{
    BakedVersion, Ground, Location, NavMesh, Path, PathOptions, Query, Scratch, Vec2, lengths,
    next_corners_to, path_in, paths, paths_to,
};
use tautline_fixtures::data::real_data;
use tautline_fixtures::{SplitMix64, random_blocks};

const SIZE: u16 = 12;

/// The numbers of answers that were by labels, and that were not.
#[derive(Debug, Default)]
struct Tally {
    looked_up: usize,
    searched: usize,
    unreachable: usize,
    /// Paths that are longer while gates are closed.
    behind_gates: usize,
}

fn build(raw: &RawMesh) -> NavMesh {
    NavMesh::build(raw, &BuildOptions::default()).unwrap().mesh
}

fn outlines_of(mesh: &NavMesh) -> Polygons {
    let ring =
        |ring: &Vec<_>| ring.iter().map(|&side| mesh.half_edge(side).start().into()).collect();
    let mut outlines = Polygons::default();
    outlines.push(Role::Ground, mesh.boundary_loops().iter().map(ring).collect::<Vec<_>>());
    outlines
}

/// Ground on which obstacles come and go, and the same as outlines.
struct Session {
    outlines: Polygons,
    ground: DynamicNavMesh,
    there: Vec<(ObstacleId, Obstacle)>,
    gone: Vec<Obstacle>,
}

impl Session {
    fn new(outlines: Polygons) -> Self {
        let ground = DynamicNavMesh::from_polygons(&outlines, &PolygonOptions::default()).unwrap();
        Self { outlines, ground, there: Vec::new(), gone: Vec::new() }
    }

    /// The ground as it is built of everything at once.
    fn built_at_once(&self) -> NavMesh {
        let mut outlines = self.outlines.clone();
        for (_, obstacle) in &self.there {
            let role = obstacle.terrain.map_or(Role::Hole, Role::Terrain);
            outlines.push(role, obstacle.rings.clone());
        }
        build(&outlines.build(&PolygonOptions::default()).unwrap().mesh)
    }

    /// Some obstacles come, new ones or such as were there before, and some go.
    fn edit(
        &mut self,
        random: &mut SplitMix64,
        obstacle: &mut dyn FnMut(&mut SplitMix64) -> Obstacle,
    ) {
        let mut edit = Edit::default();
        for _ in 0..random.between(0, 2) {
            let again = self.gone.last().filter(|_| random.chance(40)).cloned();
            let mut add = again.unwrap_or_else(|| obstacle(random));
            add.terrain = random.chance(12).then_some(Terrain(1));
            edit.add.push(add);
        }
        for (id, obstacle) in &self.there {
            if random.chance(25) {
                edit.remove.push(*id);
                self.gone.push(obstacle.clone());
            }
        }
        match self.ground.edit(&edit) {
            Ok(edited) => {
                self.there.retain(|(id, _)| !edit.remove.contains(id));
                self.there.extend(edited.added.into_iter().zip(edit.add));
            }
            Err(error) => assert_eq!(error, ChangeError::NothingLeft),
        }
    }

    /// Asks on the ground with the labels of an earlier version, and on a mesh that
    /// was built at once.
    fn compare(
        &self,
        baked: &BakedVersion,
        built: &NavMesh,
        [start, goal]: [Vec2; 2],
        tolerance: f64,
        tally: &mut Tally,
    ) {
        let query = Query::new(start, goal);
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        let ground = Ground::of_dynamic(&self.ground).with_version(baked);
        let found = path_in(ground, &query, &mut scratch, &mut path);
        let is_looked_up = scratch.expanded() == 0;
        let (mut searched, mut expected) = (Path::default(), Path::default());
        let searching = path_in(&self.ground, &query, &mut scratch, &mut searched);
        assert_eq!(found, searching, "{query:?}");
        let expecting = path_in(built, &query, &mut scratch, &mut expected);
        assert_eq!(found.is_ok(), expecting.is_ok(), "{query:?}: {expecting:?}");
        if found.is_err() {
            tally.unreachable += 1;
            return;
        }
        *(if is_looked_up { &mut tally.looked_up } else { &mut tally.searched }) += 1;
        let is_close = |one: f64, other: f64, tolerance: f64| {
            (one - other).abs() <= tolerance * one.max(other)
        };
        let report = || format!("{path:?} for {searched:?} and {expected:?}");
        // Gates that are closed.
        let mut closed = tautline::QueryFilter::uniform();
        closed.forbid(Terrain(1));
        let query = query.with_filter(&closed);
        let (mut behind, mut of_built) = (Path::default(), Path::default());
        let answers = [
            path_in(ground, &query, &mut scratch, &mut behind),
            path_in(built, &query, &mut scratch, &mut of_built),
        ];
        assert_eq!(answers[0], answers[1], "{query:?}");
        if answers[0].is_ok() {
            tally.behind_gates += usize::from(behind.length > path.length);
            assert!(
                is_close(behind.length, of_built.length, tolerance),
                "{behind:?} for {of_built:?}"
            );
        }
        assert!(is_close(path.length, searched.length, 1e-12), "{}", report());
        assert!(is_close(path.length, expected.length, tolerance), "{}", report());
        let legs: f64 = path.walked_segments().map(|leg| leg.length()).sum();
        assert!(is_close(path.length, legs, 1e-12), "{}", report());
        assert_eq!((path.points.first(), path.points.last()), (Some(&start), Some(&goal)));
        for leg in path.walked_segments() {
            let uniform = tautline::QueryFilter::uniform();
            assert_eq!(
                self.ground.mesh().sees(leg.a, leg.b, &uniform, &mut RayCast::new()),
                Ok(true)
            );
        }
    }
}

fn cells(seed: u64) -> RawMesh {
    let cells = random_blocks(seed, SIZE, SIZE, 25);
    let terrain = |x: u32, y: u32| {
        cells.is_walkable([x.cast_signed(), y.cast_signed()]).then_some(Terrain(0))
    };
    rectangles_from_cells(SIZE.into(), SIZE.into(), terrain)
}

fn small(value: i32) -> f32 {
    f32::from(i16::try_from(value).unwrap())
}

/// Rectangles on the lattice, which touch walls, each other and paths.
fn rectangle(random: &mut SplitMix64) -> Obstacle {
    let size = i32::from(SIZE);
    let mut coordinate = |low, high| small(random.between(low, high));
    let [x, y] = [0; 2].map(|low| coordinate(low - 2, size));
    let [to_x, to_y] = [x, y].map(|from| from + coordinate(1, 4));
    Obstacle::new([vec![[x, y], [to_x, y], [to_x, to_y], [x, to_y]]])
}

fn triangle(random: &mut SplitMix64) -> Obstacle {
    let size = i32::from(SIZE);
    let mut coordinate = |low, high| small(random.between(1000 * low, 1000 * high)) / 1000.0;
    let [x, y] = [0; 2].map(|low| coordinate(low - 2, size));
    let [to_x, to_y] = [x, y].map(|from| from + coordinate(1, 4));
    Obstacle::new([vec![[x, y], [to_x, y], [coordinate(-2, size), to_y]]])
}

fn run(
    seeds: std::ops::Range<u64>,
    obstacle: fn(&mut SplitMix64) -> Obstacle,
    eighths: [i32; 2],
    tolerance: f64,
) {
    let mut tally = Tally::default();
    for seed in seeds {
        let mut session = Session::new(outlines_of(&build(&cells(seed))));
        let mut random = SplitMix64::new(seed);
        let hubs = if seed % 4 == 0 { Hubs::AtMost(3) } else { Hubs::All };
        let bake = |session: &Session| {
            BakedVersion::bake(&session.ground, &BakeOptions::with_hubs(hubs)).unwrap()
        };
        let mut baked = bake(&session);
        for _ in 0..12 {
            session.edit(&mut random, &mut { obstacle });
            let built = session.built_at_once();
            for _ in 0..24 {
                let mut coordinate = || {
                    let [step, shift] = eighths;
                    let most = 8 * i32::from(SIZE) / step;
                    small(random.between(0, most) * step + shift) / 8.0
                };
                let pair = [(); 2].map(|()| Vec2::new(coordinate(), coordinate()));
                session.compare(&baked, &built, pair, tolerance, &mut tally);
            }
            if random.chance(20) {
                baked = bake(&session);
            }
        }
    }
    assert!(tally.looked_up > tally.searched, "{tally:?}");
    assert!(tally.behind_gates > 100, "{tally:?}");
}

#[test]
fn obstacles_on_the_lattice_come_and_go() {
    run(0..80, rectangle, [1, 0], 1e-9);
}

#[test]
fn ends_on_the_lattice_lie_on_the_corners_of_obstacles() {
    run(80..160, rectangle, [8, 0], 1e-9);
}

#[test]
fn any_obstacles_come_and_go() {
    run(160..220, triangle, [2, 1], 1e-5);
}

#[test]
fn an_obstacle_that_only_touches_a_path_leaves_it_as_it_is() {
    let square = |x: f32, y: f32, size: f32| {
        vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
    };
    let mut outlines = Polygons::default();
    outlines.push(Role::Ground, [square(0.0, 0.0, 20.0), square(8.0, 8.0, 4.0)]);
    let mut session = Session::new(outlines);
    let baked = BakedVersion::bake(&session.ground, &BakeOptions::default()).unwrap();
    let ends = [Vec2::new(4.0, 8.0), Vec2::new(16.0, 8.0)];
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut ask = |ground: &DynamicNavMesh| {
        let ground = Ground::of_dynamic(ground).with_version(&baked);
        path_in(ground, &Query::new(ends[0], ends[1]), &mut scratch, &mut path).unwrap();
        (path.length, scratch.expanded())
    };
    // Along its side, and at its corner: there is room of no width.
    let touching = [Obstacle::new([square(5.0, 6.0, 2.0)]), Obstacle::new([square(8.0, 5.0, 3.0)])];
    let edit = Edit { add: touching.to_vec(), remove: Vec::new() };
    let there = session.ground.edit(&edit).unwrap().added;
    let between = ask(&session.ground);
    let searched = lengths(&session.ground, &[Query::new(ends[0], ends[1])]);
    assert_eq!(Ok(between.0), searched[0]);
    session.ground.edit(&Edit { add: Vec::new(), remove: vec![there[1]] }).unwrap();
    assert_eq!(ask(&session.ground), (12.0, 0));
    let across = Obstacle::new([square(5.0, 6.0, 3.0)]);
    let (across, _) = session.ground.add_obstacle(&across).unwrap();
    let (length, expanded) = ask(&session.ground);
    assert!(length > 12.0 && expanded > 0);
    session.ground.remove_obstacle(across).unwrap();
    assert_eq!(
        ask(&session.ground),
        (12.0, 0),
        "what was not there when labels were baked is gone"
    );
}

/// Regression test: an obstacle on the upper floor blocks the paths there, although the floor below
/// is still open.
#[test]
fn an_obstacle_blocks_one_of_two_floors() {
    let mut raw = RawMesh::default();
    for (floor, elevation) in [(0, 0.0), (4, 5.0)] {
        raw.vertices.extend([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]);
        raw.elevations.extend([elevation; 4]);
        raw.push_area(&[floor, floor + 1, floor + 2, floor + 3]);
    }
    let mut ground = DynamicNavMesh::new(build(&raw)).unwrap();
    let baked = BakedVersion::bake(&ground, &BakeOptions::default()).unwrap();
    let square = [[4.0, 4.0], [6.0, 4.0], [6.0, 6.0], [4.0, 6.0]];
    let obstacle = Obstacle { elevations: Some([4.0, 6.0]), ..Obstacle::new([square.to_vec()]) };
    ground.add_obstacle(&obstacle).unwrap();

    let mut scratch = Scratch::new();
    let mut ask = |elevation: f32| {
        let end = |x: f32| Location::at_elevation(Vec2::new(x, 5.0), elevation);
        let mut path = Path::default();
        let ground = Ground::of_dynamic(&ground).with_version(&baked);
        path_in(ground, &Query::new(end(2.0), end(8.0)), &mut scratch, &mut path).unwrap();
        (path.points.len(), scratch.expanded() == 0)
    };
    assert_eq!(ask(0.0), (2, true), "below, by labels");
    assert_eq!(ask(5.0), (4, false), "around the obstacle");
}

#[test]
fn batches_accept_ground_with_obstacles() {
    let mut session = Session::new(outlines_of(&build(&cells(5))));
    let baked = BakedVersion::bake(&session.ground, &BakeOptions::default()).unwrap();
    let mut random = SplitMix64::new(5);
    for _ in 0..6 {
        session.edit(&mut random, &mut { rectangle });
    }
    let mesh = session.ground.mesh();
    let (everywhere, mut seed) = (RandomPoints::new(mesh), 3);
    let mut draw = || everywhere.draw(mesh, &mut seed).unwrap().1;
    let queries: Vec<Query<'_>> = (0..600).map(|_| Query::new(draw(), draw())).collect();
    let now = Ground::from(&session.ground).with_version(&baked);
    let is_close = |one: f64, other: f64| (one - other).abs() <= 1e-12 * one.max(other);
    let expected = paths(&session.ground, &queries);
    for (found, expected) in lengths(now, &queries).iter().zip(&expected) {
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert!(is_close(*found, expected.length)),
            (found, expected) => assert_eq!(found.as_ref().err(), expected.as_ref().err()),
        }
    }
    let starts: Vec<_> = queries.iter().map(|query| query.start).collect();
    let goal = queries[0].goal;
    let (found, next) = (
        paths_to(now, &starts, goal, &PathOptions::default()),
        next_corners_to(now, &starts, goal, &PathOptions::default()),
    );
    for ((found, next), expected) in
        found.iter().zip(&next).zip(paths_to(mesh, &starts, goal, &PathOptions::default()))
    {
        match (found, expected) {
            (Ok(found), Ok(expected)) => {
                assert!(is_close(found.length, expected.length));
                assert!(is_close(next.as_ref().unwrap().distance, expected.length));
            }
            (found, expected) => assert_eq!(found.is_err(), expected.is_err()),
        }
    }
}

/// A map of a game, on which boxes are put down and taken away.
#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn obstacles_come_and_go_on_a_real_map() {
    let Some(file) = real_data("maps/dao/brc202d.map") else { return };
    let map = tautline::formats::moving_ai::parse_map(&std::fs::read_to_string(file).unwrap());
    let raw = tautline::import::from_map(&map.unwrap()).unwrap();
    let mesh = build(&raw);
    let mut session = Session::new(outlines_of(&mesh));
    let (everywhere, mut seed) = (RandomPoints::new(&mesh), 3);
    let mut random = SplitMix64::new(1);
    let mut draw = || everywhere.draw(&mesh, &mut seed).unwrap().1;
    let mut baked = BakedVersion::bake(&session.ground, &BakeOptions::default()).unwrap();
    let mut tally = Tally::default();
    for round in 1..=60 {
        let at = draw().round();
        let mut around = |random: &mut SplitMix64| {
            let [width, height] = [(); 2].map(|()| small(random.between(1, 6)));
            let [x, y]: [f32; 2] = at.into();
            Obstacle::new([vec![[x, y], [x + width, y], [x + width, y + height], [x, y + height]]])
        };
        session.edit(&mut random, &mut around);
        let built = session.built_at_once();
        for _ in 0..20 {
            session.compare(&baked, &built, [draw(), draw()], 1e-9, &mut tally);
        }
        if round % 20 == 0 {
            baked = BakedVersion::bake(&session.ground, &BakeOptions::default()).unwrap();
        }
    }
    println!("{tally:?}");
    assert!(2 * tally.looked_up > tally.searched, "{tally:?}");
}

#[cfg(feature = "recast")]
#[test]
fn ground_of_voxels_takes_obstacles() {
    use tautline::meshgen::{UpAxis, VoxelOptions, walkable_voxels};

    for cell_size in [0.1, 0.17, 0.3, 0.37] {
        for origin in [0.0, 313.7] {
            let corners = [[0.0, 0.0], [20.0, 3.0], [17.0, 20.0], [0.0, 15.0]];
            let vertices = corners.map(|[x, y]| [x + origin, y - origin, 0.0]);
            let options = VoxelOptions { up: UpAxis::Z, cell_size, ..VoxelOptions::default() };
            let ground =
                walkable_voxels(&vertices, &[[0, 1, 2], [0, 2, 3]], &[], &options).unwrap();
            let mut ground = DynamicNavMesh::new(ground.mesh.build().unwrap()).unwrap();
            let center = [8.0 + origin, 8.0 - origin];
            assert!(ground.mesh().locate(center.into()).is_some());
            ground.add_obstacle(&Obstacle::octagon(center, 1.0)).unwrap();
            assert!(ground.mesh().locate(center.into()).is_none());
        }
    }
}
