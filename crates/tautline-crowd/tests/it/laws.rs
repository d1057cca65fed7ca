//! Laws, for random crowds.

use proptest::prelude::*;
use tautline_crowd::{AgentId, AgentState, Body, Crowd, CrowdOptions, CrowdScratch, Target};
use tautline_navmesh::{NavMesh, QueryFilter, Terrain, Vec2, rectangles_from_cells};

use crate::{TICK, assert_on_mesh};

/// A cave on a lattice: blocked cells touch at points, and passages are one cell wide.
fn cave(blocked: &[bool]) -> Option<NavMesh> {
    let raw =
        rectangles_from_cells(8, 8, |x, y| (!blocked[(x + 8 * y) as usize]).then_some(Terrain(0)));
    (!raw.corner_ends.is_empty()).then(|| raw.build().unwrap())
}

fn body() -> impl Strategy<Value = Body> {
    (0.01..2.0_f32, 0.0..4.0_f32, 0.0..4.0_f32, 0..3_u8, 0..4_u32, 0..4_u32).prop_map(
        |(radius, speed, max_speed, priority, groups, avoids)| Body {
            radius,
            speed,
            max_speed,
            priority,
            groups,
            avoids,
            ..Body::default()
        },
    )
}

fn options() -> impl Strategy<Value = CrowdOptions> {
    let neighbors = (0.1..9.0_f32, 0..=16_usize, 0.01..5.0_f32);
    let room = (0.0..1.0_f32, 0..4_u8, -9.0..9.0_f32, 0.0..1.0_f32, any::<bool>());
    (neighbors, room).prop_map(|((range, max_neighbors, horizon), room)| {
        let (firmness, push_rounds, keep_right, precedence, queues) = room;
        CrowdOptions {
            range,
            max_neighbors,
            horizon,
            firmness,
            push_rounds,
            keep_right,
            precedence,
            queues,
            ..CrowdOptions::mixed()
        }
    })
}

/// Something that the game does between two steps.
#[derive(Clone, Debug)]
enum Event {
    Target(usize, [f32; 2], bool),
    Place(usize, [f32; 2]),
    Suspend(usize),
    Remove(usize),
    Walker(usize, [f32; 2], [f32; 2]),
    Forbid(u32),
    Permit(u32),
    Steps(u8, f32),
}

