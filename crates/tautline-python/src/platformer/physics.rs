//! The physics of characters, as changes of the default.

use std::collections::BTreeMap;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use tautline::platformer::Physics;

use crate::errors::value_error;
use crate::whole::Whole;

/// A value of the physics: a number, or one for x and one for y.
pub(super) enum Amount {
    Number(f64),
    Pair([Whole<u32>; 2]),
}

impl<'py> FromPyObject<'_, 'py> for Amount {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(number) = value.extract() {
            return Ok(Self::Number(number));
        }
        value.extract().map(Self::Pair).map_err(|_: PyErr| {
            PyTypeError::new_err("physics: values must be numbers, and subpixels two whole numbers")
        })
    }
}

/// Returns the default physics with some changes.
pub(super) fn physics_of(changes: BTreeMap<String, Amount>) -> PyResult<Physics> {
    let mut physics = Physics::default();
    for (name, value) in changes {
        match (name.as_str(), value) {
            ("tile", Amount::Number(value)) => physics.tile = value,
            ("gravity", Amount::Number(value)) => physics.gravity = value,
            ("max_fall", Amount::Number(value)) => physics.max_fall = value,
            ("walk", Amount::Number(value)) => physics.walk = value,
            ("jump", Amount::Number(value)) => physics.jump = value,
            ("jump_cut", Amount::Number(value)) => physics.jump_cut = value,
            ("grace_frames", Amount::Number(value)) => physics.grace_frames = whole(&name, value)?,
            ("steps_per_second", Amount::Number(value)) => {
                physics.steps_per_second = whole(&name, value)?;
            }
            ("subpixels", Amount::Pair([x, y])) => {
                let number = |value: Whole<u32>| value.within("physics: subpixels", 0..=u32::MAX);
                physics.subpixels = [number(x)?, number(y)?];
            }
            _ => {
                return Err(value_error(format_args!(
                    "physics has no value {name:?}, only the numbers tile, gravity, max_fall, walk, \
                     jump, jump_cut, grace_frames and steps_per_second, and the pair subpixels"
                )));
            }
        }
    }
    Ok(physics)
}

/// Returns a number that must be whole.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what does not fit is refused"
)]
fn whole<T: TryFrom<u64>>(name: &str, value: f64) -> PyResult<T> {
    let is_whole = value >= 0.0 && value.fract().total_cmp(&0.0).is_eq();
    let number = is_whole.then(|| T::try_from(value as u64).ok()).flatten();
    number.ok_or_else(|| {
        value_error(format_args!("physics: {name} is {value}, but must be a small whole number"))
    })
}
