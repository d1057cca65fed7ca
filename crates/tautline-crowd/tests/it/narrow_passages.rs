//! Passages that are too narrow for two agents: queues, and those who meet.

use tautline_crowd::{AgentState, Body, Crowd, CrowdFigures, CrowdOptions, Target};
use tautline_navmesh::{
    NavMesh, QueryFilter, RawMesh, RayCast, Terrain, Vec2, rectangles_from_cells,
};

use crate::{TICK, TestResult, run};

/// Agents so wide that two have no room side by side in a passage of one cell.
const BODY: Body = Body {
    radius: 0.6,
    speed: 1.4,
    max_speed: 1.8,
    height: 1.8,
    priority: 0,
    groups: 1,
    avoids: 1,
};

/// Sends 24 agents through a door that has room for one of them. Returns the number of ticks that
/// they take, at most `limit`, and the share of agent-ticks with overlaps of more than 5 %.
fn through_a_narrow_door(options: CrowdOptions, limit: usize) -> (usize, f64) {
    let mesh = rectangles_from_cells(24, 11, |x, y| (x != 11 || y == 5).then_some(Terrain(0)));
    let (mesh, filter) = (mesh.build().unwrap(), QueryFilter::uniform());
    let mut crowd = Crowd::with_options(options).unwrap();
    let door = Vec2::new(11.5, 5.5);
    for place in 0_u8..24 {
        let start = Vec2::new(f32::from(place / 6), f32::from(place % 6)) * 1.4 + Vec2::splat(2.0);
        let id = crowd.add(&mesh, &filter, BODY, start).unwrap();
        crowd.set_target(id, Target::corner(door, 10.0)).unwrap();
    }
    let mut figures = CrowdFigures::new();
    for tick in 0..limit {
        run(&mut crowd, &mesh, 1);
        figures.record(&mesh, &crowd, TICK);
        for agent in crowd.agents().collect::<Vec<_>>() {
            if agent.position.x > 20.0 {
                crowd.remove(agent.id).unwrap();
            } else if agent.position.x > 11.0 && agent.target.is_some_and(|t| t.point == door) {
                let goal = Vec2::new(23.0, agent.position.y);
                crowd.set_target(agent.id, Target::last(goal)).unwrap();
            }
        }
        if crowd.is_empty() {
            return (tick, figures.overlaps());
        }
    }
    (limit, figures.overlaps())
}

#[test]
fn agents_queue_in_front_of_a_door_for_one() {
    let mixed = CrowdOptions::mixed();
    let (queued, overlaps) = through_a_narrow_door(mixed, 3_000);
    assert!(overlaps < 0.01, "{overlaps}");
    // At most one in 1.4 seconds, and the way.
    assert!(queued < 45 * 30, "{queued}");
    let without = CrowdOptions { queues: false, ..mixed };
    let (pressed, _) = through_a_narrow_door(without, 3_000);
    assert!(5 * queued < 4 * pressed, "{queued} ticks in a queue, {pressed} without");
}

/// The disc of all reaches past the door. Those who arrive in the door would shut out the others.
#[test]
fn no_agent_arrives_in_the_door_to_its_goal() -> TestResult {
    let mesh = rectangles_from_cells(30, 21, |x, y| (x != 11 || y == 10).then_some(Terrain(0)));
    let (mesh, filter) = (mesh.build()?, QueryFilter::uniform());
    let (door, goal) = (Vec2::new(11.5, 10.5), Vec2::new(15.0, 10.5));
    let mut crowd = Crowd::new();
    for place in 0_u8..60 {
        let start = Vec2::new(f32::from(place / 12), f32::from(place % 12)) * 1.4 + 2.0;
        let id = crowd.add(&mesh, &filter, BODY, start)?;
        crowd.set_target(id, Target::corner(door, goal.distance(door)).with_goal(goal))?;
    }
    for _ in 0..300 * 30 {
        run(&mut crowd, &mesh, 1);
        for agent in crowd.agents().collect::<Vec<_>>() {
            if agent.position.x > 11.0 && agent.target.is_some_and(|target| !target.is_last) {
                crowd.set_target(agent.id, Target::last(goal))?;
            }
        }
        if crowd.agents().all(|agent| agent.state == AgentState::Arrived) {
            break;
        }
    }
    let outside: Vec<_> = crowd.agents().filter(|agent| agent.position.x < 12.0).collect();
    assert!(outside.is_empty(), "{} of {}", outside.len(), crowd.len());
    Ok(())
}

