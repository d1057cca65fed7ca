//! Batches with answers in flat buffers.

use tautline_geometry::Vec2;
use tautline_navmesh::Location;

use super::order::order_for;
use crate::workers::answer_bundles;
use crate::{Ground, Path, PathError, PathOptions, Query, Scratch, Tier, path_in};

/// The answers to a batch in flat buffers, for columns, other languages and graphics.
///
/// All buffers are reused by the next batch.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FlatPaths {
    /// The points of all paths, one path after the other.
    pub points: Vec<Vec2>,
    /// The ranges of [`points`](Self::points): those of path `i` are
    /// `points[offsets[i]..offsets[i + 1]]`. One number more than there are queries.
    pub offsets: Vec<usize>,
    /// The length of each path, in world units; 0 where none was found.
    pub lengths: Vec<f64>,
    /// The cost of each path, as in [`Path::cost`]; 0 where none was found.
    pub costs: Vec<f64>,
    /// The lower bound on the cost of any path, as in [`Path::lower_bound`]; 0 where none was found.
    pub lower_bounds: Vec<f64>,
    /// The distances by which the start and the goal of each path were moved, in world units, as in
    /// [`Path::start_snap`] and [`Path::goal_snap`]; 0 where none was found.
    pub snaps: Vec<[f64; 2]>,
    /// The tier that found each path, or the reason why there is none.
    pub outcomes: Vec<Result<Tier, PathError>>,
}

impl FlatPaths {
    /// Buffers without answers. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            points: Vec::new(),
            offsets: Vec::new(),
            lengths: Vec::new(),
            costs: Vec::new(),
            lower_bounds: Vec::new(),
            snaps: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Returns the points of a path.
    ///
    /// # Errors
    ///
    /// The reason why there is no path.
    ///
    /// # Panics
    ///
    /// If the batch has no query of that number.
    pub fn path(&self, query: usize) -> Result<&[Vec2], PathError> {
        self.outcomes[query]?;
        Ok(&self.points[self.offsets[query]..self.offsets[query + 1]])
    }
}

/// The answers of a few queries that one worker took together.
struct Bundle {
    points: Box<[Vec2]>,
    rows: Vec<Row>,
}

/// The memory of a worker. `points` has the points of its current bundle.
#[derive(Default)]
struct Memory {
    scratch: Scratch,
    path: Path,
    points: Vec<Vec2>,
}

/// One answer. Its points follow those of the previous answer in the bundle.
struct Row {
    point_count: usize,
    length: f64,
    cost: f64,
    lower_bound: f64,
    snaps: [f64; 2],
    outcome: Result<Tier, PathError>,
}

/// Finds a path for every pair of a start and a goal, as [`paths`](crate::paths) does, into
/// flat buffers: no allocation for each path, and no [`Query`] for each pair.
///
/// ```
/// use tautline::navmesh::{Terrain, rectangles_from_cells};
/// use tautline::{Barrier, FlatPaths, PathError, PathOptions, Vec2, paths_flat};
///
/// let raw = rectangles_from_cells(9, 9, |x, _| (x != 4).then_some(Terrain(0)));
/// let mesh = raw.build()?;
/// let (here, there, across) = (Vec2::new(1.0, 1.0), Vec2::new(4.0, 5.0), Vec2::new(7.0, 8.0));
/// let mut found = FlatPaths::new();
/// paths_flat(&mesh, &[[here, there], [here, across]], &PathOptions::default(), &mut found);
/// assert_eq!((found.path(0)?, found.lengths[0]), (&[here, there][..], 5.0));
/// assert_eq!(found.path(1), Err(PathError::Unreachable { barrier: Barrier::Walls }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn paths_flat<'g, L: Copy + Into<Location> + Sync>(
    ground: impl Into<Ground<'g>>,
    ends: &[[L; 2]],
    options: &PathOptions<'_>,
    found: &mut FlatPaths,
) {
    answer(ground.into(), ends, options, true, found);
}

