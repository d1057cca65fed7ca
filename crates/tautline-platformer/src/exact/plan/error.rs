//! Why there may be no plan.

use super::Goal;

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
    /// The start in the air has more frames of grace than are planned with: the
    /// different jumps of the character times the frames are at most 4096. No step gives
    /// so much grace.
    #[error("the start has {grace} frames of grace, but at most {most} are planned with")]
    StartHasTooMuchGrace {
        /// The frames of grace that are left.
        grace: u8,
        /// How many are allowed for this character.
        most: u8,
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
    /// A move that was [restored](crate::exact::Planner::restore_moves) from plain data cannot
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
    /// A tile has changed since the field was made, or another planner made it.
    #[error("the field was made by another planner, or before a tile changed; make it again")]
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
