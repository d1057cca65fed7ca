//! Walkable paths, compared with an integer oracle on cells.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::{Cells, SplitMix64, is_walkable_path, named, random_blocks, random_mesh};
use tautline_navmesh::{
    AreaId, End, Location, NavMesh, QueryError, QueryFilter, RawMesh, RayCast, Terrain, Vec2,
};

/// Cells of which some are forbidden, and the rest of them.
struct Closed {
    mesh: NavMesh,
    filter: QueryFilter,
    all: Cells,
    open: Cells,
}

impl Closed {
    fn new(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut all = random_blocks(seed, 7, 6, 15);
        for _ in 0..random.below(6) {
            let [x, y] = [random.between(0, 6), random.between(0, 5)];
            all.put_wall([x, y], if random.chance(50) { [x + 1, y] } else { [x, y + 1] });
        }
        let mut open = all.clone();
        for _ in 0..random.below(14) {
            let [x, y] = [random.below(7), random.below(6)].map(|at| u16::try_from(at).unwrap());
            open.set(x, y, false);
        }
        let class = |cell| u8::from(!open.is_walkable(cell));
        let options = RandomMeshOptions {
            longest: u16::try_from(1 + random.below(4)).unwrap(),
            cut: [0, 50, 100][usize::try_from(random.below(3)).unwrap()],
        };
        let (plain, classes) = random_mesh(seed, &all, class, options);
        let mut raw = RawMesh::from_vertices(&plain.vertices);
        for (corners, neighbours) in plain.areas.iter().zip(&plain.neighbours) {
            raw.push_area(corners);
            let neighbours = neighbours.iter();
            raw.neighbours.extend(neighbours.map(|area| area.unwrap_or(RawMesh::NO_NEIGHBOUR)));
        }
        raw.terrains = classes.into_iter().map(Terrain).collect();
        let mesh = raw.build().unwrap();
        let mut filter = QueryFilter::uniform();
        if random.chance(30) {
            filter.forbid(Terrain(1));
        } else {
            let closed = mesh.areas().filter(|&area| mesh.terrain(area) == Terrain(1));
            closed.for_each(|area| filter.forbid_area(area));
            // The mesh has no such areas.
            filter.forbid_area(AreaId(1000));
        }
        Self { mesh, filter, all, open }
    }
}

/// Some points of the doubled lattice, on which a cell is 2 wide, each near the next one.
fn random_path(random: &mut SplitMix64) -> Vec<[i32; 2]> {
    let mut last = [random.between(0, 14), random.between(0, 12)];
    let mut path = vec![last];
    for _ in 0..random.below(5) {
        last = last.map(|at| at + random.between(-3, 3));
        path.push(last);
    }
    path
}

fn place(point: [i32; 2]) -> Vec2 {
    let [x, y] = point.map(|at| f32::from(i16::try_from(at).unwrap()) / 2.0);
    Vec2::new(x, y)
}

fn are_neighbours(mesh: &NavMesh, pair: &[AreaId]) -> bool {
    let mut across = mesh.half_edges_of(pair[0]).filter_map(|edge| mesh.twin(edge));
    across.any(|twin| mesh.area_of(twin) == pair[1])
}

#[test]
fn paths_are_walkable_as_on_cells_with_and_without_forbidden_ones() {
    let (mut ray, mut areas) = (RayCast::new(), Vec::new());
    let mut walked = [0, 0];
    for seed in 0..400 {
        let Closed { mesh, filter, all, open } = Closed::new(seed);
        let mut random = SplitMix64::new(seed);
        for _ in 0..200 {
            let path = random_path(&mut random);
            let points = || path.iter().copied().map(place);
            for (count, (cells, filter)) in
                walked.iter_mut().zip([(&all, &QueryFilter::uniform()), (&open, &filter)])
            {
                let expected = is_walkable_path(cells, &path);
                *count += usize::from(expected && path.len() > 2);
                let found = mesh.can_walk(points(), filter, &mut ray);
                assert_eq!(found == Ok(true), expected, "{seed} {path:?}\n{cells}");
                areas.clear();
                let along = mesh.areas_along(points(), filter, &mut ray, &mut areas);
                assert_eq!(along == Ok(true), expected, "{seed} {path:?}\n{cells}");
                assert_eq!(areas.is_empty(), !expected, "{seed} {path:?}\n{cells}");
                assert!(areas.iter().all(|&area| mesh.is_open(area, filter)));
                assert!(areas.windows(2).all(|pair| are_neighbours(&mesh, pair)));
                let was_walked = is_walkable_path(&all, &path);
                let still = was_walked.then(|| mesh.can_still_walk(points(), filter, &mut ray));
                assert!(
                    still.is_none_or(|still| (still == Ok(true)) == expected),
                    "{seed} {path:?}\n{cells}"
                );
            }
        }
    }
    assert!(walked.iter().all(|&count| count > 5_000), "{walked:?}");
}

