//! Putting into the mesh what was planned.

use std::collections::BTreeMap;

use crate::DynamicNavMesh;
use crate::facets::bits;
use crate::patch::{Patch, Seam};
use crate::plan::{Owner, Plan, Stand};
use tautline_navmesh::internal::ConvexAreas;
use tautline_navmesh::{AreaId, HalfEdgeId, StoredMesh, Vec2};

/// A border of areas that were cut: the patch within which it lies (areas that are cut
/// together have borders of their own), what it came from, and its ends.
type CutBorder = (Option<AreaId>, Seam, [u32; 2]);

/// What stands for areas of the base that obstacles have cut.
#[derive(Clone, Debug)]
pub(super) struct Patched {
    pub(super) bases: Vec<AreaId>,
    pub(super) patch: Patch,
}

impl DynamicNavMesh {
    /// Exchanges areas, and makes the mesh of them. Nothing can fail any more.
    pub(super) fn carry_out(&mut self, plan: Plan) {
        let Plan { removed, bases, patches } = plan;
        if removed.is_empty() && bases.is_empty() && patches.is_empty() {
            return;
        }
        for &area in bases.iter().chain(patches.iter().flat_map(|(bases, _)| bases)) {
            if let Stand::Patch(head) = self.stands[area.index()] {
                self.patches.remove(&head);
            }
        }
        let mut added: Vec<Owner> = bases.into_iter().map(Owner::Base).collect();
        for (bases, patch) in patches {
            let Some(&head) = bases.first() else { continue };
            added.extend((0..patch.areas.len()).map(|part| Owner::Patch { head, part }));
            for &base in &bases {
                self.stands[base.index()] = Stand::Patch(head);
            }
            self.patches.insert(head, Patched { bases, patch });
        }
        self.exchange(&removed, added);
        self.mesh = self.areas().finish();
        self.attach_links();
    }

    /// Gives new areas the numbers of areas that go. If more go than come, the last areas
    /// get the numbers that are left over.
    fn exchange(&mut self, removed: &[AreaId], added: Vec<Owner>) {
        let mut added = added.into_iter();
        let reused = removed.len().min(added.len());
        for (&area, owner) in removed.iter().zip(added.by_ref().take(reused)) {
            self.owners[area.index()] = owner;
        }
        self.owners.extend(added);
        for &area in removed[reused..].iter().rev() {
            self.owners.swap_remove(area.index());
        }
        for (area, &owner) in self.owners.iter().enumerate() {
            if let Owner::Base(base) = owner {
                self.stands[base.index()] = Stand::Itself(AreaId::from_index(area));
            }
        }
    }

    /// All areas that the mesh has now, and what joins them. O(n), and O(k log k) for k
    /// sides of areas that were cut.
    fn areas(&self) -> ConvexAreas {
        let base = &self.base.mesh;
        let mut areas = ConvexAreas {
            vertices: base.vertices().to_vec(),
            elevations: base.elevations().to_vec(),
            ..ConvexAreas::default()
        };
        let patch_vertices = self.place_vertices(&mut areas);
        for &owner in &self.owners {
            let attributes = match owner {
                Owner::Base(area) => {
                    areas.edges.origins.extend(base.corner_vertices(area).map(|vertex| vertex.0));
                    base.attributes(area)
                }
                Owner::Patch { head, part } => {
                    let (vertices, area) =
                        (&patch_vertices[&head], &self.patches[&head].patch.areas[part]);
                    let vertex = |&corner: &u32| vertices[corner as usize];
                    areas.edges.origins.extend(area.corners.iter().map(vertex));
                    area.attributes
                }
            };
            areas.attributes.push(attributes);
            areas.edges.close_face();
        }
        self.join(&mut areas);
        areas
    }

    /// Adds the vertices of patches to those of the base. Gives their numbers by patch.
    fn place_vertices(&self, areas: &mut ConvexAreas) -> BTreeMap<AreaId, Vec<u32>> {
        let has_elevations = !areas.elevations.is_empty();
        let mut added = BTreeMap::new();
        let mut place = |&(place, elevation): &_| {
            self.base.vertex_at((place, elevation)).unwrap_or_else(|| {
                *added.entry((place, bits(elevation))).or_insert_with(|| {
                    areas.vertices.push(Vec2::from(self.base.grid.position(place)));
                    if has_elevations {
                        areas.elevations.push(elevation);
                    }
                    HalfEdgeId::from_index(areas.vertices.len() - 1).0
                })
            })
        };
        let patches = self.patches.iter();
        patches
            .map(|(&head, of)| (head, of.patch.vertices.iter().map(&mut place).collect()))
            .collect()
    }

    /// Finds the twins of all sides: those of the base where both areas stand, and by
    /// their ends where one of them was cut.
    fn join(&self, areas: &mut ConvexAreas) {
        let base = &self.base.mesh;
        areas.edges.twins.reserve(areas.edges.origins.len());
        let mut cut: Vec<(CutBorder, u32)> = Vec::new();
        for (&owner, range) in self.owners.iter().zip(areas.edges.first_edges.windows(2)) {
            let ring = &areas.edges.origins[range[0] as usize..range[1] as usize];
            let mut join_later = |place: usize, seam: Seam, edge: u32| {
                let [from, to] = [ring[place], ring[(place + 1) % ring.len()]];
                let head = match (seam, owner) {
                    (Seam::Within(_), Owner::Patch { head, .. }) => Some(head),
                    _ => None,
                };
                cut.push(((head, seam, [from.min(to), from.max(to)]), edge));
                StoredMesh::NO_TWIN
            };
            match owner {
                Owner::Base(area) => {
                    let (first, edges) = base.face_loop(area);
                    for (place, edge) in edges.iter().enumerate() {
                        let twin = edge.twin().map_or(StoredMesh::NO_TWIN, |twin| {
                            match self.stands[edge.across().index()] {
                                Stand::Itself(across) => {
                                    let of_base = base.face_loop(edge.across()).0;
                                    areas.edges.first_edges[across.index()] + (twin.0 - of_base.0)
                                }
                                Stand::Patch(_) => {
                                    let own = HalfEdgeId::from_index(first.index() + place);
                                    let edge = HalfEdgeId::from_index(areas.edges.twins.len());
                                    join_later(place, Seam::Border(own.min(twin)), edge.0)
                                }
                            }
                        });
                        areas.edges.twins.push(twin);
                    }
                }
                Owner::Patch { head, part } => {
                    let seams = &self.patches[&head].patch.areas[part].seams;
                    for (place, &seam) in seams.iter().enumerate() {
                        if seam != Seam::Wall {
                            join_later(
                                place,
                                seam,
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
