//! What a search for a way is asked.

use tautline_search::Budget;

use super::CorridorEnd;
use crate::Costs;

/// What a search for a way is asked: from where to where, over which ground, and
/// how far it may look.
///
/// ```
/// use tautline_navmesh::{Budget, Costs, PathQuery, Terrain, Vec2};
///
/// let mut costs = Costs::uniform();
/// costs.forbid(Terrain(2));
/// let query = PathQuery::new(Vec2::ZERO, Vec2::new(9.0, 4.0)).with_costs(&costs);
/// assert_eq!(query.budget, Budget::UNLIMITED);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathQuery<'a> {
    /// Where the way begins. On a border or vertex it belongs to all areas there.
    pub start: CorridorEnd,
    /// Where it ends; as the start.
    pub goal: CorridorEnd,
    /// What walking costs, and what is forbidden.
    pub costs: &'a Costs,
    /// How many nodes may be expanded.
    pub budget: Budget,
}

static UNIFORM: Costs = Costs::uniform();

impl PathQuery<'static> {
    /// A query between two places, with uniform costs and no bound.
    pub fn new(start: impl Into<CorridorEnd>, goal: impl Into<CorridorEnd>) -> Self {
        let (start, goal) = (start.into(), goal.into());
        Self { start, goal, costs: &UNIFORM, budget: Budget::UNLIMITED }
    }
}

impl PathQuery<'_> {
    /// The same query with costs of its own.
    #[must_use]
    pub const fn with_costs<'a>(&self, costs: &'a Costs) -> PathQuery<'a> {
        PathQuery { start: self.start, goal: self.goal, costs, budget: self.budget }
    }

    /// The same query with a bound.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }
}
