//! Baking labels: a search from each hub, pruned by better hubs.

use tautline_geometry::to_f32;
use tautline_navmesh::internal::{Binding, SteinerGraph, parallel_map};
use tautline_navmesh::{NavMesh, PathQuery, QueryFilter, Vec2};

use super::error::{CostBakeError, CostBakeProgress, CostBakeStage};
use super::nodes::Nodes;
use super::rank::ranked_nodes;
use super::tree::{Visit, grow};
use super::{CostLabels, Entry};
use crate::known_paths::KnownPaths;
use crate::space::Space;
use crate::terrain_costs::terrain_costs;
use crate::to_u32;

/// The greatest number of hubs between two reports. Hubs of one batch do not prune each other.
const HUBS_AT_ONCE: usize = 256;

/// The share by which a path over a better hub may cost more and still make an entry redundant. Labels have a third
/// to a half fewer entries than without it. Refraction makes up for it: answers cost at most 0.02 % more on average.
const AS_CHEAP: f64 = 0.01;

impl CostLabels {
    /// The bytes that labels of a mesh may take by default, for each node: more than any map of a game
    /// that was measured takes.
    const MAX_BYTES_PER_NODE: usize = 2_048;

    /// Creates labels that answer no query, but hold the costs of terrain in a filter. For costs whose labels would be
    /// too large, or for uniform costs, which the exact search answers.
    #[must_use]
    pub fn empty(mesh: &NavMesh, filter: &QueryFilter) -> Self {
        Self::without_entries(mesh, terrain_costs(filter))
    }

    /// Labels without entries for a filter that holds nothing but costs of terrain.
    pub(super) fn without_entries(mesh: &NavMesh, filter: QueryFilter) -> Self {
        let graph = SteinerGraph::new(mesh, Self::DENSITY);
        let query = PathQuery::new(Vec2::ZERO, Vec2::ZERO).with_filter(&filter);
        let nodes = Nodes::of(&Space::over(&graph, mesh, &query, &[], &[]));
        Self {
            binding: Binding::to(mesh),
            name: String::new(),
            row_starts: vec![0; nodes.count() + 1],
            filter,
            graph: graph.into(),
            nodes,
            entries: Vec::new(),
            nexts: Vec::new(),
            links: None,
        }
    }

    /// Bakes labels for the costs of terrain in a filter. Ignores forbidden areas and links, and the size of the agent.
    /// If all terrain costs the same, the facade never reads these labels: exact labels are faster.
    ///
    /// # Errors
    ///
    /// As for [`Self::bake_with`].
    pub fn bake(mesh: &NavMesh, filter: &QueryFilter) -> Result<Self, CostBakeError> {
        Self::bake_with(mesh, filter, None, &mut |_| true)
    }

