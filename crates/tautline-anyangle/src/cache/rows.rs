//! What corners see tautly, found out when it is first asked for.

use std::ops::Range;

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::NavMesh;

use super::seen::Seen;
use super::survey::Survey;
use crate::taut::corner_set::CornerSet;
use crate::taut::corners::{Corner, Corners, Node, Wedge};
use crate::taut::flood::{Flood, FloodScratch, View, Witness};
use crate::taut::signs::Signs;

/// A way from one corner straight to another.
#[derive(Clone, Copy, Debug)]
struct Arc {
    /// The corner that it leads to, and the wedge in which it arrives there.
    to: Node,
    ahead: Ahead,
    length: f64,
}

/// What may follow an arc, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ahead(u32);

impl Ahead {
    /// The corner that the arc leads to may not have been looked from yet.
    const UNKNOWN: Self = Self(u32::MAX);
    /// Of more arcs than fit in here, it is never known how many may follow.
    const MOST: u32 = 1 << 24;
    /// More legs are not looked ahead.
    const MOST_LEGS: u8 = 3;

    fn of(reach: usize) -> Self {
        let reach = u32::try_from(reach).ok().filter(|&reach| reach < Self::MOST);
        reach.map_or(Self::UNKNOWN, Self)
    }

    /// How many of the arcs into the opposite wedge may follow.
    fn reach(self) -> Option<u32> {
        (self != Self::UNKNOWN).then_some(self.0 & (Self::MOST - 1))
    }

    /// How many arcs may come after each other from there on at most, if that is
    /// known: at least one more than [`Self::MOST_LEGS`] if that is all that is known.
    fn legs(self) -> Option<u8> {
        if self.reach()? == 0 {
            return Some(0);
        }
        let [legs, ..] = self.0.to_be_bytes();
        (legs != 0).then_some(legs)
    }

    fn without_legs(self) -> Self {
        self.reach().map_or(Self::UNKNOWN, Self)
    }

    fn with_legs(self, legs: u8) -> Self {
        Self(self.0 & (Self::MOST - 1) | u32::from(legs) << 24)
    }
}

/// Where the row of a corner is: its arcs into the first wedge and then those into
/// the last, each from the wall outwards; and the areas that it looked into.
#[derive(Clone, Copy, Debug)]
struct Span {
    arcs: [u32; 3],
    areas: [u32; 2],
}

impl Span {
    /// Of a corner without a row.
    const NONE: Self = Self { arcs: [u32::MAX; 3], areas: [u32::MAX; 2] };

    fn exists(self) -> bool {
        self.arcs[0] != u32::MAX
    }

    /// The arcs into a wedge.
    fn into_wedge(self, wedge: Wedge) -> Range<usize> {
        let [first, last, end] = self.arcs.map(|arc| arc as usize);
        if wedge == Wedge::First { first..last } else { last..end }
    }
}

/// The rows that are there.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    most_bytes: usize,
    /// How many were made.
    looks: u64,
    spans: Vec<Span>,
    /// The corners that have rows, in their order in memory.
    made: Vec<u32>,
    arcs: Vec<Arc>,
    areas: Vec<u32>,
    /// The number of the first arc: all before it have been forgotten.
    first_arc: usize,
    work: Work,
}

/// What is looked at.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) corners: &'a Corners,
    pub(super) signs: Signs,
}

/// The memory of making a row.
#[derive(Clone, Debug, Default)]
struct Work {
    flood: FloodScratch,
    seen: Seen,
    found: Vec<Node>,
    areas: Vec<u32>,
}

impl Witness for Work {
    fn enter(&mut self, view: View) {
        self.areas.push(view.area.0);
    }

    fn meet(&mut self, corner: u32, there: &Corner) -> bool {
        self.seen.meet(corner) || Seen::may_tell_more(there)
    }

    fn see(&mut self, arrival: Node) {
        if self.seen.see(arrival) {
            self.found.push(arrival);
        }
    }
}

impl Rows {
    /// So many bytes hold no more arcs than have numbers.
    const MOST_BYTES: usize = u32::MAX as usize;

    /// No rows, and later not many more than so many bytes of them.
    pub(super) fn with_limit(bytes: usize) -> Self {
        Self {
            most_bytes: bytes.min(Self::MOST_BYTES),
            looks: 0,
            spans: Vec::new(),
            made: Vec::new(),
            arcs: Vec::new(),
            areas: Vec::new(),
            first_arc: 0,
            work: Work::default(),
        }
    }

