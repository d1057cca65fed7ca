//! Solving of batches, slice by slice.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Schema, SchemaRef};
use pyo3::prelude::*;
use rayon::ThreadPool;
use rayon::prelude::*;
use tautline::navmesh::{NearestPoint, QueryError};
use tautline::{
    FlatPaths, Location, NavMesh, PathError, Query, Vec2, lengths_flat, next_corners_to, paths,
    paths_flat, paths_to,
};

use crate::answers::{Answers, internal};
use crate::columns::{CornerColumns, NearestColumns, PathColumns, Points, ranges};
use crate::options::Options;
use crate::queries::{Columns, Queries, SLICE, with_answers};
use crate::store::SharedMap;
use crate::threads;

/// Finds the answers to a slice of queries, each of `POINTS` points.
pub(crate) trait Solver<const POINTS: usize>: Sync {
    /// Returns the schema of the answers.
    fn schema(&self) -> Schema;

    /// Returns the answers, in one batch or, if they are very long, in several. `nulls` are the rows
    /// with a null instead of a coordinate. Once the flag is set, the answers are not needed.
    fn solve(
        &mut self,
        queries: &[[Location; POINTS]],
        nulls: &[usize],
        cancel_flag: &AtomicBool,
    ) -> Result<Vec<RecordBatch>, ArrowError>;
}

/// Solves all queries.
pub(crate) fn solve_all<const POINTS: usize, S: Solver<POINTS> + Send>(
    py: Python<'_>,
    queries: Queries<'_>,
    prefixes: &[&str],
    pool: &ThreadPool,
    mut solver: S,
) -> PyResult<Answers> {
    let answers = solver.schema();
    let mut batches = Vec::new();
    match queries {
        Queries::Array(array) => {
            let rows = array.rows();
            for start in (0..rows).step_by(SLICE) {
                let points = array.points(start..rows.min(start + SLICE))?;
                let solved = threads::solve(py, pool, points.len(), |flag| {
                    solver.solve(&points, &[], flag)
                })?;
                batches.extend(solved.map_err(internal)?);
            }
            Ok(Answers::new(answers.into(), batches, 0))
        }
        Queries::Table(mut table) => {
            let given = table.schema().clone();
            let columns = Columns::find(&given, prefixes)?;
            let schema = with_answers(&given, &answers)?;
            while let Some(batch) = table.next(py)? {
                for start in (0..batch.num_rows()).step_by(SLICE) {
                    let slice = batch.slice(start, SLICE.min(batch.num_rows() - start));
                    let solved = threads::solve(py, pool, slice.num_rows(), |flag| {
                        let (points, nulls) = columns.points(&slice)?;
                        let solved = solver.solve(&points, &nulls, flag)?;
                        with_queries(&slice, solved, &schema)
                    })?;
                    batches.extend(solved.map_err(internal)?);
                }
            }
            Ok(Answers::new(schema, batches, given.fields().len()))
        }
    }
}

/// Returns the points of queries with one point in each row. If a coordinate is null, the point is NaN.
pub(crate) fn all_points(py: Python<'_>, queries: Queries<'_>) -> PyResult<Vec<Location>> {
    let mut points = Vec::new();
    match queries {
        Queries::Array(array) => {
            let rows = array.rows();
            for start in (0..rows).step_by(SLICE) {
                points.extend(array.points::<1>(start..rows.min(start + SLICE))?.as_flattened());
            }
        }
        Queries::Table(mut table) => {
            let columns = Columns::find(table.schema(), &[""])?;
            while let Some(batch) = table.next(py)? {
                points.extend(columns.points::<1>(&batch).map_err(internal)?.0.as_flattened());
            }
        }
    }
    Ok(points)
}

/// Adds the columns of the queries of a slice to its answers.
fn with_queries(
    slice: &RecordBatch,
    solved: Vec<RecordBatch>,
    schema: &SchemaRef,
) -> Result<Vec<RecordBatch>, ArrowError> {
    let mut start = 0;
    let whole = solved.into_iter().map(|answers| {
        let queries = slice.slice(start, answers.num_rows());
        start += answers.num_rows();
        let columns = queries.columns().iter().chain(answers.columns()).cloned().collect();
        RecordBatch::try_new(schema.clone(), columns)
    });
    whole.collect()
}

/// Finds paths between pairs of points.
pub(crate) struct PathSolver<'a> {
    pub(crate) map: &'a SharedMap,
    pub(crate) options: &'a Options,
    pub(crate) columns: PathColumns,
    /// Memory for answers.
    pub(crate) found: FlatPaths,
}

