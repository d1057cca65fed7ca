//! How far it is from a label to the goal, at least.

use super::label::Label;
use super::outlook::Outlook;
use super::scratch::{Scratch, Target};
use crate::exact::planner::Planner;
use crate::exact::terrain::interval::gap;
use crate::exact::terrain::{NEVER, SpanId};

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
    fn left(&self, [low, high]: [u32; 2], id: SpanId, places: [i32; 2], targets: &[Target]) -> u32 {
        if low >= NEVER {
            return NEVER;
        }
        let span = self.terrain.ground.span(id);
        let walk = self.terrain.walk;
        let targets = targets.iter().map(|target| {
            let aside = gap(places, target.places);
            self.estimate.between(aside, target.row - span.row, walk)
        });
        let left = targets.min().unwrap_or(0);
        // From an end one could walk to the places, so it is no further from there
        // than that walk and what is left.
        let over = walk.frames(places[1] - span.low);
        let under = walk.frames(span.high - places[0]);
        left.max(low.saturating_sub(over)).max(high.saturating_sub(under))
    }

    #[inline]
    fn outlook(&self, id: SpanId, scratch: &mut Scratch) -> Outlook {
        scratch.outlooks.of(id).unwrap_or_else(|| self.look_out(id, scratch))
    }

    fn look_out(&self, id: SpanId, scratch: &mut Scratch) -> Outlook {
        let ends = self.landmark_estimates(&scratch.aim, id);
        let span = self.terrain.ground.span(id);
        let least = self.left(ends, id, [span.low, span.high], &scratch.targets).min(NEVER);
        scratch.outlooks.keep(id, ends, least)
    }
}
