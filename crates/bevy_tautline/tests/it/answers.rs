use std::process::Command;

use bevy_app::{TaskPoolOptions, TaskPoolPlugin};
use bevy_ecs::entity::Entity;
use bevy_tautline::{
    Answers, NavAgent, NavArrived, NavCosts, NavGoal, NavLandmarks, NavMove, NavObstacle, NavOn,
    NavState, TautlinePlugin,
};

use crate::landmarks::{cart as costs, meadows};
use crate::world::{World, alone, at, hall, point, two_gaps};

/// The variable that names the number of threads of a world in a process of its own.
const THREADS: &str = "BEVY_TAUTLINE_TEST_THREADS";

#[test]
fn answers_after_some_ticks_give_the_same_bits_for_1_2_and_8_threads() {
    // The thread pools of Bevy belong to a process.
    let bits = [1, 2, 8].map(|threads: u32| {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "answers::a_busy_world", "--ignored", "--nocapture"])
            .env(THREADS, threads.to_string())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let output = String::from_utf8_lossy(&output.stdout).into_owned();
        output.lines().find_map(|line| Some(line.split_once("bits ")?.1.to_owned())).unwrap()
    });
    assert_eq!(bits[0], bits[1]);
    assert_eq!(bits[0], bits[2]);
}

#[test]
#[ignore = "is run in processes of its own, by the test above"]
fn a_busy_world() {
    let Ok(threads) = std::env::var(THREADS) else { return };
    let options = TaskPoolOptions::with_num_threads(threads.parse().unwrap());
    let plugin = TautlinePlugin::z_up().with_answers(Answers::AfterTicks(3));
    let mut world = World::with_pool(TaskPoolPlugin { task_pool_options: options }, plugin);
    let first = world.ground(two_gaps(&[0.25, 0.5]));
    let mut agents: Vec<_> = (0..60_u16)
        .map(|index| {
            let [x, y] = [index % 6, index / 6].map(|at| 1.0 + 1.4 * f32::from(at));
            let radius = if index % 5 == 0 { 0.5 } else { 0.25 };
            let agent = world.spawn((at(x, y + 2.0), NavAgent::new(radius, 3.0), NavMove));
            world.insert(agent, point(11.5 + x, 18.0 - y));
            agent
        })
        .collect();
    // On another ground, some search with landmarks.
    let second = world.ground(meadows());
    world.insert(second, NavLandmarks::for_costs([costs()]));
    agents.extend((0..10_u16).map(|index| {
        let [x, y] = [index % 5, index / 5].map(|at| 2.0 + 1.5 * f32::from(at));
        let agent = world.agent_to(x, y, point(34.0 - x, 33.0 - y));
        world.insert(agent, (NavOn(second), NavCosts(costs())));
        agent
    }));
    let cart = world.spawn((at(12.0, 10.0), NavObstacle::rect(1.0, 2.0), NavOn(first)));
    let rock = world.spawn((at(18.0, 18.0), NavObstacle::rect(2.0, 2.0), NavOn(second)));
    let (mut bits, mut walked) = (0xcbf2_9ce4_8422_2325_u64, 0);
    for tick in 0..400_u16 {
        if tick % 7 == 0 {
            world.insert(cart, at(12.0, 10.0 - 0.02 * f32::from(tick)));
        }
        if tick == 150 {
            world.insert(rock, at(14.0, 20.0));
            world.despawn(agents[17]);
            world.insert(agents[3], NavGoal::Entity(agents[4]));
        }
        world.tick(1);
        for &agent in agents.iter().filter(|&&agent| tick < 150 || agent != agents[17]) {
            let here = world.position(agent);
            walked += u32::from(here.x > 11.0 && tick == 399);
            for part in here.to_array() {
                bits = (bits ^ u64::from(part.to_bits())).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
    }
    assert!(walked > 30, "most are through the gaps: {walked}");
    println!("bits {bits:016x}");
}

#[test]
fn answers_arrive_in_exactly_the_tick_that_was_asked_for() {
    let mut world = World::with(alone().with_answers(Answers::AfterTicks(6)));
    world.ground(two_gaps(&[0.25]));
    let agent = world.agent_to(2.0, 2.0, point(18.0, 2.0));
    for _ in 0..6 {
        world.tick(1);
        assert_eq!(world.state(agent), NavState::Waiting);
    }
    world.tick(1);
    assert_eq!(world.state(agent), NavState::Walking);
}

/// Agents in a row in the left half, all with one goal in the right half.
fn sent_off(world: &mut World, count: u16) -> Vec<Entity> {
    let place = |index: u16| 1.0 + 7.5 * f32::from(index) / f32::from(count);
    let send_off = |index| world.agent_to(place(index), 5.0, point(18.0, 2.0));
    (0..count).map(send_off).collect()
}

#[test]
fn a_crowd_that_gets_its_goals_at_once_asks_in_several_ticks() {
    let mut world = World::with(alone().with_answers(Answers::AfterTicks(2)));
    world.ground(two_gaps(&[0.25]));
    let agents = sent_off(&mut world, 5_000);
    let walk = |world: &World| {
        agents.iter().map(|&agent| world.state(agent) == NavState::Walking).collect::<Vec<_>>()
    };
    world.tick(2);
    assert!(walk(&world).iter().all(|walks| !walks));
    world.tick(1);
    let first = walk(&world);
    assert!(first[..4096].iter().all(|&walks| walks), "in the order in which they were added");
    assert!(first[4096..].iter().all(|&walks| !walks), "the others asked one tick later");
    world.tick(1);
    assert!(walk(&world).iter().all(|&walks| walks));
}

#[test]
fn answers_when_ready_arrive_some_time() {
    let mut world = World::with(alone().with_answers(Answers::WhenReady));
    world.ground(two_gaps(&[0.25]));
    let agents = sent_off(&mut world, 500);
    let all_walk = world.until(5_000, |world| {
        std::thread::sleep(std::time::Duration::from_millis(1));
        agents.iter().all(|&agent| world.state(agent) == NavState::Walking)
    });
    assert!(all_walk);
}

#[test]
fn a_goal_that_changes_in_every_tick_does_not_starve_its_agent() {
    let mut world = World::with(alone().with_answers(Answers::AfterTicks(5)));
    world.ground(two_gaps(&[0.25]));
    let agent = world.agent(2.0, 8.0);
    for tick in 0..600_u16 {
        world.insert(agent, point(18.0, 2.0 + 0.01 * f32::from(tick)));
        world.tick(1);
    }
    assert!(world.position(agent).distance(bevy_math::Vec3::new(18.0, 8.0, 0.0)) < 1.0);
}

fn turns_back(plugin: TautlinePlugin) {
    let mut world = World::with(plugin.with_answers(Answers::AfterTicks(4)));
    world.ground(hall());
    let agent = world.agent_to(2.0, 10.0, point(6.0, 10.0));
    assert!(world.until(200, |world| world.state(agent) == NavState::Arrived));
    assert_eq!(world.messages::<NavArrived>(), [NavArrived { agent }]);

    world.insert(agent, point(2.0, 10.0));
    world.tick(2);
    assert_eq!(world.state(agent), NavState::Waiting);
    // It gets another goal before the answer is there.
    world.insert(agent, point(12.0, 10.0));
    world.tick(1);
    let arrived = world.until(200, |world| world.state(agent) == NavState::Arrived);
    assert!(arrived, "{:?}", world.state(agent));
    assert!(world.position(agent).x > 11.8, "{}", world.position(agent));
    assert_eq!(world.messages::<NavArrived>(), [NavArrived { agent }], "once");
}

#[test]
fn an_agent_that_waits_for_a_path_to_its_next_goal_has_not_arrived() {
    turns_back(alone());
}

#[cfg(feature = "crowd")]
#[test]
fn an_agent_in_a_crowd_that_waits_for_a_path_to_its_next_goal_has_not_arrived() {
    turns_back(TautlinePlugin::z_up());
}
