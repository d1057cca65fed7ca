//! The areas of the mesh, put together from static areas and patches.

use std::collections::BTreeMap;

use crate::DynamicNavMesh;
use crate::applied_patch::{Across, AppliedPatch, PatchedVertex};
use crate::facets::bits;
use crate::plan::{AreaState, Source};
use tautline_meshgen::internal::grid::GridPoint;
use tautline_navmesh::internal::{ConvexAreas, number};
use tautline_navmesh::{AreaId, HalfEdgeId, StoredMesh, Vec2};

/// The patches, with the numbers that their vertices and areas have in the mesh.
struct PlacedPatches<'a> {
    /// In order of their ids.
    patches: Vec<PlacedPatch<'a>>,
    /// For each static area that is the id of a patch, the index of that patch.
    indices: Vec<u32>,
    /// The vertices of all patches.
    vertices: Vec<u32>,
    /// The areas of all patches.
    areas: Vec<u32>,
}

/// A patch, and where its vertices and areas begin in the lists of all patches.
struct PlacedPatch<'a> {
    patched: &'a AppliedPatch,
    first_vertex: usize,
    first_area: usize,
}

impl DynamicNavMesh {
    /// Puts all current areas together, with their twins. O(n), plus O(k log k) for k edges
    /// between patches and what is around them.
    pub(super) fn areas(&self) -> ConvexAreas {
        let static_mesh = &self.static_mesh.mesh;
        let mut areas = ConvexAreas {
            vertices: static_mesh.vertices().to_vec(),
            elevations: static_mesh.elevations().to_vec(),
            ..ConvexAreas::default()
        };
        let mut placed = self.place(&mut areas);
        for (area, &source) in (0..).zip(&self.sources) {
            let attributes = match source {
                Source::Static(area) => {
                    let corners = static_mesh.corner_vertices(area);
                    areas.edges.origins.extend(corners.map(|vertex| vertex.0));
                    static_mesh.attributes(area)
                }
                Source::Patch { patch, index } => {
                    let PlacedPatch { patched, first_vertex, first_area } = *placed.of(patch);
                    let vertex = |&corner: &u32| placed.vertices[first_vertex + corner as usize];
                    areas.edges.origins.extend(patched.corners_of(index).iter().map(vertex));
                    placed.areas[first_area + index] = area;
                    patched.areas[index].attributes
                }
            };
            areas.attributes.push(attributes);
            areas.edges.close_face();
        }
        self.pair_half_edges(&placed, &mut areas);
        areas
    }

    /// Numbers the patches, and adds their vertices to the static ones.
    fn place(&self, areas: &mut ConvexAreas) -> PlacedPatches<'_> {
        let mut placed = PlacedPatches {
            patches: Vec::with_capacity(self.patches.len()),
            indices: vec![u32::MAX; self.states.len()],
            vertices: Vec::new(),
            areas: Vec::new(),
        };
        let has_elevations = !areas.elevations.is_empty();
        let mut add = |position: Vec2, elevation: f32| {
            areas.vertices.push(position);
            if has_elevations {
                areas.elevations.push(elevation);
            }
            number(areas.vertices.len() - 1)
        };
        let mut shared: BTreeMap<(GridPoint, u32), u32> = BTreeMap::new();
        for (&id, patched) in &self.patches {
            placed.indices[id.index()] = number(placed.patches.len());
            placed.patches.push(PlacedPatch {
                patched,
                first_vertex: placed.vertices.len(),
                first_area: placed.areas.len(),
            });
            placed.areas.resize(placed.areas.len() + patched.areas.len(), u32::MAX);
            placed.vertices.extend(patched.vertices.iter().map(|&vertex| match vertex {
                PatchedVertex::Static(vertex) => vertex,
                PatchedVertex::Own(position, elevation) => add(position, elevation),
                PatchedVertex::Shared(position, elevation) => {
                    let known = shared.entry((position, bits(elevation)));
                    *known.or_insert_with(|| {
                        add(self.static_mesh.grid.position(position).into(), elevation)
                    })
                }
            }));
        }
        placed
    }

    /// Pairs all half-edges: as in the static mesh where both areas are intact, as in the patch
    /// where both belong to one, and by the border of the static mesh elsewhere.
    fn pair_half_edges(&self, placed: &PlacedPatches<'_>, areas: &mut ConvexAreas) {
        let static_mesh = &self.static_mesh.mesh;
        let edges = &mut areas.edges;
        edges.twins.reserve(edges.origins.len());
        // Around patches.
        let mut borders: Vec<(HalfEdgeId, u32)> = Vec::new();
        let mut join_later = |border: HalfEdgeId, edge: usize| {
            borders.push((border, number(edge)));
            StoredMesh::NO_TWIN
        };
        for &source in &self.sources {
            match source {
                Source::Static(area) => {
                    let (first, face_loop) = static_mesh.face_loop(area);
                    for (corner, edge) in face_loop.iter().enumerate() {
                        let twin = edge.twin().map_or(StoredMesh::NO_TWIN, |twin| {
                            match self.states[edge.across().index()] {
                                AreaState::Intact(across) => {
                                    // The same offset in the face loop as in the static mesh.
                                    let first = static_mesh.face_loop(edge.across()).0;
                                    edges.first_edges[across.index()] + (twin.0 - first.0)
                                }
                                AreaState::Cut(_) => {
                                    let own = HalfEdgeId::from_index(first.index() + corner);
                                    join_later(own.min(twin), edges.twins.len())
                                }
                            }
                        });
                        edges.twins.push(twin);
                    }
                }
                Source::Patch { patch, index } => {
                    let PlacedPatch { patched, first_area, .. } = *placed.of(patch);
                    for &across in patched.across(index) {
                        let twin = match across {
                            Across::Wall => StoredMesh::NO_TWIN,
                            Across::Edge { area, corner } => {
                                let area = placed.areas[first_area + area as usize];
                                edges.first_edges[area as usize] + corner
                            }
                            Across::Border(border) => join_later(border, edges.twins.len()),
                        };
                        edges.twins.push(twin);
                    }
                }
            }
        }
        edges.pair(borders);
    }
}

impl<'a> PlacedPatches<'a> {
    /// The patch with an id.
    fn of(&self, id: AreaId) -> &PlacedPatch<'a> {
        &self.patches[self.indices[id.index()] as usize]
    }
}
