//! The components of characters.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
#[cfg(feature = "reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::template::FromTemplate;
use bevy_math::Vec3;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;
use tautline::platformer::{Input, State};

use super::playback::Playback;
use crate::error::NavCharacterError;

/// A character that plans its inputs and plays one frame of them in each tick. Its level defines the
/// physics. Run the schedule at the frame rate of the physics (`Time::<Fixed>::from_hz(60.0)` for the default).
///
/// Its `Transform` is the position of the lower left corner of its body in the world, so characters must be top-level
/// entities.
#[derive(Component, Clone, Debug)]
#[require(Transform, NavCharacterStatus, Playback)]
pub struct NavCharacter {
    /// The entity with the [`NavLevel`](crate::NavLevel).
    #[entities]
    pub level: Entity,
    /// The place where it starts. As soon as its level is loaded, it is put there at rest, and this becomes `None`.
    /// Write to it to put the character elsewhere, for example at its last checkpoint. If its body
    /// does not fit there, this stays, and the character is [`Failed`](NavCharacterStatus::Failed).
    pub start: Option<NavCharacterStart>,
    /// Its position and motion, in subpixels of its level; valid while `start` is `None`. Write to it
    /// to push the character: it plans again from there, also in mid-air.
    pub state: State,
    /// The input of the last frame, for animations.
    pub input: Input,
}

impl NavCharacter {
    /// A character at rest at a start.
    #[must_use]
    pub fn new(level: Entity, start: NavCharacterStart) -> Self {
        let state = State::standing(0, 0);
        Self { level, start: Some(start), state, input: Input::default() }
    }

    /// A character with a position and motion, in subpixels of its level.
    #[must_use]
    pub fn from_state(level: Entity, state: State) -> Self {
        Self { level, start: None, state, input: Input::default() }
    }
}

/// The place where a [`NavCharacter`] starts: standing if there is ground, otherwise about to fall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NavCharacterStart {
    /// The lower left corner of its body is that of a cell.
    Cell {
        /// Column, from the left.
        column: i32,
        /// Row, from below.
        row: i32,
    },
    /// The lower left corner of its body is at a point of the world. Its z does not matter.
    Point(Vec3),
}

/// The goal of a [`NavCharacter`]. Remove it to let the character stand.
///
/// If a point or an entity is in the air, the goal is on the ground below: the highest cell in which the character can
/// stand, with no solid tile between.
#[derive(Component, FromTemplate, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component))]
pub enum NavCharacterGoal {
    /// Stand with the body's lower left corner anywhere in a cell.
    #[default]
    Cell {
        /// Column, from the left.
        column: i32,
        /// Row, from below.
        row: i32,
    },
    /// Stand in the cell of a point of the world. Its z does not matter.
    Point(Vec3),
    /// Stand in the cell of another entity, which its `Transform` says. The character plans again
    /// when the entity enters another cell. While there is no ground below the entity, the goal is its last cell
    /// with ground. Where a wall on the right leaves no room for it, a character stops further left than a narrower
    /// one that it follows.
    Entity(#[entities] Entity),
    /// Stand exactly at a position, in subpixels of the level: see
    /// [`Goal::At`](tautline::platformer::exact::Goal::At).
    At {
        /// Left side of the body.
        x: i32,
        /// Lower side of the body.
        y: i32,
    },
}

/// Progress of a [`NavCharacter`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
// Without `reflect(Component)`, inspectors show it, but scenes do not hold it.
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Debug))]
pub enum NavCharacterStatus {
    /// It has no goal.
    #[default]
    Idle,
    /// It waits for its level to be loaded.
    Waiting,
    /// It plays a plan.
    Playing,
    /// It is at its goal.
    Arrived,
    /// It does not fit at its start, there is no plan, or it has no level. It tries again when a tile, its
    /// goal, its start, its position or its level changes.
    Failed(NavCharacterError),
}
