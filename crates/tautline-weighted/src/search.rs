//! A* over the nodes.

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::internal::LinkEstimate;
use tautline_navmesh::{AreaId, HalfEdgeId};

use crate::goal_costs::GoalCosts;
use crate::known_paths::{KnownPath, KnownPaths};
use crate::landmarks::{CostLandmarks, GoalBounds};
use crate::space::{Node, Space};
use crate::wedge::Wedge;

/// A search in progress.
pub(crate) struct Search<'a> {
    pub(crate) space: Space<'a>,
    pub(crate) heuristic: Heuristic<'a>,
    pub(crate) known: &'a mut KnownPaths,
    /// True if paths may cross borders between the nodes. Costs are then lower, but they do not obey the
    /// triangle inequality, on which landmarks are based. So wedges may cut off nodes: see
    /// `Request::advance`.
    pub(crate) slides: bool,
}

/// A lower bound of the cost from a node to the goal, up to [`INFLATION`].
pub(crate) struct Heuristic<'a> {
    pub(crate) estimate: &'a LinkEstimate,
    pub(crate) least_factor: f64,
    pub(crate) bounds: Bounds<'a>,
}

/// The factor by which known costs to the goal are inflated (weighted A\*).
///
/// Known costs are not exact: paths cross borders near Steiner points only, and each search finds slightly different
/// crossings. Without inflation, these differences make a search expand 1.2 to 3.6 times as many nodes, for paths
/// that are equally cheap on average.
const INFLATION: f64 = 1.002;

/// Known costs from nodes to the goal, or bounds of them.
#[derive(Clone, Copy)]
pub(crate) enum Bounds<'a> {
    None,
    Landmarks(&'a CostLandmarks, &'a GoalBounds),
    Goal(&'a GoalCosts),
}

impl Heuristic<'_> {
    /// The bound at a position; `row` is the row of its node in tables of the mesh.
    #[inline]
    fn at(&self, position: Vec2, row: Option<u32>) -> f64 {
        let straight = self.least_factor * self.estimate.at(position.into());
        match (self.bounds, row) {
            (Bounds::Landmarks(landmarks, goal), Some(row)) => {
                straight.max(INFLATION * landmarks.at(row, goal))
            }
            (Bounds::Goal(costs), Some(node)) => straight.max(INFLATION * costs.at(node)),
            _ => straight,
        }
    }
}

/// A node that is expanded.
#[derive(Clone, Copy)]
struct Departure {
    node: u32,
    position: DVec2,
    cost: f64,
    /// The border on which the node lies, if it is not at a vertex.
    border: Option<Crossing>,
}

impl Departure {
    /// Returns the cost to a point of an area with a factor, and the position at which the path leaves.
    /// `None` if that is not below a limit.
    #[inline]
    fn cost_to(&self, factor: f64, point: DVec2, limit: f64) -> Option<(f64, DVec2)> {
        let leg = point - self.position;
        let distance = leg.length();
        let cost = self.cost + factor * distance;
        let (cost, crossing) = match &self.border {
            Some(border) if distance > 0.0 => {
                border.slide((factor, point), (leg, distance), (cost, self.position), limit)?
            }
            _ => (cost, self.position),
        };
        (cost < limit).then_some((cost, crossing))
    }
}

/// The border that a path crosses near a node.
///
/// Steiner points are few, so the path may cross the border near the node instead of at it. A step of Newton's
/// method moves the crossing to about the place where Snell's law holds, given the crossing before and the next
/// node.
#[derive(Clone, Copy)]
struct Crossing {
    before: DVec2,
    cost_before: f64,
    factor: f64,
    along: DVec2,
    /// The distances by which the crossing may move, against and along the direction.
    room: [f64; 2],
    /// The derivatives of the cost up to the border.
    slope: f64,
    curvature: f64,
}

impl Crossing {
    /// The share of the distance to a neighbour of a node by which its crossing may move. Less than 1, because the
    /// neighbour may be a vertex, where several borders meet.
    const ROOM: f64 = 0.99;

    /// The crossing of a path that reaches a node at a cost, through an area with a factor.
    fn new(
        before: DVec2,
        (here, cost): (DVec2, f64),
        factor: f64,
        neighbours: [DVec2; 2],
    ) -> Option<Self> {
        let (leg, width) = (here - before, neighbours[1] - neighbours[0]);
        let (distance, length) = (leg.length(), width.length());
        let along = width / length;
        let sine = leg.dot(along) / distance;
        (distance > 0.0 && length > 0.0).then(|| Self {
            before,
            cost_before: cost - factor * distance,
            factor,
            along,
            room: neighbours.map(|point| Self::ROOM * point.distance(here)),
            slope: factor * sine,
            curvature: factor * (1.0 - sine * sine) / distance,
        })
    }