    /// Bakes labels of at most `max_bytes` bytes, by default 2 KiB for each node, and reports the
    /// progress to `keep_going`, which cancels the bake by returning false.
    ///
    /// With the feature `rayon`, uses all cores. The labels are the same for any number of them.
    ///
    /// # Errors
    ///
    /// [`OverBudget`](CostBakeError::OverBudget) if the labels would take more bytes, and
    /// [`Cancelled`](CostBakeError::Cancelled).
    pub fn bake_with(
        mesh: &NavMesh,
        filter: &QueryFilter,
        max_bytes: Option<usize>,
        keep_going: &mut dyn FnMut(&CostBakeProgress) -> bool,
    ) -> Result<Self, CostBakeError> {
        let mut labels = Self::empty(mesh, filter);
        let query = PathQuery::new(Vec2::ZERO, Vec2::ZERO).with_filter(&labels.filter);
        let space = Space::over(&labels.graph, mesh, &query, &[], &[]);
        let nodes = &labels.nodes;
        let total = nodes.numbers().count();
        // Entries are numbered in 32 bits.
        let most = (u32::MAX as usize).saturating_mul(Self::BYTES_PER_ENTRY);
        let max_bytes = max_bytes.unwrap_or(Self::MAX_BYTES_PER_NODE.saturating_mul(total));
        let max_bytes = max_bytes.min(most);
        let mut report = |stage, done, bytes| {
            let goes_on = keep_going(&CostBakeProgress { stage, done, total, bytes });
            if goes_on { Ok(()) } else { Err(CostBakeError::Cancelled) }
        };
        report(CostBakeStage::Ordering, 0, 0)?;
        let order = ranked_nodes(&space, nodes);
        let mut labeller = Labeller {
            space: &space,
            nodes,
            order: &order,
            rows: vec![Vec::new(); nodes.count()],
            hubs: 0,
            entries: 0,
        };
        loop {
            let bytes = labeller.entries.saturating_mul(Self::BYTES_PER_ENTRY);
            if bytes > max_bytes {
                return Err(CostBakeError::OverBudget { bytes, max_bytes });
            }
            report(CostBakeStage::Labelling, labeller.hubs, bytes)?;
            if labeller.hubs == total {
                break;
            }
            labeller.advance();
        }
        let rows = labeller.rows;
        labels.row_starts.clear();
        labels.row_starts.push(0);
        for row in rows {
            labels.entries.extend(row.iter().map(|&(entry, _)| entry));
            labels.nexts.extend(row.iter().map(|&(_, next)| next));
            labels.row_starts.push(to_u32(labels.entries.len()));
        }
        Ok(labels.with_links_of(mesh))
    }
}

/// The labels in progress.
struct Labeller<'a> {
    space: &'a Space<'a>,
    nodes: &'a Nodes,
    order: &'a [u32],
    /// The entries of each node, each with the next node on the path to its hub.
    rows: Vec<Vec<(Entry, u32)>>,
    /// The number of hubs that are labelled.
    hubs: usize,
    entries: usize,
}

/// The memory of a search from a hub.
#[derive(Default)]
struct Worker {
    known: KnownPaths,
    /// The cost of the path from the hub to each better one.
    over_hubs: Vec<f64>,
    /// The cost of each node that was visited, as it is stored.
    costs: Vec<f32>,
}

impl Labeller<'_> {
    /// Labels a batch of hubs.
    fn advance(&mut self) {
        let first = self.hubs;
        // Batches grow, because the best hubs prune the others most.
        let end = self.order.len().min(first + (first / 16).clamp(1, HUBS_AT_ONCE));
        let trees = parallel_map(end - first, Worker::default, |worker, number| {
            self.grow(to_u32(first + number), worker)
        });
        for (hub, tree) in (to_u32(first)..).zip(trees) {
            self.entries += tree.len();
            for (node, cost, next) in tree {
                self.rows[node as usize].push((Entry { hub, cost }, next));
            }
        }
        self.hubs = end;
    }

    /// Returns the nodes whose path to the hub is cheaper than any path over a better hub, each with the cost and the
    /// next node of that path.
    fn grow(&self, hub: u32, worker: &mut Worker) -> Vec<(u32, f32, u32)> {
        let Worker { known, over_hubs, costs } = worker;
        let root = self.order[hub as usize];
        over_hubs.clear();
        over_hubs.resize(self.hubs, f64::INFINITY);
        for (entry, _) in &self.rows[root as usize] {
            over_hubs[entry.hub as usize] = entry.cost.into();
        }
        costs.resize(self.nodes.count(), 0.0);
        let mut kept = Vec::new();
        grow(self.space, self.nodes, root, known, |Visit { node, parent, cost }| {
            let limit = cost * (1.0 + AS_CHEAP);
            let is_served = self.rows[node as usize]
                .iter()
                .any(|(entry, _)| over_hubs[entry.hub as usize] + f64::from(entry.cost) <= limit);
            if is_served {
                return false;
            }
            // Costs decrease towards the hub, even where legs are lost in rounding. So a path that is read
            // from the labels ends.
            let cost =
                if node == root { 0.0 } else { to_f32(cost).max(costs[parent as usize].next_up()) };
            costs[node as usize] = cost;
            kept.push((node, cost, parent));
            true
        });
        kept
    }
}
