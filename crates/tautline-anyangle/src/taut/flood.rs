//! What is seen from a corner, area by area.

use tautline_geometry::{DirectedLine, Vec2};
use tautline_navmesh::{AreaId, FanId, NavMesh, Side, SideId};

use super::corners::{Corner, Corners, Node, Wedge};
use super::signs::Signs;

/// What is seen of an area through the border by which it is looked into: what lies
/// between two rays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) area: AreaId,
    /// The rays on the right and on the left.
    pub(crate) limits: [Limit; 2],
    /// Whether the area reaches beyond them.
    pub(crate) cuts: [bool; 2],
}

/// What a ray that bounds a view leads through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// A vertex, by one of its fans.
    Through(FanId),
    /// The corner that is looked from, away from the far end of a wall: for the first
    /// wedge, on the left, from the last wall; for the last wedge, on the right, from
    /// the first.
    Reflected,
}

/// Who is told what a flood meets.
pub(crate) trait Witness {
    /// An area is looked into; maybe not for the first time.
    fn enter(&mut self, _view: View) {}

    /// A corner is seen from one of its wedges.
    fn see(&mut self, arrival: Node);
}

/// A ray from where is looked from.
#[derive(Clone, Copy, Debug)]
struct Ray {
    line: DirectedLine,
    limit: Limit,
}

/// The part of a border through which an area is seen, as a side of that area.
#[derive(Clone, Copy, Debug)]
struct Window {
    side: SideId,
    right: Ray,
    left: Ray,
}

/// Successive sides of an area, counter-clockwise, from right to left as seen
/// from there. Each stands for the vertex at which it begins as well.
#[derive(Clone, Copy)]
struct Chain<'a> {
    sides: &'a [Side],
    base: u32,
    first: usize,
    end: usize,
}

impl<'a> Chain<'a> {
    /// The sides of the area of a side that do not touch its start, or those
    /// that are not the side itself.
    fn beyond(mesh: &'a NavMesh, side: SideId, at_corner: bool) -> Self {
        let (base, sides) = mesh.ring(mesh.side(side).area());
        let chain = Self { sides, base: base.0, first: 0, end: 0 };
        let side = (side.0 - base.0) as usize;
        let end = if at_corner { chain.before(side) } else { side };
        Self { first: chain.next(side), end, ..chain }
    }

    fn next(&self, side: usize) -> usize {
        if side + 1 == self.sides.len() { 0 } else { side + 1 }
    }

    fn before(&self, side: usize) -> usize {
        if side == 0 { self.sides.len() - 1 } else { side - 1 }
    }

    fn vertex(&self, side: usize) -> Vec2 {
        self.sides[side].start()
    }

    #[expect(clippy::cast_possible_truncation, reason = "sides are counted in u32")]
    fn id(&self, side: usize) -> SideId {
        SideId(self.base + side as u32)
    }
}

/// The memory of floods.
#[derive(Clone, Debug, Default)]
pub(crate) struct FloodScratch {
    stack: Vec<Window>,
}

/// Floods a mesh with what is seen from one place.
pub(crate) struct Flood<'a, W> {
    mesh: &'a NavMesh,
    corners: &'a Corners,
    signs: Signs,
    point: Vec2,
    /// The fan of the corner that is looked from.
    fan: FanId,
    scratch: &'a mut FloodScratch,
    witness: &'a mut W,
}

impl<'a, W: Witness> Flood<'a, W> {
    /// Looks from a corner into one of its wedges.
    pub(crate) fn look_into(
        node: Node,
        (mesh, corners): (&'a NavMesh, &'a Corners),
        scratch: &'a mut FloodScratch,
        witness: &'a mut W,
    ) {
        let signs = Signs::of_vertices(mesh);
        let corner = corners.get(node.corner());
        let (point, fan) = (corner.point, corner.fan);
        let mut flood = Self { mesh, corners, signs, point, fan, scratch, witness };
        flood.look_around(corner, node.wedge());
        flood.look_on();
    }

    fn look_on(&mut self) {
        while let Some(window) = self.scratch.stack.pop() {
            self.look_through(&window);
        }
    }

    /// Looks into the areas at the corner that lie in a wedge, from the wall
    /// outwards.
    fn look_around(&mut self, corner: &Corner, wedge: Wedge) {
        let mesh = self.mesh;
        let start = |side: SideId| mesh.side(side).start();
        let fan = mesh.fan(corner.fan);
        let mut at = if wedge == Wedge::First { fan.first_side() } else { fan.last_side() };
        loop {
            // The outer one of the two sides that the area has here, against the
            // outer end of the wedge.
            let position = match wedge {
                Wedge::First => {
                    let outer = start(mesh.previous_side(at));
                    self.signs.turn(corner.point, corner.walls[1], outer)
                }
                Wedge::Last => {
                    let outer = start(mesh.next_side(at));
                    self.signs.turn(corner.point, corner.walls[0], outer).reversed()
                }
            };
            self.look_from_corner(corner, at, position.is_right().then_some(wedge));
            if !position.is_left() {
                return;
            }
            let next = match wedge {
                Wedge::First => mesh.twin(mesh.previous_side(at)),
                Wedge::Last => mesh.twin(at).map(|twin| mesh.next_side(twin)),
            };
            let Some(next) = next else { return };
            at = next;
        }
    }

