//! Ray casts and visibility, compared with an integer oracle on cells.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use tautline_fixtures::{Cells, PlainMesh, SplitMix64, checkerboard, maze, named, random_blocks};
use tautline_fixtures::{rooms, sees};
use tautline_navmesh::{
    AreaId, End, Faults, Location, NavMesh, QueryError, QueryFilter, RawMesh, RayCast, Terrain,
    Vec2, rectangles_from_cells,
};

use crate::laws::maps::{cell_maps, frames, lattice};

fn class(cells: &Cells, x: u32, y: u32) -> Option<Terrain> {
    let [x, y] = [x, y].map(u32::cast_signed);
    cells.is_walkable([x, y]).then_some(Terrain(0))
}

/// An exact transformation of a map of cells, on its doubled lattice: visibility stays the
/// same.
#[derive(Clone, Copy, Debug)]
enum Transformation {
    Plain,
    Turned,
    Mirrored,
    Sheared,
    Far,
}

impl Transformation {
    const ALL: [Self; 5] = [Self::Plain, Self::Turned, Self::Mirrored, Self::Sheared, Self::Far];

    fn place(self, [x, y]: [i32; 2]) -> Vec2 {
        let (x, y) = match self {
            Self::Plain => (x, y),
            Self::Turned => (3 * x - 4 * y, 4 * x + 3 * y),
            Self::Mirrored => (-y, -x),
            Self::Sheared => (7 * x + 3 * y, 2 * x - 5 * y),
            Self::Far => (x - 4_000_037, 3 * y + 8_000_001),
        };
        #[expect(clippy::cast_precision_loss, reason = "all of them are below 2^24")]
        let placed = Vec2::new(x as f32, y as f32);
        placed
    }

    /// Returns true if counter-clockwise polygons stay counter-clockwise.
    fn keeps_turns(self) -> bool {
        !matches!(self, Self::Mirrored | Self::Sheared)
    }

    fn mesh(self, cells: &Cells, division: Division) -> Result<NavMesh, Faults> {
        let (vertices, areas) = division.of(cells);
        let vertices: Vec<[f32; 2]> =
            vertices.iter().map(|&[x, y]| self.place([doubled(x), doubled(y)]).into()).collect();
        let mut raw = RawMesh::from_vertices(&vertices);
        for mut corners in areas {
            if !self.keeps_turns() {
                corners.reverse();
            }
            raw.push_area(&corners);
        }
        raw.build()
    }
}

/// The division of the same cells into areas.
#[derive(Clone, Copy, Debug)]
enum Division {
    Rectangles,
    /// Halves of cells, split along one diagonal or the other.
    Triangles,
}

