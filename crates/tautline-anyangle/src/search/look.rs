//! Looking from a root at the borders of an area.

use tautline_geometry::{DVec2, DirectedLine, Vec2};
use tautline_navmesh::{AreaId, Side, SideId};

use super::Search;
use super::aim::Aim;
use super::item::{Item, Limit, Root, RootId};
#[cfg(feature = "trace")]
use super::notes::Note;
use super::sight::Sight;
use super::window::{Window, WindowEnd};
use crate::ground::Ground;

/// How much shorter, relatively, the way along a border has to be for a window
/// to be dropped: more than what rounding may have added.
const MARGIN: f64 = 1e-12;

/// Some successive sides of an area, counter-clockwise: from right to left for
/// a root that looks at them from inside.
///
/// Sides are counted within their area here; each stands for the vertex at
/// which it begins as well.
#[derive(Clone, Copy)]
struct Chain<'a> {
    sides: &'a [Side],
    /// The first side of the area.
    base: SideId,
    /// The first side of the chain, and the one after its last.
    first: usize,
    end: usize,
}

impl<'a> Chain<'a> {
    #[inline]
    fn next(&self, side: usize) -> usize {
        if side + 1 == self.sides.len() { 0 } else { side + 1 }
    }

    #[inline]
    fn before(&self, side: usize) -> usize {
        if side == 0 { self.sides.len() - 1 } else { side - 1 }
    }

    #[inline]
    fn side(&self, side: usize) -> &'a Side {
        &self.sides[side]
    }

    #[inline]
    fn vertex(&self, side: usize) -> Vec2 {
        self.sides[side].start()
    }

    #[expect(clippy::cast_possible_truncation, reason = "sides are counted in u32")]
    #[inline]
    fn id(&self, side: usize) -> SideId {
        SideId(self.base.0 + side as u32)
    }

    /// The end of a window at a vertex.
    #[inline]
    fn vertex_end(&self, root: &Root, vertex: usize) -> WindowEnd {
        let limit = Limit::through_start_of(self.id(vertex));
        WindowEnd::at_vertex(limit, root.point.into(), self.vertex(vertex))
    }
}

/// What a root sees of a chain: what lies between two rays.
struct View {
    id: RootId,
    root: Root,
    right: Limit,
    left: Limit,
    rays: [DirectedLine; 2],
}

impl<'a, G: Ground, A: Aim> Search<'a, G, A> {
    /// The sides of the area that a side belongs to, none of them chosen, and
    /// which of them the side is.
    #[inline]
    fn around(&self, side: SideId) -> (Chain<'a>, usize) {
        let ground: &'a G = self.ground;
        let mesh = ground.mesh();
        let (base, sides) = mesh.ring(self.side(side).area());
        (Chain { sides, base, first: 0, end: 0 }, (side.0 - base.0) as usize)
    }

    /// Looks all around from the start, at a point of an area.
    pub(super) fn look_around(&mut self, area: AreaId) {
        let root = self.memory.roots[0];
        self.aim.reach(area, 0.0);
        let item = self.current;
        self.aim.look_into(&Sight { id: 0, root: &root, item, area, rays: None });
        let ground: &'a G = self.ground;
        let (base, sides) = ground.mesh().ring(area);
        let chain = Chain { sides, base, first: 0, end: 0 };
        let mut live_before = self.is_live(chain.side(chain.before(0)));
        for side in 0..sides.len() {
            let live = self.is_live(chain.side(side));
            self.offer_corner(0, &root, chain.id(side), chain.side(side), [live_before, live]);
            let next = chain.next(side);
            // A border that the start lies on is not looked through: the area
            // across it holds the start too.
            let [a, b] = [chain.vertex(side), chain.vertex(next)];
            if live && G::turn(a, b, root.point).is_left() {
                let ends = [chain.vertex_end(&root, side), chain.vertex_end(&root, next)];
                self.offer_window(0, &root, [chain.side(side), chain.side(next)], ends);
            }
            live_before = live;
        }
    }

    /// Looks through a part of a border, at the other borders of the area
    /// behind it.
    pub(super) fn look_through(&mut self, id: RootId, side: SideId, right: Limit, left: Limit) {
        let root = self.memory.roots[id as usize];
        let rays = [self.ray(&root, right), self.ray(&root, left)];
        let area = self.side(side).area();
        let item = self.current;
        self.aim.look_into(&Sight { id, root: &root, item, area, rays: Some(rays) });
        let (ring, side) = self.around(side);
        let chain = Chain { first: ring.next(side), end: side, ..ring };
        self.look_at(&chain, &View { id, root, right, left, rays });
    }

    /// Looks from one corner of an area at the sides that do not meet there.
    /// Rays that bound the view may be given; without, all is seen.
    pub(super) fn look_from_corner(
        &mut self,
        id: RootId,
        corner: SideId,
        right: Option<Limit>,
        left: Option<Limit>,
    ) {
        let root = self.memory.roots[id as usize];
        let area = self.side(corner).area();
        self.aim.reach(area, root.length);
        // All of a convex area is seen from its corner.
        let item = self.current;
        self.aim.look_into(&Sight { id, root: &root, item, area, rays: None });
        let (ring, corner) = self.around(corner);
        let chain = Chain { first: ring.next(corner), end: ring.before(corner), ..ring };
        let right = right.unwrap_or(Limit::through_start_of(chain.id(chain.first)));
        let left = left.unwrap_or(Limit::through_start_of(chain.id(chain.end)));
        let rays = [self.ray(&root, right), self.ray(&root, left)];
        self.look_at(&chain, &View { id, root, right, left, rays });
    }

