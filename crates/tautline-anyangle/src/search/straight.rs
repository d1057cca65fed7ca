//! Looking straight at the goal.
//!
//! Many goals are in sight of the start, and need no search: a few signs for each
//! area on the way tell so.

use tautline_geometry::{DirectedLine, Orientation, Vec2, orient2d, orient2d_on_lattice};
use tautline_navmesh::{AreaId, Side, SideId};

use super::item::{Item, Limit, Turn};
use super::{NO_ITEM, Search, Sight};
use crate::aim::Aim;
use crate::ground::Ground;

/// A straight way from the start to the goal.
struct StraightWay {
    line: DirectedLine,
    goal: Vec2,
    /// Whether both lie on the lattice of the ground.
    is_on_lattice: bool,
}

/// Where a way leaves an area: through a side, or at the vertex at which one
/// begins. Sides are counted within the area.
enum Exit {
    Side(usize),
    Vertex(usize),
}

impl StraightWay {
    fn between<G: Ground>(ground: &G, start: Vec2, goal: Vec2) -> Self {
        let lattice = ground.mesh().lattice();
        let is_on_lattice = G::IS_LATTICE && lattice.is_some_and(|lattice| lattice.contains(goal));
        Self { line: DirectedLine::through(start, goal), goal, is_on_lattice }
    }

    /// On which side of the line a vertex lies.
    #[inline]
    fn side_of(&self, vertex: Vec2) -> Orientation {
        if self.is_on_lattice {
            self.line.side_of_on_lattice(vertex)
        } else {
            self.line.side_of(vertex)
        }
    }

    /// On which side of a border the start or the goal lies.
    #[inline]
    fn turn(&self, [from, to]: [Vec2; 2], end: Vec2) -> Orientation {
        if self.is_on_lattice {
            orient2d_on_lattice(from, to, end)
        } else {
            orient2d(from, to, end)
        }
    }

    /// Where the line leaves an area that it touches: where the outline changes from
    /// the right of it to its left. Nothing if start and goal are one. It is looked
    /// for from some side on.
    fn exit(&self, sides: &[Side], first: usize) -> Option<Exit> {
        use Orientation::{Clockwise, Collinear, CounterClockwise};
        let mut at = first;
        let mut begin = self.side_of(sides[at].start());
        for _ in sides {
            let next = after(at, sides);
            let end = self.side_of(sides[next].start());
            match (begin, end) {
                (Clockwise, CounterClockwise) => return Some(Exit::Side(at)),
                (Clockwise, Collinear) => return Some(Exit::Vertex(next)),
                (Collinear, CounterClockwise) => return Some(Exit::Vertex(at)),
                _ => {}
            }
            (at, begin) = (next, end);
        }
        None
    }

    /// Whether the line goes on inside an area, or along its border, from a vertex on
    /// it; given the vertices of the area before and after that one.
    fn goes_on_between(&self, [before, after]: [Vec2; 2]) -> bool {
        !self.side_of(after).is_left() && !self.side_of(before).is_right()
    }

    /// Whether a vertex on the line lies strictly between start and goal. Exact: along
    /// a line, either coordinate tells unless it never changes.
    fn passes(&self, vertex: Vec2) -> bool {
        let lies_between =
            |from: f32, at: f32, to: f32| (from < at && at < to) || (from > at && at > to);
        let start = self.line.a();
        lies_between(start.x, vertex.x, self.goal.x) || lies_between(start.y, vertex.y, self.goal.y)
    }
}

/// The side that follows another one of an area.
#[inline]
const fn after(side: usize, sides: &[Side]) -> usize {
    if side + 1 == sides.len() { 0 } else { side + 1 }
}

/// A side of an area, counted within it: where to go on.
struct Entry {
    area: AreaId,
    side: usize,
}