#[test]
fn a_path_stays_on_its_floor() {
    let (plain, elevations) = named::bridge();
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    for area in &plain.areas {
        raw.push_area(area);
    }
    raw.elevations = elevations;
    let mesh = raw.build().unwrap();
    let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    let at =
        |x: f32, y: f32, elevation: Option<f32>| Location { point: Vec2::new(x, y), elevation };
    // Along the road below, over the bridge above, and where both cross.
    let (low_end, high_end, crossing) =
        (at(7.0, 3.0, None), at(3.0, 7.0, None), [Some(0.0), Some(2.0), None]);
    for (elevation, expected) in crossing.into_iter().zip([[true, false], [false, true], [true; 2]])
    {
        let crossing = at(3.0, 3.0, elevation);
        let ends = [low_end, high_end];
        assert_eq!(
            ends.map(|end| mesh.can_walk([end, crossing], &filter, &mut ray)),
            expected.map(Ok)
        );
        assert_eq!(
            ends.map(|end| mesh.areas_along([end, crossing], &filter, &mut ray, &mut Vec::new())),
            expected.map(Ok)
        );
        assert_eq!(
            ends.map(|end| mesh.can_walk([crossing, end], &filter, &mut ray)),
            expected.map(Ok)
        );
        for [from, to] in [[low_end, high_end], [high_end, low_end]] {
            let found = mesh.can_walk([from, crossing, to], &filter, &mut ray);
            assert_eq!(found, Ok(false), "{crossing:?}");
        }
        assert_eq!(
            mesh.can_walk([low_end, crossing, low_end], &filter, &mut ray),
            Ok(elevation != Some(2.0))
        );
    }
}

#[test]
fn invalid_points_are_on_no_path() {
    let Closed { mesh, filter, open, .. } = Closed::new(0);
    let mut ray = RayCast::new();
    let inside = open.walkable_cells().next().map(|[x, y]| place([2 * x + 1, 2 * y + 1])).unwrap();
    assert_eq!(mesh.can_walk([inside; 3], &filter, &mut ray), Ok(true));
    assert_eq!(mesh.can_walk([Vec2::ZERO; 0], &filter, &mut ray), Ok(true));
    for point in [Vec2::NAN, Vec2::INFINITY] {
        for (path, end) in [
            (vec![point], End::Start),
            (vec![point, inside], End::Start),
            (vec![inside, point], End::Goal),
            (vec![inside, Vec2::new(-1.0, 3.0), point], End::Goal),
        ] {
            let found = mesh.can_walk(path, &filter, &mut ray);
            let is_refused =
                matches!(found, Err(QueryError::NotFinite { end: of, .. }) if of == end);
            assert!(is_refused, "{point} {found:?}");
        }
    }
    let (x, y) = (-1.0, 3.0);
    let off = QueryError::StartOffMesh { x, y };
    assert_eq!(mesh.can_walk([Vec2::new(x, y), inside], &filter, &mut ray), Err(off));
    assert_eq!(mesh.can_walk([inside, Vec2::new(x, y)], &filter, &mut ray), Ok(false));
    for elevation in [f32::NAN, f32::INFINITY] {
        let nowhere = Location { point: inside, elevation: Some(elevation) };
        for path in [vec![nowhere], vec![inside.into(), nowhere]] {
            let found = mesh.can_walk(path, &filter, &mut ray);
            assert!(matches!(found, Err(QueryError::ElevationNotFinite { .. })), "{found:?}");
        }
    }
}
