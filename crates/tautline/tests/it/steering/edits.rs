//! Agents on ground that changes.

use std::error::Error;

use super::{Agent, Fallible, STRIDE, somewhere, square};
use crate::support::{build, position, raw_mesh};
use tautline::dynamic::{DynamicNavMesh, Edit, Obstacle, ObstacleId};
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::navmesh::{AreaId, RawMesh, RayCast, ReachableAreas};
use tautline::{
    Location, PathError, PathOptions, Query, QueryFilter, Scratch, Steering, SteeringStatus, Step,
    Vec2,
};
use tautline_fixtures::{SplitMix64, rooms};

/// A field of 20 x 20 on which obstacles come and go.
fn field() -> Result<DynamicNavMesh, Box<dyn Error>> {
    let mut outlines = Polygons::default();
    outlines.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
    outlines.push(Role::Hole, [square(8.0, 8.0, 4.0)]);
    Ok(DynamicNavMesh::from_polygons(&outlines, &PolygonOptions::default())?)
}

#[test]
fn an_edit_that_does_not_touch_the_path_changes_nothing() -> Fallible {
    let mut ground = field()?;
    let (start, goal) = (Vec2::new(2.0, 10.5), Vec2::new(18.0, 10.5));
    let mut agent = Agent::new(ground.mesh(), &Query::new(start, goal))?;
    let ahead: Vec<Step> = agent.steering.steps().collect();
    let (tree, _) = ground.add_obstacle(&Obstacle::new([square(3.0, 2.0, 3.0)]))?;
    assert_eq!(agent.wait(&ground), SteeringStatus::Walking);
    assert_eq!(agent.steering.steps().collect::<Vec<_>>(), ahead);
    ground.remove_obstacle(tree)?;
    assert_eq!(agent.walk(&ground).0, SteeringStatus::Arrived);
    Ok(())
}

#[test]
fn an_obstacle_on_the_path_blocks_it_until_it_goes_or_a_new_path_is_found() -> Fallible {
    let mut ground = field()?;
    let (start, goal) = (Vec2::new(2.0, 10.5), Vec2::new(18.0, 10.5));
    let mut agent = Agent::new(ground.mesh(), &Query::new(start, goal))?;
    let (tree, _) = ground.add_obstacle(&Obstacle::new([square(14.0, 10.0, 2.0)]))?;
    assert_eq!(agent.wait(&ground), SteeringStatus::Blocked);
    ground.remove_obstacle(tree)?;
    assert_eq!(agent.wait(&ground), SteeringStatus::Walking);
    ground.add_obstacle(&Obstacle::new([square(14.0, 10.0, 2.0)]))?;
    assert_eq!(agent.walk(&ground).0, SteeringStatus::Blocked);
    agent.replan(&ground)?;
    assert_eq!(agent.walk(&ground).0, SteeringStatus::Arrived);
    Ok(())
}

#[test]
fn an_agent_that_is_covered_is_moved_by_snapping() -> Fallible {
    let mut ground = field()?;
    let (start, goal) = (Vec2::new(2.25, 10.5), Vec2::new(18.0, 10.5));
    let mut agent = Agent::new(ground.mesh(), &Query::new(start, goal))?;
    ground.add_obstacle(&Obstacle::new([square(1.0, 8.0, 4.0)]))?;
    for _ in 0..2 {
        let wished = Vec2::new(9.0, 1.0);
        assert_eq!(agent.advance(&ground, wished), SteeringStatus::OffMesh);
        assert_eq!((agent.steering.position(), agent.steering.area()), (start, None));
    }
    assert!(matches!(agent.replan(&ground), Err(PathError::StartOffMesh { .. })));
    agent.options = agent.options.with_snap(3.0);
    agent.replan(&ground)?;
    assert_eq!(agent.steering.position(), Vec2::new(1.0, 10.5));
    assert_eq!(agent.walk(&ground).0, SteeringStatus::Arrived);
    Ok(())
}

