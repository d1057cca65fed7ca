//! Messages for players about failed plans.

use tautline::platformer::State;
use tautline::platformer::exact::{Goal, Plan, PlanError, Planner, Scratch};

use super::spans::Spans;

/// The search budget for the details of a message.
const BUDGET: u32 = 4_000;

/// Says why the character cannot go to a cell, and what it could do instead.
pub(super) fn refusal(
    planner: &Planner,
    spans: &Spans,
    state: State,
    goal: [i32; 2],
    error: PlanError,
) -> String {
    match error {
        PlanError::StartDead { .. } => "The character is dead. Press R to reset.".into(),
        PlanError::GoalOffLevel { .. } => "That is outside of the level.".into(),
        PlanError::GoalDoesNotFit { .. } => "The body does not fit there.".into(),
        PlanError::GoalInTheAir { .. } => "There is no ground under that cell.".into(),
        PlanError::Unreachable => unreachable(planner, spans, state, goal),
        error => capitalized(&error.to_string()),
    }
}

fn unreachable(planner: &Planner, spans: &Spans, state: State, [column, row]: [i32; 2]) -> String {
    let [width, height] = planner.character().tile_size();
    let mut scratch = Scratch::new();
    let mut text = String::from("That cell is unreachable.");
    // The goal may be reachable only in the other direction, for example if a drop leads from it to the start.
    let there = spans
        .in_cell([width, height], [column, row])
        .map(|span| State::standing(span.low.max(column * width), span.y));
    let here = Goal::At { x: state.x, y: state.y };
    if let (true, Some(there)) = (state.is_grounded(), there) {
        let mut plan = Plan::default();
        if planner.plan_in(there, here, BUDGET, &mut scratch, &mut plan).is_ok() {
            text.push_str(" There is only a path in the other direction, from there to here.");
        }
    }
    let corner = [column.saturating_mul(width), row.saturating_mul(height)];
    if let Ok(near) = planner.nearest_reachable(state, corner, BUDGET, &mut scratch) {
        let [x, y] = near.position;
        let (column, row) = (x.div_euclid(width), y.div_euclid(height));
        text.push_str(&format!(
            " The nearest reachable cell is column {column}, row {row}, in {} frames.",
            near.frames
        ));
    }
    text
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_uppercase().chain(letters).chain(['.']).collect())
}
