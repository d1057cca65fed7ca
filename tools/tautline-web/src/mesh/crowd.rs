//! A crowd of agents that walk to one goal and make room for each other.

use std::f32::consts::PI;

use tautline::crowd::{self, AgentId, AgentState, Body, CrowdOptions, CrowdScratch};
use tautline::navmesh::{Location, QueryFilter, RandomPoints};
use tautline::{CrowdEvent, CrowdPaths, LinkStep, PathOptions, Scratch, Vec2};
use wasm_bindgen::prelude::wasm_bindgen;

use super::world::World;
use crate::clock::timed;
use crate::fault::{Answer, fault};

/// The greatest share of the ground that all bodies cover together. With a greater one, agents jam at the narrowest
/// passage on the way to the goal.
const COVERED: f32 = 0.01;
/// The speed of an agent, in radii per second: at 60 frames per second, it moves by a third of its width in each
/// step. Faster agents overlap in dense traffic, because they cannot make room within a step.
const PACE: f32 = 20.0;
/// The greatest speed at which an agent makes room, as a multiple of its own speed.
const MAX_SPEED_FACTOR: f32 = 1.3;
/// The distance from the goal within which an agent has arrived, in radii. The disc must be so large that agents can
/// arrive as fast as they come.
const ARRIVAL_DISTANCE: f32 = 10.0;
/// The time after which an agent gets a new path, in seconds. An agent that was pushed around a corner returns to its
/// old path, which may be a detour.
const REPLAN_AFTER: f64 = 10.0;
/// The number of random points that are tried for an agent before the ground counts as full.
const TRIES: u32 = 50;
/// The number of paths that are found in the first step after a change of the ground, when a path may take much longer
/// than before. Later steps find as many as the budget allows.
const FIRST_PATHS: usize = 8;

/// The least number of paths that are found by labels in each step, even on a busy machine: agents without a path
/// block others.
const LEAST_LOOKUPS: usize = 16;

/// Agents that walk to one goal. One that arrives starts again somewhere else.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Crowd {
    bodies: crowd::Crowd,
    paths: CrowdPaths,
    ids: Vec<AgentId>,
    crossings: Vec<Crossing>,
    /// x, y of each agent after the last step.
    positions: Vec<f32>,
    /// The same before it.
    before: Vec<f32>,
    /// True after the first frame of a step.
    is_halfway: bool,
    /// The time since the last step.
    seconds: f32,
    /// The requested number of agents.
    count: u32,
    /// The radius of all bodies, in world units.
    radius: f32,
    /// The radius that the mesh was made for when the agents were placed.
    mesh_radius: f32,
    random_points: RandomPoints,
    goal: Vec2,
    /// The version of the ground.
    version: u64,
    /// The agent that was replanned last.
    turn: usize,
    /// The number of agents to replan. The fraction is kept for the next step.
    due: f64,
    paths_per_step: usize,
    arrived: u32,
    seed: u64,
    scratch: Scratch,
    memory: CrowdScratch,
}

/// An agent on a link.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    index: usize,
    link: LinkStep,
    /// The time since the agent left, and the time that it needs, in seconds.
    spent: f32,
    needed: f32,
}

#[wasm_bindgen]
impl Crowd {
    /// Places agents at random on the ground from which the goal can be reached; fewer than `count` if there is not
    /// enough room.
    #[wasm_bindgen(constructor)]
    pub fn gather(world: &World, count: u32, goal_x: f32, goal_y: f32, seed: u32) -> Answer<Crowd> {
        let mut crowd = Self {
            bodies: crowd::Crowd::new(),
            paths: CrowdPaths::new(),
            ids: Vec::new(),
            crossings: Vec::new(),
            positions: Vec::new(),
            before: Vec::new(),
            is_halfway: false,
            seconds: 0.0,
            count,
            radius: 0.0,
            // No radius: `renew` places the agents.
            mesh_radius: f32::NAN,
            random_points: RandomPoints::among(world.mesh(), []),
            goal: Vec2::new(goal_x, goal_y),
            version: world.version(),
            turn: 0,
            due: 0.0,
            paths_per_step: FIRST_PATHS,
            arrived: 0,
            seed: seed.into(),
            scratch: Scratch::new(),
            memory: CrowdScratch::new(),
        };
        crowd.renew(world)?;
        Ok(crowd)
    }

    /// Sets another goal. The agents keep their paths until new ones are found.
    #[wasm_bindgen(js_name = headFor)]
    pub fn head_for(&mut self, world: &World, x: f32, y: f32) -> Answer<()> {
        self.goal = Vec2::new(x, y);
        self.renew(world)
    }

