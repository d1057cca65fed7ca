//! The graph that a corridor is searched on.

use tautline_geometry::{Vec2, Wide, orient2d};
use tautline_search::{LabelledGraph, Node};

use super::Crossing;
use crate::mesh::Side;
use crate::{AreaId, Costs, LinkId, NavMesh, SideId};

/// The graph of one request. Its nodes are ways to enter an area: across a side
/// of the area before, or by a link, forwards or backwards; then the start and
/// the goal.
///
/// A node's label is a *view*: the last point where the way had to turn, and
/// what is seen from there through the side. Costs are what the shortest way to
/// the goal through the side would cost if nothing else stood in it, less what
/// was expected before: the search needs no further estimate.
pub(super) struct CorridorGraph<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) costs: &'a Costs,
    pub(super) start: Vec2,
    pub(super) start_areas: &'a [AreaId],
    pub(super) goal: Vec2,
    pub(super) goal_areas: &'a [AreaId],
    /// Whether all ground costs the same, so that only corners bend a way.
    pub(super) is_uniform: bool,
}

/// What is seen of an area when it is entered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct View {
    /// The last point where the way turned.
    root: Vec2,
    /// Points on the rays that bound the view.
    right: Vec2,
    left: Vec2,
    /// The cost of the way up to the root.
    root_cost: f64,
    /// The least cost that any way through this view seems to have.
    expected: f64,
}

impl View {
    /// All around a point.
    fn around(point: Vec2, cost: f64, expected: f64) -> Self {
        Self { root: point, right: point, left: point, root_cost: cost, expected }
    }

    /// The corner at which a way from the root to a point must turn, if the
    /// point is out of sight.
    #[inline]
    fn corner_towards(&self, point: Vec2) -> Option<Vec2> {
        if orient2d(self.root, self.left, point).is_left() {
            Some(self.left)
        } else if orient2d(self.root, self.right, point).is_right() {
            Some(self.right)
        } else {
            None
        }
    }

    /// The view from a corner where the way turns.
    #[inline]
    fn from_corner(&self, corner: Vec2, factor: f64) -> Self {
        let cost = self.root_cost + distance(self.root, corner) * factor;
        Self::around(corner, cost, self.expected)
    }

    /// What is seen through a side with a right and a left end: nearly always
    /// the truth. (Behind a turn, further corners that the way may have to pass
    /// are left out of account.)
    #[inline]
    fn through(&self, right: Vec2, left: Vec2, factor: f64) -> Self {
        let mut view = *self;
        if orient2d(view.root, view.left, right).is_left() {
            view = view.from_corner(view.left, factor);
        } else if orient2d(view.root, view.right, left).is_right() {
            view = view.from_corner(view.right, factor);
        }
        if !orient2d(view.root, view.right, right).is_right() {
            view.right = right;
        }
        if !orient2d(view.root, view.left, left).is_left() {
            view.left = left;
        }
        view
    }
}

