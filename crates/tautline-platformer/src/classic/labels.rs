//! The labels of a search: several for a cell, each with its own jump value.

use super::JumpRules;

/// The number of a label. Cells have been seen with hundreds of labels, so
/// nothing less than 32 bits is enough.
pub(super) type LabelId = u32;

/// No label.
pub(super) const NONE: LabelId = LabelId::MAX;

/// How a cell was reached.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label {
    /// Index of the cell, row by row from the bottom.
    pub(super) cell: u32,
    pub(super) jump: u16,
    /// Whether another label of the cell does all that this one can, no dearer.
    pub(super) is_dominated: bool,
    /// The label before it on the path; [`NONE`] at the start.
    pub(super) parent: LabelId,
    /// The next label of the same cell.
    next: LabelId,
    pub(super) cost: u64,
}

/// The labels of all cells. Those of the last search are forgotten by way of a
/// list of the cells that it touched: nothing else is cleared, and the memory
/// is used again.
#[derive(Debug, Clone, Default)]
pub(super) struct LabelTable {
    /// For each cell its latest label.
    first: Vec<LabelId>,
    labels: Vec<Label>,
    touched: Vec<u32>,
}

impl LabelTable {
    /// Forgets all labels, and makes room for so many cells.
    pub(super) fn begin(&mut self, cells: usize) {
        for cell in self.touched.drain(..) {
            self.first[cell as usize] = NONE;
        }
        self.labels.clear();
        if self.first.len() < cells {
            self.first.resize(cells, NONE);
        }
    }

    pub(super) fn label(&self, id: LabelId) -> Label {
        self.labels[id as usize]
    }

    /// Adds a label, unless one of the cell's labels is no dearer and
    /// [covers](JumpRules::covers) it. Labels that the new one so dominates are
    /// marked. `None` if it was not added.
    pub(super) fn add(
        &mut self,
        rules: JumpRules,
        cell: u32,
        jump: u16,
        cost: u64,
        parent: LabelId,
    ) -> Option<LabelId> {
        let head = self.first[cell as usize];
        for other in self.chain(head) {
            let other = &self.labels[other as usize];
            if other.cost <= cost && rules.covers(other.jump, jump) {
                return None;
            }
        }
        let id = LabelId::try_from(self.labels.len()).ok().filter(|&id| id != NONE)?;
        let mut last = head;
        while last != NONE {
            let other = &mut self.labels[last as usize];
            other.is_dominated |= cost <= other.cost && rules.covers(jump, other.jump);
            last = other.next;
        }
        if head == NONE {
            self.touched.push(cell);
        }
        self.first[cell as usize] = id;
        self.labels.push(Label { cell, jump, is_dominated: false, parent, next: head, cost });
        Some(id)
    }

    /// How many labels there are.
    pub(super) const fn label_count(&self) -> usize {
        self.labels.len()
    }

    /// How many cells have labels.
    pub(super) const fn touched_cells(&self) -> usize {
        self.touched.len()
    }

    fn chain(&self, head: LabelId) -> impl Iterator<Item = LabelId> + '_ {
        let is_label = |id: LabelId| (id != NONE).then_some(id);
        std::iter::successors(is_label(head), move |&id| is_label(self.labels[id as usize].next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::Jumper;

    fn rules() -> JumpRules {
        JumpRules::new(Jumper::new(1, 1, 3).unwrap())
    }

    #[test]
    fn dominance_is_on_cost_jump_value_and_the_step_sideways() {
        let rules = rules();
        let mut table = LabelTable::default();
        table.begin(1);
        let mut add = |jump, cost| table.add(rules, 0, jump, cost, NONE).is_some();
        assert!(add(14, 20));
        assert!(!add(14, 20), "the same again");
        assert!(!add(22, 20), "no cheaper, and deeper in the fall");
        assert!(add(22, 19), "cheaper");
        assert!(add(6, 30), "less deep, in spite of its cost");
        assert!(!add(15, 20), "no cheaper, and its step sideways is spent");
        assert!(add(13, 1), "its step sideways is spent, but it is cheap");
    }

    #[test]
    fn a_better_label_marks_those_it_dominates() {
        let rules = rules();
        let mut table = LabelTable::default();
        table.begin(1);
        let worse = table.add(rules, 0, 14, 20, NONE).unwrap();
        let other = table.add(rules, 0, 7, 20, NONE).unwrap();
        table.add(rules, 0, 6, 20, NONE).unwrap();
        assert!(table.label(worse).is_dominated);
        assert!(table.label(other).is_dominated);
    }

    #[test]
    fn a_new_search_clears_the_touched_cells_alone() {
        let rules = rules();
        let mut table = LabelTable::default();
        table.begin(100);
        table.add(rules, 7, 0, 0, NONE).unwrap();
        table.add(rules, 99, 0, 0, NONE).unwrap();
        assert_eq!(table.touched, [7, 99]);
        table.begin(50);
        assert!(table.first.iter().all(|&first| first == NONE));
        assert_eq!((table.first.len(), table.labels.len(), table.touched.len()), (100, 0, 0));
    }

    #[test]
    fn a_cell_may_have_more_than_256_labels() {
        let rules = rules();
        let mut table = LabelTable::default();
        table.begin(1);
        let labels = (0..1000_u16).map(|index| (6 + 2 * index, u64::from(2000 - index)));
        let ids: Vec<_> =
            labels.filter_map(|(jump, cost)| table.add(rules, 0, jump, cost, NONE)).collect();
        assert_eq!(ids.len(), 1000);
        let child = table.add(rules, 0, 9, 0, ids[900]).unwrap();
        assert_eq!(table.label(table.label(child).parent).jump, 1806);
    }
}
