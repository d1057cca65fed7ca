//! Label entries in the order in which taut paths use them.

use tautline_navmesh::internal::parallel_map;

use super::hubs::Label;
use crate::tables::entries::{Entry, EntryFormat, ROW};
use crate::tables::fixed_point::FixedPoint;
use crate::tables::ranking::Ranking;
use crate::tables::taut_visibility_graph::{Arc, TautVisibilityGraph};
use crate::taut::corners::{TautNode, Wedge};
use crate::to_u32;

/// The label entries of all corners. Each corner and wedge has a slice of whole rows: the
/// corner itself, if it is a hub; then the paths that leave into the wedge, from the wall
/// outwards; the last entry is repeated until its row is full. The entries that keep an
/// arriving path taut are then a prefix.
#[derive(Debug, Default)]
pub(super) struct SortedEntries {
    pub(super) format: EntryFormat,
    /// The first row of each node; one more than there are nodes.
    pub(super) starts: Vec<u32>,
    pub(super) entries: Vec<u64>,
    /// For each entry, the entry of the same hub at the next corner; at the hub, the entry itself.
    pub(super) nexts: Vec<u32>,
    /// The corner of each row.
    pub(super) owners: Vec<u32>,
    /// For each entry, its position among the arcs of its node.
    positions: Vec<u32>,
    /// For each node, the position of the first of its arcs by which a path leads from its corner, as a
    /// hub, to another corner; `u32::MAX` if none does.
    first_steps: Vec<u32>,
}

impl SortedEntries {
    const AT_HUB: u32 = 0;
    const PADDING: u32 = u32::MAX;

    /// Sorts labels.
    pub(super) fn new(
        graph: &TautVisibilityGraph,
        ranking: &Ranking,
        labels: &[Label],
        (format, fixed_point): (EntryFormat, FixedPoint),
    ) -> Self {
        // The entries of each corner in order, and the position of each entry among the
        // rows of its corner.
        let sorted = parallel_map(
            labels.len(),
            || (),
            |(), corner| sort_label(graph, to_u32(corner), &labels[corner]),
        );
        let rows: usize = sorted.iter().map(SortedLabel::row_count).sum();
        let mut all = Self {
            format,
            starts: Vec::with_capacity(2 * labels.len() + 1),
            entries: Vec::with_capacity(ROW * rows),
            nexts: Vec::with_capacity(ROW * rows),
            owners: Vec::with_capacity(rows),
            positions: Vec::with_capacity(ROW * rows),
            first_steps: first_steps(graph, ranking, labels),
        };
        all.starts.push(0);
        let mut next_row = 0;
        let row_starts = sorted.iter().map(|own| {
            let first = next_row;
            next_row += own.row_count();
            first
        });
        let row_starts: Vec<usize> = row_starts.collect();
        for ((corner, label), own) in (0..).zip(labels).zip(&sorted) {
            for wedge in &own.wedges {
                all.add(&sorted, &row_starts, label, wedge, fixed_point);
                all.owners.resize(all.entries.len() / ROW, corner);
                all.starts.push(to_u32(all.owners.len()));
            }
        }
        all
    }

    /// Adds the slice of one wedge of a corner.
    fn add(
        &mut self,
        sorted: &[SortedLabel],
        row_starts: &[usize],
        label: &Label,
        wedge: &[(u32, u32)],
        fixed_point: FixedPoint,
    ) {
        let Some(&last) = wedge.last() else { return };
        let padding = wedge.len().next_multiple_of(ROW) - wedge.len();
        let padding = std::iter::repeat_n((Self::PADDING, last.1), padding);
        for (position, entry) in wedge.iter().copied().chain(padding) {
            let distance = label.distances[entry as usize];
            let step = label.steps[entry as usize];
            let next = if step.entry == u32::MAX {
                self.entries.len()
            } else {
                let there = &sorted[step.next as usize];
                row_starts[step.next as usize] * ROW + there.index_of[step.entry as usize] as usize
            };
            let units = fixed_point.encode(distance.length);
            self.entries.push(self.format.pack(units, distance.hub).0);
            self.nexts.push(to_u32(next));
            self.positions.push(position);
        }
    }

