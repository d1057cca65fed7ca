//! Where a plan takes off and lands.

use super::label::{Label, NO_LINK};
use crate::exact::terrain::SpanId;

/// One link of a chosen way, and the walk before it; or a walk alone.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    /// Where it lands.
    pub(super) span: SpanId,
    /// Where it takes off; none for a start in the air and for mere walks.
    pub(super) source: Option<SpanId>,
    pub(super) link: u32,
    pub(super) frames_before: u32,
    pub(super) from: i32,
    pub(super) to: i32,
}

impl Stop {
    /// A mere walk: in time for a label, from the one before to `x`.
    pub(super) const fn walk(label: &Label, previous: &Label, x: i32) -> Self {
        Self {
            span: previous.span,
            source: None,
            link: NO_LINK,
            frames_before: label.time - previous.time,
            from: x,
            to: x,
        }
    }

    /// The landing at `x` of a start in the air.
    pub(super) const fn landing(label: &Label, start: i32, x: i32) -> Self {
        Self {
            span: label.span,
            source: None,
            link: label.link,
            frames_before: 0,
            from: start,
            to: x,
        }
    }
}
