//! The interface of the crowd of any library, and its runs in scenarios.

use std::error::Error;

use tautline::{Location, NavMesh, Vec2, path};

use super::{ARRIVAL, Figures, HEIGHT, Journey, SPEED, Scenario, TICK, Walkable};
use crate::PlainMesh;

/// The crowd of a library, whose agents have goals.
pub trait Contestant {
    /// Moves all agents by one [`TICK`], and returns the time that the library took, in seconds.
    ///
    /// # Errors
    ///
    /// The errors of the library.
    fn step(&mut self) -> Result<f64, Box<dyn Error>>;

    /// Returns the position of an agent that has not been removed: x, y and elevation.
    fn position(&mut self, agent: usize) -> [f32; 3];

    /// Removes an agent that has arrived.
    ///
    /// # Errors
    ///
    /// The errors of the library.
    fn remove(&mut self, agent: usize) -> Result<(), Box<dyn Error>>;
}

/// Returns the time that an agent needs alone on the shortest path, up to its arrival, in seconds.
///
/// # Errors
///
/// A [`tautline::PathError`] if there is no path.
pub fn lone_time(mesh: &NavMesh, [start, goal]: Journey) -> Result<f64, Box<dyn Error>> {
    let [start, goal] = [start, goal].map(location);
    let length = path(mesh, start, goal)?.length - f64::from(ARRIVAL);
    Ok((length / f64::from(SPEED)).max(TICK.into()))
}

/// Runs a contestant until all agents have arrived, or the time of the scenario is over.
///
/// # Errors
///
/// Those of the contestant.
pub fn run(
    scenario: &Scenario,
    contestant: &mut dyn Contestant,
) -> Result<Figures, Box<dyn Error>> {
    let Scenario { mesh, agents, limit, .. } = scenario;
    let walkable = Walkable::new(&PlainMesh::from(mesh));
    let lone_times: Vec<f64> =
        agents.iter().map(|&journey| lone_time(mesh, journey)).collect::<Result<_, _>>()?;
    let mut figures = Figures::new(agents.len());
    let mut walking: Vec<usize> = (0..agents.len()).collect();
    let mut positions = Vec::new();
    let mut now = 0.0;
    while now < f64::from(*limit) && !walking.is_empty() {
        let seconds = contestant.step()?;
        if now > 0.0 {
            figures.seconds += seconds;
            figures.timed += walking.iter().fold(0.0, |number, _| number + 1.0);
        }
        now += f64::from(TICK);
        positions.clear();
        positions.extend(walking.iter().map(|&agent| (agent, contestant.position(agent))));
        figures.record(&walkable, &positions);
        for &(agent, position) in &positions {
            if has_arrived(position, agents[agent][1]) {
                figures.ratios.push(now / lone_times[agent]);
                figures.last = now;
                contestant.remove(agent)?;
                walking.retain(|&other| other != agent);
            }
        }
    }
    Ok(figures)
}

fn has_arrived([x, y, elevation]: [f32; 3], [goal_x, goal_y, goal_elevation]: [f32; 3]) -> bool {
    let is_on_floor = (elevation - goal_elevation).abs() < HEIGHT / 2.0;
    is_on_floor && Vec2::new(x, y).distance(Vec2::new(goal_x, goal_y)) <= ARRIVAL
}

pub(super) fn location([x, y, elevation]: [f32; 3]) -> Location {
    Location::at_elevation(Vec2::new(x, y), elevation)
}
