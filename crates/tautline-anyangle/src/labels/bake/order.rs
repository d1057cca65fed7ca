//! The order of hubs, by sampling.
//!
//! A good hub lies on many shortest paths. Trees of shortest paths from random corners are
//! a sample of them: the score of a corner is the number of its descendants in all trees.
//! The best corner becomes the next hub and is removed with its descendants, whose paths it
//! covers. When little is left of the trees, more are grown.

use std::collections::BinaryHeap;

use super::BakeError;
use crate::labels::parallel;
use crate::labels::tables::ranking::Ranking;
use crate::labels::tables::taut_tree::{Growth, TautTree, Visit};
use crate::labels::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::to_u32;

/// The total size of the sampled trees, in corners per corner of the mesh. More give a
/// slightly better order.
const SAMPLE_PER_CORNER: usize = 12;

/// The greatest number of trees. With 250, labels of large maps are 25 % longer; with 1000,
/// they are 5 % shorter, and sampling takes twice as long.
const MAX_TREES: usize = 600;

/// The number of trees that are grown in parallel, whatever the number of threads.
const TREES_AT_ONCE: usize = 4;

/// A sampled tree without what was removed, in preorder.
struct Sample {
    nodes: Vec<SampleNode>,
}

struct SampleNode {
    corner: u32,
    parent: u32,
    /// The number of its descendants, plus one.
    subtree_size: u32,
    /// The number of corners among those of them that are left; 0 once it is removed.
    weight: u32,
}

/// Ranks corners as hubs, as far as needed. Deterministic.
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

    /// With a known ranking of all corners.
    pub(super) fn with(graph: &'a TautVisibilityGraph, ranking: Ranking) -> Self {
        Self { graph, sampler: Sampler::new(0), ranking }
    }

    /// Extends the ranking to `hubs` corners. Calls `report` from time to time, and ends if
    /// that fails.
    pub(super) fn advance(
        &mut self,
        hubs: usize,
        report: &mut dyn FnMut() -> Result<(), BakeError>,
    ) -> Result<(), BakeError> {
        while self.ranking.corners.len() < hubs {
            while self.sampler.needs_trees() {
                report()?;
                let before = self.sampler.grown;
                self.sampler.grow(self.graph);
                if self.sampler.grown == before {
                    break;
                }
            }
            match self.sampler.take_best() {
                Some(best) => self.ranking.push(best),
                // Corners on no tree cover few paths.
                None => self.ranking = self.ranking.completed(self.graph),
            }
        }
        Ok(())
    }
}

struct Sampler {
    samples: Vec<Sample>,
    /// The nodes of each corner: the number of the sample, and of the node in it.
    nodes_of: Vec<Vec<(u32, u32)>>,
    score: Vec<u32>,
    /// Corners by a score that they had at some time.
    queue: BinaryHeap<(u32, u32)>,
    is_taken: Vec<bool>,
    /// The number of corners that are left in all samples.
    left: usize,
    grown: usize,
    state: u64,
}

impl Sampler {
    fn new(corners: usize) -> Self {
        Self {
            samples: Vec::new(),
            nodes_of: vec![Vec::new(); corners],
            score: vec![0; corners],
            queue: BinaryHeap::new(),
            is_taken: vec![false; corners],
            left: 0,
            grown: 0,
            state: 0x9e37_79b9_7f4a_7c15,
        }
    }

    fn needs_trees(&self) -> bool {
        self.left < SAMPLE_PER_CORNER * self.score.len() && self.grown < MAX_TREES
    }

