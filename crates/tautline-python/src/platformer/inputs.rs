//! Plans and batches of plans.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::builder::{BooleanBuilder, Int32Builder};
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, Int8Array, Int32Array, ListArray, RecordBatch, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use numpy::{PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rayon::ThreadPool;
use rayon::prelude::*;
use tautline::platformer::exact::{self, PlanError, Planner, Scratch, Waypoint};
use tautline::platformer::{Input, Query, State as CharacterState};

use super::state::State;
use crate::answers::{Answers, internal};
use crate::columns::{NULL, OK, offsets_of};
use crate::queries::{SLICE, as_array, cast, check_shape, column, value_type, with_answers};
use crate::tables::Table;
use crate::threads;

/// The inputs with which a character reaches its goal in the least frames, as
/// :meth:`Level.plan` returns them. It can be pickled. Plans with the same start, inputs
/// and waypoints are equal, and have equal hashes.
///
/// Examples
/// --------
/// ``level`` and ``plan`` are those in the example of :class:`Level`.
///
/// >>> frames, walk, jump, down = plan.inputs[0]
/// >>> sum(frames for frames, *_ in plan.inputs) == plan.frames
/// True
#[pyclass(frozen, eq, hash, module = "tautline.platformer")]
#[derive(PartialEq)]
pub(crate) struct Plan {
    pub(super) found: exact::Plan,
    pub(super) start: CharacterState,
}

impl Hash for Plan {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.start, &self.found.inputs).hash(state);
    }
}

#[pymethods]
impl Plan {
    /// The number of frames. A second has as many as ``steps_per_second`` of the physics.
    #[getter]
    const fn frames(&self) -> u32 {
        self.found.frames
    }

    /// The inputs, in order: the number of frames, the walk (subpixels per frame, positive to the right), True if
    /// jump is held, and True if down is held.
    #[getter]
    fn inputs(&self) -> Vec<(u32, i32, bool, bool)> {
        let inputs = self.found.inputs.iter();
        inputs.map(|(input, frames)| (*frames, input.walk, input.jump, input.down)).collect()
    }

    /// The start, every take-off and landing, and the end: the frame, and the x and y of the lower left corner of
    /// the body, in subpixels.
    #[getter]
    fn waypoints(&self) -> Vec<(u32, i32, i32)> {
        let waypoints = self.found.waypoints.iter();
        waypoints.map(|it| (it.frame, it.position[0], it.position[1])).collect()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<Self>().getattr("_unpickle")?;
        let fields = (State::of(self.start), self.inputs(), self.waypoints());
        (restore, fields).into_pyobject(py)
    }

    /// Restores a pickled plan.
    #[staticmethod]
    fn _unpickle(
        start: PyRef<'_, State>,
        inputs: Vec<(u32, i32, bool, bool)>,
        waypoints: Vec<(u32, i32, i32)>,
    ) -> PyResult<Self> {
        let mut found = exact::Plan::default();
        for (frames, walk, jump, down) in inputs {
            let mut input = Input::walking(walk).with_jump(jump);
            input.down = down;
            found.inputs.push((input, frames));
            found.frames = found.frames.checked_add(frames).ok_or_else(|| {
                PyValueError::new_err("the pickled plan has more than 4,294,967,295 frames")
            })?;
        }
        let waypoint = |(frame, x, y)| Waypoint { frame, position: [x, y] };
        found.waypoints = waypoints.into_iter().map(waypoint).collect();
        Ok(Self { found, start: start.inner() })
    }

    fn __repr__(&self) -> String {
        format!("<tautline.platformer.Plan: frames={}>", self.found.frames)
    }
}

const COLUMNS: [&str; 4] = ["sx", "sy", "gx", "gy"];

fn input_fields() -> Fields {
    let field = |name, kind| Field::new(name, kind, true);
    vec![
        field("frames", DataType::Int32),
        field("walk", DataType::Int32),
        field("jump", DataType::Boolean),
        field("down", DataType::Boolean),
    ]
    .into()
}

fn schema() -> Schema {
    let item = Field::new("item", DataType::Struct(input_fields()), true);
    Schema::new(vec![
        Field::new("status", DataType::Int8, true),
        Field::new("frames", DataType::Int32, true),
        Field::new("inputs", DataType::List(item.into()), true),
    ])
}

