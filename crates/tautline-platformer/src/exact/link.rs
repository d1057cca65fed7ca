//! Moves from span to span, and which of them are worth keeping.

use super::columns::Walk;
use super::piece::{Piece, excess, holds};
use super::span::{Ground, SpanId};

/// A bump that did not happen.
pub(super) const NO_BUMP: u16 = u16::MAX;

/// A move from one span to another: whoever stands at a place of `from` can be
/// at any place of `to` that is no further away than he walks in the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Link {
    /// Frames.
    pub(super) time: u32,
    /// The flight's number.
    pub(super) flight: u16,
    /// The index of the flight's event that bumps into a ceiling, or
    /// [`NO_BUMP`].
    pub(super) bump: u16,
    pub(super) from: [i32; 2],
    pub(super) to: [i32; 2],
    /// As in [`Piece`].
    pub(super) classes: u64,
}

impl Link {
    /// Whether another link is never better: it takes as long at least, also
    /// after walking to this one's launches and from its landings.
    #[inline]
    fn dominates(&self, other: &Self, walk: Walk, digital: bool) -> bool {
        if self.time > other.time {
            return false;
        }
        let inside = holds(self.from, other.from) && holds(self.to, other.to);
        if digital {
            return inside && other.classes & !self.classes == 0;
        }
        inside || {
            let before = excess(self.from, other.from);
            let after = excess(self.to, other.to);
            let spare = other.time - self.time;
            before.saturating_add(after) <= walk.reach(spare)
                && walk.frames(before) + walk.frames(after) <= spare
        }
    }
}

/// The links of one span to one other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) to: SpanId,
    /// Where its links begin in the list of all; they end where the next
    /// group's begin.
    pub(super) first: u32,
    /// The time of its fastest link.
    pub(super) least: u32,
}

/// What a span's moves looked at in one row: places of bodies, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Looked {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Looked {
    pub(super) const NOTHING: Self = Self { low: i32::MAX, high: i32::MIN };

    #[inline]
    pub(super) fn add(&mut self, [low, high]: [i32; 2]) {
        self.low = self.low.min(low);
        self.high = self.high.max(high);
    }
}

/// All moves from one span.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Links {
    /// By row of the destination, then from the left.
    pub(super) groups: Box<[Group]>,
    /// Group by group, fastest first.
    pub(super) links: Box<[Link]>,
    /// The first row that was looked at.
    pub(super) first_row: i32,
    /// What was looked at, row by row.
    pub(super) looked: Box<[Looked]>,
}

impl Links {
    /// The links of the group with an index.
    #[inline]
    pub(super) fn of_group(&self, index: usize) -> std::ops::Range<usize> {
        let end = self.groups.get(index + 1).map_or(self.links.len(), |next| next.first as usize);
        self.groups[index].first as usize..end
    }
}

/// Collects links and keeps those that no other dominates.
#[derive(Debug, Clone, Default)]
pub(super) struct Harvest {
    /// Per span, where its list is if the stamp is the present one.
    lists: Vec<(u32, u32)>,
    stamp: u32,
    /// Destinations met so far, with their links.
    found: Vec<(SpanId, Vec<Link>)>,
    used: usize,
}

impl Harvest {
    pub(super) fn begin(&mut self, spans: usize) {
        if self.lists.len() < spans {
            self.lists.resize(spans, (0, 0));
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.lists.fill((0, 0));
            self.stamp = 1;
        }
        self.used = 0;
    }

    /// Adds a link to a span, unless another is never worse.
    #[inline]
    pub(super) fn add(&mut self, to: SpanId, link: Link, walk: Walk, digital: bool) {
        let (stamp, list) = &mut self.lists[to as usize];
        if *stamp != self.stamp {
            *stamp = self.stamp;
            *list = u32::try_from(self.used).unwrap_or(u32::MAX);
            match self.found.get_mut(self.used) {
                Some((id, links)) => {
                    *id = to;
                    links.clear();
                }
                None => self.found.push((to, Vec::new())),
            }
            self.used += 1;
        }
        let links = &mut self.found[*list as usize].1;
        if links.iter().any(|known| known.dominates(&link, walk, digital)) {
            return;
        }
        links.retain(|known| !link.dominates(known, walk, digital));
        links.push(link);
    }

    /// The links in the order of their destinations, and the groups.
    pub(super) fn finish(&mut self, ground: &Ground) -> (Box<[Group]>, Box<[Link]>) {
        let found = &mut self.found[..self.used];
        found.sort_unstable_by_key(|&(id, _)| {
            let span = ground.span(id);
            (span.row, span.low)
        });
        let mut groups = Vec::with_capacity(found.len());
        let mut all = Vec::with_capacity(found.iter().map(|(_, links)| links.len()).sum());
        for (to, links) in found {
            links.sort_unstable();
            groups.push(Group {
                to: *to,
                first: u32::try_from(all.len()).unwrap_or(u32::MAX),
                least: links.first().map_or(0, |link| link.time),
            });
            all.extend_from_slice(links);
        }
        (groups.into(), all.into())
    }
}

impl Link {
    pub(super) fn of_piece(piece: &Piece, time: u32, flight: u16, bump: u16) -> Self {
        Self { time, flight, bump, from: piece.from, to: piece.at, classes: piece.classes }
    }
}
