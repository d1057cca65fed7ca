//! The requests of a crowd for paths: when agents ask again, and the work of a tick.

use std::error::Error;

use tautline::crowd::{AgentId, Body, Crowd, CrowdScratch};
use tautline::dynamic::{DynamicNavMesh, Obstacle};
use tautline::navmesh::{AreaId, LinkKind, RawLink, Terrain, rectangles_from_cells};
use tautline::{
    Budget, CrowdEvent, CrowdPaths, Location, NavMesh, Path, PathError, PathOptions, Query,
    QueryFilter, Scratch, Step, Tier, Vec2, path_in,
};

type Fallible = Result<(), Box<dyn Error>>;

const TICK: f32 = 1.0 / 30.0;

/// Pseudorandom numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u8) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        u8::try_from((self.0 >> 33) % u64::from(limit)).unwrap_or(0)
    }

    fn point(&mut self, size: u8) -> Vec2 {
        Vec2::new(self.below(size).into(), self.below(size).into()) + 0.5
    }
}

/// Regression: agents without a path searched again after every edit, also after those that only closed ground.
#[test]
fn agents_without_a_path_ask_again_only_if_there_may_be_one() -> Fallible {
    // Water around two islands.
    let mesh = rectangles_from_cells(30, 10, |x, _| Some(Terrain((10..20).contains(&x).into())));
    let mut ground = DynamicNavMesh::new(mesh.build()?)?;
    let mut filter = QueryFilter::uniform();
    filter.forbid(Terrain(1));
    let (mut crowd, mut paths, mut scratch) = (Crowd::new(), CrowdPaths::new(), Scratch::new());
    let mut memory = CrowdScratch::new();
    for y in 0..8_u8 {
        let start = [2.0, 1.0 + f32::from(y)];
        let id = crowd.add(ground.mesh(), &filter, Body::default(), start)?;
        paths.set_goal(id, [25.0, 5.0]);
    }
    let mut asked = |ground: &DynamicNavMesh, filter: &QueryFilter| -> Result<_, Box<dyn Error>> {
        let options = PathOptions::new().with_filter(filter);
        paths.update(ground, &options, &mut crowd, 0, &mut scratch);
        crowd.step(ground.mesh(), filter, TICK, &mut memory)?;
        let asked = paths.waiting();
        paths.update(ground, &options, &mut crowd, 100, &mut scratch);
        Ok((asked, paths.events().len()))
    };
    assert_eq!(asked(&ground, &filter)?, (8, 8));
    let before = ground.clone();
    let mut obstacles = Vec::new();
    for x in 4..8_u8 {
        let at = Vec2::new(x.into(), 1.0);
        obstacles.push(ground.add_obstacle(&Obstacle::rect(at.into(), (at + 0.5).into()))?.0);
        assert_eq!(asked(&ground, &filter)?, (0, 0));
    }
    for obstacle in obstacles {
        ground.remove_obstacle(obstacle)?;
        assert_eq!(asked(&ground, &filter)?, (0, 0), "no way was opened");
    }
    assert_eq!(asked(&before, &filter)?, (0, 0), "a rollback");
    // The ground of one of them is closed. It asks after it was moved.
    ground.add_obstacle(&Obstacle::rect([1.0, 0.5], [3.0, 1.5]))?;
    assert_eq!(asked(&ground, &filter)?, (1, 1));
    assert_eq!(asked(&ground, &filter)?, (0, 0));
    let bridge = filter.clone();
    filter.set(Terrain(1), 1.0)?;
    assert_eq!(asked(&ground, &filter)?, (8, 0), "a way was opened");
    assert_eq!(asked(&ground, &bridge)?.0, 8, "it was closed again");
    Ok(())
}