/// Finds a plan for each row of an array or a table.
pub(super) fn solve_all(
    py: Python<'_>,
    queries: &Bound<'_, PyAny>,
    pool: &ThreadPool,
    planner: &Planner,
    query: &(dyn Fn([i32; 4]) -> Query + Sync),
) -> PyResult<Answers> {
    let solve = |cells: &[Option<[i32; 4]>], cancel_flag: &AtomicBool| {
        let plan = |scratch: &mut Scratch, cells: &Option<[i32; 4]>| {
            if cancel_flag.load(Ordering::Relaxed) {
                // Not needed any more.
                return Err(PlanError::BudgetExhausted { budget: 0 });
            }
            // A row with a null gets a query off the level, whose answer is ignored.
            let Query { start, goal, budget } = query(cells.unwrap_or([-1; 4]));
            let mut plan = exact::Plan::default();
            planner.plan_in(start, goal, budget, scratch, &mut plan)?;
            Ok(plan)
        };
        let found: Vec<_> = cells.par_iter().map_init(Scratch::new, plan).collect();
        columns(cells, &found)
    };
    let mut batches = Vec::new();
    let Some(mut table) = Table::read(queries, &COLUMNS)? else {
        let schema = SchemaRef::from(schema());
        let cells = cells_of_array(queries)?;
        for slice in cells.chunks(SLICE) {
            let columns = threads::solve(py, pool, slice.len(), |flag| solve(slice, flag))?
                .map_err(internal)?;
            batches.push(RecordBatch::try_new(schema.clone(), columns).map_err(internal)?);
        }
        return Ok(Answers::new(schema, batches, 0));
    };
    let given = table.schema().clone();
    let mut positions = [0; 4];
    for (position, name) in positions.iter_mut().zip(COLUMNS) {
        *position = column(&given, name)?;
        let kind = value_type(given.field(*position).data_type());
        if !(kind.is_integer() || *kind == DataType::Null) {
            return Err(not_integers(&format!("the column {name:?}"), kind));
        }
    }
    let schema = with_answers(&given, &schema())?;
    while let Some(batch) = table.next(py)? {
        for start in (0..batch.num_rows()).step_by(SLICE) {
            let slice = batch.slice(start, SLICE.min(batch.num_rows() - start));
            let solved = threads::solve(py, pool, slice.num_rows(), |flag| {
                let answers = solve(&cells_of_batch(&slice, positions)?, flag)?;
                let columns = slice.columns().iter().cloned().chain(answers).collect();
                RecordBatch::try_new(schema.clone(), columns)
            })?;
            batches.push(solved.map_err(internal)?);
        }
    }
    Ok(Answers::new(schema, batches, given.fields().len()))
}

fn not_integers(what: &str, kind: &dyn std::fmt::Display) -> PyErr {
    PyTypeError::new_err(format!(
        "{what} has the type {kind}, but must have integers: columns and rows of cells"
    ))
}

fn cells_of_array(value: &Bound<'_, PyAny>) -> PyResult<Vec<Option<[i32; 4]>>> {
    let untyped = as_array(value, COLUMNS.len())?;
    // An empty list becomes an array of floats.
    if untyped.len() > 0 && !b"iu".contains(&untyped.dtype().kind()) {
        return Err(not_integers("the array", &untyped.dtype()));
    }
    check_shape(&untyped, &COLUMNS, "")?;
    let array = untyped.call_method1("astype", ("int64",))?.cast_into::<PyArray2<i64>>()?;
    let array = array.try_readonly()?;
    let view = array.as_array();
    let row = |row| Some(std::array::from_fn(|column| narrow(view[[row, column]])));
    Ok((0..array.shape()[0]).map(row).collect())
}

fn cells_of_batch(
    batch: &RecordBatch,
    positions: [usize; 4],
) -> Result<Vec<Option<[i32; 4]>>, ArrowError> {
    let columns = positions.map(|position| cast::<Int64Type>(batch.column(position)));
    let [sx, sy, gx, gy] = columns;
    let columns = [sx?, sy?, gx?, gy?];
    let row = |row| {
        let is_whole = columns.iter().all(|column| column.is_valid(row));
        is_whole.then(|| std::array::from_fn(|column| narrow(columns[column].value(row))))
    };
    Ok((0..batch.num_rows()).map(row).collect())
}

/// Converts a column or row. A number out of range becomes one that is off every level.
fn narrow(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(if number < 0 { -1 } else { i32::MAX })
}

fn columns(
    cells: &[Option<[i32; 4]>],
    found: &[Result<exact::Plan, PlanError>],
) -> Result<Vec<ArrayRef>, ArrowError> {
    let answers = || cells.iter().zip(found).map(|(cells, plan)| cells.and(plan.as_ref().ok()));
    let statuses = cells.iter().zip(found).map(|(cells, plan)| match (cells, plan) {
        (None, _) => NULL,
        (_, Ok(_)) => OK,
        (_, Err(error)) => error.code().0.cast_signed(),
    });
    let statuses: Int8Array = statuses.map(Some).collect();
    let frames = answers().map(|plan| plan.map(|plan| count(plan.frames)));
    let frames: Int32Array = frames.collect();
    let mut offsets = vec![0];
    let (mut lengths, mut walks) = (Int32Builder::new(), Int32Builder::new());
    let (mut jumps, mut downs) = (BooleanBuilder::new(), BooleanBuilder::new());
    for plan in answers() {
        for (input, frames) in plan.iter().flat_map(|plan| &plan.inputs) {
            lengths.append_value(count(*frames));
            walks.append_value(input.walk);
            jumps.append_value(input.jump);
            downs.append_value(input.down);
        }
        offsets.push(lengths.values_slice().len());
    }
    let fields = input_fields();
    let columns: Vec<ArrayRef> = vec![
        Arc::new(lengths.finish()),
        Arc::new(walks.finish()),
        Arc::new(jumps.finish()),
        Arc::new(downs.finish()),
    ];
    let inputs = Arc::new(StructArray::try_new(fields.clone(), columns, None)?);
    let item = Arc::new(Field::new("item", DataType::Struct(fields), true));
    let is_found = NullBuffer::from_iter(answers().map(|plan| plan.is_some()));
    let inputs = ListArray::try_new(item, offsets_of(&offsets)?, inputs, Some(is_found))?;
    Ok(vec![Arc::new(statuses), Arc::new(frames), Arc::new(inputs)])
}

/// Converts a number of frames. A plan of 2^31 frames would last for over a year, so none is cut off.
fn count(frames: u32) -> i32 {
    i32::try_from(frames).unwrap_or(i32::MAX)
}