    /// Advances the crowd by a frame of a length in seconds. Two frames are one step of the crowd: the first one finds
    /// paths and their next corners, the second one moves all agents.
    ///
    /// Agents get a new path when the goal or the ground changes, and every ten seconds. Finding and following paths
    /// takes about `budget` milliseconds at most. Returns the number of paths that were searched.
    pub fn walk(&mut self, world: &World, seconds: f32, budget: f64) -> Answer<u32> {
        self.seconds += seconds;
        self.is_halfway = !self.is_halfway;
        if self.version != world.version() {
            // If the goal is off the ground now, the page says so.
            let _ = self.renew(world);
        }
        if self.is_halfway {
            return Ok(self.plan(world, budget));
        }
        let seconds = std::mem::take(&mut self.seconds);
        self.cross_links(world, seconds);
        let Self { bodies, memory, .. } = self;
        bodies.step(world.mesh(), &world.filter, seconds, memory).map_err(fault)?;
        self.before.clone_from(&self.positions);
        self.read_positions(world);
        Ok(0)
    }

    /// Returns the positions of the agents to show in this frame: x, y for each. They are half a
    /// step late, so that agents move in each frame.
    pub fn positions(&self) -> Vec<f32> {
        if self.is_halfway {
            return self.positions.clone();
        }
        self.before
            .iter()
            .zip(&self.positions)
            .map(|(before, after)| (before + after) / 2.0)
            .collect()
    }

    /// Returns the radius of the bodies, in world units.
    #[wasm_bindgen(getter)]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Returns the number of times that an agent has arrived.
    #[wasm_bindgen(getter)]
    pub fn arrived(&self) -> u32 {
        self.arrived
    }
}

impl Crowd {
    /// Sends all agents to the goal, on ground that may have changed. If the mesh is for another radius now, all agents
    /// are replaced.
    fn renew(&mut self, world: &World) -> Answer<()> {
        let mesh = world.mesh();
        if self.version != world.version() {
            self.version = world.version();
            self.paths_per_step = FIRST_PATHS;
        }
        // Empty in case of an error: the ids of areas of the old ground are invalid.
        self.random_points = RandomPoints::among(mesh, []);
        self.random_points = RandomPoints::reachable_from(mesh, self.goal, &QueryFilter::uniform())
            .map_err(fault)?;
        if self.mesh_radius.total_cmp(&world.radius()).is_ne() {
            return self.populate(world);
        }
        for &id in &self.ids {
            self.paths.set_goal(id, self.goal);
        }
        Ok(())
    }

    /// Places all agents, with a radius that suits the ground and their number.
    fn populate(&mut self, world: &World) -> Answer<()> {
        self.mesh_radius = world.radius();
        let body = self.body(world);
        self.radius = body.radius;
        self.bodies = crowd::Crowd::with_options(options(&body)).map_err(fault)?;
        self.paths = CrowdPaths::new();
        self.ids.clear();
        self.due = 0.0;
        self.crossings.clear();
        self.positions.clear();
        for index in 0..self.count {
            let Some(start) = self.free_location(world) else { break };
            // Speeds differ, so that agents do not walk in step.
            let share = 0.75 + 0.5 * f32::from((index % 97) as u8) / 96.0;
            let (speed, max_speed) = (share * body.speed, share * body.max_speed);
            let body = Body { speed, max_speed, ..body };
            let id = self.bodies.add(world.mesh(), &world.filter, body, start).map_err(fault)?;
            self.paths.set_goal(id, self.goal);
            self.ids.push(id);
            self.positions.extend(start.point.to_array());
        }
        self.before.clone_from(&self.positions);
        Ok(())
    }

    /// Returns the body of the agents. Its radius is that of the mesh, or a smaller one if that would cover too much
    /// ground. On a mesh for radius 0, only the centres of agents stay on the ground.
    fn body(&self, world: &World) -> Body {
        let ground = self.random_points.size() as f32;
        let widest = (COVERED * ground / (PI * self.count.max(1) as f32)).sqrt();
        let radius = if world.radius() > 0.0 { widest.min(world.radius()) } else { widest };
        let speed = PACE * radius;
        let default = Body::default();
        let height = default.height * (radius / default.radius);
        Body { radius, speed, max_speed: MAX_SPEED_FACTOR * speed, height, ..default }
    }

    /// Draws a random point of the ground that no agent covers. `None` if no such point is found.
    fn free_location(&mut self, world: &World) -> Option<Location> {
        let mesh = world.mesh();
        let apart = 4.0 * self.radius * self.radius;
        (0..TRIES).find_map(|_| {
            let (area, point) = self.random_points.draw(mesh, &mut self.seed)?;
            let mut others = self.positions.chunks_exact(2);
            let is_free =
                others.all(|other| point.distance_squared(Vec2::new(other[0], other[1])) >= apart);
            is_free.then(|| Location::at_elevation(point, mesh.elevation_at(area, point)))
        })
    }

