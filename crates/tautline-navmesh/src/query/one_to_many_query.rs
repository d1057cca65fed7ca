//! Queries of one-to-many searches.

use tautline_search::Budget;

use super::Location;
use crate::QueryFilter;

/// A one-to-many query: the start, the filter and the budget. Like
/// [`PathQuery`](super::PathQuery), without a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneToManyQuery<'a> {
    /// The start of all paths.
    pub start: Location,
    /// The costs of terrain, and everything that is forbidden. Exact searches need the same cost on all
    /// allowed terrain.
    pub filter: &'a QueryFilter,
    /// The number of nodes that may be expanded.
    pub budget: Budget,
}

static UNIFORM: QueryFilter = QueryFilter::uniform();

impl OneToManyQuery<'static> {
    /// Creates a query with uniform costs and no budget.
    pub fn new(start: impl Into<Location>) -> Self {
        Self { start: start.into(), filter: &UNIFORM, budget: Budget::UNLIMITED }
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
