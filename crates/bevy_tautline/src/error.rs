//! The reasons why an agent or a character cannot reach its goal.

use bevy_asset::AssetLoadError;
use tautline::PathError;
use tautline::platformer::exact::PlanError;
use thiserror::Error;

/// The reason why an agent has no path to its goal. Points in it are points of the map: see
/// [`NavSnapshot::to_world`](crate::NavSnapshot::to_world).
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(opaque, Debug))]
#[non_exhaustive]
pub enum NavError {
    /// There is no path, or an end of it is not on the ground.
    #[error(transparent)]
    Path(#[from] PathError),
    /// There is no ground: none was spawned, or the one that the agent is on was despawned.
    #[error("there is no ground; spawn an entity with a NavGround")]
    NoGround,
    /// The map of the ground could not be loaded. `GroundState::status` has the reason.
    #[error("the map of the ground could not be loaded")]
    GroundNotLoaded,
    /// The entity that the agent goes to was despawned, or has no transform.
    #[error("the entity to go to was despawned, or has no Transform")]
    GoalGone,
    /// The radius or the speed of the agent is negative, infinite or not a number.
    #[error("the radius or the speed of the agent is negative, infinite or not a number")]
    InvalidAgent,
}

/// The reason why a [`NavCharacter`](crate::NavCharacter) cannot start, or has no plan to its goal.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(opaque, Debug))]
#[non_exhaustive]
pub enum NavCharacterError {
    /// It does not fit at its start, or there is no plan. Positions are in subpixels of its level.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Its level was despawned, or the entity has no [`NavLevel`](crate::NavLevel).
    #[error("the entity of its level was despawned, or has no NavLevel")]
    NoLevel,
    /// Its level could not be loaded. `NavLevelState::status` has the reason.
    #[error("its level could not be loaded")]
    LevelNotLoaded,
    /// The entity that it goes to was despawned, or has no transform.
    #[error("the entity to go to was despawned, or has no Transform")]
    GoalGone,
    /// Its start or its goal is not finite, or farther from the level than subpixels can count.
    #[error("the point ({x}, {y}) is not finite, or too far from the level")]
    OutOfRange {
        /// The x coordinate of the point, in world units.
        x: f64,
        /// The y coordinate of the point, in world units.
        y: f64,
    },
}

/// Returns the reason why an asset could not be loaded, in one line: the error of its loader, `E`, without the
/// backtrace that Bevy's message has.
pub(crate) fn loading_failure<E: std::error::Error + 'static>(error: &AssetLoadError) -> String {
    if let AssetLoadError::AssetLoaderError(failed) = error
        && let Some(reason) = failed.error().downcast_ref::<E>()
    {
        return format!("{}: {reason}", failed.path());
    }
    error.to_string()
}
