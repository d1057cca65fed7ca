//! The crowd of tautline.

use std::error::Error;
use std::time::Instant;

use tautline::crowd::{AgentId, Body, Crowd, CrowdOptions, CrowdScratch};
use tautline::{CrowdPaths, NavMesh, PathOptions, QueryFilter, Scratch};

use super::contestant::location;
use super::{Contestant, HEIGHT, MAX_SPEED, RADIUS, SPEED, Scenario, TICK};

/// A [`Crowd`] with [`CrowdPaths`].
#[derive(Debug)]
pub struct Tautline<'m> {
    mesh: &'m NavMesh,
    filter: QueryFilter,
    crowd: Crowd,
    paths: CrowdPaths,
    memory: CrowdScratch,
    scratch: Scratch,
    ids: Vec<AgentId>,
}

impl<'m> Tautline<'m> {
    /// Adds the agents of a scenario, and sets their goals.
    ///
    /// # Errors
    ///
    /// A [`tautline::crowd::CrowdError`].
    pub fn new(scenario: &'m Scenario, options: CrowdOptions) -> Result<Self, Box<dyn Error>> {
        let (mesh, filter) = (&scenario.mesh, QueryFilter::uniform());
        let mut crowd = Crowd::with_options(options)?;
        let mut paths = CrowdPaths::new();
        let body = Body {
            radius: RADIUS,
            speed: SPEED,
            max_speed: MAX_SPEED,
            height: HEIGHT,
            ..Body::default()
        };
        let mut ids = Vec::new();
        for &[start, goal] in &scenario.agents {
            let id = crowd.add(mesh, &filter, body, location(start))?;
            paths.set_goal(id, location(goal));
            ids.push(id);
        }
        let (memory, scratch) = (CrowdScratch::new(), Scratch::new());
        Ok(Self { mesh, filter, crowd, paths, memory, scratch, ids })
    }
}

impl Contestant for Tautline<'_> {
    /// Fails if an agent is off the mesh, decided exactly.
    fn step(&mut self) -> Result<f64, Box<dyn Error>> {
        let query = PathOptions::new().with_filter(&self.filter);
        let begin = Instant::now();
        self.paths.update(self.mesh, &query, &mut self.crowd, usize::MAX, &mut self.scratch);
        self.crowd.step(self.mesh, &self.filter, TICK, &mut self.memory)?;
        let seconds = begin.elapsed().as_secs_f64();
        for agent in self.crowd.agents() {
            if !agent.area.is_some_and(|area| self.mesh.contains(area, agent.position)) {
                return Err(format!("agent {} is off the mesh", agent.id.index()).into());
            }
        }
        Ok(seconds)
    }

    fn position(&mut self, agent: usize) -> [f32; 3] {
        let agent = self.crowd.agent(self.ids[agent]);
        agent.map_or([f32::NAN; 3], |agent| [agent.position.x, agent.position.y, agent.elevation])
    }

    fn remove(&mut self, agent: usize) -> Result<(), Box<dyn Error>> {
        Ok(self.crowd.remove(self.ids[agent])?)
    }
}
