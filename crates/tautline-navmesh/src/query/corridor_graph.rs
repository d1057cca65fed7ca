//! The graph of a corridor search.

use tautline_geometry::{DVec2, Vec2};
use tautline_search::{ArrivalGraph, Node};

use crate::half_edges::number;
use crate::link_graph::{LinkArc, LinkEstimate, LinkGraph};
use crate::{AreaId, HalfEdge, HalfEdgeId, NavMesh, QueryFilter};

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
/// A path never crosses back over the border that it has just crossed, not even where it could walk
/// along the border on cheaper terrain: pulling it taut would take it off that terrain again, and
/// such paths cost more on average.
pub(super) struct CorridorGraph<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) filter: &'a QueryFilter,
    pub(super) start: Vec2,
    pub(super) start_areas: &'a [AreaId],
    pub(super) goal: Vec2,
    pub(super) goal_areas: &'a [AreaId],
    /// The links, if the query takes any.
    pub(super) links: Option<&'a LinkGraph>,
    /// True if no cheapest path returns to an area, except by a cheap link: then block-cut
    /// pruning is on. It is off on weighted terrain.
    pub(super) prunes: bool,
    /// The lower bound of the distance to the goal.
    pub(super) estimate: &'a LinkEstimate,
    /// The least cost of a unit of distance over terrain.
    pub(super) least_factor: f64,
}

/// An entry into an area.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    /// Across a half-edge of the previous area.
    Border(HalfEdgeId),
    /// By an arc of the links.
    Arc(u32),
}

impl CorridorGraph<'_> {
    pub(super) fn start_node(&self) -> Node {
        self.arc_node(self.links.map_or(0, |links| number(links.arcs().len())))
    }

    pub(super) fn goal_node(&self) -> Node {
        self.start_node() + 1
    }

    fn arc_node(&self, arc: u32) -> Node {
        number(self.mesh.half_edge_count()) + arc
    }

    /// The border or link of a node that is neither start nor goal.
    pub(super) fn entry(&self, node: Node) -> Entry {
        match node.checked_sub(self.arc_node(0)) {
            None => Entry::Border(HalfEdgeId(node)),
            Some(arc) => Entry::Arc(arc),
        }
    }

    /// A lower bound of the cost from a point to the goal: the heuristic of A*. It is
    /// admissible and consistent.
    #[inline]
    pub(super) fn heuristic(&self, point: Vec2) -> f64 {
        self.estimate.at(point.into()) * self.least_factor
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
        let Some(links) = self.links else { return };
        for &arc in links.leaving(area) {
            if links.is_open(arc, self.mesh, self.filter) {
                let LinkArc { entrance, exit, cost, .. } = links.arcs()[arc as usize];
                let walk = from.distance(entrance.into()) * factor;
                visit(self.arc_node(arc), exit, walk + cost);
            }
        }
    }

    #[inline]
    fn may_enter(&self, id: HalfEdgeId, edge: &HalfEdge) -> bool {
        self.mesh.is_open(edge.across(), self.filter) && self.filter.admits(id) && {
            // Block-cut pruning: the goal must be reachable without returning to this area.
            let leads_to = |&area: &AreaId| match self.links {
                None => edge.block_cut_range().leads_to(self.mesh.block_cut_number(area)),
                Some(links) => links.block_cut_range(id).leads_to(links.block_cut_number(area)),
            };
            !self.prunes || self.goal_areas.iter().any(leads_to)
        }
    }
}

impl ArrivalGraph for CorridorGraph<'_> {
    type Cost = f64;
    type Arrival = Vec2;

    fn node_count(&self) -> usize {
        self.goal_node() as usize + 1
    }

    #[inline]
    fn successors_after(&self, node: Node, point: Vec2, visit: &mut impl FnMut(Node, Vec2, f64)) {
        if node < self.start_node() {
            match self.entry(node) {
                Entry::Border(edge) => {
                    self.leave_area(self.mesh.half_edge(edge).across(), point, Some(edge), visit);
                }
                Entry::Arc(arc) => {
                    let areas = self.links.map_or(&[][..], |links| links.exit_areas(arc));
                    for &area in areas.iter().filter(|&&area| self.mesh.is_open(area, self.filter))
                    {
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
    let fraction = if heights > 0.0 {
        (from_foot * to_height + to_foot * from_height) / (heights * length_squared)
    } else {
        from_foot / length_squared
    };
    if fraction <= 0.0 {
        a
    } else if fraction >= 1.0 {
        b
    } else {
        a + along * fraction
    }
}
