//! The links of one span while they are found: only what no other is as good as
//! is kept.

use super::link::{Group, Link};
use crate::exact::index::index as index_of;
use crate::exact::terrain::interval::{beyond, excess};
use crate::exact::terrain::{Ground, Listed, NEVER, SpanId, Walk};

/// Where moves from a span can start: anywhere, within a step of its left end,
/// or within a step of its right end. Most start from an end, where one leaves
/// the ledge in the first frame, and are judged by what else starts there.
pub(super) type Launches = [[i32; 2]; 3];

/// Collects links and keeps those that no other dominates.
#[derive(Debug, Clone, Default)]
pub(super) struct Harvest {
    /// Per span, where its crop is if the stamp is the present one.
    crops: Vec<(u32, u32)>,
    stamp: u32,
    /// Destinations met so far; those from `used` on are memory.
    found: Vec<Crop>,
    used: usize,
    launches: Option<Launches>,
}

/// The links to one destination.
#[derive(Debug, Clone)]
struct Crop {
    to: SpanId,
    /// By kind of launches: a move that takes so many frames or more is of no use,
    /// for whoever makes it could walk to the launches of a known link instead.
    settled: [u32; 3],
    links: Vec<Link>,
}

impl Harvest {
    /// Begins with nothing. Without launches, for a start in the air or a digital
    /// axis, no destination is ever settled.
    pub(super) fn begin(&mut self, spans: usize, launches: Option<Launches>) {
        if self.crops.len() < spans {
            self.crops.resize(spans, (0, 0));
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.crops.fill((0, 0));
            self.stamp = 1;
        }
        self.used = 0;
        self.launches = launches;
    }

    /// From when on a landing on a span is of no use, for a kind of launches.
    #[inline]
    pub(super) fn settled(&self, to: SpanId, kind: usize) -> u32 {
        self.crop(to).map_or(NEVER, |crop| crop.settled[kind])
    }

    /// The kind of some launches, as an index of [`Launches`].
    #[inline]
    pub(super) fn kind_of(&self, from: [i32; 2]) -> usize {
        match &self.launches {
            Some([_, left, _]) if from[1] <= left[1] => 1,
            Some([_, _, right]) if from[0] >= right[0] => 2,
            _ => 0,
        }
    }

    fn crop(&self, to: SpanId) -> Option<&Crop> {
        let (stamp, index) = self.crops[to as usize];
        (stamp == self.stamp).then(|| &self.found[index as usize])
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
        if let Some(launches) = &self.launches {
            crop.settle([to.low, to.high], &link, launches, walk);
        }
        crop.links.push(link);
    }

    /// Where the crop of a span is; makes one if there is none.
    fn index_of(&mut self, to: SpanId) -> usize {
        let (stamp, index) = &mut self.crops[to as usize];
        if *stamp != self.stamp {
            *stamp = self.stamp;
            *index = index_of(self.used);
            match self.found.get_mut(self.used) {
                Some(crop) => {
                    crop.to = to;
                    crop.settled = [NEVER; 3];
                    crop.links.clear();
                }
                None => self.found.push(Crop { to, settled: [NEVER; 3], links: Vec::new() }),
            }
            self.used += 1;
        }
        *index as usize
    }

    /// The links in the order of their destinations, and the groups.
    pub(super) fn finish(&mut self, ground: &Ground) -> (Box<[Group]>, Box<[Link]>) {
        let found = &mut self.found[..self.used];
        found.sort_unstable_by_key(|crop| {
            let span = ground.span(crop.to);
            (span.row, span.low)
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
    fn settle(&mut self, span: [i32; 2], link: &Link, launches: &Launches, walk: Walk) {
        let everywhere = |link: &Link| link.time + walk.frames(excess(link.to, span));
        let time = everywhere(link);
        for (settled, &source) in self.settled.iter_mut().zip(launches) {
            *settled = (*settled).min(time + walk.frames(excess(link.from, source)));
        }
        for other in &self.links {
            let other_time = everywhere(other);
            let apart = (link.from[0] - other.from[1]).max(other.from[0] - link.from[1]).max(1) - 1;
            // In between, both walks together are at most a frame longer than a
            // single one across, and the shorter way takes half of all at most.
            let across = walk.frames(apart);
            let between = (time + other_time + across).div_ceil(2);
            let between = between.min(time.min(other_time) + across);
            for (settled, &source) in self.settled.iter_mut().zip(launches) {
                if between >= *settled {
                    continue;
                }
                let [one, two] = [link, other].map(|link| beyond(link.from, source));
                let at_end = |side: usize| {
                    (time + walk.frames(one[side])).min(other_time + walk.frames(two[side]))
                };
                *settled = (*settled).min(at_end(0).max(at_end(1)).max(between));
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
        let mut settled = [0; 3];
        for _ in 0..20_000 {
            let walk = Walk::new(random.between(1, 5));
            let [source, span] = [[0, random.between(4, 24)], [3, random.between(4, 24)]];
            let step = walk.step - 1;
            let launches =
                [source, [0, step.min(source[1])], [(source[1] - step).max(0), source[1]]];
            let mut harvest = Harvest::default();
            harvest.begin(1, Some(launches));
            let to = Listed { low: span[0], high: span[1], id: 0 };
            let mut links = Vec::new();
            for _ in 0..random.between(1, 4) {
                let Some(link) = random_link(&mut random, source, span, walk) else { continue };
                links.push(link);
                harvest.add(&to, link, walk, false);
            }
            for (kind, launches) in launches.into_iter().enumerate() {
                let time = harvest.settled(0, kind);
                if time == NEVER {
                    continue;
                }
                settled[kind] += 1;
                for time in [time, time + 1, time + 4] {
                    let near = |from: i32, to: i32| (from - to).abs() <= walk.reach(time);
                    for from in launches[0]..=launches[1] {
                        for to in (span[0]..=span[1]).filter(|&to| near(from, to)) {
                            let known =
                                links.iter().filter_map(|link| frames_by(link, from, to, walk));
                            assert!(known.min().unwrap() <= time, "{links:?} {from} {to} {time}");
                        }
                    }
                }
            }
        }
        assert!(settled.iter().all(|&count| count > 5_000), "{settled:?}");
    }
}