/// A gate is built on the way of two teams. Only one of them may pass it.
#[test]
fn a_gate_stops_one_team_and_lets_the_other_one_pass() -> Fallible {
    let cells = rectangles_from_cells(21, 9, |x, y| (x != 10 || y > 5).then_some(Terrain(0)));
    let mut ground = DynamicNavMesh::new(cells.build()?)?;
    let mut foe = QueryFilter::uniform();
    foe.forbid(Terrain(1));
    let filters = [QueryFilter::uniform(), foe];
    let mut teams = Vec::new();
    for filter in &filters {
        let (mut crowd, mut paths) = (Crowd::new(), CrowdPaths::new());
        for y in 1..7_u8 {
            let start = [2.0, f32::from(y)];
            let id = crowd.add(ground.mesh(), filter, Body::default(), start)?;
            paths.set_goal(id, [18.0, 3.0]);
        }
        teams.push((crowd, paths, filter));
    }
    let (mut scratch, mut memory) = (Scratch::new(), CrowdScratch::new());
    let mut walk = |ground: &DynamicNavMesh, ticks: u32| -> Result<_, Box<dyn Error>> {
        let mut refused = Vec::new();
        for (crowd, paths, filter) in &mut teams {
            let mut without_path = 0;
            for _ in 0..ticks {
                paths.update(
                    ground,
                    &PathOptions::new().with_filter(filter),
                    crowd,
                    9,
                    &mut scratch,
                );
                without_path += paths.events().len();
                crowd.step(ground.mesh(), filter, TICK, &mut memory)?;
                for agent in crowd.agents() {
                    let area = agent.area.ok_or("off the mesh")?;
                    assert!(filter.allows(ground.mesh().terrain(area)), "{:?}", agent.position);
                }
            }
            let there = crowd.agents().filter(|agent| agent.position.x > 11.0).count();
            refused.push((without_path, there));
        }
        Ok(refused)
    };
    assert_eq!(walk(&ground, 30)?, [(0, 0), (0, 0)]);
    let gate = Obstacle::rect([10.0, 6.0], [11.0, 9.0]).with_terrain(Terrain(1));
    let (gate, _) = ground.add_obstacle(&gate)?;
    assert_eq!(walk(&ground, 900)?, [(0, 6), (6, 0)]);
    ground.remove_obstacle(gate)?;
    assert_eq!(walk(&ground, 900)?, [(0, 6), (0, 6)]);
    Ok(())
}

/// Marks the areas that an agent can walk to.
fn flood(mesh: &NavMesh, filter: &QueryFilter, from: AreaId) -> Vec<bool> {
    let is_open = |area: AreaId| filter.allows(mesh.terrain(area));
    let mut links = Vec::new();
    for link in mesh.links() {
        let [from, to] = [&link.from, &link.to].map(|end| end.point);
        links.push((from, to));
        links.extend(link.both_ways.then_some((to, from)));
    }
    let (mut reached, mut waiting) = (vec![false; mesh.area_count()], vec![from]);
    while let Some(area) = waiting.pop() {
        if !is_open(area) || std::mem::replace(&mut reached[area.index()], true) {
            continue;
        }
        let twins = mesh.half_edges_of(area).filter_map(|edge| mesh.twin(edge));
        waiting.extend(twins.map(|twin| mesh.area_of(twin)));
        for &(_, to) in links.iter().filter(|(from, _)| mesh.contains(area, *from)) {
            waiting.extend(mesh.areas().filter(|&area| mesh.contains(area, to)));
        }
    }
    reached
}

/// Returns the distance from a point to an area with horizontal and vertical borders.
fn distance(mesh: &NavMesh, area: AreaId, from: Vec2) -> f32 {
    let corners: Vec<_> = mesh.corners(area).collect();
    let low = corners.iter().copied().fold(corners[0], Vec2::min);
    let high = corners.iter().copied().fold(corners[0], Vec2::max);
    from.distance(from.clamp(low, high))
}

