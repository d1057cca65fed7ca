//! The heuristic of a label: a lower bound on the frames to the goal.

use super::label::Label;
use super::scratch::{Scratch, SpanBound, Target};
use crate::exact::planner::Planner;
use crate::exact::terrain::{Interval, NEVER, SpanId};

impl Planner {
    /// Returns a lower bound on the frames from any position of a span to the goal.
    #[inline]
    pub(super) fn span_lower_bound(&self, id: SpanId, scratch: &mut Scratch) -> u32 {
        self.span_bound(id, scratch).least
    }

    /// Returns a lower bound on the frames from a label to the goal.
    #[inline]
    pub(super) fn lower_bound(&self, label: &Label, scratch: &mut Scratch) -> u32 {
        let ends = self.span_bound(label.span, scratch).ends;
        self.lower_bound_at(ends, label.span, label.positions, &scratch.targets)
    }

    /// Returns a lower bound on the frames from some positions of a span to the goal, given the
    /// bounds for the ends of the span.
    #[inline]
    fn lower_bound_at(
        &self,
        [low, high]: [u32; 2],
        id: SpanId,
        positions: Interval,
        targets: &[Target],
    ) -> u32 {
        // The landmarks prove that there is no path.
        if low >= NEVER {
            return NEVER;
        }
        let span = self.terrain.spans.span(id);
        let walk = self.terrain.walk;
        let targets = targets.iter().map(|target| {
            self.heuristic.between(positions.gap(target.positions), target.row - span.row, walk)
        });
        let left = targets.min().unwrap_or(0);
        // From an end of the span, walking to the positions and on to the goal takes at least the
        // end's bound. Subtract the longest such walk.
        let [over, under] = span.walks(positions, walk);
        left.max(low.saturating_sub(over)).max(high.saturating_sub(under))
    }

    #[inline(always)]
    fn span_bound(&self, id: SpanId, scratch: &mut Scratch) -> SpanBound {
        scratch.span_bounds.get(id).copied().unwrap_or_else(|| self.bound_span(id, scratch))
    }

    fn bound_span(&self, id: SpanId, scratch: &mut Scratch) -> SpanBound {
        let landmarks = self.landmarks.as_ref();
        let ends =
            landmarks.map_or([0; 2], |landmarks| landmarks.lower_bounds(&scratch.goal_vector, id));
        let positions = self.terrain.spans.span(id).positions;
        let least = self.lower_bound_at(ends, id, positions, &scratch.targets).min(NEVER);
        let span_bound = SpanBound { ends, least };
        scratch.span_bounds.set(id, span_bound);
        span_bound
    }
}
