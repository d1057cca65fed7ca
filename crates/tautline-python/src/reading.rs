//! Reading of files and of bytes.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use tautline::asset::{HEADER_LENGTH, Header};

use crate::errors::map_error;

/// Reads bytes without a copy if they are immutable.
pub(crate) fn bytes_of(data: &Bound<'_, PyAny>) -> PyResult<PyBackedBytes> {
    if let Ok(bytes) = data.cast::<PyBytes>() {
        return Ok(bytes.clone().into());
    }
    let view = data.py().import("builtins")?.call_method1("memoryview", (data,))?;
    view.call_method0("tobytes")?.extract().map_err(PyErr::from)
}

/// Reads a file by Python's own functions, which release the GIL.
pub(crate) fn read_file<'py>(py: Python<'py>, path: PathBuf) -> PyResult<Bound<'py, PyAny>> {
    let path = py.import("pathlib")?.call_method1("Path", (path,))?;
    path.call_method0("read_bytes")
}

/// Reads the header of a file, and its length in bytes.
///
/// Python reads it, so that an `OSError` has its number and the name of the file.
pub(crate) fn read_header(py: Python<'_>, path: &std::path::Path) -> PyResult<(Header, u64)> {
    let file =
        py.import("pathlib")?.call_method1("Path", (path,))?.call_method1("open", ("rb",))?;
    let bytes = bytes_of(&file.call_method1("read", (HEADER_LENGTH,))?)?;
    let size = file.call_method1("seek", (0, 2))?.extract()?;
    file.call_method0("close")?;
    let header = Header::read(&bytes);
    Ok((header.map_err(|error| map_error(&format_args!("{}: {error}", path.display())))?, size))
}
