//! The lists of visibility cones by area.

use tautline_navmesh::NavMesh;
use tautline_navmesh::internal::{group_starts, parallel_map};

use super::visibility::Cone;
use crate::tables::cones::{CONTINUING, Cones, GROUPS};
use crate::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::taut::corners::{Corners, TautNode};

/// A function of a node and the number of its arcs that keep a path taut. Returns the number of rows
/// of entries (at a corner that is not a hub, of arcs upwards) that keep it taut, and true if the corner
/// *continues*: see [`GROUPS`].
type TautCount<'a> = &'a (dyn Fn(TautNode, u32) -> (u32, bool) + Sync);

/// Lists cones by area and group.
pub(super) fn list_cones(
    mesh: &NavMesh,
    corners: &Corners,
    graph: &TautVisibilityGraph,
    taut_count: TautCount<'_>,
    seen: &[Vec<Cone>],
) -> Cones {
    let packer = Packer { mesh, corners, graph, taut_count };
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

/// A cone as it is stored, and its group, counted over all areas.
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
    taut_count: TautCount<'a>,
}

impl Packer<'_> {
    fn pack(&self, cone: &Cone) -> Packed {
        let onward = cone.node.opposite();
        // A point on the ray nearest to the wall has the most taut arcs, so its number is an upper bound
        // for all points of the cone.
        let widest = cone.limits[cone.node.wedge_index()];
        let widest = self.mesh.vertices()[(widest & !Cones::AWAY) as usize];
        let point = |corner: u32| self.corners.get(corner).point;
        let arcs = self.graph.successors_from(cone.node, widest, point);
        let (successors, leads_on) = (self.taut_count)(onward, arcs);
        let [right, left] = cone.cuts.map(usize::from);
        let group = CONTINUING * usize::from(!leads_on) + 2 * left + right;
        let group = GROUPS * cone.area.index() + group;
        Packed { group, node: cone.node, limits: cone.limits, successors }
    }
}
