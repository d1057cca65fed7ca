//! The areas and corners that a corner sees through one of its wedges, or that a point sees all around.

use tautline_anyangle::internal::{Chain, FaceLoop, SweepVisitor, sweep};
use tautline_geometry::{DirectedLine, Vec2, orient2d};
use tautline_navmesh::{AreaId, FanId, HalfEdgeId, NavMesh};

use super::corners::{Corner, Corners, TautNode, Wedge};

/// The *visibility cone* of a corner in an area, through the border by which it looks in:
/// what lies between two rays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AreaView {
    pub(crate) area: AreaId,
    /// The rays on the right and on the left.
    pub(crate) limits: [ConeLimit; 2],
    /// True if the area extends beyond them.
    pub(crate) cuts: [bool; 2],
}

/// A ray that bounds a visibility cone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConeLimit {
    /// Through a vertex, named by one of its fans.
    Through(FanId),
    /// Away from the far end of a wall of the corner: the reflection of that wall. In the first wedge,
    /// it is the left bound, and the wall is the last one; in the last wedge, it is the right bound,
    /// and the wall is the first one.
    Reflected,
}

/// A visitor of what a corner sees.
pub(crate) trait VisibilityVisitor {
    /// Visits an area, once for each border through which it is visible.
    fn visit_area(&mut self, view: AreaView);

    /// Visits a corner that is seen from one of its wedges.
    fn visit_corner(&mut self, arrival: TautNode);
}

/// A ray that bounds what is visible.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundingRay {
    line: DirectedLine,
    limit: ConeLimit,
}

/// A window that is still to be looked through: the half-edge on the far side of the
/// border, and the rays that bound it.
#[derive(Clone, Copy, Debug)]
struct PendingWindow {
    edge: HalfEdgeId,
    /// The rays on the right and on the left.
    bounds: [BoundingRay; 2],
}

/// The memory of visibility sweeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct VisibilityScratch {
    stack: Vec<PendingWindow>,
}

/// The fan of a point that is not a corner.
const NO_FAN: FanId = FanId(u32::MAX);

/// The depth-first sweep over all that is visible from a corner or another point.
pub(crate) struct CornerVisibility<'a, W> {
    mesh: &'a NavMesh,
    corners: &'a Corners,
    point: Vec2,
    /// The fan of the corner; [`NO_FAN`] for another point.
    fan: FanId,
    scratch: &'a mut VisibilityScratch,
    visitor: &'a mut W,
}

impl<'a, W: VisibilityVisitor> CornerVisibility<'a, W> {
    /// Looks from a corner into one of its wedges.
    pub(crate) fn explore(
        node: TautNode,
        (mesh, corners): (&'a NavMesh, &'a Corners),
        scratch: &'a mut VisibilityScratch,
        visitor: &'a mut W,
    ) {
        let corner = corners.get(node.corner());
        let (point, fan) = (corner.point, corner.fan);
        let mut sweep_of_wedge = Self { mesh, corners, point, fan, scratch, visitor };
        sweep_of_wedge.sweep_around(corner, node.wedge());
        sweep_of_wedge.sweep_pending();
    }

    /// Looks all around from a point of the ground. `areas` are all areas that hold it.
    pub(crate) fn explore_around(
        (point, areas): (Vec2, &[AreaId]),
        (mesh, corners): (&'a NavMesh, &'a Corners),
        scratch: &'a mut VisibilityScratch,
        visitor: &'a mut W,
    ) {
        let mut sweep = Self { mesh, corners, point, fan: NO_FAN, scratch, visitor };
        for &area in areas {
            sweep.sweep_area_of_point(area);
        }
        sweep.sweep_pending();
    }

    /// Looks at all of an area that holds the point.
    fn sweep_area_of_point(&mut self, area: AreaId) {
        let face = FaceLoop::of_area(self.mesh, area);
        // No part of the area is hidden, so any two of its vertices stand for the limits.
        let limits = [ConeLimit::Through(face.half_edge(0).fan()); 2];
        self.visitor.visit_area(AreaView { area, limits, cuts: [false; 2] });
        for vertex in 0..face.len() {
            self.see_vertex(&face, vertex, [true; 2]);
            let next = face.next(vertex);
            let ends = [vertex, next].map(|end| face.vertex(end));
            // A border on a line with the point is seen edge-on.
            if orient2d(self.point, ends[0], ends[1]).is_left() {
                let bounds = [vertex, next].map(|end| self.end_at(&face, end));
                self.see_window(&face, vertex, bounds);
            }
        }
    }

