//! The links of one span while they are found: only what no other is as good as
//! is kept.

use super::link::{Group, Link};
use crate::exact::index::index as index_of;
use crate::exact::terrain::{Ground, Interval, Listed, NEVER, SpanId, Walk};
use crate::stamped::Stamped;

/// Collects links and keeps those that no other dominates.
#[derive(Debug, Clone, Default)]
pub(super) struct Harvest {
    /// Per span, where its crop is.
    crops: Stamped<u32>,
    /// Destinations met so far; those from `used` on are memory.
    found: Vec<Crop>,
    used: usize,
    launches: Option<Interval>,
}

/// The links to one destination.
#[derive(Debug, Clone)]
struct Crop {
    to: SpanId,
    /// A move that takes so many frames or more is of no use, for whoever makes it could walk
    /// to the launches of a known link instead.
    settled: u32,
    links: Vec<Link>,
}

impl Harvest {
    /// Begins with nothing. Without launches, for a start in the air or a digital
    /// axis, no destination is ever settled.
    pub(super) fn begin(&mut self, spans: usize, launches: Option<Interval>) {
        self.crops.begin(spans);
        self.used = 0;
        self.launches = launches;
    }

    /// From when on a landing on a span is of no use.
    #[inline]
    pub(super) fn settled(&self, to: SpanId) -> u32 {
        self.crops.get(to).map_or(NEVER, |&index| self.found[index as usize].settled)
    }

    /// Adds a link to a span, unless another is never worse.
    pub(super) fn add(&mut self, to: &Listed, link: Link, walk: Walk, digital: bool) {
        let index = self.index_of(to.id);
        let crop = &mut self.found[index];
        // Who came last before it is the most likely to be as good.
        if crop.links.iter().rev().any(|known| known.dominates(&link, walk, digital)) {
            return;
        }
        crop.links.retain(|known| !link.dominates(known, walk, digital));
        if let Some(launches) = self.launches {
            crop.settle(to.places, &link, launches, walk);
        }
        crop.links.push(link);
    }

    /// Where the crop of a span is; makes one if there is none.
    fn index_of(&mut self, to: SpanId) -> usize {
        if let Some(&index) = self.crops.get(to) {
            return index as usize;
        }
        match self.found.get_mut(self.used) {
            Some(crop) => {
                (crop.to, crop.settled) = (to, NEVER);
                crop.links.clear();
            }
            None => self.found.push(Crop { to, settled: NEVER, links: Vec::new() }),
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

impl Crop {
    /// Takes a new link into account. Who could have walked to its launches, flown,
    /// and walked to any place of the span comes too late; with two links, from
    /// each place the better one counts.
    fn settle(&mut self, span: Interval, link: &Link, launches: Interval, walk: Walk) {
        let everywhere = |link: &Link| link.time + walk.frames(link.to.excess(span));
        let time = everywhere(link);
        self.settled = self.settled.min(time + walk.frames(link.from.excess(launches)));
        for other in &self.links {
            let other_time = everywhere(other);
            let apart = link.from.gap(other.from).max(1) - 1;
            // In between, both walks together are at most a frame longer than a
            // single one across, and the shorter way takes half of all at most.
            let across = walk.frames(apart);
            let between = (time + other_time + across).div_ceil(2);
            let between = between.min(time.min(other_time) + across);
            if between < self.settled {
                let [one, two] = [link, other].map(|link| link.from.beyond(launches));
                let at_end = |side: usize| {
                    (time + walk.frames(one[side])).min(other_time + walk.frames(two[side]))
                };
                self.settled = self.settled.min(at_end(0).max(at_end(1)).max(between));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::link::tests::{frames_by, random_link};
    use super::*;
    use tautline_fixtures::SplitMix64;

    #[test]
    fn who_comes_to_what_is_settled_could_come_by_a_known_link_as_soon() {
        let mut random = SplitMix64::new(3);
        let mut settled = 0;
        for _ in 0..20_000 {
            let walk = Walk { step: random.between(1, 5) };
            let [source, span] = [0, 3].map(|low| Interval::new(low, random.between(4, 24)));
            let step = walk.step - 1;
            let launches = [
                source,
                Interval::new(0, step.min(source.high)),
                Interval::new((source.high - step).max(0), source.high),
            ][usize::try_from(random.below(3)).unwrap()];
            let mut harvest = Harvest::default();
            harvest.begin(1, Some(launches));
            let to = Listed { places: span, id: 0 };
            let mut links = Vec::new();
            for _ in 0..random.between(1, 4) {
                let Some(link) = random_link(&mut random, source, span, walk) else { continue };
                links.push(link);
                harvest.add(&to, link, walk, false);
            }
            let time = harvest.settled(0);
            if time == NEVER {
                continue;
            }
            settled += 1;
            for time in [time, time + 1, time + 4] {
                let near = |from: i32, to: i32| (from - to).abs() <= walk.reach(time);
                for from in launches.low..=launches.high {
                    for to in (span.low..=span.high).filter(|&to| near(from, to)) {
                        let known = links.iter().filter_map(|link| frames_by(link, from, to, walk));
                        assert!(known.min().unwrap() <= time, "{links:?} {from} {to} {time}");
                    }
                }
            }
        }
        assert!(settled > 15_000, "{settled}");
    }
}
