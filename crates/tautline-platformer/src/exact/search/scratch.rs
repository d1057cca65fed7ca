//! The reusable memory of searches.

use tautline_search::HeapQueue;

use super::closed::ClosedSpans;
use super::label::{LabelId, Labels};
use crate::exact::landmarks::GoalVector;
use crate::exact::moves::Workspace;
use crate::exact::plan::ScriptScratch;
use crate::exact::terrain::{Interval, NEVER, SpanId};
use crate::stamped::Stamped;

/// A part of a span that belongs to the goal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) span: SpanId,
    pub(super) row: i32,
    pub(super) positions: Interval,
}

/// Lower bounds on the frames from a span to the goal. They are computed once per span, since the
/// bounds by landmarks are the same for all labels of a span, apart from the walk to its ends.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SpanBound {
    /// From the low and from the high end, by landmarks.
    pub(super) ends: [u32; 2],
    /// From any position of the span.
    pub(super) least: u32,
}

/// A link on the path and the walk before it. For a walk alone, both positions are its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    /// The label at the end of the link.
    pub(super) label: LabelId,
    /// The position of the launch.
    pub(super) from: i32,
    /// The position of the landing.
    pub(super) to: i32,
}

/// Reusable memory for planning, with any planner. After warm-up, planning from the ground with a
/// baked planner allocates nothing but the plan.
///
/// A search that finds its goal unreachable has visited all that can be reached from its start, which
/// takes longer than any other search. The memory keeps these spans for one planner, until a tile
/// changes. Later searches without a budget from there to any goal elsewhere then fail at once.
/// Therefore share it between characters. Answers do not depend on it.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    pub(super) labels: Labels,
    pub(super) queue: HeapQueue<u64>,
    pub(super) targets: Vec<Target>,
    pub(super) chain: Vec<Stop>,
    pub(super) workspace: Workspace,
    pub(super) script: ScriptScratch,
    pub(super) goal_vector: GoalVector,
    pub(super) span_bounds: Stamped<SpanBound>,
    pub(super) closed: ClosedSpans,
    /// The earliest arrival at the goal so far.
    pub(super) best: u32,
    pub(super) expanded: u32,
}

impl Scratch {
    /// Creates empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of labels that the last search expanded.
    #[must_use]
    pub const fn expanded(&self) -> u32 {
        self.expanded
    }

    /// Starts a new search.
    pub(super) fn begin(&mut self, spans: usize) {
        self.labels.begin(spans);
        self.span_bounds.begin(spans);
        self.queue.clear();
        self.expanded = 0;
        self.best = NEVER;
    }
}
