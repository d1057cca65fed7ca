//! The states of characters, and the starts of plans.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tautline::platformer::{Stance, State as CharacterState};

use crate::options::choice;
use crate::whole::{self, Whole};

/// The position and motion of a character, in subpixels: see :attr:`Level.tile_size`.
///
/// Examples
/// --------
/// ``level`` is that in the example of :class:`Level`.
///
/// >>> from tautline.platformer import State
/// >>> width, height = level.tile_size
/// >>> State(0, height) == level.state_at(0, 1)
/// True
#[pyclass(frozen, get_all, eq, hash, module = "tautline.platformer")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// Left side of the body, in subpixels of x.
    x: i32,
    /// Lower side of the body, in subpixels of y.
    y: i32,
    /// Upward speed, in subpixels of y for each frame.
    speed: i32,
    /// ``"ground"``, ``"air"`` or ``"dead"``.
    stance: &'static str,
    /// The number of frames in which it can still jump after walking off a ledge (coyote time).
    grace: u8,
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (x, y, *, speed=Whole::Fits(0), stance="ground", grace=Whole::Fits(0)), text_signature = "(x, y, *, speed=0, stance='ground', grace=0)")]
    fn new(
        x: Whole<i32>,
        y: Whole<i32>,
        speed: Whole<i32>,
        stance: &str,
        grace: Whole<u8>,
    ) -> PyResult<Self> {
        let words = STANCES.map(|word| (word, word));
        let number = |name, value: Whole<i32>| value.within(name, i32::MIN..=i32::MAX);
        Ok(Self {
            x: number("x", x)?,
            y: number("y", y)?,
            speed: number("speed", speed)?,
            stance: choice("stance", stance, &words)?,
            grace: grace.within("grace", 0..=u8::MAX)?,
        })
    }

    /// Arguments of the constructor, for pickle.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((i32, i32), Bound<'py, PyDict>)> {
        let rest = PyDict::new(py);
        rest.set_item("speed", self.speed)?;
        rest.set_item("stance", self.stance)?;
        rest.set_item("grace", self.grace)?;
        Ok(((self.x, self.y), rest))
    }

    fn __repr__(&self) -> String {
        let Self { x, y, speed, stance, grace } = self;
        format!("State({x}, {y}, speed={speed}, stance={stance:?}, grace={grace})")
    }
}

/// The names of stances, by their number in trajectories.
pub(crate) const STANCES: [&str; 3] = ["ground", "air", "dead"];

impl State {
    pub(super) const fn of(state: CharacterState) -> Self {
        let (stance, grace) = match state.stance {
            Stance::Ground => ("ground", 0),
            Stance::Air { grace } => ("air", grace),
            Stance::Dead => ("dead", 0),
        };
        Self { x: state.x, y: state.y, speed: state.speed, stance, grace }
    }

    pub(super) fn inner(&self) -> CharacterState {
        let stance = match self.stance {
            "ground" => Stance::Ground,
            "air" => Stance::Air { grace: self.grace },
            _ => Stance::Dead,
        };
        CharacterState { x: self.x, y: self.y, speed: self.speed, stance }
    }
}

/// A start: a cell or a state.
pub(super) enum Start<'py> {
    Cell([i32; 2]),
    State(PyRef<'py, State>),
}

impl<'py> FromPyObject<'_, 'py> for Start<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(state) = value.extract() {
            return Ok(Self::State(state));
        }
        let cell = value.extract().map_err(|_: PyErr| {
            PyTypeError::new_err(
                "start must be the (column, row) of a cell, whole numbers, or a State",
            )
        })?;
        whole::cell("start", cell).map(Self::Cell)
    }
}
