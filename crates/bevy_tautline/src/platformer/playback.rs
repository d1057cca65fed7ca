//! The state of a character that plays a plan.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use tautline::platformer::exact::{Follower, Goal, Planner, Scratch};
use tautline::platformer::{Input, State};

use crate::error::NavCharacterError;

/// The plan of a character.
#[derive(Component, Debug, Default)]
pub(crate) struct Playback {
    /// The level of the follower and of the failure.
    pub(super) level: Option<Entity>,
    /// The current goal.
    pub(super) goal: Option<Result<Goal, NavCharacterError>>,
    /// The follower of a plan, and its goal.
    pub(super) follower: Option<(Goal, Follower)>,
    /// The goal, the version of the level and the state for which there was no plan, and why.
    pub(super) failed: Option<((Goal, u64, State), NavCharacterError)>,
}

impl Playback {
    /// Returns the next input towards a goal, or `None` at the goal. `here` is the goal, the version of the
    /// level and the state of the character.
    pub(super) fn input(
        &mut self,
        planner: &Planner,
        here: (Goal, u64, State),
        scratch: &mut Scratch,
    ) -> Result<Option<Input>, NavCharacterError> {
        let (goal, _, state) = here;
        // A failed search has expanded all nodes, so it is not repeated until something changes.
        if let Some((at, error)) = self.failed
            && at == here
        {
            return Err(error);
        }
        let next = match &mut self.follower {
            Some((of, follower)) => {
                if *of != goal {
                    *of = goal;
                    follower.set_goal(goal);
                }
                follower.input(planner, state, scratch)
            }
            None => Follower::new(planner, state, goal, scratch).and_then(|mut follower| {
                let input = follower.input(planner, state, scratch);
                self.follower = Some((goal, follower));
                input
            }),
        };
        next.map_err(|error| {
            let error = error.into();
            self.failed = Some((here, error));
            error
        })
    }
}
