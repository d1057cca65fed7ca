//! The memory of searches.

use tautline_search::HeapQueue;

use super::label::{LabelId, Labels};
use crate::exact::bounds::Aim;
use crate::exact::moves::Workspace;
use crate::exact::plan::ScriptMemory;
use crate::exact::terrain::{Interval, NEVER, SpanId};
use crate::stamped::Stamped;

/// Where the search is to end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) span: SpanId,
    pub(super) row: i32,
    pub(super) places: Interval,
}

/// Least frames from a span to the goal of a search. What landmarks know is the same for all
/// labels of a span but for the walks to its ends, so that it is worked out once.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outlook {
    /// From its low and from its high end, by what landmarks know.
    pub(super) ends: [u32; 2],
    /// From anywhere on it.
    pub(super) least: u32,
}

/// One link of a chosen way, and the walk before it; or a walk alone, which ends where it is
/// said to take off and to land.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    /// The label that it leads to.
    pub(super) label: LabelId,
    /// The place of the launch.
    pub(super) from: i32,
    /// The place of the landing.
    pub(super) to: i32,
}

/// Memory of planning, to be used again for any planner. After warm-up,
/// planning from the ground on a baked planner allocates nothing but the plan.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    pub(super) labels: Labels,
    pub(super) queue: HeapQueue<u64>,
    pub(super) targets: Vec<Target>,
    pub(super) chain: Vec<Stop>,
    pub(super) workspace: Workspace,
    pub(super) script: ScriptMemory,
    pub(super) aim: Aim,
    pub(super) outlooks: Stamped<Outlook>,
    /// The fastest arrival so far.
    pub(super) best: u32,
    pub(super) expanded: u32,
}

impl Scratch {
    /// Empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many labels the last search expanded.
    #[must_use]
    pub const fn expanded(&self) -> u32 {
        self.expanded
    }

    /// Begins another search.
    pub(super) fn begin(&mut self, spans: usize) {
        self.labels.begin(spans);
        self.outlooks.begin(spans);
        self.queue.clear();
        self.expanded = 0;
        self.best = NEVER;
    }
}
