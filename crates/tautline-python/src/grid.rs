//! Baking of arrays of cells.

use std::path::PathBuf;

use numpy::{
    Element, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use tautline::formats::moving_ai::MAX_SIDE;
use tautline::formats::{Interpretation, Projection, TileGrid};

use crate::answers::internal;
use crate::bake::{Common, Labels, Radii, encode, open};
use crate::errors::value_error;
use crate::map::Map;
use crate::options::{Mapping, TerrainKey};
use crate::whole::Whole;

/// Bakes a two-dimensional array of cells, as :func:`bake` does with a ``.map`` file. Ctrl-C ends it.
///
/// ``cells[row, column]`` is the square from ``(column, row)`` to ``(column + 1, row + 1)``, times
/// ``scale``: x grows with columns, and y with rows. Cells that touch only at a corner are not connected.
/// Cells of the same terrain are merged into large areas. Warnings about the map are issued as
/// ``UserWarning``.
///
/// Parameters
/// ----------
/// cells
///     Bools, True for ground. Or integers: the terrain class of each cell, from 0 to 255, and any negative
///     number if it blocks; so, if 0 is free and 1 blocks, give ``cells == 0``. An array of numpy, or what
///     ``numpy.asarray`` makes one of, such as a list of lists. Masked cells block.
/// out
///     The baked file to write, usually ``.nav``. By default, none is written.
/// scale
///     The side of a cell, in world units. By default 1.
/// flip_y
///     True to make y grow upwards in a map whose first row is the uppermost: y becomes -y.
/// terrains
///     The names of terrain classes, from class 0 on.
/// radius, labels, max_memory, landmarks, profiles, rounded
///     As in :func:`bake`.
///
/// Returns
/// -------
/// Map
///
/// Raises
/// ------
/// MapError
///     If all cells block, or if an option is out of range.
/// TypeError
///     If the cells are neither bools nor integers.
/// ValueError
///     If the array is not two-dimensional or has no cells, if a terrain class is above 255, or if a word is unknown.
/// OSError
///     If the file cannot be written.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> cells = np.ones((4, 9), dtype=bool)
/// >>> cells[1:, 4] = False
/// >>> tautline.bake_grid(cells).path((1, 3.5), (8, 3.5)).points.tolist()
/// [[1.0, 3.5], [4.0, 1.0], [5.0, 1.0], [8.0, 3.5]]
/// >>> swamp = tautline.bake_grid(np.where(cells, 0, 1), terrains=["ground", "mud"])
/// >>> round(swamp.path((1, 3.5), (8, 3.5), costs={"mud": 3.0}).cost, 3)
/// 8.81
#[pyfunction]
#[pyo3(signature = (
    cells, out=None, *, scale=1.0, flip_y=false, terrains=Vec::new(), radius=Radii::default(),
    labels=Labels::Word("auto".to_owned()), max_memory=None, landmarks="auto", profiles=Mapping::default(),
    rounded=None
), text_signature = "(cells, out=None, *, scale=1.0, flip_y=False, terrains=(), radius=(), labels='auto', max_memory=None, landmarks='auto', profiles={}, rounded=None)")]
#[expect(clippy::too_many_arguments, reason = "the keyword arguments of Python")]
pub(crate) fn bake_grid(
    py: Python<'_>,
    cells: &Bound<'_, PyAny>,
    out: Option<PathBuf>,
    scale: f64,
    flip_y: bool,
    terrains: Vec<String>,
    radius: Radii,
    labels: Labels,
    max_memory: Option<Whole<usize>>,
    landmarks: &str,
    profiles: Mapping<String, Mapping<TerrainKey, f32>>,
    rounded: Option<f32>,
) -> PyResult<Map> {
    let common = Common {
        radius,
        labels,
        max_memory,
        landmarks,
        profiles,
        rounded,
        terrains,
        scale: Some(scale),
        flip_y,
    };
    let baker = common.baker()?;
    let grid = grid(cells)?;
    open(py, encode(py, "cells", |keep_going| baker.bake_grid(grid, keep_going))?, out)
}

