//! Batches of plans.

use tautline_platformer::classic::{self, Cell, ClassicError, Follower, Level};
use tautline_platformer::exact::{self, Goal, Plan, PlanError, Planner};
use tautline_platformer::{Character, Input, State};

use crate::workers::answer_each;

/// A start, a goal and a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// The character's state: standing, or in mid-air.
    pub start: State,
    /// The goal.
    pub goal: Goal,
    /// The largest number of nodes that the search may expand. Unlimited by [`new`](Self::new).
    pub budget: u32,
}

impl Query {
    /// Creates a query without a limit.
    #[must_use]
    pub const fn new(start: State, goal: Goal) -> Self {
        Self { start, goal, budget: u32::MAX }
    }
}

/// Finds a plan for every query, on all cores with the feature `rayon`, otherwise on one. Answers
/// are in the order of the queries. An error in one query does not affect the others. The answers
/// do not depend on the number of threads.
///
/// Links that the planner does not know yet are found on the way; [`Planner::bake`] finds them in
/// advance. Runs on the current rayon pool: install your own to choose the number of threads.
#[must_use]
pub fn plans(planner: &Planner, queries: &[Query]) -> Vec<Result<Plan, PlanError>> {
    answer_each(queries, |query, scratch: &mut exact::Scratch| {
        let mut plan = Plan::default();
        planner.plan_in(query.start, query.goal, query.budget, scratch, &mut plan)?;
        Ok(plan)
    })
}

/// Finds a plan from every start to one goal by one search backwards from the goal, which finds all
/// links that the planner does not know yet. Faster than [`plans`] from a few dozen starts on; with a
/// digital axis, whose searches backwards take much longer, it was slower for 200 starts and faster for 2,000. See
/// [`Planner::field`] for its limits with a digital axis.
///
/// ```
/// use tautline::platformer::exact::{Goal, Planner, PlannerOptions};
/// use tautline::platformer::{Body, Character, Outside, Physics, State, Tiles, plans_to};
///
/// let tiles = Tiles::from_rows(&["....", "..##", "####"], Outside::Solid)?;
/// let character = Character::new(&Physics::default(), Body::default())?;
/// let planner = Planner::new(tiles, character, PlannerOptions::default())?;
/// // In subpixels: on top of the lowest row, which is 16 pixels of 3,600 subpixels high.
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

/// A start and a goal for the published method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassicQuery {
    /// The character's state.
    pub start: State,
    /// The goal cell.
    pub goal: Cell,
}

/// Finds a path of cells for every query by the published method. Otherwise like [`plans`].
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

/// The inputs of a [follower](classic::Follower) of the published method, and their result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassicRun {
    /// Inputs, and the number of frames for which each was given.
    pub inputs: Vec<(Input, u32)>,
    /// The number of frames.
    pub frames: u32,
    /// The last state.
    pub end: State,
    /// True if the follower reports that it has arrived. It may have passed the goal: check `end`.
    pub has_arrived: bool,
    /// The number of times it planned again.
    pub replans: u32,
}

/// Runs the follower of the published method for every query, for at most `max_frames` frames, and
/// records its inputs. Otherwise like [`plans`].
#[must_use]
pub fn classic_runs(
    level: &Level<'_>,
    character: &Character,
    queries: &[ClassicQuery],
    options: &classic::Options,
    max_frames: u32,
) -> Vec<Result<ClassicRun, ClassicError>> {
    answer_each(queries, |query, scratch: &mut classic::Scratch| {
        run_follower(level, character, *query, *options, max_frames, scratch)
    })
}

/// Runs the follower for one query.
fn run_follower(
    level: &Level<'_>,
    character: &Character,
    ClassicQuery { start, goal }: ClassicQuery,
    options: classic::Options,
    max_frames: u32,
    scratch: &mut classic::Scratch,
) -> Result<ClassicRun, ClassicError> {
    let mut follower = Follower::new(level, character, start, goal, options, scratch)?;
    let mut run =
        ClassicRun { inputs: Vec::new(), frames: 0, end: start, has_arrived: false, replans: 0 };
    while run.frames < max_frames {
        // A character that got lost will not arrive, but its inputs so far count.
        let Ok(input) = follower.input(level, character, run.end, scratch) else { break };
        let Some(input) = input else {
            run.has_arrived = true;
            break;
        };
        run.end = character.step(run.end, input, level.tiles());
        run.frames += 1;
        match run.inputs.last_mut() {
            Some((last, frames)) if *last == input => *frames += 1,
            _ => run.inputs.push((input, 1)),
        }
    }
    run.replans = follower.replans();
    Ok(run)
}
