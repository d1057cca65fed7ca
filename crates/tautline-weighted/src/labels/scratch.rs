//! The memory of look-ups.

use tautline_navmesh::AreaId;
use tautline_navmesh::internal::begin_generation;

use super::{CostLabels, Entry};
use crate::space::Space;

/// The memory of look-ups.
#[derive(Clone, Debug, Default)]
pub(crate) struct LookUpScratch {
    /// The best path from one end to each hub.
    hubs: Vec<HubPath>,
    generation: u32,
    /// The nodes of the path that is read.
    pub(super) nodes: Vec<u32>,
    pub(super) arrivals: Vec<Arrival>,
    /// The arcs of links that the path takes.
    pub(super) arcs: Vec<u32>,
}

/// The best path to a hub.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HubPath {
    pub(super) cost: f64,
    /// Its first node.
    pub(super) node: u32,
    generation: u32,
}

/// The cheapest known path to the exit of an arc.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub(super) cost: f64,
    /// A lower bound of the cost from there to the goal; infinite if the arc may not be taken.
    pub(super) rest: f64,
    /// The arc before; itself for the first one.
    pub(super) before: u32,
    pub(super) is_final: bool,
}

impl Arrival {
    pub(super) fn priority(&self) -> f64 {
        self.cost + self.rest
    }
}

impl LookUpScratch {
    /// Finds the best paths from the start of a space to all hubs.
    pub(super) fn spread(&mut self, labels: &CostLabels, space: &Space<'_>) {
        let Self { hubs, generation, .. } = self;
        begin_generation(hubs, generation, labels.nodes.count());
        let generation = *generation;
        for (node, away) in labels.nodes_at(space, (space.start, space.start_areas)) {
            for entry in &labels.entries[labels.row(node)] {
                let hub = &mut hubs[entry.hub as usize];
                let cost = away + f64::from(entry.cost);
                if hub.generation != generation || cost < hub.cost {
                    *hub = HubPath { cost, node, generation };
                }
            }
        }
    }

    /// The path to a hub.
    pub(super) fn path_to(&self, hub: u32) -> Option<HubPath> {
        Some(self.hubs[hub as usize]).filter(|path| path.generation == self.generation)
    }

    /// The least cost to a point with these entries, over a hub or straight.
    pub(super) fn cost_over_hubs(&self, entries: &[Entry], straight: Option<(f64, AreaId)>) -> f64 {
        let straight = straight.map_or(f64::INFINITY, |(cost, _)| cost);
        let over = |entry: &Entry| Some(self.path_to(entry.hub)?.cost + f64::from(entry.cost));
        entries.iter().filter_map(over).fold(straight, f64::min)
    }
}
