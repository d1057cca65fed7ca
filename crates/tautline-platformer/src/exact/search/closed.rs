//! Goals that earlier searches have shown to be out of reach.
//!
//! A search towards an unreachable goal visits everything that can be reached, which takes much
//! longer than any other search. Therefore its spans are remembered. No link leads out of them, so
//! that every later search from one of them to a goal on none of them has no result, either:
//!
//! ```text
//!   spans that the search has visited     others
//!   +--------------------------------+
//!   |  start -> o -> o <- o          |     goal
//!   |           ^---------'  later   |     later
//!   |                        start   |     goal
//!   +--------------------------------+
//! ```

use super::ends::Start;
use super::scratch::{Scratch, Target};
use crate::exact::planner::{Identity, Planner};
use crate::exact::terrain::SpanId;
use crate::stamped::Stamped;

/// A set of spans out of which no link leads.
#[derive(Debug, Clone, Default)]
pub(super) struct ClosedSpans {
    /// The identity of the planner with these spans.
    planner: Option<Identity>,
    spans: Stamped<()>,
    /// Spans whose links are still to be followed.
    open: Vec<SpanId>,
}

impl ClosedSpans {
    fn contains(&self, id: SpanId) -> bool {
        self.spans.get(id).is_some()
    }

    fn contains_any(&self, targets: &[Target]) -> bool {
        targets.iter().any(|target| self.contains(target.span))
    }
}

impl Planner {
    /// Returns true if an earlier search has shown that the targets cannot be reached from a start.
    pub(super) fn is_known_unreachable(&self, x: i32, from: &Start, scratch: &Scratch) -> bool {
        let Scratch { closed, targets, .. } = scratch;
        closed.planner == Some(self.identity)
            && !closed.contains_any(targets)
            && self.first_spans(x, from).all(|id| closed.contains(id))
    }

    /// Adds all spans that can be reached from a start to the closed set. Begins another one if the
    /// earlier one contains a target, and so is of no use for this goal.
    pub(super) fn remember_unreachable(&self, x: i32, from: &Start, scratch: &mut Scratch) {
        // Landmarks have proved it without a search, as they will the next time.
        if scratch.expanded == 0 {
            return;
        }
        let Scratch { closed, targets, workspace, .. } = scratch;
        if closed.planner != Some(self.identity) || closed.contains_any(targets) {
            closed.planner = Some(self.identity);
            closed.spans.begin(self.terrain.spans.by_id.len());
        }
        closed.open.extend(self.first_spans(x, from));
        while let Some(id) = closed.open.pop() {
            if !closed.contains(id) {
                closed.spans.set(id, ());
                let groups = &self.links_of(id, workspace).groups;
                closed.open.extend(groups.iter().map(|group| group.to));
            }
        }
    }
}