    /// Offers the windows that a view leaves of a chain, and its corners.
    ///
    /// From right to left: what lies right of the view; what lies on the right
    /// ray; what is seen; what lies on the left ray.
    fn look_at(&mut self, chain: &Chain<'_>, view: &View) {
        let Some((mut side, mut at, on_ray)) = self.pass_right_of(chain, view) else { return };
        let View { id, ref root, .. } = *view;
        let [right_ray, left_ray] = &view.rays;
        let mut live = self.is_live(chain.side(side));
        let mut right = if on_ray {
            chain.vertex_end(root, side)
        } else {
            WindowEnd::cut(view.right, right_ray)
        };
        loop {
            let position = G::side_of(left_ray, chain.vertex(at));
            let border = [chain.side(side), chain.side(at)];
            if position.is_left() {
                if live {
                    let left = WindowEnd::cut(view.left, left_ray);
                    self.offer_window(id, root, border, [right, left]);
                }
                return;
            }
            let live_after = at != chain.end && self.is_live(chain.side(at));
            self.offer_corner(id, root, chain.id(at), chain.side(at), [live, live_after]);
            let left = chain.vertex_end(root, at);
            if live {
                self.offer_window(id, root, border, [right, left]);
            }
            if at == chain.end {
                return;
            }
            if position.is_collinear() {
                self.offer_along_left(chain, view, at, live_after);
                return;
            }
            (side, live, right) = (at, live_after, left);
            at = chain.next(at);
        }
    }

    /// Goes over the vertices that lie right of the right ray or on it, and
    /// offers the latter. Gives the side that the ray leaves the area through,
    /// the vertex at which that side ends, and whether it begins on the ray;
    /// nothing if no vertex lies left of the ray.
    #[inline]
    fn pass_right_of(&mut self, chain: &Chain<'_>, view: &View) -> Option<(usize, usize, bool)> {
        let mut on_ray = false;
        let mut at = chain.first;
        loop {
            let position = G::side_of(&view.rays[0], chain.vertex(at));
            if position.is_left() {
                // Never the first vertex: it lies on the ray or right of it.
                return (at != chain.first).then(|| (chain.before(at), at, on_ray));
            }
            on_ray = position.is_collinear();
            if on_ray {
                let live_before = at != chain.first && self.is_live(chain.side(chain.before(at)));
                let live_after = at != chain.end && self.is_live(chain.side(at));
                let (id, side) = (chain.id(at), chain.side(at));
                self.offer_corner(view.id, &view.root, id, side, [live_before, live_after]);
            }
            if at == chain.end {
                return None;
            }
            at = chain.next(at);
        }
    }

    /// Offers the further corners on the left ray, after the one at `from`.
    fn offer_along_left(&mut self, chain: &Chain<'_>, view: &View, from: usize, live: bool) {
        let mut live_before = live;
        let mut at = chain.next(from);
        while G::side_of(&view.rays[1], chain.vertex(at)).is_collinear() {
            let live_after = at != chain.end && self.is_live(chain.side(at));
            let (id, side) = (chain.id(at), chain.side(at));
            self.offer_corner(view.id, &view.root, id, side, [live_before, live_after]);
            if at == chain.end {
                return;
            }
            live_before = live_after;
            at = chain.next(at);
        }
    }

    /// Offers a part of a border that can be crossed, unless a way along the
    /// border is shorter. The border is given by its side and the next one of
    /// the area; the part, by its right and its left end.
    #[inline]
    fn offer_window(
        &mut self,
        id: RootId,
        root: &Root,
        border: [&Side; 2],
        [right, left]: [WindowEnd; 2],
    ) {
        let Some(twin) = border[0].twin() else { return };
        let point = DVec2::from(root.point);
        let window = Window { right, left, border: border.map(|side| side.start().into()) };
        if G::PLACES_ARE_FANS && self.is_dominated(root, border, &window) {
            self.memory.counters.dominated += 1;
            #[cfg(feature = "trace")]
            self.aim.note(Note::IsDominated(root.point, &window));
            return;
        }
        let least = (root.length + self.aim.distance_through(point, &window)).max(root.least);
        self.aim.reach(border[0].across(), least);
        let (right, left) = (right.limit, left.limit);
        self.propose(least, Item::Border { root: id, side: twin, right, left });
    }

    /// Whether a known way to one end of a border, and on along the border to
    /// the far end of the window, is shorter than the way by the root. Then no
    /// point of the window is best reached by the root.
    #[inline(always)]
    fn is_dominated(&self, root: &Root, border: [&Side; 2], window: &Window) -> bool {
        let point = DVec2::from(root.point);
        let is_shorter = |end: usize, far: &dyn Fn() -> DVec2| {
            let known = self.memory.places.length(border[end].fan().0);
            known < f64::INFINITY && {
                let far = far();
                let along = known + window.border[end].distance(far);
                along < (root.length + point.distance(far)) * (1.0 - MARGIN)
            }
        };
        is_shorter(0, &|| window.left_point(point)) || is_shorter(1, &|| window.right_point(point))
    }
}