#[test]
fn an_agent_on_a_bridge_that_is_covered_does_not_fall_onto_the_road() -> Fallible {
    // A road, and a bridge across it, 4 above.
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 4.0],
        [12.0, 4.0],
        [12.0, 8.0],
        [0.0, 8.0],
        [4.0, 0.0],
        [8.0, 0.0],
        [8.0, 12.0],
        [4.0, 12.0],
    ]);
    raw.elevations = vec![0.0, 0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 4.0];
    raw.push_area(&[0, 1, 2, 3]);
    raw.push_area(&[4, 5, 6, 7]);
    let mut ground = DynamicNavMesh::new(build(&raw)?)?;
    let above = |point: [f32; 2]| Location::at_elevation(point.into(), 4.0);
    let mut agent = Agent::new(ground.mesh(), &Query::new(above([6.0, 6.0]), above([6.0, 11.0])))?;
    let mut barrel = Obstacle::new([square(5.5, 5.5, 1.0)]);
    barrel.elevations = Some([4.0, 4.0]);
    let (id, _) = ground.add_obstacle(&barrel)?;
    assert_eq!(agent.wait(&ground), SteeringStatus::OffMesh);
    ground.remove_obstacle(id)?;
    assert_eq!(agent.walk(&ground).0, SteeringStatus::Arrived);
    let area = agent.steering.area().ok_or("no area")?;
    let elevation = ground.mesh().elevation_at(area, agent.steering.position());
    assert_eq!(elevation.to_bits(), 4.0_f32.to_bits());
    Ok(())
}

/// The number of ticks with each outcome.
#[derive(Debug, Default)]
struct Outcomes {
    arrived: usize,
    repaired: usize,
    blocked: usize,
    covered: usize,
    unreachable: usize,
}

/// Checks what the status of an agent says about it, and reacts as a game would.
fn check(
    agent: &mut Steering,
    status: SteeringStatus,
    ground: &DynamicNavMesh,
    options: &PathOptions<'_>,
    scratch: &mut Scratch,
    outcomes: &mut Outcomes,
) -> Fallible {
    let (mesh, filter) = (ground.mesh(), options.filter.ok_or("no filter")?);
    let (at, mut ray) = (agent.position(), RayCast::new());
    let is_open = |area: AreaId| mesh.is_open(area, filter);
    if let Some(area) = agent.area() {
        assert!(mesh.contains(area, at) && is_open(area), "{status:?} at {at}");
    }
    match status {
        SteeringStatus::Walking => {
            assert_eq!(mesh.sees(at, agent.next_corner(), filter, &mut ray), Ok(true));
        }
        SteeringStatus::Repaired => outcomes.repaired += 1,
        SteeringStatus::Arrived => {
            assert_eq!(at, agent.goal().point);
            outcomes.arrived += 1;
        }
        SteeringStatus::Blocked | SteeringStatus::OffMesh => {
            let is_covered = status == SteeringStatus::OffMesh;
            assert_eq!(is_covered, !mesh.areas_at(at).any(is_open), "{status:?} at {at}");
            if is_covered {
                outcomes.covered += 1;
            } else {
                outcomes.blocked += 1;
                let ahead = agent.steps().map(|step| match step {
                    Step::Walk { to } | Step::Link { to, .. } => to,
                });
                let points: Vec<Vec2> = [at].into_iter().chain(ahead).collect();
                assert_eq!(mesh.can_walk(points, filter, &mut ray), Ok(false), "it is open");
            }
            let error = agent.replan(ground, &options.with_snap(9.0), scratch).err();
            if error.is_some() {
                let mut reachable = ReachableAreas::default();
                let is_known = mesh.reachable_areas(at, filter, &mut reachable).is_ok();
                let goal = agent.goal().point;
                let goes = is_known && mesh.areas_at(goal).any(|area| reachable.contains(area));
                assert!(!goes, "{error:?}");
                outcomes.unreachable += 1;
            }
        }
        _ => return Err(format!("{status:?} without links").into()),
    }
    Ok(())
}

