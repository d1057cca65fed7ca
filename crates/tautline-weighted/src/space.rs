//! The nodes of a search over weighted terrain.

use tautline_geometry::Vec2;
use tautline_navmesh::internal::{AreaNode, LinkArc, LinkGraph, SteinerGraph, SteinerPlace};
use tautline_navmesh::{AreaId, FanId, HalfEdgeId, NavMesh, PathQuery, QueryFilter};

use crate::end_points::{EndPoint, EndPoints};
use crate::to_u32;

/// The graph of one search: the [`SteinerGraph`] of the mesh, the exits of links, the start and the
/// goal.
///
/// Where ground is forbidden, or borders are too narrow, the areas of a fan may no longer be connected.
/// The nodes at vertices are then not fans but *sectors*: the parts of a fan that are still connected,
/// each named by the first of its half-edges that start at the vertex.
#[derive(Clone, Copy)]
pub(crate) struct Space<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) graph: &'a SteinerGraph,
    pub(crate) filter: &'a QueryFilter,
    pub(crate) start: Vec2,
    pub(crate) goal: Vec2,
    pub(crate) start_areas: &'a [AreaId],
    pub(crate) goal_areas: &'a [AreaId],
    pub(crate) links: Option<&'a LinkGraph>,
    /// True if paths are searched backwards, from the goal: links are taken from their exits to their
    /// entrances.
    is_reversed: bool,
    /// The goals of a search for many, apart from `goal`.
    pub(crate) goals: ManyGoals<'a>,
    /// The points that are added for the start and the goal.
    pub(crate) start_points: &'a [EndPoint],
    goal_points: &'a [EndPoint],
    /// True if all areas and borders can be used.
    pub(crate) is_open: bool,
    first_sector: u32,
    first_arc: u32,
    goal_node: u32,
}

/// The goals of a one-to-many search.
#[derive(Clone, Copy, Default)]
pub(crate) struct ManyGoals<'a> {
    pub(crate) points: &'a [Vec2],
    /// The areas that hold goals, each with the index of the goal, sorted.
    pub(crate) by_area: &'a [(AreaId, u32)],
}

impl<'a> ManyGoals<'a> {
    /// The goals in an area: pairs of the area and the index of a goal.
    fn within(&self, area: AreaId) -> &'a [(AreaId, u32)] {
        let first = self.by_area.partition_point(|&(other, _)| other < area);
        let count = self.by_area[first..].partition_point(|&(other, _)| other == area);
        &self.by_area[first..first + count]
    }
}

/// A node of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    Start,
    Goal,
    /// A vertex fan, all around.
    Fan(FanId),
    /// A part of a fan, named by its first half-edge.
    Sector(HalfEdgeId),
    /// A Steiner point, at these indices of the nodes of all areas, one on each side of its border.
    Border([u32; 2]),
    /// The exit of a link.
    Arc(u32),
    /// A point that is added for the start.
    StartPoint(EndPoint),
    /// A point that is added for the goal. Its cost includes the cost from there to the goal.
    GoalPoint(EndPoint),
}

impl<'a> Space<'a> {
    pub(crate) fn new(
        mesh: &'a NavMesh,
        query: &PathQuery<'a>,
        start_areas: &'a [AreaId],
        goal_areas: &'a [AreaId],
    ) -> Self {
        Self::over(mesh.steiner_graph(), mesh, query, start_areas, goal_areas)
    }

    /// Creates a space over other Steiner points than [`NavMesh::steiner_graph`] has.
    pub(crate) fn over(
        graph: &'a SteinerGraph,
        mesh: &'a NavMesh,
        query: &PathQuery<'a>,
        start_areas: &'a [AreaId],
        goal_areas: &'a [AreaId],
    ) -> Self {
        let PathQuery { start, goal, filter, .. } = *query;
        let links = mesh.link_graph().filter(|_| mesh.takes_links(filter));
        let is_open = mesh.is_all_open(filter) && !filter.fits_agent();
        let first_sector = graph.node_count();
        let first_arc = first_sector + if is_open { 0 } else { to_u32(mesh.half_edge_count()) };
        let goal_node = first_arc + links.map_or(0, |links| to_u32(links.arcs().len()));
        Self {
            mesh,
            graph,
            filter,
            start: start.point,
            goal: goal.point,
            start_areas,
            goal_areas,
            links,
            is_reversed: false,
            goals: ManyGoals::default(),
            start_points: &[],
            goal_points: &[],
            is_open,
            first_sector,
            first_arc,
            goal_node,
        }
    }