/// Lets agents walk along polylines of targets, each from its first point to its last one, for at most a number of
/// seconds. Returns the number of those that have not arrived.
fn walk(mesh: &NavMesh, options: CrowdOptions, ways: &[Vec<Vec2>], seconds: usize) -> usize {
    let (mut crowd, filter) = (Crowd::with_options(options).unwrap(), QueryFilter::uniform());
    let target = |way: &[Vec2], next: usize| {
        let goal = way[way.len() - 1];
        let remaining = way[next..].windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        let is_last = next + 1 == way.len();
        Target { point: way[next], remaining, goal: Some(goal), is_last }
    };
    let (mut next, mut ray) = (Vec::new(), RayCast::new());
    for way in ways {
        let id = crowd.add(mesh, &filter, BODY, way[0]).unwrap();
        crowd.set_target(id, target(way, 1)).unwrap();
        next.push((id, 1));
    }
    for _ in 0..seconds * 30 {
        run(&mut crowd, mesh, 1);
        for ((id, next), way) in next.iter_mut().zip(ways) {
            let position = crowd.agent(*id).unwrap().position;
            // The corner behind it is the target again if it was pushed back.
            let mut sees =
                |&point: &usize| mesh.sees(position, way[point], &filter, &mut ray).unwrap();
            let furthest = (1..way.len()).rev().find(&mut sees).unwrap_or(*next);
            if furthest != *next {
                *next = furthest;
                crowd.set_target(*id, target(way, furthest)).unwrap();
            }
        }
        if crowd.agents().all(|agent| agent.state == AgentState::Arrived) {
            break;
        }
    }
    crowd.agents().filter(|agent| agent.state != AgentState::Arrived).count()
}

/// All presets, for bodies of that size.
fn presets() -> [CrowdOptions; 3] {
    [CrowdOptions::mixed(), CrowdOptions::strict(), CrowdOptions::dense()]
        .map(|options| options.scaled(2.0))
}

#[test]
fn two_agents_that_meet_in_a_passage_both_arrive() {
    for length in [1, 4, 9] {
        let is_ground = |x: u32, y: u32| y == 5 || !(10..10 + length).contains(&x);
        let cells =
            rectangles_from_cells(20 + length, 11, |x, y| is_ground(x, y).then_some(Terrain(0)));
        let mesh = cells.build().unwrap();
        let end = 20.0 + f32::from(u8::try_from(length).unwrap());
        for options in presets() {
            // The last pair is symmetric.
            for (y, from_right) in [(4.0, 5.5), (5.5, 6.1), (5.2, 5.8), (5.5, 5.5)] {
                let [left, right] = [Vec2::new(3.0, y), Vec2::new(end - 3.0, from_right)];
                let [inner, outer] = [10.0, end - 10.0].map(|x| Vec2::new(x, 5.5));
                let there = vec![left, inner, outer, right];
                let back = vec![right, outer, inner, left];
                let left_over = walk(&mesh, options, &[there, back], 60);
                assert_eq!(left_over, 0, "{length}, {y} and {from_right}: {options:?}");
            }
        }
    }
}

/// It has been in the passage for longer than they, but it gives way.
#[test]
fn an_agent_that_rests_in_a_passage_lets_others_through() {
    let is_ground = |x: u32, y: u32| y == 5 || !(10..16).contains(&x);
    let mesh = rectangles_from_cells(26, 11, |x, y| is_ground(x, y).then_some(Terrain(0)));
    let mesh = mesh.build().unwrap();
    let [inner, outer] = [10.0, 16.0].map(|x| Vec2::new(x, 5.5));
    let rest = Vec2::new(13.0, 5.5);
    let mut ways = vec![vec![rest, rest]];
    for place in 0_u8..5 {
        let at = 1.5 * f32::from(place);
        let (left, right) = (Vec2::new(3.0, 2.0 + at), Vec2::new(24.0, 2.0 + at));
        ways.push(vec![left, inner, outer, right]);
    }
    for options in presets() {
        assert_eq!(walk(&mesh, options, &ways, 90), 0, "{options:?}");
    }
}

