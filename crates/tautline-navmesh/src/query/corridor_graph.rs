//! The graph of a corridor search.

use tautline_geometry::{DVec2, Vec2};
use tautline_search::{ArrivalGraph, Node};

use super::crossing::Crossing;
use crate::{AreaId, HalfEdge, HalfEdgeId, LinkId, NavMesh, QueryFilter};

/// The graph of one corridor search. Its nodes are the entries into areas, across a half-edge
/// of the previous area or by a link in one direction, and the start and the goal. A node's
/// label is the *point* where the area is entered.
///
/// A border is not entered at its midpoint, but at the point that minimises the length of a
/// path from the previous point to the goal which ignores everything else:
///
/// ```text
///              goal          From p, the straight line to the goal crosses the border a b
///             ╱   ╲          at x. From q it misses the border, which is entered at its
///     ─── a━━x━━━━━b ───     nearest end b. If the point and the goal lie on the same side,
///           ╱       ╲        the goal is reflected in the border first.
///          p         q
/// ```
///
/// So costs are those of paths that an agent can walk, and the heuristic (the straight
/// distance) is admissible and consistent.
///
/// A border is never crossed back at once, not even to walk along it on cheaper
/// terrain: the taut path would leave it, and costs more on average then.
pub(super) struct CorridorGraph<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) filter: &'a QueryFilter,
    pub(super) start: Vec2,
    pub(super) start_areas: &'a [AreaId],
    pub(super) goal: Vec2,
    pub(super) goal_areas: &'a [AreaId],
    /// True if a cheapest path may return to an area: around expensive terrain, or by a
    /// link. Then block-cut pruning is off.
    pub(super) may_revisit_areas: bool,
    /// The least cost of a unit of distance, over terrain or by a link.
    pub(super) least_cost: f64,
}

impl CorridorGraph<'_> {
    pub(super) fn start_node(&self) -> Node {
        self.link_node(LinkId::from_index(self.mesh.links().len()), false)
    }

    pub(super) fn goal_node(&self) -> Node {
        self.start_node() + 1
    }

    fn link_node(&self, link: LinkId, forwards: bool) -> Node {
        HalfEdgeId::from_index(self.mesh.half_edge_count()).0 + 2 * link.0 + u32::from(forwards)
    }

    /// The crossing of a node that is neither start nor goal.
    pub(super) fn crossing(&self, node: Node) -> Crossing {
        let edges = HalfEdgeId::from_index(self.mesh.half_edge_count()).0;
        match node.checked_sub(edges) {
            None => Crossing::Border(HalfEdgeId(node)),
            Some(link) => Crossing::Link { link: LinkId(link / 2), forwards: link % 2 == 1 },
        }
    }

    /// A lower bound of the cost from a point to the goal: the heuristic of A*. It is
    /// admissible and consistent.
    #[inline]
    pub(super) fn heuristic(&self, point: Vec2) -> f64 {
        DVec2::from(point).distance(self.goal.into()) * self.least_cost
    }

    /// Visits the nodes that are reachable from a point of an area that was entered across
    /// `entered` (a half-edge of the previous area).
    #[inline]
    fn leave_area(
        &self,
        area: AreaId,
        point: Vec2,
        entered: Option<HalfEdgeId>,
        visit: &mut impl FnMut(Node, Vec2, f64),
    ) {
        let factor = self.filter.factor(self.mesh.terrain(area));
        let (from, goal) = (DVec2::from(point), DVec2::from(self.goal));
        if self.goal_areas.contains(&area) {
            visit(self.goal_node(), self.goal, from.distance(goal) * factor);
        }
        let edges = self.mesh.half_edges_in(area);
        // Each half-edge ends where the next one starts.
        let ends = edges.iter().cycle().skip(1).map(HalfEdge::start);
        for ((edge, end), id) in edges.iter().zip(ends).zip(self.mesh.half_edges_of(area)) {
            if edge.twin().is_none() || edge.twin() == entered || !self.may_enter(id, edge) {
                continue;
            }
            // The cost is measured to the rounded point, as the heuristic is from there.
            // Otherwise the heuristic would be inconsistent by the rounding error.
            let crossing = crossing_point(from, goal, edge.start().into(), end.into()).as_vec2();
            visit(id.0, crossing, from.distance(crossing.into()) * factor);
        }
        if self.mesh.links().is_empty() {
            return;
        }
        for (id, forwards) in self.mesh.links_from(area) {
            let link = &self.mesh.links()[id.index()];
            let (departure, arrival) = (link.departure(forwards), link.arrival(forwards));
            let is_open = |area| self.mesh.is_open(area, self.filter);
            let may_arrive = arrival.area.is_some_and(is_open);
            if self.filter.takes(id, link.kind) && may_arrive {
                let walk = from.distance(departure.point.into()) * factor;
                visit(self.link_node(id, forwards), arrival.point, walk + link.cost);
            }
        }
    }

    #[inline]
    fn may_enter(&self, id: HalfEdgeId, edge: &HalfEdge) -> bool {
        self.mesh.is_open(edge.across(), self.filter) && self.filter.admits(id) && {
            // Block-cut pruning: the goal must be reachable without returning to this area.
            let leads_to =
                |&area: &AreaId| edge.block_cut_range().leads_to(self.mesh.block_cut_number(area));
            self.may_revisit_areas || self.goal_areas.iter().any(leads_to)
        }
    }
}

impl ArrivalGraph for CorridorGraph<'_> {
    type Cost = f64;
    type Arrival = Vec2;

    fn node_count(&self) -> usize {
        self.mesh.half_edge_count() + 2 * self.mesh.links().len() + 2
    }

    #[inline]
    fn successors_after(&self, node: Node, point: Vec2, visit: &mut impl FnMut(Node, Vec2, f64)) {
        if node < self.start_node() {
            match self.crossing(node) {
                Crossing::Border(edge) => {
                    self.leave_area(self.mesh.half_edge(edge).across(), point, Some(edge), visit);
                }
                Crossing::Link { link, forwards } => {
                    let arrival = self.mesh.links()[link.index()].arrival(forwards);
                    if let Some(area) = arrival.area {
                        self.leave_area(area, point, None, visit);
                    }
                }
            }
        } else if node == self.start_node() {
            for &area in self.start_areas {
                self.leave_area(area, self.start, None, visit);
            }
        }
    }
}

/// The point at which the shortest path from `from` to `to` that touches the segment from
/// `a` to `b` does so. If both lie on the same side of the segment, the path is reflected.
#[inline]
fn crossing_point(from: DVec2, to: DVec2, a: DVec2, b: DVec2) -> DVec2 {
    let along = b - a;
    let (from, to) = (from - a, to - a);
    let (from_height, to_height) = (along.perp_dot(from).abs(), along.perp_dot(to).abs());
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
