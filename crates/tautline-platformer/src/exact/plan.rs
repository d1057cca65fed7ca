//! What a plan is, how it is asked for, and why there may be none.

use std::fmt;

use crate::{Character, Input, State, Tiles};

/// Where to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Goal {
    /// To stand with the body's lower left corner exactly at a place, in
    /// subpixels.
    At {
        /// Left side of the body.
        x: i32,
        /// Lower side of the body.
        y: i32,
    },
    /// To stand with the body's lower left corner anywhere in a cell.
    Cell {
        /// Column, from the left.
        column: i32,
        /// Row, from below.
        row: i32,
    },
}

/// In words: `at (3, 57600) subpixels`, `cell 4,2`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At { x, y } => write!(f, "at ({x}, {y}) subpixels"),
            Self::Cell { column, row } => write!(f, "cell {column},{row}"),
        }
    }
}

/// A way-point of a plan: the character's state after a number of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Waypoint {
    /// Frames since the plan's beginning.
    pub frame: u32,
    /// Where the body's lower left corner is then, in subpixels.
    pub place: [i32; 2],
}

/// What to press, frame by frame, to arrive. It is played from the state that
/// it was made for, see [`replay`](Self::replay).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Plan {
    /// Inputs, and for how many frames each is given; never 0 frames.
    pub inputs: Vec<(Input, u32)>,
    /// The start, each take-off and each landing, and the end.
    pub waypoints: Vec<Waypoint>,
    /// The number of frames.
    pub frames: u32,
}

impl Plan {
    /// The input of a frame, counted from 0; `None` after the end. O(inputs).
    #[must_use]
    pub fn input(&self, frame: u32) -> Option<Input> {
        let mut left = frame;
        for &(input, frames) in &self.inputs {
            if left < frames {
                return Some(input);
            }
            left -= frames;
        }
        None
    }

    /// Where the plan leads, in subpixels.
    #[must_use]
    pub fn end(&self) -> Option<[i32; 2]> {
        self.waypoints.last().map(|waypoint| waypoint.place)
    }

    /// The states after each frame, played from `start` by
    /// [`Character::step`].
    pub fn replay<'a>(
        &'a self,
        start: State,
        character: &'a Character,
        tiles: &'a Tiles,
    ) -> impl Iterator<Item = State> + 'a {
        let inputs = self.inputs.iter();
        let frames = inputs.flat_map(|&(input, frames)| (0..frames).map(move |_| input));
        frames.scan(start, move |state, input| {
            *state = character.step(*state, input, tiles);
            Some(*state)
        })
    }

    pub(super) fn clear(&mut self) {
        self.inputs.clear();
        self.waypoints.clear();
        self.frames = 0;
    }

    pub(super) fn push(&mut self, input: Input, frames: u32) {
        if frames == 0 {
            return;
        }
        self.frames += frames;
        match self.inputs.last_mut() {
            Some((last, count)) if *last == input => *count += frames,
            _ => self.inputs.push((input, frames)),
        }
    }

    /// Notes where the character is now.
    pub(super) fn mark(&mut self, place: [i32; 2]) {
        let waypoint = Waypoint { frame: self.frames, place };
        if self.waypoints.last() != Some(&waypoint) {
            self.waypoints.push(waypoint);
        }
    }
}

/// Why there is no plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The start is outside of the level.
    #[error("the start at ({x}, {y}) subpixels is off the level")]
    StartOffLevel {
        /// Left side of the body.
        x: i32,
        /// Lower side of the body.
        y: i32,
    },
    /// The body overlaps solid or deadly tiles at the start.
    #[error("the body does not fit at the start ({x}, {y}) subpixels")]
    StartDoesNotFit {
        /// Left side of the body.
        x: i32,
        /// Lower side of the body.
        y: i32,
    },
    /// The start is said to stand on the ground where there is none.
    #[error(
        "there is no ground under the start ({x}, {y}) subpixels; a body in the air starts with Stance::Air"
    )]
    StartNotOnGround {
        /// Left side of the body.
        x: i32,
        /// Lower side of the body.
        y: i32,
    },
    /// The character is dead.
    #[error("the character at ({x}, {y}) subpixels is dead")]
    StartDead {
        /// Left side of the body.
        x: i32,
        /// Lower side of the body.
        y: i32,
    },
    /// The goal is outside of the level.
    #[error("the goal {goal} is off the level")]
    GoalOffLevel {
        /// The goal.
        goal: Goal,
    },
    /// The body overlaps solid or deadly tiles at the goal, wherever in a cell.
    #[error("the body does not fit at the goal {goal}")]
    GoalDoesNotFit {
        /// The goal.
        goal: Goal,
    },
    /// The body fits at the goal, but cannot stand there.
    #[error("the goal {goal} is in the air; goals are places to stand")]
    GoalInTheAir {
        /// The goal.
        goal: Goal,
    },
    /// No moves lead from the start to the goal.
    #[error("the goal cannot be reached from the start")]
    Unreachable,
    /// A move that was [restored](super::Planner::restore_moves) from plain data cannot
    /// be made: that data was not found for this level. No move that the planner
    /// found itself is such.
    #[error(
        "a stored move from ({x}, {y}) subpixels cannot be made in this level; bake the level again"
    )]
    ImpossibleMove {
        /// Where the body takes off: its left side.
        x: i32,
        /// Its lower side.
        y: i32,
    },
    /// A tile has changed since the field was made.
    #[error("the field was made before a tile changed; make it again")]
    StaleField,
    /// The search gave up.
    #[error("the budget of {budget} expansions is exhausted")]
    BudgetExhausted {
        /// How many expansions were allowed.
        budget: u32,
    },
}

/// Why a planner cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlannerError {
    /// With a digital axis, the remainders of x by the walk step are told
    /// apart, and these are too many or none.
    #[error("a walk step of {step} subpixels is not for a digital axis: 1 to 63 are allowed")]
    DigitalStep {
        /// Subpixels per frame.
        step: i32,
    },
}
