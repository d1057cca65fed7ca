//! The steps of a bake: the order of hubs, then labels of as many hubs as are wanted or fit.

use super::best_hubs::BestHubs;
use super::contraction::{self, Contraction};
use super::hubs::Labeller;
use super::input::BakeInput;
use super::memory::{self, Limits};
use super::progress::{KeepGoing, report};
use super::{BakeError, BakeStage, Hubs};
use crate::labels::Labels;
use crate::tables::ranking::Ranking;
use crate::tables::taut_visibility_graph::TautVisibilityGraph;

/// The bytes of an entry, including its share of a row.
const ENTRY_BYTES: usize = 13;

/// By default, one in this number of corners is a hub if not all are.
const HIERARCHY_SHARE: usize = 5;

/// Returns a result, or `None` if it exceeds a limit.
fn if_it_fits<T>(result: Result<T, BakeError>) -> Result<Option<T>, BakeError> {
    match result {
        Err(BakeError::OverBudget { .. } | BakeError::OverMemory { .. }) => Ok(None),
        result => result.map(Some),
    }
}

/// The order of the corners as hubs.
#[derive(Clone, Copy)]
struct Order<'a> {
    ranking: &'a Ranking,
    /// The number of best corners that contraction has left because they take too much work; 0 if the
    /// ranking is that of an earlier bake.
    left: usize,
}

/// The input and the limits of a bake.
pub(super) struct Bake<'a> {
    pub(super) input: &'a BakeInput<'a>,
    pub(super) graph: &'a TautVisibilityGraph,
    pub(super) limits: Limits,
}

