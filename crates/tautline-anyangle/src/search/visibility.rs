//! The visibility sweep from a root, which generates successors.

use tautline_geometry::{DVec2, DirectedLine, orient2d};
use tautline_navmesh::{AreaId, HalfEdge, HalfEdgeId};

use super::Search;
#[cfg(feature = "trace")]
use super::events::SearchEvent;
use super::node::{Limit, Root, RootId, SearchNode};
use super::objective::Objective;
use super::visible_region::VisibleRegion;
use super::window::{Window, WindowEnd};
use crate::face_loop::FaceLoop;
use crate::length_tolerance::LENGTH_TOLERANCE;
use crate::search_space::SearchSpace;
use crate::sweep::{Chain, SweepVisitor, sweep};

/// Returns the end of a window at a vertex.
#[inline]
fn vertex_end(root: &Root, face: &FaceLoop<'_>, vertex: usize) -> WindowEnd {
    let limit = Limit::through_start_of(face.id(vertex));
    WindowEnd::at_vertex(limit, root.point.into(), face.vertex(vertex))
}

/// A visitor that turns what a root sees into successors.
struct SuccessorVisitor<'s, 'a, G, O> {
    search: &'s mut Search<'a, G, O>,
    id: RootId,
    root: &'s Root,
}

impl<G: SearchSpace, O: Objective> SweepVisitor for SuccessorVisitor<'_, '_, G, O> {
    type End = WindowEnd;

    #[inline(always)]
    fn is_live(&mut self, face: &FaceLoop<'_>, edge: usize) -> bool {
        self.search.is_live(face.id(edge), face.half_edge(edge))
    }

    #[inline(always)]
    fn end_at(&self, face: &FaceLoop<'_>, vertex: usize) -> WindowEnd {
        vertex_end(self.root, face, vertex)
    }

    #[inline(always)]
    fn see_vertex(&mut self, face: &FaceLoop<'_>, vertex: usize, live: [bool; 2]) {
        let edge = face.half_edge(vertex);
        self.search.generate_corner(self.id, self.root, face.id(vertex), edge, live);
    }

    #[inline(always)]
    fn see_window(&mut self, face: &FaceLoop<'_>, edge: usize, ends: [WindowEnd; 2]) {
        let border = [face.half_edge(edge), face.half_edge(face.next(edge))];
        self.search.generate_window(self.id, self.root, border, ends);
    }
}

