//! The search for a shortest path in slices.

use tautline_geometry::Vec2;
use tautline_navmesh::{
    Budget, Location, MeshIdentity, NavMesh, PathQuery, QueryError, QueryFilter,
};

use crate::request::Request;
use crate::{AnyAngleScratch, Counters, ExactError, LinkTraversal, SearchMesh};

/// An exact search that runs in slices, so that a game can spread it over frames.
///
/// ```
/// # use tautline_anyangle::AnyAngleSearch;
/// # use tautline_navmesh::{PathQuery, Terrain, Vec2, rectangles_from_cells};
/// # let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
/// # let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
/// # let mesh = raw.build()?;
/// let query = PathQuery::new(Vec2::new(0.0, 0.0), Vec2::new(5.0, 4.0));
/// let mut search = AnyAngleSearch::begin(&mesh, &query)?;
/// let mut points = Vec::new();
/// let length = loop {
///     if let Some(length) = search.step(&mesh, 2, &mut points)? {
///         break length;
///     }
///     // draw a frame
/// };
/// assert_eq!(length, 17_f64.sqrt() + 10_f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnyAngleSearch {
    mesh: MeshIdentity,
    start: Location,
    goal: Location,
    filter: QueryFilter,
    budget: Budget,
    within: f64,
    scratch: AnyAngleScratch,
}

impl AnyAngleSearch {
    /// Begins a search. Copies the filter and allocates memory of its own.
    ///
    /// # Errors
    ///
    /// An [`ExactError`] that is found without a search: see [`shortest_path`](crate::shortest_path).
    pub fn begin<'a>(
        mesh: impl Into<SearchMesh<'a>>,
        query: &PathQuery<'_>,
    ) -> Result<Self, ExactError> {
        let mut scratch = AnyAngleScratch::new();
        let mesh = mesh.into().verified()?;
        let request = Request { mesh, query };
        request.prepare(&mut scratch)?;
        request.begin(&mut scratch);
        let PathQuery { start, goal, filter, budget, within } = *query;
        let mesh = mesh.mesh.identity();
        Ok(Self { mesh, start, goal, filter: filter.clone(), budget, within, scratch })
    }

    /// Continues the search by at most `slice` expansions; 0 counts as 1, so that every
    /// search ends. When it ends, replaces `points` by the path and returns its length;
    /// until then, returns `None`, and `points` is empty. `mesh` must be the same mesh every time, or a
    /// clone of it; its landmarks may change.
    ///
    /// # Errors
    ///
    /// An [`ExactError`]: [`OtherMesh`](QueryError::OtherMesh) for any other mesh. `points` is
    /// then empty.
    pub fn step<'a>(
        &mut self,
        mesh: impl Into<SearchMesh<'a>>,
        slice: u64,
        points: &mut Vec<Vec2>,
    ) -> Result<Option<f64>, ExactError> {
        points.clear();
        let mesh = mesh.into().verified()?;
        if mesh.mesh.identity() != self.mesh {
            return Err(QueryError::OtherMesh.into());
        }
        let Self { start, goal, ref filter, budget, within, ref mut scratch, .. } = *self;
        let query = PathQuery { start, goal, filter, budget, within };
        let request = Request { mesh, query: &query };
        request.prepare_landmarks(scratch);
        request.advance(slice, scratch, points)
    }

    /// Replaces `links` by the links that the path takes, like [`AnyAngleScratch::read_links`].
    pub fn read_links(&self, mesh: &NavMesh, links: &mut Vec<LinkTraversal>) {
        self.scratch.read_links(mesh, links);
    }

    /// Returns a lower bound on the length of any path, like [`AnyAngleScratch::lower_bound`].
    #[must_use]
    pub const fn lower_bound(&self) -> f64 {
        self.scratch.lower_bound()
    }

    /// Returns the counters of the search so far.
    #[must_use]
    pub const fn counters(&self) -> Counters {
        self.scratch.counters()
    }
}
