//! Very many agents that walk to one goal.

use tautline::anyangle::{ExactError, LabelScratch, PreparedGoal};
use tautline::navmesh::{Location, QueryFilter, RandomPoints};
use tautline::{Path, Query, Scratch, Vec2, path_in};
use wasm_bindgen::prelude::wasm_bindgen;

use super::world::World;
use crate::clock::now;
use crate::fault::{Answer, fault};

/// The number of agents that are planned between two checks of the clock.
const AT_ONCE: usize = 4;
/// The version of an agent without a plan: older than any other.
const NO_PLAN: u64 = 0;

/// Agents that walk to one goal, and begin somewhere else when they are there.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Crowd {
    agents: Vec<Agent>,
    positions: Vec<f32>,
    random_points: RandomPoints,
    goal: Vec2,
    shared: PreparedGoal,
    /// Counts what makes plans old: other goals, other ground.
    plan: u64,
    /// The ground that all of this is about.
    version: u64,
    /// The next agent to plan.
    turn: usize,
    /// Turns that are due: a part of one, too.
    due: f64,
    seed: u64,
    memory: Memory,
}

#[derive(Debug, Default)]
struct Agent {
    position: Vec2,
    /// In world units per second.
    speed: f32,
    /// The rest of the path, the next corner last.
    ahead: Vec<Vec2>,
    /// The plan that this was made for.
    plan: u64,
}

#[derive(Debug, Default)]
struct Memory {
    labels: LabelScratch,
    search: Scratch,
    path: Path,
}

#[wasm_bindgen]
impl Crowd {
    /// Places agents all over the ground from which the goal can be reached.
    /// `speed` is in world units per second.
    #[wasm_bindgen(constructor)]
    pub fn gather(
        world: &World,
        count: u32,
        goal_x: f32,
        goal_y: f32,
        speed: f32,
        seed: u32,
    ) -> Answer<Crowd> {
        let mut crowd = Self {
            agents: Vec::new(),
            positions: Vec::new(),
            random_points: RandomPoints::among(world.mesh(), []),
            goal: Vec2::ZERO,
            shared: PreparedGoal::new(),
            plan: NO_PLAN,
            version: world.version(),
            turn: 0,
            due: 0.0,
            seed: seed.into(),
            memory: Memory::default(),
        };
        crowd.head_for(world, goal_x, goal_y)?;
        for index in 0..count {
            let position = crowd.somewhere(world);
            // Not all are equally fast, or they would walk in step.
            let speed = speed * (0.75 + 0.5 * f32::from((index % 97) as u8) / 96.0);
            crowd.agents.push(Agent { position, speed, ..Agent::default() });
        }
        Ok(crowd)
    }

    /// Sets another goal. The agents keep their paths until they are planned
    /// again.
    #[wasm_bindgen(js_name = headFor)]
    pub fn head_for(&mut self, world: &World, x: f32, y: f32) -> Answer<()> {
        self.goal = Vec2::new(x, y);
        self.renew(world).map_err(fault)
    }

    /// Lets the agents walk for some seconds. Each of them is replanned once a
    /// second, and as soon as its plan is stale, as far as `budget` milliseconds
    /// allow. Returns the number of plans that were made.
    pub fn walk(&mut self, world: &World, seconds: f32, budget: f64) -> u32 {
        if self.version != world.version() {
            // A goal that is off the ground now is told when it is asked for.
            let _ = self.renew(world);
        }
        let end = now() + budget;
        let mut planned = 0;
        self.due = (self.due + f64::from(seconds) * self.agents.len() as f64)
            .min(self.agents.len() as f64);
        let mut looked_at = 0;
        while looked_at < self.agents.len() && now() < end {
            for _ in 0..AT_ONCE.min(self.agents.len()) {
                let is_old = self.agents[self.turn].plan != self.plan;
                if is_old || self.due >= 1.0 {
                    self.due = (self.due - 1.0).max(0.0);
                    self.plan_for(world, self.turn);
                    planned += 1;
                }
                self.turn = (self.turn + 1) % self.agents.len();
                looked_at += 1;
            }
        }
        for index in 0..self.agents.len() {
            if self.agents[index].walk(seconds) {
                self.agents[index].position = self.somewhere(world);
                // It waits for its turn: many may arrive at once.
                self.agents[index].plan = NO_PLAN;
            }
        }
        self.positions.clear();
        self.positions.extend(self.agents.iter().flat_map(|agent| agent.position.to_array()));
        planned
    }

    /// Returns the positions of the agents: x, y for each.
    pub fn positions(&self) -> Vec<f32> {
        self.positions.clone()
    }
}

impl Crowd {
    /// Makes all plans old, and finds out what is known of the goal at once.
    fn renew(&mut self, world: &World) -> Result<(), ExactError> {
        let (mesh, goal) = (world.mesh(), Location::from(self.goal));
        self.plan += 1;
        self.version = world.version();
        // The areas of other ground are none of this.
        self.random_points = RandomPoints::among(mesh, []);
        self.random_points = RandomPoints::reachable_from(mesh, goal, &QueryFilter::uniform())?;
        if let Some(labels) = world.labels() {
            labels.prepare_goal(mesh, goal, &mut self.shared)?;
            labels.one_to_all(&mut self.shared);
        }
        Ok(())
    }

    fn somewhere(&mut self, world: &World) -> Vec2 {
        let point = self.random_points.draw(world.mesh(), &mut self.seed);
        point.map_or(self.goal, |(_, point)| point)
    }

    /// Plans the way of one agent. One that has none stands where it is.
    fn plan_for(&mut self, world: &World, index: usize) {
        let agent = &mut self.agents[index];
        let Memory { labels: scratch, search, path } = &mut self.memory;
        let (mesh, start) = (world.mesh(), Location::from(agent.position));
        agent.plan = self.plan;
        let is_found = match world.labels() {
            Some(labels) => labels
                .shortest_path_to(mesh, start, &self.shared, scratch, &mut path.points)
                .is_ok(),
            None => {
                let query = Query::new(agent.position, self.goal).with_filter(&world.filter);
                path_in(mesh, &query, search, path).is_ok()
            }
        };
        agent.ahead.clear();
        if is_found {
            agent.ahead.extend(path.points.iter().skip(1).rev());
        }
    }
}

impl Agent {
    /// Walks along its plan, and says whether it is at the end of it.
    fn walk(&mut self, seconds: f32) -> bool {
        let mut left = self.speed * seconds;
        while let Some(&next) = self.ahead.last() {
            let step = next - self.position;
            let length = step.length();
            if length > left {
                self.position += step * (left / length);
                return false;
            }
            left -= length;
            self.position = next;
            self.ahead.pop();
            if self.ahead.is_empty() {
                return true;
            }
        }
        false
    }
}
