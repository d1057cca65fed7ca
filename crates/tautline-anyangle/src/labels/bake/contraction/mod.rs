//! The order of hubs, by contraction of the taut visibility graph.
//!
//! A corner is *contracted* by removing it from the graph. Where a shortest path led over it,
//! from a neighbour to another, a *shortcut* between the two takes its place. Corners that need
//! few shortcuts are contracted first: few shortest paths lead over them. Those that are left
//! to the end lie on the long ways of the map, and are the best hubs.
//!
//! ```text
//!         v              Contracting v adds the shortcut from u to w if
//!        /#\             - the path u-v-w is taut: it wraps an obstacle at v; and
//!       /###\            - no *witness*, another path from u to w, is at most as long.
//!      /#####\           The shortcut has the length of u-v-w, and the wedges of u-v at u
//!     u - - - w          and of v-w at w.
//! ```
//!
//! As in contraction hierarchies (Geisberger and others 2008), and orders for labels from them
//! (Abraham and others 2012). Only taut paths over a corner count: a few pairs of neighbours
//! instead of all. The order decides how long labels are, never how right: a witness that is
//! missed costs time only.

mod graph;
mod layout;
mod witness;

use std::sync::{Mutex, PoisonError};

use tautline_search::HeapQueue;

use super::BakeError;
use crate::labels::bake::hubs::NO_LONGER;
use crate::labels::tables::ranking::Ranking;
use crate::labels::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::parallel;
use crate::taut::corners::Corners;
use crate::to_u32;
use graph::{Edge, RestGraph};
pub(super) use layout::Layout;
use witness::{Target, WitnessSearch};

/// The number of edge traversals in which the shortcuts of a corner are found. Game maps and
/// caves mostly take a few hundred. With far less, witnesses are missed, and the shortcuts in
/// their place cost more time than is saved.
const WORK_PER_CORNER: usize = 1 << 15;

/// The number of edge traversals after which contraction ends, for each corner of the map.
/// Game maps and caves take a tenth. Among scattered small obstacles, where corners see very
/// many others, shortcuts multiply, and contraction to the end would take minutes.
const TOTAL_WORK_PER_CORNER: usize = 1 << 16;

/// The weight of shortcuts against that of levels. With 1 or 2, labels of the game map
/// Aurora are 4 to 11 % longer, and those of large caves up to 2 % shorter.
const SHORTCUT_WEIGHT: f64 = 3.0;

/// A corner is contracted if its priority is at most this times the best one. With 1, contraction
/// takes a third more time, for labels of the same size.
const SLACK: f64 = 1.1;

/// The greatest number of corners that are tried at once, whatever the number of threads.
const MAX_BATCH: usize = 64;

/// The number of memories of searches for a batch.
const SEARCHES: usize = 8;

/// The number of corners between two reports.
const CORNERS_AT_ONCE: usize = 1 << 10;

/// A contracted graph.
pub(super) struct Contraction {
    pub(super) ranking: Ranking,
    /// The edges that each corner had when it was contracted.
    edges: Vec<Vec<Edge>>,
    /// The edges between the best corners before the first of them was contracted; none for the
    /// others.
    best: Vec<Vec<Edge>>,
    /// True if all corners were contracted.
    pub(super) is_complete: bool,
}

impl Contraction {
    /// Returns the edges from each corner to better ones.
    pub(super) fn upward_edges(&self) -> Layout<'_> {
        Layout::of(&self.edges)
    }

    /// Returns the edges between the best corners.
    pub(super) fn edges_of_best(&self) -> Layout<'_> {
        Layout::of(&self.best)
    }
}

/// A report of the number of corners that are contracted, and of the bytes that contraction takes.
/// An error ends it.
type Report<'a> = &'a mut dyn FnMut(usize, usize) -> Result<(), BakeError>;

/// Contracts a graph, in a known order or in one that ranks the corners as hubs. Keeps the edges
/// between the `best` best corners. Deterministic.
pub(super) fn contract(
    graph: &TautVisibilityGraph,
    corners: &Corners,
    (known, best): (Option<&Ranking>, usize),
    report: Report<'_>,
) -> Result<Contraction, BakeError> {
    report(0, RestGraph::bytes_of(graph.arcs.len(), corners.count()))?;
    let mut contractor = Contractor::new(RestGraph::new(graph, corners), best);
    match known {
        Some(ranking) => contractor.contract_in_order(ranking, report)?,
        None => contractor.contract_by_priority(report)?,
    }
    let Contractor { edges, best, mut order, left, .. } = contractor;
    let is_complete = left.is_empty();
    order.extend(left);
    order.reverse();
    Ok(Contraction { ranking: Ranking::of_permutation(order), edges, best, is_complete })
}

