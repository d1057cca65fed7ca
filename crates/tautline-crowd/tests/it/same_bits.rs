//! Equal bits, rollback, and memory.

use std::collections::BTreeMap;

use tautline_crowd::{Agent, AgentId, AgentState, Body, Crowd, CrowdScratch, Target};
use tautline_fixtures::SplitMix64;
use tautline_navmesh::{NavMesh, QueryFilter, RandomPoints, Terrain, Vec2, rectangles_from_cells};

use crate::{TICK, TestResult};

/// Ground with pillars, and starts and goals on it.
fn town(count: usize) -> (NavMesh, Vec<[Vec2; 2]>) {
    let is_free = |x: u32, y: u32| x % 5 != 4 || y % 7 > 2;
    let mesh =
        rectangles_from_cells(60, 60, |x, y| is_free(x, y).then_some(Terrain(0))).build().unwrap();
    let (points, mut seed) = (RandomPoints::new(&mesh), SplitMix64::new(3).next_u64());
    let mut draw = || points.draw(&mesh, &mut seed).unwrap().1;
    let ends = (0..count).map(|_| [draw(), draw()]).collect();
    (mesh, ends)
}

/// Adds agents with numbers, in the given order.
fn add(crowd: &mut Crowd, mesh: &NavMesh, ends: &[[Vec2; 2]], order: &[usize]) {
    let filter = QueryFilter::uniform();
    for &index in order {
        let [start, goal] = ends[index];
        let number = u64::try_from(index).unwrap();
        let id = crowd.add_with_number(mesh, &filter, Body::default(), start, number).unwrap();
        crowd.set_target(id, Target::last(goal)).unwrap();
    }
}

/// The bits of all agents, sorted by their goals.
fn bits(crowd: &Crowd) -> Vec<[u32; 6]> {
    let mut bits: Vec<_> = crowd
        .agents()
        .map(|agent: Agent| {
            let goal = agent.target.map_or(Vec2::ZERO, |target| target.point);
            let Agent { position, velocity, .. } = agent;
            [goal.x, goal.y, position.x, position.y, velocity.x, velocity.y].map(f32::to_bits)
        })
        .collect();
    bits.sort_unstable();
    bits
}

fn steps(crowd: &mut Crowd, mesh: &NavMesh, count: usize, scratch: &mut CrowdScratch) {
    for _ in 0..count {
        crowd.step(mesh, &QueryFilter::uniform(), TICK, scratch).unwrap();
    }
}

#[test]
#[cfg(feature = "rayon")]
fn any_number_of_threads_gives_the_same_bits() -> TestResult {
    let (mesh, ends) = town(900);
    let order: Vec<_> = (0..ends.len()).collect();
    let mut all = Vec::new();
    for threads in [1, 2, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let mut crowd = Crowd::new();
        add(&mut crowd, &mesh, &ends, &order);
        pool.install(|| steps(&mut crowd, &mesh, 90, &mut CrowdScratch::new()));
        all.push(bits(&crowd));
    }
    assert!(all[0] == all[1] && all[1] == all[2]);
    Ok(())
}

#[test]
fn any_order_of_adding_gives_the_same_bits() -> TestResult {
    let (mesh, ends) = town(300);
    let forwards: Vec<_> = (0..ends.len()).collect();
    let mut one = Crowd::new();
    add(&mut one, &mesh, &ends, &forwards);
    steps(&mut one, &mesh, 90, &mut CrowdScratch::new());

    let backwards: Vec<_> = forwards.iter().rev().copied().collect();
    let mut other = Crowd::new();
    // Free slots must not matter, either.
    add(&mut other, &mesh, &ends, &[0, 1, 2]);
    for id in other.agents().map(|agent| agent.id).collect::<Vec<_>>() {
        other.remove(id)?;
    }
    add(&mut other, &mesh, &ends, &backwards);
    steps(&mut other, &mesh, 90, &mut CrowdScratch::new());
    assert_eq!(bits(&one), bits(&other));
    Ok(())
}

