//! Systems: characters find their goals, plan, and play their plans.

use bevy_ecs::change_detection::{DetectChangesMut, Mut};
use bevy_ecs::query::With;
use bevy_ecs::system::{Local, Query};
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use bevy_transform::helper::TransformHelper;
use bevy_utils::Parallel;
use tautline::platformer::exact::{Goal, Planner, Scratch};
use tautline::platformer::{Character, Input, State, at_rest_in_cell};

use super::character::{NavCharacter, NavCharacterGoal, NavCharacterStart, NavCharacterStatus};
use super::level::{NavLevel, NavLevelState};
use super::playback::Playback;
use crate::error::NavCharacterError;
use crate::ground::GroundStatus;

type Levels<'w, 's> = Query<'w, 's, &'static NavLevelState, With<NavLevel>>;

/// Finds the goals of characters in their levels.
pub(super) fn find_goals(
    levels: Levels<'_, '_>,
    bodies: Query<'_, '_, &NavCharacter>,
    transforms: TransformHelper<'_, '_>,
    mut characters: Query<'_, '_, (&NavCharacter, Option<&NavCharacterGoal>, &mut Playback)>,
) {
    let level_of = |entity| {
        let level: &NavLevelState = levels.get(entity).ok()?;
        Some((level.planner.as_ref()?, level.origin))
    };
    // A character is where its state says, to the subpixel, or where it starts in this tick.
    let state_of = |body: &NavCharacter| {
        let (planner, origin) = level_of(body.level)?;
        let start = body.start.map(|start| start.state(planner, origin));
        let State { x, y, .. } = start.unwrap_or(Ok(body.state)).ok()?;
        let [x, y] = planner.character().to_pixels([x, y]);
        Some([f64::from(origin.x) + x, f64::from(origin.y) + y])
    };
    let position_of = |entity| {
        if let Some(position) = bodies.get(entity).ok().and_then(state_of) {
            return Some(position);
        }
        let at = transforms.compute_global_transform(entity).ok()?.translation();
        Some([at.x.into(), at.y.into()])
    };
    for (character, goal, mut playback) in &mut characters {
        let Some((planner, origin)) = level_of(character.level) else { continue };
        let found = goal.map(|goal| match *goal {
            NavCharacterGoal::Cell { column, row } => Ok(Goal::Cell { column, row }),
            NavCharacterGoal::At { x, y } => Ok(Goal::At { x, y }),
            NavCharacterGoal::Point(point) => {
                let at = to_level(planner, origin, [point.x.into(), point.y.into()])?;
                Ok(planner.ground_below(at).unwrap_or_else(|| cell_at(planner, at)))
            }
            NavCharacterGoal::Entity(entity) => {
                let at = position_of(entity).ok_or(NavCharacterError::GoalGone)?;
                let at = to_level(planner, origin, at)?;
                let last = playback.goal.and_then(Result::ok);
                let below = planner.ground_below(at).or(last);
                Ok(below.unwrap_or_else(|| cell_at(planner, at)))
            }
        });
        if playback.goal != found {
            playback.goal = found;
        }
    }
}

/// Returns a position of the world in subpixels of a level.
fn to_level(
    planner: &Planner,
    origin: Vec3,
    [x, y]: [f64; 2],
) -> Result<[i32; 2], NavCharacterError> {
    let pixels = [x - f64::from(origin.x), y - f64::from(origin.y)];
    let position = planner.character().from_pixels(pixels);
    position.ok_or(NavCharacterError::OutOfRange { x, y })
}

/// Returns the goal of standing in the cell of a position.
fn cell_at(planner: &Planner, [x, y]: [i32; 2]) -> Goal {
    let [width, height] = planner.character().tile_size();
    Goal::Cell { column: x.div_euclid(width), row: y.div_euclid(height) }
}

impl NavCharacterStart {
    /// Returns the state of a character that starts here.
    fn state(self, planner: &Planner, origin: Vec3) -> Result<State, NavCharacterError> {
        let position = match self {
            Self::Cell { column, row } => {
                let state = at_rest_in_cell(planner.character(), planner.tiles(), column, row);
                [state.x, state.y]
            }
            Self::Point(point) => to_level(planner, origin, [point.x.into(), point.y.into()])?,
        };
        Ok(planner.at_rest(position)?)
    }
}

type PlayData = (
    &'static mut NavCharacter,
    &'static mut Playback,
    &'static mut NavCharacterStatus,
    &'static mut Transform,
);

/// Plans, and plays one frame.
pub(super) fn play(
    levels: Levels<'_, '_>,
    mut characters: Query<'_, '_, PlayData>,
    memory: Local<'_, Parallel<Scratch>>,
) {
    let memory = &*memory;
    characters.par_iter_mut().for_each(
        |(mut character, mut playback, mut status, mut transform)| {
            let mut stand = |character: &mut Mut<'_, NavCharacter>, next: NavCharacterStatus| {
                status.set_if_neq(next);
                if character.input != Input::default() {
                    character.input = Input::default();
                }
            };
            let level = levels.get(character.level).ok();
            let found = level.and_then(|level| Some((level, level.planner.as_ref()?)));
            let Some((level, planner)) = found else {
                *playback = Playback::default();
                let next = match level.map(NavLevelState::status) {
                    None => NavCharacterStatus::Failed(NavCharacterError::NoLevel),
                    Some(GroundStatus::Failed(_)) => {
                        NavCharacterStatus::Failed(NavCharacterError::LevelNotLoaded)
                    }
                    Some(_) => NavCharacterStatus::Waiting,
                };
                return stand(&mut character, next);
            };
            if let Some(start) = character.start {
                match start.state(planner, level.origin) {
                    Ok(state) => (character.start, character.state) = (None, state),
                    Err(error) => {
                        return stand(&mut character, NavCharacterStatus::Failed(error));
                    }
                }
            }
            if playback.level != Some(character.level) {
                let goal = playback.goal;
                *playback = Playback { level: Some(character.level), goal, ..Playback::default() };
            }
            let (next, input) = match playback.goal {
                None => {
                    (playback.follower, playback.failed) = (None, None);
                    (NavCharacterStatus::Idle, Input::default())
                }
                Some(Err(error)) => (NavCharacterStatus::Failed(error), Input::default()),
                Some(Ok(goal)) => {
                    let here = (goal, level.version, character.state);
                    match playback.input(planner, here, &mut memory.borrow_local_mut()) {
                        Ok(Some(input)) => (NavCharacterStatus::Playing, input),
                        Ok(None) => (NavCharacterStatus::Arrived, Input::default()),
                        Err(error) => (NavCharacterStatus::Failed(error), Input::default()),
                    }
                }
            };
            status.set_if_neq(next);
            let stepped = planner.character().step(character.state, input, planner.tiles());
            if (character.state, character.input) != (stepped, input) {
                (character.state, character.input) = (stepped, input);
            }
            let [x, y] = to_world(planner.character(), stepped);
            let z = transform.translation.z;
            let position = (level.origin + Vec3::new(x, y, 0.0)).with_z(z);
            if transform.translation != position {
                transform.translation = position;
            }
        },
    );
}

#[expect(clippy::cast_possible_truncation, reason = "positions of drawings are f32")]
fn to_world(character: &Character, state: State) -> [f32; 2] {
    character.to_pixels([state.x, state.y]).map(|pixels| pixels as f32)
}
