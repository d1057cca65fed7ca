//! Links by destination, for searches from the goal backwards.

use super::link::Links;
use crate::exact::index::index_of;
use crate::exact::terrain::SpanId;

/// The incoming links of each span, as a compressed adjacency list.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct Reverse {
    /// The index of the first entry of each span.
    first: Vec<u32>,
    /// The span that a link starts from, and the index of the link there.
    entries: Vec<(SpanId, u32)>,
}

impl Reverse {
    /// Transposes the links of all spans, whose ids are below `count`. O(links).
    pub(in crate::exact) fn new(count: usize, links_from: &[(SpanId, &Links)]) -> Self {
        let mut first = vec![0_u32; count + 1];
        for (_, links) in links_from {
            for (index, group) in links.groups.iter().enumerate() {
                first[group.to as usize + 1] += index_of(links.of_group(index).len());
            }
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let total = first.last().map_or(0, |&total| total as usize);
        // A counting sort: `first` holds where each span's entries begin.
        let mut entries = vec![(0, 0); total];
        let mut next = first.clone();
        for &(id, links) in links_from {
            for (index, group) in links.groups.iter().enumerate() {
                for link in links.of_group(index) {
                    let slot = &mut next[group.to as usize];
                    entries[*slot as usize] = (id, index_of(link));
                    *slot += 1;
                }
            }
        }
        Self { first, entries }
    }

    /// Returns the incoming links of a span: source and index there.
    pub(in crate::exact) fn to(&self, span: SpanId) -> &[(SpanId, u32)] {
        let index = span as usize;
        &self.entries[self.first[index] as usize..self.first[index + 1] as usize]
    }
}
