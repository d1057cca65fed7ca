//! What a search for what is near is asked.

use tautline_navmesh::{Budget, Location, QueryFilter};

use crate::search_space::UNIFORM_FILTER;

/// What a search for what is near is asked: from where, over which space, and how
/// far it may look. As [`PathQuery`](tautline_navmesh::PathQuery), without a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneToManyQuery<'a> {
    /// Where all ways begin.
    pub start: Location,
    /// What is forbidden; ground may not cost differently.
    pub filter: &'a QueryFilter,
    /// How many nodes may be expanded.
    pub budget: Budget,
}

impl OneToManyQuery<'static> {
    /// A query from a place, with uniform costs and no bound.
    pub fn new(start: impl Into<Location>) -> Self {
        Self { start: start.into(), filter: &UNIFORM_FILTER, budget: Budget::UNLIMITED }
    }
}

impl OneToManyQuery<'_> {
    /// The same query with costs of its own.
    #[must_use]
    pub const fn with_filter<'a>(&self, filter: &'a QueryFilter) -> OneToManyQuery<'a> {
        OneToManyQuery { start: self.start, filter, budget: self.budget }
    }

    /// The same query with a bound.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }
}
