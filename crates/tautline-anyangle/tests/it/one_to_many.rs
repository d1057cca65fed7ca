//! One-to-many, k-nearest and range queries, compared with single paths.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests")]

use crate::support::{build, find, raw_mesh};
use tautline_anyangle::{AnyAngleScratch, ExactError, OneToManyQuery, OneToManySearch};
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::{Cells, maze, random_blocks, random_mesh, rooms};
use tautline_navmesh::{
    AreaId, Budget, DVec2, End, Location, NavMesh, QueryError, QueryFilter, RawLink, RawMesh,
    Terrain, Vec2, rectangles_from_cells,
};

const NO_BOUND: Budget = Budget::UNLIMITED;

fn maps() -> Vec<(Cells, NavMesh)> {
    let maps = (0..30).map(|seed| random_blocks(seed, 12, 9, 35));
    let maps = maps.chain([maze(3, 15, 15), rooms(5, 17, 17)]);
    let mesh = |(seed, cells): (u64, Cells)| {
        let options = RandomMeshOptions { longest: 5, cut: 50 };
        let class = |[x, y]: [i32; 2]| u8::from((x + 3 * y) % 7 == 0);
        let (plain, classes) = random_mesh(seed, &cells, class, options);
        let mesh = build(&raw_mesh(&plain, &classes)).unwrap();
        (cells, mesh)
    };
    (0..).zip(maps).map(mesh).collect()
}

/// The first corners of all areas.
fn corners(mesh: &NavMesh) -> Vec<Vec2> {
    mesh.areas().map(|area| mesh.corners(area).next().unwrap()).collect()
}

pub(crate) fn is_same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a - b).abs() <= 1e-12 * a
}

fn filters() -> [QueryFilter; 2] {
    let mut filtered = QueryFilter::uniform();
    filtered.forbid(Terrain(1));
    [QueryFilter::uniform(), filtered]
}

#[test]
fn distances_to_many_goals_are_those_of_single_paths() {
    let (mut near, mut scratch) = (OneToManySearch::new(), AnyAngleScratch::new());
    let mut compared = 0;
    for (_, mesh) in maps() {
        for filter in &filters() {
            let open = |&point: &Vec2| {
                mesh.open_areas_at(End::Goal, point.into(), filter, &mut Vec::new()).is_ok()
            };
            let points: Vec<Vec2> = corners(&mesh).into_iter().filter(open).collect();
            let goals: Vec<Location> = points.iter().map(|&point| point.into()).collect();
            for &start in points.iter().step_by(7) {
                let from = OneToManyQuery::new(start).with_filter(filter);
                near.all(&mesh, &from, &goals).unwrap();
                for (goal, &point) in points.iter().enumerate() {
                    let single = find(&mesh, [start, point], filter, NO_BOUND, &mut scratch);
                    let expected = single.map_or(f64::INFINITY, |(length, _)| length);
                    let found = near.distance_to(goal);
                    assert!(is_same(found, expected), "{start} {point}: {found} {expected}");
                    let mut way = Vec::new();
                    assert_eq!(near.read_points(goal, &mut way), expected.is_finite());
                    assert!(
                        expected.is_infinite() || (way[0], way[way.len() - 1]) == (start, point)
                    );
                    compared += 1;
                }
                let all: Vec<f64> = near.found().map(|(_, distance)| distance).collect();
                assert!(all.is_sorted());
                near.nearest(&mesh, &from, &goals, 3).unwrap();
                let nearest: Vec<f64> = near.found().map(|(_, distance)| distance).collect();
                assert_eq!(nearest, all[..all.len().min(3)], "{start}");
                let is_found = |goal| near.found().any(|(found, _)| found == goal);
                for goal in (0..goals.len()).filter(|&goal| !is_found(goal)) {
                    assert!(near.distance_to(goal).is_infinite(), "{start}, goal {goal}");
                    assert!(!near.read_points(goal, &mut Vec::new()));
                }

                // A goal exactly at the limit is found.
                let limit = all[all.len() / 2];
                near.all(&mesh, &from.with_limit(limit), &goals).unwrap();
                let within: Vec<f64> = near.found().map(|(_, distance)| distance).collect();
                assert_eq!(within, all[..all.partition_point(|&distance| distance <= limit)]);
            }
        }
    }
    assert!(compared > 10_000);
}

