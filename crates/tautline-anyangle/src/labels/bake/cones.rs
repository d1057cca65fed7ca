//! What all corners see, and how areas list it.

use tautline_navmesh::{AreaId, FanId, NavMesh};

use crate::labels::bake::slices::Slices;
use crate::labels::parallel;
use crate::labels::tables::packed::{AreaRow, ConeLayout, PackedCone};
use crate::labels::tables::regions;
use crate::labels::tables::taut_graph::TautGraph;
use crate::taut::corners::{Corner, Corners, Node, Wedge};
use crate::taut::flood::{Flood, FloodScratch, Limit, View, Witness};
use crate::taut::signs::Signs;

/// What one wedge of a corner sees of an area through the border by which its
/// sight enters: what lies between two rays.
#[derive(Clone, Copy, Debug)]
pub(in crate::labels) struct Cone {
    pub(in crate::labels) area: AreaId,
    pub(in crate::labels) node: Node,
    /// The vertices that the rays on the right and on the left lead through, or
    /// [`Self::REFLECTED`].
    pub(in crate::labels) limits: [u32; 2],
    /// Whether the area reaches beyond them.
    pub(in crate::labels) cuts: [bool; 2],
}

impl Cone {
    /// The ray away from the far end of a wall: [`Limit::Reflected`].
    pub(in crate::labels) const REFLECTED: u32 = u32::MAX;
}

/// What all corners see.
#[derive(Debug, Default)]
pub(in crate::labels) struct Views {
    pub(in crate::labels) cones: Vec<Cone>,
    /// The corners that were seen from a wedge and see it from one of theirs.
    pub(in crate::labels) sightings: Vec<(Node, Node)>,
}

/// Notes what the wedges of corners see, one after the other.
struct Surveyor<'a> {
    mesh: &'a NavMesh,
    node: Node,
    views: Views,
}

impl Witness for Surveyor<'_> {
    fn enter(&mut self, View { area, limits, cuts }: View) {
        let limits = limits.map(|limit| match limit {
            Limit::Through(fan) => self.mesh.fan(fan).vertex().0,
            Limit::Reflected => Cone::REFLECTED,
        });
        self.views.cones.push(Cone { area, node: self.node, limits, cuts });
    }

    fn see(&mut self, arrival: Node) {
        self.views.sightings.push((self.node, arrival));
    }
}

impl<'a> Surveyor<'a> {
    /// Adds what a corner sees.
    fn look_from(&mut self, corner: u32, corners: &'a Corners, scratch: &mut FloodScratch) {
        let first = self.views.sightings.len();
        for wedge in Wedge::BOTH {
            self.node = Node::new(corner, wedge);
            Flood::look_into(self.node, (self.mesh, corners), scratch, self);
        }
        // Vertices are met in each of their areas.
        let sightings = &mut self.views.sightings;
        sightings[first..].sort_unstable();
        let mut kept = first;
        for index in first..sightings.len() {
            let sighting = sightings[index];
            if kept == first || sightings[kept - 1] != sighting {
                sightings[kept] = sighting;
                kept += 1;
            }
        }
        sightings.truncate(kept);
    }
}

impl Views {
    /// How many corners are looked from at a time, whatever the number of threads.
    pub(in crate::labels) const CORNERS_AT_ONCE: usize = 64;

    /// Adds what some corners see; no more than that once there is too much of it.
    pub(in crate::labels) fn add(
        &mut self,
        mesh: &NavMesh,
        corners: &Corners,
        chosen: &[u32],
        most: usize,
    ) {
        let chunks: Vec<&[u32]> = chosen.chunks(Self::CORNERS_AT_ONCE).collect();
        let parts = parallel::map(
            chunks.len(),
            || (),
            |(), chunk| {
                let mut scratch = FloodScratch::default();
                let (node, views) = (Node::default(), Self::default());
                let mut surveyor = Surveyor { mesh, node, views };
                for &corner in chunks[chunk] {
                    if !surveyor.views.are_too_many(most) {
                        surveyor.look_from(corner, corners, &mut scratch);
                    }
                }
                surveyor.views
            },
        );
        for part in parts {
            self.cones.extend(part.cones);
            self.sightings.extend(part.sightings);
        }
    }

    /// Whether there are more cones than so many bytes have room for; or far more
    /// corners that see each other, which take memory for a while.
    pub(in crate::labels) fn are_too_many(&self, most: usize) -> bool {
        Self::bytes_of(self.cones.len()) > most || Self::bytes_of(self.sightings.len()) / 2 > most
    }

    /// The bytes of so many packed cones.
    pub(in crate::labels) const fn bytes_of(cones: usize) -> usize {
        cones.saturating_mul(size_of::<u64>())
    }
}

/// Packs cones and lists them by area.
pub(in crate::labels) fn list_cones(
    mesh: &NavMesh,
    corners: &Corners,
    layout: ConeLayout,
    graph: &TautGraph,
    slices: &Slices,
    cones: &[Cone],
) -> (Vec<AreaRow>, Vec<u64>) {
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
    let bounds = next.clone();
    let mut listed = vec![0; cones.len()];
    let mut areas = vec![AreaRow::default(); mesh.area_count()];
    for (group, cone) in all() {
        listed[next[group] as usize] = cone;
        next[group] += 1;
    }
    for (row, first) in areas.iter_mut().zip((0..).step_by(GROUPS)) {
        row.bounds.copy_from_slice(&bounds[first..=first + GROUPS]);
    }
    regions::note_single_bends(mesh, corners, layout, &mut areas, &listed);
    (areas, listed)
}

/// Of each area: see [`AreaRow`].
const GROUPS: usize = 8;

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
        let arcs = u32::try_from(arcs).unwrap_or(u32::MAX);
        let (reach, leads_on) = self.slices.within(onward, arcs);
        let packed = self.layout.pack(PackedCone { node: cone.node, limits, is_reflected, reach });
        let [right, left] = cone.cuts.map(usize::from);
        let group = usize::from(!leads_on) << 2 | left << 1 | right;
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
