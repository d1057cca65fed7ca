//! A search in slices.

use tautline_navmesh::{Budget, Location, MeshIdentity, PathQuery, QueryError, QueryFilter};

use crate::request::Request;
use crate::{WeightedError, WeightedMesh, WeightedPath, WeightedScratch};

/// A search over weighted terrain in slices, so that a game can distribute it over frames.
///
/// ```
/// use tautline_weighted::{WeightedPath, WeightedSearch};
/// use tautline_navmesh::{PathQuery, Terrain, Vec2, rectangles_from_cells};
///
/// let mesh = rectangles_from_cells(20, 20, |x, y| (x != 10 || y == 3).then_some(Terrain(0))).build()?;
/// let query = PathQuery::new(Vec2::new(1.0, 9.0), Vec2::new(19.0, 9.5));
/// let mut search = WeightedSearch::begin(&mesh, &query)?;
/// let mut path = WeightedPath::default();
/// while !search.step(&mesh, 2, &mut path)? {
///     // draw a frame
/// }
/// assert_eq!(path.points.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WeightedSearch {
    mesh: MeshIdentity,
    start: Location,
    goal: Location,
    filter: QueryFilter,
    budget: Budget,
    scratch: WeightedScratch,
}

impl WeightedSearch {
    /// Begins a search. Copies the filter.
    ///
    /// # Errors
    ///
    /// A [`WeightedError`] that is found before searching.
    pub fn begin<'a>(
        mesh: impl Into<WeightedMesh<'a>>,
        query: &PathQuery<'_>,
    ) -> Result<Self, WeightedError> {
        let mut scratch = WeightedScratch::new();
        let mesh = mesh.into().verified()?;
        Request { mesh, query }.begin(&mut scratch)?;
        let PathQuery { start, goal, filter, budget, .. } = *query;
        let (mesh, filter) = (mesh.mesh.identity(), filter.clone());
        Ok(Self { mesh, start, goal, filter, budget, scratch })
    }

    /// Continues the search by at most `slice` expansions; 0 counts as 1, so that every search
    /// ends. When it has ended, writes the path to `path` and returns true; until then, and after an error,
    /// `path` is empty. Pass the same mesh every time, or clones of it. Its landmarks and costs to the goal
    /// may change, as when they are ready during the search. If they change again and again, the path may be dearer.
    ///
    /// # Errors
    ///
    /// A [`WeightedError`]: [`OtherMesh`](QueryError::OtherMesh) for any other mesh.
    pub fn step<'a>(
        &mut self,
        mesh: impl Into<WeightedMesh<'a>>,
        slice: u64,
        path: &mut WeightedPath,
    ) -> Result<bool, WeightedError> {
        path.clear();
        let mesh = mesh.into().verified()?;
        if mesh.mesh.identity() != self.mesh {
            return Err(QueryError::OtherMesh.into());
        }
        let Self { start, goal, ref filter, budget, ref mut scratch, .. } = *self;
        let query = PathQuery { start, goal, filter, budget, within: 0.0 };
        let request = Request { mesh, query: &query };
        request.prepare_bounds(scratch);
        request.advance(slice, scratch, path)
    }
}
