//! The Pareto fronts of the links from one span: for each destination, the links that no other link
//! dominates.
//!
//! A link can be better than another one in three ways: less time, more launches, more landings. A faster
//! link dominates a slower one even if the slower one has more launches or landings, provided that
//! walking to and from those of the faster link takes no longer than the time that it saves
//! (`Link::dominates`):
//!
//! ```text
//!    time
//!     |          x          o      x  dominated: also from its own launches, walking to a
//!   40|    x             o            launch of an `o` and taking that link is as fast
//!     |          o
//!   30|      o                     o  Pareto front: no other link is as fast from all of
//!     |   o                           its launches to all of its landings
//!   20|
//!     +------------------------- launches and landings
//! ```
//!
//! On the generated levels of the tests, 300 to 1,100 links are found per span, of which 13 to 30 remain.

use super::link::{Group, Link};
use crate::exact::index::index_of;
use crate::exact::terrain::{SpanId, Spans, Walk};
use crate::stamped::Stamped;

/// The Pareto fronts of the links to all destinations.
#[derive(Debug, Clone, Default)]
pub(super) struct ParetoFronts {
    /// The index of each destination's front in `fronts`.
    front_of: Stamped<u32>,
    /// The fronts so far; those from `used` on are spare memory.
    fronts: Vec<Front>,
    used: usize,
}

/// The Pareto front of the links to one destination.
#[derive(Debug, Clone)]
struct Front {
    to: SpanId,
    links: Vec<Link>,
}

impl ParetoFronts {
    /// Removes all links.
    pub(super) fn begin(&mut self, spans: usize) {
        self.front_of.begin(spans);
        self.used = 0;
    }

    /// Adds a link to a destination unless a known link dominates it. Removes the links that it
    /// dominates.
    pub(super) fn add(&mut self, to: SpanId, link: Link, walk: Walk, digital: bool) {
        let front = self.front(to);
        // Latest first: consecutive flights resemble each other, so that the last link is the most
        // likely to dominate.
        if front.links.iter().rev().any(|known| known.dominates(&link, walk, digital)) {
            return;
        }
        front.links.retain(|known| !link.dominates(known, walk, digital));
        front.links.push(link);
    }

    /// Returns a destination's front, and adds an empty one if needed.
    fn front(&mut self, to: SpanId) -> &mut Front {
        if let Some(&index) = self.front_of.get(to) {
            return &mut self.fronts[index as usize];
        }
        match self.fronts.get_mut(self.used) {
            Some(front) => {
                front.to = to;
                front.links.clear();
            }
            None => self.fronts.push(Front { to, links: Vec::new() }),
        }
        self.front_of.set(to, index_of(self.used));
        self.used += 1;
        &mut self.fronts[self.used - 1]
    }

    /// Returns the links, sorted by destination and then by time, and their groups.
    pub(super) fn finish(&mut self, spans: &Spans) -> (Box<[Group]>, Box<[Link]>) {
        let fronts = &mut self.fronts[..self.used];
        fronts.sort_unstable_by_key(|front| {
            let span = spans.span(front.to);
            (span.row, span.positions.low)
        });
        let mut groups = Vec::with_capacity(fronts.len());
        let mut all = Vec::with_capacity(fronts.iter().map(|front| front.links.len()).sum());
        for front in fronts {
            front.links.sort_unstable();
            groups.push(Group {
                to: front.to,
                first: index_of(all.len()),
                fastest: front.links.first().map_or(0, |link| link.time),
            });
            all.extend_from_slice(&front.links);
        }
        (groups.into(), all.into())
    }
}
