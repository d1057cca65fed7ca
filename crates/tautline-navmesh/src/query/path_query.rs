//! What a search for a way is asked.

use tautline_search::Budget;

use super::Location;
use crate::QueryFilter;

/// What a search for a way is asked: from where to where, over which ground, and
/// how far it may look.
///
/// ```
/// use tautline_navmesh::{Budget, QueryFilter, PathQuery, Terrain, Vec2};
///
/// let mut filter = QueryFilter::uniform();
/// filter.forbid(Terrain(2));
/// let query = PathQuery::new(Vec2::ZERO, Vec2::new(9.0, 4.0)).with_filter(&filter);
/// assert_eq!(query.budget, Budget::UNLIMITED);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathQuery<'a> {
    /// Where the way begins. On a border or vertex it belongs to all areas there.
    pub start: Location,
    /// Where it ends; as the start.
    pub goal: Location,
    /// What walking costs, and what is forbidden.
    pub filter: &'a QueryFilter,
    /// How many nodes may be expanded.
    pub budget: Budget,
}

static UNIFORM: QueryFilter = QueryFilter::uniform();

impl PathQuery<'static> {
    /// A query between two places, with uniform costs and no bound.
    pub fn new(start: impl Into<Location>, goal: impl Into<Location>) -> Self {
        let (start, goal) = (start.into(), goal.into());
        Self { start, goal, filter: &UNIFORM, budget: Budget::UNLIMITED }
    }
}

impl PathQuery<'_> {
    /// The same query with costs of its own.
    #[must_use]
    pub const fn with_filter<'a>(&self, filter: &'a QueryFilter) -> PathQuery<'a> {
        PathQuery { start: self.start, goal: self.goal, filter, budget: self.budget }
    }

    /// The same query with a bound.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }
}
