//! A request allocates nothing once its memory has grown.

use std::error::Error;

use crate::support::queries::random_queries;
use crate::support::{build, raw_mesh};
use allocation_counter::measure;
use tautline::anyangle::{OneToManyQuery, OneToManySearch};
use tautline::dynamic::{DynamicNavMesh, Obstacle};
use tautline::labels::{BakeOptions, Hubs, LabelScratch, Labels, PreparedGoal};
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::navmesh::{
    AreaId, LinkKind, Location, NavMesh, RawLink, RayCast, ReachableAreas, Terrain, WallScratch,
};
use tautline::weighted::WeightedOneToManySearch;
use tautline::{
    BakedVersion, Budget, Ground, Path, PathOptions, Query, QueryFilter, Scratch, Steering,
    SteeringStatus, Vec2, path_in,
};
use tautline_fixtures::{Cells, random_blocks};

/// Answers all queries with one scratch and one path; the number of answers
/// that were paths, and of links that were taken.
fn answer_all(
    mesh: &NavMesh,
    queries: &[Query<'_>],
    scratch: &mut Scratch,
    path: &mut Path,
) -> [usize; 2] {
    let mut found = [0, 0];
    for query in queries {
        if path_in(mesh, query, scratch, path).is_ok() {
            found[0] += 1;
            found[1] += path.links.len();
        }
    }
    found
}

/// Answers the queries twice; the second time must allocate nothing. What was
/// found is returned.
#[track_caller]
fn assert_second_pass_allocates_nothing(mesh: &NavMesh, queries: &[Query<'_>]) -> [usize; 2] {
    assert_second_pass_with(Scratch::new(), mesh, queries)
}

#[track_caller]
fn assert_second_pass_with(
    mut scratch: Scratch,
    mesh: &NavMesh,
    queries: &[Query<'_>],
) -> [usize; 2] {
    let mut path = Path::default();
    let mut first = [0, 0];
    let warm_up = measure(|| first = answer_all(mesh, queries, &mut scratch, &mut path));
    assert!(warm_up.count_total > 0, "allocations are counted");

    let mut second = [0, 0];
    let again = measure(|| second = answer_all(mesh, queries, &mut scratch, &mut path));
    assert_eq!(second, first);
    assert_eq!(again.count_total, 0, "{again:?}");
    first
}

fn map() -> Cells {
    random_blocks(11, 60, 50, 25)
}

#[test]
fn paths_over_plain_ground_are_found_without_allocating() -> Result<(), Box<dyn Error>> {
    let cells = map();
    let mesh = build(&raw_mesh(&cells))?;
    let found = assert_second_pass_allocates_nothing(&mesh, &random_queries(&cells, 1, 400));
    assert!(found[0] > 100, "{found:?}");
    Ok(())
}

#[test]
fn terrain_and_links_and_bounds_allocate_nothing_either() -> Result<(), Box<dyn Error>> {
    let cells = map();
    let mut raw = raw_mesh(&cells);
    raw.terrains = (0..)
        .map(|area: u32| Terrain(u8::from(area.is_multiple_of(3))))
        .take(raw.area_count())
        .collect();
    let ends: Vec<[f32; 2]> = cells
        .walkable_cells()
        .step_by(97)
        .map(|[x, y]| crate::support::position([2 * x + 1, 2 * y + 1]).into())
        .collect();
    raw.links = ends
        .chunks_exact(2)
        .map(|ends| RawLink {
            from: ends[0],
            to: ends[1],
            cost: Some(0.5),
            kind: LinkKind::Teleport,
            both_ways: true,
            ..RawLink::default()
        })
        .collect();
    let mesh = build(&raw)?;

    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(1), 3.0)?;
    let queries: Vec<Query<'_>> = random_queries(&cells, 2, 400)
        .into_iter()
        .enumerate()
        .map(|(index, query)| {
            let budget = if index % 10 == 0 { Budget(5) } else { Budget::UNLIMITED };
            query.with_filter(&filter).with_budget(budget)
        })
        .collect();
    let found = assert_second_pass_allocates_nothing(&mesh, &queries);
    assert!(found[0] > 100 && found[1] > 20, "{found:?}");
    Ok(())
}

#[test]
fn floors_are_told_apart_without_allocating() -> Result<(), Box<dyn Error>> {
    let (plain, elevations) = tautline_fixtures::named::bridge();
    let mut raw = tautline::navmesh::RawMesh::from_vertices(&plain.vertices);
    raw.elevations = elevations;
    plain.areas.iter().for_each(|area| raw.push_area(area));
    let mesh = build(&raw)?;
    let [low, high] = [0.0, 2.0];
    let middle = crate::support::position([6, 6]);
    let queries: Vec<Query<'_>> = [[low, high], [high, low], [low, low]]
        .map(|[start, goal]| {
            Query::new(Location::at_elevation(middle, start), Location::at_elevation(middle, goal))
        })
        .to_vec();
    assert_eq!(assert_second_pass_allocates_nothing(&mesh, &queries)[0], 3);
    Ok(())
}

static UNIFORM: QueryFilter = QueryFilter::uniform();

/// Casts the rays of the queries, slides along what they hit, asks whether the goals are
/// seen, and looks for the walls about the starts and for what can be reached from there:
/// the number of rays that hit something, visible goals, walls, starts from which not all
/// ground can be reached, and goals that no slide reaches.
fn look_around(
    mesh: &NavMesh,
    queries: &[Query<'_>],
    memory: &mut (RayCast, WallScratch, ReachableAreas),
) -> [usize; 5] {
    let (ray, scratch, reachable) = memory;
    let last = mesh.areas().last();
    let mut found = [0; 5];
    for query in queries {
        let filter = query.options.filter.unwrap_or(&UNIFORM);
        let seen = mesh.sees(query.start, query.goal, filter, ray);
        found[1] += usize::from(seen == Ok(true));
        let cast = mesh.cast(query.start, query.goal.point, filter, ray);
        found[0] += usize::from(cast.is_ok() && ray.hit.is_some());
        let slid = mesh
            .slide(query.start, query.goal.point, filter, ray)
            .and_then(|slid| mesh.slide_from(slid.area, slid.point, query.goal.point, filter, ray));
        found[4] += usize::from(slid.is_ok_and(|slid| slid.point != query.goal.point));
        let wall = mesh.nearest_wall(query.start, f32::INFINITY, filter, scratch);
        found[2] += usize::from(matches!(wall, Ok(Some(_))));
        let flood = mesh.reachable_areas(query.start, filter, reachable);
        let is_parted = last.is_some_and(|area| !reachable.contains(area));
        found[3] += usize::from(flood.is_ok() && is_parted);
    }
    found
}

#[test]
fn rays_and_nearest_walls_and_floods_allocate_nothing() -> Result<(), Box<dyn Error>> {
    let cells = map();
    let mesh = build(&raw_mesh(&cells))?;
    let mut closed = QueryFilter::uniform();
    mesh.areas().step_by(5).for_each(|area| closed.forbid_area(area));
    let mut queries = random_queries(&cells, 3, 400);
    queries.iter_mut().step_by(2).for_each(|query| query.options.filter = Some(&closed));

    // A goal that has an elevation is looked for among the areas of its floor.
    queries.iter_mut().step_by(3).for_each(|query| query.goal.elevation = Some(0.0));

    let mut memory = (RayCast::new(), WallScratch::new(), ReachableAreas::new());
    let mut first = [0; 5];
    let warm_up = measure(|| first = look_around(&mesh, &queries, &mut memory));
    assert!(warm_up.count_total > 0, "allocations are counted");
    assert!(first.iter().all(|&count| count > 0), "{first:?}");
    assert!(first[0] > 100 && first[2] > 100, "{first:?}");

    let mut second = [0; 5];
    let again = measure(|| second = look_around(&mesh, &queries, &mut memory));
    assert_eq!(second, first);
    assert_eq!(again.count_total, 0, "{again:?}");
    Ok(())
}

/// Asks labels for every query: for the path, the next corner, and both again to a
/// shared goal. The number of answers.
fn ask_labels(
    mesh: &NavMesh,
    labels: &Labels,
    queries: &[Query<'_>],
    goal: &PreparedGoal,
    memory: &mut (Scratch, Path, LabelScratch, Vec<Vec2>),
) -> usize {
    let (scratch, path, label_scratch, points) = memory;
    let ground = Ground::of(mesh).with_labels(labels);
    let mut found = 0;
    for query in queries {
        let Query { start, goal: end, .. } = *query;
        found += usize::from(path_in(ground, query, scratch, path).is_ok());
        found += usize::from(labels.next_corner(mesh, start, end, label_scratch).is_ok());
        let shared = labels.shortest_path_to(mesh, start, goal, label_scratch, points);
        found += usize::from(shared.is_ok());
        found += usize::from(labels.next_corner_to(mesh, start, goal, label_scratch).is_ok());
    }
    found
}

#[test]
fn labels_answer_without_allocating() -> Result<(), Box<dyn Error>> {
    let cells = map();
    let mesh = build(&raw_mesh(&cells))?;
    let queries = random_queries(&cells, 4, 400);
    let mut ends = queries.iter().map(|query| query.goal);
    let end = ends.find(|end| mesh.locate(end.point).is_some()).ok_or("no goal")?;
    for hubs in [Hubs::All, Hubs::AtMost(9), Hubs::AtMost(0)] {
        let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(hubs))?;
        for is_spread in [false, true] {
            let (mut goal, mut memory) = (PreparedGoal::new(), Default::default());
            labels.prepare_goal(&mesh, end, &mut goal)?;
            if is_spread {
                labels.one_to_all(&mut goal);
            }
            let mut before = 0;
            let warm_up =
                measure(|| before = ask_labels(&mesh, &labels, &queries, &goal, &mut memory));
            assert!(warm_up.count_total > 0, "allocations are counted");
            let mut after = 0;
            let again =
                measure(|| after = ask_labels(&mesh, &labels, &queries, &goal, &mut memory));
            assert_eq!(after, before);
            assert!(after > 400, "{after}");
            assert_eq!(again.count_total, 0, "{hubs:?}: {again:?}");
        }
    }
    Ok(())
}

#[test]
fn labels_of_ground_that_has_changed_answer_without_allocating() -> Result<(), Box<dyn Error>> {
    let square = |x: f32, y: f32, size: f32| {
        [[x, y], [x + size, y], [x + size, y + size], [x, y + size]].to_vec()
    };
    let mut outlines = Polygons::default();
    outlines.push(Role::Ground, [[[0.0, 0.0], [60.0, 0.0], [60.0, 50.0], [0.0, 50.0]].to_vec()]);
    let mut ground = DynamicNavMesh::from_polygons(&outlines, &PolygonOptions::default())?;
    // What comes blocks some ways; what goes may make others shorter.
    let (early, _) = ground.add_obstacle(&Obstacle::new([square(35.0, 0.0, 20.0)]))?;
    let baked = BakedVersion::bake(&ground, &BakeOptions::default())?;
    ground.remove_obstacle(early)?;
    ground.add_obstacle(&Obstacle::new([square(0.0, 20.0, 15.0)]))?;

    let ground = Ground::of_dynamic(&ground).with_version(&baked);
    let queries = random_queries(&map(), 7, 400);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut answer_all = || {
        let mut found = [0; 2];
        for query in &queries {
            let is_path = path_in(ground, query, &mut scratch, &mut path).is_ok();
            found[usize::from(scratch.expanded() > 0)] += usize::from(is_path);
        }
        found
    };
    let mut first = [0; 2];
    let warm_up = measure(|| first = answer_all());
    assert!(warm_up.count_total > 0, "allocations are counted");
    assert!(first.iter().all(|&count| count > 20), "looked up and searched: {first:?}");
    let mut second = [0; 2];
    let again = measure(|| second = answer_all());
    assert_eq!((second, again.count_total), (first, 0), "{again:?}");
    Ok(())
}

#[test]
fn sharing_a_goal_again_allocates_nothing() -> Result<(), Box<dyn Error>> {
    let cells = map();
    let mesh = build(&raw_mesh(&cells))?;
    let queries = random_queries(&cells, 5, 100);
    for hubs in [Hubs::All, Hubs::AtMost(9)] {
        let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(hubs))?;
        let mut shared = PreparedGoal::new();
        let mut share_all = || {
            for query in &queries {
                if labels.prepare_goal(&mesh, query.goal, &mut shared).is_ok() {
                    labels.one_to_all(&mut shared);
                }
            }
        };
        assert!(measure(&mut share_all).count_total > 0, "allocations are counted");
        assert_eq!(measure(&mut share_all).count_total, 0, "{hubs:?}");
    }
    Ok(())
}

#[test]
fn the_nearest_of_many_goals_are_found_without_allocating() -> Result<(), Box<dyn Error>> {
    let cells = map();
    let mesh = build(&raw_mesh(&cells))?;
    let queries = random_queries(&cells, 8, 200);
    let goals: Vec<Location> = queries
        .iter()
        .map(|query| query.goal)
        .filter(|goal| mesh.locate(goal.point).is_some())
        .collect();
    let (mut near, mut points) = (OneToManySearch::new(), Vec::new());
    let mut cheap = WeightedOneToManySearch::new();
    let mut search_all = || {
        let mut found = 0;
        for query in &queries {
            let here = OneToManyQuery::new(query.start);
            found += usize::from(near.nearest(&mesh, &here, &goals, 3).is_ok());
            let nearest = near.found().next();
            found +=
                usize::from(nearest.is_some_and(|(goal, _)| near.read_points(goal, &mut points)));
            found += usize::from(near.within(&mesh, &here, 5.0).is_ok());
            found += usize::from(cheap.cheapest(&mesh, &here, &goals, 3).is_ok());
        }
        found
    };
    let mut first = 0;
    assert!(measure(|| first = search_all()).count_total > 0, "allocations are counted");
    let mut second = 0;
    let again = measure(|| second = search_all());
    assert_eq!((second, again.count_total), (first, 0), "{again:?}");
    assert!(first > 200, "{first}");
    Ok(())
}

/// Pushes an agent about its place in all directions, on ground that changes in every round: the
/// number of ticks on which it walked on, its path was repaired, and the path was blocked.
fn push_about(
    meshes: [&NavMesh; 2],
    options: &[PathOptions<'_>],
    agent: &mut Steering,
    scratch: &mut Scratch,
) -> [usize; 3] {
    let mut moved = [0; 3];
    for (mesh, options) in meshes.into_iter().cycle().zip(options) {
        for push in [[1.5, 0.0], [0.0, 1.5], [-1.5, 0.0], [0.0, -1.5], [900.0, 900.0]] {
            let wished = agent.position() + Vec2::from(push);
            let status = match agent.advance(mesh, options, wished, scratch) {
                SteeringStatus::Repaired => 1,
                SteeringStatus::Blocked | SteeringStatus::OffMesh => 2,
                _ => 0,
            };
            moved[status] += 1;
        }
    }
    moved
}

#[test]
fn agents_that_are_pushed_about_allocate_nothing() -> Result<(), Box<dyn Error>> {
    let cells = map();
    let (mesh, same) = (build(&raw_mesh(&cells))?, build(&raw_mesh(&cells))?);
    let mut filter = QueryFilter::uniform();
    (0..20).for_each(|area| filter.forbid_area(AreaId(7 * area)));
    let (open, closed) = (PathOptions::new(), PathOptions::new().with_filter(&filter));
    let options = [open, closed, closed, open, open];
    let (mut total, mut scratch) = ([0; 3], Scratch::new());
    for query in random_queries(&cells, 9, 100) {
        let query = query.with_options(open);
        let Ok(mut agent) = Steering::new(&mesh, &query, &mut scratch) else { continue };
        // Pushed about until the memory comes to an end of its growth.
        for _ in 0..40 {
            push_about([&mesh, &same], &options, &mut agent, &mut scratch);
        }
        let mut moved = [0; 3];
        let again =
            measure(|| moved = push_about([&mesh, &same], &options, &mut agent, &mut scratch));
        assert_eq!(again.count_total, 0, "{again:?}");
        total.iter_mut().zip(moved).for_each(|(total, moved)| *total += moved);
    }
    assert!(total.iter().all(|&count| count > 100), "{total:?}");
    Ok(())
}
