//! One-to-many queries where two floors lie above each other, compared with brute force on
//! each floor alone.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests")]

use crate::one_to_many::is_same;
use crate::support::{build, find, raw_mesh};
use tautline_anyangle::{AnyAngleScratch, OneToManyQuery, OneToManySearch};
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::sight::fans_at;
use tautline_fixtures::{
    Cells, PlainMesh, SplitMix64, random_blocks, random_mesh, shortest_length,
};
use tautline_navmesh::{Budget, Location, NavMesh, QueryFilter, Vec2};

const NO_BOUND: Budget = Budget::UNLIMITED;

/// The floors, without the column of cells next to them that holds the stairs.
const WIDTH: u16 = 9;
const HEIGHT: u16 = 8;

/// The row at which the upper half of the stairs begins.
const LANDING: u16 = HEIGHT / 2;

/// The elevations of both floors; the landing is halfway.
const ELEVATIONS: [f32; 2] = [0.0, 10.0];

/// A point of the doubled lattice on one of the floors, or on any.
#[derive(Clone, Copy, Debug)]
struct Place {
    floor: Option<usize>,
    point: [i32; 2],
}

/// Two floors above each other.
struct House {
    floors: [Cells; 2],
    has_stairs: bool,
    mesh: NavMesh,
    /// The number of areas of the lower floor.
    lower_areas: usize,
}

impl House {
    fn random(seed: u64, has_stairs: bool) -> Self {
        let floors = [0, 1].map(|floor| {
            let blocks = random_blocks(2 * seed + floor, WIDTH, HEIGHT, 25);
            Cells::from_fn(WIDTH + 1, HEIGHT, |x, y| {
                let is_beside_landing = x + 1 == WIDTH && [LANDING - 1, LANDING].contains(&y);
                let is_stair = x == WIDTH && has_stairs && (y < LANDING) == (floor == 0);
                is_beside_landing || is_stair || blocks.is_walkable([x.into(), y.into()])
            })
        });
        let options = RandomMeshOptions { longest: 4, cut: 50 };
        let class = |_| 0;
        let [lower, upper] =
            [0, 1].map(|floor| random_mesh(seed, &floors[floor], class, options).0);
        let lower_areas = lower.areas.len();
        let (plain, elevations) = stacked(lower, upper, has_stairs);
        let mut raw = raw_mesh(&plain, &[]);
        raw.elevations = elevations;
        let mesh = build(&raw).unwrap();
        assert_eq!(mesh.area_count(), plain.areas.len());
        Self { floors, has_stairs, mesh, lower_areas }
    }

    fn end(place: Place) -> Location {
        #[expect(clippy::cast_precision_loss, reason = "the floors are small")]
        let point = Vec2::from(place.point.map(|value| value as f32)) / 2.0;
        Location { point, elevation: place.floor.map(|floor| ELEVATIONS[floor]) }
    }

    fn holds(&self, floor: usize, point: [i32; 2]) -> bool {
        !fans_at(&self.floors[floor], point).is_empty()
    }

    /// Returns a location on its floor; on any floor, once in a while.
    fn random_place(&self, random: &mut SplitMix64) -> Place {
        loop {
            let point = [WIDTH, HEIGHT].map(|size| random.between(0, 2 * i32::from(size)));
            let floor = usize::from(random.chance(50));
            // The landing belongs to both floors.
            let is_landing = point == [2 * WIDTH, 2 * LANDING].map(i32::from);
            if self.holds(floor, point) && !is_landing {
                return Place { floor: Some(floor).filter(|_| random.chance(80)), point };
            }
        }
    }

    /// Returns the exact length of the shortest path between any of the floors that are
    /// meant.
    fn distance(&self, start: Place, goal: Place) -> f64 {
        let floors = |place: Place| {
            [0, 1].into_iter().filter(move |&floor| {
                place.floor.is_none_or(|wanted| wanted == floor) && self.holds(floor, place.point)
            })
        };
        let on_floor = |floor: usize, from, to| {
            shortest_length(&self.floors[floor], from, to).unwrap_or(f64::INFINITY)
        };
        let mut least = f64::INFINITY;
        for (from, to) in floors(start).flat_map(|from| floors(goal).map(move |to| (from, to))) {
            let length = if from == to {
                on_floor(from, start.point, goal.point)
            } else if self.has_stairs {
                // Both floors end at the landing, so every path goes around that corner by
                // at least half a turn.
                let corner = [2 * WIDTH, 2 * LANDING].map(i32::from);
                on_floor(from, start.point, corner) + on_floor(to, corner, goal.point)
            } else {
                f64::INFINITY
            };
            least = least.min(length);
        }
        least
    }
}