    /// Forgets all rows. Their arcs keep their numbers, which no others get before the
    /// next [`Self::count_anew`].
    fn forget(&mut self) {
        for corner in self.made.drain(..) {
            self.spans[corner as usize] = Span::NONE;
        }
        self.first_arc += self.arcs.len();
        self.arcs.clear();
        self.areas.clear();
    }

    /// Numbers arcs from 0, when no numbers of them are kept anywhere.
    pub(super) const fn count_anew(&mut self) {
        self.first_arc = 0;
    }

    /// How many have been made.
    pub(super) const fn looks(&self) -> u64 {
        self.looks
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.arcs[..]) + size_of_val(&self.areas[..]) + size_of_val(&self.made[..])
    }

    /// The arcs by which a path may go on. If they are not known yet, looks from the
    /// corner.
    #[inline]
    pub(super) fn onward(
        &mut self,
        arrival: Node,
        from: Vec2,
        by: Option<usize>,
        ground: Ground<'_>,
    ) -> Range<usize> {
        let mut span = self.spans[arrival.corner() as usize];
        if !span.exists() {
            span = self.look_from(arrival.corner(), ground);
        }
        let ahead = span.into_wedge(arrival.opposite().wedge());
        let by = by.and_then(|arc| arc.checked_sub(self.first_arc));
        let known = by.and_then(|arc| self.arcs[arc].ahead.reach());
        let reach = known.map_or_else(
            || {
                let reach = self.reach_from(from, arrival, ahead.clone(), ground);
                if let Some(arc) = by {
                    self.arcs[arc].ahead = Ahead::of(reach);
                }
                reach
            },
            |reach| reach as usize,
        );
        let first = self.first_arc + ahead.start;
        first..first + reach
    }

    /// How many arcs may follow an arrival.
    fn reach_from(
        &self,
        from: Vec2,
        arrival: Node,
        ahead: Range<usize>,
        ground: Ground<'_>,
    ) -> usize {
        let point = |node: Node| ground.corners.get(node.corner()).point;
        let here = point(arrival);
        self.arcs[ahead].partition_point(|arc| {
            Corner::may_follow(here, ground.signs, from, arrival.wedge(), point(arc.to))
        })
    }

    /// Where an arc leads, and its length; nothing if it leads to nothing but corners
    /// that the goal does not see.
    #[inline]
    pub(super) fn arc(
        &mut self,
        number: usize,
        from: Vec2,
        seen_by_goal: &CornerSet,
        ground: Ground<'_>,
    ) -> Option<(Node, f64)> {
        let at = number - self.first_arc;
        let mut arc = self.arcs[at];
        if arc.ahead.legs().is_none() {
            self.look_ahead(at, from, Ahead::MOST_LEGS, ground);
            arc = self.arcs[at];
        }
        let legs = arc.ahead.legs().unwrap_or(u8::MAX);
        (legs > Ahead::MOST_LEGS || self.may_end(&arc, seen_by_goal))
            .then_some((arc.to, arc.length))
    }

    fn may_end(&self, arc: &Arc, seen_by_goal: &CornerSet) -> bool {
        let after = |arc: &Arc| {
            let span = self.spans[arc.to.corner() as usize];
            let ahead = span.into_wedge(arc.to.opposite().wedge());
            let reach = arc.ahead.reach().unwrap_or(0) as usize;
            &self.arcs[ahead][..reach]
        };
        seen_by_goal.has(arc.to.corner())
            || after(arc).iter().any(|arc| self.may_end(arc, seen_by_goal))
    }

    /// How many legs may follow an arc from a point at most, or one more than `most` if
    /// there may be more; nothing if that is not known yet.
    fn look_ahead(&mut self, at: usize, from: Vec2, most: u8, ground: Ground<'_>) -> Option<u8> {
        let Arc { to, ahead, .. } = self.arcs[at];
        if let Some(legs) = ahead.legs() {
            return Some(legs.min(most + 1));
        }
        let span = self.spans[to.corner() as usize];
        if !span.exists() {
            return None;
        }
        let onward = span.into_wedge(to.opposite().wedge());
        let reach = match ahead.reach() {
            Some(reach) => reach as usize,
            None => {
                let reach = self.reach_from(from, to, onward.clone(), ground);
                self.arcs[at].ahead = Ahead::of(reach);
                reach
            }
        };
        if reach == 0 || most == 0 {
            return Some(u8::from(reach > 0));
        }
        let here = ground.corners.get(to.corner()).point;
        let (mut longest, mut is_known) = (0, true);
        for next in onward.take(reach) {
            match self.look_ahead(next, here, most - 1, ground) {
                Some(legs) => longest = longest.max(legs + 1),
                None => is_known = false,
            }
            if longest > most {
                break;
            }
        }
        let is_more = longest > most;
        if !(is_known || is_more) {
            return None;
        }
        if !is_more || most == Ahead::MOST_LEGS {
            self.arcs[at].ahead = self.arcs[at].ahead.with_legs(longest);
        }
        Some(longest)
    }

    #[cold]
    fn look_from(&mut self, corner: u32, ground: Ground<'_>) -> Span {
        let Ground { mesh, corners, .. } = ground;
        if self.bytes() > self.most_bytes {
            self.forget();
        }
        self.looks += 1;
        let Self { work, arcs, areas, .. } = self;
        work.areas.clear();
        let signs = Signs::of_vertices(mesh);
        let here = corners.get(corner);
        let mut ends = [number(arcs.len()); 3];
        for (end, wedge) in (1..).zip(Wedge::BOTH) {
            work.found.clear();
            work.seen.restart(corners.count());
            let mut flood = std::mem::take(&mut work.flood);
            Flood::look_into(Node::new(corner, wedge), (mesh, corners), &mut flood, work);
            work.flood = flood;
            let point = |node: &Node| corners.get(node.corner()).point;
            work.found.sort_unstable_by(|a, b| {
                // In an order that stays when corners are numbered anew.
                let [one, other] = [a, b].map(point);
                let by_place = one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y));
                here.outwards(signs, wedge, one, other).then(by_place).then(a.cmp(b))
            });
            arcs.extend(work.found.iter().map(|&to| {
                let length = Wide::from(here.point).distance(point(&to).into());
                Arc { to, ahead: Ahead::UNKNOWN, length }
            }));
            ends[end] = number(arcs.len());
        }
        work.areas.sort_unstable();
        work.areas.dedup();
        let first_area = areas.len();
        areas.extend_from_slice(&work.areas);
        self.made.push(corner);
        let span = Span { arcs: ends, areas: [first_area, areas.len()].map(number) };
        self.spans[corner as usize] = span;
        span
    }

    /// Keeps the rows whose areas are the same in another mesh, with the numbers that
    /// their corners have there. O(corners and what is kept).
    pub(super) fn carry_over(&mut self, before: &Survey, now: &Survey) {
        self.count_anew();
        let numbers = before.numbers_in(now);
        let spans = std::mem::take(&mut self.spans);
        let made = std::mem::take(&mut self.made);
        self.spans.resize(now.corners.count(), Span::NONE);
        let is_kept = |span: &Span| {
            let [first, end] = span.areas.map(|area| area as usize);
            self.areas[first..end].iter().all(|&area| before.keeps(area, now))
        };
        let kept = made.into_iter().filter(|&corner| {
            numbers[corner as usize] != Survey::GONE && is_kept(&spans[corner as usize])
        });
        let kept: Vec<u32> = kept.collect();
        let (mut arcs, mut areas) = (0, 0);
        for corner in kept {
            let before = spans[corner as usize];
            let [first, _, end] = before.arcs;
            let shift = first - number(arcs);
            for at in first..end {
                let Arc { to, ahead, length } = self.arcs[at as usize];
                let to = Node::new(numbers[to.corner() as usize], to.wedge());
                self.arcs[arcs] = Arc { to, ahead, length };
                arcs += 1;
            }
            let [first_area, end_area] = before.areas;
            self.areas.copy_within(first_area as usize..end_area as usize, areas);
            let span = Span {
                arcs: before.arcs.map(|arc| arc - shift),
                areas: before.areas.map(|area| area - first_area + number(areas)),
            };
            areas += (end_area - first_area) as usize;
            let corner = numbers[corner as usize];
            self.spans[corner as usize] = span;
            self.made.push(corner);
        }
        self.arcs.truncate(arcs);
        self.areas.truncate(areas);
        for arc in &mut self.arcs {
            // What follows may have changed, there or farther on.
            let is_there = self.spans[arc.to.corner() as usize].exists();
            arc.ahead = if is_there { arc.ahead.without_legs() } else { Ahead::UNKNOWN };
        }
    }
}

/// Fewer than `u32` can count fit into [`Rows::MOST_BYTES`].
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
