//! Labels: a part of a span, and the time at which it is reached.
//!
//! ```text
//!                        label: these positions are reached at time t
//!   span ______|~~~~~~~|=======|~~~~~~~|______
//!                   t+1    t      t+1            walking widens the interval by a step each frame
//! ```
//!
//! A link turns one label into exactly one other: walk until the first launch is reached, take off
//! from all launches that are reached by then, and land wherever these can land.

use crate::exact::index::index_of;
use crate::exact::moves::Link;
use crate::exact::terrain::{Interval, NEVER, SpanId, Walk};
use crate::stamped::Stamped;

/// The id of a label.
pub(super) type LabelId = u32;

/// Stands for no label.
pub(super) const NONE: LabelId = u32::MAX;

/// Stands for no link: at a start, on a walk to the goal, or on a walk to a wall.
pub(super) const NO_LINK: u32 = u32::MAX;

/// A set of positions of a span that are reached at a time. The rest of the span is reached by
/// walking from there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label {
    pub(super) span: SpanId,
    /// The link taken, by its index among the links of the previous label's span, or among the
    /// landings of a start in the air.
    pub(super) link: u32,
    pub(super) previous: LabelId,
    /// The next label of the same span.
    next: LabelId,
    pub(super) time: u32,
    pub(super) positions: Interval,
    /// The residue of x modulo the walk step; 0 on an analog axis.
    pub(super) residue: i32,
    /// All links that may lead to the goal by this time have been followed.
    pub(super) expanded_until: u32,
}

impl Label {
    pub(super) const fn new(
        span: SpanId,
        positions: Interval,
        time: u32,
        residue: i32,
        previous: LabelId,
        link: u32,
    ) -> Self {
        Self { span, link, previous, next: NONE, time, positions, residue, expanded_until: 0 }
    }

    /// Returns the time at which the nearest of some positions is reached.
    #[inline]
    pub(super) fn arrival(&self, positions: Interval, walk: Walk) -> u32 {
        self.time + walk.frames(self.positions.gap(positions))
    }

    /// Returns the time and the positions of the label behind a link; `None` if its launches cannot
    /// be reached.
    #[inline]
    pub(super) fn through(&self, link: &Link, walk: Walk) -> Option<(u32, Interval)> {
        let waited = walk.frames(self.positions.gap(link.from));
        if waited >= NEVER {
            return None;
        }
        let from = link.from.intersection(self.positions.grown(walk.reach(waited)));
        let to = link.to.intersection(from.grown(walk.reach(link.time)));
        (!to.is_empty()).then_some((self.time + waited + link.time, to))
    }
}

/// The labels of one search, by span. Allocates nothing after warm-up.
#[derive(Debug, Clone, Default)]
pub(super) struct Labels {
    labels: Vec<Label>,
    spans: Stamped<SpanLabels>,
}

/// The latest label of a span, and the time by which the whole span is reached.
#[derive(Debug, Clone, Copy, Default)]
struct SpanLabels {
    latest: LabelId,
    covered: u32,
}

impl Labels {
    pub(super) fn begin(&mut self, spans: usize) {
        self.labels.clear();
        self.spans.begin(spans);
    }

    /// Adds a label that belongs to no span.
    #[inline]
    pub(super) fn append(&mut self, label: Label) -> LabelId {
        self.labels.push(label);
        index_of(self.labels.len() - 1)
    }

    #[inline]
    pub(super) fn label(&self, id: LabelId) -> &Label {
        &self.labels[id as usize]
    }

    /// Returns the label from which another one was made; `None` at a start.
    pub(super) fn before(&self, label: &Label) -> Option<&Label> {
        (label.previous != NONE).then(|| self.label(label.previous))
    }

    /// Records that the links of a label that may lead to the goal by a time have been followed.
    #[inline]
    pub(super) fn set_expanded_until(&mut self, id: LabelId, until: u32) {
        self.labels[id as usize].expanded_until = until;
    }

    /// Returns true if the whole span is reached by a time.
    #[inline]
    pub(super) fn is_covered(&self, span: SpanId, time: u32) -> bool {
        self.spans.get(span).is_some_and(|labels| labels.covered <= time)
    }

    /// Returns the labels of a span, the latest first.
    #[inline]
    pub(super) fn of_span(&self, span: SpanId) -> impl Iterator<Item = (LabelId, &Label)> {
        self.list_from(self.spans.get(span).map_or(NONE, |labels| labels.latest))
    }

    /// Returns a label and those after it of the same span.
    #[inline]
    fn list_from(&self, mut id: LabelId) -> impl Iterator<Item = (LabelId, &Label)> {
        std::iter::from_fn(move || {
            let found = (id, self.labels.get(id as usize)?);
            id = found.1.next;
            Some(found)
        })
    }

    /// Returns true if a single label with the same residue reaches all positions of a label by its
    /// time.
    #[inline]
    pub(super) fn is_dominated(&self, label: &Label, walk: Walk) -> bool {
        let Some(labels) = self.spans.get(label.span) else { return false };
        if labels.covered <= label.time {
            return true;
        }
        self.list_from(labels.latest).any(|(_, other)| {
            other.time <= label.time
                && other.residue == label.residue
                && other.positions.max_overhang(label.positions)
                    <= walk.reach(label.time - other.time)
        })
    }

    /// Adds a label that [no other dominates](Self::is_dominated). `span` is the interval of its
    /// span.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        mut label: Label,
        span: Interval,
        walk: Walk,
        digital: bool,
    ) -> LabelId {
        let none = SpanLabels { latest: NONE, covered: u32::MAX };
        let mut labels = self.spans.get(label.span).copied().unwrap_or(none);
        label.next = labels.latest;
        labels.latest = self.append(label);
        // On a digital axis, a label only ever reaches the positions with its residue.
        if !digital {
            let whole = label.time + walk.frames(label.positions.max_overhang(span));
            labels.covered = labels.covered.min(whole);
        }
        self.spans.set(label.span, labels);
        labels.latest
    }
}
