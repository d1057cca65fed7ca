//! Describing fans.

use tautline_geometry::{Lattice, Orientation, Vec2, orient2d, orient2d_on_lattice};

use super::Columns;
use super::around::{Around, descends};
use crate::fan::{Fan, Turn};
use crate::side::Side;
use crate::{FanId, SideId, VertexId};

/// The fans of a mesh.
pub(crate) struct Fans {
    pub(crate) fans: Vec<Fan>,
    /// A fan whose sides do not hang together, if there is one: it has no
    /// sides, or those of several fans.
    pub(crate) torn: Option<FanId>,
}

/// What the areas at a fan say about it, in any order. As large as the fan, which
/// takes its place in memory.
#[derive(Clone, Copy)]
pub(crate) struct Spokes {
    vertex: VertexId,
    /// The wall that begins here; if there is none, [`Self::IS_CLOSED`] and the
    /// lowest side.
    first: u32,
    /// The side that begins at the end of a wall.
    last: SideId,
    /// The far ends of the two walls.
    walls: [Vec2; 2],
    /// Through how many areas straight down runs: see [`descends`].
    passes: u32,
}

impl Spokes {
    /// Set in `first`. Meshes have fewer sides.
    const IS_CLOSED: u32 = 1 << 31;

    /// Of a fan at some vertex.
    pub(crate) const fn at(vertex: VertexId) -> Self {
        let (last, walls) = (SideId(0), [Vec2::ZERO; 2]);
        Self { vertex, first: u32::MAX, last, walls, passes: 0 }
    }

    /// Adds the area of a side that begins here.
    #[inline]
    pub(crate) fn add(&mut self, side: u32, is_wall: bool, passes: bool) {
        self.first = self.first.min(if is_wall { side } else { side | Self::IS_CLOSED });
        self.passes += u32::from(passes);
    }

    /// Notes where the wall ends that begins here.
    #[inline]
    pub(crate) const fn begin_at_wall(&mut self, far_end: Vec2) {
        self.walls[0] = far_end;
    }

    /// Notes where the wall begins that ends here, and the side that follows it.
    #[inline]
    pub(crate) const fn end_at_wall(&mut self, side: u32, far_end: Vec2) {
        self.last = SideId(side);
        self.walls[1] = far_end;
    }

    const fn is_empty(&self) -> bool {
        self.first == u32::MAX
    }

    const fn is_closed(&self) -> bool {
        self.first & Self::IS_CLOSED != 0
    }

    const fn first_side(&self) -> SideId {
        SideId(self.first & !Self::IS_CLOSED)
    }
}

impl Fans {
    /// Describes all fans.
    ///
    /// Twins must be mutual, and every side must name a fan, the same one as
    /// the side that follows it around the vertex. `spokes` are those of
    /// [`Outlines`](super::Outlines), and `lattice` holds all places. O(n).
    pub(crate) fn describe(
        columns: &Columns<'_>,
        spokes: Vec<Spokes>,
        lattice: Option<Lattice>,
    ) -> Self {
        let turn_of = if lattice.is_some() { orient2d_on_lattice } else { orient2d };
        let around = Around { sides: columns, first_sides: columns.first_sides };
        let (mut open, mut torn) = (0, None);
        let known = spokes.into_iter().zip(columns.places).zip(0..);
        let fans = known.map(|((spokes, &place), fan)| {
            let Spokes { vertex, last, walls, passes, .. } = spokes;
            let first = spokes.first_side();
            let described = if !spokes.is_closed() {
                open += 1;
                let turn = Turn::between(turn_of, place, walls, passes);
                Fan { vertex, first, last, walls, turn }
            } else if spokes.is_empty() {
                torn = Some(FanId(fan));
                Fan { vertex, first, last, walls, turn: Turn::Closed }
            } else {
                let last = around.clockwise(first).unwrap_or(first);
                let turn = if passes > 1 { Turn::Winding } else { Turn::Closed };
                Fan { vertex, first, last, walls: [place; 2], turn }
            };
            // The sides of a further fan without walls would add a full turn or
            // more; so only those few fans that turn so far are walked.
            if described.turn == Turn::Winding && around.passes(first) != passes {
                torn = Some(FanId(fan));
            }
            described
        });
        let fans = fans.collect();
        let walls = columns.twins.iter().filter(|&&twin| twin == Side::NO_TWIN).count();
        // Each fan that is not closed has a wall, and must have no second one.
        if open != walls {
            torn = columns.fan_of_two_walls();
        }
        Self { fans, torn }
    }
}

impl Turn {
    /// The turn from one wall to another, counter-clockwise, that passes
    /// straight down some times; `orient2d` is exact for its points.
    pub(crate) fn between(
        orient2d: impl Fn(Vec2, Vec2, Vec2) -> Orientation,
        vertex: Vec2,
        [from, to]: [Vec2; 2],
        passes: u32,
    ) -> Self {
        let orientation = orient2d(vertex, from, to);
        let [from_descends, to_descends] = [from, to].map(|wall| descends(vertex, wall));
        let in_one_half = from_descends == to_descends;
        // Without short cuts: there is nothing that a processor could guess.
        let is_half = orientation.is_left() | (orientation.is_collinear() & !in_one_half);
        let comes_later = (!from_descends & to_descends) | (in_one_half & (orientation.is_left()));
        let is_winding = (passes > 1) | ((passes == 1) & comes_later);
        let up_to_a_full_turn = if is_half { Self::Half } else { Self::Corner };
        if is_winding { Self::Winding } else { up_to_a_full_turn }
    }
}
