//! The behaviour of agents.

use tautline_crowd::{
    AgentState, Body, Crowd, CrowdError, CrowdFigures, CrowdOptions, CrowdScratch, Target,
};
use tautline_navmesh::{QueryFilter, RawMesh, Vec2};

use crate::{TICK, TestResult, crowd_of, field, run};

/// The least distance between any two agents over a time.
fn least_distance(crowd: &mut Crowd, mesh: &tautline_navmesh::NavMesh, ticks: usize) -> f32 {
    let mut least = f32::INFINITY;
    for _ in 0..ticks {
        run(crowd, mesh, 1);
        let agents: Vec<_> = crowd.agents().collect();
        for (index, a) in agents.iter().enumerate() {
            for b in &agents[..index] {
                least = least.min(a.position.distance(b.position));
            }
        }
    }
    least
}

#[test]
fn an_agent_that_is_alone_walks_straight_and_stops_at_its_goal() -> TestResult {
    let mesh = field(20, 20);
    let [start, goal] = [Vec2::new(2.0, 3.0), Vec2::new(16.5, 11.25)];
    let mut crowd = crowd_of(&mesh, &[[start, goal]]);
    let ticks = start.distance(goal) / (1.4 * TICK);
    let mut walked = 0.0;
    while crowd.agents().all(|agent| agent.state == AgentState::Walking) {
        run(&mut crowd, &mesh, 1);
        walked += 1.0;
        assert!(walked < 2.0 * ticks);
    }
    assert!((walked - ticks).abs() <= 3.0, "{walked} ticks instead of {ticks}");
    run(&mut crowd, &mesh, 30);
    let agent = crowd.agents().next().ok_or("it is gone")?;
    assert_eq!(agent.state, AgentState::Arrived);
    assert!(agent.position.distance(goal) <= CrowdOptions::mixed().arrival_distance);
    Ok(())
}

#[test]
fn an_agent_that_walks_straight_does_not_turn_also_while_time_stands_still() {
    let mesh = field(20, 20);
    let mut crowd = crowd_of(&mesh, &[[Vec2::new(2.0, 3.0), Vec2::new(18.0, 3.0)]]);
    let mut figures = CrowdFigures::new();
    for tick in 0..60 {
        let seconds = if tick % 3 == 2 { 0.0 } else { TICK };
        run(&mut crowd, &mesh, usize::from(seconds > 0.0));
        figures.record(&mesh, &crowd, seconds);
    }
    assert!(figures.turning() < 1e-3, "{}", figures.turning());
}

#[test]
fn two_agents_that_meet_head_on_pass_each_other_on_the_right() {
    let mesh = field(20, 4);
    let (left, right) = (Vec2::new(2.0, 2.0), Vec2::new(18.0, 2.0));
    let mut crowd = crowd_of(&mesh, &[[left, right], [right, left]]);
    let mut met = false;
    for _ in 0..15 * 30 {
        run(&mut crowd, &mesh, 1);
        let agents: Vec<_> = crowd.agents().collect();
        let [a, b] = [agents[0].position, agents[1].position];
        if (a.x - b.x).abs() < 0.05 {
            met = true;
            assert!(a.y < b.y, "the one that walks to the right passes below");
        }
    }
    assert!(met);
    assert!(crowd.agents().all(|agent| agent.state == AgentState::Arrived));
}

