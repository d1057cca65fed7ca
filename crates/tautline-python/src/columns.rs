//! The columns of answers.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::{
    ArrayRef, FixedSizeListArray, Float32Array, Float64Array, Int8Array, Int32Array, ListArray,
    StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema};
use tautline::labels::NextCorner;
use tautline::navmesh::NearestPoint;
use tautline::{FlatPaths, PathError, Vec2};

use crate::options::tier_number;

/// The status of an answer.
pub(crate) const OK: i8 = 0;

/// The status of a row in which a coordinate is null. All other statuses are codes of errors, which are above 0.
pub(crate) const NULL: i8 = -1;

/// The form of the points of paths in Arrow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Points {
    /// Lists of fixed-size lists of floats.
    Fixed,
    /// Lists of structs of floats, for engines without fixed-size lists.
    Struct,
    /// No points.
    None,
}

impl Points {
    pub(crate) const CHOICES: [(&str, Self); 3] =
        [("fixed", Self::Fixed), ("struct", Self::Struct), ("none", Self::None)];
}

/// The columns of paths.
#[derive(Clone, Copy)]
pub(crate) struct PathColumns {
    pub(crate) points: Points,
    /// True for points with elevations.
    pub(crate) in_space: bool,
    /// True for columns of the distances by which ends were moved.
    pub(crate) snaps: bool,
}

fn field(name: &str, kind: DataType) -> Field {
    Field::new(name, kind, true)
}

fn item(kind: DataType) -> FieldRef {
    field("item", kind).into()
}

impl PathColumns {
    /// Returns the number of coordinates of a point.
    pub(crate) const fn dimensions(self) -> usize {
        if self.in_space { 3 } else { 2 }
    }

    /// Returns the name of the column of points.
    const fn points_name(self) -> &'static str {
        if self.in_space { "points_in_space" } else { "points" }
    }

    /// Returns the type of one point.
    fn item(self) -> Option<FieldRef> {
        let axes = &["x", "y", "z"][..self.dimensions()];
        match self.points {
            Points::Fixed => {
                let length = if self.in_space { 3 } else { 2 };
                Some(item(DataType::FixedSizeList(item(DataType::Float32), length)))
            }
            Points::Struct => {
                let axes = axes.iter().map(|axis| field(axis, DataType::Float32));
                Some(item(DataType::Struct(axes.collect())))
            }
            Points::None => None,
        }
    }

    /// Returns the points as an array, or `None` if there is no column of points. `coordinates` has the
    /// coordinates of one point after the other.
    pub(crate) fn points_array(
        self,
        coordinates: Vec<f32>,
    ) -> Result<Option<ArrayRef>, ArrowError> {
        let array: ArrayRef = match self.item().map(|item| item.data_type().clone()) {
            Some(DataType::Struct(fields)) => {
                let axis = |axis: usize| -> ArrayRef {
                    let values = coordinates.iter().skip(axis).step_by(self.dimensions());
                    Arc::new(Float32Array::from_iter_values(values.copied()))
                };
                let axes = (0..self.dimensions()).map(axis).collect();
                Arc::new(StructArray::try_new(fields, axes, None)?)
            }
            Some(DataType::FixedSizeList(item, length)) => {
                let flat = Arc::new(Float32Array::from(coordinates));
                Arc::new(FixedSizeListArray::try_new(item, length, flat, None)?)
            }
            None => return Ok(None),
            _ => return Err(ArrowError::NotYetImplemented("a form of points".to_owned())),
        };
        Ok(Some(array))
    }

    pub(crate) fn schema(self) -> Schema {
        let mut fields = vec![
            field("status", DataType::Int8),
            field("tier", DataType::Int8),
            field("length", DataType::Float64),
            field("cost", DataType::Float64),
            field("lower_bound", DataType::Float64),
        ];
        if self.snaps {
            fields.push(field("start_snap", DataType::Float64));
            fields.push(field("goal_snap", DataType::Float64));
        }
        if let Some(item) = self.item() {
            fields.push(field(self.points_name(), DataType::List(item)));
        }
        Schema::new(fields)
    }

    /// Returns the columns for some rows. `points` are those of all rows.
    pub(crate) fn arrays(
        self,
        found: &FlatPaths,
        points: Option<&ArrayRef>,
        nulls: &[usize],
        rows: Range<usize>,
    ) -> Result<Vec<ArrayRef>, ArrowError> {
        let outcomes = &found.outcomes[rows.clone()];
        let is_found = NullBuffer::from_iter(outcomes.iter().map(Result::is_ok));
        let tiers = outcomes.iter().map(|outcome| outcome.map_or(0, tier_number));
        let tiers = Int8Array::new(tiers.collect(), Some(is_found.clone()));
        let floats = |values: Vec<f64>| -> ArrayRef {
            Arc::new(Float64Array::new(values.into(), Some(is_found.clone())))
        };
        let mut columns = vec![
            statuses(outcomes, nulls, rows.start),
            Arc::new(tiers),
            floats(found.lengths[rows.clone()].to_vec()),
            floats(found.costs[rows.clone()].to_vec()),
            floats(found.lower_bounds[rows.clone()].to_vec()),
        ];
        if self.snaps {
            for end in 0..2 {
                let snaps = &found.snaps[rows.clone()];
                columns.push(floats(snaps.iter().map(|snap| snap[end]).collect()));
            }
        }
        if let (Some(item), Some(points)) = (self.item(), points) {
            let offsets = &found.offsets[rows.start..=rows.end];
            let (first, last) = (found.offsets[rows.start], found.offsets[rows.end]);
            let points = points.slice(first, last - first);
            let lists = ListArray::try_new(item, offsets_of(offsets)?, points, Some(is_found))?;
            columns.push(Arc::new(lists));
        }
        Ok(columns)
    }
}