/// Compares with a flood fill for each agent, after each of many changes: edits, rollbacks, other filters and
/// other meshes.
#[test]
fn after_any_change_exactly_the_agents_that_can_reach_their_goals_have_paths() -> Fallible {
    const SIZE: u8 = 12;
    let (mut with_path, mut without, mut opened) = (0, 0, 0);
    for seed in 0..12_u64 {
        let mut random = Random(seed);
        let mut meshes = Vec::new();
        for _ in 0..2 {
            let mut cells = Vec::new();
            cells.resize_with(usize::from(SIZE) * usize::from(SIZE), || random.below(10));
            let mut raw = rectangles_from_cells(SIZE.into(), SIZE.into(), |x, y| {
                match cells[(y * u32::from(SIZE) + x) as usize] {
                    0..=2 => None,
                    3 => Some(Terrain(1)),
                    _ => Some(Terrain(0)),
                }
            });
            let is_ground = |at: Vec2| raw.clone().build().is_ok_and(|m| m.locate(at).is_some());
            let mut links = Vec::new();
            for both_ways in [true, false] {
                let [from, to] = [0, 1].map(|_| random.point(SIZE));
                if is_ground(from) && is_ground(to) {
                    let (from, to) = (from.into(), to.into());
                    let link = RawLink { from, to, both_ways, ..RawLink::default() };
                    links.push(RawLink { kind: LinkKind::Jump, ..link });
                }
            }
            raw.links = links;
            meshes.push(DynamicNavMesh::new(raw.build()?)?);
        }
        let mut ground = meshes[0].clone();
        let mut filter = QueryFilter::uniform();
        let snap = [None, Some(1.3)][usize::from(random.below(2))];
        let (mut crowd, mut paths, mut scratch) = (Crowd::new(), CrowdPaths::new(), Scratch::new());
        let mut memory = CrowdScratch::new();
        let body = Body { speed: 0.0, max_speed: 0.0, avoids: 0, ..Body::default() };
        let mut agents: Vec<(AgentId, Vec2)> = Vec::new();
        while agents.len() < 24 {
            let (start, goal) = (random.point(SIZE), random.point(SIZE));
            if let Ok(id) = crowd.add(ground.mesh(), &filter, body, start) {
                paths.set_goal(id, goal);
                agents.push((id, goal));
            }
        }
        let mut snapshots = vec![(ground.clone(), crowd.clone(), paths.clone())];
        let mut had_path = [false; 24];
        for change in 0..30 {
            match random.below(8) {
                0..=3 => {
                    let at = random.point(SIZE) - 0.5;
                    let size = Vec2::new(random.below(3).into(), random.below(3).into()) + 0.5;
                    ground.add_obstacle(&Obstacle::rect(at.into(), (at + size).into()))?;
                }
                4 | 5 => {
                    let all: Vec<_> = ground.obstacles().collect();
                    if let Some(&obstacle) = all.get(usize::from(random.below(6))) {
                        ground.remove_obstacle(obstacle)?;
                    }
                }
                6 => {
                    let is_open = filter.allows(Terrain(1));
                    if is_open { filter.forbid(Terrain(1)) } else { filter.set(Terrain(1), 1.0)? }
                }
                _ if change % 2 == 0 => ground = meshes[usize::from(random.below(2))].clone(),
                _ => {
                    let back = usize::from(random.below(255)) % snapshots.len();
                    (ground, crowd, paths) = snapshots[back].clone();
                }
            }
            let mut options = PathOptions::new().with_filter(&filter);
            options.snap = snap;
            // Agents whose ground was closed are moved after the first update.
            for _ in 0..2 {
                paths.update(&ground, &options, &mut crowd, 1_000, &mut scratch);
                crowd.step(ground.mesh(), &filter, TICK, &mut memory)?;
            }
            paths.update(&ground, &options, &mut crowd, 1_000, &mut scratch);
            snapshots.push((ground.clone(), crowd.clone(), paths.clone()));
            for (number, &(id, goal)) in agents.iter().enumerate() {
                let agent = crowd.agent(id)?;
                let Some(area) = agent.area else { continue };
                let mesh = ground.mesh();
                let reached = flood(mesh, &filter, area);
                // At a vertex where areas only touch, a path that is asked for in the tick of a change may begin in
                // another area than the agent.
                if !mesh.areas_at(agent.position).all(|area| reached[area.index()]) {
                    continue;
                }
                let reach = snap.unwrap_or(0.0);
                let is_found = mesh
                    .areas()
                    .any(|area| reached[area.index()] && distance(mesh, area, goal) <= reach);
                let has_path = paths.steps(id).next().is_some();
                assert_eq!(has_path, is_found, "seed {seed}, change {change}, {agent:?} to {goal}");
                *(if has_path { &mut with_path } else { &mut without }) += 1;
                opened += u32::from(has_path && !had_path[number]);
                had_path[number] = has_path;
            }
        }
    }
    assert!(with_path > 500 && without > 500 && opened > 100, "{with_path} {without} {opened}");
    Ok(())
}

