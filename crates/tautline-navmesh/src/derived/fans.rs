//! Describing fans.

use tautline_geometry::{Orientation, Vec2, orient2d};

use crate::fan::{Fan, Turn};
use crate::side::Side;
use crate::{AreaId, FanId, SideId, VertexId};

/// The fans of a mesh.
pub(crate) struct Fans {
    pub(crate) fans: Vec<Fan>,
    /// A fan whose sides do not hang together, if there is one: it has no
    /// sides, or those of several fans.
    pub(crate) torn: Option<FanId>,
    /// Of [`Outlines`](super::Outlines).
    passes: Vec<u32>,
}

/// No side: the fan has no wall, or none has been found yet.
const NO_SIDE: SideId = SideId(u32::MAX);

impl Fans {
    /// Describes the fans at the given places and vertices, and tells the sides
    /// which of them are corners.
    ///
    /// Twins must be mutual, and every side must name a fan, the same one as
    /// the side that follows it around the vertex. `passes` are those of
    /// [`Outlines`](super::Outlines). O(n).
    pub(crate) fn describe(
        sides: &mut [Side],
        first_sides: &[u32],
        places: &[Vec2],
        vertices: &[VertexId],
        passes: Vec<u32>,
    ) -> Self {
        let unknown = |(&vertex, &place)| Fan {
            vertex,
            first: NO_SIDE,
            last: NO_SIDE,
            walls: [place; 2],
            turn: Turn::Closed,
        };
        let mut fans =
            Self { fans: vertices.iter().zip(places).map(unknown).collect(), torn: None, passes };
        let around = Around { sides, first_sides };
        let walls = fans.find_walls(&around);
        if walls < fans.fans.len() {
            fans.find_first_sides(sides);
        }
        fans.find_turns(&around, places);
        let is_corner: Vec<bool> = fans.fans.iter().map(Fan::is_corner).collect();
        for side in sides {
            let fan = side.fan();
            side.set_fan(fan, is_corner[fan.index()]);
        }
        fans
    }

    /// Finds the walls at both ends of every fan that is not closed. Gives the
    /// number of walls.
    fn find_walls(&mut self, around: &Around<'_>) -> usize {
        // Every second side is a wall, in no order that a processor could guess:
        // listing them first, without a branch, takes half the time.
        let mut walls = vec![NO_SIDE; around.sides.len()];
        let mut count = 0;
        for (id, side) in (0..).zip(around.sides) {
            walls[count] = SideId(id);
            count += usize::from(side.twin().is_none());
        }
        for &id in &walls[..count] {
            let side = &around.sides[id.index()];
            let next_id = around.after_in(id, side.area());
            let next = &around.sides[next_id.index()];
            let here = &mut self.fans[side.fan().index()];
            if here.first != NO_SIDE {
                self.torn = Some(side.fan());
            }
            here.first = id;
            here.walls[0] = next.start();
            let there = &mut self.fans[next.fan().index()];
            there.last = next_id;
            there.walls[1] = side.start();
        }
        count
    }

    /// Lets every closed fan begin at its lowest side.
    fn find_first_sides(&mut self, sides: &[Side]) {
        for (id, side) in (0..).zip(sides) {
            let fan = &mut self.fans[side.fan().index()];
            if fan.first == NO_SIDE {
                fan.first = SideId(id);
            }
        }
    }

    fn find_turns(&mut self, around: &Around<'_>, places: &[Vec2]) {
        let described = self.fans.iter_mut().zip(&self.passes).zip(places);
        for (index, ((fan, &passes), &place)) in described.enumerate() {
            let is_empty = fan.first == NO_SIDE;
            let is_closed = fan.last == NO_SIDE;
            if is_closed && !is_empty {
                fan.last = around.clockwise(fan.first).unwrap_or(fan.first);
                if passes > 1 {
                    fan.turn = Turn::Winding;
                }
            } else if !is_closed {
                fan.turn = Turn::between(place, fan.walls, passes);
            }
            // The sides of a further fan would add a full turn or more; so only
            // those few fans that turn so far are walked.
            let is_far = if is_closed { passes != 1 } else { fan.turn == Turn::Winding };
            if is_empty || (is_far && around.passes(fan.first) != passes) {
                self.torn = Some(FanId::from_index(index));
            }
        }
    }
}

/// Whether directions are counted from straight down counter-clockwise, and this
/// one comes in the second half: to the left, or straight down itself. Exact.
///
/// The area at a corner takes half a turn at most. So it reaches past straight
/// down exactly if the sides before and after the corner both descend.
pub(crate) fn descends(from: Vec2, to: Vec2) -> bool {
    // Without short cuts: there is nothing to guess.
    (to.x < from.x) | ((to.x <= from.x) & (to.y < from.y))
}

impl Turn {
    /// The turn from one wall to another, counter-clockwise, that passes
    /// straight down some times.
    pub(crate) fn between(vertex: Vec2, [from, to]: [Vec2; 2], passes: u32) -> Self {
        let orientation = orient2d(vertex, from, to);
        let [from_descends, to_descends] = [from, to].map(|wall| descends(vertex, wall));
        let in_one_half = from_descends == to_descends;
        // Looked up, not decided: there is nothing that a processor could guess.
        let up_to_a_full_turn = match orientation {
            Orientation::Clockwise => [Self::Corner, Self::Corner],
            Orientation::Collinear => [Self::Half, Self::Corner],
            Orientation::CounterClockwise => [Self::Half, Self::Half],
        };
        let comes_later = (!from_descends & to_descends) | (in_one_half & (orientation.is_left()));
        let is_winding = (passes > 1) | ((passes == 1) & comes_later);
        if is_winding { Self::Winding } else { up_to_a_full_turn[usize::from(in_one_half)] }
    }
}

/// Going around vertices.
pub(crate) struct Around<'a> {
    pub(crate) sides: &'a [Side],
    pub(crate) first_sides: &'a [u32],
}

impl Around<'_> {
    pub(crate) fn after(&self, side: SideId) -> SideId {
        self.after_in(side, self.sides[side.index()].area())
    }

    /// The side that follows a side of an area.
    #[inline]
    pub(crate) fn after_in(&self, side: SideId, area: AreaId) -> SideId {
        let (first, end) = (self.first_sides[area.index()], self.first_sides[area.index() + 1]);
        SideId(if side.0 + 1 == end { first } else { side.0 + 1 })
    }

    pub(crate) fn before(&self, side: SideId) -> SideId {
        let area = self.sides[side.index()].area().index();
        let is_first = side.0 == self.first_sides[area];
        SideId(if is_first { self.first_sides[area + 1] } else { side.0 } - 1)
    }

    /// The side that begins the area clockwise, across this side.
    pub(crate) fn clockwise(&self, corner: SideId) -> Option<SideId> {
        self.sides[corner.index()].twin().map(|twin| self.after(twin))
    }

    /// The side that begins the area counter-clockwise, across the side before
    /// this one.
    pub(crate) fn counter_clockwise(&self, corner: SideId) -> Option<SideId> {
        self.sides[self.before(corner).index()].twin()
    }

    /// How often the sides that hang together with the first one of a fan pass
    /// straight down.
    fn passes(&self, first: SideId) -> u32 {
        let start = |side: SideId| self.sides[side.index()].start();
        let passes_at = |corner: SideId| {
            let vertex = start(corner);
            descends(start(self.before(corner)), vertex)
                && descends(vertex, start(self.after(corner)))
        };
        let next = |&corner: &SideId| self.counter_clockwise(corner).filter(|&next| next != first);
        std::iter::successors(Some(first), next).map(|corner| u32::from(passes_at(corner))).sum()
    }
}
