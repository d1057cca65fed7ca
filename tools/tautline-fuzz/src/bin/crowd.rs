//! A crowd with any bodies, options, velocities and step times, on ground that changes: no agent is
//! ever off the mesh.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::crowd::{
    AgentId, AgentState, Body, Crowd, CrowdFigures, CrowdOptions, CrowdScratch, Target,
};
use tautline::dynamic::{DynamicNavMesh, Obstacle};
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::{QueryFilter, Vec2};
use tautline_fuzz::{Bytes, assert_one_line};

/// The largest number of operations of an input, and of agents at a time.
const MAX_OPERATIONS: usize = 200;

/// Two rooms with a door and a pillar, with fractional coordinates.
fn ground() -> DynamicNavMesh {
    let mut polygons = Polygons::default();
    let square =
        |x: f32, y: f32, w: f32, h: f32| vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
    polygons.push(Role::Ground, [square(-8.0, -8.0, 7.25, 15.0)]);
    polygons.push(Role::Ground, [square(0.25, -8.0, 6.75, 15.0)]);
    polygons.push(Role::Ground, [square(-1.0, -0.625, 1.5, 1.25)]);
    polygons.push(Role::Hole, [vec![[2.0, 2.0], [4.0, 2.5], [3.0, 4.25]]]);
    DynamicNavMesh::from_polygons(&polygons, &PolygonOptions::default()).expect("valid polygons")
}

/// Reads a number: mostly the usual one, sometimes one between 0 and 16, rarely any float.
fn number(bytes: &mut Bytes<'_>, usual: f32) -> f32 {
    match bytes.byte() {
        0..0xa0 => usual,
        byte @ 0xa0..0xf8 => f32::from(byte - 0xa0) / 5.5,
        _ => bytes.float(),
    }
}

fn body(bytes: &mut Bytes<'_>) -> Body {
    let usual = Body::default();
    Body {
        radius: number(bytes, usual.radius),
        speed: number(bytes, usual.speed),
        max_speed: number(bytes, usual.max_speed),
        height: number(bytes, usual.height),
        priority: bytes.byte() & 3,
        groups: u32::from(bytes.byte() | 1),
        avoids: u32::MAX,
    }
}

fn options(bytes: &mut Bytes<'_>) -> CrowdOptions {
    let usual = CrowdOptions::mixed();
    CrowdOptions {
        range: number(bytes, usual.range),
        max_neighbors: usize::from(bytes.byte() & 31),
        horizon: number(bytes, usual.horizon),
        wall_horizon: number(bytes, usual.wall_horizon),
        wall_range: number(bytes, usual.wall_range),
        firmness: number(bytes, usual.firmness),
        push_rounds: bytes.byte() & 15,
        parting_time: number(bytes, usual.parting_time),
        keep_right: number(bytes, usual.keep_right),
        precedence: number(bytes, usual.precedence),
        queues: bytes.byte() < 0xa0,
        arrival_distance: number(bytes, usual.arrival_distance),
        rescue_distance: number(bytes, usual.rescue_distance),
    }
}

/// Returns the id of some agent, which may have been removed.
fn any_id(ids: &[AgentId], bytes: &mut Bytes<'_>) -> Option<AgentId> {
    let index = usize::from(bytes.byte());
    ids.get(index % ids.len().max(1)).copied()
}

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let mut ground = ground();
    let filter = QueryFilter::uniform();
    let usual = bytes.byte() < 0x80;
    let options = if usual { CrowdOptions::mixed() } else { options(&mut bytes) };
    let mut crowd = match Crowd::with_options(options) {
        Ok(crowd) => crowd,
        Err(error) => return assert_one_line(&error),
    };
    let (mut memory, mut figures) = (CrowdScratch::new(), CrowdFigures::new());
    let (mut ids, mut obstacles) = (Vec::new(), Vec::new());
    for _ in 0..MAX_OPERATIONS {
        if bytes.0.is_empty() {
            break;
        }
        let operation = bytes.byte() % 10;
        let mesh = ground.shared_mesh();
        let id = any_id(&ids, &mut bytes);
        let done = match (operation, id) {
            (0, _) if crowd.len() < MAX_OPERATIONS => {
                let body = body(&mut bytes);
                crowd.add(&mesh, &filter, body, bytes.point()).map(|id| ids.push(id))
            }
            (1, _) if crowd.len() < MAX_OPERATIONS => {
                let body = body(&mut bytes);
                crowd.add_walker(body, bytes.point()).map(|id| ids.push(id))
            }
            (2, Some(id)) => {
                let point = Vec2::from(bytes.point());
                let target = match bytes.byte() {
                    0..0x80 => Some(Target::last(point)),
                    0x80..0xc0 => Some(Target::corner(point, bytes.float())),
                    0xc0..0xf0 => {
                        Some(Target::corner(point, bytes.float()).with_goal(bytes.point().into()))
                    }
                    _ => None,
                };
                crowd.set_target(id, target)
            }
            (3, Some(id)) => crowd.place(&mesh, &filter, id, bytes.point()),
            (4, Some(id)) => {
                let (point, velocity) = (bytes.point(), Vec2::from(bytes.point()));
                crowd
                    .moved_to(&mesh, &filter, id, point, velocity)
                    .or_else(|_| crowd.move_walker(id, point, velocity))
            }
            (5, Some(id)) => crowd.suspend(id),
            (6, Some(id)) if bytes.byte() < 0x40 => crowd.remove(id),
            (6, Some(id)) => crowd.set_body(id, body(&mut bytes)),
            (7, _) => {
                let [x, y] = bytes.point();
                let rings = [vec![[x, y], [x + 1.5, y], [x + 1.0, y + 1.25]]];
                match ground.add_obstacle(&Obstacle::new(rings)) {
                    Ok((id, _)) => obstacles.push(id),
                    Err(error) => assert_one_line(&error),
                }
                Ok(())
            }
            (8, _) => {
                if let Some(id) = obstacles.pop()
                    && let Err(error) = ground.remove_obstacle(id)
                {
                    assert_one_line(&error);
                }
                Ok(())
            }
            _ => {
                let seconds = number(&mut bytes, 1.0 / 30.0);
                let stepped = crowd.step(&mesh, &filter, seconds, &mut memory);
                if stepped.is_ok() {
                    figures.record(&mesh, &crowd, seconds);
                    check_positions(&crowd, &mesh);
                }
                stepped
            }
        };
        if let Err(error) = done {
            assert_one_line(&error);
        }
    }
    assert_eq!(figures.off_mesh(), 0);
});

/// Checks that agents that move by themselves are exactly on the mesh.
fn check_positions(crowd: &Crowd, mesh: &tautline::NavMesh) {
    for agent in crowd.agents() {
        let moves =
            matches!(agent.state, AgentState::Idle | AgentState::Walking | AgentState::Arrived);
        if moves {
            let area = agent.area.expect("an agent on the mesh has an area");
            assert!(mesh.contains(area, agent.position), "{agent:?}");
        }
        assert!(agent.position.is_finite() && agent.velocity.is_finite(), "{agent:?}");
    }
}
