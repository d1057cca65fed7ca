//! Looking from a root at the borders of an area.

use tautline_geometry::{Orientation, Vec2, Wide};
use tautline_navmesh::{AreaId, SideId};

use super::item::{Item, Limit, Root, RootId};
use super::window::{Ray, Window, WindowEnd};
use super::{Search, Sight};
use crate::aim::Aim;
use crate::ground::Ground;

/// How much shorter, relatively, the way along a border has to be for a window
/// to be dropped: more than what rounding may have added.
const MARGIN: f64 = 1e-12;

/// Some successive sides of an area, counter-clockwise: from right to left for
/// a root that looks at them from inside.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    pub(super) first: SideId,
    /// The side after the last one.
    pub(super) end: SideId,
}

/// What a root sees of a chain: what lies between two rays.
struct View {
    id: RootId,
    root: Root,
    right: Limit,
    left: Limit,
    rays: [Ray; 2],
}

impl<G: Ground, A: Aim> Search<'_, G, A> {
    /// Looks all around from the start, at a point of an area.
    pub(super) fn look_around(&mut self, area: AreaId) {
        let root = self.memory.roots[0];
        self.aim.reach(area, 0.0);
        self.aim.look_into(area, &Sight { id: 0, root: &root, rays: None });
        let sides = self.ground.mesh().sides_of(area);
        let Some(last) = self.ground.mesh().sides_of(area).next_back() else { return };
        let mut live_before = self.is_live(last);
        for side in sides {
            let live = self.is_live(side);
            self.offer_corner(0, &root, side, [live_before, live]);
            let next = self.ground.mesh().next_side(side);
            let ray = Ray { from: root.point, through: self.side(side).start() };
            // A border that the start lies on is not looked through: the area
            // across it holds the start too.
            if live && ray.side_of(self.side(next).start()).is_left() {
                let right = self.vertex_end(&root, side);
                let left = self.vertex_end(&root, next);
                self.offer_window(0, &root, side, right, left);
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
        self.aim.look_into(area, &Sight { id, root: &root, rays: Some(rays) });
        let chain = Chain { first: self.ground.mesh().next_side(side), end: side };
        self.look_at(chain, &View { id, root, right, left, rays });
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
        let mesh = self.ground.mesh();
        let root = self.memory.roots[id as usize];
        let area = self.side(corner).area();
        self.aim.reach(area, root.length);
        // All of a convex area is seen from its corner.
        self.aim.look_into(area, &Sight { id, root: &root, rays: None });
        let chain = Chain { first: mesh.next_side(corner), end: mesh.previous_side(corner) };
        let right = right.unwrap_or(Limit::through_start_of(chain.first));
        let left = left.unwrap_or(Limit::through_start_of(chain.end));
        let rays = [self.ray(&root, right), self.ray(&root, left)];
        self.look_at(chain, &View { id, root, right, left, rays });
    }

    /// Offers the windows that a view leaves of a chain, and its corners.
    ///
    /// From right to left: what lies right of the view; what lies on the right
    /// ray; what is seen; what lies on the left ray.
    fn look_at(&mut self, chain: Chain, view: &View) {
        let [right_ray, left_ray] = view.rays;
        let Chain { first, end } = chain;
        let mut at = first;
        let mut right_end = None;
        // The sides at the vertex that a step ends at.
        let mut before = None;
        loop {
            match right_ray.side_of(self.side(at).start()) {
                Orientation::CounterClockwise => break,
                Orientation::Collinear => {
                    let live =
                        [self.is_live_in(before), self.is_live_in((at != end).then_some(at))];
                    self.offer_corner(view.id, &view.root, at, live);
                    right_end = Some(at);
                }
                Orientation::Clockwise => right_end = None,
            }
            if at == end {
                return;
            }
            before = Some(at);
            at = self.ground.mesh().next_side(at);
        }
        // The first vertex inside the right ray is never the first of the chain:
        // that one lies on the ray or right of it.
        let Some(mut side) = before else { return };
        let mut live = self.is_live(side);
        let mut right = match right_end {
            Some(vertex) => self.vertex_end(&view.root, vertex),
            None => {
                let border = [self.side(side).start(), self.side(at).start()];
                WindowEnd::cut(view.right, &right_ray, border)
            }
        };
        loop {
            let vertex = self.side(at).start();
            let position = left_ray.side_of(vertex);
            let live_after = self.is_live_in((at != end).then_some(at));
            if position.is_left() {
                if live {
                    let border = [self.side(side).start(), vertex];
                    let left = WindowEnd::cut(view.left, &left_ray, border);
                    self.offer_window(view.id, &view.root, side, right, left);
                }
                return;
            }
            self.offer_corner(view.id, &view.root, at, [live, live_after]);
            let left = self.vertex_end(&view.root, at);
            if live {
                self.offer_window(view.id, &view.root, side, right, left);
            }
            if at == end {
                return;
            }
            if position.is_collinear() {
                self.offer_along_left(at, end, live_after, view);
                return;
            }
            (side, live, right) = (at, live_after, left);
            at = self.ground.mesh().next_side(at);
        }
    }

    /// Offers the further corners on the left ray, after the one at `from`.
    fn offer_along_left(&mut self, from: SideId, end: SideId, live: bool, view: &View) {
        let mut live_before = live;
        let mut at = self.ground.mesh().next_side(from);
        while view.rays[1].side_of(self.side(at).start()).is_collinear() {
            let live_after = self.is_live_in((at != end).then_some(at));
            self.offer_corner(view.id, &view.root, at, [live_before, live_after]);
            if at == end {
                return;
            }
            live_before = live_after;
            at = self.ground.mesh().next_side(at);
        }
    }

    fn is_live_in(&mut self, side: Option<SideId>) -> bool {
        side.is_some_and(|side| self.is_live(side))
    }

    #[inline]
    fn vertex_end(&self, root: &Root, vertex: SideId) -> WindowEnd {
        let point: Vec2 = self.side(vertex).start();
        WindowEnd::at_vertex(Limit::through_start_of(vertex), root.point.into(), point)
    }

    /// Offers a part of a border that can be crossed, unless a way along the
    /// border is shorter.
    #[inline]
    fn offer_window(
        &mut self,
        id: RootId,
        root: &Root,
        side: SideId,
        right: WindowEnd,
        left: WindowEnd,
    ) {
        let Some(twin) = self.side(side).twin() else { return };
        let next = self.ground.mesh().next_side(side);
        let ends = [side, next].map(|side| Wide::from(self.side(side).start()));
        let point = Wide::from(root.point);
        let window = Window { right, left, border: ends };
        if G::PLACES_ARE_FANS {
            let fans = [side, next].map(|side| self.side(side).fan().0);
            let places = &self.memory.places;
            let is_shorter =
                |along: f64, straight: f64| along < (root.length + straight) * (1.0 - MARGIN);
            let by_right = places.length(fans[0]);
            let by_left = places.length(fans[1]);
            if by_right.is_finite()
                && is_shorter(by_right + ends[0].distance(left.point), point.distance(left.point))
                || by_left.is_finite()
                    && is_shorter(
                        by_left + ends[1].distance(right.point),
                        point.distance(right.point),
                    )
            {
                self.memory.counters.dominated += 1;
                return;
            }
        }
        let least = root.length + self.aim.distance_through(point, &window);
        self.aim.reach(self.side(twin).area(), least);
        let (right, left) = (right.limit, left.limit);
        self.propose(least, Item::Border { root: id, side: twin, right, left });
    }
}