#[test]
fn a_queue_keeps_right_of_an_agent_that_only_its_first_sees_and_forgets_it() -> TestResult {
    let mesh = field(40, 6);
    let mut ends: Vec<_> =
        (0_u8..8).map(|place| [9.0 - f32::from(place), 39.0].map(|x| Vec2::new(x, 3.0))).collect();
    ends.push([Vec2::new(11.0, 3.0), Vec2::new(1.0, 3.0)]);
    let mut crowd = crowd_of(&mesh, &ends);
    let [last, other] = [7, 8].map(|index| crowd.agents().nth(index).map(|agent| agent.id));
    let (last, other) = (last.ok_or("no queue")?, other.ok_or("nobody comes")?);
    let aside = |crowd: &Crowd| crowd.agent(last).map(|agent| -agent.velocity.y);

    run(&mut crowd, &mesh, 1);
    let unaware = aside(&crowd)?;
    assert!(unaware < 0.06, "{unaware}");
    run(&mut crowd, &mesh, 3);
    let told = aside(&crowd)?;
    let distance = crowd.agent(last)?.position.distance(crowd.agent(other)?.position);
    assert!(told > 0.08 && distance > 2.0 * crowd.options().range, "{told} at {distance}");

    crowd.remove(other)?;
    run(&mut crowd, &mesh, 12);
    let forgot = aside(&crowd)?;
    assert!(forgot < 0.06, "{forgot}");
    Ok(())
}

#[test]
fn two_groups_pass_each_other_in_a_gap_of_four_bodies() {
    // The centres of agents keep the radius off the walls: the gap is 2.6 m wide.
    let mesh = field(44, 2);
    let mut ends = Vec::new();
    for place in 0_u8..40 {
        let (x, y) = (1.0 + 0.8 * f32::from(place / 4), 0.1 + 0.6 * f32::from(place % 4));
        ends.push([Vec2::new(x, y), Vec2::new(x + 33.0, y)]);
        ends.push([Vec2::new(44.0 - x, y), Vec2::new(11.0 - x, y)]);
    }
    let mut crowd = crowd_of(&mesh, &ends);
    // An agent that is alone takes 24 seconds.
    run(&mut crowd, &mesh, 29 * 30);
    let late = crowd.agents().filter(|agent| agent.state != AgentState::Arrived).count();
    assert!(late <= 30, "{late} of 80 are late");
}

#[test]
fn strict_agents_do_not_overlap_in_the_open() -> TestResult {
    let mesh = field(30, 30);
    let mut crowd = Crowd::with_options(CrowdOptions::strict())?;
    let filter = QueryFilter::uniform();
    // Four groups of nine that cross in the middle.
    for (x, y) in (0..3_u8).flat_map(|x| (0..3_u8).map(move |y| (f32::from(x), f32::from(y)))) {
        let (x, y) = (2.0 + 1.5 * x, 13.0 + 1.5 * y);
        for (start, goal) in [
            ([x, y], [x + 23.0, y]),
            ([30.0 - x, y + 0.5], [7.0 - x, y + 0.5]),
            ([y, x], [y, x + 23.0]),
            ([y + 0.5, 30.0 - x], [y + 0.5, 7.0 - x]),
        ] {
            let id = crowd.add(&mesh, &filter, Body::default(), start)?;
            crowd.set_target(id, Target::last(goal.into()))?;
        }
    }
    let least = least_distance(&mut crowd, &mesh, 60 * 30);
    assert!(crowd.agents().all(|agent| agent.state == AgentState::Arrived));
    assert!(least >= 0.9 * 0.6, "{least}");
    Ok(())
}

#[test]
fn agents_on_one_spot_part() {
    let mesh = field(10, 10);
    let spot = Vec2::new(5.0, 5.0);
    let mut crowd = crowd_of(&mesh, &[[spot, spot]; 5]);
    for id in crowd.agents().map(|agent| agent.id).collect::<Vec<_>>() {
        crowd.set_target(id, None).unwrap();
    }
    run(&mut crowd, &mesh, 60);
    let least = least_distance(&mut crowd, &mesh, 1);
    assert!(least > 0.5, "{least}");
}

