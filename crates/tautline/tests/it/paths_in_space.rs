//! The points of paths in space, compared with the ground below every part of them.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::unwrap_used,
    reason = "small numbers, and random ones; clippy takes helper functions for code outside tests"
)]

use tautline::navmesh::{RawLink, RawMesh, Terrain};
use tautline::{Location, NavMesh, Path, Query, QueryFilter, Scratch, Step, Tier, Vec2, path_in};
use tautline_fixtures::SplitMix64;

/// The number of vertices of a side of a floor.
const SIDE: u32 = 9;

/// Two floors of hills with holes, the one above the other, and ladders between them.
fn hills(random: &mut SplitMix64) -> NavMesh {
    let mut raw = RawMesh::default();
    for floor in 0..2_u16 {
        let first = raw.vertices.len() as u32;
        for vertex in 0..SIDE * SIDE {
            raw.vertices.push([(vertex % SIDE) as f32, (vertex / SIDE) as f32]);
            raw.elevations.push(10.0 * f32::from(floor) + random.below(64) as f32 / 32.0);
        }
        for cell in 0..(SIDE - 1) * (SIDE - 1) {
            let corner = first + cell / (SIDE - 1) * SIDE + cell % (SIDE - 1);
            let [a, b, c, d] = [corner, corner + 1, corner + SIDE + 1, corner + SIDE];
            if random.below(5) == 0 {
                continue;
            }
            let halves =
                if random.below(2) == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
            for half in halves {
                raw.push_area(&half);
                raw.terrains.push(Terrain(random.below(3) as u8));
            }
        }
    }
    let plain = raw.clone().build().unwrap();
    for _ in 0..4 {
        let mut point = || [random.unit() as f32 * 8.0, random.unit() as f32 * 8.0];
        let [from, to] = [point(), point()];
        let to = if random.below(2) == 0 { from } else { to };
        let (low, high) = (ground_at(&plain, from, 0.0), ground_at(&plain, to, 10.0));
        if let (Some(low), Some(high)) = (low, high) {
            raw.links.push(RawLink {
                from,
                to,
                from_elevation: low,
                to_elevation: high,
                both_ways: true,
                ..RawLink::default()
            });
        }
    }
    raw.build().unwrap()
}

/// The elevation of the ground at a point that is nearest to a given one.
fn ground_at(mesh: &NavMesh, point: [f32; 2], elevation: f32) -> Option<f32> {
    let point = Vec2::from(point);
    let holding = mesh.areas().filter(|&area| mesh.contains(area, point));
    let elevations = holding.map(|area| mesh.elevation_at(area, point));
    let gap = |ground: f32| (ground - elevation).abs();
    elevations.min_by(|one, other| gap(*one).total_cmp(&gap(*other)))
}

#[test]
fn points_in_space_are_on_the_ground_and_so_is_all_between_them() {
    let mut random = SplitMix64::new(7);
    let (mut scratch, mut path, mut points) = (Scratch::new(), Path::default(), Vec::new());
    let (mut paths, mut links, mut crossings) = (0, 0, 0);
    for _ in 0..60 {
        let mesh = hills(&mut random);
        let mut costs = QueryFilter::uniform();
        costs.set(Terrain(1), 3.0).unwrap();
        costs.set(Terrain(2), 9.0).unwrap();
        let uniform = QueryFilter::uniform();
        for number in 0..60 {
            let mut end = || {
                let point = Vec2::new(random.unit() as f32 * 8.0, random.unit() as f32 * 8.0);
                let point = match random.below(8) {
                    0 | 1 => point.round(),
                    // Next to a border, within the rounding.
                    2 => Vec2::new(point.x, point.y.floor() + point.x.fract()),
                    _ => point,
                };
                Location::at_elevation(point, 10.0 * random.below(2) as f32)
            };
            let filter = if number % 3 == 0 { &uniform } else { &costs };
            let query = Query::new(end(), end()).with_filter(filter).with_areas();
            let query = if number % 3 == 1 { query.with_tier(Tier::Classic) } else { query };
            if path_in(&mesh, &query, &mut scratch, &mut path).is_err() {
                continue;
            }
            assert!(path.read_points_in_space(&mesh, &mut points));
            (paths, links) = (paths + 1, links + path.links.len());
            crossings += points.len() - path.points.len();
            check(&mesh, &query, &path, &points);
        }
    }
    assert!(paths > 1_000 && links > 300 && crossings > 5_000, "{paths}, {links}, {crossings}");
}

