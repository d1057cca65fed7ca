//! The simulation of a scenario, step by step.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tautline::crowd::{AgentId, AgentState, Crowd, CrowdFigures, CrowdOptions, CrowdScratch};
use tautline::{
    CrowdEvent, CrowdPaths, Ground, Path, PathError, PathOptions, Query, QueryFilter, Scratch,
    Vec2, path_in,
};

use super::scenario::ScenarioAgent;

/// The number of paths that are found in a step.
const PATHS_PER_STEP: usize = 1_000;

/// The time between two points of a trail, in seconds.
const TRAIL_INTERVAL: f64 = 0.2;

/// The records to keep during the simulation.
#[derive(Clone, Copy)]
pub(super) struct Records {
    pub(super) positions: bool,
    pub(super) trails: bool,
}

/// A crowd on its ground, with everything that is measured.
pub(super) struct Simulation<'a> {
    ground: Ground<'a>,
    filter: &'a QueryFilter,
    tick: f32,
    crowd: Crowd,
    memory: CrowdScratch,
    paths: CrowdPaths,
    scratch: Scratch,
    records: Records,
    /// The agents on links, and the seconds until each reaches the far end.
    on_links: Vec<(AgentId, f32)>,
    pub(super) agents: Vec<SimulatedAgent>,
    pub(super) figures: CrowdFigures,
    /// The number of steps so far.
    pub(super) ticks: u32,
    /// The time that all steps took.
    pub(super) spent: Duration,
    /// The positions as CSV.
    pub(super) csv: String,
}

/// One agent.
pub(super) struct SimulatedAgent {
    id: AgentId,
    pub(super) radius: f32,
    /// The seconds that its path takes at its speed, or the reason why it has no path.
    pub(super) alone: Result<f64, PathError>,
    /// The seconds after which it arrived.
    pub(super) arrived: Option<f64>,
    pub(super) trail: Vec<Vec2>,
}

impl<'a> Simulation<'a> {
    pub(super) fn new(
        ground: Ground<'a>,
        filter: &'a QueryFilter,
        options: CrowdOptions,
        tick: f32,
        agents: &[ScenarioAgent],
        records: Records,
    ) -> Result<Self> {
        let mut simulation = Self {
            ground,
            filter,
            tick,
            crowd: Crowd::with_options(options)?,
            memory: CrowdScratch::new(),
            paths: CrowdPaths::new(),
            scratch: Scratch::new(),
            records,
            on_links: Vec::new(),
            agents: Vec::with_capacity(agents.len()),
            figures: CrowdFigures::new(),
            ticks: 0,
            spent: Duration::ZERO,
            csv: "seconds,agent,x,y,elevation,state\n".to_owned(),
        };
        for (number, agent) in agents.iter().enumerate() {
            simulation.add(agent).with_context(|| format!("agent {number}"))?;
        }
        simulation.record();
        Ok(simulation)
    }

    fn add(&mut self, agent: &ScenarioAgent) -> Result<()> {
        let ScenarioAgent { body, start, goal } = *agent;
        let id = self.crowd.add(self.ground.mesh(), self.filter, body, start)?;
        self.paths.set_goal(id, goal);
        let mut query = Query::new(start, goal);
        query.options.filter = Some(self.filter);
        let mut path = Path::default();
        let found = path_in(self.ground, &query, &mut self.scratch, &mut path);
        let way = path.points.windows(2).map(|ends| f64::from(ends[0].distance(ends[1])));
        let alone = found.map(|()| way.sum::<f64>() / f64::from(body.speed));
        let trail = Vec::new();
        self.agents.push(SimulatedAgent { id, radius: body.radius, alone, arrived: None, trail });
        Ok(())
    }

    /// Returns true if all have arrived, or have no path.
    pub(super) fn is_over(&self) -> bool {
        self.agents.iter().all(|agent| agent.arrived.is_some() || agent.alone.is_err())
    }

    pub(super) fn seconds(&self) -> f64 {
        f64::from(self.ticks) * f64::from(self.tick)
    }

    /// Moves all agents by one step.
    pub(super) fn step(&mut self) -> Result<()> {
        let mesh = self.ground.mesh();
        let options = PathOptions::new().with_filter(self.filter);
        let begin = Instant::now();
        let Self { paths, crowd, scratch, on_links, .. } = self;
        paths.update(self.ground, &options, crowd, PATHS_PER_STEP, scratch);
        let arriving: Vec<_> = paths.events().to_vec();
        for (id, event) in arriving {
            if matches!(event, CrowdEvent::AtLink(_))
                && let Some(link) = paths.take_link(crowd, id)
            {
                // A game would show a jump or a ride.
                let speed = crowd.agent(id)?.body.speed.max(f32::MIN_POSITIVE);
                on_links.push((id, link.from.distance(link.to) / speed));
            }
        }
        for (id, left) in &mut *on_links {
            *left -= self.tick;
            if *left <= 0.0 {
                paths.finish_link(self.ground, &options, crowd, *id)?;
            }
        }
        on_links.retain(|&(_, left)| left > 0.0);
        crowd.step(mesh, self.filter, self.tick, &mut self.memory)?;
        self.spent += begin.elapsed();
        self.ticks += 1;
        self.figures.record(mesh, crowd, self.tick);
        let now = self.seconds();
        for agent in &mut self.agents {
            let state = self.crowd.agent(agent.id)?.state;
            if state == AgentState::Arrived && agent.arrived.is_none() {
                agent.arrived = Some(now);
            }
        }
        self.record();
        Ok(())
    }

    /// Records the positions of all agents.
    fn record(&mut self) {
        let now = self.seconds();
        let is_due = (now / TRAIL_INTERVAL).floor()
            > ((now - f64::from(self.tick)) / TRAIL_INTERVAL).floor();
        for (number, agent) in self.agents.iter_mut().enumerate() {
            let Ok(seen) = self.crowd.agent(agent.id) else { continue };
            if self.records.positions {
                let (at, state) = (seen.position, name(seen.state));
                // Writing into a String cannot fail.
                let _ = writeln!(
                    self.csv,
                    "{now:.3},{number},{},{},{},{state}",
                    at.x, at.y, seen.elevation
                );
            }
            if self.records.trails && is_due {
                agent.trail.push(seen.position);
            }
        }
    }
}

const fn name(state: AgentState) -> &'static str {
    match state {
        AgentState::Idle => "idle",
        AgentState::Walking => "walking",
        AgentState::Arrived => "arrived",
        AgentState::Suspended => "on_link",
        AgentState::OffMesh => "off_mesh",
        _ => "other",
    }
}