#[test]
fn hundreds_share_a_goal_as_a_disc_and_come_back_when_they_are_pushed_away() -> TestResult {
    let mesh = field(40, 40);
    let goal = Vec2::new(20.0, 20.0);
    let places = (0..200_u16).map(|index| {
        Vec2::new(1.0 + 2.0 * f32::from(index % 20), 1.0 + 3.5 * f32::from(index / 20))
    });
    let ends: Vec<_> = places.map(|start| [start, goal]).collect();
    let mut crowd = crowd_of(&mesh, &ends);
    run(&mut crowd, &mesh, 60 * 30);
    let furthest = crowd.agents().map(|agent| agent.position.distance(goal)).fold(0.0, f32::max);
    assert!(crowd.agents().all(|agent| agent.state == AgentState::Arrived));
    // 200 discs of radius 0.3, packed at 0.6 of the area, fill a disc of radius 5.5.
    assert!(furthest < 8.0, "{furthest}");

    // Standing agents stand.
    let before: Vec<_> = crowd.agents().map(|agent| agent.position).collect();
    run(&mut crowd, &mesh, 30);
    for (agent, before) in crowd.agents().zip(before) {
        assert!(agent.position.distance(before) < 0.1, "{agent:?} moved from {before}");
    }
    let away = crowd.agents().next().ok_or("no agent")?.id;
    crowd.place(&mesh, &QueryFilter::uniform(), away, [2.0, 2.0])?;
    assert_eq!(crowd.agent(away)?.state, AgentState::Walking);
    run(&mut crowd, &mesh, 30 * 30);
    assert_eq!(crowd.agent(away)?.state, AgentState::Arrived);
    Ok(())
}

#[test]
fn agents_whose_goals_are_closer_than_bodies_do_not_walk_around_each_other() {
    let mesh = field(16, 16);
    let places = [[13.0, 5.0], [13.5, 4.75], [13.25, 4.75], [14.5, 0.75], [13.5, 1.75]];
    let ends: Vec<_> =
        (0..5).map(|index| [index, (index + 1) % 5].map(|at| Vec2::from(places[at]))).collect();
    let mut crowd = crowd_of(&mesh, &ends);
    run(&mut crowd, &mesh, 20 * 30);
    assert!(crowd.agents().all(|agent| agent.state == AgentState::Arrived));
}

#[test]
fn an_agent_arrives_beside_one_that_rests_on_its_goal() -> TestResult {
    let mesh = field(20, 20);
    for speed in [1.4, 3.0] {
        let goal = Vec2::new(12.0, 10.0);
        // One that has arrived at another goal, and one that never had any.
        for other in [Vec2::new(12.1, 10.2), goal] {
            let mut crowd = Crowd::new();
            let everywhere = QueryFilter::uniform();
            let resting = crowd.add(&mesh, &everywhere, Body::default(), other)?;
            crowd.set_target(resting, (other != goal).then_some(Target::last(other)))?;
            run(&mut crowd, &mesh, 1);
            let body = Body { speed, max_speed: 1.5 * speed, ..Body::default() };
            let id = crowd.add(&mesh, &everywhere, body, [2.0, 10.0])?;
            crowd.set_target(id, Some(Target::last(goal)))?;
            run(&mut crowd, &mesh, 15 * 30);
            let agent = crowd.agent(id)?;
            assert_eq!(agent.state, AgentState::Arrived, "{agent:?}");
            assert!(agent.position.distance(goal) < 0.8, "{agent:?}");
        }
    }
    Ok(())
}

