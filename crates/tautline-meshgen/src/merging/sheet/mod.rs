//! Areas as rings of sides that can be joined.

mod behind;
mod rings;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tautline_geometry::{Orientation, Vec2, Wide, orient2d, polygon};

/// No side: nothing lies across.
pub(crate) const NO_SIDE: u32 = u32::MAX;

/// Areas glued along their sides. Each area is a ring of sides, and two sides
/// that are glued are twins; joining two areas takes the twins between them out
/// of the rings.
pub(crate) struct Sheet<'a> {
    positions: &'a [[f32; 2]],
    /// The vertex at which each side begins.
    starts: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    twins: Vec<u32>,
    /// The raw area that each side came from.
    sources: Vec<u32>,
    /// For the first and the last side of each chain, the other one of them. A
    /// chain is all the sides in a row that two areas share: they lie on one
    /// line, and joining the areas takes all of them away.
    chain_ends: Vec<u32>,
    /// The size of each raw area, in square units.
    sizes: Vec<f64>,
    /// A side of each raw area.
    first_sides: Vec<u32>,
    is_gone: Vec<bool>,
}

impl<'a> Sheet<'a> {
    /// Areas by the vertices of their corners, one area after the other; the
    /// twins of the sides that begin at the corners.
    pub(crate) fn new(
        positions: &'a [[f32; 2]],
        corners: Vec<u32>,
        corner_ends: &[u32],
        twins: Vec<u32>,
    ) -> Self {
        let count = corners.len();
        let mut next: Vec<u32> = (1..).take(count).collect();
        let mut previous: Vec<u32> =
            (0..).take(count).map(|side: u32| side.wrapping_sub(1)).collect();
        let mut sources = Vec::with_capacity(count);
        let mut sizes = Vec::with_capacity(corner_ends.len());
        let mut first_sides = Vec::with_capacity(corner_ends.len());
        let mut ring: Vec<Vec2> = Vec::new();
        let mut first = 0;
        for (area, &end) in (0..).zip(corner_ends) {
            let place = |&vertex: &u32| Vec2::from(positions[vertex as usize]);
            ring.clear();
            ring.extend(corners[first as usize..end as usize].iter().map(place));
            sizes.push(polygon::signed_area(&ring).abs());
            first_sides.push(first);
            if end > first {
                next[end as usize - 1] = first;
                previous[first as usize] = end - 1;
                sources.resize(end as usize, area);
            }
            first = end;
        }
        Self {
            positions,
            starts: corners,
            next,
            previous,
            twins,
            sources,
            chain_ends: vec![NO_SIDE; count],
            sizes,
            first_sides,
            is_gone: vec![false; count],
        }
    }

    fn side_count(&self) -> usize {
        self.starts.len()
    }

    fn start(&self, side: u32) -> Vec2 {
        self.positions[self.starts[side as usize] as usize].into()
    }

    fn next(&self, side: u32) -> u32 {
        self.next[side as usize]
    }

    fn previous(&self, side: u32) -> u32 {
        self.previous[side as usize]
    }

    fn twin(&self, side: u32) -> u32 {
        self.twins[side as usize]
    }

    fn end(&self, side: u32) -> Vec2 {
        self.start(self.next(side))
    }

    /// Whether a side and the next one of its ring are glued to the same area,
    /// in a row.
    fn continues(&self, side: u32) -> bool {
        let (twin, next) = (self.twin(side), self.twin(self.next(side)));
        twin != NO_SIDE && next != NO_SIDE && self.previous(twin) == next
    }

    /// Joins areas as long as the union of two of them is convex. `may_join`
    /// tells of two raw areas whether they may become one; all areas for which it
    /// does have to be convex.
    ///
    /// Joining only widens angles, so a chain that cannot be taken away now never
    /// can, unless it grows: each chain is looked at once, and once more each time
    /// it grows.
    pub(crate) fn join(&mut self, may_join: impl Fn(u32, u32) -> bool) {
        let is_inner = |sheet: &Self, side: u32| {
            let twin = sheet.twin(side);
            twin != NO_SIDE && may_join(sheet.sources[side as usize], sheet.sources[twin as usize])
        };
        let mut chains = Vec::new();
        let mut chain_count = vec![0; self.sizes.len()];
        for side in (0..).take(self.side_count()) {
            if is_inner(self, side) && !self.continues(self.previous(side)) {
                let mut last = side;
                while self.continues(last) {
                    last = self.next(last);
                }
                self.tie(side, last);
                chain_count[self.sources[side as usize] as usize] += 1;
                // The chain is met from both of its sides.
                if side < self.twin(last) {
                    chains.push(side);
                }
            }
        }
        let shares = self.shares_behind(chain_count);
        let mut given: Vec<Candidate> =
            chains.into_iter().map(|chain| self.candidate(chain, &shares)).collect();
        // Most chains never grow: sorting them once is faster than a heap.
        given.sort_unstable();
        let mut grown = BinaryHeap::new();
        while let Some(Candidate { first: Reverse(first), last, .. }) =
            if grown.peek() > given.last() { grown.pop() } else { given.pop() }
        {
            // A chain that has grown since is in the queue as it is now.
            if self.is_gone[first as usize]
                || self.chain_ends[first as usize] != last
                || !self.would_be_convex(first, last)
            {
                continue;
            }
            for chain in self.take_away(first, last).into_iter().flatten() {
                grown.push(self.candidate(chain, &shares));
            }
        }
    }

