//! The Rust crate `landmass`: agents that find their way over polygons, and avoid each other by ORCA.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use landmass::{
    Agent, AgentId, Archipelago, ArchipelagoOptions, FromAgentRadius, Island, NavigationMesh,
    PointSampleDistance3d, Transform, Vec3, XYZ,
};

use tautline_benches::PlainMesh;
use tautline_benches::crowds::{Contestant, Journey, MAX_SPEED, RADIUS, SPEED, Scenario, TICK};

/// The greatest distance by which an agent is moved back to the ground, in metres. No agent moves that far in a tick.
const RETURN_DISTANCE: f32 = 0.3;

/// A crowd with the options that landmass derives from the radius.
///
/// The library chooses velocities, and the game moves the agents. Here, they move by these velocities, as in the README
/// of landmass, and then to the nearest point of the ground. Otherwise, agents that are pushed over an edge by more
/// than a fifth of their radius would lose their path and stop.
pub struct Landmass {
    archipelago: Archipelago<XYZ>,
    ids: Vec<AgentId>,
    walking: Vec<AgentId>,
    back: PointSampleDistance3d,
}

impl std::fmt::Debug for Landmass {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Landmass").field("agents", &self.ids.len()).finish_non_exhaustive()
    }
}

impl Landmass {
    /// Adds the agents of a scenario, and sets their targets.
    ///
    /// # Errors
    ///
    /// If landmass refuses the mesh.
    pub fn new(scenario: &Scenario) -> Result<Self, Box<dyn Error>> {
        let mut archipelago = Archipelago::new(ArchipelagoOptions::from_agent_radius(RADIUS));
        let mesh = Arc::new(navigation_mesh(&PlainMesh::from(&scenario.mesh)).validate()?);
        let transform = Transform { translation: Vec3::ZERO, rotation: 0.0 };
        archipelago.add_island(Island::new(transform, mesh));
        let add = |&[start, goal]: &Journey| {
            let mut agent = Agent::create(start.into(), Vec3::ZERO, RADIUS, SPEED, MAX_SPEED);
            agent.current_target = Some(goal.into());
            archipelago.add_agent(agent)
        };
        let ids: Vec<AgentId> = scenario.agents.iter().map(add).collect();
        let back = PointSampleDistance3d {
            horizontal_distance: RETURN_DISTANCE,
            ..PointSampleDistance3d::from_agent_radius(RADIUS)
        };
        Ok(Self { archipelago, walking: ids.clone(), ids, back })
    }

    /// Moves all agents by their velocities.
    fn move_agents(&mut self) {
        for &id in &self.walking {
            let Some(agent) = self.archipelago.get_agent(id) else { continue };
            let velocity = *agent.get_desired_velocity();
            let target = agent.position + velocity * TICK;
            let sampled = self.archipelago.sample_point(target, &self.back);
            let position = sampled.map_or(target, |sampled| sampled.point());
            if let Some(agent) = self.archipelago.get_agent_mut(id) {
                (agent.position, agent.velocity) = (position, velocity);
            }
        }
    }
}

fn navigation_mesh(plain: &PlainMesh) -> NavigationMesh<XYZ> {
    let vertices = plain.vertices.iter().enumerate();
    NavigationMesh {
        vertices: vertices
            .map(|(index, &[x, y])| Vec3::new(x, y, plain.elevation(index)))
            .collect(),
        polygons: plain
            .polygons
            .iter()
            .map(|corners| corners.iter().map(|&corner| corner as usize).collect())
            .collect(),
        polygon_type_indices: vec![0; plain.polygons.len()],
        height_mesh: None,
    }
}

impl Contestant for Landmass {
    /// The time is that of the library's update alone, without moving the agents.
    fn step(&mut self) -> Result<f64, Box<dyn Error>> {
        let begin = Instant::now();
        self.archipelago.update(TICK);
        let seconds = begin.elapsed().as_secs_f64();
        self.move_agents();
        Ok(seconds)
    }

    fn position(&mut self, agent: usize) -> [f32; 3] {
        let agent = self.archipelago.get_agent(self.ids[agent]);
        agent.map_or([f32::NAN; 3], |agent| agent.position.into())
    }

    fn remove(&mut self, agent: usize) -> Result<(), Box<dyn Error>> {
        self.archipelago.remove_agent(self.ids[agent]);
        self.walking.retain(|&id| id != self.ids[agent]);
        Ok(())
    }
}
