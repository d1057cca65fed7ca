//! The values of the lower bound: at nodes on borders, and linear between them.

mod reach;

use tautline_geometry::DVec2;
use tautline_navmesh::internal::begin_generation;
use tautline_navmesh::{AreaId, HalfEdgeId, NavMesh};

use super::piece::{Line, Piece};
use crate::to_u32;

/// No node.
const NONE: u32 = u32::MAX;

/// The place of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// The origin of all values.
    Origin,
    /// A vertex, given by the first half-edge of the areas around it that are connected there.
    Vertex(HalfEdgeId),
    /// A point of a border, given by its index.
    Border(u32),
    /// The far end of a link, given by the index of its arc.
    Arc(u32),
}

/// A point with a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The position, relative to the origin.
    pub(super) position: DVec2,
    pub(super) value: f64,
    /// A lower bound on the cost from here to the destination.
    pub(super) rest: f64,
    pub(super) place: Place,
    /// The position along the border, if it lies on one.
    along: f64,
    /// The next node along the border, if it lies on one.
    next: u32,
    /// True if all values obey the legs from here.
    pub(super) is_settled: bool,
}

/// A border between two areas that are open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Border {
    pub(super) line: Line,
    pub(super) length: f64,
    /// The nodes at both ends.
    pub(super) ends: [u32; 2],
    /// The first node between the ends.
    first: u32,
    edge: HalfEdgeId,
    pub(super) areas: [AreaId; 2],
}

/// A row of a table that is reset without being cleared.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    generation: u32,
    first: u32,
    last: u32,
}

/// The nodes and borders of the areas that were reached.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    pub(super) nodes: Vec<Node>,
    pub(super) borders: Vec<Border>,
    borders_of_areas: Vec<u32>,
    /// Rows of areas, vertices by their first half-edges, borders and arcs, one after the other.
    rows: Vec<Row>,
    generation: u32,
    first_vertex: u32,
    first_edge: u32,
    first_arc: u32,
    origin: DVec2,
}

impl Field {
    /// Forgets everything, and adds the origin with its value.
    pub(super) fn begin(&mut self, mesh: &NavMesh, origin: DVec2, value: f64) {
        self.nodes.clear();
        self.borders.clear();
        self.borders_of_areas.clear();
        self.origin = origin;
        self.first_vertex = to_u32(mesh.area_count());
        self.first_edge = self.first_vertex + to_u32(mesh.half_edge_count());
        self.first_arc = self.first_edge + to_u32(mesh.half_edge_count());
        let arcs = mesh.link_graph().map_or(0, |links| links.arcs().len());
        let rows = self.first_arc as usize + arcs;
        begin_generation(&mut self.rows, &mut self.generation, rows);
        let origin = self.add(DVec2::ZERO, 0.0, Place::Origin);
        self.nodes[origin as usize].value = value;
    }

    /// Adds a node without a value.
    fn add(&mut self, position: DVec2, rest: f64, place: Place) -> u32 {
        self.nodes.push(Node {
            position,
            value: f64::INFINITY,
            rest,
            place,
            along: 0.0,
            next: NONE,
            is_settled: false,
        });
        to_u32(self.nodes.len() - 1)
    }

    fn row(&self, row: u32) -> Option<Row> {
        let row = self.rows[row as usize];
        (row.generation == self.generation).then_some(row)
    }

    /// The node or border of a row; adds it if there is none.
    fn find_or_add(&mut self, row: u32, add: impl FnOnce(&mut Self) -> u32) -> u32 {
        if let Some(Row { first, .. }) = self.row(row) {
            return first;
        }
        let first = add(self);
        self.rows[row as usize] = Row { generation: self.generation, first, last: first };
        first
    }

    /// The node at the far end of an arc; adds it at a position, with a rest.
    pub(super) fn arc(&mut self, arc: u32, position: DVec2, rest: f64) -> u32 {
        let origin = self.origin;
        self.find_or_add(self.first_arc + arc, |field| {
            field.add(position - origin, rest, Place::Arc(arc))
        })
    }

    /// The node at the far end of an arc, if it was reached.
    pub(super) fn known_arc(&self, arc: u32) -> Option<u32> {
        self.row(self.first_arc + arc).map(|row| row.first)
    }

    /// The node of a vertex, if it was reached.
    pub(super) fn known_vertex(&self, first: HalfEdgeId) -> Option<&Node> {
        self.row(self.first_vertex + first.0).map(|row| &self.nodes[row.first as usize])
    }

    /// The border of a half-edge, if it was reached. Borders are named by the smaller one of their half-edges.
    pub(super) fn known_border(&self, edge: HalfEdgeId) -> Option<u32> {
        self.row(self.first_edge + edge.0).map(|row| row.first)
    }

    /// The borders of an area: none before it was reached.
    pub(super) fn borders_of(&self, area: AreaId) -> &[u32] {
        self.row(area.0)
            .map_or(&[], |row| &self.borders_of_areas[row.first as usize..row.last as usize])
    }

    /// The node of a border after another one.
    pub(super) fn after(&self, border: u32, node: u32) -> u32 {
        let Border { ends, first, .. } = self.borders[border as usize];
        let next = if node == ends[0] { first } else { self.nodes[node as usize].next };
        if next == NONE { ends[1] } else { next }
    }

    /// The half-edge of a border that belongs to one of its areas.
    pub(super) fn edge_of(&self, border: u32, mesh: &NavMesh, area: AreaId) -> Option<HalfEdgeId> {
        let Border { edge, areas, .. } = self.borders[border as usize];
        if areas[0] == area { Some(edge) } else { mesh.twin(edge) }
    }

    /// The pieces of a border, in order, each as its two ends.
    pub(super) fn pieces_of(&self, border: u32) -> impl Iterator<Item = [u32; 2]> + '_ {
        let [mut from, last] = self.borders[border as usize].ends;
        std::iter::from_fn(move || {
            (from != last).then(|| {
                let to = self.after(border, from);
                [std::mem::replace(&mut from, to), to]
            })
        })
    }

    /// The position of a node along a border.
    pub(super) fn along(&self, border: u32, node: u32) -> f64 {
        let Border { ends, length, .. } = self.borders[border as usize];
        if node == ends[0] {
            0.0
        } else if node == ends[1] {
            length
        } else {
            self.nodes[node as usize].along
        }
    }

    /// The piece of a border between two nodes.
    pub(super) fn piece(&self, border: u32, ends: [u32; 2]) -> Piece {
        Piece {
            ends: ends.map(|node| self.along(border, node)),
            values: ends.map(|node| self.nodes[node as usize].value),
        }
    }

    /// True if a node lies on a border.
    pub(super) fn is_on(&self, node: u32, border: u32) -> bool {
        self.nodes[node as usize].place == Place::Border(border)
            || self.borders[border as usize].ends.contains(&node)
    }

    /// True if a node is settled.
    pub(super) fn is_settled(&self, node: u32) -> bool {
        self.nodes[node as usize].is_settled
    }
}
