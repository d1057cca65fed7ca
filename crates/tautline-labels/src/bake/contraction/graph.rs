//! The part of a taut visibility graph that is not contracted yet.

use tautline_geometry::DVec2;

use crate::bake::hubs::NO_LONGER;
use crate::tables::hierarchy::Hierarchy;
use crate::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::taut::corners::{Corners, TautNode, Wedge};
use crate::to_u32;

/// One end of an edge: the arc there, among those around the corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeEnd {
    pub(super) wedge: Wedge,
    /// The index of the arc in its wedge, from the wall outwards.
    pub(super) index: u32,
    /// The number of arcs of the opposite wedge that keep a path taut that arrives here.
    pub(super) successors: u32,
}

impl EdgeEnd {
    /// Returns true if a path that arrives here and leaves by the edge of another end is taut.
    #[inline]
    pub(super) fn joins(self, other: Self) -> bool {
        self.wedge != other.wedge && other.index < self.successors
    }
}

/// An edge from a corner: an arc, or a *shortcut* for a taut path over contracted corners.
/// Its first and last arc decide what may precede and follow it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    /// The contracted corner that a shortcut leads over; [`Hierarchy::DIRECT`] for an arc.
    pub(super) middle: u32,
    pub(super) length: f64,
    pub(super) here: EdgeEnd,
    pub(super) there: EdgeEnd,
}

impl Edge {
    /// Returns true if this edge makes another one redundant: both lead to the same corner, and the
    /// other one is longer, or as long with the same wedges.
    ///
    /// Edges of the same length with other wedges are kept: a straight line towards the end of a
    /// zero-width wall arrives there in both wedges, one for each side of the wall along which a path may
    /// continue.
    fn replaces(&self, other: &Self) -> bool {
        let wedges = |edge: &Self| [edge.here.wedge, edge.there.wedge];
        self.to == other.to
            && (self.length * (1.0 + NO_LONGER) < other.length
                || self.length <= other.length && wedges(self) == wedges(other))
    }
}

/// The corners that are not contracted yet, and the edges between them. Each edge has a
/// reverse.
#[derive(Debug)]
pub(super) struct RestGraph {
    points: Vec<DVec2>,
    edges: Vec<Vec<Edge>>,
    /// The number of edges for which lists have room.
    room: usize,
}

impl RestGraph {
    /// Creates the whole graph.
    pub(super) fn new(graph: &TautVisibilityGraph, corners: &Corners) -> Self {
        let points = corners.all.iter().map(|corner| corner.point.into()).collect();
        let all = 0..to_u32(graph.corner_count());
        let edges: Vec<Vec<Edge>> = all.map(|corner| edges_from(graph, corner)).collect();
        let room = edges.iter().map(Vec::capacity).sum();
        Self { points, edges, room }
    }

    /// Returns the memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        Self::bytes_of(self.room, self.edges.len())
    }

    /// Returns the bytes of a number of edges and corners.
    pub(super) const fn bytes_of(edges: usize, corners: usize) -> usize {
        const PER_CORNER: usize = size_of::<DVec2>() + size_of::<Vec<Edge>>();
        size_of::<Edge>() * edges + PER_CORNER * corners
    }

    pub(super) fn corner_count(&self) -> usize {
        self.edges.len()
    }

    #[inline]
    pub(super) fn point(&self, corner: u32) -> DVec2 {
        self.points[corner as usize]
    }

    #[inline]
    pub(super) fn edges(&self, corner: u32) -> &[Edge] {
        &self.edges[corner as usize]
    }

    /// Adds an edge and its reverse, and removes the edges between the two corners that they make
    /// redundant. Corners of one batch are contracted independently, so they may add edges between the
    /// same two corners.
    fn add(&mut self, from: u32, edge: Edge) {
        if self.edges[from as usize].iter().any(|other| other.replaces(&edge)) {
            return;
        }
        let Edge { to, here, there, .. } = edge;
        for (from, edge) in
            [(from, edge), (to, Edge { to: from, here: there, there: here, ..edge })]
        {
            let edges = &mut self.edges[from as usize];
            edges.retain(|other| !edge.replaces(other));
            self.room -= edges.capacity();
            edges.push(edge);
            self.room += edges.capacity();
        }
    }

    /// Removes a corner and adds its shortcuts, each given with the corner that it begins at. Returns
    /// the edges of the removed corner.
    pub(super) fn contract(&mut self, corner: u32, shortcuts: Vec<(u32, Edge)>) -> Vec<Edge> {
        let edges = std::mem::take(&mut self.edges[corner as usize]);
        self.room -= edges.capacity();
        for edge in &edges {
            self.edges[edge.to as usize].retain(|other| other.to != corner);
        }
        for (from, edge) in shortcuts {
            self.add(from, edge);
        }
        edges
    }
}

/// Returns the arcs of a corner as edges.
fn edges_from(graph: &TautVisibilityGraph, corner: u32) -> Vec<Edge> {
    let nodes = Wedge::BOTH.map(|wedge| TautNode::new(corner, wedge));
    let mut edges = Vec::with_capacity(nodes.iter().map(|&node| graph.arcs_into(node).len()).sum());
    for node in nodes {
        for (index, arc) in (0..).zip(graph.arcs_into(node)) {
            let mut back = (0..).zip(graph.arcs_into(arc.to));
            let back = back.find(|(_, back)| back.to == node);
            #[expect(clippy::expect_used, reason = "no input, but an invariant of the graph")]
            let (back_index, back) = back.expect("each arc has a reverse");
            let here = EdgeEnd { wedge: node.wedge(), index, successors: back.successors };
            let there =
                EdgeEnd { wedge: arc.to.wedge(), index: back_index, successors: arc.successors };
            let middle = Hierarchy::DIRECT;
            edges.push(Edge { to: arc.to.corner(), middle, length: arc.length, here, there });
        }
    }
    edges
}
