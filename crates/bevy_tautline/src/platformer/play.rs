//! Characters plan, and play their plans.

use bevy_ecs::change_detection::{DetectChangesMut, Mut};
use bevy_ecs::query::With;
use bevy_ecs::system::{Local, Query};
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use bevy_utils::Parallel;
use tautline::platformer::exact::{Follower, Planner, Scratch};
use tautline::platformer::{Character, Input, State};

use super::character::{NavCharacter, NavCharacterStatus};
use super::level::{NavLevel, NavLevelState};
use super::playback::Playback;
use crate::error::NavCharacterError;
use crate::ground::GroundStatus;

type PlayData = (
    &'static mut NavCharacter,
    &'static mut Playback,
    &'static mut NavCharacterStatus,
    &'static mut Transform,
);

/// Plans, and plays one frame.
pub(super) fn play(
    levels: Query<'_, '_, &'static NavLevelState, With<NavLevel>>,
    mut characters: Query<'_, '_, PlayData>,
    memory: Local<'_, Parallel<Scratch>>,
) {
    let memory = &*memory;
    characters.par_iter_mut().for_each(
        |(mut character, mut playback, mut status, mut transform)| {
            let level = levels.get(character.level).ok();
            let (level, planner) = match enter(level, &mut character, &mut playback) {
                Ok(entered) => entered,
                Err(next) => {
                    status.set_if_neq(next);
                    if character.input != Input::default() {
                        character.input = Input::default();
                    }
                    return;
                }
            };
            let scratch = &mut memory.borrow_local_mut();
            let (next, input) = next_input(&mut playback, planner, character.state, scratch);
            status.set_if_neq(next);
            let stepped = planner.character().step(character.state, input, planner.tiles());
            if (character.state, character.input) != (stepped, input) {
                (character.state, character.input) = (stepped, input);
            }
            let [x, y] = to_pixels(planner.character(), stepped);
            let z = transform.translation.z;
            let position = (level.origin + Vec3::new(x, y, 0.0)).with_z(z);
            if transform.translation != position {
                transform.translation = position;
            }
        },
    );
}

/// Returns the level of a character and its planner. A character with a start is put there.
///
/// # Errors
///
/// The status of a character without a loaded level, or that does not fit at its start.
fn enter<'a>(
    level: Option<&'a NavLevelState>,
    character: &mut Mut<'_, NavCharacter>,
    playback: &mut Mut<'_, Playback>,
) -> Result<(&'a NavLevelState, &'a Planner), NavCharacterStatus> {
    let loaded = level.and_then(|level| Some((level, level.planner.as_ref()?)));
    let Some((level, planner)) = loaded else {
        **playback = Playback::default();
        return Err(match level.map(NavLevelState::status) {
            None => NavCharacterStatus::Failed(NavCharacterError::NoLevel),
            Some(GroundStatus::Failed(_)) => {
                NavCharacterStatus::Failed(NavCharacterError::LevelNotLoaded)
            }
            Some(_) => NavCharacterStatus::Waiting,
        });
    };
    if let Some(start) = character.start {
        let state = start.state(planner, level.origin).map_err(NavCharacterStatus::Failed)?;
        (character.start, character.state) = (None, state);
    }
    Ok((level, planner))
}

/// Returns the status of a character and its next input.
fn next_input(
    playback: &mut Playback,
    planner: &Planner,
    state: State,
    scratch: &mut Scratch,
) -> (NavCharacterStatus, Input) {
    let goal = match playback.goal {
        None => {
            playback.follower = None;
            return (NavCharacterStatus::Idle, Input::default());
        }
        Some(Err(error)) => return (NavCharacterStatus::Failed(error), Input::default()),
        Some(Ok(goal)) => goal,
    };
    let follower = playback.follower.get_or_insert_with(|| Follower::new(goal));
    follower.set_goal(goal);
    match follower.input(planner, state, scratch) {
        Ok(Some(input)) => (NavCharacterStatus::Playing, input),
        Ok(None) => (NavCharacterStatus::Arrived, Input::default()),
        Err(error) => (NavCharacterStatus::Failed(error.into()), Input::default()),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a `Transform` has f32")]
fn to_pixels(character: &Character, state: State) -> [f32; 2] {
    character.to_pixels([state.x, state.y]).map(|pixels| pixels as f32)
}
