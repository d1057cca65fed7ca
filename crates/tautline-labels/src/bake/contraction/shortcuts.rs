//! The shortcuts that contracting a corner needs.

use super::graph::{Edge, RestGraph};
use super::witness::{Target, WitnessSearch};
use crate::bake::hubs::NO_LONGER;
use crate::to_u32;

/// The number of edge traversals in which the shortcuts of a corner are found. Game maps and
/// caves mostly take a few hundred. With far less, witnesses are missed, and the shortcuts in
/// their place cost more time than is saved.
const WORK_PER_CORNER: usize = 1 << 15;

/// The weight of shortcuts in the priority of a corner; levels have weight 1. With 1 or 2, labels of the
/// game map Aurora are 4 to 11 % longer, and labels of large caves up to 2 % shorter.
const SHORTCUT_WEIGHT: f64 = 3.0;

/// The shortcuts that contracting a corner needs.
#[derive(Default)]
pub(super) struct Shortcuts {
    /// Each with the corner that it begins at.
    pub(super) edges: Vec<(u32, Edge)>,
    /// The number of edge traversals that finding them took.
    pub(super) work: usize,
}

impl Shortcuts {
    pub(super) fn of(rest: &RestGraph, corner: u32, search: &mut WitnessSearch) -> Self {
        let mut found = Self::default();
        for edge in 0..rest.edges(corner).len() {
            found.add_from(rest, (corner, edge), search);
        }
        found
    }

    /// Adds the shortcuts whose path begins with an edge of the corner. Each pair of edges is tried once,
    /// because [`RestGraph::contract`] adds the reverse of each shortcut.
    pub(super) fn add_from(
        &mut self,
        rest: &RestGraph,
        (corner, number): (u32, usize),
        search: &mut WitnessSearch,
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
        self.work += search.run(rest, first.to, corner, &mut targets, max_work);
        self.edges.extend(targets.iter().map(|target| {
            let last = &own[target.edge];
            let (here, there) = (first.there, last.there);
            let length = first.length + last.length;
            (first.to, Edge { to: last.to, middle: corner, length, here, there })
        }));
    }

    /// Returns the priority of the corner: the lowest is contracted first. As the bits of an `f64`, which
    /// have the same order. The level is the number of corners contracted below it, one above the
    /// other; it spreads contraction over the map.
    pub(super) fn priority(&self, rest: &RestGraph, corner: u32, level: u32) -> u64 {
        let removed = to_u32(rest.edges(corner).len()).max(1);
        let added = f64::from(to_u32(self.edges.len()));
        (f64::from(level) + SHORTCUT_WEIGHT * added / f64::from(removed)).to_bits()
    }
}
