//! The links of one span while they are found: only what no other is as good as
//! is kept.

use super::link::{Group, Link};
use crate::exact::index::index as index_of;
use crate::exact::terrain::{Ground, SpanId, Walk};
use crate::stamped::Stamped;

/// Collects links and keeps those that no other dominates.
#[derive(Debug, Clone, Default)]
pub(super) struct Harvest {
    /// Per span, where its crop is.
    crops: Stamped<u32>,
    /// Destinations met so far; those from `used` on are memory.
    found: Vec<Crop>,
    used: usize,
}

/// The links to one destination.
#[derive(Debug, Clone)]
struct Crop {
    to: SpanId,
    links: Vec<Link>,
}

impl Harvest {
    /// Begins with nothing.
    pub(super) fn begin(&mut self, spans: usize) {
        self.crops.begin(spans);
        self.used = 0;
    }

    /// Adds a link to a span, unless another is never worse.
    pub(super) fn add(&mut self, to: SpanId, link: Link, walk: Walk, digital: bool) {
        let index = self.index_of(to);
        let crop = &mut self.found[index];
        // Who came last before it is the most likely to be as good.
        if crop.links.iter().rev().any(|known| known.dominates(&link, walk, digital)) {
            return;
        }
        crop.links.retain(|known| !link.dominates(known, walk, digital));
        crop.links.push(link);
    }

    /// Where the crop of a span is; makes one if there is none.
    fn index_of(&mut self, to: SpanId) -> usize {
        if let Some(&index) = self.crops.get(to) {
            return index as usize;
        }
        match self.found.get_mut(self.used) {
            Some(crop) => {
                crop.to = to;
                crop.links.clear();
            }
            None => self.found.push(Crop { to, links: Vec::new() }),
        }
        self.crops.set(to, index_of(self.used));
        self.used += 1;
        self.used - 1
    }

    /// The links in the order of their destinations, and the groups.
    pub(super) fn finish(&mut self, ground: &Ground) -> (Box<[Group]>, Box<[Link]>) {
        let found = &mut self.found[..self.used];
        found.sort_unstable_by_key(|crop| {
            let span = ground.span(crop.to);
            (span.row, span.places.low)
        });
        let mut groups = Vec::with_capacity(found.len());
        let mut all = Vec::with_capacity(found.iter().map(|crop| crop.links.len()).sum());
        for crop in found {
            crop.links.sort_unstable();
            groups.push(Group {
                to: crop.to,
                first: index_of(all.len()),
                least: crop.links.first().map_or(0, |link| link.time),
            });
            all.extend_from_slice(&crop.links);
        }
        (groups.into(), all.into())
    }
}
