//! Scenarios for crowds, the contestants that walk in them, and their figures.
//!
//! * [`all`] makes the scenarios: [`flat`] ones, a [`town`], those with several [`floors`], and those with
//!   [`narrow`] passages.
//! * A [`Contestant`] is the crowd of a library: [`Tautline`], or one of the package `crowd-peers`.
//! * [`run`] runs a contestant in a scenario. Its [`Figures`] do not depend on the library: they are computed only from
//!   positions and the [`Walkable`] ground. [`print_table`] prints them. [`Paced`] measures the time of a tick.
//!
//! All ground is inset by the radius of the agents. The scenarios that are *held out* were made
//! after the presets of `tautline::crowd::CrowdOptions` had been chosen.

mod contestant;
mod figures;
pub mod flat;
pub mod floors;
mod ground;
pub mod narrow;
mod pace;
mod table;
mod tautline;
pub mod town;
mod walkable;

use std::error::Error;

use ::tautline::NavMesh;

pub use contestant::{Contestant, lone_time, run};
pub use figures::Figures;
pub use pace::Paced;
pub use table::{Contestants, print_table};
pub use tautline::Tautline;
pub use walkable::Walkable;

/// The radius of the agents, in metres.
pub const RADIUS: f32 = 0.3;

/// The height of the agents, in metres.
pub const HEIGHT: f32 = 1.8;

/// The preferred speed of the agents, in metres per second.
pub const SPEED: f32 = 1.4;

/// The greatest speed at which they make room, in metres per second, in libraries that have such a
/// limit besides the preferred speed.
pub const MAX_SPEED: f32 = 1.8;

/// The length of a tick, in seconds.
pub const TICK: f32 = 1.0 / 30.0;

/// The distance from its goal, in the plane, within which an agent has arrived and is removed, in metres.
pub const ARRIVAL: f32 = 1.2;

/// The start and the goal of an agent: x, y and elevation, in metres.
pub type Journey = [[f32; 3]; 2];

/// Agents, their goals, and the ground.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name.
    pub name: &'static str,
    /// True if the presets were chosen without it.
    pub is_held_out: bool,
    /// The ground, inset by [`RADIUS`].
    pub mesh: NavMesh,
    /// The start and the goal of each agent.
    pub agents: Vec<Journey>,
    /// The time after which it ends, in seconds.
    pub limit: f32,
}

/// All scenarios.
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn all() -> Result<Vec<Scenario>, Box<dyn Error>> {
    Ok(vec![
        flat::circle("circle of 50", false, 50, 10.0, 0.0)?,
        flat::circle("circle of 200", false, 200, 25.0, 0.0)?,
        flat::door("door of 0.8 m", false, [0.8, 0.2], 100)?,
        flat::door("passage of 0.9 m", false, [0.9, 4.0], 100)?,
        flat::door_both_ways("door of 0.9 m, both ways", false, 0.9, 20)?,
        flat::door("door of 1.2 m", false, [1.2, 0.8], 200)?,
        flat::corridor("corridor of 5 m", false, 5.0, 60)?,
        flat::crossing("crossing of 6 m", false, 6.0)?,
        town::town("town", false, 1_000, 1, 12.0)?,
        flat::circle("ragged circle of 80", false, 80, 14.0, 1.5)?,
        flat::door("door of 2 m", false, [2.0, 0.8], 150)?,
        flat::corridor("corridor of 4 m", false, 4.0, 45)?,
        flat::circle("circle of 120", true, 120, 17.0, 0.8)?,
        flat::door("door of 1.5 m", true, [1.5, 0.8], 120)?,
        flat::corridor("corridor of 3.5 m", true, 3.5, 36)?,
        flat::crossing("crossing of 5 m", true, 5.0)?,
        town::town("another town", true, 900, 77, 9.0)?,
        floors::bridge("bridge above a passage", true, 4.0, 7)?,
        floors::bridge("narrow bridge", true, 2.6, 8)?,
        floors::stairs("stairs", true, 3.0, 9)?,
        floors::stairs("narrow stairs", true, 2.2, 10)?,
        narrow::rooms("rooms, passages of 0.9 m", true, 100)?,
        narrow::bends("passage with two bends, both ways", true, 6)?,
        narrow::crossing("crossing of passages of 0.9 m", true, 6)?,
        narrow::merging("two passages into a third one", true, 20)?,
    ])
}
