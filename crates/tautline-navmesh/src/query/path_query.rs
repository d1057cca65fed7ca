//! The parameters of a search for a path or corridor.

use tautline_search::Budget;

use super::Location;
use crate::QueryFilter;
use crate::filter::UNIFORM_FILTER;

/// The parameters of a search: start, goal, filter, budget, and how much too long the path may be.
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
    /// The share by which a path may be longer than the shortest one, finite and at least 0. See
    /// [`Self::within`].
    pub within: f64,
}

impl PathQuery<'static> {
    /// A query between two locations, with uniform costs and an unlimited budget.
    pub fn new(start: impl Into<Location>, goal: impl Into<Location>) -> Self {
        let (start, goal) = (start.into(), goal.into());
        Self { start, goal, filter: &UNIFORM_FILTER, budget: Budget::UNLIMITED, within: 0.0 }
    }
}

impl PathQuery<'_> {
    /// The same query with another filter.
    #[must_use]
    pub const fn with_filter<'a>(&self, filter: &'a QueryFilter) -> PathQuery<'a> {
        let Self { start, goal, budget, within, .. } = *self;
        PathQuery { start, goal, filter, budget, within }
    }

    /// The same query with another budget.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The same query for a path that is at most `share` longer than the shortest one: 0.01 for 1 %.
    /// Exact searches keep this promise and take less time for it. The search for a corridor ignores
    /// it.
    #[must_use]
    pub const fn within(self, share: f64) -> Self {
        Self { within: share, ..self }
    }
}
