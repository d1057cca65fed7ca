//! Numbers of spans and links.

/// Converts an index into a list of spans or links.
#[expect(clippy::expect_used, reason = "a level has at most 4096 x 4096 tiles")]
pub(super) fn index(position: usize) -> u32 {
    u32::try_from(position).expect("fewer than 2^32 spans, and fewer links from them")
}