    /// Looks into an area at the corner; all of it, or up to the outer end of a
    /// wedge.
    fn look_from_corner(&mut self, corner: &Corner, at: SideId, cut: Option<Wedge>) {
        let chain = Chain::beyond(self.mesh, at, true);
        let reflected = |wall: usize| Ray {
            line: DirectedLine::through(corner.walls[wall], corner.point),
            limit: Limit::Reflected,
        };
        let right = (cut == Some(Wedge::Last)).then(|| reflected(0));
        let left = (cut == Some(Wedge::First)).then(|| reflected(1));
        let cuts = self.look_at(&chain, right, left);
        let limit = |ray: Option<Ray>, vertex: usize| {
            ray.map_or_else(|| Limit::Through(chain.sides[vertex].fan()), |ray| ray.limit)
        };
        let limits = [limit(right, chain.first), limit(left, chain.end)];
        let area = self.mesh.area_of(at);
        self.witness.enter(View { area, limits, cuts });
    }

    fn look_through(&mut self, window: &Window) {
        let Window { side, right, left } = *window;
        let chain = Chain::beyond(self.mesh, side, false);
        let cuts = self.look_at(&chain, Some(right), Some(left));
        let (area, limits) = (self.mesh.area_of(side), [right.limit, left.limit]);
        self.witness.enter(View { area, limits, cuts });
    }

    /// Notes the corners of a chain that lie between two rays or on them, and
    /// the windows that are left of its borders. Tells whether the chain reaches
    /// beyond the rays.
    ///
    /// From right to left: what lies right of the view; what lies on the right
    /// ray; what is seen; what lies on the left ray.
    fn look_at(&mut self, chain: &Chain<'a>, right: Option<Ray>, left: Option<Ray>) -> [bool; 2] {
        let mut cuts = [false; 2];
        let mut at = chain.first;
        let mut begins_at_vertex = true;
        match right {
            None => {
                self.note_corner(chain, at);
                at = chain.next(at);
            }
            Some(ray) => loop {
                let position = self.signs.side_of(&ray.line, chain.vertex(at));
                if position.is_left() {
                    break;
                }
                begins_at_vertex = position.is_collinear();
                if begins_at_vertex {
                    self.note_corner(chain, at);
                }
                cuts[0] |= position.is_right();
                if at == chain.end {
                    // Nothing lies left of the ray, which has no width then.
                    return cuts;
                }
                at = chain.next(at);
            },
        }
        let mut start = chain.before(at);
        let mut right = right.filter(|_| !begins_at_vertex);
        loop {
            let vertex = chain.vertex(at);
            let position = left.map(|ray| (ray, self.signs.side_of(&ray.line, vertex)));
            if let Some((ray, position)) = position
                && position.is_left()
            {
                self.push_window(chain, start, right, Some(ray));
                return [cuts[0], true];
            }
            self.note_corner(chain, at);
            self.push_window(chain, start, right, None);
            if at == chain.end {
                return cuts;
            }
            start = at;
            right = None;
            at = chain.next(at);
            if let Some((ray, position)) = position
                && position.is_collinear()
            {
                return [cuts[0], self.note_corners_on(&ray, chain, at)];
            }
        }
    }

    /// Notes the further corners on the left ray; tells whether anything lies
    /// left of it.
    fn note_corners_on(&mut self, ray: &Ray, chain: &Chain<'a>, from: usize) -> bool {
        let mut at = from;
        loop {
            if !self.signs.side_of(&ray.line, chain.vertex(at)).is_collinear() {
                return true;
            }
            self.note_corner(chain, at);
            if at == chain.end {
                return false;
            }
            at = chain.next(at);
        }
    }

    /// Notes what is seen through a border, from a ray on its right or from its
    /// right end, to a ray on its left or to its left end.
    fn push_window(&mut self, chain: &Chain<'a>, at: usize, right: Option<Ray>, left: Option<Ray>) {
        let Some(twin) = chain.sides[at].twin() else { return };
        let ends = [at, chain.next(at)];
        let point = self.point;
        if right.is_none() && left.is_none() {
            let [right, left] = ends.map(|vertex| chain.vertex(vertex));
            if !self.signs.turn(point, right, left).is_left() {
                // Seen edge-on.
                return;
            }
        }
        let through = |vertex: usize| Ray {
            line: DirectedLine::through(point, chain.vertex(vertex)),
            limit: Limit::Through(chain.sides[vertex].fan()),
        };
        let right = right.unwrap_or_else(|| through(ends[0]));
        let left = left.unwrap_or_else(|| through(ends[1]));
        self.scratch.stack.push(Window { side: twin, right, left });
    }

    /// Notes the corner at a vertex, if it is one that a path from here may wrap.
    fn note_corner(&mut self, chain: &Chain<'a>, at: usize) {
        let side = &chain.sides[at];
        if !side.begins_at_corner() {
            return;
        }
        if self.fan == side.fan() {
            return;
        }
        let number = self.corners.of_fan(side.fan());
        let there = self.corners.get(number);
        let wedges = there.wedges_of(self.mesh, self.signs, self.point, chain.id(at));
        for (wedge, is_in) in Wedge::BOTH.into_iter().zip(wedges) {
            if is_in {
                self.witness.see(Node::new(number, wedge));
            }
        }
    }
}
