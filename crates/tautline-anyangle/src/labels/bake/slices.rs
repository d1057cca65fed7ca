//! Entries in the order in which taut paths may go on with them.

use super::hubs::Label;
use crate::labels::parallel;
use crate::labels::tables::entries::{Entry, ROW};
use crate::labels::tables::ranking::Ranking;
use crate::labels::tables::taut_graph::{Arc, TautGraph};
use crate::labels::tables::units::Units;
use crate::number;
use crate::taut::corners::{Node, Wedge};

/// The entries of all corners. For each corner and wedge, a slice of whole rows:
/// the corner itself, if it is a hub; then the ways that lead into the wedge, from
/// the wall outwards; the last entry repeated until a row is full.
#[derive(Debug, Default)]
pub(super) struct Slices {
    /// Where the slice of each node begins, in rows; one entry more than nodes.
    pub(super) starts: Vec<u32>,
    pub(super) entries: Vec<u64>,
    /// For each entry, the one for the same hub at the next corner; itself at the
    /// hub.
    pub(super) nexts: Vec<u32>,
    /// The corner of each row.
    pub(super) owners: Vec<u32>,
    /// For each entry, its place among the arcs of its node.
    places: Vec<u32>,
    /// For each node, the least place among its arcs of one by which its corner,
    /// as a hub, is the way to another corner.
    first_steps: Vec<u32>,
}

impl Slices {
    const AT_HUB: u32 = 0;
    const PADDING: u32 = u32::MAX;

    /// Sorts labels.
    pub(super) fn new(
        graph: &TautGraph,
        ranking: &Ranking,
        labels: &[Label],
        units: Units,
    ) -> Self {
        // For each corner, its entries in order, and where each of them is among
        // the rows of its corner.
        let sorted = parallel::map(
            labels.len(),
            || (),
            |(), corner| sort_label(graph, number(corner), &labels[corner]),
        );
        let rows: usize = sorted.iter().map(SortedLabel::row_count).sum();
        let mut slices = Self {
            starts: Vec::with_capacity(2 * labels.len() + 1),
            entries: Vec::with_capacity(ROW * rows),
            nexts: Vec::with_capacity(ROW * rows),
            owners: Vec::with_capacity(rows),
            places: Vec::with_capacity(ROW * rows),
            first_steps: first_steps(graph, ranking, labels),
        };
        slices.starts.push(0);
        let mut next_row = 0;
        let row_starts = sorted.iter().map(|own| {
            let first = next_row;
            next_row += own.row_count();
            first
        });
        let row_starts: Vec<usize> = row_starts.collect();
        for ((corner, label), own) in (0..).zip(labels).zip(&sorted) {
            for wedge in &own.wedges {
                slices.add(&sorted, &row_starts, label, wedge, units);
                slices.owners.resize(slices.entries.len() / ROW, corner);
                slices.starts.push(number(slices.owners.len()));
            }
        }
        slices
    }

    /// Adds the slice of one wedge of a corner.
    fn add(
        &mut self,
        sorted: &[SortedLabel],
        row_starts: &[usize],
        label: &Label,
        wedge: &[(u32, u32)],
        units: Units,
    ) {
        let Some(&last) = wedge.last() else { return };
        let padding = wedge.len().next_multiple_of(ROW) - wedge.len();
        let padding = std::iter::repeat_n((Self::PADDING, last.1), padding);
        for (place, entry) in wedge.iter().copied().chain(padding) {
            let distance = label.distances[entry as usize];
            let way = label.ways[entry as usize];
            let next = if way.entry == u32::MAX {
                self.entries.len()
            } else {
                let there = &sorted[way.next as usize];
                row_starts[way.next as usize] * ROW + there.index_of[way.entry as usize] as usize
            };
            self.entries.push(Entry::pack(units.of(distance.length), distance.hub));
            self.nexts.push(number(next));
            self.places.push(place);
        }
    }

    /// Whether every step comes nearer to the hub, as it should, even with rounded
    /// distances: then every way ends.
    pub(super) fn always_come_nearer(&self) -> bool {
        let distance = |entry: usize| Entry(self.entries[entry]).distance();
        let mut nexts = self.nexts.iter().enumerate();
        nexts.all(|(entry, &next)| {
            let next = next as usize;
            next == entry || distance(next) < distance(entry)
        })
    }

    /// How many rows may follow an arrival that so many arcs may follow, and
    /// whether that leads on: to another hub, or, if the corner is a hub itself,
    /// to some corner that it serves.
    pub(super) fn within(&self, node: Node, arcs: u32) -> (u32, bool) {
        let first = self.starts[node.index()] as usize * ROW;
        let end = self.starts[node.index() + 1] as usize * ROW;
        let places = &self.places[first..end];
        let within = places.partition_point(|&place| place <= arcs);
        let leads_to_hub = places[..within].iter().any(|&place| place != Self::AT_HUB);
        let leads_from_hub = self.first_steps[node.index()] < arcs;
        let rows = number(within.div_ceil(ROW));
        (rows, leads_to_hub || leads_from_hub)
    }
}

fn first_steps(graph: &TautGraph, ranking: &Ranking, labels: &[Label]) -> Vec<u32> {
    let mut first_steps = vec![u32::MAX; 2 * labels.len()];
    let steps = labels.iter().flat_map(|label| label.ways.iter().zip(&label.distances));
    // The last step of a way to a hub is the first one from it.
    let last_steps = steps.filter(|(way, distance)| {
        way.entry != u32::MAX && ranking.ranks[way.next as usize] == distance.hub
    });
    for (way, _) in last_steps {
        for wedge in Wedge::BOTH {
            let node = Node::new(way.next, wedge);
            let is_back = |arc: &Arc| arc.to == way.node;
            if let Some(place) = graph.arcs_into(node).iter().position(is_back) {
                let least = &mut first_steps[node.index()];
                *least = (*least).min(number(place));
            }
        }
    }
    first_steps
}

/// The entries of a corner by wedge: the place, one more than that of the arc
/// that the way begins with, and the number in the label.
struct SortedLabel {
    wedges: [Vec<(u32, u32)>; 2],
    /// Where each entry of the label is among the rows of the corner.
    index_of: Vec<u32>,
}

impl SortedLabel {
    fn row_count(&self) -> usize {
        self.wedges.iter().map(|wedge| wedge.len().div_ceil(ROW)).sum()
    }
}

fn sort_label(graph: &TautGraph, corner: u32, label: &Label) -> SortedLabel {
    let mut wedges: [Vec<(u32, u32)>; 2] = Default::default();
    for (entry, way) in (0..).zip(&label.ways) {
        if way.entry == u32::MAX {
            for wedge in &mut wedges {
                wedge.push((Slices::AT_HUB, entry));
            }
            continue;
        }
        let arcs = graph.arcs_into(way.node);
        let place = arcs.iter().position(|arc| arc.to.corner() == way.next).unwrap_or(0);
        let place = number(place + 1);
        wedges[usize::from(way.node.wedge() == Wedge::Last)].push((place, entry));
    }
    debug_assert!(label.ways.iter().all(|way| way.node.corner() == corner));
    let mut index_of = vec![0; label.ways.len()];
    let mut first = 0;
    for wedge in &mut wedges {
        wedge.sort_unstable();
        for (index, &(_, number)) in (first..).zip(&*wedge) {
            index_of[number as usize] = index;
        }
        first += number(wedge.len().next_multiple_of(ROW));
    }
    SortedLabel { wedges, index_of }
}