/// ```text
///     ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
///     ▒ ○ ○ ○▒▒▒▒▒▒▒▒▒▒▒▒     Whoever is in the passage longer goes first, also behind the
///     ▒ ○ ○ ○         ▒▒▒     bends: the others leave it backwards.
///     ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ ▒▒▒
///     ▒▒▒▒▒▒▒▒▒       ● ●▒
/// ```
#[test]
fn two_groups_that_meet_behind_bends_all_arrive() {
    let is_ground = |x: u32, y: u32| match x {
        0..10 | 20..30 => true,
        10..14 => y == 3,
        14 => (3..=8).contains(&y),
        _ => y == 8,
    };
    let mesh = rectangles_from_cells(30, 12, |x, y| is_ground(x, y).then_some(Terrain(0)));
    let mesh = mesh.build().unwrap();
    let bends = [[10.0, 3.5], [14.5, 3.5], [14.5, 8.5], [20.0, 8.5]].map(Vec2::from);
    let mut ways = Vec::new();
    for place in 0_u8..4 {
        let at = f32::from(place) * 1.4;
        let (left, right) = (Vec2::new(8.0 - at, 3.7), Vec2::new(22.0 + at, 8.1));
        let there = [&[left][..], &bends, &[right + Vec2::new(1.0, -3.0)]].concat();
        let mut back = [&[left + Vec2::new(-1.0, 4.0)][..], &bends, &[right]].concat();
        back.reverse();
        ways.extend([there, back]);
    }
    for options in presets() {
        assert_eq!(walk(&mesh, options, &ways, 120), 0, "{options:?}");
    }
}

/// ```text
///     ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
///     ▒ ○ ○ ╲╱╲╱╲ ● ● ▒     The walls are short pieces: there are gaps between the passages of their pairs.
///     ▒ ○ ○ ╲╱╲╱╲ ● ● ▒
///     ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
/// ```
#[test]
fn groups_that_meet_between_walls_of_short_segments_all_arrive() {
    let middles: Vec<_> = (0_u8..=24)
        .map(|index| {
            let side = [0.0, 0.1, 0.0, -0.1][usize::from(index % 4)];
            Vec2::new(10.0 + 0.5 * f32::from(index), 5.5 + side)
        })
        .collect();
    let mut raw = RawMesh::default();
    for &middle in &middles {
        raw.vertices.extend([-0.3, 0.3].map(|side| [middle.x, middle.y + side]));
    }
    let last = 2 * 24;
    for lower in (0..last).step_by(2) {
        raw.push_area(&[lower, lower + 2, lower + 3, lower + 1]);
    }
    let corners = [[10.0, 11.0], [0.0, 11.0], [0.0, 0.0], [10.0, 0.0]];
    let others = [[22.0, 0.0], [32.0, 0.0], [32.0, 11.0], [22.0, 11.0]];
    raw.vertices.extend(corners.into_iter().chain(others));
    let left = last + 2;
    raw.push_area(&[0, 1, left, left + 1, left + 2, left + 3]);
    raw.push_area(&[last + 1, last, left + 4, left + 5, left + 6, left + 7]);
    let mesh = raw.build().unwrap();
    let mut ways = Vec::new();
    for place in 0_u8..4 {
        let at = 1.5 * f32::from(place);
        let (left, right) = (Vec2::new(4.0, 2.0 + at), Vec2::new(28.0, 4.0 + at));
        let there = [&[left][..], &middles, &[right]].concat();
        let mut back = [&[left - 2.0 * Vec2::X][..], &middles, &[right + 2.0 * Vec2::X]].concat();
        back.reverse();
        ways.extend([there, back]);
    }
    for options in presets() {
        assert_eq!(walk(&mesh, options, &ways, 120), 0, "{options:?}");
    }
}
