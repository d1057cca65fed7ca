//! Fifty agents on a baked map, with a door that closes and a crate that falls in their way.
//!
//! A tool bakes a `.nav` file with a mesh for agents of radius 0.5. The game loads it, makes its
//! ground dynamic, and sends all agents through the nearer of two doors. On the way, the door
//! closes, and a crate falls in front of the other one.
//!
//! ```text
//! cargo run -p tautline --example agents
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline::baked::BakedMap;
use tautline::dynamic::{DynamicNavMesh, Obstacle};
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::navmesh::{RawLink, Terrain};
use tautline::{NavMesh, PathOptions, Query, QueryFilter, Scratch, Steering, SteeringStatus, Vec2};

/// The radius of an agent.
const RADIUS: f32 = 0.5;
/// The distance that an agent walks per tick.
const STRIDE: f32 = 0.25;
/// The terrain class of the door.
const DOOR: Terrain = Terrain(1);
/// The ticks that the jump over the ditch takes.
const JUMP: u8 = 10;

fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Vec<[f32; 2]> {
    vec![[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
}

/// The tool: a yard and a hall with two doors between them, and a ditch across the hall.
fn bake() -> Result<Vec<u8>, Box<dyn Error>> {
    let mut map = Polygons::default();
    map.push(Role::Ground, [rectangle(0.0, 0.0, 60.0, 30.0)]);
    map.push(Role::Hole, [rectangle(29.0, 0.0, 2.0, 8.0)]);
    map.push(Role::Hole, [rectangle(29.0, 12.0, 2.0, 10.0)]);
    map.push(Role::Hole, [rectangle(29.0, 26.0, 2.0, 4.0)]);
    map.push(Role::Hole, [rectangle(45.0, 0.0, 2.0, 30.0)]);
    map.push(Role::Terrain(DOOR), [rectangle(29.0, 8.0, 2.0, 4.0)]);
    let mesh_for = |agent_radius| -> Result<NavMesh, Box<dyn Error>> {
        let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
        let mut raw = map.build(&options)?.mesh;
        let (from, to) = ([44.0, 15.0], [48.0, 15.0]);
        raw.links.push(RawLink { from, to, both_ways: true, ..RawLink::default() });
        Ok(raw.build()?)
    };
    let map = BakedMap::from(mesh_for(0.0)?).with_mesh_for(RADIUS, mesh_for(RADIUS)?)?;
    Ok(map.encode()?)
}

/// An agent of the game.
struct Agent {
    steering: Steering,
    /// The ticks until it has jumped.
    in_the_air: u8,
    has_arrived: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let map = BakedMap::decode(&bake()?)?;
    let mesh = map.mesh_for(RADIUS).ok_or("no mesh for this radius")?.mesh();
    let mut ground = DynamicNavMesh::new(mesh.clone())?;

    // One filter and one memory for all agents of a thread.
    let (mut filter, mut scratch) = (QueryFilter::uniform(), Scratch::new());
    let mut agents = Vec::new();
    for (row, column) in (0..10_u8).flat_map(|row| (0..5_u8).map(move |column| (row, column))) {
        let start = Vec2::new(2.0 + 2.0 * f32::from(column), 2.0 + 1.5 * f32::from(row));
        let goal = Vec2::new(56.0 - f32::from(column), 2.0 + 2.5 * f32::from(row));
        let steering = Steering::new(&ground, &Query::new(start, goal), &mut scratch)?;
        agents.push(Agent { steering, in_the_air: 0, has_arrived: false });
    }

    let (mut replanned, mut waits, mut repaired, mut jumps) = (0, 0, 0, 0);
    let (mut arrived, mut tick) = (0, 0);
    while arrived < agents.len() {
        tick += 1;
        assert!(tick < 2_000, "an agent does not arrive");
        if tick == 60 {
            println!("tick {tick}: the door closes");
            filter.forbid(DOOR);
        }
        if tick == 90 {
            println!("tick {tick}: a crate falls in front of the other door");
            let mut obstacle = Obstacle::new([rectangle(22.0, 23.0, 2.0, 2.0)]);
            obstacle.margin.agent_radius = RADIUS;
            ground.add_obstacle(&obstacle)?;
        }
        // An agent that is covered or closed in is moved to the nearest open ground.
        let options = PathOptions::new().with_filter(&filter).with_snap(5.0);
        for (index, agent) in agents.iter_mut().enumerate().filter(|(_, agent)| !agent.has_arrived)
        {
            let Agent { steering, in_the_air, has_arrived } = agent;
            // Straight to the next corner. Sometimes, others push the agent to the side.
            let mut wished = steering.towards_next_corner(STRIDE);
            if (tick + index) % 40 == 0 {
                wished.y -= 3.0;
            }
            match steering.advance(&ground, &options, wished, &mut scratch) {
                SteeringStatus::Walking => {}
                SteeringStatus::Repaired => repaired += 1,
                SteeringStatus::AtLink(_) => {
                    steering.take_link();
                    (*in_the_air, jumps) = (JUMP, jumps + 1);
                }
                SteeringStatus::OnLink(jump) => {
                    // A game draws the agent here.
                    let rest = f32::from(*in_the_air) / f32::from(JUMP);
                    let _drawn_at = jump.to.lerp(jump.from, rest);
                    *in_the_air -= 1;
                    if *in_the_air == 0 {
                        steering.finish_link();
                    }
                }
                SteeringStatus::Arrived => (*has_arrived, arrived) = (true, arrived + 1),
                // The path or the ground under the agent is closed. If there is no other path, the
                // agent waits, and tries again in the next tick.
                _ => match steering.replan(&ground, &options, &mut scratch) {
                    Ok(()) => replanned += 1,
                    Err(error) => {
                        if waits == 0 {
                            println!("tick {tick}: agent {index} waits: {error}");
                        }
                        waits += 1;
                    }
                },
            }
            if let Some(area) = steering.area() {
                assert!(ground.mesh().contains(area, steering.position()), "on the ground");
            }
        }
    }
    println!("all {arrived} arrived after {tick} ticks");
    println!("{replanned} new paths, {waits} ticks of waiting, {repaired} repairs, {jumps} jumps");
    assert!(replanned > 0 && jumps >= 50);
    Ok(())
}
