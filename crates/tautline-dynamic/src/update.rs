//! Application of a plan to the mesh.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::DynamicNavMesh;
use crate::facets::bits;
use crate::patch::{JoinKey, Patch};
use crate::plan::{AreaState, Plan, Source};
use tautline_navmesh::internal::ConvexAreas;
use tautline_navmesh::{AreaId, HalfEdgeId, StoredMesh, Vec2};

/// A key to pair the edges of cut areas: the patch inside which the edge lies (patches do
/// not share inner edges), its join key, and its ends.
type CutBorder = (Option<AreaId>, JoinKey, [u32; 2]);

/// A patch, and the static areas that it replaces.
#[derive(Clone, Debug)]
pub(super) struct Patched {
    pub(super) static_areas: Vec<AreaId>,
    pub(super) patch: Patch,
}

impl DynamicNavMesh {
    /// Exchanges areas and finishes the new mesh. Cannot fail any more.
    pub(super) fn apply(&mut self, plan: Plan) {
        let Plan { removed, static_areas, patches } = plan;
        if removed.is_empty() && static_areas.is_empty() && patches.is_empty() {
            return;
        }
        for &area in
            static_areas.iter().chain(patches.iter().flat_map(|(static_areas, _)| static_areas))
        {
            if let AreaState::Cut(patch) = self.states[area.index()] {
                self.patches.remove(&patch);
            }
        }
        let mut added: Vec<Source> = static_areas.into_iter().map(Source::Static).collect();
        for (static_areas, patch) in patches {
            let Some(&id) = static_areas.first() else { continue };
            added.extend((0..patch.areas.len()).map(|index| Source::Patch { patch: id, index }));
            for &static_area in &static_areas {
                self.states[static_area.index()] = AreaState::Cut(id);
            }
            self.patches.insert(id, Arc::new(Patched { static_areas, patch }));
        }
        self.renumber(&removed, added);
        self.mesh = Arc::new(self.areas().finish());
        self.attach_links();
    }

    /// Assigns the ids of removed areas to added ones. If there are fewer added areas, the last
    /// areas get the remaining ids.
    fn renumber(&mut self, removed: &[AreaId], added: Vec<Source>) {
        let mut added = added.into_iter();
        let reused = removed.len().min(added.len());
        for (&area, source) in removed.iter().zip(added.by_ref().take(reused)) {
            self.sources[area.index()] = source;
        }
        self.sources.extend(added);
        for &area in removed[reused..].iter().rev() {
            self.sources.swap_remove(area.index());
        }
        for (area, &source) in self.sources.iter().enumerate() {
            if let Source::Static(static_area) = source {
                self.states[static_area.index()] = AreaState::Intact(AreaId::from_index(area));
            }
        }
    }

    /// All current areas with their twins. O(n), plus O(k log k) for k edges of areas that
    /// were cut.
    fn areas(&self) -> ConvexAreas {
        let static_mesh = &self.static_mesh.mesh;
        let mut areas = ConvexAreas {
            vertices: static_mesh.vertices().to_vec(),
            elevations: static_mesh.elevations().to_vec(),
            ..ConvexAreas::default()
        };
        let patch_vertices = self.add_vertices(&mut areas);
        for &source in &self.sources {
            let attributes = match source {
                Source::Static(area) => {
                    areas
                        .edges
                        .origins
                        .extend(static_mesh.corner_vertices(area).map(|vertex| vertex.0));
                    static_mesh.attributes(area)
                }
                Source::Patch { patch, index } => {
                    let (vertices, area) =
                        (&patch_vertices[&patch], &self.patches[&patch].patch.areas[index]);
                    let vertex = |&corner: &u32| vertices[corner as usize];
                    areas.edges.origins.extend(area.corners.iter().map(vertex));
                    area.attributes
                }
            };
            areas.attributes.push(attributes);
            areas.edges.close_face();
        }
        self.pair_half_edges(&mut areas);
        areas
    }

    /// Adds the vertices of patches to the static ones. Returns their ids by patch.
    fn add_vertices(&self, areas: &mut ConvexAreas) -> BTreeMap<AreaId, Vec<u32>> {
        let has_elevations = !areas.elevations.is_empty();
        let mut added = BTreeMap::new();
        let mut add = |&(position, elevation): &_| {
            self.static_mesh.vertex_at((position, elevation)).unwrap_or_else(|| {
                *added.entry((position, bits(elevation))).or_insert_with(|| {
                    areas.vertices.push(Vec2::from(self.static_mesh.grid.position(position)));
                    if has_elevations {
                        areas.elevations.push(elevation);
                    }
                    HalfEdgeId::from_index(areas.vertices.len() - 1).0
                })
            })
        };
        let patches = self.patches.iter();
        patches.map(|(&id, of)| (id, of.patch.vertices.iter().map(&mut add).collect())).collect()
    }

    /// Pairs all half-edges: as in the static mesh where both areas are intact, and by join key
    /// and ends where one of them was cut.
    fn pair_half_edges(&self, areas: &mut ConvexAreas) {
        let static_mesh = &self.static_mesh.mesh;
        areas.edges.twins.reserve(areas.edges.origins.len());
        let mut cut: Vec<(CutBorder, u32)> = Vec::new();
        for (&source, range) in self.sources.iter().zip(areas.edges.first_edges.windows(2)) {
            let ring = &areas.edges.origins[range[0] as usize..range[1] as usize];
            let mut join_later = |corner: usize, join_key: JoinKey, edge: u32| {
                let [from, to] = [ring[corner], ring[(corner + 1) % ring.len()]];
                // Charts are numbered for each edit, so that equal numbers of different
                // patches must not match.
                let within = match (join_key, source) {
                    (JoinKey::Within(_), Source::Patch { patch, .. }) => Some(patch),
                    _ => None,
                };
                cut.push(((within, join_key, [from.min(to), from.max(to)]), edge));
                StoredMesh::NO_TWIN
            };
            match source {
                Source::Static(area) => {
                    let (first, edges) = static_mesh.face_loop(area);
                    for (corner, edge) in edges.iter().enumerate() {
                        let twin = edge.twin().map_or(StoredMesh::NO_TWIN, |twin| {
                            match self.states[edge.across().index()] {
                                AreaState::Intact(across) => {
                                    // The same offset in the face loop as in the static mesh.
                                    let first = static_mesh.face_loop(edge.across()).0;
                                    areas.edges.first_edges[across.index()] + (twin.0 - first.0)
                                }
                                AreaState::Cut(_) => {
                                    let own = HalfEdgeId::from_index(first.index() + corner);
                                    let edge = HalfEdgeId::from_index(areas.edges.twins.len());
                                    join_later(corner, JoinKey::Border(own.min(twin)), edge.0)
                                }
                            }
                        });
                        areas.edges.twins.push(twin);
                    }
                }
                Source::Patch { patch, index } => {
                    let join_keys = &self.patches[&patch].patch.areas[index].join_keys;
                    for (corner, &join_key) in join_keys.iter().enumerate() {
                        if join_key != JoinKey::Wall {
                            join_later(
                                corner,
                                join_key,
                                HalfEdgeId::from_index(areas.edges.twins.len()).0,
                            );
                        }
                        areas.edges.twins.push(StoredMesh::NO_TWIN);
                    }
                }
            }
        }
        areas.edges.pair(cut);
    }
}