fn check(mesh: &NavMesh, query: &Query<'_>, path: &Path, points: &[[f32; 3]]) {
    let near = |one: f32, other: f32| (one - other).abs() < 2e-3;
    let on_floor = |at: &[f32; 3], floor: Option<f32>| {
        near(at[2], ground_at(mesh, [at[0], at[1]], floor.unwrap()).unwrap())
    };
    assert!(on_floor(&points[0], query.start.elevation), "{path:?} {points:?} {:?}", query.start);
    assert!(
        on_floor(&points[points.len() - 1], query.goal.elevation),
        "{path:?} {points:?} {:?} {:?}",
        query.goal,
        mesh.links()
    );

    let flat = |at: &[f32; 3]| Vec2::new(at[0], at[1]);
    assert_eq!(path.points.first(), points.first().map(flat).as_ref());
    let mut at = 0;
    for step in path.steps() {
        let first = at;
        let to = match step {
            Step::Walk { to } | Step::Link { to, .. } => to,
        };
        // The next point of the path, and what is on the leg before it.
        at += 1 + points[at + 1..].iter().position(|point| flat(point) == to).unwrap();
        if let Step::Link { link, forwards, .. } = step {
            assert_eq!(at, first + 1, "nothing is between the ends of a link");
            let link = mesh.link(link);
            let [departure, arrival] = [link.departure(forwards), link.arrival(forwards)];
            assert!(
                near(points[first][2], departure.elevation)
                    && near(points[at][2], arrival.elevation)
            );
            continue;
        }
        let is_twice = |pair: &[[f32; 3]]| flat(&pair[0]) == flat(&pair[1]);
        assert!(!points[first..=at].windows(2).any(is_twice), "{points:?} {path:?}");
        let (from, leg) = (flat(&points[first]), to - flat(&points[first]));
        for ends in points[first..=at].windows(2) {
            let aside = leg.perp_dot(flat(&ends[1]) - from).abs();
            assert!(aside <= 1e-5 * leg.length().max(1.0), "{ends:?} is beside the leg to {to}");
            for share in [0.1, 0.3, 0.5, 0.7, 0.9] {
                let [x, y, z] =
                    [0, 1, 2].map(|axis| ends[0][axis] + share * (ends[1][axis] - ends[0][axis]));
                // Rounded, a point next to a wall can be off the mesh.
                let Some(ground) = ground_at(mesh, [x, y], z) else { continue };
                assert!(near(ground, z), "{ends:?} at {share}: {z} instead of {ground}\n{path:?}");
            }
        }
    }
    assert_eq!(at, points.len() - 1);
}

/// A path leads along a border to a link that arrives in one of the areas there.
#[test]
fn a_link_from_a_border_into_an_area_next_to_it_keeps_the_goal() {
    let corners = [[0.0, 0.0], [9.0, 0.0], [9.0, 1.0], [0.0, 1.0], [9.0, 2.0], [0.0, 2.0]];
    let mut raw = RawMesh::from_vertices(&corners);
    raw.elevations = vec![0.0, 0.0, 1.0, 1.0, 3.0, 3.0];
    raw.push_area(&[0, 1, 2, 3]);
    raw.push_area(&[3, 2, 4, 5]);
    let [from, to] = [[1.0, 1.0], [8.0, 2.0]];
    let [from_elevation, to_elevation] = [1.0, 3.0];
    let cost = Some(0.5);
    raw.links =
        vec![RawLink { from, to, from_elevation, to_elevation, cost, ..RawLink::default() }];
    let mesh = raw.build().unwrap();
    let (mut scratch, mut path, mut points) = (Scratch::new(), Path::default(), Vec::new());
    for tier in [Tier::Exact, Tier::Weighted, Tier::Classic] {
        let query = Query::new(Vec2::new(0.0, 1.0), Vec2::new(8.0, 1.5)).with_tier(tier);
        path_in(&mesh, &query, &mut scratch, &mut path).unwrap();
        assert!(path.read_points_in_space(&mesh, &mut points));
        let expected = [[0.0, 1.0, 1.0], [1.0, 1.0, 1.0], [8.0, 2.0, 3.0], [8.0, 1.5, 2.0]];
        assert_eq!(points, expected, "{tier:?} {:?}", path.areas);
    }
}
