//! Labels: when a part of a span is reached.

use crate::exact::moves::Link;
use crate::exact::terrain::{Interval, NEVER, SpanId, Walk};
use crate::stamped::Stamped;

/// Number of a label.
pub(super) type LabelId = u32;

/// No label.
pub(super) const NONE: LabelId = u32::MAX;

/// A link that is none: a start, the walk to a goal, or to a wall.
pub(super) const NO_LINK: u32 = u32::MAX;

/// Some places of a span are reached at a time, the others after a walk from there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label {
    pub(super) span: SpanId,
    /// The link taken, by its index among the links of the previous label's
    /// span (or among the landings of a start in the air).
    pub(super) link: u32,
    pub(super) previous: LabelId,
    /// The next label of the same span.
    next: LabelId,
    pub(super) time: u32,
    pub(super) places: Interval,
    /// The remainder of x by the walk step, where the axis is digital.
    pub(super) class: i32,
    /// The links that may lead to the goal by this time have been followed.
    pub(super) followed: u32,
}

impl Label {
    pub(super) const fn new(
        span: SpanId,
        places: Interval,
        time: u32,
        class: i32,
        previous: LabelId,
        link: u32,
    ) -> Self {
        Self { span, link, previous, next: NONE, time, places, class, followed: 0 }
    }

    /// When the nearest of some places is reached.
    #[inline]
    pub(super) fn arrival(&self, places: Interval, walk: Walk) -> u32 {
        self.time + walk.frames(self.places.gap(places))
    }

    /// What a link makes of it: `None` if it does not start from here.
    #[inline]
    pub(super) fn through(&self, link: &Link, walk: Walk) -> Option<(u32, Interval)> {
        let waited = walk.frames(self.places.gap(link.from));
        if waited >= NEVER {
            return None;
        }
        let from = link.from.intersection(self.places.grown(walk.reach(waited)));
        let to = link.to.intersection(from.grown(walk.reach(link.time)));
        (!to.is_empty()).then_some((self.time + waited + link.time, to))
    }
}

/// The labels of one search, by span. Allocates nothing after warm-up.
#[derive(Debug, Clone, Default)]
pub(super) struct Labels {
    labels: Vec<Label>,
    spans: Stamped<Heads>,
}

/// The latest label of a span, and when all of the span is reached.
#[derive(Debug, Clone, Copy, Default)]
struct Heads {
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
    pub(super) fn append(&mut self, label: Label) -> Option<LabelId> {
        let id = u32::try_from(self.labels.len()).ok().filter(|&id| id != NONE)?;
        self.labels.push(label);
        Some(id)
    }

    #[inline]
    pub(super) fn label(&self, id: LabelId) -> &Label {
        &self.labels[id as usize]
    }

    /// The label that another one was made of; none of a start.
    pub(super) fn before(&self, label: &Label) -> Option<&Label> {
        (label.previous != NONE).then(|| self.label(label.previous))
    }

    /// Notes that the links of a label have been followed that may lead to the
    /// goal by a time.
    #[inline]
    pub(super) fn set_followed(&mut self, id: LabelId, until: u32) {
        self.labels[id as usize].followed = until;
    }

    /// Whether the whole span is reached by a time.
    #[inline]
    pub(super) fn is_covered(&self, span: SpanId, time: u32) -> bool {
        self.spans.get(span).is_some_and(|heads| heads.covered <= time)
    }

    /// The labels of a span, the latest first.
    #[inline]
    pub(super) fn of_span(&self, span: SpanId) -> impl Iterator<Item = (LabelId, &Label)> {
        let mut id = self.spans.get(span).map_or(NONE, |heads| heads.latest);
        std::iter::from_fn(move || {
            let found = (id, self.labels.get(id as usize)?);
            id = found.1.next;
            Some(found)
        })
    }

    /// Whether some label reaches places of a span by a time, each of them. With
    /// classes, only labels of the same class count.
    #[inline]
    pub(super) fn reach(
        &self,
        span: SpanId,
        places: Interval,
        time: u32,
        walk: Walk,
        class: Option<i32>,
    ) -> bool {
        let Some(heads) = self.spans.get(span) else { return false };
        if heads.covered <= time {
            return true;
        }
        let mut id = heads.latest;
        while let Some(other) = self.labels.get(id as usize) {
            if other.time <= time
                && class.is_none_or(|class| other.class == class)
                && other.places.excess(places) <= walk.reach(time - other.time)
            {
                return true;
            }
            id = other.next;
        }
        false
    }

    /// Adds a label that is known to [reach](Self::reach) something new, to a span of these
    /// places.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        mut label: Label,
        span: Interval,
        walk: Walk,
        digital: bool,
    ) -> Option<LabelId> {
        let none = Heads { latest: NONE, covered: u32::MAX };
        let mut heads = self.spans.get(label.span).copied().unwrap_or(none);
        label.next = heads.latest;
        heads.latest = self.append(label)?;
        if !digital {
            let whole = label.time + walk.frames(label.places.excess(span));
            heads.covered = heads.covered.min(whole);
        }
        self.spans.set(label.span, heads);
        Some(heads.latest)
    }
}