#[test]
fn agents_make_room_for_walkers_and_for_higher_priority() -> TestResult {
    let mesh = field(20, 20);
    let filter = QueryFilter::uniform();
    let mut crowd = Crowd::new();
    let king = Body { priority: 9, ..Body::default() };
    let king = crowd.add(&mesh, &filter, king, [2.0, 10.0])?;
    crowd.set_target(king, Target::last(Vec2::new(18.0, 10.0)))?;
    let subject = crowd.add(&mesh, &filter, Body::default(), [18.0, 10.0])?;
    crowd.set_target(subject, Target::last(Vec2::new(2.0, 10.0)))?;
    let mut least_y = f32::INFINITY;
    for _ in 0..15 * 30 {
        run(&mut crowd, &mesh, 1);
        least_y = least_y.min((crowd.agent(king)?.position.y - 10.0).abs());
        assert!(
            (crowd.agent(king)?.position.y - 10.0).abs() < 0.35,
            "it keeps to its line, nearly"
        );
    }
    assert_eq!(crowd.agent(king)?.state, AgentState::Arrived);
    assert_eq!(crowd.agent(subject)?.state, AgentState::Arrived);

    // A cart drives through someone who stands.
    let cart = crowd.add_walker(Body { radius: 1.0, ..Body::default() }, [1.0, 5.0])?;
    let idler = crowd.add(&mesh, &filter, Body::default(), [10.0, 5.0])?;
    let mut scratch = CrowdScratch::new();
    for tick in 0..200_u8 {
        let x = 1.0 + 2.0 * TICK * f32::from(tick);
        crowd.move_walker(cart, [x, 5.0], Vec2::new(2.0, 0.0))?;
        crowd.step(&mesh, &filter, TICK, &mut scratch)?;
        let gap = crowd.agent(idler)?.position.distance(Vec2::new(x, 5.0));
        assert!(gap > 0.75 * 1.3, "{gap} at tick {tick}");
    }
    assert_eq!(crowd.agent(cart)?.state, AgentState::Walker);
    Ok(())
}

#[test]
fn a_crowd_in_other_units_walks_the_same_paths() -> TestResult {
    // Two groups that pass each other, in metres and in pixels.
    let crowd_in = |unit: u8| {
        let mesh = field(20 * u32::from(unit), 8 * u32::from(unit));
        let unit = f32::from(unit);
        let (filter, mut scratch) = (QueryFilter::uniform(), CrowdScratch::new());
        let mut crowd = Crowd::with_options(CrowdOptions::mixed().scaled(unit))?;
        for number in 0..12_u8 {
            let y = 1.0 + 0.5 * f32::from(number);
            let (from, to) = if number % 2 == 0 { (2.0, 18.0) } else { (18.0, 2.0) };
            let body = Body::default().scaled(unit);
            let id = crowd.add(&mesh, &filter, body, [unit * from, unit * y])?;
            crowd.set_target(id, Target::last(unit * Vec2::new(to, y)))?;
        }
        for _ in 0..300 {
            crowd.step(&mesh, &filter, TICK, &mut scratch)?;
        }
        let positions = crowd.agents().map(|agent| agent.position / unit);
        Ok::<Vec<Vec2>, Box<dyn std::error::Error>>(positions.collect())
    };
    assert_eq!(crowd_in(1)?, crowd_in(32)?);
    Ok(())
}

#[test]
fn agents_arrive_next_to_a_walker_that_rests_at_their_goal() -> TestResult {
    let (mesh, filter) = (field(20, 20), QueryFilter::uniform());
    let goal = Target::last(Vec2::new(10.0, 10.0));
    // The walker rests at the goal of the agents, or on it without a goal of its own, or does not rest.
    for (at, rest, arrives) in [
        ([10.8, 10.0], Some(Some(goal)), true),
        ([10.0, 10.0], Some(None), true),
        ([10.0, 10.0], None, false),
    ] {
        let mut crowd = Crowd::new();
        let walker = crowd.add_walker(Body { radius: 0.9, ..Body::default() }, at)?;
        if let Some(target) = rest {
            crowd.rest_walker(walker, target)?;
        }
        let id = crowd.add(&mesh, &filter, Body::default(), [18.0, 10.0])?;
        crowd.set_target(id, goal)?;
        run(&mut crowd, &mesh, 15 * 30);
        assert_eq!(crowd.agent(id)?.state == AgentState::Arrived, arrives, "{at:?} {rest:?}");
        assert_eq!(crowd.agent(walker)?.state, AgentState::Walker);

        // Once it is moved, it does not rest any more.
        let new = crowd.add(&mesh, &filter, Body::default(), [2.0, 10.0])?;
        crowd.set_target(new, goal)?;
        crowd.remove(id)?;
        crowd.move_walker(walker, at, Vec2::ZERO)?;
        run(&mut crowd, &mesh, 15 * 30);
        assert_eq!(crowd.agent(new)?.state, AgentState::Walking, "{at:?} {rest:?}");
    }
    Ok(())
}

