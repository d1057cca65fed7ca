//! The graph that a corridor is searched on.

use tautline_geometry::{Vec2, Wide};
use tautline_search::{LabelledGraph, Node};

use crate::mesh::Side;
use crate::{AreaId, Costs, LinkId, NavMesh, SideId};

/// The graph of one request. Its nodes are ways to enter an area: across a side
/// of the area before, or by a link, forwards or backwards; then the start and
/// the goal. A node's label is the *point* where it was entered.
///
/// A border is not entered at its middle but where the shortest way from the
/// point before to the goal, if nothing else stood in the way, would cross it.
/// So the costs are lengths of ways that can be walked, and estimates are
/// consistent.
pub(super) struct CorridorGraph<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) costs: &'a Costs,
    pub(super) start: Vec2,
    pub(super) start_areas: &'a [AreaId],
    pub(super) goal: Vec2,
    pub(super) goal_areas: &'a [AreaId],
}

/// What a node stands for.
#[derive(Clone, Copy)]
pub(super) enum Entrance {
    Side(SideId),
    Link(LinkId, bool),
    Start,
    Goal,
}

impl CorridorGraph<'_> {
    pub(super) fn start_node(&self) -> Node {
        self.goal_node() - 1
    }

    pub(super) fn goal_node(&self) -> Node {
        SideId::from_index(self.node_count() - 1).0
    }

    fn link_node(&self, link: LinkId, forwards: bool) -> Node {
        SideId::from_index(self.mesh.side_count()).0 + 2 * link.0 + u32::from(forwards)
    }

    pub(super) fn entrance(&self, node: Node) -> Entrance {
        let sides = SideId::from_index(self.mesh.side_count()).0;
        if node < sides {
            Entrance::Side(SideId(node))
        } else if node == self.goal_node() {
            Entrance::Goal
        } else if node == self.start_node() {
            Entrance::Start
        } else {
            let link = node - sides;
            Entrance::Link(LinkId(link / 2), link % 2 == 1)
        }
    }

    /// Never more than the cost from a point to the goal.
    pub(super) fn estimate(&self, point: Vec2) -> f64 {
        let scale = self.costs.least_factor().min(self.mesh.least_link_ratio());
        Wide::from(point).distance(self.goal.into()) * scale
    }

    /// Visits what can be entered next from a point of an area.
    #[inline]
    fn leave_area(
        &self,
        area: AreaId,
        point: Vec2,
        entered: Option<SideId>,
        visit: &mut impl FnMut(Node, Vec2, f64),
    ) {
        let factor = self.costs.factor(self.mesh.terrain(area));
        let (from, goal) = (Wide::from(point), Wide::from(self.goal));
        if self.goal_areas.contains(&area) {
            visit(self.goal_node(), self.goal, from.distance(goal) * factor);
        }
        let sides = self.mesh.sides_in(area);
        let first = self.mesh.sides_of(area).next().map_or(0, |side| side.0);
        for (index, side) in sides.iter().enumerate() {
            if side.twin().is_none() || side.twin() == entered || !self.may_enter(side) {
                continue;
            }
            let end = sides.get(index + 1).unwrap_or(&sides[0]).start;
            let crossing = crossing_point(from, goal, side.start.into(), end.into());
            let cost = from.distance(crossing) * factor;
            visit(first + SideId::from_index(index).0, crossing.narrowed(), cost);
        }
        if self.mesh.links().is_empty() {
            return;
        }
        for (id, forwards) in self.mesh.links_from(area) {
            let link = &self.mesh.links()[id.index()];
            let (departure, arrival) = (link.departure(forwards), link.arrival(forwards));
            let may_arrive = self.costs.allows(self.mesh.terrain(arrival.area));
            if self.costs.allows_links(link.kind) && may_arrive {
                let walk = from.distance(departure.point.into()) * factor;
                visit(self.link_node(id, forwards), arrival.point, walk + link.cost);
            }
        }
    }

    #[inline]
    fn may_enter(&self, side: &Side) -> bool {
        self.costs.allows(self.mesh.terrain(side.across))
    }
}

impl LabelledGraph for CorridorGraph<'_> {
    type Cost = f64;
    type Label = Vec2;

    fn node_count(&self) -> usize {
        self.mesh.side_count() + 2 * self.mesh.links().len() + 2
    }

    #[inline]
    fn labelled_successors(
        &self,
        node: Node,
        point: Vec2,
        visit: &mut impl FnMut(Node, Vec2, f64),
    ) {
        match self.entrance(node) {
            Entrance::Side(side) => {
                let side_left = self.mesh.side(side);
                self.leave_area(side_left.across, point, Some(side), visit);
            }
            Entrance::Link(link, forwards) => {
                let area = self.mesh.links()[link.index()].arrival(forwards).area;
                self.leave_area(area, point, None, visit);
            }
            Entrance::Start => {
                for &area in self.start_areas {
                    self.leave_area(area, self.start, None, visit);
                }
            }
            Entrance::Goal => {}
        }
    }
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
