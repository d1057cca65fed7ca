//! Shortest paths on a dynamic mesh are those on a mesh that is built from scratch.
#![expect(clippy::unwrap_used, reason = "what fails should fail loudly")]

use tautline_anyangle::{AnyAngleScratch, ExactError, shortest_path};
use tautline_dynamic::{ChangeError, DynamicNavMesh, Edit, Obstacle, ObstacleId, PathState};
use tautline_fixtures::{SplitMix64, random_blocks};
use tautline_meshgen::{PolygonOptions, Polygons, Role};
use tautline_navmesh::{BuildOptions, NavMesh, PathQuery, Terrain, Vec2, rectangles_from_cells};

const SIZE: u16 = 12;

/// The polygons of a map of cells.
fn outlines_of(seed: u64) -> Polygons {
    let cells = random_blocks(seed, SIZE, SIZE, 25);
    let terrain = |x: u32, y: u32| {
        cells.is_walkable([x.cast_signed(), y.cast_signed()]).then_some(Terrain(0))
    };
    let raw = rectangles_from_cells(SIZE.into(), SIZE.into(), terrain);
    let mesh = built(&raw);
    let ring =
        |ring: &Vec<_>| ring.iter().map(|&edge| mesh.half_edge(edge).start().into()).collect();
    let mut outlines = Polygons::default();
    outlines.push(Role::Ground, mesh.boundary_loops().iter().map(ring).collect::<Vec<_>>());
    outlines
}

pub(crate) fn built(raw: &tautline_navmesh::RawMesh) -> NavMesh {
    NavMesh::build(raw, &BuildOptions::default()).unwrap().mesh
}

pub(crate) fn area_of(mesh: &NavMesh) -> f64 {
    let size = |area| {
        let ring: Vec<Vec2> = mesh.corners(area).collect();
        tautline_geometry::polygon::signed_area(&ring)
    };
    mesh.areas().map(size).sum()
}

fn path(mesh: &NavMesh, [start, goal]: [Vec2; 2]) -> Result<(f64, Vec<Vec2>), ExactError> {
    let mut points = Vec::new();
    let query = PathQuery::new(start, goal);
    shortest_path(mesh, &query, &mut AnyAngleScratch::new(), &mut points)
        .map(|length| (length, points))
}

/// Obstacles on the lattice with axis-parallel sides, or arbitrary triangles.
fn obstacle(random: &mut SplitMix64, is_level: bool) -> Obstacle {
    let size = i32::from(SIZE);
    let mut coordinate = |low: i32, high: i32| {
        let part = if is_level { 0 } else { random.between(0, 999) };
        f32::from(i16::try_from(random.between(low, high)).unwrap())
            + f32::from(i16::try_from(part).unwrap()) / 1000.0
    };
    let [x, y] = [0; 2].map(|low| coordinate(low - 2, size));
    let [to_x, to_y] = [x, y].map(|from| from + coordinate(1, 4));
    let ring = if is_level {
        vec![[x, y], [to_x, y], [to_x, to_y], [x, to_y]]
    } else {
        vec![[x, y], [to_x, y], [coordinate(-2, size), to_y]]
    };
    Obstacle::new([ring])
}

struct Session {
    outlines: Polygons,
    ground: DynamicNavMesh,
    there: Vec<(ObstacleId, Obstacle)>,
}

impl Session {
    /// The mesh built from everything at once.
    fn built_at_once(&self) -> NavMesh {
        let mut outlines = self.outlines.clone();
        for (_, obstacle) in &self.there {
            outlines.push(Role::Hole, obstacle.rings.clone());
        }
        built(&outlines.build(&PolygonOptions::default()).unwrap().mesh)
    }

