//! Ranking corners by contracting them all.

use std::sync::{Mutex, PoisonError};

use tautline_navmesh::internal::parallel_map;
use tautline_search::HeapQueue;

use super::graph::RestGraph;
use super::shortcuts::Shortcuts;
use super::witness::WitnessSearch;
use super::{CORNERS_AT_ONCE, Report, TOTAL_WORK_PER_CORNER};
use crate::bake::BakeError;
use crate::tables::ranking::Ranking;
use crate::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::taut::corners::Corners;
use crate::to_u32;

/// A corner is contracted if its priority is at most this multiple of the best one. With 1, contraction
/// of caves takes a quarter more time, for labels of the same size.
const SLACK: f64 = 1.1;

/// The greatest number of corners that are tried at once, whatever the number of threads.
const MAX_BATCH: usize = 64;

/// The number of witness searches that work on a batch in parallel, each with its own memory.
const SEARCHES: usize = 8;

/// Ranks the corners of a graph as hubs: repeatedly contracts the corner of lowest
/// [priority](Shortcuts::priority). Also returns the number of best corners that are left because
/// contracting them takes too much work. Deterministic.
pub(in crate::bake) fn rank(
    graph: &TautVisibilityGraph,
    corners: &Corners,
    report: Report<'_>,
) -> Result<(Ranking, usize), BakeError> {
    let count = corners.count();
    report(0, RestGraph::bytes_of(graph.arcs.len(), count))?;
    let mut contractor = Contractor::new(RestGraph::new(graph, corners));
    let keys = contractor.first_priorities(report)?;
    let mut queue: HeapQueue<(u64, u32)> = keys.iter().copied().zip(0..).collect();
    // For each corner, the number of the last batch in which a neighbour was contracted.
    let (mut size, mut batch, mut changed) = (1, 0, vec![0; count]);
    let mut order = Vec::with_capacity(count);
    while contractor.work < TOTAL_WORK_PER_CORNER * count && !queue.is_empty() {
        batch += 1;
        let first = std::iter::from_fn(|| queue.pop()).take(size);
        let tried = contractor.try_batch(first.map(|(_, corner)| corner).collect());
        let limit = queue.peek().map_or(f64::INFINITY, |next| SLACK * f64::from_bits(next.0));
        let (before, at_once) = (order.len(), tried.len());
        for Tried { key, corner, shortcuts } in tried {
            // Contracting its neighbours, before or in this batch, may have raised its priority: back to
            // the queue. (A witness may lead over other corners of the batch. That hardly changes the
            // order.)
            if f64::from_bits(key) > limit || changed[corner as usize] == batch {
                queue.push((key, corner));
                continue;
            }
            for edge in contractor.rest.edges(corner) {
                changed[edge.to as usize] = batch;
            }
            contractor.contract(corner, shortcuts);
            order.push(corner);
            if order.len() % CORNERS_AT_ONCE == 0 {
                report(order.len(), contractor.rest.bytes())?;
            }
        }
        // Towards the end, most corners are neighbours of each other, so that few of a batch can be
        // contracted: smaller batches waste less.
        let contracted = order.len() - before;
        let wanted = if 4 * contracted < at_once { size / 2 } else { 2 * size };
        size = wanted.clamp(1, MAX_BATCH);
    }
    // Where that took too much work, the first estimates order the rest: later ones exist for
    // some corners only.
    let mut left = queue.into_sorted_vec();
    left.sort_by_key(|&(_, corner)| (keys[corner as usize], corner));
    let left_count = left.len();
    order.extend(left.into_iter().map(|(_, corner)| corner));
    order.reverse();
    Ok((Ranking::of_permutation(order), left_count))
}

/// A graph that is being contracted.
struct Contractor {
    rest: RestGraph,
    /// The level of each corner: the number of corners contracted below it, one above the other.
    /// It spreads contraction over the map.
    levels: Vec<u32>,
    searches: [Mutex<WitnessSearch>; SEARCHES],
    /// The number of edge traversals so far.
    work: usize,
}

/// A corner, and what contracting it needs.
struct Tried {
    key: u64,
    corner: u32,
    shortcuts: Shortcuts,
}

impl Contractor {
    fn new(rest: RestGraph) -> Self {
        let count = rest.corner_count();
        Self { rest, levels: vec![0; count], searches: Default::default(), work: 0 }
    }

    /// Returns the priorities of all corners in the whole graph.
    fn first_priorities(&mut self, report: Report<'_>) -> Result<Vec<u64>, BakeError> {
        let count = self.rest.corner_count();
        let mut keys = Vec::with_capacity(count);
        while keys.len() < count {
            report(0, self.rest.bytes())?;
            let (first, wanted) = (keys.len(), CORNERS_AT_ONCE.min(count - keys.len()));
            let rest = &self.rest;
            let estimates = parallel_map(wanted, WitnessSearch::default, |search, number| {
                let corner = to_u32(first + number);
                let shortcuts = Shortcuts::of(rest, corner, search);
                (shortcuts.priority(rest, corner, 0), shortcuts.work)
            });
            self.work += estimates.iter().map(|&(_, work)| work).sum::<usize>();
            keys.extend(estimates.iter().map(|&(key, _)| key));
        }
        Ok(keys)
    }

    /// Finds the shortcuts of some corners in parallel. Returns the corners by priority.
    fn try_batch(&mut self, corners: Vec<u32>) -> Vec<Tried> {
        let Self { rest, searches, levels, .. } = &*self;
        // Each edge of each corner is a separate piece of work: towards the end, batches are small, and
        // corners have many edges.
        let edges = |&corner: &u32| (0..rest.edges(corner).len()).map(move |edge| (corner, edge));
        let pieces: Vec<(u32, usize)> = corners.iter().flat_map(edges).collect();
        let find_some = |(): &mut (), first: usize| {
            let mut search = searches[first].lock().unwrap_or_else(PoisonError::into_inner);
            let find = |&(corner, edge): &(u32, usize)| {
                let mut found = Shortcuts::default();
                found.add_from(rest, (corner, edge), &mut search);
                found
            };
            pieces.iter().skip(first).step_by(SEARCHES).map(find).collect::<Vec<_>>()
        };
        let parts = parallel_map(SEARCHES.min(pieces.len()), || (), find_some);
        let mut parts: Vec<_> = parts.into_iter().map(Vec::into_iter).collect();
        let mut found = (0..pieces.len()).filter_map(|piece| parts[piece % SEARCHES].next());
        let mut tried: Vec<Tried> = Vec::with_capacity(corners.len());
        for corner in corners {
            let mut shortcuts = Shortcuts::default();
            for piece in found.by_ref().take(rest.edges(corner).len()) {
                shortcuts.work += piece.work;
                shortcuts.edges.extend(piece.edges);
            }
            let key = shortcuts.priority(rest, corner, levels[corner as usize]);
            tried.push(Tried { key, corner, shortcuts });
        }
        self.work += tried.iter().map(|tried| tried.shortcuts.work).sum::<usize>();
        tried.sort_unstable_by_key(|tried| (tried.key, tried.corner));
        tried
    }

    /// Contracts a corner.
    fn contract(&mut self, corner: u32, shortcuts: Shortcuts) {
        let level = self.levels[corner as usize] + 1;
        for edge in self.rest.contract(corner, shortcuts.edges) {
            let other = &mut self.levels[edge.to as usize];
            *other = level.max(*other);
        }
    }
}
