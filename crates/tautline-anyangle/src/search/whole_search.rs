//! A search from its start to its end.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, Budget};

use super::memory::Memory;
use super::objective::Objective;
use super::{NO_NODE, Search};
use crate::search_space::{SearchSpace, SpaceTask};

/// A search that runs until it ends. Returns false if the budget is exhausted.
pub(crate) struct WholeSearch<'a, O> {
    pub(crate) objective: &'a mut O,
    pub(crate) memory: &'a mut Memory,
    pub(crate) start: Vec2,
    /// The areas that hold the start.
    pub(crate) start_areas: &'a [AreaId],
    pub(crate) budget: Budget,
}

impl<O: Objective> SpaceTask for WholeSearch<'_, O> {
    type Output = bool;

    fn run<G: SearchSpace>(self, space: &G) -> bool {
        let Self { objective, memory, start, start_areas, budget } = self;
        let mut search = Search { space, objective, memory, current: NO_NODE };
        search.begin(start, start_areas);
        search.run(budget.0)
    }
}