    /// Returns the cost to a point of an area with a factor over the crossing that has moved, and that crossing,
    /// given the straight leg from the node and the cost over the node. `None` if no crossing has a cost
    /// below a limit.
    #[inline]
    fn slide(
        &self,
        (factor, point): (f64, DVec2),
        (leg, distance): (DVec2, f64),
        (cost, here): (f64, DVec2),
        limit: f64,
    ) -> Option<(f64, DVec2)> {
        let sine = leg.dot(self.along) / distance;
        let slope = self.slope - factor * sine;
        let room = if slope > 0.0 { -self.room[0] } else { self.room[1] };
        // The cost is convex along the border, so nowhere below its tangent.
        if cost + slope * room >= limit {
            return None;
        }
        let curvature = self.curvature + factor * (1.0 - sine * sine) / distance;
        let newton = -slope / curvature;
        let step = if newton.abs() < room.abs() { newton } else { room };
        let crossing = here + step * self.along;
        let moved = self.cost_before
            + self.factor * self.before.distance(crossing)
            + factor * crossing.distance(point);
        Some(if moved < cost { (moved, crossing) } else { (cost, here) })
    }
}

/// Finds the cheapest paths from the start of a space to all nodes (Dijkstra's algorithm).
pub(crate) fn spread(space: Space<'_>, slides: bool, known: &mut KnownPaths) {
    spread_from(space, slides, known, |_, _| true);
}

/// Like [`spread`], but expands only the nodes for which `goes_on` returns true. It is called for all nodes that are
/// reached, with the paths to them, in the order of their costs.
pub(crate) fn spread_from(
    space: Space<'_>,
    slides: bool,
    known: &mut KnownPaths,
    mut goes_on: impl FnMut(u32, KnownPath) -> bool,
) {
    let estimate = LinkEstimate::new();
    let heuristic = Heuristic { estimate: &estimate, least_factor: 0.0, bounds: Bounds::None };
    known.forget();
    let mut search = Search { space, heuristic, known, slides };
    search.begin();
    while let Some(node) = search.known.next() {
        if goes_on(node, search.known.get(node)) {
            search.expand(node);
        } else {
            search.known.close(node);
        }
    }
}