#[test]
fn groups_that_do_not_avoid_each_other_walk_through() -> TestResult {
    let mesh = field(20, 2);
    let filter = QueryFilter::uniform();
    let mut crowd = Crowd::new();
    let ghost = Body { groups: 2, avoids: 0, ..Body::default() };
    let person = Body { avoids: 1, ..Body::default() };
    let ids = [
        crowd.add(&mesh, &filter, ghost, [1.0, 1.0])?,
        crowd.add(&mesh, &filter, person, [19.0, 1.0])?,
    ];
    crowd.set_target(ids[0], Target::last(Vec2::new(19.0, 1.0)))?;
    crowd.set_target(ids[1], Target::last(Vec2::new(1.0, 1.0)))?;
    for _ in 0..14 * 30 {
        run(&mut crowd, &mesh, 1);
        for &id in &ids {
            assert_eq!(crowd.agent(id)?.position.y, 1.0, "neither turns aside");
        }
    }
    Ok(())
}

#[test]
fn an_agent_that_cannot_go_on_says_for_how_long() -> TestResult {
    let mesh = field(10, 1);
    let filter = QueryFilter::uniform();
    let mut crowd = Crowd::new();
    // A cart as wide as the passage.
    crowd.add_walker(Body { radius: 0.6, ..Body::default() }, [5.0, 0.5])?;
    let id = crowd.add(&mesh, &filter, Body::default(), [1.0, 0.5])?;
    crowd.set_target(id, Target::last(Vec2::new(9.0, 0.5)))?;
    run(&mut crowd, &mesh, 10 * 30);
    let agent = crowd.agent(id)?;
    assert_eq!(agent.state, AgentState::Walking);
    assert!(agent.position.x < 4.5);
    assert!(agent.blocked_for > 3.0, "{}", agent.blocked_for);

    crowd.step(&mesh, &filter, 0.0, &mut CrowdScratch::new())?;
    assert_eq!(crowd.agent(id)?.blocked_for, agent.blocked_for, "a pause changes nothing");
    Ok(())
}

#[test]
fn agents_in_a_jam_are_blocked_until_they_walk_away() -> TestResult {
    let mesh = field(12, 4);
    // They press against a wall in front of their goals.
    let ends: Vec<_> = (0_u8..40)
        .map(|place| {
            let (x, y) = (5.0 + 0.7 * f32::from(place / 6), 0.25 + 0.7 * f32::from(place % 6));
            [Vec2::new(x, y), Vec2::new(20.0, 2.0)]
        })
        .collect();
    let mut crowd = crowd_of(&mesh, &ends);
    run(&mut crowd, &mesh, 20 * 30);
    let blocked = crowd.agents().filter(|agent| agent.blocked_for > 2.0).count();
    assert!(blocked >= 38, "{blocked} of 40");

    // Those that walk away are not blocked.
    for id in crowd.agents().map(|agent| agent.id).collect::<Vec<_>>() {
        crowd.set_target(id, Target::last(Vec2::new(1.0, 2.0)))?;
    }
    run(&mut crowd, &mesh, 2 * 30);
    let first = crowd.agents().min_by(|a, b| a.position.x.total_cmp(&b.position.x));
    assert_eq!(first.ok_or("no agents")?.blocked_for, 0.0);
    Ok(())
}

