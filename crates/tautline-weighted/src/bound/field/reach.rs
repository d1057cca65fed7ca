//! Adding the borders of areas that a wave reaches.

use tautline_geometry::DVec2;
use tautline_navmesh::{AreaId, HalfEdgeId};

use super::super::piece::Line;
use super::super::rest::Rest;
use super::{Border, Field, NONE, Place, Row};
use crate::space::Space;
use crate::to_u32;

impl Field {
    /// Adds the borders of an area, unless it was reached before.
    pub(in crate::bound) fn reach(&mut self, space: &Space<'_>, area: AreaId, rest: &Rest<'_>) {
        if self.row(area.0).is_some() {
            return;
        }
        let first = to_u32(self.borders_of_areas.len());
        for edge in space.mesh.half_edges_of(area) {
            if let Some(twin) = space.twin(edge) {
                let edge = edge.min(twin);
                let border = self.find_or_add(self.first_edge + edge.0, |field| {
                    field.add_border(space, edge, rest)
                });
                self.borders_of_areas.push(border);
            }
        }
        let last = to_u32(self.borders_of_areas.len());
        self.rows[area.index()] = Row { generation: self.generation, first, last };
    }

    /// Adds a border with its ends, and with a node at each point where the bound of the rest is not linear. Returns its
    /// index.
    fn add_border(&mut self, space: &Space<'_>, edge: HalfEdgeId, rest: &Rest<'_>) -> u32 {
        let (mesh, origin) = (space.mesh, self.origin);
        let ends = [edge, mesh.next_half_edge(edge)].map(|edge| {
            let (first, point) = (space.first_at(edge), mesh.half_edge(edge).start());
            let point = DVec2::from(point);
            self.find_or_add(self.first_vertex + first.0, |field| {
                field.add(point - origin, rest.at_vertex(first, point), Place::Vertex(first))
            })
        });
        let [from, to] = ends.map(|end| self.nodes[end as usize].position);
        let length = from.distance(to);
        let line = Line { origin: from, along: (to - from) / length };
        let areas = [mesh.area_of(edge), mesh.half_edge(edge).across()];
        let border = to_u32(self.borders.len());
        self.borders.push(Border { line, length, ends, first: NONE, edge, areas });
        let mut before = ends[0];
        for along in rest.points_of(edge) {
            before = self.split(border, before, along, rest);
        }
        border
    }

    /// Adds a node to a border, after the node `before`, and returns it.
    pub(in crate::bound) fn split(
        &mut self,
        border: u32,
        before: u32,
        along: f64,
        rest: &Rest<'_>,
    ) -> u32 {
        let Border { line, edge, ends, .. } = self.borders[border as usize];
        let position = line.at(along);
        let rest = rest.on_border(edge, along, position + self.origin);
        let node = self.add(position, rest, Place::Border(border));
        let next = if before == ends[0] {
            &mut self.borders[border as usize].first
        } else {
            &mut self.nodes[before as usize].next
        };
        let next = std::mem::replace(next, node);
        let added = &mut self.nodes[node as usize];
        (added.next, added.along) = (next, along);
        node
    }
}