/// Puts one mesh above the other. Stairs connect them at the border to the right of the
/// landing.
fn stacked(lower: PlainMesh, upper: PlainMesh, has_stairs: bool) -> (PlainMesh, Vec<f32>) {
    let landing = [WIDTH, WIDTH + 1].map(|x| [f32::from(x), f32::from(LANDING)]);
    let mut elevations = vec![ELEVATIONS[0]; lower.vertices.len()];
    let first_area = u32::try_from(lower.areas.len()).unwrap();
    let mut mesh = lower;
    let mut shared = Vec::new();
    let new_ids: Vec<u32> = upper
        .vertices
        .iter()
        .map(|&vertex| {
            let bits = |point: [f32; 2]| point.map(f32::to_bits);
            let below = mesh.vertices.iter().position(|&other| bits(other) == bits(vertex));
            if let Some(below) = below.filter(|_| has_stairs && landing.contains(&vertex)) {
                elevations[below] = f32::midpoint(ELEVATIONS[0], ELEVATIONS[1]);
                shared.push(u32::try_from(below).unwrap());
                return u32::try_from(below).unwrap();
            }
            mesh.vertices.push(vertex);
            elevations.push(ELEVATIONS[1]);
            u32::try_from(mesh.vertices.len() - 1).unwrap()
        })
        .collect();
    for (corners, neighbours) in upper.areas.iter().zip(&upper.neighbours) {
        mesh.areas.push(corners.iter().map(|&corner| new_ids[corner as usize]).collect());
        let neighbours = neighbours.iter().map(|area| area.map(|area| first_area + area));
        mesh.neighbours.push(neighbours.collect());
    }
    if has_stairs {
        assert_eq!(shared.len(), 2);
        let is_shared = |area: &Vec<u32>, edge: usize| {
            shared.contains(&area[edge]) && shared.contains(&area[(edge + 1) % area.len()])
        };
        let edges: Vec<(usize, usize)> = (0..mesh.areas.len())
            .flat_map(|area| (0..mesh.areas[area].len()).map(move |edge| (area, edge)))
            .filter(|&(area, edge)| is_shared(&mesh.areas[area], edge))
            .collect();
        let [(one, i), (other, j)] = edges[..].try_into().unwrap();
        mesh.neighbours[one][i] = Some(u32::try_from(other).unwrap());
        mesh.neighbours[other][j] = Some(u32::try_from(one).unwrap());
    }
    assert_eq!(mesh.faults(), Vec::<String>::new());
    (mesh, elevations)
}

/// Queries many goals from one start. Returns the number of goals on another floor that are
/// reachable.
fn ask(house: &House, random: &mut SplitMix64, near: &mut OneToManySearch) -> usize {
    let mesh = &house.mesh;
    let start = house.random_place(random);
    let from = OneToManyQuery::new(House::end(start));
    let mut goals: Vec<Place> = (0..12).map(|_| house.random_place(random)).collect();
    // Points above and below a goal, and above or below the start.
    for point in [goals[0].point, start.point] {
        let above = [0, 1].into_iter().filter(|&floor| house.holds(floor, point));
        goals.extend(above.map(|floor| Place { floor: Some(floor), point }));
    }
    let expected: Vec<f64> = goals.iter().map(|&goal| house.distance(start, goal)).collect();
    let ends: Vec<Location> = goals.iter().map(|&goal| House::end(goal)).collect();

    near.all(mesh, &from, &ends).unwrap();
    let mut way = Vec::new();
    for (number, &expected) in expected.iter().enumerate() {
        let (found, goal) = (near.distance_to(number), goals[number]);
        assert!(is_same(found, expected), "{start:?} {goal:?}: {found} instead of {expected}");
        assert_eq!(near.read_points(number, &mut way), expected.is_finite());
        if expected.is_finite() {
            assert_eq!((way[0], way[way.len() - 1]), (House::end(start).point, ends[number].point));
        }
    }
    let mut ordered: Vec<f64> =
        expected.iter().copied().filter(|length| length.is_finite()).collect();
    ordered.sort_unstable_by(f64::total_cmp);
    near.nearest(mesh, &from, &ends, 3).unwrap();
    let nearest: Vec<f64> = near.found().map(|(_, distance)| distance).collect();
    assert_eq!(nearest.len(), ordered.len().min(3), "{start:?}");
    assert!(nearest.iter().zip(&ordered).all(|(&found, &expected)| is_same(found, expected)));

    near.within(mesh, &from, f64::INFINITY).unwrap();
    if let Some(floor) = start.floor.filter(|_| !house.has_stairs) {
        let is_below = |area: usize| area < house.lower_areas;
        assert!(near.areas().all(|(area, _)| is_below(area.index()) == (floor == 0)), "{start:?}");
    }
    let is_elsewhere = |(goal, length): &(&Place, &f64)| {
        length.is_finite() && goal.floor.is_some_and(|floor| start.floor == Some(1 - floor))
    };
    goals.iter().zip(&expected).filter(is_elsewhere).count()
}

#[test]
fn floors_without_stairs_are_searched_apart() {
    let (mut random, mut near) = (SplitMix64::new(1), OneToManySearch::new());
    for seed in 0..15 {
        let house = House::random(seed, false);
        let elsewhere: usize = (0..12).map(|_| ask(&house, &mut random, &mut near)).sum();
        assert_eq!(elsewhere, 0);
    }
}

#[test]
fn goals_on_the_other_floor_are_reached_by_the_stairs() {
    let (mut random, mut near) = (SplitMix64::new(2), OneToManySearch::new());
    let mut elsewhere = 0;
    for seed in 0..15 {
        let house = House::random(seed, true);
        elsewhere += (0..12).map(|_| ask(&house, &mut random, &mut near)).sum::<usize>();
    }
    assert!(elsewhere > 200, "{elsewhere}");
}

#[test]
fn single_paths_between_floors_have_the_same_lengths() {
    let (mut random, mut scratch) = (SplitMix64::new(3), AnyAngleScratch::new());
    let filter = QueryFilter::uniform();
    for seed in 0..15 {
        let house = House::random(seed, true);
        for _ in 0..100 {
            let (start, goal) = (house.random_place(&mut random), house.random_place(&mut random));
            let ends = [start, goal].map(House::end);
            let answer = find(&house.mesh, ends, &filter, NO_BOUND, &mut scratch);
            let found = answer.map_or(f64::INFINITY, |(length, _)| length);
            let expected = house.distance(start, goal);
            assert!(is_same(found, expected), "{start:?} {goal:?}: {found} instead of {expected}");
        }
    }
}