#[test]
fn an_agent_that_is_pushed_back_again_and_again_is_blocked() -> TestResult {
    let (mesh, filter) = (field(10, 1), QueryFilter::uniform());
    let mut crowd = crowd_of(&mesh, &[[Vec2::new(4.0, 0.5), Vec2::new(9.0, 0.5)]]);
    let id = crowd.agents().next().ok_or("no agent")?.id;
    for _ in 0..5 * 30 {
        // Each step is as fast as it walks.
        run(&mut crowd, &mesh, 2);
        crowd.moved_to(&mesh, &filter, id, [4.0, 0.5], Vec2::ZERO)?;
    }
    let blocked_for = crowd.agent(id)?.blocked_for;
    assert!(blocked_for > 9.0, "{blocked_for}");
    run(&mut crowd, &mesh, 30);
    assert_eq!(crowd.agent(id)?.blocked_for, 0.0, "it walks");
    Ok(())
}

/// The disc of those that have arrived reaches past a corner.
#[test]
fn an_agent_arrives_beside_others_at_its_goal_before_its_last_corner() -> TestResult {
    let mesh = field(10, 1);
    let filter = QueryFilter::uniform();
    // Agents as wide as the passage, one after the other.
    let body = Body { radius: 0.6, ..Body::default() };
    let goal = Vec2::new(8.0, 0.5);
    let corner = Target::corner(Vec2::new(7.0, 0.5), 1.0);
    for (target, arrives) in [
        (corner.with_goal(goal), true),
        (corner, false),
        (Target { remaining: 2.5, ..corner }.with_goal(Vec2::new(9.5, 0.5)), false),
        // It stands behind a thin wall, and its way leads around that.
        (Target { remaining: 20.0, ..corner }.with_goal(goal), false),
    ] {
        let mut crowd = Crowd::new();
        for x in [8.0, 6.5] {
            let id = crowd.add(&mesh, &filter, body, [x, 0.5])?;
            crowd.set_target(id, Target::last(goal))?;
        }
        let id = crowd.add(&mesh, &filter, body, [2.0, 0.5])?;
        crowd.set_target(id, target)?;
        run(&mut crowd, &mesh, 5 * 30);
        assert_eq!(crowd.agent(id)?.state, AgentState::Walking, "others may get on");
        run(&mut crowd, &mesh, 12 * 30);
        let agent = crowd.agent(id)?;
        assert_eq!(agent.state == AgentState::Arrived, arrives, "{agent:?}");
        if arrives {
            // It stays there when it sees its goal, and leaves for another one.
            crowd.set_target(id, Target::last(goal))?;
            assert_eq!(crowd.agent(id)?.state, AgentState::Arrived);
            crowd.set_target(id, corner.with_goal(Vec2::new(9.0, 0.5)))?;
            assert_eq!(crowd.agent(id)?.state, AgentState::Walking);
        }
    }
    Ok(())
}

#[test]
fn a_corner_is_passed_without_a_stop() -> TestResult {
    let mesh = field(20, 20);
    let mut crowd = crowd_of(&mesh, &[[Vec2::new(2.0, 2.0), Vec2::new(18.0, 2.0)]]);
    let id = crowd.agents().next().ok_or("no agent")?.id;
    crowd.set_target(id, Target::corner(Vec2::new(10.0, 2.0), 8.0))?;
    for _ in 0..20 * 30 {
        run(&mut crowd, &mesh, 1);
        let agent = crowd.agent(id)?;
        if agent.target.is_some_and(|target| agent.position.distance(target.point) < 0.05) {
            break;
        }
        let speed = agent.velocity.length();
        assert!(speed > 1.35, "{speed}");
    }
    assert_eq!(crowd.agent(id)?.state, AgentState::Walking, "a corner is no goal");
    Ok(())
}

#[test]
fn an_agent_of_higher_priority_sets_off_straight_through_one_of_lower_priority() -> TestResult {
    let (mesh, filter) = (field(20, 10), QueryFilter::uniform());
    let mut crowd = Crowd::new();
    let [start, goal] = [Vec2::new(5.0, 5.0), Vec2::new(15.0, 5.0)];
    let first = Body { priority: 1, ..Body::default() };
    let first = crowd.add(&mesh, &filter, first, start)?;
    crowd.set_target(first, Target::last(goal))?;
    let idle = crowd.add(&mesh, &filter, Body::default(), start + Vec2::new(0.65, 0.1))?;
    run(&mut crowd, &mesh, 60);
    let walked = crowd.agent(first)?.position;
    assert!(walked.x > 7.7 && (walked.y - 5.0).abs() < 0.1, "{walked}");
    let distance = crowd.agent(idle)?.position.distance(walked);
    assert!(distance > 0.6, "{distance}");
    Ok(())
}

