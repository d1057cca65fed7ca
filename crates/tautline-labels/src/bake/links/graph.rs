//! The graph of corners and arcs that see each other.

use std::sync::atomic::{AtomicUsize, Ordering};

use tautline_geometry::{DVec2, Vec2, orient2d};
use tautline_navmesh::internal::{LinkArc, group_starts, parallel_map};
use tautline_navmesh::{AreaId, NavMesh};

use crate::tables::links::{
    Direction, EndCones, LayerArc, LinkEnd, LinkKinds, LinkLayer, LinkNode,
};
use crate::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::taut::corners::{Corner, Corners, TautNode};
use crate::taut::visibility::{
    AreaView, ConeLimit, CornerVisibility, VisibilityScratch, VisibilityVisitor,
};
use crate::to_u32;

/// The greatest number of pairs of ends that see each other: half a gigabyte while baking. Some
/// thousand ends in one room have more, and take minutes to bake; searches answer there.
const MAX_PAIRS: usize = 1 << 24;

/// A corner that an end of a link sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeenCorner {
    /// The wedge of the corner that contains the end.
    pub(super) node: TautNode,
    /// The number of arcs of the taut visibility graph that keep a path from the end taut.
    pub(super) successors: u32,
    pub(super) length: f64,
}

/// An end of a link that a corner or another end sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeenEnd {
    pub(super) end: u32,
    pub(super) length: f64,
}

/// A visibility cone of an end of a link.
#[derive(Clone, Copy, Debug)]
struct EndCone {
    area: AreaId,
    limits: [u32; 2],
}

/// The areas, corners and link ends that an end of a link sees.
#[derive(Debug, Default)]
pub(super) struct EndView {
    cones: Vec<EndCone>,
    pub(super) corners: Vec<SeenCorner>,
    /// The ends that it sees, itself among them.
    pub(super) ends: Vec<SeenEnd>,
}

/// The taut visibility graph, with the arcs of links.
pub(super) struct LinkedGraph<'a> {
    pub(super) taut: &'a TautVisibilityGraph,
    corners: &'a Corners,
    pub(super) arcs: Vec<LayerArc>,
    pub(super) ends: Vec<LinkEnd>,
    pub(super) views: Vec<EndView>,
    /// For each node, the ends that lie in its wedge, from the wall outwards.
    ends_of_nodes: Vec<Vec<SeenEnd>>,
}

impl<'a> LinkedGraph<'a> {
    /// Builds the graph of the enabled links of some kinds. `None` if too many of their ends see
    /// each other.
    pub(super) fn new(
        mesh: &NavMesh,
        kinds: LinkKinds,
        corners: &'a Corners,
        taut: &'a TautVisibilityGraph,
    ) -> Option<Self> {
        let (arcs, ends, areas) = arcs_of(mesh, kinds)?;
        let views = parallel_map(ends.len(), VisibilityScratch::default, |scratch, end| {
            let seen = (ends[end].point, &areas[end][..]);
            view_from(seen, (mesh, corners), taut, scratch)
        });
        let mut graph = Self { taut, corners, arcs, ends, views, ends_of_nodes: Vec::new() };
        graph.join_ends(mesh, &areas)?;
        graph.list_ends_of_nodes();
        Some(graph)
    }

    pub(super) fn corner_count(&self) -> usize {
        self.corners.count()
    }

    pub(super) fn node_count(&self) -> usize {
        2 * self.corner_count() + self.arcs.len()
    }

    /// Renumbers the arcs.
    pub(super) fn reorder_arcs(&mut self, order: &[u32]) {
        self.arcs = order.iter().map(|&arc| self.arcs[arc as usize]).collect();
        for (number, arc) in (0..).zip(&self.arcs) {
            for direction in Direction::BOTH {
                let end = &mut self.ends[arc.near_end(direction) as usize];
                end.arcs[direction as usize] = number;
            }
        }
    }

    /// Returns the number of the node of an arc.
    pub(super) fn node_of_arc(&self, arc: u32) -> u32 {
        to_u32(2 * self.corner_count()) + arc
    }

    /// Returns the node with a number.
    pub(super) fn node(&self, node: u32) -> LinkNode {
        LinkLayer::node(self.corner_count(), node as usize)
    }

    /// Returns the point at which a walk continues from a node.
    pub(super) fn point(&self, node: u32, direction: Direction) -> Vec2 {
        match self.node(node) {
            LinkNode::Corner(node) => self.corners.get(node.corner()).point,
            LinkNode::Arc(arc) => {
                self.ends[self.arcs[arc as usize].far_end(direction) as usize].point
            }
        }
    }