impl Division {
    fn of(self, cells: &Cells) -> (Vec<[f32; 2]>, Vec<Vec<u32>>) {
        match self {
            Self::Rectangles => {
                let [width, height] = [cells.width, cells.height].map(u32::from);
                let raw = rectangles_from_cells(width, height, |x, y| class(cells, x, y));
                let mut first = 0;
                let rectangles = raw.corner_ends.iter().map(|&end| {
                    let corners = raw.corners[first..end as usize].to_vec();
                    first = end as usize;
                    corners
                });
                (raw.vertices.clone(), rectangles.collect())
            }
            Self::Triangles => {
                let plain = cells.to_unit_mesh();
                let halves = |(index, cell): (usize, &Vec<u32>)| {
                    let [a, b, c, d] = [0, 1, 2, 3].map(|corner| cell[corner]);
                    if index % 3 == 0 {
                        [vec![a, b, d], vec![b, c, d]]
                    } else {
                        [vec![a, b, c], vec![a, c, d]]
                    }
                };
                let triangles = plain.areas.iter().enumerate().flat_map(halves).collect();
                (plain.vertices, triangles)
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "lattice points of small maps")]
fn doubled(value: f32) -> i32 {
    (2.0 * value) as i32
}

/// Returns true if one point sees the other, by all functions that can tell.
fn answer(mesh: &NavMesh, a: Vec2, b: Vec2, ray: &mut RayCast) -> bool {
    let filter = QueryFilter::uniform();
    let seen = mesh.sees(a, b, &filter, ray);
    assert_eq!(seen, mesh.sees(a, b, &filter, &mut RayCast::new()), "with new memory");
    match seen {
        Err(error) => {
            assert_eq!(error, QueryError::StartOffMesh { x: a.x, y: a.y });
            assert_eq!(mesh.cast(a, b, &filter, ray), Err(error));
            false
        }
        Ok(seen) => {
            mesh.cast(a, b, &filter, ray).unwrap();
            check_ray(mesh, a, b, ray);
            assert_eq!(seen, ray.hit.is_none(), "{a} {b}");
            seen
        }
    }
}

/// Checks the properties of every ray.
fn check_ray(mesh: &NavMesh, start: Vec2, target: Vec2, ray: &RayCast) {
    let distinct: BTreeSet<AreaId> = ray.areas.iter().copied().collect();
    assert_eq!(distinct.len(), ray.areas.len(), "an area comes twice: {:?}", ray.areas);
    assert!(mesh.contains(ray.areas[0], start));
    for pair in ray.areas.windows(2) {
        let mut twins = mesh.half_edges_of(pair[0]).filter_map(|edge| mesh.twin(edge));
        assert!(twins.any(|twin| mesh.area_of(twin) == pair[1]), "{:?}", ray.areas);
    }
    let last = *ray.areas.last().unwrap();
    assert_eq!(ray.target, target);
    let Some(hit) = ray.hit else {
        assert!(mesh.contains(last, target));
        return;
    };
    assert_eq!((mesh.area_of(hit.edge), mesh.segment(hit.edge)), (last, hit.segment));
    assert_eq!(mesh.twin(hit.edge), None);
    assert!(mesh.contains(last, hit.point));
    assert!((0.0..=1.0).contains(&hit.fraction));
    // The ray hits the front of the wall, which lies between start and target.
    assert!(hit.segment.side_of(target).is_right() && !hit.segment.side_of(start).is_right());
    let wide = |point: Vec2| (f64::from(point.x), f64::from(point.y));
    let ((sx, sy), (tx, ty), (x, y)) = (wide(start), wide(target), wide(hit.point));
    let size = 1e-6 * start.abs().max(target.abs()).max_element().max(1.0);
    let (ax, ay) = (sx + (tx - sx) * hit.fraction - x, sy + (ty - sy) * hit.fraction - y);
    assert!(ax.abs().max(ay.abs()) <= f64::from(size), "{hit:?}");
    assert!(hit.segment.distance_squared(hit.point.into()).sqrt() <= f64::from(size), "{hit:?}");
    let normal = hit.normal();
    assert!((normal.length() - 1.0).abs() < 1e-12);
    assert!(normal.x * (tx - sx) + normal.y * (ty - sy) < 0.0);
}

/// Compares many pairs of points of the doubled lattice on one map.
fn compare_with_oracle(
    cells: &Cells,
    (transformation, division): (Transformation, Division),
    pairs: u32,
    random: &mut SplitMix64,
) -> [u32; 2] {
    let mesh = transformation.mesh(cells, division).unwrap();
    let mut ray = RayCast::new();
    let mut counts = [0, 0];
    let [right, top] = [cells.width, cells.height].map(|length| 2 * i32::from(length));
    for _ in 0..pairs {
        let mut point = || {
            let [x, y] = [random.between(0, right), random.between(0, top)];
            // Vertices matter most.
            if random.chance(50) { [x & !1, y & !1] } else { [x, y] }
        };
        let (a, b) = (point(), point());
        let expected = sees(cells, a, b);
        let found = answer(&mesh, transformation.place(a), transformation.place(b), &mut ray);
        assert_eq!(found, expected, "{a:?} {b:?} {transformation:?} {division:?}\n{cells}");
        counts[usize::from(found)] += 1;
        if sees(cells, a, a)
            && let Some(hit) = ray.hit
        {
            check_hit_fraction(cells, a, b, hit.fraction);
        }
    }
    counts
}

/// A ray ends where its points are not visible any more.
fn check_hit_fraction(cells: &Cells, a: [i32; 2], b: [i32; 2], fraction: f64) {
    let step = [b[0] - a[0], b[1] - a[1]];
    let longest = step[0].abs().max(step[1].abs());
    let count = (1..=longest).rfind(|&count| step[0] % count == 0 && step[1] % count == 0);
    let count = count.unwrap_or(1);
    for index in 1..count {
        let point = [a[0] + step[0] / count * index, a[1] + step[1] / count * index];
        let is_before = f64::from(index) / f64::from(count) <= fraction + 1e-9;
        assert_eq!(sees(cells, a, point), is_before, "{a:?} {b:?} {fraction} {point:?}\n{cells}");
    }
}

#[test]
fn lines_of_sight_are_those_of_the_oracle() {
    let mut random = SplitMix64::new(1);
    let mut counts = [0, 0];
    for seed in 0..600 {
        let [width, height] = [0, 1].map(|_| u16::try_from(random.between(1, 10)).unwrap());
        let percent = u8::try_from(random.between(5, 60)).unwrap();
        let mut cells = match seed % 8 {
            0 => checkerboard(width, height),
            1 => maze(seed, width, height),
            2 => rooms(seed, width, height),
            _ => random_blocks(seed, width, height, percent),
        };
        cells.set(0, 0, true);
        for transformation in Transformation::ALL {
            for division in [Division::Rectangles, Division::Triangles] {
                let [blocked, seen] =
                    compare_with_oracle(&cells, (transformation, division), 60, &mut random);
                counts = [counts[0] + blocked, counts[1] + seen];
            }
        }
    }
    assert!(counts[0] > 50_000 && counts[1] > 50_000, "{counts:?}");
}

#[test]
fn every_pair_of_points_of_small_maps_agrees_with_the_oracle() {
    // All maps of 3 by 2 cells and all pairs of their points.
    for bits in 1..64_u32 {
        let cells = Cells::from_fn(3, 2, |x, y| bits >> (y * 3 + x) & 1 == 1);
        let division = if bits % 2 == 0 { Division::Rectangles } else { Division::Triangles };
        let (mesh, mut ray) =
            (Transformation::Turned.mesh(&cells, division).unwrap(), RayCast::new());
        let points = || (0..=4).flat_map(|y| (0..=6).map(move |x| [x, y]));
        for (a, b) in points().flat_map(|a| points().map(move |b| (a, b))) {
            let [from, to] = [a, b].map(|point| Transformation::Turned.place(point));
            assert_eq!(
                answer(&mesh, from, to, &mut ray),
                sees(&cells, a, b),
                "{a:?} {b:?}\n{cells}"
            );
        }
    }
}

#[test]
fn long_rays_cross_large_maps() {
    let mut random = SplitMix64::new(5);
    for seed in 0..6 {
        let cells = random_blocks(seed, 60, 60, 2);
        for division in [Division::Rectangles, Division::Triangles] {
            let [_, seen] =
                compare_with_oracle(&cells, (Transformation::Turned, division), 1_500, &mut random);
            assert!(seen > 100, "{seen}");
        }
    }
}

proptest! {
    #[test]
    fn visibility_is_mutual_on_rounded_meshes(
        map in cell_maps(0..1), frame in frames(), ends: [(i32, i32, bool); 2],
    ) {
        // No oracle is exact where vertices are rounded, but visibility is mutual on any
        // mesh.
        let (mesh, filter, mut ray) = (frame.mesh(&map)?, QueryFilter::uniform(), RayCast::new());
        let [a, b] = ends.map(|(x, y, is_vertex)| {
            let vertices = mesh.vertices();
            if is_vertex {
                vertices[x.unsigned_abs() as usize % vertices.len()]
            } else {
                frame.place(lattice([x.rem_euclid(33), y.rem_euclid(33)]) * 0.25)
            }
        });
        let [there, back] = [(a, b), (b, a)].map(|(from, to)| {
            let answer = mesh.cast(from, to, &filter, &mut ray);
            answer.map(|()| {
                check_ray_loosely(&mesh, from, to, &ray);
                ray.hit.is_none()
            })
        });
        match (there, back) {
            (Ok(there), Ok(back)) => prop_assert_eq!(there, back),
            (Ok(seen), Err(_)) | (Err(_), Ok(seen)) => prop_assert!(!seen),
            (Err(_), Err(_)) => {}
        }
    }

    #[test]
    fn a_forbidden_area_is_a_wall(map in cell_maps(0..2), ends: [(i32, i32); 2], is_by_area: bool) {
        let mesh = map.mesh()?;
        let [a, b] = ends.map(|(x, y)| [x.rem_euclid(17), y.rem_euclid(17)]);
        let narrow = |length: u32| u16::try_from(length).unwrap();
        let open = Cells::from_fn(narrow(map.width), narrow(map.height), |x, y| {
            map.class(x.into(), y.into()) == Some(0)
        });
        let mut filter = QueryFilter::uniform();
        if is_by_area {
            let is_closed = |&area: &AreaId| mesh.terrain(area) == Terrain(1);
            mesh.areas().filter(is_closed).for_each(|area| filter.forbid_area(area));
        } else {
            filter.forbid(Terrain(1));
        }
        let [from, to] = [a, b].map(|point| Location::from(lattice(point) * 0.5));
        let mut ray = RayCast::new();
        match mesh.sees(from, to, &filter, &mut RayCast::new()) {
            Ok(seen) => {
                prop_assert_eq!(seen, sees(&open, a, b));
                mesh.cast(from, to.point, &filter, &mut ray)?;
                prop_assert_eq!(seen, ray.hit.is_none());
                prop_assert!(ray.areas.iter().all(|&area| mesh.is_open(area, &filter)));
                if let Some(twin) = ray.hit.and_then(|hit| mesh.twin(hit.edge)) {
                    prop_assert!(!mesh.is_open(mesh.area_of(twin), &filter));
                }
            }
            Err(_) => prop_assert!(!sees(&open, a, a)),
        }
    }
}

/// Checks the properties of every ray, including those on rounded meshes.
fn check_ray_loosely(mesh: &NavMesh, start: Vec2, target: Vec2, ray: &RayCast) {
    assert!(mesh.contains(ray.areas[0], start));
    let last = *ray.areas.last().unwrap();
    match ray.hit {
        None => assert!(mesh.contains(last, target)),
        Some(hit) => {
            assert_eq!(mesh.area_of(hit.edge), last);
            assert!(hit.segment.side_of(target).is_right());
            assert!(!hit.segment.side_of(start).is_right());
        }
    }
}

fn build(plain: &PlainMesh, elevations: &[f32]) -> NavMesh {
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    for area in &plain.areas {
        raw.push_area(area);
    }
    raw.elevations = elevations.to_vec();
    raw.build().unwrap()
}

#[test]
fn a_ray_stays_on_its_floor() {
    let (plain, elevations) = named::bridge();
    let mesh = build(&plain, &elevations);
    let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    let crossing = Vec2::new(3.0, 3.0);
    let at = |point: Vec2, elevation: f32| Location { point, elevation: Some(elevation) };
    let (low_end, high_end) = (Vec2::new(7.0, 3.0), Vec2::new(3.0, 7.0));
    for (elevation, sees_low, sees_high) in [(0.0, true, false), (2.0, false, true)] {
        let start = at(crossing, elevation);
        assert_eq!(mesh.sees(start, low_end, &filter, &mut RayCast::new()), Ok(sees_low));
        assert_eq!(mesh.sees(start, high_end, &filter, &mut RayCast::new()), Ok(sees_high));
        assert_eq!(mesh.sees(low_end, start, &filter, &mut RayCast::new()), Ok(sees_low));
        assert_eq!(mesh.sees(high_end, start, &filter, &mut RayCast::new()), Ok(sees_high));
    }
    assert_eq!(mesh.sees(low_end, crossing, &filter, &mut RayCast::new()), Ok(true));
    mesh.cast(at(crossing, 2.0), low_end, &filter, &mut ray).unwrap();
    assert_eq!(ray.hit.map(|hit| hit.point), Some(Vec2::new(4.0, 3.0)));
    assert_eq!(ray.areas, [AreaId(9)]);
    mesh.cast(at(crossing, 0.0), Vec2::new(30.0, 3.0), &filter, &mut ray).unwrap();
    assert_eq!(ray.areas, [1, 2, 3].map(AreaId));
}

#[test]
fn a_zero_width_wall_is_not_crossed_but_followed() {
    let plain = named::zero_width_wall();
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    plain.areas.iter().for_each(|area| {
        raw.push_area(area);
    });
    // From (2, 0) to (2, 2), between the lower two of four squares.
    let vertex = |x: f32, y: f32| {
        let index = plain.vertices.iter().position(|&vertex| Vec2::from(vertex) == Vec2::new(x, y));
        u32::try_from(index.unwrap()).unwrap()
    };
    raw.walls.push([vertex(2.0, 0.0), vertex(2.0, 2.0)]);
    let mesh = raw.build().unwrap();
    let filter = QueryFilter::uniform();
    for (a, b, expected) in [
        ([1.0, 1.0], [3.0, 1.0], false),
        ([1.0, 1.0], [2.0, 1.0], true),
        ([1.0, 1.0], [3.0, 3.0], true),
        ([0.0, 2.0], [4.0, 2.0], true),
        ([2.0, 0.0], [2.0, 4.0], true),
        ([0.0, 1.0], [4.0, 3.0], true),
        ([0.0, 1.0], [4.0, 2.9], false),
        ([1.0, 0.0], [2.0, 0.0], true),
        ([1.0, 0.0], [3.0, 0.0], false),
        ([2.0, 0.0], [3.0, 1.0], true),
    ] {
        let [a, b] = [a, b].map(Vec2::from);
        assert_eq!(mesh.sees(a, b, &filter, &mut RayCast::new()), Ok(expected), "{a} {b}");
        assert_eq!(mesh.sees(b, a, &filter, &mut RayCast::new()), Ok(expected), "{b} {a}");
    }
}

/// A fixed bug: a ray along an edge of an area went to the end of the edge at once, and past
/// the place where it could have changed to the other side of the wall that follows.
#[test]
fn a_ray_changes_sides_before_a_zero_width_wall() {
    // To the right of x = 1 up to 3, to its left from 1 on, and a wall from 2 to 3.
    let mut raw = RawMesh::from_vertices(&[
        [1.0, 0.0],
        [2.0, 0.0],
        [2.0, 3.0],
        [1.0, 3.0],
        [1.0, 2.0],
        [1.0, 1.0],
        [0.0, 1.0],
        [1.0, 4.0],
        [0.0, 4.0],
    ]);
    raw.push_area(&[0, 1, 2, 3, 4, 5]);
    raw.push_area(&[6, 5, 4, 3, 7, 8]);
    raw.walls.push([4, 3]);
    let mesh = raw.build().unwrap();
    let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    let [low, high] = [[1.0, 0.5], [1.0, 3.5]].map(Vec2::from);
    for [from, to] in [[low, high], [high, low]] {
        assert_eq!(mesh.sees(from, to, &filter, &mut RayCast::new()), Ok(true));
        mesh.cast(from, to, &filter, &mut ray).unwrap();
        assert_eq!((ray.hit, ray.areas.len()), (None, 2));
    }
}

#[test]
fn floors_that_wind_around_a_vertex_are_all_tried() {
    // A winding stair: six quarters, one and a half turns around vertex 0.
    let corners = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
    raw.elevations.push(3.0);
    for step in 0..7_u8 {
        raw.vertices.push(corners[usize::from(step % 4)]);
        raw.elevations.push(f32::from(step));
    }
    for quarter in 1..7 {
        raw.push_area(&[0, quarter, quarter + 1]);
    }
    let mesh = raw.build().unwrap();
    assert_eq!(mesh.component_count(), 1);
    let filter = QueryFilter::uniform();
    let end = |x: f32, y: f32, area: u32| {
        let point = Vec2::new(x, y);
        Location { point, elevation: Some(mesh.elevation_at(AreaId(area), point)) }
    };
    // From the third quarter straight through the middle: half a turn down is the first
    // quarter, half a turn up the fifth, at the same position.
    let start = end(-0.25, -0.25, 2);
    for area in [0, 4] {
        let target = end(0.25, 0.25, area);
        assert_eq!(mesh.sees(start, target, &filter, &mut RayCast::new()), Ok(true), "{area}");
        assert_eq!(mesh.sees(target, start, &filter, &mut RayCast::new()), Ok(true), "{area}");
    }
    // From the first quarter there is only the third, not the one above it.
    let (below, top) = (end(0.25, 0.25, 0), Vec2::new(-0.25, 0.25));
    assert_eq!(mesh.sees(below, end(-0.25, -0.25, 2), &filter, &mut RayCast::new()), Ok(true));
    assert_eq!(mesh.sees(below, end(-0.25, 0.25, 5), &filter, &mut RayCast::new()), Ok(false));
    assert_eq!(mesh.sees(below, top, &filter, &mut RayCast::new()), Ok(true));
}

#[test]
fn rays_with_a_direction_are_cut_to_length() {
    let raw = rectangles_from_cells(8, 8, |x, y| (x != 5 || y != 1).then_some(Terrain(0)));
    let mesh = raw.build().unwrap();
    let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    let start = Location::from(Vec2::new(1.0, 1.5));
    for (direction, distance, point) in [
        ([2.0, 0.0], 100.0, Some([5.0, 1.5])),
        ([2.0, 0.0], f32::INFINITY, Some([5.0, 1.5])),
        ([1e-30, 0.0], 4.5, Some([5.0, 1.5])),
        ([3e38, 0.0], 4.0, None),
        ([1.0, 1.0], f32::INFINITY, Some([7.5, 8.0])),
        ([0.0, 0.0], f32::INFINITY, None),
        ([1.0, 0.0], 0.0, None),
        ([1.0, 0.0], -5.0, None),
    ] {
        mesh.cast_along(start, direction.into(), distance, &filter, &mut ray).unwrap();
        assert_eq!(ray.hit.map(|hit| hit.point), point.map(Vec2::from), "{direction:?}");
        assert!(ray.target.is_finite());
    }
    for (direction, distance) in [([f32::NAN, 1.0], 1.0), ([1.0, 0.0], f32::NAN)] {
        let refused = mesh.cast_along(start, direction.into(), distance, &filter, &mut ray);
        assert!(matches!(refused, Err(QueryError::NotFinite { end: End::Goal, .. })));
    }
}

#[test]
fn invalid_ends_are_refused() {
    let raw = rectangles_from_cells(3, 1, |x, _| Some(Terrain(u8::from(x == 1))));
    let mesh = raw.build().unwrap();
    let mut filter = QueryFilter::uniform();
    filter.forbid(Terrain(1));
    filter.forbid_area(AreaId(2));
    let mut ray = RayCast::new();
    let mut refusal = |start: Vec2, target: Vec2| {
        let cast = mesh.cast(start, target, &filter, &mut ray);
        let seen = mesh.sees(start, target, &filter, &mut RayCast::new()).map(|_| ());
        assert_eq!(format!("{cast:?}"), format!("{seen:?}"));
        cast.map_err(|error| error.to_string()).unwrap_err()
    };
    let inside = Vec2::new(0.5, 0.5);
    assert_eq!(
        refusal(Vec2::INFINITY, inside),
        "the start is at (inf, inf), but coordinates must be finite"
    );
    assert_eq!(
        refusal(inside, Vec2::NAN),
        "the goal is at (NaN, NaN), but coordinates must be finite"
    );
    assert_eq!(refusal(Vec2::new(-1.0, 0.0), inside), "the start (-1, 0) is off the mesh");
    assert_eq!(
        refusal(Vec2::new(1.5, 0.5), inside),
        "the start lies on terrain 1, which is forbidden"
    );
    assert_eq!(
        refusal(Vec2::new(2.5, 0.5), inside),
        "the start lies in area 2, which is forbidden"
    );
}

#[test]
fn a_point_sees_itself() {
    let mesh = build(&named::pinch(), &[]);
    let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    for point in [[1.0, 1.0], [0.5, 0.5], [1.5, 1.5], [0.0, 1.0], [-0.0, 0.0]].map(Vec2::from) {
        let Ok(seen) = mesh.sees(point, point, &filter, &mut RayCast::new()) else { continue };
        assert!(seen);
        mesh.cast(point, point, &filter, &mut ray).unwrap();
        assert_eq!((ray.hit, ray.areas.len()), (None, 1));
    }
}
