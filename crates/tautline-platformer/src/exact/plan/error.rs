//! Errors of planning.

use super::Goal;

/// The reason why there is no plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The start is outside of the level.
    #[error("the start at ({x}, {y}) subpixels is outside of the level")]
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
    /// The start has `Stance::Ground`, but there is no ground under it.
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
    /// The start in the air has too many grace frames (coyote time): the number of different jumps
    /// times the number of grace frames may be at most 4096. No step grants as many.
    #[error("the start has {grace} grace frames, but at most {max} are allowed")]
    StartHasTooMuchGrace {
        /// The number of grace frames left.
        grace: u8,
        /// The limit for this character.
        max: u8,
    },
    /// The goal is outside of the level.
    #[error("the goal {goal} is outside of the level")]
    GoalOffLevel {
        /// The goal.
        goal: Goal,
    },
    /// The body overlaps solid or deadly tiles at the goal, or everywhere in the goal cell.
    #[error("the body does not fit at the goal {goal}")]
    GoalDoesNotFit {
        /// The goal.
        goal: Goal,
    },
    /// The body fits at the goal, but no ground supports it.
    /// [`Planner::ground_below`](crate::exact::Planner::ground_below) returns a goal below.
    #[error("the goal {goal} is in the air: no ground supports the body")]
    GoalInTheAir {
        /// The goal.
        goal: Goal,
    },
    /// No sequence of moves leads from the start to the goal.
    #[error("the goal cannot be reached from the start")]
    Unreachable,
    /// A link that was [restored](crate::exact::Planner::restore_links) from plain data is not
    /// possible: the data does not belong to this level. Links that the planner found itself never
    /// cause this.
    #[error(
        "a stored link from ({x}, {y}) subpixels is not possible in this level; bake the level again"
    )]
    ImpossibleMove {
        /// Left side of the body at take-off.
        x: i32,
        /// Lower side of the body at take-off.
        y: i32,
    },
    /// The field was made by another planner, or before a tile changed.
    #[error("the field was made by another planner, or before a tile changed; make it again")]
    StaleField,
    /// The search reached its budget before the goal.
    #[error("the search stopped at its budget of {budget} expansions before it reached the goal")]
    BudgetExhausted {
        /// The budget, in expanded labels.
        budget: u32,
    },
}

impl PlanError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::StartOffLevel { .. } => (1, "start_off_level"),
            Self::StartDoesNotFit { .. } => (2, "start_does_not_fit"),
            Self::StartNotOnGround { .. } => (3, "start_not_on_ground"),
            Self::StartDead { .. } => (4, "start_dead"),
            Self::StartHasTooMuchGrace { .. } => (5, "start_has_too_much_grace"),
            Self::GoalOffLevel { .. } => (6, "goal_off_level"),
            Self::GoalDoesNotFit { .. } => (7, "goal_does_not_fit"),
            Self::GoalInTheAir { .. } => (8, "goal_in_the_air"),
            Self::Unreachable => (9, "unreachable"),
            Self::ImpossibleMove { .. } => (10, "impossible_move"),
            Self::StaleField => (11, "stale_field"),
            Self::BudgetExhausted { .. } => (12, "budget"),
        }
    }
}

/// The reason why a planner cannot be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlannerError {
    /// The walk step is too long for a digital axis, on which the residues of x modulo the walk
    /// step are kept as bits, or it is 0.
    #[error(
        "a walk step of {step} subpixels is out of range for a digital axis: 1 to 63 are allowed; \
         change the subpixels per pixel in x"
    )]
    DigitalStep {
        /// The walk step in subpixels per frame.
        step: i32,
    },
}

impl PlannerError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::DigitalStep { .. } => (1, "digital_step"),
        }
    }
}