/// Rooms in rows, and a goal in the last one.
fn rooms() -> Result<NavMesh, Box<dyn Error>> {
    let is_ground = |x: u32, y: u32| x % 4 < 3 || y % 4 == x / 4 % 3;
    let raw = rectangles_from_cells(40, 40, |x, y| is_ground(x, y).then_some(Terrain(0)));
    Ok(raw.build()?)
}

#[test]
fn with_a_budget_a_tick_begins_no_batch_after_it_is_spent() -> Fallible {
    let (mesh, filter, options) = (rooms()?, QueryFilter::uniform(), PathOptions::new());
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let ends = (0..60_u8).map(|number| {
        let start = Vec2::new(f32::from(number % 2) * 37.0 + 1.0, 0.5 * f32::from(number));
        (start, Vec2::new(39.0, 39.0 - f32::from(number) / 60.0))
    });
    let (mut expanded, mut steps) = (Vec::new(), Vec::new());
    for (start, goal) in ends.clone() {
        path_in(&mesh, &Query::new(start, goal), &mut scratch, &mut path)?;
        expanded.push(scratch.expanded());
        steps.push(path.points[1..].iter().map(|&to| Step::Walk { to }).collect::<Vec<_>>());
    }
    let all: u64 = expanded.iter().sum();
    for budget in [1, all / 4, all / 3, all, u64::MAX] {
        let (mut crowd, mut paths) = (Crowd::new(), CrowdPaths::new());
        paths.set_budget(Budget(budget));
        let mut ids = Vec::new();
        for (start, goal) in ends.clone() {
            let id = crowd.add(&mesh, &filter, Body::default(), start)?;
            paths.set_goal(id, goal);
            ids.push(id);
        }
        let mut batches = expanded.chunks(8).map(|batch| (batch.len(), batch.iter().sum::<u64>()));
        let mut waiting = 60;
        while waiting > 0 {
            let mut spent = 0;
            while spent < budget
                && let Some((found, by_batch)) = batches.next()
            {
                waiting -= found;
                spent += by_batch;
            }
            paths.update(&mesh, &options, &mut crowd, 1_000, &mut scratch);
            assert_eq!(paths.waiting(), waiting, "{budget} of {all}");
        }
        for (&id, steps) in ids.iter().zip(&steps) {
            assert_eq!(paths.steps(id).last(), steps.last().copied());
        }
    }
    Ok(())
}

