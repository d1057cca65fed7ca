//! The answers to a batch, and their export to Arrow and numpy.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int32Type};
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{ArrowError, DataType, Field, SchemaRef};
use numpy::{Element, PyArray, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};

/// The answers to a batch, in the order of the queries: the columns of the queries, if they were a
/// table, followed by the columns of the answers.
///
/// Any library with the Arrow PyCapsule interface reads it directly: ``pyarrow.table(answers)``,
/// ``polars.DataFrame(answers)``, ``pandas.DataFrame.from_arrow(answers)``, a query of DuckDB that names
/// the variable. :meth:`to_numpy` needs no other library. ``len(answers)`` is the number of rows.
///
/// Examples
/// --------
/// ``yard`` is the map in the example of :class:`Map`.
///
/// >>> answers = yard.lengths([[1, 3.5, 8, 3.5], [4.5, 2, 1, 1]])
/// >>> len(answers), list(answers.to_numpy())
/// (2, ['status', 'tier', 'length', 'cost', 'lower_bound'])
#[pyclass(frozen, module = "tautline")]
pub(crate) struct Answers {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
    /// The number of columns that came with the queries.
    passed_on: usize,
}

impl Answers {
    pub(crate) const fn new(
        schema: SchemaRef,
        batches: Vec<RecordBatch>,
        passed_on: usize,
    ) -> Self {
        Self { schema, batches, passed_on }
    }
}

#[pymethods]
impl Answers {
    /// The stream of record batches of the Arrow PyCapsule interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let row = Field::new_struct("", self.schema.fields().clone(), false)
            .with_metadata(self.schema.metadata().clone());
        let batches = self.batches.clone().into_iter();
        let batches = batches.map(|batch| Ok(Arc::new(StructArray::from(batch)) as ArrayRef));
        let reader = Box::new(ArrayIterator::new(batches, row.into()));
        Ok(to_stream_pycapsule(py, reader, requested_schema)?)
    }

    /// The schema of the Arrow PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.schema.as_ref())?)
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.schema.fields().iter().map(|it| it.name().as_str()).collect();
        format!("<tautline.Answers: rows={}, columns={}>", self.__len__(), names.join(", "))
    }

    /// Copies the columns of the answers into arrays of numpy, without those that came with the queries.
    ///
    /// Returns
    /// -------
    /// dict[str, numpy.ndarray]
    ///     One array of shape ``(N,)`` for each column of numbers. Where a row has no value, floats
    ///     are NaN and integers -1. A list becomes one array for all rows (``points``: shape
    ///     ``(M, 2)``, float32; ``points_in_space``: ``(M, 3)``), and ``offsets`` of shape ``(N + 1,)``,
    ///     int64: row ``i`` has ``points[offsets[i]:offsets[i + 1]]``. A list of structs becomes one array
    ///     for each field, such as ``inputs.frames``.
    ///
    /// Examples
    /// --------
    /// ``yard`` is the map in the example of :class:`Map`.
    ///
    /// >>> answers = yard.paths([[1, 1, 1, 3], [4.5, 2, 1, 1]]).to_numpy()
    /// >>> answers["length"].tolist(), answers["offsets"].tolist()
    /// ([2.0, nan], [0, 2, 2])
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arrays = PyDict::new(py);
        for index in self.passed_on..self.schema.fields().len() {
            let field = self.schema.field(index);
            let chunks: Vec<ArrayRef> =
                self.batches.iter().map(|batch| batch.column(index).clone()).collect();
            add_column(&arrays, field.name(), field.data_type(), &chunks)?;
        }
        Ok(arrays)
    }
}

