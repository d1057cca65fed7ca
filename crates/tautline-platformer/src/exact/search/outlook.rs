//! How far it is from each span to the goal, at least.
//!
//! What landmarks know is the same for all labels of a span but for the walks to
//! its ends, so that it is worked out once for a span and search.

use crate::exact::terrain::SpanId;

/// Least frames from a span to the goal of a search.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outlook {
    /// The search that it was made for.
    stamp: u32,
    /// From its low and from its high end, by what landmarks know.
    pub(super) ends: [u32; 2],
    /// From anywhere on it.
    pub(super) least: u32,
}

/// The outlooks of one search, each made when it is first needed.
#[derive(Debug, Clone, Default)]
pub(super) struct Outlooks {
    spans: Vec<Outlook>,
    stamp: u32,
}

impl Outlooks {
    /// Forgets all.
    pub(super) fn begin(&mut self, spans: usize) {
        if self.spans.len() < spans {
            self.spans.resize(spans, Outlook::default());
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.spans.fill(Outlook::default());
            self.stamp = 1;
        }
    }

    /// That of a span, if it was made.
    #[inline]
    pub(super) fn of(&self, id: SpanId) -> Option<Outlook> {
        let known = self.spans[id as usize];
        (known.stamp == self.stamp).then_some(known)
    }

    /// Keeps that of a span.
    pub(super) fn keep(&mut self, id: SpanId, ends: [u32; 2], least: u32) -> Outlook {
        let outlook = Outlook { stamp: self.stamp, ends, least };
        self.spans[id as usize] = outlook;
        outlook
    }
}
