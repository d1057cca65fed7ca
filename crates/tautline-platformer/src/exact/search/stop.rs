//! Where a plan takes off and lands.

use crate::exact::terrain::SpanId;

/// One link of a chosen way, and the walk before it.
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
