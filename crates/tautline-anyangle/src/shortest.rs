//! The shortest path between two points.

use tautline_geometry::Vec2;
use tautline_navmesh::{PathQuery, QueryError};

use crate::request::Request;
use crate::search::FoundPath;
use crate::{AnyAngleScratch, ExactError, SearchMesh};

/// Finds a shortest path from the start of `query` to its goal over the areas that its
/// filter allows, and over its links. Replaces `points` by the path, start and goal included, and
/// returns its length in the plane. Each link counts as its cost divided by the cost of a unit
/// of distance; [`AnyAngleScratch::read_links`] reports the links that the path takes, and
/// `points` contains both ends of each.
///
/// With [`PathQuery::within`], the path may be longer than a shortest one by that share, and
/// [`AnyAngleScratch::lower_bound`] returns the length that no path is below. On open ground with many
/// small obstacles, such a search expands a small part of the nodes.
///
/// All decisions are exact predicates on input points; only lengths are rounded.
///
/// Allocates nothing once its memory has grown. A goal in another connected component is
/// rejected without a search. Time and memory grow with the ground that lies within the
/// length of the path; in the worst case, with the square of the number of corners.
///
/// # Errors
///
/// An [`ExactError`]: an end is not finite, off the mesh or in a forbidden area; the share is
/// negative or not finite; the goal is unreachable; the budget is exhausted; the landmarks belong to
/// another mesh; or terrain costs differ ([`WeightedTerrain`](ExactError::WeightedTerrain)). `points` is
/// then empty.
///
/// ```
/// use tautline_anyangle::{AnyAngleScratch, shortest_path};
/// use tautline_navmesh::{PathQuery, Terrain, Vec2, rectangles_from_cells};
///
/// // A square of 5 by 5 cells with a block of 3 by 3 in its midst.
/// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
/// let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
/// let mesh = raw.build()?;
///
/// let query = PathQuery::new(Vec2::new(0.0, 0.0), Vec2::new(5.0, 4.0));
/// let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
/// let length = shortest_path(&mesh, &query, &mut scratch, &mut points)?;
/// assert_eq!(points, [Vec2::ZERO, Vec2::new(4.0, 1.0), Vec2::new(5.0, 4.0)]);
/// assert_eq!(length, 17_f64.sqrt() + 10_f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(clippy::expect_used, reason = "no input, but an invariant")]
#[expect(clippy::missing_panics_doc, reason = "it never panics")]
pub fn shortest_path<'a>(
    mesh: impl Into<SearchMesh<'a>>,
    query: &PathQuery<'_>,
    scratch: &mut AnyAngleScratch,
    points: &mut Vec<Vec2>,
) -> Result<f64, ExactError> {
    points.clear();
    let request = Request { mesh: mesh.into().verified()?, query };
    request.prepare(scratch)?;
    request.begin(scratch);
    let length = request.advance(u64::MAX, scratch, points)?;
    Ok(length.expect("a search without a slice ends, or its budget does"))
}

/// Like [`shortest_path`], but only looks for a path that is shorter than `limit`. Returns
/// `None` and leaves `points` unchanged if it finds none. If the query allows a share, it may miss paths
/// that are shorter than the limit by no more than the share.
///
/// For callers that know a path already: the closer the limit is to the shortest length, the less is
/// searched.
///
/// # Errors
///
/// Like [`shortest_path`]; `points` is then empty.
///
/// ```
/// use tautline_anyangle::{AnyAngleScratch, shortest_path_below};
/// use tautline_navmesh::{PathQuery, Terrain, Vec2, rectangles_from_cells};
///
/// let raw = rectangles_from_cells(5, 5, |_, _| Some(Terrain(0)));
/// let mesh = raw.build()?;
/// let query = PathQuery::new(Vec2::ZERO, Vec2::new(3.0, 4.0));
/// let (mut scratch, mut points) = (AnyAngleScratch::new(), Vec::new());
/// let mut below = |limit| shortest_path_below(&mesh, &query, limit, &mut scratch, &mut points);
/// assert_eq!((below(5.1)?, below(5.0)?), (Some(5.0), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shortest_path_below<'a>(
    mesh: impl Into<SearchMesh<'a>>,
    query: &PathQuery<'_>,
    limit: f64,
    scratch: &mut AnyAngleScratch,
    points: &mut Vec<Vec2>,
) -> Result<Option<f64>, ExactError> {
    let shorter = run_below(mesh.into(), query, limit, scratch);
    match shorter {
        Ok(Some(_)) => scratch.memory.read_points(&scratch.best, query.goal.point, points),
        Ok(None) => {}
        Err(_) => points.clear(),
    }
    shorter
}

/// Searches for a path that is shorter than `limit`, and returns its length.
fn run_below(
    mesh: SearchMesh<'_>,
    query: &PathQuery<'_>,
    limit: f64,
    scratch: &mut AnyAngleScratch,
) -> Result<Option<f64>, ExactError> {
    let request = Request { mesh: mesh.verified()?, query };
    request.prepare(scratch)?;
    if limit.is_nan() {
        // No length is below it, and no bound follows from it.
        return Ok(None);
    }
    scratch.best = FoundPath { length: limit, ..FoundPath::NONE };
    request.begin(scratch);
    if !request.with_search(scratch, |search, _, _| search.run(query.budget.0)) {
        let expanded = scratch.memory.counters.expanded;
        return Err(QueryError::BudgetExhausted { expanded }.into());
    }
    scratch.end_at(scratch.best.length);
    if !scratch.best.length.total_cmp(&limit).is_lt() {
        scratch.best = FoundPath::NONE;
        return Ok(None);
    }
    Ok(Some(scratch.best.length))
}