#[test]
fn agents_with_random_pushes_edits_and_doors_arrive_or_say_why_not() -> Fallible {
    let mut outcomes = Outcomes::default();
    for seed in 0..12 {
        let cells = rooms(seed, 31, 25);
        let mut ground = DynamicNavMesh::new(build(&raw_mesh(&cells))?)?;
        let mut random = SplitMix64::new(seed);
        let (mut scratch, mut filter) = (Scratch::new(), QueryFilter::uniform());
        let mut obstacles: Vec<ObstacleId> = Vec::new();
        let mut agents = Vec::new();
        for _ in 0..4 {
            let [start, goal] = [(), ()].map(|()| somewhere(&cells, &mut random));
            agents.push(Steering::new(&ground, &Query::new(start, goal), &mut scratch)?);
        }
        for tick in 0..1_200 {
            // In the end there is peace: all that can arrive must do so.
            let is_peace = tick >= 600;
            if !is_peace && random.chance(5) {
                let at = somewhere(&cells, &mut random);
                let size = [0.5, 1.0, 2.0][usize::try_from(random.below(3))?];
                let add = vec![Obstacle::new([square(at.x - 0.5, at.y - 0.5, size)])];
                let is_full = obstacles.len() > 4;
                let remove = if is_full { vec![obstacles.remove(0)] } else { Vec::new() };
                obstacles.extend(ground.edit(&Edit { add, remove })?.added);
            }
            if !is_peace && random.chance(3) {
                filter = QueryFilter::uniform();
                let areas = ground.mesh().area_count() as u64;
                (0..3).for_each(|_| {
                    filter.forbid_area(AreaId(u32::try_from(random.below(areas)).unwrap_or(0)));
                });
            }
            let options = PathOptions::new().with_filter(&filter);
            for agent in &mut agents {
                let mut wished = agent.towards_next_corner(STRIDE);
                if !is_peace && random.chance(10) {
                    wished += position([random.between(-3, 3), random.between(-3, 3)]);
                }
                let status = agent.advance(&ground, &options, wished, &mut scratch);
                check(agent, status, &ground, &options, &mut scratch, &mut outcomes)?;
                let is_done = matches!(
                    status,
                    SteeringStatus::Arrived | SteeringStatus::Blocked | SteeringStatus::OffMesh
                );
                assert!(tick < 1_199 || is_done, "{status:?} at {}", agent.position());
                if status == SteeringStatus::Arrived && !is_peace {
                    let goal = somewhere(&cells, &mut random);
                    let query = Query::new(agent.position(), goal).with_options(options);
                    if let Ok(next) = Steering::new(&ground, &query, &mut scratch) {
                        *agent = next;
                    }
                }
            }
        }
    }
    let Outcomes { arrived, repaired, blocked, covered, unreachable } = outcomes;
    let counts = [arrived, repaired, blocked, covered, unreachable];
    assert!(counts.iter().all(|&count| count > 30), "{counts:?}");
    Ok(())
}

#[test]
fn with_and_without_the_journal_of_edits_an_agent_fares_alike() -> Fallible {
    let mut random = SplitMix64::new(7);
    let mut counts = [0_usize; 2];
    for _ in 0..30 {
        let mut ground = field()?;
        let (start, goal) = (Vec2::new(2.0, 10.5), Vec2::new(18.0, 10.5));
        let mut by_journal = Agent::new(ground.mesh(), &Query::new(start, goal))?;
        by_journal.wait(&ground);
        let mut by_walking = Agent {
            steering: by_journal.steering.clone(),
            options: PathOptions::new(),
            scratch: Scratch::new(),
        };
        let mut crates: Vec<ObstacleId> = Vec::new();
        for _ in 0..60 {
            let mut part = || f32::from(u8::try_from(random.below(76)).unwrap_or(0)) / 4.0;
            if crates.len() > 3 {
                ground.remove_obstacle(crates.swap_remove(0))?;
            } else {
                crates.push(ground.add_obstacle(&Obstacle::new([square(part(), part(), 0.75)]))?.0);
            }
            for _ in 0..3 {
                // A mesh alone has no journal.
                let wished = [&by_journal, &by_walking]
                    .map(|agent| agent.steering.towards_next_corner(STRIDE));
                let with = by_journal.steering.advance(
                    &ground,
                    &PathOptions::new(),
                    wished[0],
                    &mut by_journal.scratch,
                );
                let without = by_walking.steering.advance(
                    ground.mesh(),
                    &PathOptions::new(),
                    wished[1],
                    &mut by_walking.scratch,
                );
                assert_eq!(with, without);
                counts[usize::from(with == SteeringStatus::Blocked)] += 1;
                assert_eq!(by_journal.steering.position(), by_walking.steering.position());
                assert_eq!(by_journal.steering.area(), by_walking.steering.area());
                let corners = [&by_journal, &by_walking]
                    .map(|agent| agent.steering.corners().collect::<Vec<_>>());
                assert_eq!(corners[0], corners[1]);
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    Ok(())
}
