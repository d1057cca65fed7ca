//! Crowds with paths.

use std::error::Error;

use tautline::crowd::{
    AgentState, Body, Crowd, CrowdError, CrowdOptions, CrowdScratch, Guests, Target,
};
use tautline::dynamic::{DynamicNavMesh, Obstacle};
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::navmesh::{LinkId, LinkKind, RawLink, RawMesh, Terrain, rectangles_from_cells};
use tautline::{
    CrowdEvent, CrowdPaths, Location, NavMesh, PathError, PathOptions, QueryFilter, Scratch, Step,
    Vec2, path,
};

type Fallible = Result<(), Box<dyn Error>>;

const TICK: f32 = 1.0 / 30.0;

/// A crowd with its paths and memory.
#[derive(Default)]
struct Game {
    crowd: Crowd,
    paths: CrowdPaths,
    memory: CrowdScratch,
    scratch: Scratch,
}

impl Game {
    fn tick(&mut self, mesh: &NavMesh, filter: &QueryFilter) -> Fallible {
        let options = PathOptions::new().with_filter(filter);
        self.paths.update(mesh, &options, &mut self.crowd, 50, &mut self.scratch);
        self.crowd.step(mesh, filter, TICK, &mut self.memory)?;
        for agent in self.crowd.agents() {
            if let Some(area) = agent.area {
                assert!(mesh.contains(area, agent.position), "{agent:?}");
            }
        }
        Ok(())
    }

    fn count(&self, state: AgentState) -> usize {
        self.crowd.agents().filter(|agent| agent.state == state).count()
    }
}

/// Two rooms with a door, inset by the radius of an agent.
fn two_rooms() -> Result<NavMesh, Box<dyn Error>> {
    let rectangle =
        |x: f32, y: f32, w: f32, h: f32| vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
    let mut map = Polygons::default();
    map.push(Role::Ground, [rectangle(0.0, 0.0, 30.0, 14.0)]);
    map.push(Role::Hole, [rectangle(15.0, 0.0, 1.0, 6.0)]);
    map.push(Role::Hole, [rectangle(15.0, 8.0, 1.0, 6.0)]);
    let options = PolygonOptions { agent_radius: 0.3, ..PolygonOptions::default() };
    Ok(map.build(&options)?.mesh.build()?)
}

/// Adds agents in rows on the left, with goals in rows on the right.
fn fill(game: &mut Game, mesh: &NavMesh, count: u8, body: Body) -> Fallible {
    let filter = QueryFilter::uniform();
    for index in 0..count {
        let (x, y) = (f32::from(index % 8), f32::from(index / 8));
        let id = game.crowd.add(mesh, &filter, body, [1.0 + x, 1.0 + 1.2 * y])?;
        game.paths.set_goal(id, [20.0 + x, 1.0 + 1.2 * y]);
    }
    Ok(())
}

#[test]
fn without_avoidance_all_arrive_in_the_time_of_their_paths() -> Fallible {
    let mesh = two_rooms()?;
    let mut game = Game::default();
    let body = Body { avoids: 0, ..Body::default() };
    fill(&mut game, &mesh, 60, body)?;
    let longest = (0..60_u8)
        .map(|index| {
            let (x, y) = (f32::from(index % 8), 1.0 + 1.2 * f32::from(index / 8));
            path(&mesh, Vec2::new(1.0 + x, y), Vec2::new(20.0 + x, y)).map(|path| path.length)
        })
        .try_fold(0.0, |longest: f64, length| length.map(|length| longest.max(length)))?;
    let mut seconds = 0.0;
    while game.count(AgentState::Arrived) < 60 {
        game.tick(&mesh, &QueryFilter::uniform())?;
        seconds += f64::from(TICK);
        assert!(seconds < 1.02 * longest / 1.4 + 0.2, "{seconds} s for {longest}");
    }
    Ok(())
}

#[test]
fn a_crowd_gets_through_a_door() -> Fallible {
    let mesh = two_rooms()?;
    let mut game = Game::default();
    fill(&mut game, &mesh, 60, Body::default())?;
    for _ in 0..60 * 30 {
        game.tick(&mesh, &QueryFilter::uniform())?;
    }
    assert_eq!(game.count(AgentState::Arrived), 60);
    Ok(())
}