impl Search<'_> {
    /// Queues the start.
    pub(crate) fn begin(&mut self) {
        self.known.begin(self.space.node_count());
        let (node, start) = (self.space.start_node(), self.space.start);
        let path = KnownPath::new(0.0, start, (node, start), AreaId(0));
        self.known.improve(self.space.start_node(), path, 0.0);
    }

    /// Continues until the number of expansions is `until`. Returns true if the search has ended.
    pub(crate) fn run(&mut self, until: u64) -> bool {
        while let Some(node) = self.known.next() {
            if node == self.space.goal_node() {
                return true;
            }
            if self.known.expanded() >= until {
                return false;
            }
            self.expand(node);
        }
        true
    }

    pub(crate) fn expand(&mut self, node: u32) {
        let KnownPath { cost, position, crossing, area: entered, .. } = self.known.close(node);
        let mut from = Departure { node, position: position.into(), cost, border: None };
        let before = DVec2::from(crossing);
        let space = self.space;
        // Areas are convex. A path that has crossed an area does not turn and cross the same area again: the
        // straight line from the parent is shorter.
        let is_not_entered = |&area: &AreaId| area != entered;
        match space.node(node) {
            Node::Border(sides) => {
                let areas = sides.map(|side| space.mesh.area_of(space.graph.area_node(side).edge));
                let other = usize::from(areas[0] == entered);
                let area = areas[other];
                let neighbours = space
                    .graph
                    .neighbours(area, sides[other])
                    .map(|node| DVec2::from(node.position));
                let factors =
                    [entered, area].map(|area| space.filter.factor(space.mesh.terrain(area)));
                if let Some(wedge) = Wedge::between(before, neighbours, factors[0] / factors[1]) {
                    let here = (from.position, cost);
                    if self.slides {
                        from.border = Crossing::new(before, here, factors[0], neighbours);
                    }
                    self.leave(from, area, wedge);
                }
            }
            Node::Fan(fan) => {
                for edge in space.mesh.half_edges_at(fan) {
                    let area = space.mesh.area_of(edge);
                    if let Some(wedge) = self.wedge_at_fan(before, node, entered, edge) {
                        self.leave(from, area, wedge);
                    }
                }
            }
            Node::Sector(first) => {
                for area in space.areas_of_sector(first).filter(is_not_entered) {
                    self.leave(from, area, Wedge::ALL);
                }
            }
            Node::Start => {
                for &area in space.start_areas {
                    self.leave(from, area, Wedge::ALL);
                }
                for (index, point) in (0..).zip(space.start_points) {
                    let area = space.mesh.area_of(point.edge);
                    let factor = space.filter.factor(space.mesh.terrain(area));
                    let node = (space.start_point_node(index), None);
                    self.relax(&from, (area, factor), &Wedge::ALL, node, [point.position; 2], 0.0);
                }
            }
            Node::StartPoint(point) => {
                self.leave(from, point.across, Wedge::ALL);
            }
            Node::GoalPoint(point) => {
                let (goal, goal_position) = space.goal_of(&point);
                if cost < self.known.limit_of(goal) {
                    let area = space.mesh.area_of(point.edge);
                    let path = KnownPath::new(cost, goal_position, (node, point.position), area);
                    self.known.improve(goal, path, cost);
                }
            }
            Node::Arc(arc) => {
                let areas = space.areas_behind(arc).iter();
                for &area in areas.filter(|&&area| space.mesh.is_open(area, space.filter)) {
                    self.leave(from, area, Wedge::ALL);
                }
            }
            Node::Goal => {}
        }
    }

    /// The wedge of an area, given its half-edge that starts at a fan.
    fn wedge_at_fan(
        &self,
        before: DVec2,
        node: u32,
        entered: AreaId,
        edge: HalfEdgeId,
    ) -> Option<Wedge> {
        let space = self.space;
        let half_edge = space.mesh.half_edge(edge);
        let area = half_edge.area();
        let previous = space.mesh.previous_half_edge(edge);
        let is_next = half_edge.across() == entered;
        if !is_next && space.mesh.half_edge(previous).across() != entered {
            return Some(Wedge::ALL);
        }
        let nodes = space.graph.nodes_of(area);
        let Some(index) = nodes.iter().position(|other| other.node == node) else {
            return Some(Wedge::ALL);
        };
        let neighbour = if is_next {
            nodes[if index + 1 == nodes.len() { 0 } else { index + 1 }]
        } else {
            nodes[if index == 0 { nodes.len() - 1 } else { index - 1 }]
        };
        let here = DVec2::from(half_edge.start());
        let neighbour = DVec2::from(neighbour.position);
        let factors = [entered, area].map(|area| space.filter.factor(space.mesh.terrain(area)));
        let ratio = factors[0] / factors[1];
        if is_next {
            Wedge::right_of(before, [here, neighbour], ratio)
        } else {
            Wedge::left_of(before, [neighbour, here], ratio)
        }
    }

    /// Relaxes all straight arcs through an area.
    fn leave(&mut self, from: Departure, area: AreaId, wedge: Wedge) {
        let space = self.space;
        let factor = space.filter.factor(space.mesh.terrain(area));
        if space.goal_areas.contains(&area) {
            // Also outside the wedge. The wedge leaves out what is cheaper over a neighbour, but if the goal lies at
            // the neighbour, no path leads from there back through this area.
            let goal = (space.goal_node(), None);
            self.relax(&from, (area, factor), &Wedge::ALL, goal, [space.goal; 2], 0.0);
        }
        for (node, point) in space.goal_points_at(area) {
            let (_, goal) = space.goal_of(point);
            let last = space.filter.factor(space.mesh.terrain(space.mesh.area_of(point.edge)));
            let rest = last * DVec2::from(point.position).distance(goal.into());
            let ends = [point.position, goal];
            self.relax(&from, (area, factor), &Wedge::ALL, (node, None), ends, rest);
        }
        for (node, goal) in space.goals_in(area) {
            self.relax(&from, (area, factor), &Wedge::ALL, (node, None), [goal; 2], 0.0);
        }
        for node in space.graph.nodes_of(area) {
            let Some(number) = space.number_of(node) else { continue };
            let numbers = (number, Some(node.node));
            self.relax(&from, (area, factor), &wedge, numbers, [node.position; 2], 0.0);
        }
        for (arc, ends, cost) in space.arcs_from(area) {
            let node = (space.arc_node(arc), Some(Space::row_of_arc(space.mesh, arc)));
            self.relax(&from, (area, factor), &wedge, node, ends, cost);
        }
    }

    /// Relaxes an arc to a node, given with its row in tables of the mesh, if any. The arc leads straight through
    /// an area to `target`, and from there at the cost `link_cost` to `position`, if the two differ.
    #[inline]
    fn relax(
        &mut self,
        from: &Departure,
        (area, factor): (AreaId, f64),
        wedge: &Wedge,
        (node, row): (u32, Option<u32>),
        [target, position]: [Vec2; 2],
        link_cost: f64,
    ) {
        let target = DVec2::from(target);
        let limit = self.known.limit_of(node) - link_cost;
        if !wedge.contains(target) {
            return;
        }
        let Some((cost, crossing)) = from.cost_to(factor, target, limit) else { return };
        let cost = cost + link_cost;
        let priority = cost + self.heuristic.at(position, row);
        // The goal stays in the queue, behind all that may lead to a cheaper path.
        if node != self.space.goal_node() && priority >= self.known.cost_of(self.space.goal_node())
        {
            return;
        }
        let parent = (from.node, crossing.as_vec2());
        self.known.improve(node, KnownPath::new(cost, position, parent, area), priority);
    }
}