fn event() -> impl Strategy<Value = Event> {
    let place = || [-1.0..9.0_f32, -1.0..9.0_f32];
    prop_oneof![
        (0..30_usize, place(), any::<bool>()).prop_map(|(a, p, l)| Event::Target(a, p, l)),
        (0..30_usize, place()).prop_map(|(a, p)| Event::Place(a, p)),
        (0..30_usize).prop_map(Event::Suspend),
        (0..30_usize).prop_map(Event::Remove),
        (0..30_usize, place(), place()).prop_map(|(a, p, v)| Event::Walker(a, p, v)),
        (0..20_u32).prop_map(Event::Forbid),
        (0..20_u32).prop_map(Event::Permit),
        (1..6_u8, prop_oneof![Just(TICK), Just(0.0), Just(3_600.0), 0.0..1.0_f32])
            .prop_map(|(count, seconds)| Event::Steps(count, seconds)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Whatever the game does, each agent is in its area exactly, on open ground.
    #[test]
    fn no_agent_ever_leaves_the_ground(
        blocked in prop::collection::vec(prop::bool::weighted(0.3), 64),
        options in options(),
        bodies in prop::collection::vec((body(), [0.0..8.0_f32, 0.0..8.0_f32]), 1..30),
        events in prop::collection::vec(event(), 1..40),
    ) {
        let Some(mesh) = cave(&blocked) else { return Ok(()) };
        let (mut filter, mut scratch) = (QueryFilter::uniform(), CrowdScratch::new());
        let mut crowd = Crowd::with_options(options).unwrap();
        let mut ids: Vec<AgentId> = Vec::new();
        for (index, (body, place)) in bodies.into_iter().enumerate() {
            let added = if index % 7 == 6 {
                crowd.add_walker(body, place)
            } else {
                crowd.add(&mesh, &filter, body, place)
            };
            ids.extend(added.ok());
        }
        prop_assume!(!ids.is_empty());
        for event in events {
            // Refusals are part of the life of a game; what counts is where agents are.
            match event {
                Event::Target(agent, point, is_last) => {
                    let point = Vec2::from(point);
                    let corner = Target::corner(point, 1.0).with_goal(Vec2::new(1.0, 2.0));
                    let target = if is_last { Target::last(point) } else { corner };
                    let id = ids[agent % ids.len()];
                    let _ = crowd.set_target(id, target).or_else(|_| crowd.rest_walker(id, target));
                }
                Event::Place(agent, place) => {
                    let _ = crowd.place(&mesh, &filter, ids[agent % ids.len()], place);
                }
                Event::Suspend(agent) => {
                    let _ = crowd.suspend(ids[agent % ids.len()]);
                }
                Event::Remove(agent) => {
                    let id = ids[agent % ids.len()];
                    let was_there = crowd.agent(id).is_ok();
                    prop_assert_eq!(crowd.remove(id).is_ok(), was_there);
                    prop_assert!(crowd.agent(id).is_err());
                }
                Event::Walker(agent, place, velocity) => {
                    let _ = crowd.move_walker(ids[agent % ids.len()], place, velocity.into());
                }
                Event::Forbid(area) => {
                    if let Some(area) = mesh.areas().nth(area as usize) {
                        filter.forbid_area(area);
                    }
                }
                Event::Permit(area) => {
                    if let Some(area) = mesh.areas().nth(area as usize) {
                        filter.permit_area(area);
                    }
                }
                Event::Steps(count, seconds) => {
                    for _ in 0..count {
                        crowd.step(&mesh, &filter, seconds, &mut scratch).unwrap();
                        assert_on_mesh(&crowd, &mesh);
                        for agent in crowd.agents() {
                            prop_assert!(agent.position.is_finite() && agent.velocity.is_finite());
                            prop_assert!(agent.area.is_none_or(|area| mesh.is_open(area, &filter)));
                        }
                    }
                }
            }
        }
    }

    /// On a far-off map, agents arrive as near the origin. At 30 km, coordinates have steps of 2 mm.
    #[test]
    fn agents_arrive_wherever_the_map_is(
        places in prop::collection::vec([2..62_u8, 2..62_u8], 2..12),
    ) {
        let arrived = [0.0_f32, 32_768.0].map(|origin| {
            let corners = [[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]];
            let corners = corners.map(|[x, y]: [f32; 2]| [x + origin, y + origin]);
            let mut raw = tautline_navmesh::RawMesh::from_vertices(&corners);
            raw.push_area(&[0, 1, 2, 3]);
            let mesh = raw.build().unwrap();
            let (filter, mut scratch) = (QueryFilter::uniform(), CrowdScratch::new());
            let mut crowd = Crowd::new();
            let at = |index: usize| {
                let [x, y] = places[index % places.len()];
                Vec2::new(origin + f32::from(x) / 4.0, origin + f32::from(y) / 4.0)
            };
            for index in 0..places.len() {
                let id = crowd.add(&mesh, &filter, Body::default(), at(index)).unwrap();
                crowd.set_target(id, Target::last(at(index + 1))).unwrap();
            }
            for _ in 0..20 * 30 {
                crowd.step(&mesh, &filter, TICK, &mut scratch).unwrap();
                assert_on_mesh(&crowd, &mesh);
            }
            crowd.agents().filter(|agent| agent.state == AgentState::Arrived).count()
        });
        // Goals may be too close to each other for all; then ties decide.
        prop_assert!(arrived[0].abs_diff(arrived[1]) <= 2, "{:?}", arrived);
    }
}
