//! Very many agents at once.

use tautline_navmesh::QueryError;

use crate::{Ground, Path, Query, Scratch, path_in};

/// Finds a path for every query, on all cores (feature `rayon`; without it, on
/// one). Answers come in the order of the queries; an error in one leaves the
/// others alone; the bits do not depend on the number of threads. Each worker
/// has one [`Scratch`].
///
/// Runs on the rayon pool that it is called in: install your own to choose the
/// number of threads.
///
/// ```
/// use tautline::navmesh::{BuildOptions, NavMesh, rectangles_from_cells, Terrain};
/// use tautline::{PathError, Query, Vec2, paths};
///
/// let raw = rectangles_from_cells(9, 9, |x, _| (x != 4).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let query = |x| Query::new(Vec2::new(1.0, 1.0), Vec2::new(x, 8.0));
/// let answers = paths(&mesh, &[query(3.0), query(7.0), query(4.5)]);
/// assert!(answers[0].is_ok());
/// assert_eq!(answers[1], Err(PathError::Unreachable));
/// assert!(matches!(answers[2], Err(PathError::GoalOffMesh { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn paths<'g>(
    ground: impl Into<Ground<'g>>,
    queries: &[Query<'_>],
) -> Vec<Result<Path, QueryError>> {
    let ground = ground.into();
    #[cfg(feature = "rayon")]
    return on_all_cores(ground, queries);
    #[cfg(not(feature = "rayon"))]
    answer_all(ground, queries, &mut Scratch::new()).collect()
}

/// Answers queries one after the other.
fn answer_all<'a>(
    ground: Ground<'a>,
    queries: &'a [Query<'_>],
    scratch: &'a mut Scratch,
) -> impl Iterator<Item = Result<Path, QueryError>> + 'a {
    queries.iter().map(move |query| {
        let mut path = Path::default();
        path_in(ground, query, scratch, &mut path)?;
        Ok(path)
    })
}

#[cfg(feature = "rayon")]
fn on_all_cores(ground: Ground<'_>, queries: &[Query<'_>]) -> Vec<Result<Path, QueryError>> {
    use std::sync::{Mutex, PoisonError};

    use rayon::prelude::*;

    /// How many queries a worker takes at once: enough that taking them costs
    /// nothing, few enough that no worker is left with a long rest.
    const BUNDLE: usize = 32;

    // As many scratches as workers ever run at once.
    let idle: Mutex<Vec<Scratch>> = Mutex::new(Vec::new());
    let take = || idle.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
    let give_back = |scratch| idle.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
    let bundles: Vec<Vec<_>> = queries
        .par_chunks(BUNDLE)
        .map(|bundle| {
            let mut scratch = take();
            let answers = answer_all(ground, bundle, &mut scratch).collect();
            give_back(scratch);
            answers
        })
        .collect();
    bundles.into_iter().flatten().collect()
}