    /// Updates the next corners of all agents, and finds new paths for the agents whose turn it is.
    fn plan(&mut self, world: &World, budget: f64) -> u32 {
        let count = self.ids.len();
        let turns = 2.0 * f64::from(self.seconds) * count as f64 / REPLAN_AFTER;
        self.due = (self.due + turns).min(self.paths_per_step as f64);
        // Agents without a path come first.
        if self.paths.waiting() == 0 {
            while self.due >= 1.0 {
                self.due -= 1.0;
                self.turn = (self.turn + 1) % count;
                self.paths.replan(self.ids[self.turn]);
            }
        }
        let least = if world.labels().is_some() { LEAST_LOOKUPS } else { 1 };
        let Self { bodies, paths, scratch, paths_per_step, .. } = self;
        let planned = paths.waiting().min(*paths_per_step);
        let options = PathOptions::new().with_filter(&world.filter);
        let ((), spent) =
            timed(|| paths.update(world.ground(), &options, bodies, *paths_per_step, scratch));
        if spent > budget {
            *paths_per_step = (*paths_per_step / 2).max(least);
        } else if paths.waiting() > 0 {
            *paths_per_step += *paths_per_step / 2 + 1;
        }
        planned as u32
    }

    /// Moves agents along links, at their own speed.
    fn cross_links(&mut self, world: &World, seconds: f32) {
        let options = PathOptions::new().with_filter(&world.filter);
        let Self { bodies, paths, ids, crossings, .. } = self;
        crossings.retain_mut(|crossing| {
            crossing.spent += seconds;
            let is_over = crossing.spent >= crossing.needed;
            if is_over {
                // If the far end is off the ground now, the agent starts again somewhere else.
                let _ = paths.finish_link(world.ground(), &options, bodies, ids[crossing.index]);
            }
            !is_over
        });
        let is_at_link = |event: &CrowdEvent| matches!(event, CrowdEvent::AtLink(_));
        let events = paths.events().iter().filter(|(_, event)| is_at_link(event));
        for id in events.map(|&(id, _)| id).collect::<Vec<_>>() {
            let speed = bodies.agent(id).map_or(0.0, |agent| agent.body.speed);
            if let Some(link) = paths.take_link(bodies, id) {
                let needed = link.from.distance(link.to) / speed.max(f32::MIN_POSITIVE);
                crossings.push(Crossing { index: id.index(), link, spent: 0.0, needed });
            }
        }
    }

    /// Reads the positions of the agents. Those that have arrived, or are off the mesh, start again somewhere else.
    fn read_positions(&mut self, world: &World) {
        for &Crossing { index, link, spent, needed } in &self.crossings {
            let at = link.from.lerp(link.to, spent / needed);
            self.positions[2 * index..][..2].copy_from_slice(&at.to_array());
        }
        for index in 0..self.ids.len() {
            let id = self.ids[index];
            let Ok(agent) = self.bodies.agent(id) else { continue };
            let mut position = agent.position;
            match agent.state {
                AgentState::Suspended if self.is_crossing(index) => continue,
                AgentState::Arrived | AgentState::OffMesh | AgentState::Suspended => {
                    self.arrived += u32::from(agent.state == AgentState::Arrived);
                    // Without room, it waits where it is.
                    if let Some(place) = self.free_location(world) {
                        let placed = self.bodies.place(world.mesh(), &world.filter, id, place);
                        if placed.is_ok() {
                            // Its old path leads from another place.
                            self.paths.stop(&mut self.bodies, id);
                            self.paths.set_goal(id, self.goal);
                            position = place.point;
                            self.before[2 * index..][..2].copy_from_slice(&position.to_array());
                        }
                    }
                }
                _ => {}
            }
            self.positions[2 * index..][..2].copy_from_slice(&position.to_array());
        }
    }

    fn is_crossing(&self, index: usize) -> bool {
        self.crossings.iter().any(|crossing| crossing.index == index)
    }
}

/// Scales the options for people, in metres and seconds, to the radius and the speed of a body.
fn options(body: &Body) -> CrowdOptions {
    let (person, options) = (Body::default(), CrowdOptions::strict());
    let length = body.radius / person.radius;
    let time = length / (body.speed / person.speed);
    CrowdOptions {
        range: options.range * length,
        horizon: options.horizon * time,
        wall_horizon: options.wall_horizon * time,
        wall_range: options.wall_range * length,
        parting_time: options.parting_time * time,
        arrival_distance: ARRIVAL_DISTANCE * body.radius,
        rescue_distance: options.rescue_distance * length,
        ..options
    }
}