/// Finds the same paths as [`paths_flat`], but leaves [`FlatPaths::points`] empty, which saves time
/// and memory.
///
/// ```
/// use tautline::navmesh::{Terrain, rectangles_from_cells};
/// use tautline::{FlatPaths, PathOptions, Vec2, lengths_flat};
///
/// let mesh = rectangles_from_cells(9, 9, |_, _| Some(Terrain(0))).build()?;
/// let mut found = FlatPaths::new();
/// let ends = [[Vec2::new(1.0, 1.0), Vec2::new(4.0, 5.0)]];
/// lengths_flat(&mesh, &ends, &PathOptions::default(), &mut found);
/// assert_eq!((found.lengths[0], found.points.len()), (5.0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lengths_flat<'g, L: Copy + Into<Location> + Sync>(
    ground: impl Into<Ground<'g>>,
    ends: &[[L; 2]],
    options: &PathOptions<'_>,
    found: &mut FlatPaths,
) {
    answer(ground.into(), ends, options, false, found);
}

fn answer<L: Copy + Into<Location> + Sync>(
    ground: Ground<'_>,
    ends: &[[L; 2]],
    options: &PathOptions<'_>,
    with_points: bool,
    found: &mut FlatPaths,
) {
    let ends_of = |index: u32| ends[index as usize].map(Into::into);
    let points = ends.iter().map(|ends| ends.map(|end| end.into().point));
    let order = order_for(ground, points).unwrap_or_else(|| (0..).take(ends.len()).collect());
    let bundles = answer_bundles(&order, |bundle: &[u32], memory: &mut Memory| {
        let Memory { scratch, path, points } = memory;
        points.clear();
        let rows = bundle.iter().map(|&index| {
            let [start, goal]: [Location; 2] = ends_of(index);
            let query = Query::new(start, goal).with_options(*options);
            // After an error, the path is empty.
            let outcome = path_in(ground, &query, scratch, path).map(|()| path.tier);
            let own = if with_points { path.points.as_slice() } else { &[] };
            points.extend_from_slice(own);
            Row {
                point_count: own.len(),
                length: path.length,
                cost: path.cost,
                lower_bound: path.lower_bound,
                snaps: [path.start_snap, path.goal_snap],
                outcome,
            }
        });
        let rows = rows.collect();
        // Allocates exactly what is needed: all bundles are in memory at once.
        Bundle { points: points.as_slice().into(), rows }
    });
    found.lay_out(&order, &bundles);
}

impl Bundle {
    /// Returns the answers, each with its points.
    fn answers(&self) -> impl Iterator<Item = (&Row, &[Vec2])> {
        let mut rest = &*self.points;
        self.rows.iter().map(move |row| {
            let (own, others) = rest.split_at(row.point_count);
            rest = others;
            (row, own)
        })
    }
}

impl FlatPaths {
    /// Copies the answers of bundles, which are in the order of `order`, into the order of the queries.
    fn lay_out(&mut self, order: &[u32], bundles: &[Bundle]) {
        let mut answers = vec![None; order.len()];
        for (&index, answer) in order.iter().zip(bundles.iter().flat_map(Bundle::answers)) {
            answers[index as usize] = Some(answer);
        }
        let Self { points, offsets, lengths, costs, lower_bounds, snaps, outcomes } = self;
        empty(points, bundles.iter().map(|bundle| bundle.points.len()).sum());
        empty(offsets, order.len() + 1);
        offsets.push(0);
        empty(lengths, order.len());
        empty(costs, order.len());
        empty(lower_bounds, order.len());
        empty(snaps, order.len());
        empty(outcomes, order.len());
        for (row, own) in answers.into_iter().flatten() {
            points.extend_from_slice(own);
            offsets.push(points.len());
            lengths.push(row.length);
            costs.push(row.cost);
            lower_bounds.push(row.lower_bound);
            snaps.push(row.snaps);
            outcomes.push(row.outcome);
        }
    }
}

/// Empties a list, and makes room for a number of elements.
fn empty<T>(list: &mut Vec<T>, room: usize) {
    list.clear();
    list.reserve(room);
}
