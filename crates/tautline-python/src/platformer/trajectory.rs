//! Trajectories: the states of a replayed plan as an array of numpy.

use numpy::PyArray;
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use tautline::platformer::exact::{self, Planner};
use tautline::platformer::{Input, Stance, State as CharacterState};

use super::inputs::Plan;

/// The fields of a state.
const FIELDS: [(&str, &str); 5] =
    [("x", "int32"), ("y", "int32"), ("speed", "int32"), ("stance", "int32"), ("grace", "int32")];

/// The inputs to replay: a plan, or those of a row of a batch.
pub(super) enum Inputs<'py> {
    Plan(PyRef<'py, Plan>),
    Row(Vec<(Input, u32)>),
}

impl<'py> FromPyObject<'_, 'py> for Inputs<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(plan) = value.extract() {
            return Ok(Self::Plan(plan));
        }
        let kind = value.get_type().name()?;
        let inputs = value.try_iter().map_err(|_| {
            PyTypeError::new_err(format!(
                "plan must be a Plan, or the inputs of a row of plans, but {kind} was given"
            ))
        })?;
        let inputs = inputs.enumerate().map(|(index, item)| {
            let item = item?;
            input(&item).ok_or_else(|| {
                PyTypeError::new_err(format!(
                    "input {index} of plan is {item}, but must be frames, walk, jump and down: two whole numbers \
                     and two bools"
                ))
            })
        });
        inputs.collect::<PyResult<_>>().map(Self::Row)
    }
}

/// Reads an input and its number of frames. Returns `None` if the value is none.
fn input(value: &Bound<'_, PyAny>) -> Option<(Input, u32)> {
    let is_pressed = |value: &Bound<'_, PyAny>| {
        // Bools are numbers in an array that also has the frames.
        let number =
            value.extract::<bool>().map(u8::from).or_else(|_| value.extract::<u8>()).ok()?;
        (number <= 1).then_some(number == 1)
    };
    let values: Vec<Bound<'_, PyAny>> = match value.cast::<PyMapping>() {
        Ok(fields) => {
            let names = ["frames", "walk", "jump", "down"];
            names.iter().map(|name| fields.get_item(name)).collect::<PyResult<_>>().ok()?
        }
        Err(_) => value.try_iter().ok()?.take(5).collect::<PyResult<_>>().ok()?,
    };
    let [frames, walk, jump, down] = &values[..] else { return None };
    let mut input = Input::walking(walk.extract().ok()?).with_jump(is_pressed(jump)?);
    input.down = is_pressed(down)?;
    Some((input, frames.extract().ok()?))
}

/// Replays a plan, and returns the start and the state after each frame as a structured array.
pub(super) fn trajectory<'py>(
    py: Python<'py>,
    plan: &exact::Plan,
    start: CharacterState,
    planner: &Planner,
) -> PyResult<Bound<'py, PyAny>> {
    let frames = plan
        .inputs
        .iter()
        .try_fold(1, |sum: usize, (_, frames)| sum.checked_add(usize::try_from(*frames).ok()?));
    let mut numbers: Vec<i32> = Vec::new();
    let reserved = frames
        .and_then(|frames| frames.checked_mul(FIELDS.len()))
        .is_some_and(|length| numbers.try_reserve_exact(length).is_ok());
    if !reserved {
        return Err(PyMemoryError::new_err("the trajectory is too long for the memory"));
    }
    py.detach(|| {
        let states = plan.replay(start, planner.character(), planner.tiles());
        for state in std::iter::once(start).chain(states) {
            let (stance, grace) = match state.stance {
                Stance::Ground => (0, 0),
                Stance::Air { grace } => (1, grace),
                Stance::Dead => (2, 0),
            };
            numbers.extend([state.x, state.y, state.speed, stance, i32::from(grace)]);
        }
    });
    PyArray::from_vec(py, numbers).call_method1("view", (FIELDS.to_vec(),))
}