impl<G: SearchSpace, O: Objective> Search<'_, G, O> {
    /// Sweeps an area that a root lies in, in all directions: the start, or the exit of a
    /// link.
    pub(super) fn sweep_around(&mut self, id: RootId, area: AreaId) {
        let root = self.memory.roots[id as usize];
        self.objective.reach_area(area, root.length);
        let node = self.current;
        self.look_into(&VisibleRegion { id, root: &root, node, area, rays: None });
        let face = FaceLoop::of_area(self.space.mesh(), area);
        let live = |search: &mut Self, edge| search.is_live(face.id(edge), face.half_edge(edge));
        let mut live_before = live(self, face.before(0));
        for edge in 0..face.len() {
            let live = live(self, edge);
            self.generate_corner(
                id,
                &root,
                face.id(edge),
                face.half_edge(edge),
                [live_before, live],
            );
            let next = face.next(edge);
            // No window on a border that the root lies on: the area across it holds the root
            // too, and is swept on its own.
            let [a, b] = [face.vertex(edge), face.vertex(next)];
            if live && orient2d(a, b, root.point).is_left() {
                let ends = [edge, next].map(|vertex| vertex_end(&root, &face, vertex));
                self.generate_window(id, &root, [face.half_edge(edge), face.half_edge(next)], ends);
            }
            live_before = live;
        }
    }

    /// Looks through a window at the other half-edges of the area behind it.
    pub(super) fn sweep_through(
        &mut self,
        id: RootId,
        edge: HalfEdgeId,
        right: Limit,
        left: Limit,
    ) {
        let root = self.memory.roots[id as usize];
        let limits = [right, left];
        let rays = [self.ray(&root, limits[0]), self.ray(&root, limits[1])];
        let area = self.half_edge(edge).area();
        let node = self.current;
        self.look_into(&VisibleRegion { id, root: &root, node, area, rays: Some(rays) });
        let chain = Chain::behind_half_edge(self.space.mesh(), edge);
        self.sweep_chain(&chain, id, &root, limits, &rays);
    }

    /// Looks from a corner at the half-edges of an area that do not meet there, between two
    /// limits. Without limits, the whole area is visible.
    pub(super) fn sweep_from_corner(
        &mut self,
        id: RootId,
        corner: HalfEdgeId,
        right: Option<Limit>,
        left: Option<Limit>,
    ) {
        let root = self.memory.roots[id as usize];
        let area = self.half_edge(corner).area();
        self.objective.reach_area(area, root.length);
        // An area is convex, so all of it is visible from its corner.
        let node = self.current;
        self.look_into(&VisibleRegion { id, root: &root, node, area, rays: None });
        let chain = Chain::opposite_vertex(self.space.mesh(), corner);
        let [first, last] = chain.ends.map(|end| Limit::through_start_of(chain.face.id(end)));
        let limits = [right.unwrap_or(first), left.unwrap_or(last)];
        let rays = [self.ray(&root, limits[0]), self.ray(&root, limits[1])];
        self.sweep_chain(&chain, id, &root, limits, &rays);
    }

    /// Generates the corners and windows of a chain that a root sees between two rays.
    fn sweep_chain(
        &mut self,
        chain: &Chain<'_>,
        id: RootId,
        root: &Root,
        [right, left]: [Limit; 2],
        rays: &[DirectedLine; 2],
    ) {
        let cuts = [WindowEnd::cut(right, &rays[0]), WindowEnd::cut(left, &rays[1])];
        sweep(chain, rays, cuts, &mut SuccessorVisitor { search: self, id, root });
    }

    /// Generates a window, unless it is dominated. The border is given by its half-edge and
    /// the next one of the area; the window, by its right and its left end.
    #[inline]
    fn generate_window(
        &mut self,
        id: RootId,
        root: &Root,
        border: [&HalfEdge; 2],
        [right, left]: [WindowEnd; 2],
    ) {
        let Some(twin) = border[0].twin() else { return };
        let point = DVec2::from(root.point);
        let window = Window { right, left, border: border.map(|edge| edge.start().into()) };
        if G::CORNER_IDS_ARE_FANS && self.is_dominated(root, border, &window) {
            self.memory.counters.dominated += 1;
            #[cfg(feature = "trace")]
            self.objective.on_event(SearchEvent::Dominated(root.point, &window));
            return;
        }
        let lower_bound =
            (root.length + self.objective.heuristic_through(point, &window)).max(root.lower_bound);
        self.objective.reach_area(border[0].across(), lower_bound);
        let passed = if self.objective.share() > 0.0 {
            // The length of the path to the window. The distance of one end of its border is a cheap
            // estimate, which is enough for the order of the queue.
            root.length + point.distance(window.border[0])
        } else {
            root.length
        };
        let (right, left) = (right.limit, left.limit);
        let node = SearchNode::Window { root: id, edge: twin, right, left };
        self.generate(lower_bound, passed, node);
    }

    /// Returns true if a window is *dominated*: a known path to one end e of its border, continued
    /// along the border to the far end of the window, is shorter than the straight line from the
    /// root. That path is then shorter to each point p of the window, too, because |e p| is
    /// |e left| - |p left|, and |root p| is at least |root left| - |p left|.
    ///
    /// ```text
    ///      e=====right--------left     known(e) + |e left| < length(root) + |root left|:
    ///       known    \        /        no point of the window is best reached from this root.
    ///       path      \      /
    ///                  \    /
    ///                   root
    /// ```
    #[inline(always)]
    fn is_dominated(&self, root: &Root, border: [&HalfEdge; 2], window: &Window) -> bool {
        let point = DVec2::from(root.point);
        let is_shorter = |end: usize, far: &dyn Fn() -> DVec2| {
            let known = self.memory.distances.get(border[end].fan().0);
            known < f64::INFINITY && {
                let far = far();
                let along = known + window.border[end].distance(far);
                along < (root.length + point.distance(far)) * (1.0 - LENGTH_TOLERANCE)
            }
        };
        is_shorter(0, &|| window.left_point(point)) || is_shorter(1, &|| window.right_point(point))
    }
}
