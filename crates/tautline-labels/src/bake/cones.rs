//! The lists of visibility cones by area.

use tautline_navmesh::internal::{group_starts, parallel_map};
use tautline_navmesh::{FanId, NavMesh};

use super::visibility::Cone;
use crate::tables::cones::{CONTINUING, Cones, GROUPS};
use crate::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::taut::corners::{Corners, TautNode, Wedge};

/// A function of a node and the number of its arcs that keep a path taut. Returns the number of rows
/// of entries, or of arcs upwards, that keep it taut, and true if the corner continues.
type Within<'a> = &'a (dyn Fn(TautNode, u32) -> (u32, bool) + Sync);

/// Lists cones by area and group.
pub(super) fn list_cones(
    mesh: &NavMesh,
    corners: &Corners,
    graph: &TautVisibilityGraph,
    within: Within<'_>,
    seen: &[Vec<Cone>],
) -> Cones {
    let packer = Packer { mesh, corners, graph, within };
    let pack = |(): &mut (), chunk: usize| -> Vec<Packed> {
        seen[chunk].iter().map(|cone| packer.pack(cone)).collect()
    };
    let packed = parallel_map(seen.len(), || (), pack);
    let count = packed.iter().map(Vec::len).sum();
    // A counting sort: the index of the next cone of each group.
    let groups = packed.iter().flatten().map(|packed| packed.group);
    let mut next = group_starts(GROUPS * mesh.area_count(), groups);
    let mut cones = Cones {
        starts: next.clone(),
        nodes: vec![TautNode::default(); count],
        limits: vec![[0; 2]; count],
        row_counts: vec![0; count],
        ..Cones::default()
    };
    for packed in packed.iter().flatten() {
        let at = next[packed.group] as usize;
        cones.nodes[at] = packed.node;
        cones.limits[at] = packed.limits;
        cones.row_counts[at] = packed.successors;
        next[packed.group] += 1;
    }
    cones.with_regions(corners.count())
}

/// A cone in its stored form, and its group among those of all areas.
struct Packed {
    group: usize,
    node: TautNode,
    limits: [u32; 2],
    successors: u32,
}

struct Packer<'a> {
    mesh: &'a NavMesh,
    corners: &'a Corners,
    graph: &'a TautVisibilityGraph,
    within: Within<'a>,
}

impl Packer<'_> {
    fn pack(&self, cone: &Cone) -> Packed {
        let wedge = cone.node.wedge();
        let corner = self.corners.get(cone.node.corner());
        let mut limits = cone.limits;
        for limit in limits.iter_mut().filter(|limit| **limit == Cone::REFLECTED) {
            *limit = Cones::AWAY + wall_vertex(self.mesh, corner.fan, wedge.opposite());
        }
        let onward = cone.node.opposite();
        // From a point of the cone on the ray nearest to the wall, the most arcs are taut:
        // a bound for all points of the cone.
        let widest = limits[usize::from(wedge == Wedge::Last)];
        let widest = self.mesh.vertices()[(widest & !Cones::AWAY) as usize];
        let point = |corner: u32| self.corners.get(corner).point;
        let arcs = self.graph.successors_from(cone.node, widest, point);
        let (successors, leads_on) = (self.within)(onward, arcs);
        let [right, left] = cone.cuts.map(usize::from);
        let group = CONTINUING * usize::from(!leads_on) + 2 * left + right;
        Packed { group: GROUPS * cone.area.index() + group, node: cone.node, limits, successors }
    }
}

/// Returns the vertex at the far end of a wall of a fan.
fn wall_vertex(mesh: &NavMesh, fan: FanId, wedge: Wedge) -> u32 {
    let fan = mesh.fan(fan);
    let edge = match wedge {
        Wedge::First => mesh.next_half_edge(fan.first_half_edge()),
        Wedge::Last => mesh.previous_half_edge(fan.last_half_edge()),
    };
    mesh.fan(mesh.half_edge(edge).fan()).vertex().0
}
