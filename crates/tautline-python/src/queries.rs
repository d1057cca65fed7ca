//! Queries of a batch: tables of Arrow, or arrays of numpy.

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Float32Type};
use arrow_array::{Array, ArrayRef, PrimitiveArray, RecordBatch};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use numpy::{PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use tautline::{Location, Vec2};

use crate::options::narrow;
use crate::tables::Table;

/// The number of rows that are solved at once. It bounds the memory for intermediate results.
pub(crate) const SLICE: usize = 65_536;

/// The queries of a batch.
pub(crate) enum Queries<'py> {
    Table(Table),
    Array(FloatArray<'py>),
}

/// A two-dimensional array of numbers.
pub(crate) enum FloatArray<'py> {
    Single(Bound<'py, PyArray2<f32>>),
    Double(Bound<'py, PyArray2<f64>>),
}

impl<'py> Queries<'py> {
    /// Reads queries with these columns. A table has them by name, an array by position.
    pub(crate) fn read(value: &Bound<'py, PyAny>, columns: &[&str]) -> PyResult<Self> {
        Ok(match Table::read(value, columns)? {
            Some(table) => Self::Table(table),
            None => Self::Array(FloatArray::read(value, columns)?),
        })
    }
}

impl<'py> FloatArray<'py> {
    /// Reads an array of numbers, or any value that numpy converts to one. It has these columns, perhaps with an
    /// elevation after each y.
    pub(crate) fn read(value: &Bound<'py, PyAny>, columns: &[&str]) -> PyResult<Self> {
        let untyped = as_array(value, columns.len())?;
        let kind = untyped.dtype().kind();
        if kind == b'O' && has_geometries(&untyped)? {
            return Err(PyTypeError::new_err(
                "the array has geometries of shapely, but must have numbers; shapely.get_coordinates(points) returns \
                 those of points",
            ));
        }
        if kind == b'O' && value.cast::<PyUntypedArray>().is_ok() {
            return Err(PyTypeError::new_err(
                "the array has the type object, but must have numbers; array.astype(float) converts it",
            ));
        }
        if kind == b'O' && value.get_type().name()? == "LazyFrame" {
            return Err(PyTypeError::new_err(
                "a LazyFrame has no rows before its collect() is called, which returns a table",
            ));
        }
        if kind == b'O' {
            return Err(PyTypeError::new_err(format!(
                "a value of type {} is neither an array of numbers nor a table; pyarrow.table(...) and \
                 polars.DataFrame(...) make tables of columns",
                value.get_type().name()?
            )));
        }
        if !b"biuf".contains(&kind) {
            return Err(PyTypeError::new_err(format!(
                "the array has the type {}, but must have numbers",
                untyped.dtype()
            )));
        }
        let with_elevations = columns.len() / 2 * 3;
        if untyped.shape().len() != 2 || untyped.shape()[1] != with_elevations {
            let more = format!(" (or {with_elevations}, with an elevation after each y)");
            check_shape(&untyped, columns, &more)?;
        }
        let any = untyped.into_any();
        // The stride of a column of packed records may not be a multiple of the size of a float.
        let is_aligned = any.getattr("flags")?.getattr("aligned")?.extract::<bool>()?;
        if let Some(array) = any.cast::<PyArray2<f32>>().ok().filter(|_| is_aligned) {
            return Ok(Self::Single(array.clone()));
        }
        Ok(Self::Double(any.call_method1("astype", ("float64",))?.cast_into()?))
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> usize {
        match self {
            Self::Single(array) => array.shape()[0],
            Self::Double(array) => array.shape()[0],
        }
    }

    /// Returns the points of some rows: `POINTS` in each.
    pub(crate) fn points<const POINTS: usize>(
        &self,
        rows: std::ops::Range<usize>,
    ) -> PyResult<Vec<[Location; POINTS]>> {
        fn gather<const POINTS: usize>(
            rows: std::ops::Range<usize>,
            width: usize,
            at: impl Fn(usize, usize) -> f32,
        ) -> Vec<[Location; POINTS]> {
            let numbers = width / POINTS;
            let location = |row, column| {
                let point = Vec2::new(at(row, column), at(row, column + 1));
                match numbers {
                    3 => Location::at_elevation(point, at(row, column + 2)),
                    _ => point.into(),
                }
            };
            rows.map(|row| std::array::from_fn(|index| location(row, numbers * index))).collect()
        }
        Ok(match self {
            Self::Single(array) => {
                let array = array.try_readonly()?;
                let view = array.as_array();
                gather(rows, array.shape()[1], |row, column| view[[row, column]])
            }
            Self::Double(array) => {
                let array = array.try_readonly()?;
                let view = array.as_array();
                gather(rows, array.shape()[1], |row, column| narrow(view[[row, column]]))
            }
        })
    }
}

/// Converts a value to an array of numpy. An empty list becomes an array without rows, with this number of
/// columns.
///
/// Masked arrays are refused: numpy would drop the mask, and masked rows would be solved as well.
pub(crate) fn as_array<'py>(
    value: &Bound<'py, PyAny>,
    columns: usize,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let numpy = value.py().import("numpy")?;
    if value.is_instance(&numpy.getattr("ma")?.getattr("MaskedArray")?)? {
        return Err(PyTypeError::new_err(
            "the array is masked, and its mask would be lost; fill it with array.filled(...), or give \
             a table with nulls",
        ));
    }
    let array: Bound<'py, PyUntypedArray> = numpy.call_method1("asarray", (value,))?.cast_into()?;
    if array.shape() == [0] {
        return Ok(array.call_method1("reshape", (0, columns))?.cast_into()?);
    }
    Ok(array)
}

/// Returns true if the first element of an array of objects is a geometry of shapely.
fn has_geometries(array: &Bound<'_, PyUntypedArray>) -> PyResult<bool> {
    let Some(first) = array.as_any().getattr("flat")?.try_iter()?.next() else { return Ok(false) };
    Ok(first?.get_type().module()?.to_cow()?.starts_with("shapely."))
}

/// Checks that an array has two dimensions and these columns. `more` is a part of the error message: other
/// allowed numbers of columns.
pub(crate) fn check_shape(
    array: &Bound<'_, PyUntypedArray>,
    columns: &[&str],
    more: &str,
) -> PyResult<()> {
    let shape = array.shape();
    if shape.len() == 2 && shape[1] == columns.len() {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "the array has the shape {shape:?}, but must have a row for each query and {} columns: {}{more}; \
         or give a table with columns of these names",
        columns.len(),
        columns.join(", ")
    )))
}