    /// Returns the ends that can follow on a taut path that has reached a corner from the point `from`;
    /// if the path begins at the corner (`None`), all ends in the opposite wedge.
    pub(super) fn ends_after(
        &self,
        arrival: TautNode,
        from: Option<Vec2>,
    ) -> impl Iterator<Item = &SeenEnd> {
        let here = self.corners.get(arrival.corner()).point;
        let may_follow = move |seen: &&SeenEnd| {
            let to = self.ends[seen.end as usize].point;
            from.is_none_or(|from| Corner::may_follow(here, from, arrival.wedge(), to))
        };
        self.ends_of_nodes[arrival.opposite().index()].iter().take_while(may_follow)
    }

    /// Compares two points that a corner sees in a wedge, from the wall outwards. The corner
    /// itself comes first.
    pub(super) fn outwards(&self, node: TautNode, a: Vec2, b: Vec2) -> std::cmp::Ordering {
        let corner = self.corners.get(node.corner());
        match [a, b].map(|point| point == corner.point) {
            [false, false] => corner.outwards(node.wedge(), a, b),
            [is_a, is_b] => is_b.cmp(&is_a),
        }
    }

    /// Finds the ends that each end sees. `None` if there are too many.
    fn join_ends(&mut self, mesh: &NavMesh, areas: &[Vec<AreaId>]) -> Option<()> {
        let mut ends_in: Vec<Vec<u32>> = vec![Vec::new(); mesh.area_count()];
        for (end, areas) in (0..).zip(areas) {
            areas.iter().for_each(|area| ends_in[area.index()].push(end));
        }
        let Self { ends, views, .. } = &*self;
        // Threads add to it in any order, but its last value exceeds the limit or not in each order.
        let pair_count = AtomicUsize::new(0);
        let seen_from = |(): &mut (), number: usize| -> Vec<u32> {
            if pair_count.load(Ordering::Relaxed) > MAX_PAIRS {
                return Vec::new();
            }
            let from = ends[number].point;
            let mut seen: Vec<u32> = views[number]
                .cones
                .iter()
                .flat_map(|cone| ends_in[cone.area.index()].iter().map(move |&end| (cone, end)))
                .filter(|(cone, end)| contains(mesh, from, cone.limits, ends[*end as usize].point))
                .map(|(_, end)| end)
                .collect();
            seen.sort_unstable();
            seen.dedup();
            pair_count.fetch_add(seen.len(), Ordering::Relaxed);
            seen
        };
        let seen = parallel_map(ends.len(), || (), seen_from);
        if pair_count.into_inner() > MAX_PAIRS {
            return None;
        }
        let mut pairs: Vec<(u32, u32)> = (0..)
            .zip(seen)
            .flat_map(|(from, seen)| seen.into_iter().map(move |to| (from, to)))
            .flat_map(|(from, to)| [(from, to), (to, from)])
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        for (from, end) in pairs {
            let [here, there] = [from, end].map(|end| DVec2::from(self.ends[end as usize].point));
            let length = here.distance(there);
            self.views[from as usize].ends.push(SeenEnd { end, length });
        }
        Some(())
    }

    fn list_ends_of_nodes(&mut self) {
        let mut lists: Vec<Vec<SeenEnd>> = vec![Vec::new(); 2 * self.corner_count()];
        for (end, view) in (0..).zip(&self.views) {
            for seen in &view.corners {
                lists[seen.node.index()].push(SeenEnd { end, length: seen.length });
            }
        }
        for (node, list) in (0..).map(TautNode).zip(&mut lists) {
            let point = |seen: &SeenEnd| self.ends[seen.end as usize].point;
            list.sort_by(|a, b| self.outwards(node, point(a), point(b)));
        }
        self.ends_of_nodes = lists;
    }

    /// Lists the cones of all ends by area.
    pub(super) fn end_cones(&self, mesh: &NavMesh) -> EndCones {
        let mut all: Vec<(AreaId, u32, [u32; 2])> = (0..)
            .zip(&self.views)
            .flat_map(|(end, view)| {
                view.cones.iter().map(move |cone| (cone.area, end, cone.limits))
            })
            .collect();
        all.sort_unstable();
        let starts = group_starts(mesh.area_count(), all.iter().map(|(area, ..)| area.index()));
        let ends = all.iter().map(|cone| cone.1).collect();
        EndCones { starts, ends, limits: all.iter().map(|cone| cone.2).collect() }
    }
}