    fn sweep_pending(&mut self) {
        while let Some(window) = self.scratch.stack.pop() {
            self.sweep_through(&window);
        }
    }

    /// Looks into the areas at the corner that lie in a wedge, from the wall outwards.
    fn sweep_around(&mut self, corner: &Corner, wedge: Wedge) {
        let mesh = self.mesh;
        let start = |edge: HalfEdgeId| mesh.half_edge(edge).start();
        let fan = mesh.fan(corner.fan);
        let mut at =
            if wedge == Wedge::First { fan.first_half_edge() } else { fan.last_half_edge() };
        loop {
            // The outer one of the two half-edges that the area has here, compared with the
            // outer end of the wedge.
            let position = match wedge {
                Wedge::First => {
                    let outer = start(mesh.previous_half_edge(at));
                    orient2d(corner.point, corner.walls[1], outer)
                }
                Wedge::Last => {
                    let outer = start(mesh.next_half_edge(at));
                    orient2d(corner.point, corner.walls[0], outer).reversed()
                }
            };
            self.sweep_from_corner(corner, at, position.is_right().then_some(wedge));
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

    /// Looks into an area at the corner: all of it, or only up to the outer end of a wedge.
    fn sweep_from_corner(&mut self, corner: &Corner, at: HalfEdgeId, cut: Option<Wedge>) {
        let chain = Chain::opposite_vertex(self.mesh, at);
        let bound = |wall: usize, is_cut: bool| {
            if !is_cut {
                return self.end_at(&chain.face, chain.ends[wall]);
            }
            let line = DirectedLine::through(corner.walls[wall], corner.point);
            BoundingRay { line, limit: ConeLimit::Reflected }
        };
        let bounds = [bound(0, cut == Some(Wedge::Last)), bound(1, cut == Some(Wedge::First))];
        self.sweep_chain(&chain, self.mesh.area_of(at), bounds);
    }

    fn sweep_through(&mut self, window: &PendingWindow) {
        let PendingWindow { edge, bounds } = *window;
        self.sweep_chain(
            &Chain::behind_half_edge(self.mesh, edge),
            self.mesh.area_of(edge),
            bounds,
        );
    }

    /// Visits the corners of a chain that lie between two rays or on them, and queues its
    /// windows.
    fn sweep_chain(&mut self, chain: &Chain<'_>, area: AreaId, bounds: [BoundingRay; 2]) {
        let cuts = sweep(chain, &bounds.map(|bound| bound.line), bounds, self);
        self.visitor.visit_area(AreaView { area, limits: bounds.map(|bound| bound.limit), cuts });
    }
}

impl<W: VisibilityVisitor> SweepVisitor for CornerVisibility<'_, W> {
    type End = BoundingRay;

    #[inline(always)]
    fn is_live(&mut self, face: &FaceLoop<'_>, edge: usize) -> bool {
        face.half_edge(edge).twin().is_some()
    }

    #[inline(always)]
    fn end_at(&self, face: &FaceLoop<'_>, vertex: usize) -> BoundingRay {
        let line = DirectedLine::through(self.point, face.vertex(vertex));
        BoundingRay { line, limit: ConeLimit::Through(face.half_edge(vertex).fan()) }
    }

    /// Visits the corner at a vertex, if a taut path from here can turn there.
    #[inline(always)]
    fn see_vertex(&mut self, face: &FaceLoop<'_>, vertex: usize, _: [bool; 2]) {
        let edge = face.half_edge(vertex);
        if !edge.begins_at_corner() || self.fan == edge.fan() {
            return;
        }
        let number = self.corners.of_fan(edge.fan());
        let there = self.corners.get(number);
        let wedges = there.wedges_of(self.mesh, self.point, face.id(vertex));
        for (wedge, is_in) in Wedge::BOTH.into_iter().zip(wedges) {
            if is_in {
                self.visitor.visit_corner(TautNode::new(number, wedge));
            }
        }
    }

    #[inline(always)]
    fn see_window(&mut self, face: &FaceLoop<'_>, edge: usize, bounds: [BoundingRay; 2]) {
        let Some(edge) = face.half_edge(edge).twin() else { return };
        self.scratch.stack.push(PendingWindow { edge, bounds });
    }
}
