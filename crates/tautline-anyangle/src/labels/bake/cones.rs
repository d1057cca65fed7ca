//! How areas list what corners see.

use tautline_navmesh::{FanId, NavMesh};

use super::slices::Slices;
use super::views::Cone;
use crate::labels::parallel;
use crate::labels::tables::packed_cone::{ConeLayout, GROUPS, LEADING, PackedCone};
use crate::labels::tables::taut_graph::TautGraph;
use crate::number;
use crate::taut::corners::{Corner, Corners, Wedge};
use crate::taut::signs::Signs;

/// Packs cones and lists them by area and group; returns where each group begins, too.
pub(super) fn list_cones(
    mesh: &NavMesh,
    corners: &Corners,
    layout: ConeLayout,
    graph: &TautGraph,
    slices: &Slices,
    cones: &[Cone],
) -> (Vec<u32>, Vec<u64>) {
    /// How many cones are packed at a time.
    const CONES_AT_ONCE: usize = 1 << 14;

    let packer = Packer { mesh, corners, layout, graph, slices, signs: Signs::of_vertices(mesh) };
    let chunks: Vec<&[Cone]> = cones.chunks(CONES_AT_ONCE).collect();
    let pack = |(): &mut (), chunk: usize| -> Vec<(usize, u64)> {
        chunks[chunk].iter().map(|cone| packer.pack(cone)).collect()
    };
    let packed = parallel::map(chunks.len(), || (), pack);
    let all = || packed.iter().flatten().copied();
    // Where the next cone of each group goes.
    let mut next = vec![0_u32; GROUPS * mesh.area_count() + 1];
    for (group, _) in all() {
        next[group + 1] += 1;
    }
    for group in 1..next.len() {
        next[group] += next[group - 1];
    }
    let starts = next.clone();
    let mut listed = vec![0; cones.len()];
    for (group, cone) in all() {
        listed[next[group] as usize] = cone;
        next[group] += 1;
    }
    (starts, listed)
}

struct Packer<'a> {
    mesh: &'a NavMesh,
    corners: &'a Corners,
    layout: ConeLayout,
    graph: &'a TautGraph,
    slices: &'a Slices,
    signs: Signs,
}

impl Packer<'_> {
    /// A cone, and the group among those of all areas that it belongs to.
    fn pack(&self, cone: &Cone) -> (usize, u64) {
        let wedge = cone.node.wedge();
        let corner = self.corners.get(cone.node.corner());
        let mut limits = cone.limits;
        let is_reflected = limits.contains(&Cone::REFLECTED);
        for limit in limits.iter_mut().filter(|limit| **limit == Cone::REFLECTED) {
            *limit = wall_vertex(self.mesh, corner.fan, wedge.opposite());
        }
        let onward = cone.node.opposite();
        // Of all points of the cone, those on the ray nearer to the wall may go
        // on farthest.
        let widest = limits[usize::from(wedge == Wedge::Last)];
        let widest = self.mesh.vertices()[widest as usize];
        let arcs = self.graph.arcs_into(onward).partition_point(|arc| {
            let to = self.corners.get(arc.to.corner()).point;
            Corner::may_follow(corner.point, self.signs, widest, wedge, to)
        });
        let arcs = number(arcs);
        let (reach, leads_on) = self.slices.within(onward, arcs);
        let packed = self.layout.pack(PackedCone { node: cone.node, limits, is_reflected, reach });
        let [right, left] = cone.cuts.map(usize::from);
        let group = LEADING * usize::from(!leads_on) + 2 * left + right;
        (GROUPS * cone.area.index() + group, packed)
    }
}

/// The vertex at the far end of a wall of a fan.
fn wall_vertex(mesh: &NavMesh, fan: FanId, wedge: Wedge) -> u32 {
    let fan = mesh.fan(fan);
    let side = match wedge {
        Wedge::First => mesh.next_side(fan.first_side()),
        Wedge::Last => mesh.previous_side(fan.last_side()),
    };
    mesh.fan(mesh.side(side).fan()).vertex().0
}
