//! The entries of a link layer that an end of a query reads: of all corners and link ends that it sees.

use std::ops::Range;

use tautline_geometry::{DVec2, Vec2, orient2d_sign};
use tautline_navmesh::NavMesh;
use tautline_navmesh::internal::group;

use super::end::EndScratch;
use crate::labels::Labels;
use crate::tables::links::{Direction, LinkLayer};

/// Entries of a node that one end of a query sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SeenRow {
    pub(super) first: u32,
    pub(super) end: u32,
    /// The distance of the node.
    pub(super) distance: f64,
}

impl SeenRow {
    pub(super) fn entries(self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// The shortest path from an arc to a goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToGoal {
    /// The distance, plus the cost of the arc; infinity if there is no path.
    pub(super) distance: f64,
    /// The entry of a node that the goal sees.
    pub(super) entry: u32,
}

impl Labels {
    /// Finds the shortest path from each arc to a goal whose continuing cones are scanned.
    pub(super) fn measure_arcs(
        &self,
        mesh: &NavMesh,
        layer: &LinkLayer,
        goal: &EndScratch,
        rows: &mut Vec<SeenRow>,
        arcs: &mut Vec<ToGoal>,
    ) {
        self.list_link_rows(mesh, (layer, Direction::Onwards), goal, rows);
        arcs.clear();
        arcs.resize(layer.arcs.len(), ToGoal { distance: f64::INFINITY, entry: 0 });
        let entries = &layer.rows[Direction::Onwards as usize].entries;
        for row in rows {
            for (number, entry) in (row.first..).zip(&entries[row.entries()]) {
                let distance = row.distance + entry.distance;
                let known = &mut arcs[entry.arc as usize];
                if distance < known.distance {
                    *known = ToGoal { distance, entry: number };
                }
            }
        }
    }

    /// Lists the entries that may be part of a path over links, of all corners and link ends that an end
    /// sees. The continuing cones of the end are scanned already.
    pub(super) fn list_link_rows(
        &self,
        mesh: &NavMesh,
        (layer, direction): (&LinkLayer, Direction),
        end: &EndScratch,
        rows: &mut Vec<SeenRow>,
    ) {
        rows.clear();
        let distance_to = |point: Vec2| DVec2::from(point).distance(end.point.into());
        let mut push = |entries: Range<usize>, distance: f64| {
            if !entries.is_empty() {
                let [first, end] = [entries.start, entries.end].map(crate::to_u32);
                rows.push(SeenRow { first, end, distance });
            }
        };
        let entries_of = |cone: u32| {
            let node = self.cones.nodes[cone as usize];
            (node, layer.taut_entries(direction, (cone as usize, node)))
        };
        #[expect(clippy::expect_used, reason = "no input, but an invariant of queries")]
        let continuing = end.continuing.expect("the continuing cones of the end are scanned");
        for &cone in &end.hits[..continuing] {
            let (node, entries) = entries_of(cone);
            push(entries, distance_to(self.points[node.corner() as usize]));
        }
        let vertices = mesh.vertices();
        for &area in &end.areas {
            for &cone in &layer.extra_cones[group(&layer.extra_starts, area.index())] {
                let (node, entries) = entries_of(cone);
                if !entries.is_empty() && self.is_in_cone(mesh, cone, end.point) {
                    push(entries, distance_to(self.points[node.corner() as usize]));
                }
            }
            for cone in layer.end_cones.of(area) {
                let link_end = &layer.ends[layer.end_cones.ends[cone] as usize];
                let Some(arc) = link_end.arc(direction.opposite()) else { continue };
                let side = |limit: u32| {
                    let vertex = vertices.get(limit as usize);
                    vertex.map_or(0.0, |&vertex| orient2d_sign(link_end.point, vertex, end.point))
                };
                let [right, left] = layer.end_cones.limits[cone];
                if side(right) >= 0.0 && side(left) <= 0.0 {
                    let node = 2 * self.corner_count() + arc as usize;
                    push(layer.rows[direction as usize].of(node), distance_to(link_end.point));
                }
            }
        }
    }
}
