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
    /// How many of the arcs into the opposite wedge may follow, or [`Self::UNKNOWN`].
    reach: u16,
    rest: Rest,
    length: f64,
}

impl Arc {
    /// The corner that it leads to has no row yet, or too large a one.
    const UNKNOWN: u16 = u16::MAX;
}

/// How a path may go on after an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// Not all corners that would have to be asked have rows.
    Unknown,
    /// By one more arc at most: only on the last legs of a path.
    Short,
    /// By two and maybe more.
    Long,
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
        // Along a wall of no width, each of the areas beside it tells of one wedge.
        self.seen.meet(corner) || there.ends_a_line
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
        let known = by.map(|arc| self.arcs[arc].reach).filter(|&reach| reach != Arc::UNKNOWN);
        let reach = match known {
            Some(reach) => reach.into(),
            None => {
                let reach = self.reach_from(from, arrival, ahead.clone(), ground);
                if let Some(arc) = by {
                    self.arcs[arc].reach = u16::try_from(reach).unwrap_or(Arc::UNKNOWN);
                }
                reach
            }
        };
        let first = self.first_arc + ahead.start;
        first..first + reach
    }

    /// How many of some arcs may follow an arrival.
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

    /// The arcs that may follow one that begins at a point, if that is known or can be.
    #[inline]
    fn after(&mut self, arc: usize, from: Vec2, ground: Ground<'_>) -> Option<Range<usize>> {
        let Arc { to, reach, .. } = self.arcs[arc];
        let span = self.spans[to.corner() as usize];
        if !span.exists() {
            return None;
        }
        let ahead = span.into_wedge(to.opposite().wedge());
        let mut reach = reach;
        if reach == Arc::UNKNOWN {
            reach = u16::try_from(self.reach_from(from, to, ahead.clone(), ground)).ok()?;
            self.arcs[arc].reach = reach;
        }
        Some(ahead.start..ahead.start + usize::from(reach))
    }

    /// Where an arc from a point leads, and its length; nothing if it leads to nothing
    /// but corners that the goal does not see.
    #[inline]
    pub(super) fn arc(
        &mut self,
        number: usize,
        from: Vec2,
        seen_by_goal: &CornerSet,
        ground: Ground<'_>,
    ) -> Option<(Node, f64)> {
        let at = number - self.first_arc;
        if self.arcs[at].rest == Rest::Unknown {
            self.arcs[at].rest = self.rest_after(at, from, ground);
        }
        let arc = self.arcs[at];
        (arc.rest != Rest::Short || self.may_end_after(&arc, seen_by_goal))
            .then_some((arc.to, arc.length))
    }

    /// Whether the goal sees where an arc leads, or one that may follow.
    fn may_end_after(&self, arc: &Arc, seen_by_goal: &CornerSet) -> bool {
        let is_last = |arc: &Arc| seen_by_goal.has(arc.to.corner());
        let span = self.spans[arc.to.corner() as usize];
        let ahead = &self.arcs[span.into_wedge(arc.to.opposite().wedge())];
        is_last(arc) || ahead[..usize::from(arc.reach)].iter().any(is_last)
    }

    fn rest_after(&mut self, arc: usize, from: Vec2, ground: Ground<'_>) -> Rest {
        let Some(onward) = self.after(arc, from, ground) else { return Rest::Unknown };
        let here = ground.corners.get(self.arcs[arc].to.corner()).point;
        let mut rest = Rest::Short;
        for next in onward {
            match self.after(next, here, ground) {
                Some(after) if after.is_empty() => {}
                Some(_) => return Rest::Long,
                None => rest = Rest::Unknown,
            }
        }
        rest
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
                Arc { to, reach: Arc::UNKNOWN, rest: Rest::Unknown, length }
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
        let is_there = |corner: u32| numbers[corner as usize] != Survey::GONE;
        let kept = made.into_iter().filter(|&corner| {
            let Span { arcs: [first, _, end], areas } = spans[corner as usize];
            let mut looked_into = self.areas[areas[0] as usize..areas[1] as usize].iter();
            is_there(corner)
                && looked_into.all(|&area| before.keeps(area, now))
                && self.arcs[first as usize..end as usize]
                    .iter()
                    .all(|arc| is_there(arc.to.corner()))
        });
        let kept: Vec<u32> = kept.collect();
        let (mut arcs, mut areas) = (0, 0);
        for corner in kept {
            let before = spans[corner as usize];
            let [first, _, end] = before.arcs;
            let shift = first - number(arcs);
            for at in first..end {
                let arc = self.arcs[at as usize];
                let to = Node::new(numbers[arc.to.corner() as usize], arc.to.wedge());
                self.arcs[arcs] = Arc { to, ..arc };
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
            arc.rest = Rest::Unknown;
            if !self.spans[arc.to.corner() as usize].exists() {
                arc.reach = Arc::UNKNOWN;
            }
        }
    }
}

/// Fewer than `u32` can count fit into [`Rows::MOST_BYTES`].
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