    /// The same space with points that are added for the start and the goal.
    pub(crate) fn with_end_points(self, points: &'a EndPoints) -> Self {
        Self { start_points: &points.start, goal_points: &points.goal, ..self }
    }

    /// The same space without links.
    pub(crate) const fn on_foot(self) -> Self {
        Self { links: None, ..self }
    }

    /// The same space with all links the other way.
    pub(crate) const fn reversed(self) -> Self {
        Self { is_reversed: true, ..self }
    }

    /// The open arcs that leave an area, if links may be taken, each with its ends and its cost.
    pub(crate) fn arcs_from(
        &self,
        area: AreaId,
    ) -> impl Iterator<Item = (u32, [Vec2; 2], f64)> + use<'a> {
        let space = *self;
        space.arcs_at(area, !space.is_reversed).iter().filter_map(move |&arc| {
            let links = space.links.filter(|links| links.is_open(arc, space.mesh, space.filter))?;
            let LinkArc { entrance, exit, cost, .. } = links.arcs()[arc as usize];
            let ends = if space.is_reversed { [exit, entrance] } else { [entrance, exit] };
            Some((arc, ends, cost))
        })
    }

    /// The arcs that arrive in an area, if links may be taken, open or not.
    pub(crate) fn arcs_to(&self, area: AreaId) -> &'a [u32] {
        self.arcs_at(area, self.is_reversed)
    }

    /// The arcs with an entrance in an area, or with an exit.
    fn arcs_at(&self, area: AreaId, enters: bool) -> &'a [u32] {
        self.links.map_or(
            &[][..],
            |links| {
                if enters { links.leaving(area) } else { links.arriving(area) }
            },
        )
    }

    /// The areas that an arc leads to.
    pub(crate) fn areas_behind(&self, arc: u32) -> &'a [AreaId] {
        self.links.map_or(&[][..], |links| {
            if self.is_reversed { links.entrance_areas(arc) } else { links.exit_areas(arc) }
        })
    }

    /// The row for the exit of an arc in tables of the mesh. These rows come after the rows of the nodes of the
    /// [`SteinerGraph`].
    pub(crate) fn row_of_arc(mesh: &NavMesh, arc: u32) -> u32 {
        mesh.steiner_graph().node_count() + arc
    }

    /// The number of rows in tables of the mesh, including the rows of arcs if links may be taken.
    pub(crate) fn row_count(&self) -> usize {
        (self.graph.node_count() + self.arc_count()) as usize
    }

    /// The number of arcs of links; 0 if none may be taken.
    pub(crate) fn arc_count(&self) -> u32 {
        self.links.map_or(0, |links| to_u32(links.arcs().len()))
    }

    pub(crate) const fn goal_node(&self) -> u32 {
        self.goal_node
    }

    pub(crate) const fn start_node(&self) -> u32 {
        self.goal_node + 1
    }

    /// The number of all nodes.
    pub(crate) fn node_count(&self) -> u32 {
        self.goal_point_node(to_u32(self.goal_points.len()))
    }

    pub(crate) fn start_point_node(&self, index: u32) -> u32 {
        self.node_of_goal(to_u32(self.goals.points.len())) + index
    }

    fn goal_point_node(&self, index: u32) -> u32 {
        self.start_point_node(to_u32(self.start_points.len())) + index
    }

    /// The points on borders of an area that are added for goals on the other side, each with its node.
    pub(crate) fn goal_points_at(
        &self,
        area: AreaId,
    ) -> impl Iterator<Item = (u32, &'a EndPoint)> + use<'a> {
        let space = *self;
        let first = self.goal_points.partition_point(|point| point.across < area);
        let here = self.goal_points[first..].iter().take_while(move |point| point.across == area);
        (to_u32(first)..).map(move |index| space.goal_point_node(index)).zip(here)
    }

    /// The node and the position of the goal that a point is added for.
    pub(crate) fn goal_of(&self, point: &EndPoint) -> (u32, Vec2) {
        match point.goal {
            Some(goal) => (self.node_of_goal(goal), self.goals.points[goal as usize]),
            None => (self.goal_node, self.goal),
        }
    }

    /// The node of a goal of many.
    pub(crate) const fn node_of_goal(&self, goal: u32) -> u32 {
        self.goal_node + 2 + goal
    }

    /// The goal that a node stands for, in a search for many.
    pub(crate) fn goal_at(&self, node: u32) -> Option<u32> {
        node.checked_sub(self.goal_node + 2).filter(|&goal| goal < to_u32(self.goals.points.len()))
    }

    /// The goals of many in an area: their nodes and positions.
    pub(crate) fn goals_in(&self, area: AreaId) -> impl Iterator<Item = (u32, Vec2)> + use<'a> {
        let space = *self;
        let place = move |&(_, goal): &(AreaId, u32)| {
            (space.node_of_goal(goal), space.goals.points[goal as usize])
        };
        self.goals.within(area).iter().map(place)
    }

    /// Returns true if an area holds a goal of many.
    pub(crate) fn has_goal_in(&self, area: AreaId, goal: usize) -> bool {
        self.goals.by_area.binary_search(&(area, to_u32(goal))).is_ok()
    }

    /// The number of nodes at vertices and Steiner points. They come before all other nodes.
    pub(crate) const fn mesh_node_count(&self) -> u32 {
        self.first_arc
    }

    pub(crate) const fn arc_node(&self, arc: u32) -> u32 {
        self.first_arc + arc
    }

    #[inline]
    pub(crate) fn node(&self, node: u32) -> Node {
        if node < self.first_sector {
            match self.graph.place(node) {
                SteinerPlace::Fan(fan) => Node::Fan(fan),
                SteinerPlace::Border(sides) => Node::Border(sides),
            }
        } else if node < self.first_arc {
            Node::Sector(HalfEdgeId(node - self.first_sector))
        } else if node < self.goal_node {
            Node::Arc(node - self.first_arc)
        } else if node == self.start_node() {
            Node::Start
        } else if let Some(index) = node.checked_sub(self.goal_point_node(0)) {
            Node::GoalPoint(self.goal_points[index as usize])
        } else if let Some(index) = node.checked_sub(self.start_point_node(0)) {
            Node::StartPoint(self.start_points[index as usize])
        } else {
            Node::Goal
        }
    }

    /// The number of a node as it is reached through an area; `None` if the border that it lies on cannot be crossed.
    #[inline]
    pub(crate) fn number_of(&self, node: &AreaNode) -> Option<u32> {
        if self.is_open { Some(node.node) } else { self.restricted(node) }
    }

    /// Like [`Self::number_of`], for a space in which not all is open.
    fn restricted(&self, node: &AreaNode) -> Option<u32> {
        match self.graph.place(node.node) {
            SteinerPlace::Fan(_) => Some(self.first_sector + self.first_of_sector(node.edge).0),
            SteinerPlace::Border(_) => self.twin(node.edge).map(|_| node.node),
        }
    }

    /// The half-edge on the other side of a border that can be crossed.
    pub(crate) fn twin(&self, edge: HalfEdgeId) -> Option<HalfEdgeId> {
        self.mesh.passable_twin(edge, self.filter)
    }

    /// The half-edge clockwise around the vertex at which a half-edge starts, if that border can be
    /// crossed.
    fn clockwise(&self, edge: HalfEdgeId) -> Option<HalfEdgeId> {
        self.mesh.next_around(edge, true, |edge| self.twin(edge))
    }

    /// The first half-edge of a sector, clockwise from one of them; if the sector is all around,
    /// the smallest one.
    fn first_of_sector(&self, edge: HalfEdgeId) -> HalfEdgeId {
        let (mut at, mut least) = (edge, edge);
        while let Some(next) = self.clockwise(at) {
            if next == edge {
                return least;
            }
            at = next;
            least = least.min(next);
        }
        at
    }

    /// The first half-edge of the sector, or where all is open of the fan, at which a half-edge starts.
    pub(crate) fn first_at(&self, edge: HalfEdgeId) -> HalfEdgeId {
        if self.is_open {
            self.mesh.fan(self.mesh.half_edge(edge).fan()).first_half_edge()
        } else {
            self.first_of_sector(edge)
        }
    }

    /// The areas of a sector, given its first half-edge.
    pub(crate) fn areas_of_sector(
        &self,
        first: HalfEdgeId,
    ) -> impl Iterator<Item = AreaId> + use<'a> {
        let space = *self;
        let next = move |&edge: &HalfEdgeId| {
            let next = space.mesh.next_around(edge, false, |edge| space.twin(edge));
            next.filter(|&next| next != first)
        };
        std::iter::successors(Some(first), next).map(move |edge| space.mesh.area_of(edge))
    }
}
