//! The settings of the plugin, and the steps of a tick.

use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::SystemSet;
#[cfg(feature = "crowd")]
use tautline::crowd::CrowdOptions;
use tautline::meshgen::UpAxis;

use crate::answers::Answers;

/// The settings of the plugin.
#[derive(Resource, Clone, Debug)]
#[non_exhaustive]
pub struct NavSettings {
    /// The axis that points up. [`NavGround`](crate::NavGround) documents the position of maps. On maps without
    /// elevations, agents keep the height that the game gives them.
    pub up: UpAxis,
    /// The tick in which paths and edits take effect.
    pub answers: Answers,
    /// The options of avoidance; with `None`, agents walk through each other. Set them by
    /// [`TautlinePlugin::with_avoidance`](crate::TautlinePlugin::with_avoidance). Later changes have no effect.
    #[cfg(feature = "crowd")]
    pub avoidance: Option<CrowdOptions>,
    /// The distance from its goal within which an agent that the game moves has arrived, in world
    /// units. Agents that the plugin moves arrive exactly; in a crowd,
    /// [`CrowdOptions::arrival_distance`](tautline::crowd::CrowdOptions::arrival_distance) counts.
    pub arrival_distance: f32,
    /// The greatest distance by which an agent that is off the ground, or where it must not walk, is moved back, in
    /// world units. Farther off, it stays where it is, and fails if it has a goal.
    /// With avoidance, the `rescue_distance` of [`CrowdOptions`](tautline::crowd::CrowdOptions) applies if it
    /// is greater.
    pub rescue_distance: f32,
    /// The greatest distance by which a goal that is off the ground, or where the agent must not walk, is
    /// moved to the nearest ground, in world units: for example if a player clicks on a house, or the goal is an
    /// entity that jumps over a gap. With 0, the default, the agent fails, and the error has the nearest ground.
    pub goal_distance: f32,
    /// The number of nodes that the search for one path may expand.
    pub budget: u64,
}

impl NavSettings {
    /// Returns the greatest distance by which an agent is moved back to the ground, with avoidance or without.
    ///
    /// An agent that its crowd moves back must also get a path from where it was: otherwise it would fail.
    pub(crate) fn greatest_rescue_distance(&self) -> f32 {
        #[cfg(feature = "crowd")]
        if let Some(options) = &self.avoidance {
            return options.rescue_distance.max(self.rescue_distance).min(f32::MAX);
        }
        self.rescue_distance
    }
}

/// The set of all steps of a tick, and the steps, in order. Put systems between them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NavSystems {
    /// All steps: the other sets are in this one. A run condition on it pauses agents, characters and edits.
    All,
    /// Loaded maps become ground, edits take effect, and changed obstacles start new edits.
    Ground,
    /// Agents ask for paths, in batches on other threads.
    Ask,
    /// Agents get their paths.
    Answer,
    /// Agents choose the next point to walk to, and without avoidance their velocity.
    Steer,
    /// Agents make room for each other.
    Avoid,
    /// Agents with a [`NavMove`](crate::NavMove) are moved, and messages are written. A system that
    /// moves other agents by their [`NavVelocity`](crate::NavVelocity) runs after it.
    Move,
}
