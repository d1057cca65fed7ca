//! Patches in place: what stays the same in all later edits is worked out once.

use std::collections::BTreeMap;

use crate::facets::bits;
use crate::patch::{JoinKey, Patch};
use crate::static_mesh::StaticMesh;
use tautline_meshgen::internal::grid::{GridPoint, edges, turn};
use tautline_navmesh::internal::number;
use tautline_navmesh::{AreaAttributes, AreaId, HalfEdgeId, Vec2};

/// A patch, and the static areas that it replaces.
#[derive(Clone, Debug)]
pub(super) struct Patched {
    pub(super) static_areas: Vec<AreaId>,
    pub(super) vertices: Vec<PatchedVertex>,
    pub(super) areas: Vec<PatchedArea>,
    /// For each static area, the representative of its region: see [`Patch::representatives`].
    pub(super) representatives: BTreeMap<AreaId, AreaId>,
}

/// A vertex of a patch in place.
#[derive(Clone, Copy, Debug)]
pub(super) enum PatchedVertex {
    /// A vertex of the static mesh.
    Static(u32),
    /// A vertex that no other patch has.
    Own(Vec2, f32),
    /// A vertex that other patches may have, too: on the other side of a wall, or on another
    /// floor of the same elevation.
    Shared(GridPoint, f32),
}

#[derive(Clone, Debug)]
pub(super) struct PatchedArea {
    /// Indices into the vertices of the patch, counter-clockwise.
    pub(super) corners: Vec<u32>,
    /// The place across the edge that starts at each corner.
    pub(super) across: Vec<Across>,
    pub(super) attributes: AreaAttributes,
    /// The representative of its region: see [`Patch::representatives`].
    pub(super) representative: AreaId,
}

/// The place across an edge of a patch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Across {
    Wall,
    /// An edge of the same patch: its area, and the corner where it starts.
    Edge {
        area: u32,
        corner: u32,
    },
    /// An area outside the patch. The edge is a whole border of the static mesh: the lower one
    /// of its two half-edges.
    Border(HalfEdgeId),
}

impl Patched {
    /// Puts a patch in place of some static areas, which are sorted. O(k log k) for k corners.
    pub(super) fn new(static_mesh: &StaticMesh, static_areas: Vec<AreaId>, patch: Patch) -> Self {
        let (vertices, vertex_of) = unite(static_mesh, &static_areas, &patch.vertices);
        let mut areas = Vec::with_capacity(patch.areas.len());
        let mut inner = Vec::new();
        for (index, area) in (0..).zip(patch.areas) {
            let corners: Vec<u32> =
                area.corners.iter().map(|&corner| vertex_of[corner as usize]).collect();
            let next = corners.iter().cycle().skip(1);
            let ends = corners.iter().zip(next);
            let across =
                (0..).zip(ends).zip(&area.join_keys).map(|((corner, (&from, &to)), &join_key)| {
                    match join_key {
                        JoinKey::Border(edge) if leads_out(static_mesh, &static_areas, edge) => {
                            Across::Border(edge)
                        }
                        JoinKey::Wall => Across::Wall,
                        JoinKey::Within(_) | JoinKey::Border(_) => {
                            let ends = [from.min(to), from.max(to)];
                            inner.push(InnerEdge { join_key, ends, area: index, corner });
                            Across::Wall
                        }
                    }
                });
            let across = across.collect();
            let (attributes, representative) = (area.attributes, area.representative);
            areas.push(PatchedArea { corners, across, attributes, representative });
        }
        join(&mut areas, inner);
        Self { static_areas, vertices, areas, representatives: patch.representatives }
    }
}

/// Returns true if only one of the two areas along a border of the static mesh is among some
/// areas, which are sorted.
fn leads_out(static_mesh: &StaticMesh, static_areas: &[AreaId], edge: HalfEdgeId) -> bool {
    let is_in = |edge| static_areas.binary_search(&static_mesh.mesh.area_of(edge)).is_ok();
    !(is_in(edge) && static_mesh.mesh.twin(edge).is_some_and(is_in))
}

/// Unites equal vertices. Returns those that are left, and the new index of each.
fn unite(
    static_mesh: &StaticMesh,
    static_areas: &[AreaId],
    vertices: &[(GridPoint, f32)],
) -> (Vec<PatchedVertex>, Vec<u32>) {
    let mut united = Vec::with_capacity(vertices.len());
    let mut known = BTreeMap::new();
    let new_index = |&(position, elevation): &(GridPoint, f32)| {
        *known.entry((position, bits(elevation))).or_insert_with(|| {
            let vertex = static_mesh.vertex_at((position, elevation));
            united.push(vertex.map_or_else(
                || {
                    if is_inside_one_of(static_mesh, static_areas, position) {
                        let position = static_mesh.grid.position(position).into();
                        PatchedVertex::Own(position, elevation)
                    } else {
                        PatchedVertex::Shared(position, elevation)
                    }
                },
                PatchedVertex::Static,
            ));
            number(united.len() - 1)
        })
    };
    let new_indices = vertices.iter().map(new_index).collect();
    (united, new_indices)
}

/// Returns true if a point lies inside one of some static areas, which are sorted, on none of its
/// edges, and in no other area. Their patch is the only one there.
fn is_inside_one_of(static_mesh: &StaticMesh, areas: &[AreaId], point: GridPoint) -> bool {
    let position = Vec2::from(static_mesh.grid.position(point));
    let mut holding = static_mesh.mesh.areas_at(position);
    let (Some(area), None) = (holding.next(), holding.next()) else { return false };
    areas.binary_search(&area).is_ok()
        && edges(&static_mesh.corners(area)).all(|[a, b]| turn(a, b, point) > 0)
}

/// An edge that may join another one of its patch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct InnerEdge {
    join_key: JoinKey,
    /// The vertices at its ends, the lower one first.
    ends: [u32; 2],
    area: u32,
    corner: u32,
}

/// Joins every two edges with the same join key and ends.
fn join(areas: &mut [PatchedArea], mut edges: Vec<InnerEdge>) {
    edges.sort_unstable();
    let is_same = |a: &InnerEdge, b: &InnerEdge| a.join_key == b.join_key && a.ends == b.ends;
    for same in edges.chunk_by(is_same) {
        if let &[one, other] = same {
            for (edge, across) in [(one, other), (other, one)] {
                let InnerEdge { area, corner, .. } = across;
                areas[edge.area as usize].across[edge.corner as usize] =
                    Across::Edge { area, corner };
            }
        }
    }
}
