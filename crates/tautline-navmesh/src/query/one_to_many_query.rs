//! Queries of one-to-many searches.

use tautline_search::Budget;

use super::Location;
use crate::QueryFilter;
use crate::filter::UNIFORM_FILTER;

/// A one-to-many query: the start, the filter, the budget and the limit. Like
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
    /// The greatest distance of goals that are found or, where terrain costs differ, the greatest cost of their
    /// paths. Infinite by default. If it is negative or NaN, no goal is found.
    pub limit: f64,
}

impl OneToManyQuery<'static> {
    /// Creates a query with uniform costs, without a budget and a limit.
    pub fn new(start: impl Into<Location>) -> Self {
        let (filter, budget, limit) = (&UNIFORM_FILTER, Budget::UNLIMITED, f64::INFINITY);
        Self { start: start.into(), filter, budget, limit }
    }
}

impl OneToManyQuery<'_> {
    /// Returns the same query with a filter.
    #[must_use]
    pub const fn with_filter<'a>(&self, filter: &'a QueryFilter) -> OneToManyQuery<'a> {
        let Self { start, budget, limit, .. } = *self;
        OneToManyQuery { start, filter, budget, limit }
    }

    /// Returns the same query with a budget.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Returns the same query with a [limit](Self::limit): the search ends there, and finds no goal beyond it.
    #[must_use]
    pub const fn with_limit(self, limit: f64) -> Self {
        Self { limit, ..self }
    }
}