#[test]
fn the_first_of_goals_at_equal_rounded_distance_is_the_nearest() {
    // The link costs so much that the way from its exit is lost in rounding.
    let class = |x, _| (x != 1).then_some(Terrain((x % 2 == 0).into()));
    let mut raw = rectangles_from_cells(6, 1, class);
    let cost = Some(1e20);
    raw.links.push(RawLink { from: [0.5, 0.5], to: [2.5, 0.5], cost, ..RawLink::default() });
    let mesh = build(&raw).unwrap();
    let goals: [Location; 2] = [5.5, 3.5].map(|x| Vec2::new(x, 0.5).into());
    let mut near = OneToManySearch::new();
    near.nearest(&mesh, &OneToManyQuery::new(Vec2::new(0.25, 0.5)), &goals, 1).unwrap();
    assert_eq!(near.found().map(|(goal, _)| goal).collect::<Vec<_>>(), [0]);
}

#[test]
fn areas_within_a_distance_are_those_that_a_path_reaches() {
    let (mut near, mut scratch) = (OneToManySearch::new(), AnyAngleScratch::new());
    for (_, mesh) in maps() {
        let filter = QueryFilter::uniform();
        for start in corners(&mesh).into_iter().step_by(9) {
            near.within(&mesh, &OneToManyQuery::new(start), f64::INFINITY).unwrap();
            let all: Vec<(AreaId, f64)> = near.areas().collect();
            for &(area, distance) in &all {
                // The nearest point of an area lies on its boundary, no farther from a
                // sample than samples are apart. There are no samples at vertices: a path
                // to a point contact need not reach this area.
                let edges: Vec<_> =
                    mesh.half_edges_of(area).map(|edge| mesh.segment(edge)).collect();
                let samples = edges.iter().flat_map(|edge| {
                    (1..8_u8).map(|part| edge.a + (edge.b - edge.a) * (f32::from(part) / 8.0))
                });
                let mut least = f64::INFINITY;
                for sample in samples.filter(|&sample| mesh.contains(area, sample)) {
                    let (length, _) =
                        find(&mesh, [start, sample], &filter, NO_BOUND, &mut scratch).unwrap();
                    least = least.min(length);
                }
                let apart = edges.iter().map(|edge| edge.length() / 8.0).fold(0.0, f64::max);
                assert!(distance <= least * (1.0 + 1e-12), "{start} {area}: {distance} {least}");
                assert!(
                    distance >= (least - apart) * (1.0 - 1e-12),
                    "{start} {area}: {distance} {least}"
                );
            }
            let some = all[all.len() / 2].1;
            near.within(&mesh, &OneToManyQuery::new(start), some).unwrap();
            let mut fewer: Vec<AreaId> = near.areas().map(|(area, _)| area).collect();
            let mut expected: Vec<AreaId> =
                all.iter().filter(|area| area.1 <= some).map(|&(area, _)| area).collect();
            fewer.sort_unstable();
            expected.sort_unstable();
            assert_eq!(fewer, expected);
        }
    }
}

/// A square around the origin, cut into `count` triangles per side that meet there. Every
/// fourth part of the first and the third side has class 1.
fn hub(per_side: u16) -> NavMesh {
    let per_side_f32 = f32::from(per_side);
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]];
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
    for edge in corners.windows(2) {
        let [from, to] = [edge[0], edge[1]].map(Vec2::from);
        raw.vertices.extend(
            (0..per_side)
                .map(|at| (from + (to - from) * (f32::from(at) / per_side_f32)).to_array()),
        );
    }
    let count = 4 * u32::from(per_side);
    for at in 0..count {
        raw.push_area(&[0, at + 1, (at + 1) % count + 1]);
        let is_first_or_third = at / u32::from(per_side) % 2 == 0;
        let is_first_part = at % u32::from(per_side) < u32::from(per_side) / 4;
        raw.terrains.push(Terrain((is_first_or_third && is_first_part).into()));
    }
    build(&raw).unwrap()
}

#[test]
fn around_a_vertex_of_many_areas_all_are_reached_once_and_at_their_distance() {
    const PER_SIDE: u16 = 2_000;
    let mesh = hub(PER_SIDE);
    let mut near = OneToManySearch::new();
    let [everywhere, filtered] = filters();
    let start = Vec2::new(0.5, 0.125);
    let query = |start: Vec2, filter| OneToManyQuery { filter, ..OneToManyQuery::new(start) };

    near.within(&mesh, &query(start, &everywhere), f64::INFINITY).unwrap();
    assert_eq!(near.areas().len(), mesh.area_count());
    let home = mesh.locate(start).unwrap();
    for (area, distance) in near.areas().filter(|&(area, _)| area != home) {
        let spokes = mesh.half_edges_of(area).map(|edge| mesh.segment(edge));
        let to_spokes = spokes.map(|edge| edge.distance_squared(start.into()).sqrt());
        let expected = to_spokes.fold(f64::INFINITY, f64::min);
        assert!(is_same(distance, expected), "{area}: {distance} {expected}");
    }

    // Two halves that touch only at the vertex.
    near.within(&mesh, &query(start, &filtered), f64::INFINITY).unwrap();
    let to_vertex = DVec2::from(start).length();
    assert!(near.areas().all(|(_, distance)| distance <= to_vertex));
    assert_eq!(near.areas().len(), 7 * usize::from(PER_SIDE) / 4);
    near.within(&mesh, &query(Vec2::ZERO, &filtered), 0.0).unwrap();
    assert_eq!(near.areas().len(), 7 * usize::from(PER_SIDE) / 2);
    assert!(near.areas().all(|(_, distance)| distance.to_bits() == 0));
}