impl<G: Ground, A: Aim> Search<'_, G, A> {
    /// Looks from the start, a point of some areas, straight at the goal. If it is
    /// seen, that is noted, and no other way is shorter.
    ///
    /// May give up at the end of a wall of no width, and where ground winds around a
    /// vertex: the search will find the way. O(corners of the areas on the way).
    pub(super) fn sees_goal(&mut self, start: Vec2, areas: &[AreaId]) -> bool {
        let Some(goal) = self.aim.goal() else { return false };
        let way = StraightWay::between(self.ground, start, goal);
        areas.iter().any(|&area| self.arrives(&way, area))
    }

    /// Follows a way that begins in an area, and notes if it arrives.
    fn arrives(&mut self, way: &StraightWay, first: AreaId) -> bool {
        let last = self.follow(way, first);
        if let Some(area) = last {
            let (root, item) = (&self.memory.roots[0], self.current);
            self.aim.look_into(&Sight { id: 0, root, item, area, rays: None });
        } else {
            self.memory.steps.clear();
            self.current = NO_ITEM;
        }
        last.is_some()
    }

    /// The area that a way ends in; nothing if it does not arrive.
    fn follow(&mut self, way: &StraightWay, first: AreaId) -> Option<AreaId> {
        let mut entry = Entry { area: first, side: 0 };
        while !self.aim.is_goal_in(entry.area) {
            let (base, sides) = self.ground.mesh().ring(entry.area);
            #[expect(clippy::cast_possible_truncation, reason = "sides are counted in u32")]
            let id = |side: usize| SideId(base.0 + side as u32);
            let (item, next) = match way.exit(sides, entry.side)? {
                Exit::Side(at) => {
                    let end = after(at, sides);
                    let border = [at, end].map(|side| sides[side].start());
                    // The area across a border that the start lies on holds it too.
                    let begins_here = entry.area == first;
                    if begins_here && !way.turn(border, way.line.a()).is_left()
                        || !way.turn(border, way.goal).is_right()
                    {
                        return None;
                    }
                    let twin = self.twin_across(&sides[at])?;
                    let [right, left] = [at, end].map(|side| Limit::through_start_of(id(side)));
                    (Item::Border { root: 0, side: twin, right, left }, self.entry_through(twin))
                }
                Exit::Vertex(at) if way.passes(sides[at].start()) => {
                    let corner = id(at);
                    [Turn::Left, Turn::Right].into_iter().find_map(|turn| {
                        let area = self.area_ahead(way, corner, turn)?;
                        Some((Item::Corner { root: 0, corner, turn }, Entry { area, side: 0 }))
                    })?
                }
                Exit::Vertex(_) => return None,
            };
            self.current = self.memory.add(item, self.current);
            entry = next;
        }
        Some(entry.area)
    }

    /// The open border that a side is, as a side of the area across.
    #[inline]
    fn twin_across(&self, side: &Side) -> Option<SideId> {
        side.twin().filter(|_| self.ground.is_open(side))
    }

    /// Behind a side of an area that a way enters through it, on its right.
    #[inline]
    fn entry_through(&self, side: SideId) -> Entry {
        let mesh = self.ground.mesh();
        let area = mesh.area_of(side);
        let (base, sides) = mesh.ring(area);
        Entry { area, side: after((side.0 - base.0) as usize, sides) }
    }

    /// The area that a way goes on in from a vertex that it passes, if that is found
    /// going around it in the direction of a turn. A side of the area begins there
    /// that the way comes from.
    fn area_ahead(&self, way: &StraightWay, vertex: SideId, turn: Turn) -> Option<AreaId> {
        let mesh = self.ground.mesh();
        if mesh.fan(mesh.side(vertex).fan()).is_winding() {
            return None;
        }
        let mut at = vertex;
        loop {
            let [before, after] = [mesh.previous_side(at), mesh.next_side(at)];
            if way.goes_on_between([before, after].map(|side| mesh.side(side).start())) {
                return Some(mesh.area_of(at));
            }
            let border = if turn == Turn::Left { before } else { at };
            let twin = self.twin_across(mesh.side(border))?;
            at = if turn == Turn::Left { twin } else { mesh.next_side(twin) };
            if at == vertex {
                return None;
            }
        }
    }
}
