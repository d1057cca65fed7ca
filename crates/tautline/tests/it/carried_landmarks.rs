//! Landmarks for costs of terrain that are carried over to dynamic meshes with obstacles.

#![expect(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "helpers of tests may fail as tests do, and their numbers are small"
)]

use tautline::dynamic::{DynamicNavMesh, Edit, Obstacle};
use tautline::navmesh::{AreaId, LinkId, NavMesh, RandomPoints, Terrain};
use tautline::weighted::{CostLandmarks, WeightedError};
use tautline::{Ground, Path, Query, QueryFilter, Scratch, Tier, Vec2, path_in};
use tautline_fixtures::{SplitMix64, WeightedTiles};

use crate::terrain::{built_again, filter, linked_mesh, mesh};

/// The sums over some queries: of the costs, and of the expanded nodes, without landmarks and with them.
#[derive(Debug, Default)]
struct Sums {
    found: u32,
    costs: [f64; 2],
    expanded: [u64; 2],
}

impl Sums {
    /// Compares searches between random points with and without landmarks.
    fn add(&mut self, ground: &DynamicNavMesh, landmarks: &CostLandmarks, filter: &QueryFilter) {
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        let points = RandomPoints::new(ground.mesh());
        let mut state = ground.version();
        let mut point = || points.draw(ground.mesh(), &mut state).unwrap().1;
        let plain = Ground::of_dynamic(ground);
        let guided = plain.with_cost_landmarks(landmarks);
        for _ in 0..60 {
            let query = Query::new(point(), point()).with_filter(filter).with_tier(Tier::Weighted);
            let answer = path_in(plain, &query, &mut scratch, &mut path);
            let (cost, expanded) = (path.cost, scratch.expanded());
            assert_eq!(path_in(guided, &query, &mut scratch, &mut path), answer);
            if answer.is_ok() {
                assert!(path.cost <= 1.08 * cost, "{cost} became {}", path.cost);
                self.found += 1;
                self.costs = [self.costs[0] + cost, self.costs[1] + path.cost];
                self.expanded =
                    [self.expanded[0] + expanded, self.expanded[1] + scratch.expanded()];
            }
        }
    }

    /// Checks that costs are the same on average, and that few nodes are expanded.
    fn check(&self, least_found: u32, most_expanded: f64) {
        let [costs, expanded] = [self.costs, self.expanded.map(|count| count as f64)];
        assert!(self.found > least_found && costs[1] < 1.002 * costs[0], "{self:?}");
        assert!(expanded[1] < most_expanded * expanded[0], "{self:?}");
    }
}

/// The landmarks of the mesh without obstacles, for the mesh with them.
fn carry(landmarks: &CostLandmarks, ground: &DynamicNavMesh) -> CostLandmarks {
    let same_area = |area| ground.static_area(area);
    landmarks.carried_to(ground.static_mesh(), ground.mesh(), same_area).unwrap()
}

/// Rectangles at random points of a mesh, on the floor there.
fn obstacles(mesh: &NavMesh, seed: u64, count: usize) -> Vec<Obstacle> {
    let (points, mut state) = (RandomPoints::new(mesh), seed);
    let mut random = SplitMix64::new(seed);
    let one = |_| {
        let at = points.draw(mesh, &mut state).unwrap().1;
        let half = Vec2::new(random.unit() as f32 + 0.1, random.unit() as f32 + 0.1);
        Obstacle::rect((at - half).into(), (at + half).into())
    };
    (0..count).map(one).collect()
}

#[test]
fn landmarks_follow_obstacles_that_come_and_go() {
    let mut sums = Sums::default();
    for seed in 1..4 {
        let mut ground = DynamicNavMesh::new(mesh(&WeightedTiles::random(seed, 48))).unwrap();
        let landmarks = CostLandmarks::choose(ground.static_mesh(), &filter());
        let mut present = Vec::new();
        for round in 0..4 {
            let add = obstacles(ground.static_mesh(), 10 * seed + round, 12);
            let remove = present.drain(..present.len() / 2).collect();
            present.extend(ground.edit(&Edit { add, remove }).unwrap().added);
            let carried = carry(&landmarks, &ground);
            sums.add(&ground, &carried, &filter());
            // All nodes are located.
            let (whole, part) = (ground.static_mesh(), ground.mesh());
            sums.add(&ground, &landmarks.carried_to(whole, part, |_| None).unwrap(), &filter());
        }
    }
    sums.check(1_000, 0.4);
}

