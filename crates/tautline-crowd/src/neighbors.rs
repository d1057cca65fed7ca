//! The nearest neighbours of each agent.
//!
//! Agents are sorted into horizontal bands of the plane, and within a band from left to right.
//! An agent looks outwards from its own place, in its own band and then in the bands below and above,
//! until nothing nearer can follow:
//!
//! ```text
//!      ──────────────────────────────
//!        ·      · ←──┊──→ ·      ·       In a crowd, the nearest ones are found within
//!      ──────────────────────────────    a few steps. Nothing is hashed, and no map is too
//!        ·  ← · ───○───→   ·    ·        large: empty ground takes no memory.
//!      ──────────────────────────────
//! ```

use std::ops::Range;

use tautline_geometry::{Aabb, DVec2, Vec2};
use tautline_navmesh::internal::truncate_to_u32;

use crate::agent::Record;
use crate::disc::Disc;
use crate::seen::Seen;
use crate::workers::{Worker, for_each};
use crate::{CrowdOptions, MAX_NEIGHBORS};

/// The largest number of bands. On maps that would need more, bands are higher than the range.
const MAX_BANDS: f64 = 65_536.0;

/// The band of agents that are not seen or are far off the mesh. It sorts after all others.
const NO_BAND: u32 = u32::MAX;

/// The key by which agents are sorted: by band, then from left to right.
#[derive(Clone, Copy, Debug)]
struct SortKey {
    band: u32,
    /// The bits of x, mapped to integers in the order of [`f32::total_cmp`].
    x: u32,
    /// The index of the agent before sorting.
    index: u32,
}

impl SortKey {
    fn new(band: u32, x: f32, index: u32) -> Self {
        // The bits of negative numbers ascend with their magnitude, so they are inverted.
        let bits = x.to_bits();
        let x = if x.is_sign_negative() { !bits } else { bits | 1 << 31 };
        Self { band, x, index }
    }

    fn packed(self) -> u64 {
        u64::from(self.band) << 32 | u64::from(self.x)
    }
}

/// The agents of a step, sorted. The *place* of an agent is its index in this order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Neighbors {
    /// All agents that are seen, by band, then from left to right, as they were before the step.
    pub(crate) seen: Vec<Seen>,
    /// Their discs, which move during the step.
    pub(crate) discs: Vec<Disc>,
    keys: Vec<SortKey>,
    /// The first agent of each band, up to the last one that has agents.
    starts: Vec<u32>,
    /// Memory for sorting the agents.
    sorted: Vec<Record>,
    bottom: f64,
    band_height: f64,
}

/// The nearest neighbours of an agent, nearest first: squared distance, and place in
/// [`Neighbors::seen`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Nearest {
    count: usize,
    found: [(f64, u32); MAX_NEIGHBORS],
}

impl Nearest {
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.found[..self.count].iter().map(|&(_, place)| place as usize)
    }
}

impl Neighbors {
    /// Sorts the agents. Agents that are seen and may meet an agent on the mesh come first, by band and from left to
    /// right; then come the others. Agents that are near in space are then near in memory: with 100,000 agents, a
    /// step takes three quarters of the time that it takes without sorting.
    pub(crate) fn sort(
        &mut self,
        agents: &mut Vec<Record>,
        bounds: Aabb,
        options: &CrowdOptions,
        workers: &mut Vec<Worker>,
    ) {
        let range = f64::from(options.range);
        let (bottom, top) = (f64::from(bounds.min.y) - range, f64::from(bounds.max.y) + range);
        self.bottom = bottom;
        self.band_height = range.max((top - bottom) / MAX_BANDS);
        let mut keys = std::mem::take(&mut self.keys);
        keys.resize(agents.len(), SortKey::new(NO_BAND, 0.0, 0));
        for_each(&mut keys, workers, |index, key, _| {
            let agent = &agents[index];
            let Vec2 { x, y } = agent.position;
            let y = f64::from(y);
            let is_near = agent.is_seen() && (bottom..=top).contains(&y);
            let band = if is_near { truncate_to_u32(self.band(y)) } else { NO_BAND };
            *key = SortKey::new(band, x, to_u32(index));
        });
        sort_keys(&mut keys, agents);
        let Self { seen, discs, sorted, .. } = self;
        sorted.truncate(agents.len());
        sorted.extend_from_slice(&agents[sorted.len()..]);
        for_each(sorted, workers, |place, agent, _| {
            *agent = agents[keys[place].index as usize];
        });
        std::mem::swap(agents, sorted);
        let seen_count = keys.partition_point(|key| key.band < NO_BAND);
        self.starts.clear();
        for (place, key) in (0..).zip(&keys[..seen_count]) {
            // Sets the start of this band and of empty bands before it, if it is new.
            self.starts.resize(self.starts.len().max(key.band as usize + 1), place);
        }
        self.keys = keys;
        seen.resize(seen_count, Seen::default());
        for_each(seen, workers, |place, seen, _| {
            *seen = Seen::new(&agents[place], options.queues);
        });
        discs.clear();
        discs.extend(agents[..seen_count].iter().map(Record::disc));
    }

