//! A step of all agents, and its memory.

use tautline_navmesh::{NavMesh, QueryFilter, Vec2};

use crate::decision::{Decision, Situation};
use crate::error::check_not_negative;
use crate::neighbors::Neighbors;
use crate::workers::{Worker, for_each};
use crate::{Crowd, CrowdError};

/// Memory for the steps of crowds, for reuse. It serves any crowd and any mesh, and takes about
/// 620 bytes per agent, and 4 bytes per area and thread.
#[derive(Clone, Debug, Default)]
pub struct CrowdScratch {
    neighbors: Neighbors,
    decisions: Vec<Decision>,
    /// By place: the push of each agent in the last round.
    pushes: Vec<Vec2>,
    workers: Vec<Worker>,
}

impl CrowdScratch {
    /// Unused memory. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Crowd {
    /// Moves all agents by one time step, in seconds: usually 1/60 to 1/10.
    ///
    /// Each agent looks at its nearest neighbours and walls, chooses the velocity nearest to the
    /// preferred one that collides with none of them within the horizon, and
    /// [slides](NavMesh::slide_from) along the ground. So it never leaves the ground that the
    /// filter allows, whatever the others do.
    ///
    /// The mesh and the filter may change from step to step: a dynamic obstacle, a door. Then
    /// each agent is put on its ground again; one whose ground has gone is moved to the nearest
    /// ground, or becomes [`OffMesh`](crate::AgentState::OffMesh).
    ///
    /// Far from the origin, steps can be too short for `f32`: an agent does not move if its step is shorter than half the
    /// distance between two neighbouring coordinates. At 1.4 m/s and 30 steps per second, that is 1,000 km off the
    /// origin.
    ///
    /// With the feature `rayon`, runs on all threads of the current pool, with the same bits for
    /// any number of them. O(n log n) for n agents; up to O(n²) if most of them are within range of each
    /// other. Allocates nothing once the memory has grown.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Negative`] if the time is negative, infinite or not a number. Nothing
    /// has moved then.
    pub fn step(
        &mut self,
        mesh: &NavMesh,
        filter: &QueryFilter,
        seconds: f32,
        scratch: &mut CrowdScratch,
    ) -> Result<(), CrowdError> {
        check_not_negative([("seconds", seconds)])?;
        let CrowdScratch { neighbors, decisions, pushes, workers } = scratch;
        let Self { options, agents, places, ground, .. } = self;
        let is_new_ground = ground.replace((mesh.identity(), filter.state())) != *ground;
        for_each(agents, workers, |_, agent, worker| {
            if is_new_ground {
                agent.find_ground(mesh, filter, options.rescue_distance);
            }
            if agent.is_on_mesh() {
                let disc = agent.disc();
                agent.walls.update(mesh, filter, disc, options.wall_range, &mut worker.walls);
            }
        });

        neighbors.sort(agents, mesh.bounds(), options, workers);
        for (place, agent) in (0..).zip(&*agents) {
            places[agent.id.index()] = place;
        }
        let agents = &mut agents[..neighbors.seen.len()];
        decisions.resize(neighbors.seen.len(), Decision::default());
        let situation = Situation { agents, neighbors, options, seconds: f64::from(seconds) };
        for_each(decisions, workers, |place, decision, worker| {
            *decision = situation.decide(place, worker);
        });
        for_each(agents, workers, |place, agent, worker| {
            agent.walk(mesh, filter, decisions[place].velocity, seconds, worker);
        });

        for_each(&mut neighbors.discs, workers, |place, disc, _| {
            *disc = agents[place].disc();
        });
        let rounds = if seconds > 0.0 { options.push_rounds } else { 0 };
        pushes.resize(neighbors.seen.len(), Vec2::ZERO);
        for _ in 0..rounds {
            let situation = Situation { agents, neighbors, options, seconds: f64::from(seconds) };
            for_each(pushes, workers, |place, push, _| {
                *push = situation.push(place, &decisions[place]);
            });
            if pushes.iter().all(|&push| push == Vec2::ZERO) {
                break;
            }
            for_each(&mut neighbors.discs, workers, |place, disc, worker| {
                disc.slide(mesh, filter, pushes[place], &mut worker.ray);
            });
        }
        for_each(agents, workers, |place, agent, _| {
            let Neighbors { seen, discs, .. } = &*neighbors;
            agent.stand_on(mesh, discs[place]);
            let from = seen[place].position;
            agent.end_step(from, &decisions[place], seconds, options.arrival_distance);
        });
        Ok(())
    }
}
