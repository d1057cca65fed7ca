//! The ground that a field reaches.

use tautline_geometry::DVec2;
use tautline_navmesh::{AreaId, HalfEdgeId, NavMesh, QueryFilter};

use super::super::piece::Line;
use super::super::rest::Rest;
use super::{Border, Field, NONE, Place, Row};
use crate::to_u32;

impl Field {
    /// Adds the borders of an area, unless it was reached before.
    pub(in crate::bound) fn reach(
        &mut self,
        (mesh, filter): (&NavMesh, &QueryFilter),
        area: AreaId,
        rest: &Rest<'_>,
    ) {
        if self.row(area.0).is_some() {
            return;
        }
        let first = to_u32(self.borders_of_areas.len());
        for edge in mesh.half_edges_of(area) {
            let is_open = filter.admits(edge)
                && mesh.twin(edge).is_some()
                && mesh.is_open(mesh.half_edge(edge).across(), filter);
            if is_open {
                let edge = mesh.twin(edge).map_or(edge, |twin| edge.min(twin));
                let border = self.find_or_add(self.first_edge + edge.0, |field| {
                    field.add_border(mesh, edge, rest)
                });
                self.borders_of_areas.push(border);
            }
        }
        let last = to_u32(self.borders_of_areas.len());
        self.rows[area.index()] = Row { generation: self.generation, first, last };
    }

    /// Adds a border with its ends, and with all points that it has for the rest. Returns its index.
    fn add_border(&mut self, mesh: &NavMesh, edge: HalfEdgeId, rest: &Rest<'_>) -> u32 {
        let origin = self.origin;
        let ends = [edge, mesh.next_half_edge(edge)].map(|edge| {
            let (fan, point) = (mesh.half_edge(edge).fan(), mesh.half_edge(edge).start());
            let point = DVec2::from(point);
            self.find_or_add(self.first_fan + fan.0, |field| {
                field.add(point - origin, rest.at_fan(fan, point), Place::Fan(fan))
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

    /// Adds a node to a border, behind another one, and returns it.
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