/// Returns true if a point of an area lies in a cone of a point.
fn contains(mesh: &NavMesh, from: Vec2, limits: [u32; 2], point: Vec2) -> bool {
    let is_in = |limit: u32, is_left: bool| {
        limit == EndCones::UNCUT || {
            let turn = orient2d(from, mesh.vertices()[limit as usize], point);
            !(if is_left { turn.is_left() } else { turn.is_right() })
        }
    };
    is_in(limits[0], false) && is_in(limits[1], true)
}

/// Arcs of links, their ends, and the areas of each end.
type ArcsAndEnds = (Vec<LayerArc>, Vec<LinkEnd>, Vec<Vec<AreaId>>);

/// Returns the arcs of all enabled links of some kinds, their ends, and the areas of each end.
///
/// If the areas at an end are not connected there, each connected part gets an end of its own, and each
/// pair of ends an arc. Otherwise, a walk to such an end would seem to continue into all parts. `None` if these are too
/// many.
fn arcs_of(mesh: &NavMesh, kinds: LinkKinds) -> Option<ArcsAndEnds> {
    let (mut arcs, mut ends, mut areas) = (Vec::new(), Vec::new(), Vec::new());
    let Some(graph) = mesh.link_graph() else { return Some((arcs, ends, areas)) };
    let mut pairs = 0_usize;
    let wanted = |arc: &LinkArc| arc.forwards && kinds.has(arc.kind);
    for (number, arc) in (0..).zip(graph.arcs()).filter(|(_, arc)| wanted(arc)) {
        let both = [graph.entrance_areas(number), graph.exit_areas(number)];
        let points = [arc.entrance, arc.exit];
        let parts = [0, 1].map(|end| mesh.connected_parts(points[end], both[end]));
        // The ends that a link has in one part, one for each part at its other end, see each other and list the areas.
        for [here, there] in [[0, 1], [1, 0]] {
            let ends_here = parts[there].len();
            let seen = parts[here].len().saturating_mul(ends_here).saturating_add(both[here].len());
            pairs = pairs.saturating_add(seen.saturating_mul(ends_here));
        }
        if pairs > MAX_PAIRS {
            return None;
        }
        for [from, to] in parts[0].iter().flat_map(|from| parts[1].iter().map(move |to| [from, to]))
        {
            let first = to_u32(ends.len());
            for (point, own) in points.into_iter().zip([from, to]) {
                ends.push(LinkEnd { point, arcs: [LinkEnd::NO_ARC; 2] });
                areas.push(own.clone());
            }
            let both_ways = mesh.links()[arc.link.index()].both_ways;
            for forwards in [true, false].into_iter().filter(|&forwards| forwards || both_ways) {
                let of_arc = if forwards { [first, first + 1] } else { [first + 1, first] };
                for (end, direction) in of_arc.into_iter().zip(Direction::BOTH) {
                    ends[end as usize].arcs[direction as usize] = to_u32(arcs.len());
                }
                arcs.push(LayerArc { link: arc.link, forwards, ends: of_arc, cost: arc.cost });
            }
        }
    }
    Some((arcs, ends, areas))
}

/// Records what a point sees.
struct Recorder<'a> {
    mesh: &'a NavMesh,
    cones: Vec<EndCone>,
    corners: Vec<TautNode>,
}

impl VisibilityVisitor for Recorder<'_> {
    fn visit_area(&mut self, AreaView { area, limits, cuts }: AreaView) {
        let limit = |side: usize| match limits[side] {
            ConeLimit::Through(fan) if cuts[side] => self.mesh.fan(fan).vertex().0,
            _ => EndCones::UNCUT,
        };
        self.cones.push(EndCone { area, limits: [limit(0), limit(1)] });
    }

    fn visit_corner(&mut self, arrival: TautNode) {
        self.corners.push(arrival);
    }
}

/// Returns what a point sees, except for the ends of links.
fn view_from(
    (point, areas): (Vec2, &[AreaId]),
    (mesh, corners): (&NavMesh, &Corners),
    taut: &TautVisibilityGraph,
    scratch: &mut VisibilityScratch,
) -> EndView {
    let mut seen = Recorder { mesh, cones: Vec::new(), corners: Vec::new() };
    CornerVisibility::explore_around((point, areas), (mesh, corners), scratch, &mut seen);
    // A vertex is met in each of its areas.
    seen.corners.sort_unstable();
    seen.corners.dedup();
    let corner = |&node: &TautNode| {
        let position = |corner: u32| corners.get(corner).point;
        SeenCorner {
            node,
            successors: taut.successors_from(node, point, position),
            length: DVec2::from(point).distance(position(node.corner()).into()),
        }
    };
    EndView {
        cones: seen.cones,
        corners: seen.corners.iter().map(corner).collect(),
        ends: Vec::new(),
    }
}
