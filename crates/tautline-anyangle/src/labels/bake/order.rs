//! Which corners are the best hubs.
//!
//! A good hub lies on many shortest paths. Trees of shortest paths from some
//! corners are a sample of them: a corner is worth what hangs below it in all
//! trees. The best one is taken out with all that hangs below it, whose paths it
//! serves; and when little is left of the trees, further ones are grown.

use std::collections::BinaryHeap;

use super::BakeError;
use crate::labels::parallel;
use crate::labels::tables::ranking::Ranking;
use crate::labels::tables::taut_tree::{Growth, TautTree, Visit};
use crate::labels::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::to_u32;

/// How many corners the trees of the sample have together, for each corner of
/// the mesh. More give a somewhat better order.
const SAMPLE_PER_CORNER: usize = 12;

/// How many trees are grown in all at most. With 250, labels of large maps are a
/// quarter longer; with 1000, they are a twentieth shorter, and it takes twice as
/// long to find out.
const MOST_TREES: usize = 600;

/// How many trees are grown at a time, whatever the number of threads.
const TREES_AT_ONCE: usize = 4;

/// A tree, or what is left of it, each corner before those below it.
struct Sample {
    nodes: Vec<SampleNode>,
}

struct SampleNode {
    corner: u32,
    parent: u32,
    /// How many nodes hang below it, and itself.
    extent: u32,
    /// How many corners there are among those that are left; 0 once it is gone.
    weight: u32,
}

/// Finds out which corners are the best hubs, as many as are context for.
/// Deterministic.
pub(super) struct Ranker<'a> {
    graph: &'a TautVisibilityGraph,
    sampler: Sampler,
    pub(super) ranking: Ranking,
}

impl<'a> Ranker<'a> {
    pub(super) fn new(graph: &'a TautVisibilityGraph) -> Self {
        let corners = graph.corner_count();
        Self { graph, sampler: Sampler::new(corners), ranking: Ranking::unknown(corners) }
    }

    /// With a ranking of all corners that is known.
    pub(super) fn with(graph: &'a TautVisibilityGraph, ranking: Ranking) -> Self {
        Self { graph, sampler: Sampler::new(0), ranking }
    }

    /// Ranks so many corners. Calls `report` now and then, whose error ends it.
    pub(super) fn advance(
        &mut self,
        hubs: usize,
        report: &mut dyn FnMut() -> Result<(), BakeError>,
    ) -> Result<(), BakeError> {
        while self.ranking.corners.len() < hubs {
            while self.sampler.is_thin() {
                report()?;
                let before = self.sampler.grown;
                self.sampler.grow(self.graph);
                if self.sampler.grown == before {
                    break;
                }
            }
            match self.sampler.take_best() {
                Some(best) => self.ranking.push(best),
                // What no tree leads through serves few paths.
                None => self.ranking = self.ranking.completed(self.graph),
            }
        }
        Ok(())
    }
}

struct Sampler {
    samples: Vec<Sample>,
    /// For each corner, its nodes: the sample, and the number in it.
    nodes_of: Vec<Vec<(u32, u32)>>,
    worth: Vec<u32>,
    /// Corners by what they were worth at some time.
    queue: BinaryHeap<(u32, u32)>,
    is_taken: Vec<bool>,
    /// How many corners the samples still have together.
    left: usize,
    grown: usize,
    state: u64,
}

impl Sampler {
    fn new(corners: usize) -> Self {
        Self {
            samples: Vec::new(),
            nodes_of: vec![Vec::new(); corners],
            worth: vec![0; corners],
            queue: BinaryHeap::new(),
            is_taken: vec![false; corners],
            left: 0,
            grown: 0,
            state: 0x9e37_79b9_7f4a_7c15,
        }
    }

    fn is_thin(&self) -> bool {
        self.left < SAMPLE_PER_CORNER * self.worth.len() && self.grown < MOST_TREES
    }

    /// Grows some more trees, from corners that are drawn by lot.
    fn grow(&mut self, graph: &TautVisibilityGraph) {
        let open: Vec<u32> =
            (0..).zip(&self.is_taken).filter(|(_, taken)| !**taken).map(|(c, _)| c).collect();
        if open.is_empty() {
            return;
        }
        let roots: Vec<u32> = (0..TREES_AT_ONCE).map(|_| open[self.below(open.len())]).collect();
        let (corners, is_taken) = (self.worth.len(), &self.is_taken);
        let grow = |tree: &mut TautTree, root: usize| sample(graph, roots[root], is_taken, tree);
        let samples = parallel::map(roots.len(), || TautTree::new(corners), grow);
        for sample in samples {
            self.add(sample);
        }
        self.grown += TREES_AT_ONCE;
    }