/// Enough agents that their paths are found and followed on all threads.
#[test]
#[cfg(feature = "rayon")]
fn any_number_of_threads_gives_the_same_bits() -> Fallible {
    let (mesh, filter) = (two_rooms()?, QueryFilter::uniform());
    let walk = || -> Result<_, String> {
        let mut game = Game::default();
        for index in 0..195_u8 {
            let (x, y) = (0.5 + 0.9 * f32::from(index % 15), 0.8 + 0.9 * f32::from(index / 15));
            let place = game.crowd.add(&mesh, &filter, Body::default(), [x, y]);
            game.paths.set_goal(place.map_err(|error| error.to_string())?, [x + 16.0, 13.0 - y]);
        }
        let mut events = Vec::new();
        for _ in 0..200 {
            game.tick(&mesh, &filter).map_err(|error| error.to_string())?;
            events.extend_from_slice(game.paths.events());
        }
        let bits = |at: Vec2| [at.x.to_bits(), at.y.to_bits()];
        let agents: Vec<_> = game.crowd.agents().map(|agent| bits(agent.position)).collect();
        Ok((agents, events))
    };
    let mut answers = Vec::new();
    for threads in [1, 2, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        answers.push(pool.install(walk)?);
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert_eq!(answers[0].0.len(), 195);
    Ok(())
}

#[test]
fn an_obstacle_in_the_door_stops_all_until_it_is_taken_away() -> Fallible {
    let mesh = two_rooms()?;
    let mut ground = DynamicNavMesh::new(mesh)?;
    let filter = QueryFilter::uniform();
    let mut game = Game::default();
    fill(&mut game, ground.mesh(), 24, Body::default())?;
    for _ in 0..2 * 30 {
        game.tick(ground.mesh(), &filter)?;
    }
    let crate_there = Obstacle::new([vec![[14.0, 4.0], [17.0, 4.0], [17.0, 10.0], [14.0, 10.0]]]);
    let (id, _) = ground.add_obstacle(&crate_there)?;
    let mut told = 0;
    for _ in 0..20 * 30 {
        game.tick(ground.mesh(), &filter)?;
        told += game.paths.events().len();
        for event in game.paths.events() {
            let unreachable = matches!(event.1, CrowdEvent::NoPath(PathError::Unreachable { .. }));
            assert!(unreachable, "{event:?}");
        }
    }
    let through = game.count(AgentState::Arrived);
    assert_eq!(told + through, 24, "each agent is named once");
    ground.remove_obstacle(id)?;
    for _ in 0..40 * 30 {
        game.tick(ground.mesh(), &filter)?;
    }
    assert_eq!(game.count(AgentState::Arrived), 24);
    Ok(())
}

/// Regression: an edit gives areas other numbers, and all agents whose area had another number asked for a new path.
#[test]
fn agents_far_from_an_edit_keep_their_paths() -> Fallible {
    let mesh = rectangles_from_cells(30, 20, |_, _| Some(Terrain(0))).build()?;
    let mut ground = DynamicNavMesh::new(mesh)?;
    let filter = QueryFilter::uniform();
    let mut game = Game::default();
    fill(&mut game, ground.mesh(), 24, Body::default())?;
    game.tick(ground.mesh(), &filter)?;
    let options = PathOptions::new().with_filter(&filter);
    for x in [25.0, 21.0, 23.0] {
        ground.add_obstacle(&Obstacle::rect([x, 16.0], [x + 1.0, 17.0]))?;
        game.paths.update(&ground, &options, &mut game.crowd, 0, &mut game.scratch);
        assert_eq!(game.paths.waiting(), 0);
        game.crowd.step(ground.mesh(), &filter, TICK, &mut game.memory)?;
    }
    Ok(())
}

/// Regression: in the tick of an edit, a path began on the floor whose area had got the number of the agent's area.
#[test]
fn a_path_that_is_found_right_after_an_edit_begins_on_the_floor_of_its_agent() -> Fallible {
    let floor = |low: f32, high: f32| [[0.0, low], [20.0, low], [20.0, high], [0.0, high]];
    let mut raw = RawMesh::from_vertices(&[floor(0.0, 10.0), floor(2.0, 8.0)].concat());
    raw.elevations = vec![0.0, 0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 4.0];
    raw.push_area(&[0, 1, 2, 3]);
    raw.push_area(&[4, 5, 6, 7]);
    let mut ground = DynamicNavMesh::new(raw.build()?)?;
    let crate_at = |elevation: f32| Obstacle {
        elevations: Some([elevation, elevation + 1.0]),
        ..Obstacle::rect([9.0, 4.5], [11.0, 5.5])
    };
    let (below, _) = ground.add_obstacle(&crate_at(0.0))?;
    ground.add_obstacle(&crate_at(4.0))?;
    let filter = QueryFilter::uniform();
    let mut game = Game::default();
    for elevation in [0.0, 4.0] {
        for number in 0..32_u8 {
            let (x, y) = (2.3 * f32::from(number % 8), f32::from(number / 8));
            let start = Location::at_elevation(Vec2::new(1.0 + x, 2.5 + 1.6 * y), elevation);
            let id = game.crowd.add(ground.mesh(), &filter, Body::default(), start)?;
            game.paths.set_goal(id, Location::at_elevation(Vec2::new(18.0 - x, 3.0), elevation));
        }
    }
    game.crowd.step(ground.mesh(), &filter, TICK, &mut game.memory)?;
    ground.remove_obstacle(below)?;
    for _ in 0..3 {
        game.tick(ground.mesh(), &filter)?;
        assert_eq!(game.paths.events(), []);
    }
    Ok(())
}

/// Regression: an agent that asked for a path while an obstacle came down on it was named as one without a path, and
/// stood for ever.
#[test]
fn an_agent_whose_ground_closes_gets_its_path_after_it_was_moved() -> Fallible {
    let mesh =
        rectangles_from_cells(20, 8, |x, _| Some(Terrain((8..12).contains(&x).into()))).build()?;
    let obstacle = Obstacle::rect([8.0, 0.0], [11.0, 6.0]);
    for is_obstacle in [true, false] {
        let mut ground = DynamicNavMesh::new(mesh.clone())?;
        let mut filter = QueryFilter::uniform();
        let mut game = Game::default();
        let id = game.crowd.add(ground.mesh(), &filter, Body::default(), [8.5, 2.0])?;
        game.tick(ground.mesh(), &filter)?;
        game.paths.set_goal(id, [1.0, 2.0]);
        if is_obstacle {
            ground.add_obstacle(&obstacle)?;
        } else {
            filter.forbid(Terrain(1));
        }
        for _ in 0..10 * 30 {
            game.tick(ground.mesh(), &filter)?;
            assert_eq!(game.paths.events(), []);
        }
        assert_eq!(game.count(AgentState::Arrived), 1, "{is_obstacle}");
    }
    Ok(())
}

/// Two rooms and a corridor of a width and a length of 4.
fn two_rooms_and_a_corridor(width: f32) -> Result<NavMesh, Box<dyn Error>> {
    let (low, high) = (3.0 - width / 2.0, 3.0 + width / 2.0);
    let left = [[0.0, 0.0], [6.0, 0.0], [6.0, low], [6.0, high], [6.0, 6.0], [0.0, 6.0]];
    let right = left.map(|[x, y]| [16.0 - x, 6.0 - y]);
    let mut raw = RawMesh::from_vertices(&[left, right].concat());
    raw.push_area(&[0, 1, 2, 3, 4, 5]);
    raw.push_area(&[6, 7, 8, 9, 10, 11]);
    raw.push_area(&[2, 9, 8, 3]);
    Ok(raw.build()?)
}

/// Regression: each of both made all the room for the other one, and they went to and fro.
#[test]
fn a_person_and_a_cart_that_meet_in_a_corridor_both_arrive() -> Fallible {
    let filter = QueryFilter::uniform();
    // The corridor is 1 wide.
    let radii = [0.3, 0.45];
    let mut games = [Game::default(), Game::default()];
    let mut guests = [Guests::new(), Guests::new()];
    let mut meshes = Vec::new();
    for (game, radius) in games.iter_mut().zip(radii) {
        let mesh = two_rooms_and_a_corridor(1.0 - 2.0 * radius)?;
        let (start, goal) = if meshes.is_empty() { (1.0, 15.0) } else { (15.0, 1.0) };
        let body = Body { radius, ..Body::default() };
        let id = game.crowd.add(&mesh, &filter, body, [start, 3.0])?;
        game.paths.set_goal(id, [goal, 3.0]);
        meshes.push(mesh);
    }
    for _ in 0..20 * 30 {
        for (game, mesh) in games.iter_mut().zip(&meshes) {
            game.tick(mesh, &filter)?;
        }
        let [people, carts] = &mut games;
        guests[0].update(&people.crowd, &mut carts.crowd)?;
        guests[1].update(&carts.crowd, &mut people.crowd)?;
    }
    assert_eq!(games.map(|game| game.count(AgentState::Arrived)), [1, 1]);
    Ok(())
}

#[test]
fn links_are_handed_to_the_game_one_agent_at_a_time() -> Fallible {
    let mut raw = rectangles_from_cells(21, 6, |x, _| (x != 10).then_some(Terrain(0)));
    raw.links.push(RawLink {
        from: [9.5, 3.0],
        to: [11.5, 3.0],
        kind: LinkKind::Jump,
        both_ways: true,
        ..RawLink::default()
    });
    let mesh = raw.build()?;
    let filter = QueryFilter::uniform();
    let mut game = Game::default();
    for y in 0..5_u8 {
        let y = 0.5 + f32::from(y);
        let id = game.crowd.add(&mesh, &filter, Body::default(), [1.0, y])?;
        game.paths.set_goal(id, [19.0, y]);
    }
    let (mut in_the_air, mut jumps) = (Vec::new(), 0);
    for tick in 0..60 * 30 {
        game.tick(&mesh, &filter)?;
        for (id, event) in game.paths.events().to_vec() {
            assert!(matches!(event, CrowdEvent::AtLink(_)), "{event:?}");
            let step = game.paths.take_link(&mut game.crowd, id).ok_or("no link")?;
            assert_eq!(step.to, Vec2::new(11.5, 3.0));
            assert_eq!(game.crowd.agent(id)?.state, AgentState::Suspended);
            in_the_air.push((tick + 15, id));
            jumps += 1;
        }
        let options = PathOptions::new().with_filter(&filter);
        while let Some(&(_, id)) = in_the_air.first().filter(|(lands, _)| *lands == tick) {
            in_the_air.remove(0);
            game.paths.finish_link(&mesh, &options, &mut game.crowd, id)?;
            assert_eq!(game.crowd.agent(id)?.position, Vec2::new(11.5, 3.0));
        }
    }
    assert_eq!((jumps, game.count(AgentState::Arrived)), (5, 5));
    Ok(())
}

#[test]
fn a_crowd_may_have_several_paths_that_take_different_links() -> Fallible {
    let mut raw = rectangles_from_cells(21, 12, |x, _| (x != 10).then_some(Terrain(0)));
    for y in [2.0, 10.0] {
        let (from, to) = ([9.5, y], [11.5, y]);
        raw.links.push(RawLink { from, to, kind: LinkKind::Other, ..RawLink::default() });
    }
    let mesh = raw.build()?;
    let all = QueryFilter::uniform();
    let filters = [1, 0].map(|other| {
        let mut filter = QueryFilter::uniform();
        filter.forbid_link(LinkId(other));
        filter
    });
    let options = [0, 1].map(|own| PathOptions::new().with_filter(&filters[own]));
    let (mut crowd, mut memory, mut scratch) = (Crowd::new(), CrowdScratch::new(), Scratch::new());
    let mut paths = [CrowdPaths::new(), CrowdPaths::new()];
    // All of them are nearer to the lower link.
    for number in 0..6_u8 {
        let at = [1.0 + f32::from(number), 1.0];
        let id = crowd.add(&mesh, &all, Body::default(), at)?;
        paths[usize::from(number % 2)].set_goal(id, [18.0, 1.0 + f32::from(number)]);
    }
    let mut taken = [0, 0];
    for _ in 0..60 * 30 {
        for (own, paths) in paths.iter_mut().enumerate() {
            paths.update(&mesh, &options[own], &mut crowd, 50, &mut scratch);
            for (id, event) in paths.events().to_vec() {
                assert!(matches!(event, CrowdEvent::AtLink(_)), "{event:?}");
                let step = paths.take_link(&mut crowd, id).ok_or("no link")?;
                assert_eq!(step.link.index(), own);
                taken[own] += 1;
                paths.finish_link(&mesh, &options[own], &mut crowd, id)?;
            }
        }
        crowd.step(&mesh, &all, TICK, &mut memory)?;
    }
    assert_eq!(taken, [3, 3]);
    assert!(crowd.agents().all(|agent| agent.state == AgentState::Arrived));
    Ok(())
}

#[test]
fn agents_may_be_removed_stopped_and_sent_elsewhere_at_any_time() -> Fallible {
    let mesh = two_rooms()?;
    let filter = QueryFilter::uniform();
    let mut game = Game::default();
    fill(&mut game, &mesh, 40, Body::default())?;
    let ids: Vec<_> = game.crowd.agents().map(|agent| agent.id).collect();
    for (index, &id) in ids.iter().enumerate() {
        match index % 4 {
            0 => game.crowd.remove(id)?,
            1 => game.paths.stop(&mut game.crowd, id),
            _ => {}
        }
        game.tick(&mesh, &filter)?;
    }
    assert_eq!(game.paths.waiting(), 0);
    for &id in &ids[2..4] {
        game.paths.set_goal(id, [2.0, 12.0]);
    }
    // A new agent takes the slot of a removed one, and no path of its own.
    let new = game.crowd.add(&mesh, &filter, Body::default(), [1.0, 13.0])?;
    for _ in 0..60 * 30 {
        game.tick(&mesh, &filter)?;
    }
    assert_eq!(game.crowd.agent(new)?.target, None);
    assert_eq!(game.count(AgentState::Arrived), 20);
    assert!(game.crowd.agent(ids[2])?.position.distance(Vec2::new(2.0, 12.0)) < 1.0);
    let ahead: Vec<_> = game.paths.steps(ids[2]).collect();
    assert_eq!(ahead, [Step::Walk { to: Vec2::new(2.0, 12.0) }]);
    Ok(())
}

/// Regression: the agent in the slot of the removed one lost its goal.
#[test]
fn a_goal_for_a_removed_agent_does_not_stop_the_agent_that_took_its_slot() -> Fallible {
    let mesh = two_rooms()?;
    let filter = QueryFilter::uniform();
    let mut game = Game::default();
    let removed = game.crowd.add(&mesh, &filter, Body::default(), [1.0, 1.0])?;
    game.paths.set_goal(removed, [1.0, 3.0]);
    game.crowd.remove(removed)?;
    let id = game.crowd.add(&mesh, &filter, Body::default(), [2.0, 1.0])?;
    assert_eq!(id.index(), removed.index());
    game.paths.set_goal(id, [2.0, 4.0]);
    game.paths.set_goal(removed, [1.0, 5.0]);
    game.tick(&mesh, &filter)?;
    assert_eq!(game.crowd.agent(id)?.target, Some(Target::last(Vec2::new(2.0, 4.0))));
    assert_eq!(game.paths.waiting(), 0);
    Ok(())
}

/// Regression: a new path was followed up to 7 ticks late.
#[test]
fn an_agent_sets_off_in_the_tick_in_which_its_path_is_found() -> Fallible {
    let mesh = two_rooms()?;
    let filter = QueryFilter::uniform();
    let mut game = Game::default();
    let id = game.crowd.add(&mesh, &filter, Body::default(), [1.0, 1.0])?;
    for number in 0..12_u8 {
        let goal = Vec2::new(1.0 + f32::from(number % 4), 3.0);
        game.paths.set_goal(id, goal);
        game.tick(&mesh, &filter)?;
        assert_eq!(game.crowd.agent(id)?.target, Some(Target::last(goal)), "{number}");
        // Some goals are reached, others are left for the next one.
        for _ in 0..u32::from(number) * 11 {
            game.tick(&mesh, &filter)?;
        }
    }
    Ok(())
}

/// Regression: an agent that had arrived where a link departs was named in every eighth tick.
#[test]
fn an_agent_at_a_link_is_named_in_every_tick() -> Fallible {
    let mut raw = rectangles_from_cells(21, 6, |x, _| (x != 10).then_some(Terrain(0)));
    raw.links.push(RawLink { from: [9.5, 3.0], to: [11.5, 3.0], ..RawLink::default() });
    let mesh = raw.build()?;
    let filter = QueryFilter::uniform();
    let mut game = Game::default();
    let id = game.crowd.add(&mesh, &filter, Body::default(), [8.5, 3.0])?;
    game.paths.set_goal(id, [9.5, 3.0]);
    for _ in 0..90 {
        game.tick(&mesh, &filter)?;
    }
    assert_eq!(game.crowd.agent(id)?.state, AgentState::Arrived);
    game.paths.set_goal(id, [19.0, 3.0]);
    for tick in 0..20 {
        game.tick(&mesh, &filter)?;
        let events = game.paths.events();
        assert!(matches!(events, [(named, CrowdEvent::AtLink(_))] if *named == id), "{tick}");
    }
    Ok(())
}

/// Regression: each stop and new goal of an agent that waited added a request.
#[test]
fn an_agent_that_is_stopped_and_sent_off_again_waits_once() -> Fallible {
    let mesh = two_rooms()?;
    let filter = QueryFilter::uniform();
    let mut game = Game::default();
    let id = game.crowd.add(&mesh, &filter, Body::default(), [1.0, 1.0])?;
    game.crowd.suspend(id)?;
    for _ in 0..5 {
        game.paths.set_goal(id, [3.0, 1.0]);
        game.tick(&mesh, &filter)?;
        assert_eq!(game.paths.waiting(), 1);
        game.paths.stop(&mut game.crowd, id);
        game.paths.replan(id);
    }
    game.crowd.place(&mesh, &filter, id, [1.0, 1.0])?;
    game.tick(&mesh, &filter)?;
    assert_eq!((game.paths.waiting(), game.crowd.agent(id)?.target), (0, None));
    game.paths.set_goal(id, [3.0, 1.0]);
    game.tick(&mesh, &filter)?;
    assert!(game.crowd.agent(id)?.target.is_some());
    Ok(())
}

#[test]
fn goals_off_the_mesh_are_named_with_their_error() -> Fallible {
    let mesh = two_rooms()?;
    let filter = QueryFilter::uniform();
    let mut game = Game::default();
    let id = game.crowd.add(&mesh, &filter, Body::default(), [1.0, 1.0])?;
    for goal in [[90.0, 0.0], [f32::NAN, 0.0]] {
        game.paths.set_goal(id, goal);
        game.tick(&mesh, &filter)?;
        let &[(named, CrowdEvent::NoPath(_))] = game.paths.events() else {
            return Err("one event".into());
        };
        assert_eq!(named, id);
        game.tick(&mesh, &filter)?;
        assert_eq!(game.paths.events(), [], "once");
    }
    assert_eq!(game.crowd.agent(id)?.state, AgentState::Idle);
    Ok(())
}

#[test]
fn a_walker_with_a_goal_does_not_wait() -> Fallible {
    let mesh = two_rooms()?;
    let filter = QueryFilter::uniform();
    let mut game = Game::default();
    let walker = game.crowd.add_walker(Body::default(), [1.0, 1.0])?;
    let agent = game.crowd.add(&mesh, &filter, Body::default(), [2.0, 1.0])?;
    for _ in 0..2 {
        game.paths.set_goal(walker, [3.0, 3.0]);
        game.paths.set_goal(agent, [3.0, 1.0]);
        assert_eq!(game.paths.waiting(), 2);
        game.tick(&mesh, &filter)?;
        assert_eq!((game.paths.waiting(), game.paths.events()), (0, &[][..]));
    }
    assert_eq!(game.crowd.agent(agent)?.state, AgentState::Walking);
    assert_eq!(game.crowd.agent(walker)?.position, Vec2::new(1.0, 1.0));
    Ok(())
}

/// Two rooms that touch at a vertex: an agent on it is in one of them, and a path may begin in
/// the other.
#[test]
fn an_agent_at_a_vertex_between_two_rooms_asks_once() -> Fallible {
    let raw = rectangles_from_cells(8, 8, |x, y| ((x < 4) == (y < 4)).then_some(Terrain(0)));
    let mesh = raw.build()?;
    let filter = QueryFilter::uniform();
    let mut outcomes = Vec::new();
    for goal in [Vec2::new(1.0, 1.0), Vec2::new(7.0, 7.0)] {
        let mut game = Game::default();
        let id = game.crowd.add(&mesh, &filter, Body::default(), [4.0, 4.0])?;
        game.paths.set_goal(id, goal);
        game.tick(&mesh, &filter)?;
        let is_named = matches!(
            game.paths.events(),
            [(named, CrowdEvent::NoPath(PathError::Unreachable { .. }))] if *named == id
        );
        for _ in 0..300 {
            assert_eq!(game.paths.waiting(), 0);
            game.tick(&mesh, &filter)?;
            assert_eq!(game.paths.events(), []);
        }
        outcomes.push((is_named, game.crowd.agent(id)?.state));
    }
    outcomes.sort_by_key(|&(is_named, _)| is_named);
    assert_eq!(outcomes, [(false, AgentState::Arrived), (true, AgentState::Idle)]);
    Ok(())
}

/// A link to the vertex between two rooms leads into both: an agent goes on in the one that its path
/// goes on in.
#[test]
fn an_agent_that_lands_between_two_rooms_takes_each_link_once() -> Fallible {
    let mut raw = rectangles_from_cells(8, 8, |x, y| ((x < 4) == (y < 4)).then_some(Terrain(0)));
    raw.links.push(RawLink {
        from: [1.0, 1.0],
        to: [4.0, 4.0],
        both_ways: true,
        ..RawLink::default()
    });
    let mesh = raw.build()?;
    let (filter, rooms) = (QueryFilter::uniform(), [Vec2::new(1.0, 2.0), Vec2::new(6.0, 7.0)]);
    for [start, goal] in [rooms, [rooms[1], rooms[0]]] {
        let mut game = Game::default();
        let id = game.crowd.add(&mesh, &filter, Body::default(), start)?;
        game.paths.set_goal(id, goal);
        let mut links = 0;
        for _ in 0..20 * 30 {
            game.tick(&mesh, &filter)?;
            if let [(id, CrowdEvent::AtLink(_))] = *game.paths.events() {
                game.paths.take_link(&mut game.crowd, id).ok_or("no link")?;
                let options = PathOptions::new().with_filter(&filter);
                game.paths.finish_link(&mesh, &options, &mut game.crowd, id)?;
                links += 1;
            }
        }
        assert_eq!((links, game.crowd.agent(id)?.state), (1, AgentState::Arrived), "to {goal}");
    }
    Ok(())
}

/// Agents that come from all sides keep each other away from the very point at which a link departs, or
/// a path over weighted terrain bends.
#[test]
fn agents_around_one_point_get_on() -> Fallible {
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(1), 2.0)?;
    for is_weighted in [false, true] {
        let is_dear = |x, y| x > 6 || y > 3;
        let mut raw = rectangles_from_cells(12, 6, |x, y| {
            let is_ground = x != 6 || is_weighted && y > 3;
            is_ground.then_some(Terrain((is_weighted && is_dear(x, y)).into()))
        });
        if !is_weighted {
            raw.links.push(RawLink { from: [3.0, 3.0], to: [9.0, 3.0], ..RawLink::default() });
        }
        let mesh = raw.build()?;
        let ring = [[5.0, 3.0], [1.0, 3.0], [3.0, 5.0], [3.0, 1.0]];
        for count in 2..=4 {
            let mut game = Game::default();
            for &start in &ring[..count] {
                let id = game.crowd.add(&mesh, &filter, Body::default(), start)?;
                game.paths.set_goal(id, [10.0, 3.0]);
            }
            for _ in 0..60 * 30 {
                game.tick(&mesh, &filter)?;
                for (id, event) in game.paths.events().to_vec() {
                    assert!(matches!(event, CrowdEvent::AtLink(_)), "{event:?}");
                    game.paths.take_link(&mut game.crowd, id).ok_or("no link")?;
                    let options = PathOptions::new().with_filter(&filter);
                    game.paths.finish_link(&mesh, &options, &mut game.crowd, id)?;
                }
            }
            assert_eq!(game.count(AgentState::Arrived), count, "weighted: {is_weighted}");
        }
    }
    Ok(())
}

