//! Describing fans.

use std::hint::select_unpredictable;

use tautline_geometry::{Lattice, Orientation, Vec2, orient2d, orient2d_on_lattice};

use super::Columns;
use super::around::descends;
use crate::fan::{Fan, Turn};
use crate::half_edge::HalfEdge;
use crate::{FanId, HalfEdgeId, VertexId};

/// The sides that tell from where to where each fan reaches.
pub(crate) struct Spokes(Vec<Spoke>);

#[derive(Clone, Copy)]
struct Spoke {
    /// The wall that begins here; if there is none, [`Self::IS_CLOSED`] and the lowest
    /// side that does.
    first: u32,
    /// The fan at which that wall ends.
    far_end: u32,
    /// The wall that ends here.
    last_wall: u32,
}

impl Spoke {
    /// Set in `first`. Meshes have fewer sides.
    const IS_CLOSED: u32 = 1 << 31;
    /// Of a fan without sides.
    const BARE: Self = Self { first: u32::MAX, far_end: 0, last_wall: 0 };

    const fn is_bare(&self) -> bool {
        self.first == Self::BARE.first
    }

    const fn is_open(&self) -> bool {
        self.first & Self::IS_CLOSED == 0
    }

    const fn first_half_edge(&self) -> HalfEdgeId {
        HalfEdgeId(self.first & !Self::IS_CLOSED)
    }
}

impl Spokes {
    /// Finds them among all sides, given the fans from and to which each leads and its
    /// twin. O(n).
    pub(crate) fn find(fan_count: usize, fans: &[u32], ends: &[u32], twins: &[u32]) -> Self {
        // A last one is told of walls where there are none: with walls among the
        // sides in no order, that is faster than to ask.
        let of_no_fan = fan_count;
        let mut spokes = vec![Spoke::BARE; fan_count + 1];
        for (((&fan, &end), &twin), edge) in fans.iter().zip(ends).zip(twins).zip(0..) {
            let is_wall = twin == HalfEdge::NO_TWIN;
            let begins = &mut spokes[fan as usize].first;
            *begins = (*begins).min(edge | if is_wall { 0 } else { Spoke::IS_CLOSED });
            spokes[if is_wall { fan as usize } else { of_no_fan }].far_end = end;
            spokes[if is_wall { end as usize } else { of_no_fan }].last_wall = edge;
        }
        spokes.pop();
        Self(spokes)
    }

    /// A fan at which a second wall begins, or one without sides, if there is one, given
    /// the fan and the twin of each side. O(n).
    pub(crate) fn torn(&self, fans: &[u32], twins: &[u32]) -> Option<FanId> {
        let Self(spokes) = self;
        let walls = twins.iter().filter(|&&twin| twin == HalfEdge::NO_TWIN).count();
        let open = spokes.iter().filter(|spoke| spoke.is_open()).count();
        if open == walls {
            return spokes.iter().position(Spoke::is_bare).map(FanId::from_index);
        }
        let mut is_met = vec![false; spokes.len()];
        let mut walls = fans.iter().zip(twins).filter(|&(_, &twin)| twin == HalfEdge::NO_TWIN);
        let second = walls.find(|&(&fan, _)| std::mem::replace(&mut is_met[fan as usize], true));
        second.map(|(&fan, _)| FanId(fan))
    }

    /// Describes all fans, none of which is torn, given the vertex of each and through
    /// how many of its areas straight down runs.
    ///
    /// Twins must be mutual, and every side must name a fan, the same one as
    /// the side that follows it around the vertex: then as many walls end at a fan as
    /// begin there. `lattice` holds all places. O(n).
    pub(crate) fn describe(
        self,
        columns: &Columns<'_>,
        vertices: &[u32],
        passes: &[u32],
        lattice: Option<Lattice>,
    ) -> Vec<Fan> {
        if lattice.is_some() {
            self.describe_by(orient2d_on_lattice, columns, vertices, passes)
        } else {
            self.describe_by(orient2d, columns, vertices, passes)
        }
    }

    fn describe_by(
        self,
        turn_of: impl Fn(Vec2, Vec2, Vec2) -> Orientation,
        columns: &Columns<'_>,
        vertices: &[u32],
        passes: &[u32],
    ) -> Vec<Fan> {
        let Self(spokes) = self;
        let known = spokes.iter().zip(columns.places).zip(vertices.iter().zip(passes));
        let fans = known.map(|((spoke, &place), (&vertex, &passes))| {
            let (vertex, first) = (VertexId(vertex), spoke.first_half_edge());
            if spoke.is_open() {
                let last_wall = HalfEdgeId(spoke.last_wall);
                let far_ends = [spoke.far_end, columns.fans[last_wall.index()]];
                let walls = far_ends.map(|fan| columns.places[fan as usize]);
                let turn = Turn::between(&turn_of, place, walls, passes);
                Fan { vertex, first, last: columns.after(last_wall), walls, turn }
            } else {
                let last = columns.clockwise(first).unwrap_or(first);
                let turn = if passes > 1 { Turn::Winding } else { Turn::Closed };
                Fan { vertex, first, last, walls: [place; 2], turn }
            }
        });
        fans.collect()
    }
}

/// A fan whose sides do not all hang together although it is not torn, if there is
/// one, given how far all reach. O(n).
///
/// The sides of a further fan without walls add a full turn or more; so only those few
/// fans that turn so far are walked.
pub(crate) fn glued_fan(
    columns: &Columns<'_>,
    fans: &[Fan],
    turns: &[Turn],
    passes: &[u32],
) -> Option<FanId> {
    let is_glued =
        |fan: usize| turns[fan] == Turn::Winding && columns.passes(fans[fan].first) != passes[fan];
    (0..turns.len()).find(|&fan| is_glued(fan)).map(FanId::from_index)
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
        let up_to_a_full_turn = select_unpredictable(is_half, Self::Half, Self::Corner);
        select_unpredictable(is_winding, Self::Winding, up_to_a_full_turn)
    }
}
