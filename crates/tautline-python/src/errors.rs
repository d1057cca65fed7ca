//! Exceptions and warnings. The classes of exceptions are written in Python, so that they can be pickled.

use std::ffi::CString;
use std::path::Path;

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;

pyo3::import_exception!(tautline._errors, MapError);
pyo3::import_exception!(tautline._errors, PathError);
pyo3::import_exception!(tautline._errors, PlanError);

/// Returns the exception for a pair of ends without a path.
pub(crate) fn path_error(error: &tautline::PathError) -> PyErr {
    let (status, name) = error.code();
    PathError::new_err((error.to_string(), status, name))
}

/// Returns the exception for a level without a plan.
pub(crate) fn plan_error(error: &tautline::platformer::exact::PlanError) -> PyErr {
    let (status, name) = error.code();
    PlanError::new_err((error.to_string(), status, name))
}

/// Returns the exception for a damaged or foreign file.
pub(crate) fn map_error(error: &impl std::fmt::Display) -> PyErr {
    MapError::new_err(error.to_string())
}

/// Adds the name of a file to the exception for its contents.
pub(crate) fn in_file(py: Python<'_>, error: PyErr, path: &Path) -> PyErr {
    if error.is_instance_of::<MapError>(py) {
        map_error(&format_args!("{}: {}", path.display(), error.value(py)))
    } else {
        error
    }
}

/// Returns the exception for an argument that is out of range.
pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Issues a ``UserWarning``.
pub(crate) fn warn(py: Python<'_>, warning: &impl std::fmt::Display) -> PyResult<()> {
    // A name in a file may contain a NUL, which would end the C string.
    let text = CString::new(warning.to_string().replace('\0', "\\0"))?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
}
