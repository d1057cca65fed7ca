//! Batches: queries of many agents at once.

mod flat;
mod order;
mod shared_goal;

use crate::workers::answer_in_order;
use crate::{Ground, Path, PathError, Query, Scratch, path_in};

pub use flat::{FlatPaths, lengths_flat, paths_flat};
use order::order_for;
pub(crate) use shared_goal::goal_costs;
pub use shared_goal::{next_corners_to, paths_to};

/// Finds a path for every query, on all cores (feature `rayon`; without it, on
/// one). The answers are in the order of the queries, and do not affect each other. Their bits do
/// not depend on the number of threads. Each worker has one [`Scratch`].
///
/// Runs on the current rayon pool: install your own to set the number of threads. Another thread can stop the batch:
/// see [`Query::with_cancel_flag`].
///
/// ```
/// use tautline::navmesh::{rectangles_from_cells, Terrain};
/// use tautline::{PathError, Query, Vec2, paths};
///
/// let raw = rectangles_from_cells(9, 9, |x, _| (x != 4).then_some(Terrain(0)));
/// let mesh = raw.build()?;
/// let query = |x| Query::new(Vec2::new(1.0, 1.0), Vec2::new(x, 8.0));
/// let answers = paths(&mesh, &[query(3.0), query(7.0), query(4.5)]);
/// assert!(answers[0].is_ok());
/// assert!(matches!(answers[1], Err(PathError::Unreachable { .. })));
/// assert!(matches!(answers[2], Err(PathError::GoalOffMesh { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn paths<'g>(
    ground: impl Into<Ground<'g>>,
    queries: &[Query<'_>],
) -> Vec<Result<Path, PathError>> {
    // A clone allocates exactly what it needs; the memory of the original is reused.
    answer_all(ground.into(), queries, Path::clone)
}

/// Finds the length of the path for every query, like [`paths`], but saves the time and memory of
/// the points.
///
/// ```
/// use tautline::navmesh::{rectangles_from_cells, Terrain};
/// use tautline::{Query, Vec2, lengths};
///
/// let raw = rectangles_from_cells(9, 9, |_, _| Some(Terrain(0)));
/// let mesh = raw.build()?;
/// let queries = [Query::new(Vec2::ZERO, Vec2::new(3.0, 4.0))];
/// assert_eq!(lengths(&mesh, &queries), [Ok(5.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn lengths<'g>(
    ground: impl Into<Ground<'g>>,
    queries: &[Query<'_>],
) -> Vec<Result<f64, PathError>> {
    answer_all(ground.into(), queries, |path| path.length)
}

/// Finds a path for every query, and reads what is asked for.
fn answer_all<A: Send>(
    ground: Ground<'_>,
    queries: &[Query<'_>],
    read: impl Fn(&Path) -> A + Sync,
) -> Vec<Result<A, PathError>> {
    let points = queries.iter().map(|query| [query.start.point, query.goal.point]);
    let order = order_for(ground, points);
    answer_in_order(queries, order, |query, (scratch, path): &mut (Scratch, Path)| {
        path_in(ground, query, scratch, path)?;
        Ok(read(path))
    })
}