impl CorridorGraph<'_> {
    pub(super) fn start_node(&self) -> Node {
        self.link_node(LinkId::from_index(self.mesh.links().len()), false)
    }

    pub(super) fn goal_node(&self) -> Node {
        self.start_node() + 1
    }

    fn link_node(&self, link: LinkId, forwards: bool) -> Node {
        SideId::from_index(self.mesh.side_count()).0 + 2 * link.0 + u32::from(forwards)
    }

    /// The crossing that a node stands for which is neither start nor goal.
    pub(super) fn crossing(&self, node: Node) -> Crossing {
        let sides = SideId::from_index(self.mesh.side_count()).0;
        match node.checked_sub(sides) {
            None => Crossing::Side(SideId(node)),
            Some(link) => Crossing::Link { link: LinkId(link / 2), forwards: link % 2 == 1 },
        }
    }

    /// Never more than the cost from a point to the goal.
    #[inline]
    fn cost_to_go(&self, point: Wide) -> f64 {
        let scale = self.costs.least_factor().min(self.mesh.least_link_ratio());
        point.distance(self.goal.into()) * scale
    }

    /// Visits what can be entered next from an area that was entered through a
    /// side (of the area before) with a view.
    #[inline]
    fn leave_area(
        &self,
        area: AreaId,
        view: View,
        entered: Option<SideId>,
        visit: &mut impl FnMut(Node, View, f64),
    ) {
        let factor = self.costs.factor(self.mesh.terrain(area));
        let mut visit = |node, next: View| {
            visit(node, next, (next.expected - view.expected).max(0.0));
        };
        if self.goal_areas.contains(&area) {
            let expected = way_to(&view, self.goal, factor);
            visit(self.goal_node(), View { expected, ..view });
        }
        let sides = self.mesh.sides_in(area);
        // Each side ends where the next one begins.
        let ends = sides.iter().cycle().skip(1).map(|side| side.start);
        for ((side, end), id) in sides.iter().zip(ends).zip(self.mesh.sides_of(area)) {
            if side.twin().is_some() && side.twin() != entered && self.may_enter(id, side) {
                visit(id.0, self.view_through(view, side.start, end, factor));
            }
        }
        if self.mesh.links().is_empty() {
            return;
        }
        for (id, forwards) in self.mesh.links_from(area) {
            let link = &self.mesh.links()[id.index()];
            let (departure, arrival) = (link.departure(forwards), link.arrival(forwards));
            let may_arrive = self.costs.allows(self.mesh.terrain(arrival.area));
            if self.costs.allows_links(link.kind) && may_arrive {
                let cost = way_to(&view, departure.point, factor) + link.cost;
                let expected = cost + self.cost_to_go(arrival.point.into());
                visit(self.link_node(id, forwards), View::around(arrival.point, cost, expected));
            }
        }
    }

    /// The view through a side, and what is expected of it.
    #[inline]
    fn view_through(&self, view: View, right: Vec2, left: Vec2, factor: f64) -> View {
        let next = view.through(right, left, factor);
        let (root, goal) = (Wide::from(next.root), Wide::from(self.goal));
        let side = (Wide::from(right), Wide::from(left));
        let seen_right = if next.right == right { side.0 } else { on_side(root, next.right, side) };
        let seen_left = if next.left == left { side.1 } else { on_side(root, next.left, side) };
        let crossing = crossing_point(root, goal, seen_right, seen_left);
        let cost = next.root_cost + root.distance(crossing) * factor;
        let expected = cost + self.cost_to_go(crossing);
        if self.is_uniform {
            View { expected, ..next }
        } else {
            // A way bends wherever the ground changes.
            View::around(crossing.narrowed(), cost, expected)
        }
    }

    #[inline]
    fn may_enter(&self, id: SideId, side: &Side) -> bool {
        self.costs.allows(self.mesh.terrain(side.across)) && {
            let gate = self.mesh.gates.of_side[id.index()];
            let leads_to = |area: &AreaId| gate.leads_to(self.mesh.gates.numbers[area.index()]);
            // Round a place that costs more, or by a link, a cheapest way may
            // well come back to an area.
            let may_come_back = !self.is_uniform || !self.mesh.links().is_empty();
            may_come_back || self.goal_areas.iter().any(leads_to)
        }
    }
}

impl LabelledGraph for CorridorGraph<'_> {
    type Cost = f64;
    type Label = View;

    fn node_count(&self) -> usize {
        self.mesh.side_count() + 2 * self.mesh.links().len() + 2
    }

    #[inline]
    fn labelled_successors(&self, node: Node, view: View, visit: &mut impl FnMut(Node, View, f64)) {
        if node < self.start_node() {
            match self.crossing(node) {
                Crossing::Side(side) => {
                    self.leave_area(self.mesh.side(side).across, view, Some(side), visit);
                }
                Crossing::Link { link, forwards } => {
                    let area = self.mesh.links()[link.index()].arrival(forwards).area;
                    self.leave_area(area, view, None, visit);
                }
            }
        } else if node == self.start_node() {
            let view = View::around(self.start, 0.0, self.cost_to_go(self.start.into()));
            for &area in self.start_areas {
                self.leave_area(area, view, None, visit);
            }
        }
    }
}

/// What the way to a point of the area costs that a view looks into.
#[inline]
fn way_to(view: &View, point: Vec2, factor: f64) -> f64 {
    let way = match view.corner_towards(point) {
        Some(corner) => distance(view.root, corner) + distance(corner, point),
        None => distance(view.root, point),
    };
    view.root_cost + way * factor
}

#[inline]
fn distance(a: Vec2, b: Vec2) -> f64 {
    Wide::from(a).distance(b.into())
}

/// Where the ray from a root through a point meets a side.
#[inline]
fn on_side(root: Wide, through: Vec2, (right, left): (Wide, Wide)) -> Wide {
    let (ray, along) = (Wide::from(through) - root, left - right);
    let share = (root - right).cross(ray) / along.cross(ray);
    if share > 0.0 { right + along * share.min(1.0) } else { right }
}

/// Where the shortest way from `from` to `to` that touches the segment from
/// `a` to `b` does so. (If both lie on one side of it, the way is reflected.)
#[inline]
fn crossing_point(from: Wide, to: Wide, a: Wide, b: Wide) -> Wide {
    let along = b - a;
    let (from, to) = (from - a, to - a);
    let (from_height, to_height) = (along.cross(from).abs(), along.cross(to).abs());
    let (from_foot, to_foot) = (along.dot(from), along.dot(to));
    let heights = from_height + to_height;
    let length_squared = along.length_squared();
    let share = if heights > 0.0 {
        (from_foot * to_height + to_foot * from_height) / (heights * length_squared)
    } else {
        from_foot / length_squared
    };
    if share <= 0.0 {
        a
    } else if share >= 1.0 {
        b
    } else {
        a + along * share
    }
}