    fn edit(&mut self, random: &mut SplitMix64, is_level: bool) {
        let mut edit = Edit::default();
        for _ in 0..random.between(0, 2) {
            // Mostly another one; sometimes a copy of one that is there already.
            let again = self.there.last().filter(|_| random.chance(10)).cloned();
            edit.add.push(again.map_or_else(|| obstacle(random, is_level), |again| again.1));
        }
        for (id, _) in &self.there {
            if random.chance(20) {
                edit.remove.push(*id);
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
}

fn random_point(random: &mut SplitMix64, is_level: bool) -> Vec2 {
    let mut coordinate = || {
        let eighths = random.between(0, 8 * i32::from(SIZE));
        let eighths = if is_level { eighths } else { eighths | 1 };
        f32::from(i16::try_from(eighths).unwrap()) / 8.0
    };
    Vec2::new(coordinate(), coordinate())
}

fn run(seeds: std::ops::Range<u64>, is_level: bool, tolerance: f64) {
    let (mut compared, mut unknown) = (0, 0);
    for seed in seeds {
        let outlines = outlines_of(seed);
        let ground = DynamicNavMesh::from_polygons(&outlines, &PolygonOptions::default()).unwrap();
        let whole = area_of(ground.mesh());
        let mut session = Session { outlines, ground, there: Vec::new() };
        let mut random = SplitMix64::new(seed);
        for _ in 0..10 {
            let pairs: Vec<[Vec2; 2]> =
                (0..12).map(|_| [(); 2].map(|()| random_point(&mut random, is_level))).collect();
            let version = session.ground.version();
            let before: Vec<_> =
                pairs.iter().map(|&pair| path(session.ground.mesh(), pair)).collect();
            session.edit(&mut random, is_level);
            let mesh = session.ground.mesh();
            let expected_mesh = session.built_at_once();
            mesh.to_stored().verify().unwrap();
            let [found, expected] = [mesh, &expected_mesh].map(area_of);
            assert!((found - expected).abs() <= tolerance * whole, "{seed}: {found}, {expected}");
            for (&pair, before) in pairs.iter().zip(before) {
                for point in pair {
                    let [here, there] =
                        [mesh, &expected_mesh].map(|mesh| mesh.locate(point).is_some());
                    assert_eq!(here, there, "{seed}: {point}");
                }
                let [found, expected] = [mesh, &expected_mesh].map(|mesh| path(mesh, pair));
                compared += 1;
                match (&found, &expected) {
                    (Ok((found, _)), Ok((expected, _))) => assert!(
                        (found - expected).abs() <= tolerance * expected.max(1.0),
                        "{seed}: {pair:?}, {found} for {expected}"
                    ),
                    _ => assert_eq!(found.is_ok(), expected.is_ok(), "{seed}: {pair:?}"),
                }
                let Ok((length, points)) = before else { continue };
                let state = session.ground.path_state(&points, length, version);
                let now = found.as_ref().map(|found| found.0);
                match state {
                    PathState::Untouched => {
                        assert!((now.unwrap() - length).abs() <= tolerance * length.max(1.0));
                    }
                    PathState::MayBeShorter => {
                        unknown += 1;
                        assert!(now.unwrap() <= length * (1.0 + tolerance));
                    }
                    PathState::Blocked { leg } => {
                        assert!(leg < points.len());
                        // Another path may be as long, or shorter over an area that came
                        // back.
                        let came = session.ground.changes_since(version);
                        let came = came.last().and_then(|change| change.uncovered);
                        assert!(
                            came.is_some()
                                || now.map_or(true, |now| now >= length * (1.0 - tolerance)),
                            "{seed}: {points:?}"
                        );
                    }
                }
            }
        }
        let remove = session.there.iter().map(|(id, _)| *id).collect();
        session.ground.edit(&Edit { add: Vec::new(), remove }).unwrap();
        assert!((area_of(session.ground.mesh()) - whole).abs() <= 1e-12 * whole);
        assert_eq!(session.ground.mesh().area_count(), session.ground.static_mesh().area_count());
    }
    assert!(unknown < compared / 10, "most paths are known to be as short as they were");
}

#[test]
fn obstacles_on_the_lattice_make_the_ground_that_is_built_of_them() {
    run(0..100, true, 1e-9);
}

#[test]
fn any_obstacles_make_the_ground_that_is_built_of_them_but_for_rounding() {
    run(100..200, false, 1e-5);
}
