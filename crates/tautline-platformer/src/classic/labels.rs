//! The labels of a search: several for each cell, with different jump values.

use super::Jumper;
use crate::stamped::Stamped;

/// The id of a label. A cell can have hundreds of labels, so that the published 8 bits are not
/// enough.
pub(super) type LabelId = u32;

/// Stands for no label.
pub(super) const NONE: LabelId = LabelId::MAX;

/// One way of reaching a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label {
    /// Index of the cell, row by row from the bottom.
    pub(super) cell: u32,
    pub(super) jump: u16,
    /// True if another label of the cell can do the same at no higher cost.
    pub(super) is_dominated: bool,
    /// The previous label on the path; [`NONE`] at the start.
    pub(super) parent: LabelId,
    /// The next label of the same cell.
    next: LabelId,
    pub(super) cost: u64,
}

/// The labels of all cells.
#[derive(Debug, Clone, Default)]
pub(super) struct LabelTable {
    /// The latest label of each cell.
    latest: Stamped<LabelId>,
    labels: Vec<Label>,
}

impl LabelTable {
    /// Removes all labels and makes room for a number of cells.
    pub(super) fn begin(&mut self, cells: usize) {
        self.labels.clear();
        self.latest.begin(cells);
    }

    pub(super) fn label(&self, id: LabelId) -> Label {
        self.labels[id as usize]
    }

    /// Adds a label unless a label of the same cell with at most the same cost
    /// [dominates](Jumper::dominates) it. Marks the labels that the new one dominates. `None` if it
    /// was not added.
    pub(super) fn add(
        &mut self,
        jumper: Jumper,
        cell: u32,
        jump: u16,
        cost: u64,
        parent: LabelId,
    ) -> Option<LabelId> {
        let latest = self.latest.get(cell).copied().unwrap_or(NONE);
        let mut next = latest;
        while let Some(other) = self.labels.get(next as usize) {
            if other.cost <= cost && jumper.dominates(other.jump, jump) {
                return None;
            }
            next = other.next;
        }
        let id = LabelId::try_from(self.labels.len()).ok().filter(|&id| id != NONE)?;
        next = latest;
        while let Some(other) = self.labels.get_mut(next as usize) {
            other.is_dominated |= cost <= other.cost && jumper.dominates(jump, other.jump);
            next = other.next;
        }
        self.latest.set(cell, id);
        self.labels.push(Label { cell, jump, is_dominated: false, parent, next: latest, cost });
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jumper() -> Jumper {
        Jumper::new(1, 1, 3).unwrap()
    }

    #[test]
    fn dominance_is_on_cost_jump_value_and_the_step_sideways() {
        let jumper = jumper();
        let mut table = LabelTable::default();
        table.begin(1);
        let mut add = |jump, cost| table.add(jumper, 0, jump, cost, NONE).is_some();
        assert!(add(14, 20));
        assert!(!add(14, 20), "the same again");
        assert!(!add(22, 20), "same cost, and deeper in the fall");
        assert!(add(22, 19), "cheaper");
        assert!(add(6, 30), "dearer, but less deep in the fall");
        assert!(!add(15, 20), "same cost, but its step sideways is used");
        assert!(add(13, 1), "its step sideways is used, but it is cheap");
    }

    #[test]
    fn a_better_label_marks_those_it_dominates() {
        let jumper = jumper();
        let mut table = LabelTable::default();
        table.begin(1);
        let worse = table.add(jumper, 0, 14, 20, NONE).unwrap();
        let other = table.add(jumper, 0, 7, 20, NONE).unwrap();
        table.add(jumper, 0, 6, 20, NONE).unwrap();
        assert!(table.label(worse).is_dominated);
        assert!(table.label(other).is_dominated);
    }

    #[test]
    fn a_new_search_knows_no_labels() {
        let jumper = jumper();
        let mut table = LabelTable::default();
        for _ in 0..2 {
            table.begin(100);
            for cell in [7, 99] {
                assert!(table.add(jumper, cell, 0, 0, NONE).is_some());
                assert!(table.add(jumper, cell, 0, 0, NONE).is_none());
            }
        }
        assert_eq!(table.labels.len(), 2);
    }

    #[test]
    fn a_cell_may_have_more_than_256_labels() {
        let jumper = jumper();
        let mut table = LabelTable::default();
        table.begin(1);
        let labels = (0..1000_u16).map(|index| (6 + 2 * index, u64::from(2000 - index)));
        let ids: Vec<_> =
            labels.filter_map(|(jump, cost)| table.add(jumper, 0, jump, cost, NONE)).collect();
        assert_eq!(ids.len(), 1000);
        let child = table.add(jumper, 0, 9, 0, ids[900]).unwrap();
        assert_eq!(table.label(table.label(child).parent).jump, 1806);
    }
}
