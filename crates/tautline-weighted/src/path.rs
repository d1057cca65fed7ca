//! Writing and refining the paths that are found.

use tautline_geometry::DVec2;
use tautline_navmesh::internal::LinkArc;
use tautline_navmesh::{AreaId, HalfEdgeId, VertexId};

use crate::WeightedPath;
use crate::end_points::EndPoint;
use crate::known_paths::KnownPaths;
use crate::refraction::{Place, Stop};
use crate::space::{Node, Space};
use crate::{LinkTraversal, Refraction};

/// Writes the refined path over nodes, from the start to the goal.
pub(crate) fn read(
    space: &Space<'_>,
    known: &KnownPaths,
    nodes: &[u32],
    refraction: &mut Refraction,
    path: &mut WeightedPath,
) {
    let mut writer = Writer { space, refraction, path };
    for (index, &node) in nodes.iter().enumerate() {
        let reached = known.get(node);
        // The area of the leg to the next node, and the position at which that leg begins.
        let next = nodes.get(index + 1).map_or(reached, |&next| known.get(next));
        let (area, crossing) = (next.area, next.crossing);
        match space.node(node) {
            Node::Start => writer.leave_start(area),
            Node::Goal => writer.reach_goal(reached.area),
            Node::Arc(arc) => writer.take_link(arc, [reached.area, area]),
            passed => writer.pass(space, passed, crossing.into(), [reached.area, area]),
        }
    }
}

/// A writer of a path, from stop to stop. The `area` of a stop is the area of the leg that leaves it.
pub(crate) struct Writer<'a> {
    pub(crate) space: &'a Space<'a>,
    pub(crate) refraction: &'a mut Refraction,
    pub(crate) path: &'a mut WeightedPath,
}

impl Writer<'_> {
    pub(crate) fn leave_start(&mut self, area: AreaId) {
        self.refraction.begin_at(Stop::new(self.space.start.into(), Place::End, area));
    }

    /// Passes a node at a vertex or on a border, from the area `before` into `area`.
    pub(crate) fn pass(
        &mut self,
        space: &Space<'_>,
        node: Node,
        position: DVec2,
        [before, area]: [AreaId; 2],
    ) {
        match node {
            Node::Fan(fan) => self.turn_at(space.mesh.fan(fan).vertex(), area),
            Node::Sector(first) => self.turn_at(space.mesh.ends(first)[0], area),
            Node::Border(sides) => {
                let edges = sides.map(|side| space.graph.area_node(side).edge);
                let is_second = space.mesh.area_of(edges[0]) != before;
                self.cross(edges[usize::from(is_second)], position, area);
            }
            Node::StartPoint(EndPoint { edge, .. }) => self.cross(edge, position, area),
            Node::GoalPoint(EndPoint { twin, .. }) => self.cross(twin, position, area),
            Node::Start | Node::Goal | Node::Arc(_) => {}
        }
    }

    pub(crate) fn turn_at(&mut self, vertex: VertexId, area: AreaId) {
        let position = self.space.mesh.vertices()[vertex.index()].into();
        self.refraction.push(Stop::new(position, Place::Vertex(vertex), area));
    }

    /// Crosses a border, given by the half-edge of the area before it.
    pub(crate) fn cross(&mut self, edge: HalfEdgeId, position: DVec2, area: AreaId) {
        self.refraction.push(Stop::new(position, Place::Border(edge), area));
    }

    /// Takes a link. Links divide the path into stretches, each of which is refined on its own.
    pub(crate) fn take_link(&mut self, arc: u32, [before, area]: [AreaId; 2]) {
        let Some(links) = self.space.links else { return };
        let LinkArc { link, forwards, entrance, exit, cost, .. } = links.arcs()[arc as usize];
        self.refraction.push(Stop::new(entrance.into(), Place::End, before));
        self.finish();
        let point = self.path.points.len() - 1;
        self.path.links.push(LinkTraversal { point, link, forwards });
        self.path.cost += cost;
        self.refraction.begin_at(Stop::new(exit.into(), Place::End, area));
    }

    /// Ends the path at the goal, reached through an area.
    pub(crate) fn reach_goal(&mut self, before: AreaId) {
        self.refraction.push(Stop::new(self.space.goal.into(), Place::End, before));
        self.finish();
    }

    /// Refines a stretch and appends it to the path.
    fn finish(&mut self) {
        let Self { space, refraction, path } = self;
        let Space { mesh, filter, .. } = **space;
        path.cost += refraction.refine_stops(mesh, filter);
        path.length += refraction.length();
        refraction.append_areas(mesh, filter, &mut path.areas);
        let points = refraction.points();
        // A stretch without length is one point.
        let is_point = matches!(points, [one, other] if one == other);
        path.points.extend_from_slice(if is_point { &points[..1] } else { points });
    }
}
