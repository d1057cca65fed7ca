//! Hub labels by pruned searches (pruned landmark labeling).
//!
//! The label of a corner holds its distances from hubs. Each hub in turn, the best one
//! first, grows a tree of shortest taut paths. The tree is pruned at a corner if the two
//! labels already give a path over a better hub of at most this length. For any two corners, the
//! best hub on any of their shortest paths is then in both labels.

use tautline_navmesh::internal::parallel_map;

use crate::tables::ranking::Ranking;
use crate::tables::taut_tree::{Growth, TautTree, Visit};
use crate::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::taut::corners::TautNode;
use crate::to_u32;

/// The relative difference up to which a path counts as no longer than another one: less than that
/// may be the rounding of the same length.
pub(super) const NO_LONGER: f64 = 1e-14;

/// The best hubs, one in this number of all hubs, are processed one after the other, because their trees
/// are large and prune each other most.
const ONE_BY_ONE: usize = 50;

/// The number of other hubs that are processed in parallel, whatever the number of threads.
const HUBS_AT_ONCE: usize = 64;

/// The distance from a hub.
#[derive(Clone, Copy, Debug)]
pub(super) struct HubDistance {
    pub(super) length: f64,
    pub(super) hub: u32,
}

/// The first step of a path to a hub.
#[derive(Clone, Copy, Debug)]
pub(super) struct HubStep {
    /// The corner itself, and the wedge that the path leaves into.
    pub(super) node: TautNode,
    /// The next corner; the corner itself if it is the hub.
    pub(super) next: u32,
    /// The label entry for the same hub there.
    pub(super) entry: u32,
}

/// The label of a corner, the best hub first.
#[derive(Clone, Debug, Default)]
pub(super) struct Label {
    pub(super) distances: Vec<HubDistance>,
    pub(super) steps: Vec<HubStep>,
}

impl Label {
    fn push(&mut self, distance: HubDistance, step: HubStep) -> u32 {
        self.distances.push(distance);
        self.steps.push(step);
        to_u32(self.steps.len() - 1)
    }

    /// Returns the memory of the lists, in bytes.
    const fn bytes(&self) -> usize {
        self.distances.capacity() * size_of::<HubDistance>()
            + self.steps.capacity() * size_of::<HubStep>()
    }
}

/// The memory of one worker.
struct Worker {
    tree: TautTree,
    /// The label of the current hub, by hub.
    by_hub: Vec<f64>,
}

/// The labels of all corners, built hub by hub.
#[derive(Debug)]
pub(super) struct Labeller {
    pub(super) labels: Vec<Label>,
    pub(super) hubs: usize,
    pub(super) entries: usize,
    /// The memory of all lists of the labels.
    list_bytes: usize,
}

impl Labeller {
    /// Creates empty labels of a number of corners.
    pub(super) fn new(corners: usize) -> Self {
        let labels = vec![Label::default(); corners];
        Self { labels, hubs: 0, entries: 0, list_bytes: 0 }
    }

    /// Returns the memory of the labels, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.labels[..]) + self.list_bytes
    }

    /// Returns the number of hubs after the next batch, at most `hubs`.
    pub(super) fn end_of_batch(&self, hubs: usize) -> usize {
        let is_large = self.hubs < hubs / ONE_BY_ONE;
        hubs.min(self.hubs + if is_large { 1 } else { HUBS_AT_ONCE })
    }

    /// Adds a batch of hubs, which must be ranked, up to the number `hubs`.
    pub(super) fn advance(&mut self, graph: &TautVisibilityGraph, ranking: &Ranking, hubs: usize) {
        let corners = self.labels.len();
        let (first, count) = (self.hubs, hubs - self.hubs);
        let memory =
            || Worker { tree: TautTree::new(corners), by_hub: vec![f64::INFINITY; corners] };
        let labels = &self.labels;
        let grow =
            |worker: &mut Worker, hub| grow(graph, ranking, labels, to_u32(first + hub), worker);
        for (hub, tree) in (first..).zip(parallel_map(count, memory, grow)) {
            self.entries += 1 + tree.len();
            self.add(to_u32(hub), ranking.corners[hub], &tree);
        }
        self.hubs = hubs;
    }

    /// Adds the entries of a hub to the labels of the corners in its tree.
    fn add(&mut self, hub: u32, corner: u32, tree: &[Visit]) {
        let mut push = |corner: u32, length, step| {
            let label = &mut self.labels[corner as usize];
            self.list_bytes -= label.bytes();
            let entry = label.push(HubDistance { length, hub }, step);
            self.list_bytes += label.bytes();
            entry
        };
        let here = HubStep { node: TautNode(corner << 1), next: corner, entry: u32::MAX };
        let root = push(corner, 0.0, here);
        let mut entries = Vec::with_capacity(tree.len());
        for visit in tree {
            let (next, entry) = if visit.from == Visit::ROOT {
                (corner, root)
            } else {
                let from = visit.from as usize;
                (tree[from].arrival.corner(), entries[from])
            };
            let step = HubStep { node: visit.arrival, next, entry };
            entries.push(push(visit.arrival.corner(), visit.length, step));
        }
    }
}

/// Returns the corners that a hub reaches by paths over no better hub.
fn grow(
    graph: &TautVisibilityGraph,
    ranking: &Ranking,
    labels: &[Label],
    hub: u32,
    worker: &mut Worker,
) -> Vec<Visit> {
    let Worker { tree, by_hub } = worker;
    let root = ranking.corners[hub as usize];
    let own = &labels[root as usize].distances;
    for distance in own {
        let known = &mut by_hub[distance.hub as usize];
        *known = known.min(distance.length);
    }
    let mut kept = Vec::new();
    // For each visit, its index in `kept`. Only kept visits are ever looked up: the tree does not grow
    // beyond the others.
    let mut numbers = Vec::new();
    tree.grow(graph, root, |visit| {
        let corner = visit.arrival.corner();
        let limit = visit.length * (1.0 + NO_LONGER);
        // The pruning test: is there a path of at most this length over a better hub?
        let is_served = ranking.ranks[corner as usize] < hub
            || labels[corner as usize]
                .distances
                .iter()
                .any(|distance| by_hub[distance.hub as usize] + distance.length <= limit);
        numbers.push(kept.len());
        if is_served {
            return Growth::Prune;
        }
        let from = numbers.get(visit.from as usize).copied();
        let from = from.map_or(Visit::ROOT, to_u32);
        kept.push(Visit { from, ..*visit });
        Growth::Continue
    });
    for distance in own {
        by_hub[distance.hub as usize] = f64::INFINITY;
    }
    kept
}
