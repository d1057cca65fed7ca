//! Whether the straight way is free.

use tautline_geometry::{DirectedLine, Orientation, Vec2};
use tautline_navmesh::{AreaId, FanId, NavMesh, SideId};

use super::signs::Signs;

/// The memory of straight walks.
#[derive(Clone, Debug, Default)]
pub(super) struct SightScratch {
    /// Areas that are still to be gone on from.
    waiting: Vec<AreaId>,
    /// Where the way went on on both sides of a wall.
    forks: Vec<FanId>,
}

/// A straight way between two points.
pub(super) struct StraightWay<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) signs: Signs,
    pub(super) start: Vec2,
    pub(super) goal: Vec2,
    /// The areas that hold the goal.
    pub(super) goal_areas: &'a [AreaId],
}

impl StraightWay<'_> {
    /// Whether it stays on the ground, beginning in one of some areas that hold
    /// the start. Exact, and the ground is closed: the way may run along walls and
    /// touch corners, but not pass where ground touches at a point only.
    ///
    /// The mesh must not wind around any vertex.
    pub(super) fn is_free(&self, start_areas: &[AreaId], scratch: &mut SightScratch) -> bool {
        scratch.forks.clear();
        scratch.waiting.clear();
        scratch.waiting.extend_from_slice(start_areas);
        let line = DirectedLine::through(self.start, self.goal);
        while let Some(area) = scratch.waiting.pop() {
            if self.goes_through(&line, area, scratch) {
                return true;
            }
        }
        false
    }

    fn goes_through(&self, line: &DirectedLine, from: AreaId, scratch: &mut SightScratch) -> bool {
        let mut area = from;
        // Where to begin looking for the way out: anywhere, or right of the line.
        let mut first = 0;
        loop {
            if self.goal_areas.contains(&area) {
                return true;
            }
            let (base, sides) = self.mesh.ring(area);
            let Some((at, is_corner)) = self.exit(line, area, first) else { return false };
            let Some(side) = sides.get(at) else { return false };
            let next = if is_corner {
                #[expect(clippy::cast_possible_truncation, reason = "sides are counted in u32")]
                let corner = SideId(base.0 + at as u32);
                self.pass_corner(line, corner, scratch).map(|next| (next, 0))
            } else {
                let end = sides[if at + 1 == sides.len() { 0 } else { at + 1 }].start();
                let is_beyond = self.signs.turn(side.start(), end, self.goal).is_right();
                side.twin().filter(|_| is_beyond).map(|twin| {
                    let (base, ring) = self.mesh.ring(side.across());
                    let after = (twin.0 - base.0) as usize + 1;
                    (side.across(), if after == ring.len() { 0 } else { after })
                })
            };
            let Some(next) = next else { return false };
            (area, first) = next;
        }
    }

    /// Where the line leaves an area that it is known to touch: where the outline
    /// changes from the right of the line to its left. The side, or the vertex at
    /// which one begins.
    fn exit(&self, line: &DirectedLine, area: AreaId, first: usize) -> Option<(usize, bool)> {
        use Orientation::{Clockwise, Collinear, CounterClockwise};
        let sides = self.mesh.sides_in(area);
        let mut at = first;
        let mut begin = self.signs.side_of(line, sides.get(at)?.start());
        for _ in 0..sides.len() {
            let next = if at + 1 == sides.len() { 0 } else { at + 1 };
            let end = self.signs.side_of(line, sides[next].start());
            match (begin, end) {
                (Clockwise, CounterClockwise) => return Some((at, false)),
                (Clockwise, Collinear) => return Some((next, true)),
                (Collinear, CounterClockwise) => return Some((at, true)),
                _ => {}
            }
            (at, begin) = (next, end);
        }
        None
    }

    /// The area that the way goes on in from a vertex on it. If there are two, on
    /// both sides of a wall that begins there, the other one waits.
    fn pass_corner(
        &self,
        line: &DirectedLine,
        corner: SideId,
        scratch: &mut SightScratch,
    ) -> Option<AreaId> {
        let mesh = self.mesh;
        let here = mesh.side(corner).start();
        // An area that is left where it is entered holds no part of the way; the
        // others at the start are looked at themselves.
        if here == self.start || !self.is_before(here, self.goal) {
            return None;
        }
        let fan = mesh.side(corner).fan();
        let mut found = None;
        for side in mesh.sides_at(fan) {
            let before = mesh.previous_side(side);
            let left_end = mesh.side(before).start();
            let right = self.signs.side_of(line, mesh.side(mesh.next_side(side)).start());
            let left = self.signs.side_of(line, left_end);
            let goes_on = !right.is_left() && !left.is_right();
            // Along a border, the area on its left is enough.
            let is_doubled = || {
                left.is_collinear() && self.is_before(here, left_end) && mesh.twin(before).is_some()
            };
            if !goes_on || is_doubled() {
                continue;
            }
            let area = mesh.area_of(side);
            if found.is_none() {
                found = Some(area);
            } else if scratch.forks.contains(&fan) {
                return None;
            } else {
                scratch.forks.push(fan);
                scratch.waiting.push(area);
            }
        }
        found
    }

    /// Which of two points on the line comes first. Exact: along the line, either
    /// coordinate tells unless it never changes.
    fn is_before(&self, a: Vec2, b: Vec2) -> bool {
        let is_before =
            |from: f32, to: f32, a: f32, b: f32| (from < to && a < b) || (from > to && a > b);
        is_before(self.start.x, self.goal.x, a.x, b.x)
            || is_before(self.start.y, self.goal.y, a.y, b.y)
    }
}
