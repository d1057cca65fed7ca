//! The state of a character that plays a plan.

use bevy_ecs::component::Component;
use tautline::platformer::exact::{Follower, Goal};

use crate::error::NavCharacterError;

/// The plan of a character.
#[derive(Component, Debug, Default)]
pub(crate) struct Playback {
    /// The current goal.
    pub(super) goal: Option<Result<Goal, NavCharacterError>>,
    /// Plans, and remembers failures, as long as there is a goal.
    pub(super) follower: Option<Follower>,
}