#[test]
fn landmarks_follow_links_that_obstacles_close() {
    let (mut sums, mut closed) = (Sums::default(), 0);
    for seed in 0..20 {
        let mesh = linked_mesh(&mut SplitMix64::new(seed), seed);
        let links = mesh.links().len();
        let Ok(mut ground) = DynamicNavMesh::new(mesh) else { continue };
        let landmarks = CostLandmarks::choose(ground.static_mesh(), &filter());
        let add = obstacles(ground.static_mesh(), seed, 6);
        if ground.edit(&Edit { add, remove: Vec::new() }).is_err() {
            continue;
        }
        closed += ground.mesh().links().iter().filter(|link| !link.is_enabled()).count();
        let mut forbidding = filter();
        (0..links).step_by(3).for_each(|link| forbidding.forbid_link(LinkId(link as u32)));
        let carried = carry(&landmarks, &ground);
        sums.add(&ground, &carried, &filter());
        sums.add(&ground, &carried, &forbidding);
    }
    assert!(closed > 5, "{closed} links are closed");
    sums.check(200, 1.0);
}

/// Without the comparison of factors, some paths cost 8 % more.
#[test]
fn landmarks_follow_terrain_that_becomes_cheaper_or_dearer() {
    let mut sums = Sums::default();
    for seed in 1..7 {
        let mut ground = DynamicNavMesh::new(mesh(&WeightedTiles::random(seed, 40))).unwrap();
        let whole = ground.static_mesh().clone();
        let landmarks = CostLandmarks::choose(&whole, &filter());
        let random = &mut SplitMix64::new(seed);
        // Rectangles anywhere, and whole areas, whose nodes all belong to areas that stay the same, too.
        let mut add = obstacles(&whole, seed, 10);
        add.extend((0..10).map(|_| {
            let area = AreaId(random.below(whole.area_count() as u64) as u32);
            Obstacle::new([whole.corners(area).map(Into::into).collect()])
        }));
        let mut terrain = || Terrain(random.below(4) as u8);
        let add = add.into_iter().map(|shape| shape.with_terrain(terrain())).collect();
        ground.edit(&Edit { add, remove: Vec::new() }).unwrap();
        sums.add(&ground, &carry(&landmarks, &ground), &filter());
        sums.add(
            &ground,
            &landmarks.carried_to(&whole, ground.mesh(), |_| None).unwrap(),
            &filter(),
        );
        let mut forbidding = filter();
        forbidding.forbid(Terrain(2));
        let of_others = CostLandmarks::choose(&whole, &forbidding);
        sums.add(&ground, &carry(&of_others, &ground), &forbidding);
    }
    sums.check(500, 1.0);
}

#[test]
fn landmarks_of_another_mesh_are_refused() {
    let (mesh, filter) = (mesh(&WeightedTiles::random(1, 12)), filter());
    let landmarks = CostLandmarks::choose(&mesh, &filter);
    let other = built_again(&mesh);
    let refused = landmarks.carried_to(&other, &mesh, |_| None);
    assert_eq!(refused.err(), Some(WeightedError::BakedForOtherMesh));
    let carried = landmarks.carried_to(&mesh, &other, |_| None).unwrap();
    let query = Query::new(Vec2::new(1.0, 1.0), Vec2::new(9.0, 7.0))
        .with_filter(&filter)
        .with_tier(Tier::Weighted);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let with = |mesh| Ground::of(mesh).with_cost_landmarks(&carried);
    let foreign = path_in(with(&mesh), &query, &mut scratch, &mut path);
    assert_eq!(foreign, Err(tautline::PathError::BakedForOtherMesh));
    assert_eq!(path_in(with(&other), &query, &mut scratch, &mut path), Ok(()));
}