#[test]
fn what_cannot_be_searched_for_is_refused() {
    let (_, mesh) = maps().swap_remove(0);
    let mut near = OneToManySearch::new();
    let start: Location = corners(&mesh)[0].into();
    let off: Location = Vec2::new(-5.0, 0.0).into();
    let from = OneToManyQuery::new(start);
    let refused = near.all(&mesh, &OneToManyQuery::new(off), &[start]);
    assert!(matches!(refused, Err(ExactError::Query(QueryError::StartOffMesh { .. }))));
    let refused = near.all(&mesh, &from, &[start, off]);
    assert!(matches!(refused, Err(ExactError::Query(QueryError::GoalOffMesh { .. }))));
    let mut filter = QueryFilter::uniform();
    let closed = mesh.areas().find(|&area| !mesh.contains(area, start.point)).unwrap();
    filter.forbid_area(closed);
    let corners: Vec<Vec2> = mesh.corners(closed).collect();
    let inside = ((corners[0] + corners[1]) / 2.0 + corners[2]) / 2.0;
    near.all(&mesh, &from.with_filter(&filter), &[inside.into(), start]).unwrap();
    assert_eq!(near.found().collect::<Vec<_>>(), [(1, 0.0)], "not where it is forbidden");
    assert!(near.distance_to(0).is_infinite() && !near.read_points(0, &mut Vec::new()));
    near.all(&mesh, &from, &[]).unwrap();
    assert_eq!(near.found().count(), 0);
    for distance in [f64::NAN, -1.0] {
        near.within(&mesh, &from, distance).unwrap();
        assert_eq!(near.areas().count(), 0);
        near.within(&mesh, &from.with_limit(distance), 1.0).unwrap();
        assert_eq!(near.areas().count(), 0);
        near.all(&mesh, &from.with_limit(distance), &[start]).unwrap();
        assert_eq!(near.found().count(), 0);
    }
    let refused = near.within(&mesh, &from.with_budget(Budget(1)), 1e9);
    assert!(matches!(refused, Err(ExactError::Query(QueryError::BudgetExhausted { .. }))));
}

#[test]
fn a_goal_exactly_at_the_limit_is_found() {
    let mut near = OneToManySearch::new();
    for (_, mesh) in maps() {
        let goals: Vec<Location> = corners(&mesh).into_iter().map(Location::from).collect();
        let from = OneToManyQuery::new(goals[0]);
        near.all(&mesh, &from, &goals).unwrap();
        let all: Vec<(usize, f64)> = near.found().collect();
        for &(_, limit) in &all {
            for limit in [limit, limit.next_down()] {
                near.all(&mesh, &from.with_limit(limit), &goals).unwrap();
                let within = all.iter().filter(|(_, distance)| *distance <= limit).copied();
                assert_eq!(near.found().collect::<Vec<_>>(), within.collect::<Vec<_>>(), "{limit}");
            }
        }
    }
}

#[test]
fn after_an_error_nothing_is_found() {
    let raw = rectangles_from_cells(9, 1, |x, _| Some(Terrain((x % 2 == 0).into())));
    let (mesh, mut near) = (build(&raw).unwrap(), OneToManySearch::new());
    let here = OneToManyQuery::new(Vec2::new(0.5, 0.5));
    let goals = [Vec2::new(0.75, 0.5), Vec2::new(8.5, 0.5)].map(Location::from);
    let short = here.with_budget(Budget(2));
    assert!(near.all(&mesh, &short, &goals).is_err());
    assert_eq!((near.found().len(), near.distance_to(0)), (0, f64::INFINITY));
    assert!(near.within(&mesh, &short, 100.0).is_err());
    assert_eq!(near.areas().len(), 0);
    near.all(&mesh, &here, &goals).unwrap();
    assert_eq!(near.found().len(), 2);
}
