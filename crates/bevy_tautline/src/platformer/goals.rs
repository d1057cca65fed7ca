//! The goals and starts of characters, converted to their levels.

use bevy_ecs::query::With;
use bevy_ecs::system::Query;
use bevy_math::Vec3;
use bevy_transform::helper::TransformHelper;
use tautline::platformer::exact::{Goal, Planner};
use tautline::platformer::{State, at_rest_in_cell};

use super::character::{NavCharacter, NavCharacterGoal, NavCharacterStart};
use super::level::{NavLevel, NavLevelState};
use super::playback::Playback;
use crate::error::NavCharacterError;

type Levels<'w, 's> = Query<'w, 's, &'static NavLevelState, With<NavLevel>>;

/// Converts the goal of each character to a goal of the planner of its level.
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
    // The state of a character is more exact than its `Transform`, which is rounded. A character that starts in this
    // tick has no state yet.
    let state_of = |body: &NavCharacter| {
        let (planner, origin) = level_of(body.level)?;
        let start = body.start.map(|start| start.state(planner, origin));
        let State { x, y, .. } = start.unwrap_or(Ok(body.state)).ok()?;
        let to_world = |[x, y]: [i32; 2]| {
            let [x, y] = planner.character().to_pixels([x, y]);
            [f64::from(origin.x) + x, f64::from(origin.y) + y]
        };
        let width = planner.character().body_size()[0];
        Some([to_world([x, y]), to_world([x.saturating_add(width), y])])
    };
    // The lower corners of the body of an entity, left and right, of which other entities have only one.
    let corners_of = |entity| {
        if let Some(corners) = bodies.get(entity).ok().and_then(state_of) {
            return Some((corners[0], Some(corners[1])));
        }
        let at = transforms.compute_global_transform(entity).ok()?.translation();
        Some(([at.x.into(), at.y.into()], None))
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
                let (at, right) = corners_of(entity).ok_or(NavCharacterError::GoalGone)?;
                let at = to_level(planner, origin, at)?;
                let last = playback.goal.and_then(Result::ok);
                // On its right, a wall may leave no room for a wider body.
                let beside = || {
                    let [right, y] = to_level(planner, origin, right?).ok()?;
                    planner.ground_below([right - planner.character().body_size()[0], y])
                };
                let below = planner.ground_below(at).or_else(beside).or(last);
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
    pub(super) fn state(self, planner: &Planner, origin: Vec3) -> Result<State, NavCharacterError> {
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