#[test]
fn agents_that_come_from_one_side_fill_a_disc_around_their_goal() {
    let mesh = field(40, 30);
    let goal = Vec2::new(30.0, 15.0);
    let ends: Vec<_> = (0_u8..60)
        .map(|place| {
            let start = Vec2::new(f32::from(place / 10), f32::from(place % 10));
            [start + Vec2::new(2.0, 10.0), goal]
        })
        .collect();
    let mut crowd = crowd_of(&mesh, &ends);
    run(&mut crowd, &mesh, 60 * 30);
    assert!(crowd.agents().all(|agent| agent.state == AgentState::Arrived));
    let distances = crowd.agents().map(|agent| agent.position.distance(goal));
    // The discs of all would fill one with a radius of 2.4.
    let furthest = distances.fold(0.0, f32::max);
    assert!(furthest < 5.0, "{furthest}");
}

#[test]
fn slow_agents_that_crowd_at_their_goal_from_all_sides_arrive() -> TestResult {
    let (mesh, filter) = (field(30, 30), QueryFilter::uniform());
    let goal = Vec2::new(15.0, 15.0);
    let mut crowd = Crowd::new();
    let body = Body { speed: 0.7, max_speed: 0.9, ..Body::default() };
    for place in 0_u8..120 {
        let away = Vec2::from_angle(f32::from(place) * 2.4) * (5.0 + 0.06 * f32::from(place));
        let id = crowd.add(&mesh, &filter, body, goal + away)?;
        crowd.set_target(id, Target::last(goal))?;
    }
    run(&mut crowd, &mesh, 60 * 30);
    let walking = crowd.agents().filter(|agent| agent.state != AgentState::Arrived).count();
    assert_eq!(walking, 0);
    Ok(())
}

/// Regression: agents that had arrived closed a passage for all others, since they only make room for agents that move
/// towards them.
#[test]
fn agents_at_rest_make_way_for_blocked_agents_and_go_back() -> TestResult {
    let filter = QueryFilter::uniform();
    let presets = [CrowdOptions::mixed(), CrowdOptions::strict(), CrowdOptions::dense()];
    // The corridors are 2.5 and 3 bodies wide.
    for (options, width) in presets.into_iter().flat_map(|preset| [(preset, 0.9), (preset, 1.2)]) {
        let corners = [[0.0, 0.0], [60.0, 0.0], [60.0, width], [0.0, width]];
        let mut raw = RawMesh::from_vertices(&corners);
        raw.push_area(&[0, 1, 2, 3]);
        let mesh = raw.build()?;
        let mut crowd = Crowd::with_options(options)?;
        let send = |crowd: &mut Crowd, from: f32, to: f32| {
            let id = crowd.add(&mesh, &filter, Body::default(), [from, width / 2.0])?;
            crowd.set_target(id, Target::last(Vec2::new(to, width / 2.0)))?;
            Ok::<_, CrowdError>(id)
        };
        for place in 0..12_u8 {
            send(&mut crowd, 2.0 + 0.65 * f32::from(place), 30.0)?;
        }
        run(&mut crowd, &mesh, 40 * 30);
        let have_arrived =
            |crowd: &Crowd| crowd.agents().all(|agent| agent.state == AgentState::Arrived);
        assert!(have_arrived(&crowd), "{width}: {options:?}");
        for (from, to) in [(2.0, 57.0), (3.0, 58.0)] {
            send(&mut crowd, from, to)?;
        }
        run(&mut crowd, &mesh, 80 * 30);
        assert!(have_arrived(&crowd), "{width}: {options:?}");
    }
    Ok(())
}