/// Groups with one goal each, agents with goals of their own, and some that are cut off.
#[test]
fn agents_with_one_goal_get_the_paths_that_they_would_get_alone() -> Fallible {
    let cells = rectangles_from_cells(44, 40, |x, y| {
        let is_ground = x != 40 && (x % 4 < 3 || y % 4 == x / 4 % 3);
        is_ground.then_some(Terrain(u8::from(x > 30 && y > 30)))
    });
    let mesh = cells.build()?;
    let mut closed = QueryFilter::uniform();
    closed.forbid(Terrain(1));
    for filter in [QueryFilter::uniform(), closed] {
        let options = PathOptions::new().with_filter(&filter);
        let (mut crowd, mut paths) = (Crowd::new(), CrowdPaths::new());
        let (mut scratch, mut random) = (Scratch::new(), Random(7));
        let mut agents = Vec::new();
        while agents.len() < 150 {
            let start = random.point(43).min(Vec2::splat(39.5));
            let goal = match agents.len() % 3 {
                0 => Vec2::new(38.5, 38.5),
                1 => Vec2::new(1.0, 20.25),
                _ => random.point(39),
            };
            if let Ok(id) = crowd.add(&mesh, &filter, Body::default(), start) {
                paths.set_goal(id, goal);
                agents.push((id, start, goal));
            }
        }
        // The first group has 50 agents, of which the budget allows the search.
        paths.set_budget(Budget(1));
        paths.update(&mesh, &options, &mut crowd, 1_000, &mut scratch);
        assert!((80..140).contains(&paths.waiting()), "{}", paths.waiting());
        paths.set_budget(Budget::UNLIMITED);
        let mut refused: Vec<_> = paths.events().to_vec();
        paths.update(&mesh, &options, &mut crowd, 1_000, &mut scratch);
        refused.extend(paths.events());
        assert_eq!(paths.waiting(), 0);
        let (mut found, mut path) = (0, Path::default());
        for (id, start, goal) in agents {
            let agent = crowd.agent(id)?;
            let query = Query::new(agent.location(), goal).with_options(options);
            let alone = path_in(&mesh, &query, &mut scratch, &mut path);
            let event = refused.iter().find(|(other, _)| *other == id).map(|(_, event)| *event);
            assert_eq!(event, alone.err().map(CrowdEvent::NoPath), "{start} to {goal}");
            if alone.is_ok() {
                let mut at = agent.position;
                let mut length = 0.0;
                for step in paths.steps(id) {
                    let (Step::Walk { to } | Step::Link { to, .. }) = step;
                    length += f64::from(at.distance(to));
                    at = to;
                }
                assert!(
                    (length - path.length).abs() < 1e-4 * path.length.max(1.0),
                    "{start} to {goal}"
                );
                found += 1;
            }
        }
        assert!(found > 50, "{found}");
    }
    Ok(())
}

/// A fixed bug: in a group, a goal with elevation NaN counted as one without an elevation.
#[test]
fn an_agent_with_an_invalid_goal_gets_its_error_also_among_others_with_a_valid_one() -> Fallible {
    let mesh =
        rectangles_from_cells(9, 9, |x, y| (x != 4 || y == 8).then_some(Terrain(0))).build()?;
    let (options, goal) = (PathOptions::default(), Vec2::new(8.0, 1.0));
    let (mut crowd, mut paths) = (Crowd::new(), CrowdPaths::new());
    for _ in 0..30 {
        let id = crowd.add(&mesh, &QueryFilter::uniform(), Body::default(), Vec2::splat(1.0))?;
        paths.set_goal(id, goal);
    }
    let id = crowd.add(&mesh, &QueryFilter::uniform(), Body::default(), Vec2::splat(1.0))?;
    paths.set_goal(id, Location { point: goal, elevation: Some(f32::NAN) });
    paths.update(&mesh, &options, &mut crowd, 1_000, &mut Scratch::new());
    let [(refused, CrowdEvent::NoPath(PathError::ElevationNotFinite { .. }))] = paths.events()
    else {
        return Err(format!("{:?}", paths.events()).into());
    };
    assert_eq!(*refused, id);
    Ok(())
}

#[test]
fn a_budget_of_zero_and_few_paths_are_kept() -> Fallible {
    let (mesh, filter) = (rooms()?, QueryFilter::uniform());
    let (mut crowd, mut paths, mut scratch) = (Crowd::new(), CrowdPaths::new(), Scratch::new());
    for number in 0..30_u8 {
        let id = crowd.add(&mesh, &filter, Body::default(), [1.0, f32::from(number)])?;
        paths.set_goal(id, [39.0, 39.0 - f32::from(number)]);
    }
    for (budget, max_paths, waiting) in
        [(0, 100, 30), (u64::MAX - 1, 11, 19), (1, 3, 16), (1, 0, 16), (u64::MAX - 1, 100, 0)]
    {
        paths.set_budget(Budget(budget));
        paths.update(&mesh, &PathOptions::new(), &mut crowd, max_paths, &mut scratch);
        assert_eq!(paths.waiting(), waiting, "{budget} and {max_paths}");
    }
    Ok(())
}

