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
mod witness;

use tautline_search::HeapQueue;

use super::BakeError;
use crate::labels::tables::ranking::Ranking;
use crate::labels::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::numbers::LENGTH_TOLERANCE;
use crate::parallel;
use crate::taut::corners::Corners;
use crate::to_u32;
use graph::{Edge, RestGraph};
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

/// The number of corners between two reports.
const CORNERS_AT_ONCE: usize = 1 << 10;

/// Ranks the corners as hubs. `report` receives the number of corners that are done and the
/// memory that is taken, and ends the work by an error. Deterministic.
pub(super) fn rank_by_contraction(
    graph: &TautVisibilityGraph,
    corners: &Corners,
    report: &mut dyn FnMut(usize, usize) -> Result<(), BakeError>,
) -> Result<Ranking, BakeError> {
    let count = corners.count();
    report(0, RestGraph::bytes_of(graph.arcs.len(), count))?;
    let mut rest = RestGraph::new(graph, corners);
    let mut levels = vec![0_u32; count];
    let mut work = 0;
    let mut keys = Vec::with_capacity(count);
    while keys.len() < count {
        report(0, rest.bytes())?;
        let (first, wanted) = (keys.len(), CORNERS_AT_ONCE.min(count - keys.len()));
        let estimates = parallel::map(wanted, WitnessSearch::default, |search, number| {
            let corner = to_u32(first + number);
            let shortcuts = Shortcuts::of(&rest, corner, search);
            (shortcuts.priority(&rest, corner, 0), shortcuts.work)
        });
        work += estimates.iter().map(|&(_, work)| work).sum::<usize>();
        keys.extend(estimates.iter().map(|&(key, _)| key));
    }
    let mut queue: HeapQueue<(u64, u32)> = keys.iter().copied().zip(0..).collect();
    let mut search = WitnessSearch::default();
    let mut order = Vec::with_capacity(count);
    while work < TOTAL_WORK_PER_CORNER * count
        && let Some((_, corner)) = queue.pop()
    {
        let shortcuts = Shortcuts::of(&rest, corner, &mut search);
        work += shortcuts.work;
        let key = shortcuts.priority(&rest, corner, levels[corner as usize]);
        // Contracting its neighbours may have raised it.
        if queue.peek().is_some_and(|first| *first < (key, corner)) {
            queue.push((key, corner));
            continue;
        }
        let level = levels[corner as usize] + 1;
        for edge in rest.remove(corner) {
            let other = &mut levels[edge.to as usize];
            *other = level.max(*other);
        }
        for (from, edge) in shortcuts.edges {
            rest.replace(from, edge);
        }
        order.push(corner);
        if order.len() % CORNERS_AT_ONCE == 0 {
            report(order.len(), rest.bytes())?;
        }
    }
    // Where that took too much work, the first estimates order the rest: later ones exist for
    // some corners only.
    let mut left = queue.into_sorted_vec();
    left.sort_by_key(|&(_, corner)| (keys[corner as usize], corner));
    order.extend(left.into_iter().map(|(_, corner)| corner));
    order.reverse();
    Ok(Ranking::of_permutation(order))
}

/// The shortcuts that contracting a corner needs.
struct Shortcuts {
    /// Each with the corner that it begins at.
    edges: Vec<(u32, Edge)>,
    /// The number of edge traversals that finding them took.
    work: usize,
}

impl Shortcuts {
    fn of(rest: &RestGraph, corner: u32, search: &mut WitnessSearch) -> Self {
        let own = rest.edges(corner);
        let mut found = Self { edges: Vec::new(), work: 0 };
        let mut targets = Vec::new();
        for (number, first) in own.iter().enumerate() {
            targets.clear();
            // Each pair once: the reverse of a shortcut is added with it.
            for (edge, last) in own.iter().enumerate().skip(number + 1) {
                if first.here.joins(last.here) && last.to != first.to {
                    let limit = (first.length + last.length) * (1.0 + LENGTH_TOLERANCE);
                    targets.push(Target { corner: last.to, limit, edge });
                }
            }
            if targets.is_empty() {
                continue;
            }
            let max_work = WORK_PER_CORNER / own.len();
            found.work += search.run(rest, first.to, corner, &mut targets, max_work);
            found.edges.extend(targets.iter().map(|target| {
                let last = &own[target.edge];
                let (here, there) = (first.there, last.there);
                let length = first.length + last.length;
                (first.to, Edge { to: last.to, length, here, there })
            }));
        }
        found
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
