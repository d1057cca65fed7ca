//! Patches in place. Everything about a patch that later edits do not change is computed once.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::facets::bits;
use crate::patch::{JoinKey, Patch};
use crate::static_mesh::StaticMesh;
use tautline_geometry::polygon;
use tautline_meshgen::internal::Extent;
use tautline_meshgen::internal::grid::{GridPoint, difference, turn};
use tautline_navmesh::internal::number;
use tautline_navmesh::{AreaAttributes, AreaId, HalfEdgeId, Vec2};

/// A patch, and the static areas that it replaces. The edges of each area are stored in a row, so
/// that the mesh is put together quickly.
#[derive(Clone, Debug)]
pub(super) struct AppliedPatch {
    pub(super) static_areas: Vec<AreaId>,
    pub(super) vertices: Vec<PatchedVertex>,
    pub(super) areas: Vec<PatchedArea>,
    /// The index of the vertex at which each edge starts.
    corners: Vec<u32>,
    /// The neighbour across each edge.
    across: Vec<Across>,
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
    /// floor of the same elevation. A vertex on an edge may have been rounded off it.
    Shared(GridPoint, f32),
}

/// An area of a patch in place.
#[derive(Clone, Debug)]
pub(super) struct PatchedArea {
    edges: Range<u32>,
    pub(super) attributes: AreaAttributes,
    /// The representative of its region: see [`Patch::representatives`].
    pub(super) representative: AreaId,
}

/// The neighbour across an edge of a patch.
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

impl AppliedPatch {
    /// Puts a patch in place of some static areas, which are sorted. O(k log k) for k corners.
    pub(super) fn new(static_mesh: &StaticMesh, static_areas: Vec<AreaId>, patch: Patch) -> Self {
        let (vertices, vertex_of) = unite(static_mesh, &static_areas, &patch.vertices);
        let edges = patch.areas.iter().map(|area| area.corners.len()).sum();
        let mut patched = Self {
            static_areas,
            vertices,
            areas: Vec::with_capacity(patch.areas.len()),
            corners: Vec::with_capacity(edges),
            across: Vec::with_capacity(edges),
            representatives: patch.representatives,
        };
        let mut inner = Vec::new();
        for (index, area) in (0..).zip(patch.areas) {
            let first = number(patched.corners.len());
            let corners = area.corners.iter().map(|&corner| vertex_of[corner as usize]);
            patched.corners.extend(corners);
            let corners = &patched.corners[first as usize..];
            for ((corner, [from, to]), join_key) in
                (0..).zip(polygon::edges(corners)).zip(area.join_keys)
            {
                patched.across.push(match join_key {
                    JoinKey::Border(edge)
                        if !static_mesh.is_between(edge, &patched.static_areas) =>
                    {
                        Across::Border(edge)
                    }
                    JoinKey::Within(_) | JoinKey::Border(_) => {
                        let ends = [from.min(to), from.max(to)];
                        inner.push(InnerEdge { join_key, ends, area: index, corner });
                        Across::Wall
                    }
                    JoinKey::Wall => Across::Wall,
                });
            }
            patched.areas.push(PatchedArea {
                edges: first..number(patched.corners.len()),
                attributes: area.attributes,
                representative: area.representative,
            });
        }
        patched.join(inner);
        patched
    }

    /// The vertices of an area, counter-clockwise: indices into those of the patch.
    pub(super) fn corners_of(&self, area: usize) -> &[u32] {
        let Range { start, end } = self.areas[area].edges;
        &self.corners[start as usize..end as usize]
    }

    /// The neighbour across each edge of an area, from the edge that starts at its first vertex.
    pub(super) fn across(&self, area: usize) -> &[Across] {
        let Range { start, end } = self.areas[area].edges;
        &self.across[start as usize..end as usize]
    }

    /// Joins every two edges with the same join key and ends.
    fn join(&mut self, mut edges: Vec<InnerEdge>) {
        edges.sort_unstable();
        let is_same = |a: &InnerEdge, b: &InnerEdge| a.join_key == b.join_key && a.ends == b.ends;
        for same in edges.chunk_by(is_same) {
            if let &[one, other] = same {
                for (edge, across) in [(one, other), (other, one)] {
                    let first = self.areas[edge.area as usize].edges.start;
                    let InnerEdge { area, corner, .. } = across;
                    self.across[(first + edge.corner) as usize] = Across::Edge { area, corner };
                }
            }
        }
    }
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
                    if is_deep_inside(static_mesh, static_areas, position) {
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

/// The distance in steps of the grid within which an edge of the static mesh may have a vertex.
/// Rounding moves vertices by less than a step in each coordinate.
const NEAR: i32 = 2;

/// Returns true if a point lies inside one of some static areas, which are sorted, but not near
/// its edges, nor near any other area. Their patch is the only one there.
fn is_deep_inside(static_mesh: &StaticMesh, areas: &[AreaId], point: GridPoint) -> bool {
    let moved = |by: i32| GridPoint::new(point.x.saturating_add(by), point.y.saturating_add(by));
    let around = Extent { least: moved(-NEAR), most: moved(NEAR) };
    let (mut holding, mut is_near_others) = (None, false);
    static_mesh.mesh.visit_box(&static_mesh.world_box(&around), &mut |area| {
        // 1 if the point lies on the inner side of an edge, -1 on its outer side, and 0 if it is near
        // the line of the edge. So the minimum is 1 inside the area, and -1 outside and not near it.
        let corners = static_mesh.corners(area);
        let sides = polygon::edges(&corners).map(|[a, b]| {
            let [dx, dy] = difference(a, b);
            let turn = turn(a, b, point);
            if turn.abs() > i64::from(NEAR) * (dx.abs() + dy.abs()) { turn.signum() } else { 0 }
        });
        match sides.min() {
            Some(1) if holding.is_none_or(|other| other == area) => holding = Some(area),
            Some(-1) => {}
            _ => is_near_others = true,
        }
    });
    !is_near_others && holding.is_some_and(|area| areas.binary_search(&area).is_ok())
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
