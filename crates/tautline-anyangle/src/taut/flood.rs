//! What is seen from a corner, area by area.

use tautline_geometry::{DirectedLine, Orientation, Vec2};
use tautline_navmesh::{AreaId, FanId, HalfEdge, HalfEdgeId, NavMesh};

use super::corners::{Corner, Corners, Node, Wedge};
use super::signs::Signs;
use crate::ring::Ring;
use crate::sweep::{Chain, SweepVisitor, sweep};

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

/// A ray that bounds what is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    line: DirectedLine,
    limit: Limit,
}

/// The part of a border through which an area is seen, as a side of that area.
#[derive(Clone, Copy, Debug)]
struct Window {
    edge: HalfEdgeId,
    /// The rays on the right and on the left.
    bounds: [Bound; 2],
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
        let start = |edge: HalfEdgeId| mesh.half_edge(edge).start();
        let fan = mesh.fan(corner.fan);
        let mut at =
            if wedge == Wedge::First { fan.first_half_edge() } else { fan.last_half_edge() };
        loop {
            // The outer one of the two sides that the area has here, against the
            // outer end of the wedge.
            let position = match wedge {
                Wedge::First => {
                    let outer = start(mesh.previous_half_edge(at));
                    self.signs.turn(corner.point, corner.walls[1], outer)
                }
                Wedge::Last => {
                    let outer = start(mesh.next_half_edge(at));
                    self.signs.turn(corner.point, corner.walls[0], outer).reversed()
                }
            };
            self.look_from_corner(corner, at, position.is_right().then_some(wedge));
            if !position.is_left() {
                return;
            }
            let next = match wedge {
                Wedge::First => mesh.twin(mesh.previous_half_edge(at)),
                Wedge::Last => mesh.twin(at).map(|twin| mesh.next_half_edge(twin)),
            };
            let Some(next) = next else { return };
            at = next;
        }
    }

    /// Looks into an area at the corner; all of it, or up to the outer end of a
    /// wedge.
    fn look_from_corner(&mut self, corner: &Corner, at: HalfEdgeId, cut: Option<Wedge>) {
        let chain = Chain::opposite_vertex(self.mesh, at);
        let bound = |wall: usize, is_cut: bool| {
            if !is_cut {
                return self.end_at(&chain.ring, chain.ends[wall]);
            }
            let line = DirectedLine::through(corner.walls[wall], corner.point);
            Bound { line, limit: Limit::Reflected }
        };
        let bounds = [bound(0, cut == Some(Wedge::Last)), bound(1, cut == Some(Wedge::First))];
        self.look_at(&chain, self.mesh.area_of(at), bounds);
    }

    fn look_through(&mut self, window: &Window) {
        let Window { edge, bounds } = *window;
        self.look_at(&Chain::behind_side(self.mesh, edge), self.mesh.area_of(edge), bounds);
    }

    /// Notes the corners of a chain that lie between two rays or on them, and
    /// the windows that are left of its borders.
    fn look_at(&mut self, chain: &Chain<'_>, area: AreaId, bounds: [Bound; 2]) {
        let cuts = sweep(chain, &bounds.map(|bound| bound.line), bounds, self);
        self.witness.enter(View { area, limits: bounds.map(|bound| bound.limit), cuts });
    }
}

impl<W: Witness> SweepVisitor for Flood<'_, W> {
    type End = Bound;

    #[inline(always)]
    fn side_of(&self, ray: &DirectedLine, vertex: Vec2) -> Orientation {
        self.signs.side_of(ray, vertex)
    }

    #[inline(always)]
    fn is_live(&mut self, edge: &HalfEdge) -> bool {
        edge.twin().is_some()
    }

    #[inline(always)]
    fn end_at(&self, ring: &Ring<'_>, vertex: usize) -> Bound {
        let line = DirectedLine::through(self.point, ring.vertex(vertex));
        Bound { line, limit: Limit::Through(ring.half_edge(vertex).fan()) }
    }

    /// Notes the corner at a vertex, if it is one that a path from here may wrap.
    #[inline(always)]
    fn see_vertex(&mut self, ring: &Ring<'_>, vertex: usize, _: [bool; 2]) {
        let edge = ring.half_edge(vertex);
        if !edge.begins_at_corner() || self.fan == edge.fan() {
            return;
        }
        let number = self.corners.of_fan(edge.fan());
        let there = self.corners.get(number);
        let wedges = there.wedges_of(self.mesh, self.signs, self.point, ring.id(vertex));
        for (wedge, is_in) in Wedge::BOTH.into_iter().zip(wedges) {
            if is_in {
                self.witness.see(Node::new(number, wedge));
            }
        }
    }

    #[inline(always)]
    fn see_window(&mut self, ring: &Ring<'_>, edge: usize, bounds: [Bound; 2]) {
        let Some(edge) = ring.half_edge(edge).twin() else { return };
        self.scratch.stack.push(Window { edge, bounds });
    }
}
