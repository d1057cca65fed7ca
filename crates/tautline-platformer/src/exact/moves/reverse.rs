//! The links that lead to a span.

use super::link::Links;
use crate::exact::index::index as index_of;
use crate::exact::terrain::SpanId;

/// For each span, from where links lead to it.
#[derive(Debug, Clone, Default)]
pub(in crate::exact) struct Reverse {
    /// Per span, where its entries begin.
    first: Vec<u32>,
    /// The span that a link starts from, and its index there.
    entries: Vec<(SpanId, u32)>,
}

impl Reverse {
    /// Turns around the links from spans, which have numbers below `count`. O(links).
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

    /// The links to a span: where each starts, and its index there.
    pub(in crate::exact) fn to(&self, span: SpanId) -> &[(SpanId, u32)] {
        let index = span as usize;
        &self.entries[self.first[index] as usize..self.first[index + 1] as usize]
    }
}