    fn add(&mut self, sample: Sample) {
        let id = to_u32(self.samples.len());
        for (number, node) in (0..).zip(&sample.nodes) {
            self.nodes_of[node.corner as usize].push((id, number));
            self.worth[node.corner as usize] += node.weight;
        }
        for node in &sample.nodes {
            self.queue.push((self.worth[node.corner as usize], node.corner));
        }
        self.left += sample.nodes.first().map_or(0, |root| root.weight as usize);
        self.samples.push(sample);
    }

    /// Takes the corner that is worth most, and what hangs below it.
    fn take_best(&mut self) -> Option<u32> {
        loop {
            let (worth, corner) = self.queue.pop()?;
            let now = self.worth[corner as usize];
            if self.is_taken[corner as usize] || now == 0 {
                continue;
            }
            if now != worth {
                // It has lost some; what it gained was queued.
                if now < worth {
                    self.queue.push((now, corner));
                }
                continue;
            }
            self.is_taken[corner as usize] = true;
            for (sample, node) in std::mem::take(&mut self.nodes_of[corner as usize]) {
                self.cut(sample, node);
            }
            return Some(corner);
        }
    }

    fn cut(&mut self, sample: u32, node: u32) {
        let nodes = &mut self.samples[sample as usize].nodes;
        let Some(&SampleNode { weight, extent, mut parent, .. }) = nodes.get(node as usize) else {
            return;
        };
        if weight == 0 {
            return;
        }
        while let Some(above) = nodes.get_mut(parent as usize) {
            above.weight -= weight;
            self.worth[above.corner as usize] -= weight;
            parent = above.parent;
        }
        let mut at = node;
        while at < node + extent {
            let gone = &mut nodes[at as usize];
            // What hangs below a node that is gone is gone too.
            at += if gone.weight == 0 { gone.extent } else { 1 };
            self.worth[gone.corner as usize] -= gone.weight;
            gone.weight = 0;
        }
        self.left -= weight as usize;
        let is_used_up = nodes.first().is_none_or(|root| root.weight == 0);
        if is_used_up {
            *nodes = Vec::new();
        }
    }

    /// A number below a limit: the SplitMix64 generator.
    fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        usize::try_from(bits % limit as u64).unwrap_or(0)
    }
}

/// The tree from a root, without what lies behind corners that are taken.
fn sample(
    graph: &TautVisibilityGraph,
    root: u32,
    is_taken: &[bool],
    tree: &mut TautTree,
) -> Sample {
    // The root is node 0, and each visit one more.
    let mut visited = vec![(root, u32::MAX, false)];
    tree.grow(graph, root, |visit| {
        let corner = visit.arrival.corner();
        let parent = if visit.from == Visit::ROOT { 0 } else { visit.from + 1 };
        let is_aside = visit.is_aside || is_taken[corner as usize];
        visited.push((corner, parent, !is_aside && visit.is_first));
        if is_aside { Growth::ContinueAside } else { Growth::Continue }
    });
    visited[0].2 = true;
    let mut extents = vec![1_u32; visited.len()];
    let mut weights: Vec<u32> = visited.iter().map(|&(_, _, counts)| u32::from(counts)).collect();
    for (number, &(_, parent, _)) in visited.iter().enumerate().skip(1).rev() {
        extents[parent as usize] += extents[number];
        weights[parent as usize] += weights[number];
    }
    // Each subtree in a row. Where nothing counts, nothing is kept.
    let mut places = vec![0_u32; visited.len()];
    let mut next = vec![1_u32; visited.len()];
    let mut order = vec![0_usize; visited.len()];
    for (number, &(_, parent, _)) in visited.iter().enumerate().skip(1) {
        let parent = parent as usize;
        places[number] = next[parent];
        next[parent] += extents[number];
        next[number] = places[number] + 1;
        order[places[number] as usize] = number;
    }
    let node = |&number: &usize| {
        let (corner, parent, _) = visited[number];
        let parent = places.get(parent as usize).copied().unwrap_or(u32::MAX);
        SampleNode { corner, parent, extent: extents[number], weight: weights[number] }
    };
    Sample { nodes: order.iter().map(node).collect() }
}