/// A goal just behind a corner, in a passage that the agents fill: the last ones never see it.
#[test]
fn all_agents_with_one_goal_arrive_also_around_a_corner() -> Fallible {
    let mesh =
        rectangles_from_cells(16, 3, |x, y| (x == 0 || y == 0).then_some(Terrain(0))).build()?;
    let mut game = Game::default();
    let body = Body { radius: 0.6, ..Body::default() };
    for place in 0..8_u8 {
        let start = [1.5 + 1.5 * f32::from(place), 0.5];
        let id = game.crowd.add(&mesh, &QueryFilter::uniform(), body, start)?;
        game.paths.set_goal(id, [0.5, 2.5]);
    }
    for _ in 0..60 * 30 {
        game.tick(&mesh, &QueryFilter::uniform())?;
    }
    assert_eq!(game.count(AgentState::Arrived), 8);
    Ok(())
}

/// An agent that is alone goes to the departure of a link, however slow it is.
#[test]
fn a_slow_agent_takes_a_link_at_its_departure() -> Fallible {
    let mut raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    raw.links.push(RawLink { from: [3.5, 2.0], to: [5.5, 2.0], ..RawLink::default() });
    let (mesh, filter) = (raw.build()?, QueryFilter::uniform());
    for speed in [0.05, 0.2, 1.4] {
        let mut game = Game::default();
        let body = Body { speed, max_speed: speed, ..Body::default() };
        let id = game.crowd.add(&mesh, &filter, body, [2.0, 2.0])?;
        game.paths.set_goal(id, [8.0, 2.0]);
        let mut ticks = 0;
        while game.paths.events().is_empty() {
            game.tick(&mesh, &filter)?;
            ticks += 1;
            assert!(ticks < 30 * 40, "{speed}");
        }
        let distance = game.crowd.agent(id)?.position.distance(Vec2::new(3.5, 2.0));
        assert!(distance <= 0.5 * body.radius + 1e-3, "{distance} at {speed}");
    }
    Ok(())
}