#[test]
fn each_id_names_its_agent_whatever_is_added_removed_and_moved() -> TestResult {
    let (mesh, ends) = town(200);
    let (filter, mut scratch) = (QueryFilter::uniform(), CrowdScratch::new());
    let mut random = SplitMix64::new(7);
    let mut below = |limit: usize| usize::try_from(random.below(limit as u64)).unwrap();
    let mut crowd = Crowd::new();
    // By index: the agent that should be there. Its speed tells it from all others.
    let mut expected: BTreeMap<usize, (AgentId, f32)> = BTreeMap::new();
    let mut speed = 1.0;
    for _ in 0..300 {
        for _ in 0..below(6) {
            speed += 0.001;
            let body = Body { speed, ..Body::default() };
            let [start, goal] = ends[below(ends.len())];
            let id = if below(8) == 0 {
                crowd.add_walker(body, goal)?
            } else {
                let id = crowd.add(&mesh, &filter, body, start)?;
                crowd.set_target(id, Target::last(goal))?;
                id
            };
            assert_eq!(expected.insert(id.index(), (id, speed)), None, "an index is used twice");
        }
        for _ in 0..below(6).min(expected.len()) {
            let at = below(expected.len());
            let (id, _) = *expected.values().nth(at).ok_or("there are that many")?;
            if below(3) == 0 && crowd.agent(id)?.state != AgentState::Walker {
                crowd.suspend(id)?;
            } else {
                crowd.remove(id)?;
                expected.remove(&id.index());
            }
        }
        crowd.step(&mesh, &filter, TICK, &mut scratch)?;
        let listed = crowd.agents().map(|agent| (agent.id, agent.body.speed));
        assert!(listed.eq(expected.values().copied()), "listed by index");
        assert_eq!(crowd.len(), expected.len());
        for &(id, speed) in expected.values() {
            let agent = crowd.agent(id)?;
            assert_eq!((agent.id, agent.body.speed), (id, speed));
        }
    }
    Ok(())
}

#[test]
fn what_the_scratch_was_used_for_before_does_not_matter() {
    let (mesh, ends) = town(200);
    let order: Vec<_> = (0..ends.len()).collect();
    let mut used = CrowdScratch::new();
    let mut other = Crowd::new();
    add(&mut other, &mesh, &ends[..50], &order[..50]);
    steps(&mut other, &mesh, 5, &mut used);
    let mut crowds = [Crowd::new(), Crowd::new()];
    for (crowd, scratch) in crowds.iter_mut().zip([&mut used, &mut CrowdScratch::new()]) {
        add(crowd, &mesh, &ends, &order);
        steps(crowd, &mesh, 40, scratch);
    }
    assert_eq!(bits(&crowds[0]), bits(&crowds[1]));
}

#[test]
fn a_snapshot_rolls_everything_back() -> TestResult {
    let (mesh, ends) = town(200);
    let order: Vec<_> = (0..ends.len()).collect();
    let (mut crowd, mut scratch) = (Crowd::new(), CrowdScratch::new());
    add(&mut crowd, &mesh, &ends, &order);
    steps(&mut crowd, &mesh, 30, &mut scratch);
    let snapshot = crowd.clone();

    let future =
        |crowd: &mut Crowd, scratch: &mut CrowdScratch| -> Result<_, tautline_crowd::CrowdError> {
            let first = crowd.agents().next().map(|agent| agent.id);
            first.map_or(Ok(()), |id| crowd.remove(id))?;
            let filter = QueryFilter::uniform();
            let id = crowd.add(&mesh, &filter, Body::default(), ends[0][1])?;
            crowd.set_target(id, Target::last(ends[0][0]))?;
            steps(crowd, &mesh, 30, scratch);
            Ok((id, bits(crowd)))
        };
    let once = future(&mut crowd, &mut scratch)?;
    crowd.clone_from(&snapshot);
    assert_eq!(future(&mut crowd, &mut scratch)?, once);
    Ok(())
}

#[test]
fn nothing_is_allocated_once_warm() {
    let (mesh, ends) = town(300);
    let order: Vec<_> = (0..ends.len()).collect();
    let run = move || {
        let (mut crowd, mut scratch) = (Crowd::new(), CrowdScratch::new());
        add(&mut crowd, &mesh, &ends, &order);
        let snapshot = crowd.clone();
        steps(&mut crowd, &mesh, 200, &mut scratch);
        let info = allocation_counter::measure(|| {
            crowd.clone_from(&snapshot);
            steps(&mut crowd, &mesh, 200, &mut scratch);
        });
        assert_eq!(info.count_total, 0);
        assert!(crowd.agents().any(|agent| agent.state == AgentState::Arrived));
    };
    // Allocations are counted on one thread.
    #[cfg(feature = "rayon")]
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(run);
    #[cfg(not(feature = "rayon"))]
    run();
}
