//! The order of hubs, by contraction of the taut visibility graph.
//!
//! A corner is *contracted* by removing it from the graph. Where a shortest path led over it,
//! from a neighbour to another, a *shortcut* between the two takes its place. Corners that need
//! few shortcuts are contracted first: few shortest paths lead over them. Those that are left
//! to the end lie on the long routes across the map, and are the best hubs.
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
//! instead of all. The order affects the size of labels, but not the answers. A missed witness adds a
//! redundant shortcut, which costs time only.

mod graph;
mod layout;
mod order;
mod shortcuts;
mod witness;

use super::BakeError;
use crate::tables::ranking::Ranking;
use crate::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::taut::corners::Corners;
use graph::{Edge, RestGraph};
use shortcuts::Shortcuts;
use witness::WitnessSearch;

pub(super) use layout::Layout;
pub(super) use order::rank;

/// The number of edge traversals for each corner of the map after which contraction ends. Game maps and
/// caves of some thousand corners take a tenth of it. On larger maps, some of the best corners are
/// left. Among scattered small obstacles, where corners see very many others, shortcuts multiply, and
/// contraction to the end would take minutes.
const TOTAL_WORK_PER_CORNER: usize = 1 << 15;

/// The number of corners between two reports.
const CORNERS_AT_ONCE: usize = 1 << 10;

/// A report of the number of corners that are contracted, and of the bytes that contraction takes.
/// An error ends it.
type Report<'a> = &'a mut dyn FnMut(usize, usize) -> Result<(), BakeError>;

/// A graph whose corners are contracted, except the hubs.
pub(super) struct Contraction {
    /// The edges of each corner: of a contracted corner, the edges that it had at that time; of a hub,
    /// the edges to other hubs that are left at the end.
    edges: Vec<Vec<Edge>>,
}

impl Contraction {
    /// Contracts all corners but the best `hubs`, the worst first. `None` if that takes too much
    /// work.
    pub(super) fn below_hubs(
        graph: &TautVisibilityGraph,
        corners: &Corners,
        (ranking, hubs): (&Ranking, usize),
        report: Report<'_>,
    ) -> Result<Option<Self>, BakeError> {
        let count = corners.count();
        report(count, RestGraph::bytes_of(graph.arcs.len(), count))?;
        let mut rest = RestGraph::new(graph, corners);
        let (mut search, mut work, mut edge_count) = (WitnessSearch::default(), 0, 0);
        let mut contracted = vec![Vec::new(); count];
        for (number, &corner) in ranking.corners[hubs..].iter().rev().enumerate() {
            // Half of the limit, because in a known order each corner is tried only once.
            if work >= TOTAL_WORK_PER_CORNER / 2 * count {
                return Ok(None);
            }
            if number % CORNERS_AT_ONCE == 0 {
                report(count, rest.bytes() + size_of::<Edge>() * edge_count)?;
            }
            let shortcuts = Shortcuts::of(&rest, corner, &mut search);
            work += shortcuts.work;
            let mut edges = rest.contract(corner, shortcuts.edges);
            edges.shrink_to_fit();
            edge_count += edges.len();
            contracted[corner as usize] = edges;
        }
        for &hub in &ranking.corners[..hubs] {
            contracted[hub as usize] = rest.edges(hub).to_vec();
        }
        Ok(Some(Self { edges: contracted }))
    }

    /// Returns the number of edges.
    pub(super) fn edge_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// Returns a length that no climb from a corner to the hubs exceeds.
    pub(super) fn longest_climb(&self, ranking: &Ranking, hubs: usize) -> f64 {
        // Edges of a corner that was contracted lead to better ones, which come first.
        let mut longest = vec![0.0_f64; self.edges.len()];
        for &corner in &ranking.corners[hubs..] {
            let climbs = self.edges[corner as usize].iter();
            let climbs = climbs.map(|edge| edge.length + longest[edge.to as usize]);
            longest[corner as usize] = climbs.fold(0.0, f64::max);
        }
        longest.into_iter().fold(0.0, f64::max)
    }

    /// Returns the memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Edge>() * self.edge_count() + size_of_val(&self.edges[..])
    }

    /// Returns the edges from each corner to better ones.
    pub(super) fn upward_edges(&self, ranking: &Ranking) -> Layout<'_> {
        Layout::of(&self.edges, |from, to| {
            ranking.ranks[to as usize] < ranking.ranks[from as usize]
        })
    }

    /// Returns the edges between the hubs.
    pub(super) fn edges_of_hubs(&self, ranking: &Ranking, hubs: usize) -> Layout<'_> {
        Layout::of(&self.edges, |from, _| (ranking.ranks[from as usize] as usize) < hubs)
    }
}