/// The positions of the columns of a table that have the coordinates.
pub(crate) struct Columns {
    /// A column of x, one of y, and perhaps one of elevations, for each point.
    points: Vec<(usize, usize, Option<usize>)>,
}

impl Columns {
    /// Finds the columns of the points with these prefixes: `s` has `sx`, `sy` and perhaps `sz`. If there is only
    /// one prefix, `x`, `y` and `z` are accepted as well.
    pub(crate) fn find(schema: &Schema, prefixes: &[&str]) -> PyResult<Self> {
        let has = |name: &str| schema.column_with_name(name).is_some();
        let points = prefixes.iter().map(|&prefix| {
            let is_plain = prefixes.len() == 1 && !has(&format!("{prefix}x")) && has("x");
            let prefix = if is_plain { "" } else { prefix };
            let name = |axis| format!("{prefix}{axis}");
            let (x, y) = (column(schema, &name('x'))?, column(schema, &name('y'))?);
            let z = has(&name('z')).then(|| column(schema, &name('z'))).transpose()?;
            Ok((x, y, z))
        });
        Ok(Self { points: points.collect::<PyResult<_>>()? })
    }

    /// Returns the points of all rows, and the rows in which a coordinate is null. The points of these rows are
    /// NaN.
    pub(crate) fn points<const POINTS: usize>(
        &self,
        batch: &RecordBatch,
    ) -> Result<(Vec<[Location; POINTS]>, Vec<usize>), ArrowError> {
        let nowhere = Location::from(Vec2::NAN);
        let mut rows = vec![[nowhere; POINTS]; batch.num_rows()];
        let mut is_null = vec![false; batch.num_rows()];
        for (index, &(x, y, z)) in self.points.iter().enumerate() {
            let floats = |column| cast::<Float32Type>(batch.column(column));
            let (x, y, z) = (floats(x)?, floats(y)?, z.map(floats).transpose()?);
            for (row, points) in rows.iter_mut().enumerate() {
                is_null[row] |= x.is_null(row) || y.is_null(row);
                let point = Vec2::new(x.value(row), y.value(row));
                points[index] = match &z {
                    Some(z) if z.is_valid(row) => Location::at_elevation(point, z.value(row)),
                    _ => point.into(),
                };
            }
        }
        let nulls: Vec<usize> = (0..rows.len()).filter(|&row| is_null[row]).collect();
        for &row in &nulls {
            rows[row] = [nowhere; POINTS];
        }
        Ok((rows, nulls))
    }
}

/// Returns the position of the only column with a name, which must have numbers.
pub(crate) fn column(schema: &Schema, name: &str) -> PyResult<usize> {
    let fields = schema.fields().iter().enumerate();
    let mut found = fields.filter(|(_, field)| field.name() == name);
    let Some((position, field)) = found.next() else {
        let known: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        return Err(PyValueError::new_err(format!(
            "the table has no column {name:?}, only {known:?}"
        )));
    };
    if found.next().is_some() {
        return Err(PyValueError::new_err(format!("the table has several columns {name:?}")));
    }
    let kind = value_type(field.data_type());
    if !(kind.is_numeric() || *kind == DataType::Null) {
        return Err(PyTypeError::new_err(format!(
            "the column {name:?} has the type {}, but must have numbers",
            field.data_type()
        )));
    }
    Ok(position)
}

/// Returns the type of the values in a column, which may be dictionary-encoded.
pub(crate) fn value_type(kind: &DataType) -> &DataType {
    match kind {
        DataType::Dictionary(_, values) => values,
        _ => kind,
    }
}

/// Converts a column of numbers to a type. A column of that type is not copied.
pub(crate) fn cast<T: ArrowPrimitiveType>(
    column: &ArrayRef,
) -> Result<PrimitiveArray<T>, ArrowError> {
    Ok(arrow_cast::cast(column, &T::DATA_TYPE)?.as_primitive::<T>().clone())
}

/// Returns the schema of the queries, followed by the columns of the answers.
pub(crate) fn with_answers(queries: &Schema, answers: &Schema) -> PyResult<SchemaRef> {
    for field in answers.fields() {
        if queries.fields().iter().any(|other| other.name() == field.name()) {
            return Err(PyValueError::new_err(format!(
                "the table has a column {:?}, as the answers do; rename or drop it",
                field.name()
            )));
        }
    }
    let fields = queries.fields().iter().chain(answers.fields()).cloned();
    let schema = Schema::new(fields.collect::<Vec<_>>());
    Ok(schema.with_metadata(queries.metadata().clone()).into())
}