    /// Finds the nearest neighbours of the agent at a place: at most `count`, within a range, on its floor, and of the
    /// groups `avoids`.
    pub(crate) fn nearest(&self, place: usize, range: f32, count: usize, avoids: u32) -> Nearest {
        let me = &self.seen[place];
        let limit = f64::from(range) * f64::from(range);
        let (all, nearest) = (self, Nearest::default());
        let mut search = Search { all, me, place, avoids, count, limit, nearest };
        if count == 0 {
            return search.nearest;
        }
        let y = f64::from(me.position.y);
        let own = truncate_to_u32(self.band(y));
        search.visit(self.places_in(own), place);
        // The bands below and above, if they can hold a nearer agent. Bands beyond them cannot, since a band is at
        // least as high as the range.
        let below = own.checked_sub(1).map(|band| (band, f64::from(own)));
        for (band, edge) in below.into_iter().chain([(own + 1, f64::from(own + 1))]) {
            // The position in bands is rounded. The gap must not be overestimated, or an agent could be missed.
            let gap = (self.band(y) - edge).abs() - 1e-6;
            let gap = gap.max(0.0) * self.band_height;
            let places = self.places_in(band);
            if gap * gap <= search.limit && !places.is_empty() {
                let within = &self.discs[places.clone()];
                let middle = within.partition_point(|other| other.position.x < me.position.x);
                let from = places.start + middle;
                search.visit(places, from);
            }
        }
        search.nearest
    }

    /// Returns a height in bands from the bottom; its integer part is the number of the band.
    fn band(&self, y: f64) -> f64 {
        (y - self.bottom) / self.band_height
    }

    fn places_in(&self, band: u32) -> Range<usize> {
        let start = |band: usize| self.starts.get(band).map_or(self.seen.len(), |&at| at as usize);
        let band = band as usize;
        start(band)..start(band + 1)
    }
}

/// Sorts the keys. Numbers and ids decide ties, so that the order does not depend on the number of threads.
fn sort_keys(keys: &mut [SortKey], agents: &[Record]) {
    let ties = |key: &SortKey| {
        let Record { number, id, .. } = &agents[key.index as usize];
        (*number, *id)
    };
    let order =
        |a: &SortKey, b: &SortKey| a.packed().cmp(&b.packed()).then_with(|| ties(a).cmp(&ties(b)));
    #[cfg(feature = "rayon")]
    rayon::slice::ParallelSliceMut::par_sort_unstable_by(keys, order);
    #[cfg(not(feature = "rayon"))]
    keys.sort_unstable_by(order);
}

/// A search for the nearest neighbours of one agent.
struct Search<'a> {
    all: &'a Neighbors,
    me: &'a Seen,
    place: usize,
    avoids: u32,
    count: usize,
    /// The squared distance beyond which no agent counts any more.
    limit: f64,
    nearest: Nearest,
}

impl Search<'_> {
    /// Visits the agents of a band, from a place to the right and then to the left, each time until
    /// all that follow are too far off.
    fn visit(&mut self, band: Range<usize>, from: usize) {
        let discs = &self.all.discs;
        for (place, disc) in (from..).zip(&discs[from..band.end]) {
            if !self.visit_one(place, disc) {
                break;
            }
        }
        for (place, disc) in (band.start..from).zip(&discs[band.start..from]).rev() {
            if !self.visit_one(place, disc) {
                break;
            }
        }
    }

    /// Returns false if all that follow in this direction are too far off.
    #[inline(always)]
    fn visit_one(&mut self, place: usize, disc: &Disc) -> bool {
        let offset = DVec2::from(disc.position) - DVec2::from(self.me.position);
        if offset.x * offset.x > self.limit {
            return false;
        }
        let distance_squared = offset.length_squared();
        if distance_squared <= self.limit && place != self.place && self.may_meet(place) {
            self.insert(distance_squared, place);
        }
        true
    }

    fn may_meet(&self, place: usize) -> bool {
        let ([feet, head], other) = (self.me.heights, &self.all.seen[place]);
        let is_on_floor = other.heights[0] <= head && other.heights[1] >= feet;
        is_on_floor && other.groups & self.avoids != 0
    }

    /// Inserts a neighbour within the limit, sorted by distance. Neighbours at equal distances stay in the order in which
    /// they are visited, which only depends on positions and numbers.
    fn insert(&mut self, distance_squared: f64, place: usize) {
        let Nearest { count, found } = &mut self.nearest;
        let is_full = *count == self.count;
        if is_full && distance_squared >= self.limit {
            return;
        }
        let mut at = if is_full { *count - 1 } else { *count };
        while at > 0 && found[at - 1].0 > distance_squared {
            found[at] = found[at - 1];
            at -= 1;
        }
        found[at] = (distance_squared, to_u32(place));
        *count = (*count + 1).min(self.count);
        if *count == self.count {
            self.limit = found[*count - 1].0;
        }
    }
}

/// Converts the index of an agent. [`Crowd::add`](crate::Crowd::add) limits their number.
pub(crate) fn to_u32(value: usize) -> u32 {
    #[expect(clippy::expect_used, reason = "adding agents checks it")]
    u32::try_from(value).expect("a crowd holds fewer than 2^32 agents")
}

#[cfg(test)]
mod tests {
    use super::SortKey;

    #[test]
    fn keys_are_in_the_order_of_bands_and_then_of_x() {
        let from_left = [f32::MIN, -7.5, -1.0, -f32::MIN_POSITIVE, -0.0, 0.0, 1e-40, 2.0, f32::MAX];
        let keys = |band: u32| from_left.map(|x| SortKey::new(band, x, 0).packed());
        let all = [keys(0), keys(1), keys(u32::MAX)].concat();
        assert!(all.is_sorted_by(|a, b| a < b), "{all:x?}");
    }
}