    /// Grows more trees, from pseudo-random corners.
    fn grow(&mut self, graph: &TautVisibilityGraph) {
        let open: Vec<u32> =
            (0..).zip(&self.is_taken).filter(|(_, taken)| !**taken).map(|(c, _)| c).collect();
        if open.is_empty() {
            return;
        }
        // Drawn before the parallel part, so that the order does not depend on threads.
        let roots: Vec<u32> = (0..TREES_AT_ONCE).map(|_| open[self.below(open.len())]).collect();
        let (corners, is_taken) = (self.score.len(), &self.is_taken);
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
            self.score[node.corner as usize] += node.weight;
        }
        for node in &sample.nodes {
            self.queue.push((self.score[node.corner as usize], node.corner));
        }
        self.left += sample.nodes.first().map_or(0, |root| root.weight as usize);
        self.samples.push(sample);
    }

    /// Removes the corner with the highest score, and its descendants. Returns it.
    fn take_best(&mut self) -> Option<u32> {
        loop {
            let (score, corner) = self.queue.pop()?;
            let now = self.score[corner as usize];
            if self.is_taken[corner as usize] || now == 0 {
                continue;
            }
            if now != score {
                // Its score fell. (Where one rose, it was queued again.)
                if now < score {
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

    /// Removes a subtree from a sample, and subtracts it from the scores.
    fn cut(&mut self, sample: u32, node: u32) {
        let nodes = &mut self.samples[sample as usize].nodes;
        let Some(&SampleNode { weight, subtree_size, mut parent, .. }) = nodes.get(node as usize)
        else {
            return;
        };
        if weight == 0 {
            return;
        }
        // The ancestors lose the weight of the whole subtree.
        while let Some(above) = nodes.get_mut(parent as usize) {
            above.weight -= weight;
            self.score[above.corner as usize] -= weight;
            parent = above.parent;
        }
        // In preorder, the subtree is a range.
        let mut at = node;
        while at < node + subtree_size {
            let gone = &mut nodes[at as usize];
            // The descendants of a removed node are removed already.
            at += if gone.weight == 0 { gone.subtree_size } else { 1 };
            self.score[gone.corner as usize] -= gone.weight;
            gone.weight = 0;
        }
        self.left -= weight as usize;
        let is_used_up = nodes.first().is_none_or(|root| root.weight == 0);
        if is_used_up {
            *nodes = Vec::new();
        }
    }

    /// Returns a pseudo-random number below a limit (SplitMix64).
    fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        usize::try_from(bits % limit as u64).unwrap_or(0)
    }
}

/// Samples the tree of shortest paths from a root. Nodes behind removed corners have no
/// weight.
fn sample(
    graph: &TautVisibilityGraph,
    root: u32,
    is_taken: &[bool],
    tree: &mut TautTree,
) -> Sample {
    // The root is node 0; each visit is one more.
    let mut visited = vec![(root, u32::MAX, false)];
    tree.grow(graph, root, |visit| {
        let corner = visit.arrival.corner();
        let parent = if visit.from == Visit::ROOT { 0 } else { visit.from + 1 };
        let is_covered = visit.is_covered || is_taken[corner as usize];
        visited.push((corner, parent, !is_covered && visit.is_first));
        if is_covered { Growth::ContinueCovered } else { Growth::Continue }
    });
    visited[0].2 = true;
    let mut subtree_sizes = vec![1_u32; visited.len()];
    let mut weights: Vec<u32> = visited.iter().map(|&(_, _, counts)| u32::from(counts)).collect();
    for (number, &(_, parent, _)) in visited.iter().enumerate().skip(1).rev() {
        subtree_sizes[parent as usize] += subtree_sizes[number];
        weights[parent as usize] += weights[number];
    }
    // Order the nodes in preorder: each subtree becomes a range.
    let mut positions = vec![0_u32; visited.len()];
    let mut next = vec![1_u32; visited.len()];
    let mut order = vec![0_usize; visited.len()];
    for (number, &(_, parent, _)) in visited.iter().enumerate().skip(1) {
        let parent = parent as usize;
        positions[number] = next[parent];
        next[parent] += subtree_sizes[number];
        next[number] = positions[number] + 1;
        order[positions[number] as usize] = number;
    }
    let node = |&number: &usize| {
        let (corner, parent, _) = visited[number];
        let parent = positions.get(parent as usize).copied().unwrap_or(u32::MAX);
        SampleNode { corner, parent, subtree_size: subtree_sizes[number], weight: weights[number] }
    };
    Sample { nodes: order.iter().map(node).collect() }
}
