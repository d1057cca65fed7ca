//! Queries of one-to-many searches.

use tautline_navmesh::{Budget, Location, QueryFilter};

use crate::search_space::UNIFORM_FILTER;

/// A one-to-many query: the start, the filter and the budget. Like
/// [`PathQuery`](tautline_navmesh::PathQuery), without a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneToManyQuery<'a> {
    /// The start of all paths.
    pub start: Location,
    /// Costs of terrain, and what is forbidden. To [`OneToManySearch`](crate::OneToManySearch), all
    /// allowed terrain must cost the same.
    pub filter: &'a QueryFilter,
    /// The number of nodes that may be expanded.
    pub budget: Budget,
}

impl OneToManyQuery<'static> {
    /// Creates a query with uniform costs and no budget.
    pub fn new(start: impl Into<Location>) -> Self {
        Self { start: start.into(), filter: &UNIFORM_FILTER, budget: Budget::UNLIMITED }
    }
}

impl OneToManyQuery<'_> {
    /// Returns the same query with a filter.
    #[must_use]
    pub const fn with_filter<'a>(&self, filter: &'a QueryFilter) -> OneToManyQuery<'a> {
        OneToManyQuery { start: self.start, filter, budget: self.budget }
    }

    /// Returns the same query with a budget.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }
}