/// A graph that is being contracted.
struct Contractor {
    rest: RestGraph,
    searches: [Mutex<WitnessSearch>; SEARCHES],
    /// The number of the last batch of each corner.
    batches: Vec<u32>,
    batch: u32,
    /// The number of edge traversals so far.
    work: usize,
    /// The level of each corner: the number of corners contracted below it, one above the other.
    levels: Vec<u32>,
    /// The corners in the order in which they were contracted.
    order: Vec<u32>,
    /// The corners that are not contracted because that took too much work, the worst hub first.
    left: Vec<u32>,
    /// The edges that each corner had when it was contracted.
    edges: Vec<Vec<Edge>>,
    /// The number of the best corners, and the edges between them.
    best_count: usize,
    best: Vec<Vec<Edge>>,
    /// The number of edges in both lists.
    edge_count: usize,
}

impl Contractor {
    fn new(rest: RestGraph, best_count: usize) -> Self {
        let count = rest.corner_count();
        Self {
            rest,
            searches: Default::default(),
            batches: vec![0; count],
            batch: 0,
            work: 0,
            levels: vec![0; count],
            order: Vec::with_capacity(count),
            left: Vec::new(),
            edges: vec![Vec::new(); count],
            best_count,
            best: vec![Vec::new(); count],
            edge_count: 0,
        }
    }

    fn is_too_much_work(&self) -> bool {
        self.work >= TOTAL_WORK_PER_CORNER * self.rest.corner_count()
    }

    fn contract_in_order(
        &mut self,
        ranking: &Ranking,
        report: Report<'_>,
    ) -> Result<(), BakeError> {
        let mut search = WitnessSearch::default();
        for (number, &corner) in ranking.corners.iter().rev().enumerate() {
            if self.is_too_much_work() {
                self.left = ranking.corners[..ranking.corners.len() - number].to_vec();
                self.left.reverse();
                break;
            }
            let shortcuts = Shortcuts::of(&self.rest, corner, &mut search);
            self.contract(corner, shortcuts, report)?;
        }
        Ok(())
    }

    /// Contracts the corner next that needs the fewest shortcuts, with those of the lowest level
    /// first.
    fn contract_by_priority(&mut self, report: Report<'_>) -> Result<(), BakeError> {
        let count = self.rest.corner_count();
        let mut keys = Vec::with_capacity(count);
        while keys.len() < count {
            report(0, self.rest.bytes())?;
            let (first, wanted) = (keys.len(), CORNERS_AT_ONCE.min(count - keys.len()));
            let rest = &self.rest;
            let estimates = parallel::map(wanted, WitnessSearch::default, |search, number| {
                let corner = to_u32(first + number);
                let shortcuts = Shortcuts::of(rest, corner, search);
                (shortcuts.priority(rest, corner, 0), shortcuts.work)
            });
            self.work += estimates.iter().map(|&(_, work)| work).sum::<usize>();
            keys.extend(estimates.iter().map(|&(key, _)| key));
        }
        let mut queue: HeapQueue<(u64, u32)> = keys.iter().copied().zip(0..).collect();
        let (mut size, mut changed) = (1, vec![0; count]);
        while !self.is_too_much_work() && !queue.is_empty() {
            let first = std::iter::from_fn(|| queue.pop()).take(size);
            let batch = self.try_batch(first.map(|(_, corner)| corner).collect());
            let (next, tried, mut contracted) = (queue.peek().copied(), batch.len(), 0);
            for (key, corner, shortcuts) in batch {
                // Contracting its neighbours may have raised it, before or in this batch.
                let limit = next.map_or(f64::INFINITY, |(next, _)| SLACK * f64::from_bits(next));
                let is_first = f64::from_bits(key) <= limit;
                if !is_first || changed[corner as usize] == self.batch {
                    self.work += shortcuts.work;
                    queue.push((key, corner));
                    continue;
                }
                for edge in self.rest.edges(corner) {
                    changed[edge.to as usize] = self.batch;
                }
                self.contract(corner, shortcuts, report)?;
                contracted += 1;
            }
            // In the end, most corners are neighbours.
            size = if 4 * contracted < tried { size / 2 } else { 2 * size }.clamp(1, MAX_BATCH);
        }
        // Where that took too much work, the first estimates order the rest: later ones exist for
        // some corners only.
        let mut left = queue.into_sorted_vec();
        left.sort_by_key(|&(_, corner)| (keys[corner as usize], corner));
        self.left = left.into_iter().map(|(_, corner)| corner).collect();
        Ok(())
    }

