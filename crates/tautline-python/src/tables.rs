//! Tables of Arrow, read batch by batch.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use arrow_select::nullif::nullif;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::ffi::ArrayReader;
use pyo3_arrow::input::AnyArray;

/// A table that is read once, batch by batch.
pub(crate) struct Table {
    // The PyCapsule interface has the same kind of stream for tables and for columns: a table is a stream of
    // structs. Reading arrays, not record batches, allows the type to be checked before a row is read.
    arrays: Box<dyn ArrayReader + Send>,
    schema: SchemaRef,
    rows_read: usize,
}

impl Table {
    /// Reads a value with an Arrow interface as a table. `None` if it has no such interface.
    ///
    /// `columns` are listed in the error message for a value that is a single column.
    pub(crate) fn read(value: &Bound<'_, PyAny>, columns: &[&str]) -> PyResult<Option<Self>> {
        // Like pyarrow, prefers the one batch of an object that has both interfaces.
        let arrays = if value.hasattr("__arrow_c_array__")? {
            AnyArray::Array(value.extract()?)
        } else if value.hasattr("__arrow_c_stream__")? {
            AnyArray::Stream(value.extract()?)
        } else {
            return Ok(None);
        };
        let arrays = arrays.into_reader()?;
        let field = arrays.field();
        let DataType::Struct(fields) = field.data_type() else {
            return Err(PyTypeError::new_err(format!(
                "the queries are one column of type {}, but must be a table with the columns {}, or \
                 an array with a row for each query and {} columns",
                field.data_type(),
                columns.join(", "),
                columns.len()
            )));
        };
        let schema = Schema::new(fields.clone()).with_metadata(field.metadata().clone());
        Ok(Some(Self { arrays, schema: schema.into(), rows_read: 0 }))
    }

    pub(crate) const fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the next batch, or `None` after the last one.
    pub(crate) fn next(&mut self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        // The reader of another library may need the GIL, perhaps in another thread.
        let Some(array) = py.detach(|| self.arrays.next()) else { return Ok(None) };
        let batch = array.and_then(|array| self.batch(&array));
        let batch = batch.map_err(|error| self.failed(error))?;
        self.rows_read += batch.num_rows();
        Ok(Some(batch))
    }

    fn batch(&self, array: &ArrayRef) -> Result<RecordBatch, ArrowError> {
        let rows = array.as_struct();
        let mut columns = rows.columns().to_vec();
        if let Some(nulls) = rows.nulls().filter(|nulls| nulls.null_count() > 0) {
            // A batch has no nulls of its own: a row that is null as a whole is null in all columns.
            let is_null = BooleanArray::new(!nulls.inner(), None);
            for column in &mut columns {
                *column = nullif(column, &is_null)?;
            }
        }
        // The number of rows is needed for a table without columns.
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        RecordBatch::try_new_with_options(self.schema.clone(), columns, &options)
    }

    /// Returns the exception for a reader that fails.
    ///
    /// The C stream interface passes errors as text, so that the type of an exception in a generator is lost.
    fn failed(&self, error: ArrowError) -> PyErr {
        let cause = match error {
            ArrowError::CDataInterface(cause) => cause,
            other => other.to_string(),
        };
        PyValueError::new_err(format!(
            "the table of queries failed after {} rows; iterate over it alone to find the fault: {cause}",
            self.rows_read
        ))
    }
}