    /// Records the ends of a chain, on both of its sides.
    fn tie(&mut self, first: u32, last: u32) {
        self.chain_ends[first as usize] = last;
        self.chain_ends[last as usize] = first;
        let (first, last) = (self.twin(last), self.twin(first));
        self.chain_ends[first as usize] = last;
        self.chain_ends[last as usize] = first;
    }

    fn candidate(&self, first: u32, shares: &[f64]) -> Candidate {
        let last = self.chain_ends[first as usize];
        let [start, end] = [self.start(first), self.end(last)].map(Wide::from);
        let squared_length = (end - start).length_squared();
        let size = |side: u32| self.sizes[self.sources[side as usize] as usize];
        let smaller = size(first).min(size(self.twin(first)));
        let share = shares[first as usize];
        let use_by_ways = squared_length * (squared_length * smaller).sqrt() * share * share;
        // The bits of numbers that are not negative order as the numbers do.
        Candidate { use_by_ways: use_by_ways.to_bits(), first: Reverse(first), last }
    }

    /// Whether the two areas on both sides of a chain make a convex one.
    fn would_be_convex(&self, first: u32, last: u32) -> bool {
        let (first_across, last_across) = (self.twin(last), self.twin(first));
        self.stays_convex(self.previous(first), first, self.next(last_across))
            && self.stays_convex(self.previous(first_across), first_across, self.next(last))
    }

    /// Whether the corner at which `taken` begins stays convex if `after` follows
    /// `before` there instead.
    fn stays_convex(&self, before: u32, taken: u32, after: u32) -> bool {
        let (start, corner) = (self.start(before), self.start(taken));
        match orient2d(start, corner, self.end(after)) {
            Orientation::CounterClockwise => true,
            Orientation::Clockwise => false,
            // Either straight on or, if both areas go straight on here, back
            // along a wall between them.
            Orientation::Collinear => !orient2d(start, corner, self.end(taken)).is_collinear(),
        }
    }

    /// Joins the areas on both sides of a chain, and returns the chains that
    /// have grown by it.
    fn take_away(&mut self, first: u32, last: u32) -> [Option<u32>; 2] {
        let (first_across, last_across) = (self.twin(last), self.twin(first));
        let mut side = first;
        loop {
            self.is_gone[side as usize] = true;
            let twin = self.twin(side);
            self.is_gone[twin as usize] = true;
            if side == last {
                break;
            }
            side = self.next(side);
        }
        let joints = [
            (self.previous(first), self.next(last_across)),
            (self.previous(first_across), self.next(last)),
        ];
        for (before, after) in joints {
            self.next[before as usize] = after;
            self.previous[after as usize] = before;
        }
        joints.map(|(before, after)| self.grow(before, after))
    }

    /// Makes one chain of two that end and begin at a corner, if they have
    /// become one; returns its first side.
    fn grow(&mut self, before: u32, after: u32) -> Option<u32> {
        let (first, last) = (self.chain_ends[before as usize], self.chain_ends[after as usize]);
        if first == NO_SIDE || last == NO_SIDE || !self.continues(before) {
            return None;
        }
        for side in [before, after, self.twin(before), self.twin(after)] {
            self.chain_ends[side as usize] = NO_SIDE;
        }
        self.tie(first, last);
        Some(first)
    }
}

/// A chain that may be taken away, in the order in which they are tried: the one that
/// most ways lead over first, because a search pays for a border by how many ways cross
/// it.
///
/// Those are long ones amid open ground: the third power of the length counts, and the
/// square root of the size of the smaller of the two raw areas. And they are those on the
/// way to much ground: the square of the [share](Sheet::shares_behind) behind it counts.
/// An area that is joined to its dead ends can often not be joined to those before and
/// behind it any more.
///
/// Other orders leave fewer areas, but cut open ground into more pieces: trying the
/// shortest borders first leaves a sixth fewer areas, and searches expand 1.6 times as
/// many nodes. Without the shares, they expand a fortieth more in the mean, and a sixth on
/// a map of narrow passages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    use_by_ways: u64,
    first: Reverse<u32>,
    last: u32,
}