/// The number must not be that of the last query that the memory was used for.
#[test]
fn a_query_that_fails_before_its_search_expands_no_nodes() -> Fallible {
    let mesh = rooms()?;
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let (start, goal) = (Vec2::new(1.0, 1.0), Vec2::new(39.0, 39.0));
    for tier in [Tier::Exact, Tier::Weighted, Tier::Classic] {
        let query = |goal: Vec2| Query::new(start, goal).with_tier(tier);
        for bad in [Vec2::new(90.0, 0.0), Vec2::new(f32::NAN, 0.0)] {
            path_in(&mesh, &query(goal), &mut scratch, &mut path)?;
            assert!(scratch.expanded() > 0, "{tier:?}");
            assert!(path_in(&mesh, &query(bad), &mut scratch, &mut path).is_err());
            assert_eq!(scratch.expanded(), 0, "{tier:?} to {bad}");
        }
    }
    Ok(())
}

/// Edits, a budget that is spent in each tick, and a rollback.
#[test]
#[cfg(feature = "rayon")]
fn with_a_budget_any_number_of_threads_gives_the_same_bits_also_after_a_rollback() -> Fallible {
    let ground = DynamicNavMesh::new(rooms()?)?;
    let filter = QueryFilter::uniform();
    let play = |(ground, crowd, paths): &mut (DynamicNavMesh, Crowd, CrowdPaths),
                ticks: std::ops::Range<u8>|
     -> Result<Vec<u32>, String> {
        let (mut scratch, mut memory) = (Scratch::new(), CrowdScratch::new());
        let mut bits = Vec::new();
        for tick in ticks {
            let mut random = Random(tick.into());
            let at = random.point(38);
            let edited = ground.add_obstacle(&Obstacle::rect(at.into(), (at + 1.5).into()));
            edited.map_err(|error| error.to_string())?;
            let ids: Vec<_> = crowd.agents().map(|agent| agent.id).collect();
            for id in ids.into_iter().skip(usize::from(tick % 5)).step_by(5) {
                paths.set_goal(id, random.point(40));
            }
            paths.update(&*ground, &PathOptions::new(), crowd, 1_000, &mut scratch);
            crowd
                .step(ground.mesh(), &filter, TICK, &mut memory)
                .map_err(|error| error.to_string())?;
            bits.push(u32::try_from(paths.waiting()).map_err(|error| error.to_string())?);
            let positions = crowd.agents().map(|agent| agent.position);
            bits.extend(positions.flat_map(|at| [at.x.to_bits(), at.y.to_bits()]));
        }
        Ok(bits)
    };
    let mut start = (ground, Crowd::new(), CrowdPaths::new());
    start.2.set_budget(Budget(400));
    for number in 0..100_u8 {
        let at = [0.5 + 4.0 * f32::from(number % 10), 0.5 + 4.0 * f32::from(number / 10)];
        start.1.add(start.0.mesh(), &filter, Body::default(), at)?;
    }
    let mut answers = Vec::new();
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        answers.push(pool.install(|| {
            let mut state = start.clone();
            let mut bits = play(&mut state, 0..20)?;
            let mut snapshot = state.clone();
            let (played, replayed) = (play(&mut state, 20..40)?, play(&mut snapshot, 20..40)?);
            assert_eq!(played, replayed, "{threads} threads");
            bits.extend(played);
            Ok::<_, String>(bits)
        })?);
    }
    assert!(answers[0].iter().step_by(201).any(|&waiting| waiting > 0), "the budget is spent");
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    Ok(())
}