/// Stopping an agent forgets the link that it takes: the game has to place it, and learns so.
#[test]
fn an_agent_that_was_stopped_on_a_link_does_not_finish_it() -> Fallible {
    let mut raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    raw.links.push(RawLink { from: [3.5, 2.0], to: [5.5, 2.0], ..RawLink::default() });
    let (mesh, filter) = (raw.build()?, QueryFilter::uniform());
    let options = PathOptions::new().with_filter(&filter);
    let mut game = Game::default();
    let id = game.crowd.add(&mesh, &filter, Body::default(), [3.5, 2.0])?;
    game.paths.set_goal(id, [8.0, 2.0]);
    game.tick(&mesh, &filter)?;
    game.paths.take_link(&mut game.crowd, id).ok_or("no link")?;
    game.paths.stop(&mut game.crowd, id);
    game.paths.set_goal(id, [8.0, 2.0]);
    let refused = game.paths.finish_link(&mesh, &options, &mut game.crowd, id);
    assert_eq!(refused, Err(CrowdError::NoSuchAgent { id }));
    game.crowd.place(&mesh, &filter, id, [5.5, 2.0])?;
    for _ in 0..5 * 30 {
        game.tick(&mesh, &filter)?;
    }
    assert_eq!(game.count(AgentState::Arrived), 1);
    Ok(())
}

/// At the corner, the agent would overlap the walker by 0.01 units. Before the corner, it does not see its
/// goal.
#[test]
fn an_agent_gets_past_a_walker_that_it_touches_only_at_a_corner() -> Fallible {
    let mut weighted = QueryFilter::uniform();
    weighted.set(Terrain(1), 2.0)?;
    let raw = rectangles_from_cells(24, 24, |x, y| {
        (x >= 12 || y >= 12).then_some(Terrain((x > 20).into()))
    });
    let mesh = raw.build()?;
    let body = Body { radius: 0.4, speed: 3.0, max_speed: 3.75, ..Body::default() };
    for filter in [QueryFilter::uniform(), weighted] {
        let crowd = Crowd::with_options(CrowdOptions::mixed().scaled(2.0))?;
        let mut game = Game { crowd, ..Game::default() };
        let id = game.crowd.add(&mesh, &filter, body, [4.0, 12.5])?;
        game.paths.set_goal(id, [12.5, 4.0]);
        game.crowd.add_walker(body, [12.79, 12.0])?;
        for _ in 0..15 * 30 {
            game.tick(&mesh, &filter)?;
        }
        assert_eq!(game.crowd.agent(id)?.state, AgentState::Arrived);
    }
    Ok(())
}