impl Solver<2> for PathSolver<'_> {
    fn schema(&self) -> Schema {
        self.columns.schema()
    }

    fn solve(
        &mut self,
        queries: &[[Location; 2]],
        nulls: &[usize],
        cancel_flag: &AtomicBool,
    ) -> Result<Vec<RecordBatch>, ArrowError> {
        let ground = self.options.mesh(self.map);
        let options = self.options.path_options().with_cancel_flag(cancel_flag);
        let Self { columns, found, .. } = self;
        if columns.in_space {
            let query =
                |&[start, goal]: &[Location; 2]| Query::new(start, goal).with_options(options);
            let queries: Vec<Query<'_>> = queries.iter().map(query).collect();
            let paths = paths(ground, &queries);
            let coordinates = flatten(paths, ground.mesh(), *columns, found, cancel_flag);
            return path_batches(*columns, found, coordinates, nulls);
        }
        match columns.points {
            Points::None => lengths_flat(ground, queries, &options, found),
            _ => paths_flat(ground, queries, &options, found),
        }
        // Points are most of the data, so they are moved, not copied.
        let coordinates = bytemuck::cast_vec(mem::take(&mut found.points));
        path_batches(*columns, found, coordinates, nulls)
    }
}

/// Finds paths from many points to one.
pub(crate) struct SharedGoalSolver<'a> {
    pub(crate) paths: PathSolver<'a>,
    pub(crate) goal: Location,
}

impl Solver<1> for SharedGoalSolver<'_> {
    fn schema(&self) -> Schema {
        self.paths.columns.schema()
    }

    fn solve(
        &mut self,
        queries: &[[Location; 1]],
        nulls: &[usize],
        cancel_flag: &AtomicBool,
    ) -> Result<Vec<RecordBatch>, ArrowError> {
        let PathSolver { map, options, columns, found } = &mut self.paths;
        let starts: Vec<Location> = queries.iter().map(|[start]| *start).collect();
        let ground = options.mesh(map);
        let options = options.path_options().with_cancel_flag(cancel_flag);
        let paths = paths_to(ground, &starts, self.goal, &options);
        let coordinates = flatten(paths, ground.mesh(), *columns, found, cancel_flag);
        path_batches(*columns, found, coordinates, nulls)
    }
}

/// Writes the values of paths into flat buffers, and returns the coordinates of their points.
fn flatten(
    paths: Vec<Result<tautline::Path, PathError>>,
    mesh: &NavMesh,
    columns: PathColumns,
    found: &mut FlatPaths,
    cancel_flag: &AtomicBool,
) -> Vec<f32> {
    let in_space = |path: &Result<tautline::Path, PathError>| {
        let mut points = Vec::new();
        if let Ok(path) = path
            && !cancel_flag.load(Ordering::Relaxed)
        {
            path.read_points_in_space(mesh, &mut points);
        }
        points
    };
    let in_space: Vec<Vec<[f32; 3]>> = match columns.in_space {
        true => paths.par_iter().map(in_space).collect(),
        false => Vec::new(),
    };
    *found = FlatPaths::new();
    found.offsets.push(0);
    let mut coordinates = Vec::new();
    for (row, answer) in paths.into_iter().enumerate() {
        found.outcomes.push(answer.as_ref().map(|path| path.tier).map_err(|error| *error));
        let path = answer.unwrap_or_default();
        if columns.in_space {
            coordinates.extend_from_slice(in_space[row].as_flattened());
        } else if columns.points != Points::None {
            coordinates.extend_from_slice(bytemuck::cast_slice(&path.points));
        }
        found.offsets.push(coordinates.len() / columns.dimensions());
        found.lengths.push(path.length);
        found.costs.push(path.cost);
        found.lower_bounds.push(path.lower_bound);
        found.snaps.push([path.start_snap, path.goal_snap]);
    }
    coordinates.shrink_to_fit();
    coordinates
}

/// Returns the columns of answers. `coordinates` are those of all points, one after the other.
fn path_batches(
    columns: PathColumns,
    found: &FlatPaths,
    coordinates: Vec<f32>,
    nulls: &[usize],
) -> Result<Vec<RecordBatch>, ArrowError> {
    let schema = SchemaRef::from(columns.schema());
    let points = columns.points_array(coordinates)?;
    let batches = ranges(&found.offsets).into_iter().map(|rows| {
        let arrays = columns.arrays(found, points.as_ref(), nulls, rows)?;
        RecordBatch::try_new(schema.clone(), arrays)
    });
    batches.collect()
}