/// Divides all rows into ranges, each with so few points that their offsets fit 32 bits.
pub(crate) fn ranges(offsets: &[usize]) -> Vec<Range<usize>> {
    const MAX_POINTS: usize = i32::MAX as usize / 2;
    let rows = offsets.len() - 1;
    let mut ranges = Vec::new();
    let mut start = 0;
    while start < rows {
        let fits = |end: &usize| offsets[*end] - offsets[start] <= MAX_POINTS;
        // A single path is never too long: it would not fit into memory.
        let end = (start + 1..=rows).take_while(fits).last().unwrap_or(start + 1);
        ranges.push(start..end);
        start = end;
    }
    ranges
}

/// Returns offsets from 0 on, in 32 bits.
pub(crate) fn offsets_of(offsets: &[usize]) -> Result<OffsetBuffer<i32>, ArrowError> {
    let first = offsets[0];
    let offsets = offsets.iter().map(|offset| i32::try_from(offset - first));
    let offsets = offsets.collect::<Result<Vec<i32>, _>>();
    let offsets = offsets.map_err(|_| ArrowError::OffsetOverflowError(i32::MAX as usize))?;
    Ok(OffsetBuffer::new(ScalarBuffer::from(offsets)))
}

/// Returns the column of statuses. `nulls` are the rows with a null coordinate. The first outcome is that of
/// row `first_row`.
pub(crate) fn statuses<T>(
    outcomes: &[Result<T, PathError>],
    nulls: &[usize],
    first_row: usize,
) -> ArrayRef {
    let statuses = outcomes.iter().map(|outcome| match outcome {
        Ok(_) => OK,
        Err(error) => error.code().0.cast_signed(),
    });
    let mut statuses: Vec<i8> = statuses.collect();
    for null in nulls {
        let own = null.checked_sub(first_row).and_then(|row| statuses.get_mut(row));
        if let Some(status) = own {
            *status = NULL;
        }
    }
    Arc::new(Int8Array::from(statuses))
}

/// Returns the columns of x and y.
fn axes(points: impl Iterator<Item = Option<Vec2>> + Clone) -> [ArrayRef; 2] {
    let axis = |axis: fn(Vec2) -> f32| -> ArrayRef {
        Arc::new(points.clone().map(|point| point.map(axis)).collect::<Float32Array>())
    };
    [axis(|point| point.x), axis(|point| point.y)]
}

/// The columns of the next points to walk to.
pub(crate) struct CornerColumns;

impl CornerColumns {
    pub(crate) fn schema() -> Schema {
        Schema::new(vec![
            field("status", DataType::Int8),
            field("next_x", DataType::Float32),
            field("next_y", DataType::Float32),
            field("distance", DataType::Float64),
            field("link", DataType::Int32),
        ])
    }

    pub(crate) fn arrays(
        found: &[Result<NextCorner, PathError>],
        nulls: &[usize],
    ) -> Vec<ArrayRef> {
        let corners = || found.iter().map(|corner| corner.as_ref().ok());
        let points = corners().map(|corner| corner.map(|corner| corner.point));
        let [x, y] = axes(points);
        let distances = corners().map(|corner| corner.map(|corner| corner.distance));
        let links = corners().map(|corner| {
            let link = corner.and_then(|corner| corner.link)?;
            i32::try_from(link.link.0).ok()
        });
        vec![
            statuses(found, nulls, 0),
            x,
            y,
            Arc::new(distances.collect::<Float64Array>()),
            Arc::new(links.collect::<Int32Array>()),
        ]
    }
}

/// The columns of the nearest points on the mesh.
pub(crate) struct NearestColumns;

impl NearestColumns {
    pub(crate) fn schema() -> Schema {
        Schema::new(vec![
            field("status", DataType::Int8),
            field("nearest_x", DataType::Float32),
            field("nearest_y", DataType::Float32),
            field("distance", DataType::Float64),
        ])
    }

    pub(crate) fn arrays(
        found: &[Result<NearestPoint, PathError>],
        nulls: &[usize],
    ) -> Vec<ArrayRef> {
        let nearest = || found.iter().map(|nearest| nearest.as_ref().ok());
        let points = nearest().map(|nearest| nearest.map(|nearest| nearest.point));
        let [x, y] = axes(points);
        let distances = nearest().map(|nearest| nearest.map(|nearest| nearest.distance));
        vec![statuses(found, nulls, 0), x, y, Arc::new(distances.collect::<Float64Array>())]
    }
}
