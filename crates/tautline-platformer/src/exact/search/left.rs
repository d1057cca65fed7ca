//! How far it is from a label to the goal, at least.

use super::label::Label;
use super::scratch::{Outlook, Scratch, Target};
use crate::exact::planner::Planner;
use crate::exact::terrain::{Interval, NEVER, SpanId};

impl Planner {
    /// Frames from anywhere on a span to the goal, at least.
    #[inline]
    pub(super) fn least_from(&self, id: SpanId, scratch: &mut Scratch) -> u32 {
        self.outlook(id, scratch).least
    }

    /// Frames from a label to the goal, at least.
    #[inline]
    pub(super) fn left_from(&self, label: &Label, scratch: &mut Scratch) -> u32 {
        let ends = self.outlook(label.span, scratch).ends;
        self.left(ends, label.span, label.places, &scratch.targets)
    }

    /// Frames from some places of a span to the goal, at least, if those from its
    /// ends are known.
    #[inline]
    fn left(&self, [low, high]: [u32; 2], id: SpanId, places: Interval, targets: &[Target]) -> u32 {
        if low >= NEVER {
            return NEVER;
        }
        let span = self.terrain.ground.span(id);
        let walk = self.terrain.walk;
        let targets = targets.iter().map(|target| {
            self.estimate.between(places.gap(target.places), target.row - span.row, walk)
        });
        let left = targets.min().unwrap_or(0);
        // From an end one could walk to the places, so it is no further from there
        // than that walk and what is left.
        let over = walk.frames(places.high - span.places.low);
        let under = walk.frames(span.places.high - places.low);
        left.max(low.saturating_sub(over)).max(high.saturating_sub(under))
    }

    #[inline(always)]
    fn outlook(&self, id: SpanId, scratch: &mut Scratch) -> Outlook {
        scratch.outlooks.get(id).copied().unwrap_or_else(|| self.look_out(id, scratch))
    }

    fn look_out(&self, id: SpanId, scratch: &mut Scratch) -> Outlook {
        let landmarks = self.landmarks.as_ref();
        let ends = landmarks.map_or([0; 2], |landmarks| landmarks.least(&scratch.aim, id));
        let places = self.terrain.ground.span(id).places;
        let least = self.left(ends, id, places, &scratch.targets).min(NEVER);
        let outlook = Outlook { ends, least };
        scratch.outlooks.set(id, outlook);
        outlook
    }
}