/// The outcome for a point without ground within the greatest distance. Only its code is used.
const OFF_MESH: PathError = PathError::StartOffMesh { x: 0.0, y: 0.0, nearest: Vec2::ZERO };

/// Finds the points on the mesh that are nearest to others.
pub(crate) struct NearestSolver<'a> {
    pub(crate) map: &'a SharedMap,
    pub(crate) options: Options,
    pub(crate) max_distance: f32,
}

impl NearestSolver<'_> {
    /// Returns the nearest point; `None` if there is none within the distance.
    pub(crate) fn nearest(&self, point: Location) -> Result<Option<NearestPoint>, QueryError> {
        let mesh = self.options.mesh(self.map).mesh();
        mesh.nearest(point, self.max_distance, self.options.filter())
    }
}

impl Solver<1> for NearestSolver<'_> {
    fn schema(&self) -> Schema {
        NearestColumns::schema()
    }

    fn solve(
        &mut self,
        queries: &[[Location; 1]],
        nulls: &[usize],
        cancel_flag: &AtomicBool,
    ) -> Result<Vec<RecordBatch>, ArrowError> {
        let nearest = |&[point]: &[Location; 1]| {
            if cancel_flag.load(Ordering::Relaxed) {
                return Err(PathError::Cancelled);
            }
            match self.nearest(point) {
                Ok(nearest) => nearest.ok_or(OFF_MESH),
                Err(QueryError::NotFinite { end, x, y }) => Err(PathError::NotFinite { end, x, y }),
                Err(QueryError::ElevationNotFinite { end, elevation }) => {
                    Err(PathError::ElevationNotFinite { end, elevation })
                }
                Err(_) => Err(OFF_MESH),
            }
        };
        let found: Vec<_> = queries.par_iter().map(nearest).collect();
        let schema = SchemaRef::from(NearestColumns::schema());
        Ok(vec![RecordBatch::try_new(schema, NearestColumns::arrays(&found, nulls))?])
    }
}

/// Finds the next points to walk to from many points to one.
pub(crate) struct CornerSolver<'a> {
    pub(crate) map: &'a SharedMap,
    pub(crate) options: &'a Options,
    pub(crate) goal: Location,
}

impl Solver<1> for CornerSolver<'_> {
    fn schema(&self) -> Schema {
        CornerColumns::schema()
    }

    fn solve(
        &mut self,
        queries: &[[Location; 1]],
        nulls: &[usize],
        cancel_flag: &AtomicBool,
    ) -> Result<Vec<RecordBatch>, ArrowError> {
        let starts: Vec<Location> = queries.iter().map(|[start]| *start).collect();
        let ground = self.options.mesh(self.map);
        let options = self.options.path_options().with_cancel_flag(cancel_flag);
        let found = next_corners_to(ground, &starts, self.goal, &options);
        let schema = SchemaRef::from(CornerColumns::schema());
        Ok(vec![RecordBatch::try_new(schema, CornerColumns::arrays(&found, nulls))?])
    }
}

/// The number of costs that are found at once, which bounds the memory. The search for a goal may run on one thread, so that
/// there is only work for all threads at several goals at once.
const COSTS_AT_ONCE: usize = 1 << 18;

/// Writes the cost from each start to each goal into a matrix with a row for each start. Where there is no path, it
/// remains as it was.
pub(crate) fn write_costs(
    map: &SharedMap,
    options: &Options,
    starts: &[Location],
    goals: &[Location],
    costs: &mut [f64],
    cancel_flag: &AtomicBool,
) {
    let ground = options.mesh(map);
    let options = options.path_options().with_cancel_flag(cancel_flag);
    // One search serves all starts. Without links, the way back costs as much, so that it may serve all goals instead.
    let is_reversed = starts.len() < goals.len() && ground.mesh().links().is_empty();
    let (many, few) = if is_reversed { (goals, starts) } else { (starts, goals) };
    let to = |end: &Location| next_corners_to(ground, many, *end, &options);
    let ends_at_once = (COSTS_AT_ONCE / many.len().max(1)).max(1);
    for (chunk, some_ends) in few.chunks(ends_at_once).enumerate() {
        if cancel_flag.load(Ordering::Relaxed) {
            return;
        }
        let found: Vec<_> = some_ends.par_iter().map(to).collect();
        for (end, corners) in (chunk * ends_at_once..).zip(found) {
            for (other, corner) in corners.into_iter().enumerate() {
                let [row, column] = if is_reversed { [end, other] } else { [other, end] };
                if let Ok(corner) = corner {
                    costs[row * goals.len() + column] = corner.distance;
                }
            }
        }
    }
}