impl Bake<'_> {
    /// Computes labels, in a known order of hubs or in one that is found.
    pub(super) fn labels(
        &self,
        known: Option<&Ranking>,
        hubs: Hubs,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labels, BakeError> {
        let Self { input, graph, .. } = *self;
        let found;
        let order = match known {
            Some(ranking) => Order { ranking, left: 0 },
            None => {
                found = contraction::rank(graph, &input.corners, &mut self.report(keep_going))?;
                Order { ranking: &found.0, left: found.1 }
            }
        };
        match hubs {
            Hubs::Auto => self.labels_that_fit(order, keep_going),
            Hubs::AtMost(hubs) if hubs < input.corners.count() => {
                let best = self.label_best(order, hubs, keep_going)?;
                self.pack_best(order.ranking, best, keep_going)
            }
            Hubs::All | Hubs::AtMost(_) => self.labels_of_all(order.ranking, 0, keep_going),
        }
    }

    /// Computes labels with as many hubs as fit into the limits: all, a share, or none.
    fn labels_that_fit(
        &self,
        order: Order<'_>,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labels, BakeError> {
        let Self { input, limits, .. } = *self;
        let share = input.corners.count() / HIERARCHY_SHARE;
        let best = if_it_fits(self.label_best(order, share, keep_going))?;
        // An estimate of the entries if all corners were hubs: a hub then has about as many as now. 10 %
        // on top.
        let entries = match &best {
            Some(Some(best)) => HIERARCHY_SHARE * best.labeller.entries / 10 * 11,
            Some(None) => 0,
            None => usize::MAX / ENTRY_BYTES,
        };
        let bytes = input.cone_bytes().saturating_add(ENTRY_BYTES * entries);
        let held = match &best {
            Some(Some(best)) => best.bytes() + best.labeller.bytes(),
            _ => 0,
        };
        if limits.check_bytes(bytes).is_ok()
            && let Some(labels) = if_it_fits(self.labels_of_all(order.ranking, held, keep_going))?
        {
            return Ok(labels);
        }
        if let Some(best) = best
            && let Some(labels) = if_it_fits(self.pack_best(order.ranking, best, keep_going))?
        {
            return Ok(labels);
        }
        let none = self.label_best(order, 0, keep_going)?;
        self.pack_best(order.ranking, none, keep_going)
    }

    /// Computes labels in which all corners are hubs. `held` bytes of memory are in use already.
    fn labels_of_all(
        &self,
        ranking: &Ranking,
        held: usize,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labels, BakeError> {
        let Self { input, graph, limits } = *self;
        let hubs = (ranking, input.corners.count());
        let labeller = self.label(graph, hubs, held, keep_going)?;
        report(keep_going, BakeStage::Packing, [0, 1], self.bytes(&labeller))?;
        let labels = input.pack_all(graph, ranking, &labeller)?;
        limits.check_bytes(labels.stats().bytes)?;
        Ok(labels)
    }

    /// Contracts all corners but the best ones, and labels these. `None` if contraction takes too
    /// much work.
    fn label_best(
        &self,
        Order { ranking, left }: Order<'_>,
        hubs: usize,
        keep_going: KeepGoing<'_>,
    ) -> Result<Option<BestHubs>, BakeError> {
        let Self { input, graph, .. } = *self;
        if left > hubs {
            return Ok(None);
        }
        let below = (ranking, hubs);
        let mut report = self.report(keep_going);
        let contraction = Contraction::below_hubs(graph, &input.corners, below, &mut report)?;
        drop(report);
        let Some(contraction) = contraction else { return Ok(None) };
        let layout = contraction.edges_of_hubs(ranking, hubs);
        let graph = layout.arcs(|node, arcs| layout.count_within(node, arcs));
        drop(layout);
        let held = contraction.bytes() + graph.bytes();
        let labeller = self.label(&graph, (ranking, hubs), held, keep_going)?;
        Ok(Some(BestHubs { contraction, graph, labeller }))
    }

    /// Assembles labels in which the best corners are hubs; without `best`, labels without hubs.
    fn pack_best(
        &self,
        ranking: &Ranking,
        best: Option<BestHubs>,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labels, BakeError> {
        let Self { input, graph, limits } = *self;
        let none = Labeller::new(0);
        let labeller = best.as_ref().map_or(&none, |best| &best.labeller);
        let own = best.as_ref().map_or(graph.bytes(), |best| {
            let edges = best.contraction.edge_count();
            best.bytes() + memory::packing_edges(edges, input.corners.count())
        });
        let packing = memory::packing_entries(input, labeller);
        limits.check_memory(memory::kept(input, graph) + own + packing)?;
        report(keep_going, BakeStage::Packing, [0, 1], input.cone_bytes())?;
        let labels = match best {
            Some(best) => input.pack_hierarchy(graph, ranking, &best)?,
            None => input.pack_graph(graph, ranking)?,
        };
        limits.check_bytes(labels.stats().bytes)?;
        Ok(labels)
    }

    /// Returns the report of a contraction.
    fn report<'a>(
        &'a self,
        keep_going: KeepGoing<'a>,
    ) -> impl FnMut(usize, usize) -> Result<(), BakeError> + 'a {
        let Self { input, graph, limits, .. } = *self;
        let kept = memory::kept(input, graph) + memory::ordering(graph.corner_count());
        move |done, bytes| {
            limits.check_memory(kept + bytes)?;
            let done = [done, graph.corner_count()];
            report(keep_going, BakeStage::Ordering, done, input.cone_bytes())
        }
    }

    /// Returns the bytes of cones and entries. Padding and landmarks come on top.
    fn bytes(&self, labeller: &Labeller) -> usize {
        self.input.cone_bytes() + ENTRY_BYTES * labeller.entries
    }

    /// Computes the distances to a number of hubs, as long as they may fit into the limits. `held`
    /// bytes of memory are in use already.
    fn label(
        &self,
        graph: &TautVisibilityGraph,
        (ranking, hubs): (&Ranking, usize),
        held: usize,
        keep_going: KeepGoing<'_>,
    ) -> Result<Labeller, BakeError> {
        let Self { input, limits, .. } = *self;
        let kept = memory::kept(input, self.graph) + held;
        let mut labeller = Labeller::new(graph.corner_count());
        loop {
            let bytes = self.bytes(&labeller);
            limits.check_bytes(bytes)?;
            limits.check_memory(kept + memory::packing_entries(input, &labeller))?;
            if labeller.hubs == hubs {
                return Ok(labeller);
            }
            report(keep_going, BakeStage::Labelling, [labeller.hubs, hubs], bytes)?;
            labeller.advance(graph, ranking, labeller.end_of_batch(hubs));
        }
    }
}
