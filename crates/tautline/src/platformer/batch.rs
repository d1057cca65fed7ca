//! Very many characters at once.

use tautline_platformer::classic::{self, Cell, ClassicError, Follower, Level};
use tautline_platformer::exact::{self, Goal, Plan, PlanError, Planner};
use tautline_platformer::{Character, Input, State};

use crate::workers::answer_each;

/// From where to where, and how long to look for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// The character's state: standing, or in mid-air.
    pub start: State,
    /// Where to go.
    pub goal: Goal,
    /// How many labels may be expanded. Without limit by [`new`](Self::new).
    pub budget: u32,
}

impl Query {
    /// A query without a limit.
    #[must_use]
    pub const fn new(start: State, goal: Goal) -> Self {
        Self { start, goal, budget: u32::MAX }
    }
}

/// Finds a plan for every query, on all cores (feature `rayon`; without it, on
/// one). Answers come in the order of the queries; an error in one leaves the
/// others alone; the bits do not depend on the number of threads.
///
/// Moves that the planner does not know yet are found on the way;
/// [`Planner::bake`] finds them beforehand. Runs on the rayon pool that it is
/// called in: install your own to choose the number of threads.
#[must_use]
pub fn plans(planner: &Planner, queries: &[Query]) -> Vec<Result<Plan, PlanError>> {
    answer_each(queries, |query, scratch: &mut exact::Scratch| {
        let mut plan = Plan::default();
        planner.plan_in(query.start, query.goal, query.budget, scratch, &mut plan)?;
        Ok(plan)
    })
}

/// Finds a plan from every start to one goal, by one search from the goal
/// backwards, which makes all moves that the planner does not know yet. It pays
/// from some dozens of starts on; see [`Planner::field`] for what a digital axis
/// gives up.
///
/// ```
/// use tautline::platformer::exact::{Goal, Planner, PlannerOptions};
/// use tautline::platformer::{Body, Character, Outside, Physics, State, Tiles, plans_to};
///
/// let tiles = Tiles::from_rows(&["....", "..##", "####"], Outside::Solid)?;
/// let character = Character::new(&Physics::default(), Body::default())?;
/// let planner = Planner::new(tiles, character, PlannerOptions::default())?;
/// let starts: Vec<State> = (0..40).map(|x| State::standing(x, 57_600)).collect();
/// let answers = plans_to(&planner, Goal::Cell { column: 3, row: 2 }, &starts);
/// assert!(answers.iter().all(Result::is_ok));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn plans_to(planner: &Planner, goal: Goal, starts: &[State]) -> Vec<Result<Plan, PlanError>> {
    match planner.field(goal) {
        Ok(field) => answer_each(starts, |start, scratch: &mut exact::Scratch| {
            field.plan(planner, *start, scratch)
        }),
        Err(error) => vec![Err(error); starts.len()],
    }
}

/// From where to where by the published method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassicQuery {
    /// The character's state.
    pub start: State,
    /// The cell to go to.
    pub goal: Cell,
}

/// Finds a path of cells for every query by the published method; otherwise as
/// [`plans`].
#[must_use]
pub fn classic_paths(
    level: &Level<'_>,
    character: &Character,
    queries: &[ClassicQuery],
    options: &classic::Options,
) -> Vec<Result<classic::Path, ClassicError>> {
    answer_each(queries, |query, scratch: &mut classic::Scratch| {
        let start = level.start_of(character, query.start)?;
        let mut path = classic::Path::default();
        level.path_in(start, query.goal, options, scratch, &mut path)?;
        Ok(path)
    })
}

/// What a [follower](classic::Follower) of the published method pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassicRun {
    /// Inputs, and for how many frames each was given.
    pub inputs: Vec<(Input, u32)>,
    /// The number of frames.
    pub frames: u32,
    /// Where it ended.
    pub end: State,
    /// Whether the follower says that it has arrived; it may have passed the goal, which
    /// `end` tells. If not, it was given up.
    pub has_arrived: bool,
    /// How often it planned anew.
    pub replans: u32,
}

/// Lets the follower of the published method go through every query, for at
/// most so many frames, and notes what it presses; otherwise as [`plans`].
#[must_use]
pub fn classic_runs(
    level: &Level<'_>,
    character: &Character,
    queries: &[ClassicQuery],
    options: &classic::Options,
    max_frames: u32,
) -> Vec<Result<ClassicRun, ClassicError>> {
    answer_each(queries, |query, scratch: &mut classic::Scratch| {
        fly(level, character, *query, *options, max_frames, scratch)
    })
}

fn fly(
    level: &Level<'_>,
    character: &Character,
    ClassicQuery { start, goal }: ClassicQuery,
    options: classic::Options,
    max_frames: u32,
    scratch: &mut classic::Scratch,
) -> Result<ClassicRun, ClassicError> {
    let mut follower = Follower::new(level, character, start, goal, options, scratch)?;
    let mut flight =
        ClassicRun { inputs: Vec::new(), frames: 0, end: start, has_arrived: false, replans: 0 };
    while flight.frames < max_frames {
        // A character that got lost has flown, but will not arrive.
        let Ok(input) = follower.input(level, character, flight.end, scratch) else { break };
        let Some(input) = input else {
            flight.has_arrived = true;
            break;
        };
        flight.end = character.step(flight.end, input, level.tiles());
        flight.frames += 1;
        match flight.inputs.last_mut() {
            Some((last, frames)) if *last == input => *frames += 1,
            _ => flight.inputs.push((input, 1)),
        }
    }
    flight.replans = follower.replans();
    Ok(flight)
}
