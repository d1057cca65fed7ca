//! The memory of a search.

use crate::Counters;
use crate::number;

use super::item::{Item, ItemId, Root, Step};
use super::places::Places;
use super::queue::Queue;

/// What a search knows, and what waits in it. Reused from search to search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pub(super) steps: Vec<Step>,
    pub(super) roots: Vec<Root>,
    pub(super) queue: Queue,
    /// What was to be gone on with in place when a slice ended.
    pub(super) pending: Option<ItemId>,
    pub(super) places: Places,
    /// What the item that is being expanded leads to.
    pub(super) successors: Vec<Successor>,
    pub(crate) counters: Counters,
}

/// An item, and the length that a way through it has at least.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    pub(super) least: f64,
    pub(super) item: Item,
}

impl Memory {
    pub(crate) const fn new() -> Self {
        Self {
            steps: Vec::new(),
            roots: Vec::new(),
            queue: Queue::new(),
            pending: None,
            places: Places::new(),
            successors: Vec::new(),
            counters: Counters {
                expanded: 0,
                pushed: 0,
                popped: 0,
                stale: 0,
                closed_gates: 0,
                dominated: 0,
                farther: 0,
                not_taut: 0,
                beyond_limit: 0,
            },
        }
    }

    pub(super) fn restart(&mut self, place_count: usize) {
        self.steps.clear();
        self.roots.clear();
        self.queue.clear();
        self.pending = None;
        self.places.restart(place_count);
        self.counters = Counters::default();
    }

    /// Numbers an item.
    #[inline]
    pub(super) fn add(&mut self, item: Item, from: ItemId) -> ItemId {
        let id = number(self.steps.len());
        self.steps.push(Step { item, from });
        id
    }

    pub(super) fn push(&mut self, Successor { least, item }: Successor, from: ItemId) {
        let id = self.add(item, from);
        self.queue.push(least, id);
        self.counters.pushed += 1;
    }
}