    /// Finds the shortcuts of some corners in parallel. Returns the corners by priority.
    ///
    /// No witness leads over another corner of the batch. Otherwise, of two corners on equally short
    /// paths, each could be the witness of the other, and both paths would be lost.
    fn try_batch(&mut self, corners: Vec<u32>) -> Vec<(u64, u32, Shortcuts)> {
        self.batch += 1;
        for &corner in &corners {
            self.batches[corner as usize] = self.batch;
        }
        let Self { rest, searches, batches, batch, levels, .. } = &*self;
        let may_go = |other: u32| batches[other as usize] == *batch;
        // Each edge of each corner is a piece of work of its own: in the end, batches are small,
        // and corners have many edges.
        let edges = |&corner: &u32| (0..rest.edges(corner).len()).map(move |edge| (corner, edge));
        let pieces: Vec<(u32, usize)> = corners.iter().flat_map(edges).collect();
        let find_some = |(): &mut (), first: usize| {
            let mut search = searches[first].lock().unwrap_or_else(PoisonError::into_inner);
            let find = |&(corner, edge): &(u32, usize)| {
                let mut found = Shortcuts::default();
                found.add_from(rest, (corner, edge), &mut search, may_go);
                found
            };
            pieces.iter().skip(first).step_by(SEARCHES).map(find).collect::<Vec<_>>()
        };
        let chunks = parallel::map(SEARCHES.min(pieces.len()), || (), find_some);
        let mut chunks: Vec<_> = chunks.into_iter().map(Vec::into_iter).collect();
        let mut found = (0..pieces.len()).filter_map(|piece| chunks[piece % SEARCHES].next());
        let mut tried: Vec<(u64, u32, Shortcuts)> = Vec::with_capacity(corners.len());
        for corner in corners {
            let mut shortcuts = Shortcuts::default();
            for piece in found.by_ref().take(rest.edges(corner).len()) {
                shortcuts.work += piece.work;
                shortcuts.edges.extend(piece.edges);
            }
            let key = shortcuts.priority(rest, corner, levels[corner as usize]);
            tried.push((key, corner, shortcuts));
        }
        tried.sort_unstable_by_key(|&(key, corner, _)| (key, corner));
        tried
    }

    /// Removes a corner, and adds its shortcuts.
    fn contract(
        &mut self,
        corner: u32,
        shortcuts: Shortcuts,
        report: Report<'_>,
    ) -> Result<(), BakeError> {
        self.work += shortcuts.work;
        if self.order.len() + self.best_count == self.rest.corner_count() {
            self.best = self.rest.all_edges().to_vec();
            self.edge_count += self.best.iter().map(Vec::len).sum::<usize>();
        }
        let level = self.levels[corner as usize] + 1;
        let mut edges = self.rest.remove(corner);
        for edge in &edges {
            let other = &mut self.levels[edge.to as usize];
            *other = level.max(*other);
        }
        for (from, edge) in shortcuts.edges {
            self.rest.add(from, edge);
        }
        edges.shrink_to_fit();
        self.edge_count += edges.len();
        self.edges[corner as usize] = edges;
        self.order.push(corner);
        if self.order.len() % CORNERS_AT_ONCE == 0 {
            let bytes = self.rest.bytes() + size_of::<Edge>() * self.edge_count;
            report(self.order.len(), bytes)?;
        }
        Ok(())
    }
}

/// The shortcuts that contracting a corner needs.
#[derive(Default)]
struct Shortcuts {
    /// Each with the corner that it begins at.
    edges: Vec<(u32, Edge)>,
    /// The number of edge traversals that finding them took.
    work: usize,
}

impl Shortcuts {
    fn of(rest: &RestGraph, corner: u32, search: &mut WitnessSearch) -> Self {
        let mut found = Self::default();
        for edge in 0..rest.edges(corner).len() {
            found.add_from(rest, (corner, edge), search, |_| false);
        }
        found
    }

    /// Adds those whose path begins with an edge of the corner. Each pair of edges is found once:
    /// the reverse of a shortcut is added with it. Witnesses do not lead over corners that
    /// `may_go`.
    fn add_from(
        &mut self,
        rest: &RestGraph,
        (corner, number): (u32, usize),
        search: &mut WitnessSearch,
        may_go: impl Fn(u32) -> bool,
    ) {
        let own = rest.edges(corner);
        let first = own[number];
        let mut targets = Vec::new();
        for (edge, last) in own.iter().enumerate().skip(number + 1) {
            if first.here.joins(last.here) && last.to != first.to {
                let limit = (first.length + last.length) * (1.0 + NO_LONGER);
                targets.push(Target { corner: last.to, limit, edge });
            }
        }
        if targets.is_empty() {
            return;
        }
        let max_work = WORK_PER_CORNER / own.len();
        self.work += search.run(rest, first.to, (corner, may_go), &mut targets, max_work);
        self.edges.extend(targets.iter().map(|target| {
            let last = &own[target.edge];
            let (here, there) = (first.there, last.there);
            let length = first.length + last.length;
            (first.to, Edge { to: last.to, middle: corner, length, here, there })
        }));
    }

    /// Returns the priority of the corner, as bits, which have the same order: the lowest is
    /// contracted first. The level is the number of corners contracted below it, one above
    /// the other; it spreads contraction over the map.
    fn priority(&self, rest: &RestGraph, corner: u32, level: u32) -> u64 {
        let removed = to_u32(rest.edges(corner).len()).max(1);
        let added = f64::from(to_u32(self.edges.len()));
        (f64::from(level) + SHORTCUT_WEIGHT * added / f64::from(removed)).to_bits()
    }
}