/// Reads an array of cells.
fn grid(cells: &Bound<'_, PyAny>) -> PyResult<TileGrid> {
    let py = cells.py();
    let masks = py.import("numpy")?.getattr("ma")?;
    // The numbers under a mask may be anything.
    let array = masks.call_method1("filled", (cells, 0)).map_err(|error| {
        if !error.is_instance_of::<PyValueError>(py) {
            return error;
        }
        let uneven =
            value_error("cells must be a 2-D array, or rows that all have the same length");
        uneven.set_cause(py, Some(error));
        uneven
    })?;
    let array: Bound<'_, PyUntypedArray> = array.cast_into()?;
    let [height, width] = sides(cells, &array)?;
    let mut grid = TileGrid {
        width,
        height,
        cells: match (array.dtype().kind(), array.dtype().itemsize()) {
            // As numbers: a bool of numpy that is neither 0 nor 1 would be invalid in Rust.
            (b'b', _) => read(&array, "uint8", |is_ground: u8| Ok((is_ground != 0).then_some(0)))?,
            (b'u', 1) => read(&array, "uint8", |class: u8| Ok(Some(class)))?,
            (b'u', _) => read(&array, "uint64", |class: u64| u8::try_from(class).map(Some))?,
            (b'i', _) => read(&array, "int64", |class: i64| {
                (class >= 0).then(|| u8::try_from(class)).transpose()
            })?,
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "cells has the type {}, but must have bools (True is ground) or integers (terrain classes; \
                     negative ones block); a comparison such as cells == 0 makes bools",
                    array.dtype()
                )));
            }
        },
        cell_size: [1.0, 1.0],
        origin: [0.0, 0.0],
        projection: Projection::Orthogonal,
        links: Vec::new(),
        interpretation: Interpretation::default(),
    };
    if cells.is_instance(&masks.getattr("MaskedArray")?)? {
        let mask = masks.call_method1("getmaskarray", (cells,))?.cast_into()?;
        let open = read(&mask, "uint8", |is_masked: u8| Ok((is_masked == 0).then_some(0)))?;
        for (cell, open) in grid.cells.iter_mut().zip(open) {
            *cell = cell.filter(|_| open.is_some());
        }
    }
    Ok(grid)
}

/// Returns the number of rows and of columns.
fn sides(cells: &Bound<'_, PyAny>, array: &Bound<'_, PyUntypedArray>) -> PyResult<[u32; 2]> {
    if array.ndim() == 0 {
        return Err(PyTypeError::new_err(format!(
            "cells must be a 2-D array of bools or integers, but {} was given; tautline.bake bakes files",
            cells.get_type().name()?
        )));
    }
    let side = |&side: &usize| u32::try_from(side).ok().filter(|it| (1..=MAX_SIDE).contains(it));
    let sides = match array.shape() {
        [height, width] => side(height).zip(side(width)),
        _ => None,
    };
    let (height, width) = sides.ok_or_else(|| {
        value_error(format_args!(
            "cells has the shape {:?}, but must have two dimensions, rows and columns, each from 1 to {MAX_SIDE}",
            array.shape()
        ))
    })?;
    Ok([height, width])
}

/// Reads the cells row by row, as numbers of a type of numpy.
fn read<T: Element + Copy + std::fmt::Display>(
    array: &Bound<'_, PyUntypedArray>,
    kind: &str,
    class: impl Fn(T) -> Result<Option<u8>, std::num::TryFromIntError>,
) -> PyResult<Vec<Option<u8>>> {
    // In row order, aligned, and in the byte order of the machine.
    let numpy = array.py().import("numpy")?;
    let array = numpy.call_method1("require", (array, kind, "CA"))?.cast_into::<PyArray2<T>>()?;
    let width = array.shape()[1];
    let array = array.try_readonly()?;
    let cells = array.as_slice().map_err(internal)?.iter().enumerate();
    let read = |(index, &cell): (usize, &T)| {
        class(cell).map_err(|_| {
            value_error(format_args!(
                "the cell in row {} and column {} is {cell}, but terrain classes are from 0 to 255",
                index / width,
                index % width
            ))
        })
    };
    cells.map(read).collect()
}
