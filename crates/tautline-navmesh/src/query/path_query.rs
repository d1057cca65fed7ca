//! The parameters of a search for a path or corridor.

use tautline_search::Budget;

use super::Location;
use crate::QueryFilter;

/// The parameters of a search: start, goal, filter and budget.
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
    /// The start. On a border or vertex it belongs to all areas there.
    pub start: Location,
    /// The goal. On a border or vertex it belongs to all areas there.
    pub goal: Location,
    /// The costs of terrain, and everything that is forbidden.
    pub filter: &'a QueryFilter,
    /// The greatest number of expanded nodes.
    pub budget: Budget,
}

static UNIFORM: QueryFilter = QueryFilter::uniform();

impl PathQuery<'static> {
    /// A query between two locations, with uniform costs and an unlimited budget.
    pub fn new(start: impl Into<Location>, goal: impl Into<Location>) -> Self {
        let (start, goal) = (start.into(), goal.into());
        Self { start, goal, filter: &UNIFORM, budget: Budget::UNLIMITED }
    }
}

impl PathQuery<'_> {
    /// The same query with another filter.
    #[must_use]
    pub const fn with_filter<'a>(&self, filter: &'a QueryFilter) -> PathQuery<'a> {
        PathQuery { start: self.start, goal: self.goal, filter, budget: self.budget }
    }

    /// The same query with another budget.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }
}