/// Adds a column, with a chunk from each batch, to a dictionary of arrays.
fn add_column(
    arrays: &Bound<'_, PyDict>,
    name: &str,
    kind: &DataType,
    chunks: &[ArrayRef],
) -> PyResult<()> {
    let py = arrays.py();
    match kind {
        DataType::Int8 => add::<Int8Type>(arrays, name, chunks, -1),
        DataType::Int32 => add::<Int32Type>(arrays, name, chunks, -1),
        DataType::Float32 => add::<Float32Type>(arrays, name, chunks, f32::NAN),
        DataType::Float64 => add::<Float64Type>(arrays, name, chunks, f64::NAN),
        DataType::Boolean => {
            let values = chunks.iter().flat_map(|chunk| chunk.as_boolean());
            let values = values.map(|it| it == Some(true)).collect();
            arrays.set_item(name, PyArray::from_vec(py, values))
        }
        DataType::List(item) => {
            // The offsets of one chunk fit 32 bits, but those of all chunks may not.
            let (mut offsets, mut items) = (vec![0_i64], Vec::new());
            for chunk in chunks {
                let lists = chunk.as_list::<i32>();
                let own = lists.value_offsets();
                let (first, last) = (own[0], own[lists.len()]);
                let before = offsets[offsets.len() - 1];
                offsets.extend(own[1..].iter().map(|offset| before + i64::from(offset - first)));
                let length = usize::try_from(last - first).map_err(internal)?;
                let first = usize::try_from(first).map_err(internal)?;
                items.push(lists.values().slice(first, length));
            }
            arrays.set_item("offsets", PyArray::from_vec(py, offsets))?;
            add_items(arrays, name, item.data_type(), &items)
        }
        other => Err(internal(ArrowError::NotYetImplemented(other.to_string()))),
    }
}

/// Adds the items of a column of lists: points in one array, other structs in one for each field.
fn add_items(
    arrays: &Bound<'_, PyDict>,
    name: &str,
    kind: &DataType,
    chunks: &[ArrayRef],
) -> PyResult<()> {
    let count: usize = chunks.iter().map(|chunk| chunk.len()).sum();
    let points = |values: Vec<f32>, dimensions: usize| -> PyResult<()> {
        let flat = PyArray::from_vec(arrays.py(), values);
        arrays.set_item(name, flat.reshape([count, dimensions])?)
    };
    match kind {
        DataType::FixedSizeList(_, length) => {
            let mut values = Vec::new();
            for chunk in chunks {
                let numbers = chunk.as_fixed_size_list().values().as_primitive::<Float32Type>();
                values.extend_from_slice(numbers.values());
            }
            points(values, usize::try_from(*length).map_err(internal)?)
        }
        DataType::Struct(fields) if fields.first().is_some_and(|it| it.name() == "x") => {
            let mut values = Vec::with_capacity(count * fields.len());
            for chunk in chunks {
                let axes = chunk.as_struct().columns().iter();
                let axes: Vec<_> = axes.map(|axis| axis.as_primitive::<Float32Type>()).collect();
                let point = |row| axes.iter().map(move |axis| axis.value(row));
                values.extend((0..chunk.len()).flat_map(point));
            }
            points(values, fields.len())
        }
        DataType::Struct(fields) => {
            for (index, field) in fields.iter().enumerate() {
                let columns = chunks.iter().map(|chunk| chunk.as_struct().column(index).clone());
                let columns: Vec<ArrayRef> = columns.collect();
                let name = format!("{name}.{}", field.name());
                add_column(arrays, &name, field.data_type(), &columns)?;
            }
            Ok(())
        }
        other => Err(internal(ArrowError::NotYetImplemented(other.to_string()))),
    }
}

fn add<T: ArrowPrimitiveType>(
    arrays: &Bound<'_, PyDict>,
    name: &str,
    chunks: &[ArrayRef],
    missing: T::Native,
) -> PyResult<()>
where
    T::Native: Element,
{
    let values = chunks.iter().flat_map(|chunk| chunk.as_primitive::<T>());
    let values = values.map(|value| value.unwrap_or(missing));
    arrays.set_item(name, PyArray::from_vec(arrays.py(), values.collect()))
}

/// Returns the exception for an internal error.
pub(crate) fn internal(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(format!("this is a fault of tautline, please report it: {error}"))
}
