//! Integer arguments of Python.

use std::fmt::Display;
use std::ops::RangeInclusive;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::errors::value_error;

/// An integer argument. A number that its type cannot hold is kept as text, so that the exception can name the
/// argument: while arguments are converted, their names are not known.
pub(crate) enum Whole<T> {
    Fits(T),
    Beyond(String),
}

impl<'py, T> FromPyObject<'_, 'py> for Whole<T>
where
    T: FromPyObjectOwned<'py>,
{
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // A bool is an integer in Python, but here it is a mistake, such as a mask instead of numbers.
        if value.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err(format!(
                "an integer is needed, but {} was given",
                *value
            )));
        }
        match value.extract().map_err(Into::<PyErr>::into) {
            Ok(number) => Ok(Self::Fits(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                // Python refuses to print numbers with thousands of digits.
                let text = value.str().map(|text| text.to_string());
                Ok(Self::Beyond(
                    text.unwrap_or_else(|_| "a number with thousands of digits".into()),
                ))
            }
            Err(error) => Err(error),
        }
    }
}

impl<T: PartialOrd + Display> Whole<T> {
    /// Returns the number if it passes a check, and otherwise its text.
    pub(crate) fn checked(self, is_valid: impl FnOnce(&T) -> bool) -> Result<T, String> {
        match self {
            Self::Fits(number) if is_valid(&number) => Ok(number),
            Self::Fits(number) => Err(number.to_string()),
            Self::Beyond(text) => Err(text),
        }
    }

    /// Returns the number, or the exception that names the argument, the number and the limits.
    pub(crate) fn within(self, name: &str, limits: RangeInclusive<T>) -> PyResult<T> {
        self.checked(|number| limits.contains(number)).map_err(|given| {
            let (low, high) = (limits.start(), limits.end());
            value_error(format_args!("{name} is {given}, but must be from {low} to {high}"))
        })
    }
}

/// Returns the column and row of a cell. A cell off the level is no error here.
pub(crate) fn cell(name: &str, [column, row]: [Whole<i32>; 2]) -> PyResult<[i32; 2]> {
    let limits = || i32::MIN..=i32::MAX;
    let column = column.within(&format!("the column of {name}"), limits())?;
    Ok([column, row.within(&format!("the row of {name}"), limits())?])
}