    /// Returns true if each step is nearer to the hub than the one before, even with
    /// rounded distances. Then every path to a hub ends.
    pub(super) fn always_come_nearer(&self) -> bool {
        let distance = |entry: usize| self.format.distance(Entry(self.entries[entry]));
        let mut nexts = self.nexts.iter().enumerate();
        nexts.all(|(entry, &next)| {
            let next = next as usize;
            next == entry || distance(next) < distance(entry)
        })
    }

    /// Returns the number of rows that keep a path taut, given the number of arcs that do. Also
    /// returns true if the corner *continues*: if one of these rows leads to another hub, or if the
    /// corner is a hub and one of these arcs leads to a corner that has it in its label.
    pub(super) fn taut_rows(&self, node: TautNode, arcs: u32) -> (u32, bool) {
        let first = self.starts[node.index()] as usize * ROW;
        let end = self.starts[node.index() + 1] as usize * ROW;
        let positions = &self.positions[first..end];
        let taut_entries = positions.partition_point(|&position| position <= arcs);
        let leads_to_hub =
            positions[..taut_entries].iter().any(|&position| position != Self::AT_HUB);
        let leads_from_hub = self.first_steps[node.index()] < arcs;
        let rows = to_u32(taut_entries.div_ceil(ROW));
        (rows, leads_to_hub || leads_from_hub)
    }
}

/// Returns [`SortedEntries::first_steps`].
fn first_steps(graph: &TautVisibilityGraph, ranking: &Ranking, labels: &[Label]) -> Vec<u32> {
    let mut first_steps = vec![u32::MAX; 2 * labels.len()];
    let all_steps = labels.iter().flat_map(|label| label.steps.iter().zip(&label.distances));
    // Reversed, the last step of a path to a hub is the first one from it.
    let last_steps = all_steps.filter(|(step, distance)| {
        step.entry != u32::MAX && ranking.ranks[step.next as usize] == distance.hub
    });
    for (step, _) in last_steps {
        for wedge in Wedge::BOTH {
            let node = TautNode::new(step.next, wedge);
            let is_back = |arc: &Arc| arc.to == step.node;
            if let Some(position) = graph.arcs_into(node).iter().position(is_back) {
                let least = &mut first_steps[node.index()];
                *least = (*least).min(to_u32(position));
            }
        }
    }
    first_steps
}

/// The label of a corner in the order of its rows.
struct SortedLabel {
    /// The entries of each wedge, as position and index in the label. The position is 1 plus that of
    /// the first arc of the path to the hub; 0 if the corner is the hub.
    wedges: [Vec<(u32, u32)>; 2],
    /// For each entry of the label, its index among the rows of the corner.
    index_of: Vec<u32>,
}

impl SortedLabel {
    fn row_count(&self) -> usize {
        self.wedges.iter().map(|wedge| wedge.len().div_ceil(ROW)).sum()
    }
}

fn sort_label(graph: &TautVisibilityGraph, corner: u32, label: &Label) -> SortedLabel {
    let mut wedges: [Vec<(u32, u32)>; 2] = Default::default();
    for (entry, step) in (0..).zip(&label.steps) {
        if step.entry == u32::MAX {
            for wedge in &mut wedges {
                wedge.push((SortedEntries::AT_HUB, entry));
            }
            continue;
        }
        let arcs = graph.arcs_into(step.node);
        let position = arcs.iter().position(|arc| arc.to.corner() == step.next);
        #[expect(clippy::expect_used, reason = "no input, but an invariant of labels")]
        let position = to_u32(position.expect("trees grow along arcs, which have reverses") + 1);
        wedges[usize::from(step.node.wedge() == Wedge::Last)].push((position, entry));
    }
    debug_assert!(label.steps.iter().all(|step| step.node.corner() == corner));
    let mut index_of = vec![0; label.steps.len()];
    let mut first = 0;
    for wedge in &mut wedges {
        wedge.sort_unstable();
        for (index, &(_, number)) in (first..).zip(&*wedge) {
            index_of[number as usize] = index;
        }
        first += to_u32(wedge.len().next_multiple_of(ROW));
    }
    SortedLabel { wedges, index_of }
}
