//! Labels: when a part of a span is reached.

use crate::exact::moves::Link;
use crate::exact::terrain::interval::{excess, gap};
use crate::exact::terrain::{NEVER, SpanId, Walk};

/// Number of a label.
pub(super) type LabelId = u32;

/// No label.
pub(super) const NONE: LabelId = u32::MAX;

/// A link that is none: a start, the walk to a goal, or to a wall.
pub(super) const NO_LINK: u32 = u32::MAX;

/// The places of a span from `low` to `high` are reached at `time`, the others
/// after a walk from there.
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
    pub(super) places: [i32; 2],
    /// The remainder of x by the walk step, where the axis is digital.
    pub(super) class: i32,
    /// The links that may lead to the goal by this time have been followed.
    pub(super) followed: u32,
}

impl Label {
    /// When the place nearest to those from `low` to `high` is reached.
    #[inline]
    pub(super) fn arrival(&self, [low, high]: [i32; 2], walk: Walk) -> u32 {
        self.time + walk.frames(gap(self.places, [low, high]))
    }

    /// What a link makes of it: `None` if it does not start from here.
    #[inline]
    pub(super) fn through(&self, link: &Link, walk: Walk) -> Option<(u32, [i32; 2])> {
        let waited = walk.frames(gap(self.places, link.from));
        if waited >= NEVER {
            return None;
        }
        let walked = walk.reach(waited);
        let flown = walk.reach(link.time);
        let from =
            [link.from[0].max(self.places[0] - walked), link.from[1].min(self.places[1] + walked)];
        let to = [link.to[0].max(from[0] - flown), link.to[1].min(from[1] + flown)];
        (to[0] <= to[1]).then_some((self.time + waited + link.time, to))
    }
}

/// The labels of one search, by span. Forgets the labels of the search before
/// by raising a stamp; allocates nothing after warm-up.
#[derive(Debug, Clone, Default)]
pub(super) struct Labels {
    labels: Vec<Label>,
    /// Per span: stamp, first label, and when all of it is reached.
    spans: Vec<Heads>,
    stamp: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Heads {
    stamp: u32,
    first: LabelId,
    covered: u32,
}

impl Labels {
    pub(super) fn begin(&mut self, spans: usize) {
        self.labels.clear();
        if self.spans.len() < spans {
            self.spans.resize(spans, Heads::default());
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.spans.fill(Heads::default());
            self.stamp = 1;
        }
    }

    /// Adds a label that belongs to no span.
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
        let heads = &self.spans[span as usize];
        heads.stamp == self.stamp && heads.covered <= time
    }

    /// The labels of a span, the latest first.
    pub(super) fn of_span(&self, span: SpanId) -> impl Iterator<Item = (LabelId, &Label)> {
        let heads = &self.spans[span as usize];
        let mut id = if heads.stamp == self.stamp { heads.first } else { NONE };
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
        places: [i32; 2],
        time: u32,
        walk: Walk,
        class: Option<i32>,
    ) -> bool {
        let heads = &self.spans[span as usize];
        if heads.stamp != self.stamp {
            return false;
        }
        if heads.covered <= time {
            return true;
        }
        let mut id = heads.first;
        while let Some(other) = self.labels.get(id as usize) {
            if other.time <= time
                && class.is_none_or(|class| other.class == class)
                && excess(other.places, places) <= walk.reach(time - other.time)
            {
                return true;
            }
            id = other.next;
        }
        false
    }

    /// Adds a label that is known to [reach](Self::reach) something new. `ends`
    /// are those of the span.
    #[inline]
    pub(super) fn add(
        &mut self,
        mut label: Label,
        ends: [i32; 2],
        walk: Walk,
        digital: bool,
    ) -> Option<LabelId> {
        let heads = &mut self.spans[label.span as usize];
        if heads.stamp != self.stamp {
            *heads = Heads { stamp: self.stamp, first: NONE, covered: u32::MAX };
        }
        label.next = heads.first;
        let id = u32::try_from(self.labels.len()).ok().filter(|&id| id != NONE)?;
        heads.first = id;
        if !digital {
            let whole = label.time + walk.frames(excess(label.places, ends));
            heads.covered = heads.covered.min(whole);
        }
        self.labels.push(label);
        Some(id)
    }
}

impl Label {
    pub(super) const fn new(
        span: SpanId,
        places: [i32; 2],
        time: u32,
        previous: LabelId,
        link: u32,
    ) -> Self {
        Self { span, link, previous, next: NONE, time, places, class: 0, followed: 0 }
    }

    #[must_use]
    pub(super) const fn with_class(self, class: i32) -> Self {
        Self { class, ..self }
    }
}
