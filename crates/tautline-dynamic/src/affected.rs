//! Which areas of the base obstacles change, and which of those together.

use std::collections::{BTreeMap, BTreeSet};

use crate::ObstacleId;
use crate::static_mesh::StaticMesh;
use crate::obstacle::Footprint;
use tautline_navmesh::{AreaId, HalfEdgeId};

/// The obstacles on the ground, and near which areas of the base they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Obstacles {
    footprints: BTreeMap<ObstacleId, Placed>,
    /// By area of the static_mesh: the obstacles whose boxes meet its box and that stand on
    /// its elevation, in order.
    near: BTreeMap<AreaId, Vec<ObstacleId>>,
}

/// An obstacle that is there.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// The version of the ground that it came with.
    pub(super) since: u64,
    /// Nothing if it covers nothing.
    pub(super) footprint: Option<Footprint>,
}

impl Obstacles {
    pub(super) fn ids(&self) -> impl ExactSizeIterator<Item = ObstacleId> + '_ {
        self.footprints.keys().copied()
    }

    pub(super) fn contains(&self, id: ObstacleId) -> bool {
        self.footprints.contains_key(&id)
    }

    /// What an obstacle covers; nothing if it is not there or covers nothing.
    pub(super) fn cover(&self, id: ObstacleId) -> Option<&Footprint> {
        self.footprints.get(&id).and_then(|placed| placed.footprint.as_ref())
    }

    /// The version of the ground that an obstacle came with.
    pub(super) fn version_of(&self, id: ObstacleId) -> u64 {
        self.footprints.get(&id).map_or(0, |placed| placed.since)
    }

    pub(super) fn insert(&mut self, static_mesh: &StaticMesh, id: ObstacleId, placed: Placed) {
        if let Some(footprint) = &placed.footprint {
            static_mesh.visit_near(footprint, |area| {
                let near = self.near.entry(area).or_default();
                if let Err(place) = near.binary_search(&id) {
                    near.insert(place, id);
                }
            });
        }
        self.footprints.insert(id, placed);
    }

    pub(super) fn remove(&mut self, static_mesh: &StaticMesh, id: ObstacleId) -> Option<Placed> {
        let placed = self.footprints.remove(&id);
        if let Some(footprint) = placed.as_ref().and_then(|placed| placed.footprint.as_ref()) {
            static_mesh.visit_near(footprint, |area| {
                if let Some(near) = self.near.get_mut(&area) {
                    near.retain(|&other| other != id);
                    if near.is_empty() {
                        self.near.remove(&area);
                    }
                }
            });
        }
        placed
    }

    fn near(&self, area: AreaId) -> impl Iterator<Item = (ObstacleId, &Footprint)> {
        let ids = self.near.get(&area).map_or(&[][..], Vec::as_slice);
        ids.iter().filter_map(|&id| Some((id, self.cover(id)?)))
    }

    /// The areas of which an obstacle covers something, in order.
    pub(super) fn covered_by(&self, static_mesh: &StaticMesh, id: ObstacleId) -> Vec<AreaId> {
        let mut covered = Vec::new();
        if let Some(footprint) = self.cover(id) {
            static_mesh.visit_near(footprint, |area| covered.push(area));
            covered.sort_unstable();
            covered.dedup();
            covered.retain(|&area| footprint.overlaps(&static_mesh.corners(area)));
        }
        covered
    }

    /// The obstacles that footprint something of some areas, in order.
    pub(super) fn covering(&self, static_mesh: &StaticMesh, areas: &[AreaId]) -> Vec<&Footprint> {
        let mut covering = BTreeMap::new();
        for &area in areas {
            let corners = static_mesh.corners(area);
            for (id, footprint) in self.near(area) {
                if !covering.contains_key(&id) && footprint.overlaps(&corners) {
                    covering.insert(id, footprint);
                }
            }
        }
        covering.into_values().collect()
    }

    /// All areas that hang together with some: across borders that an obstacle
    /// touches, so that they do not stay whole, or that are `split_borders`. `all_of`
    /// tells which areas an area already hangs together with.
    pub(super) fn affected_set<'a>(
        &self,
        static_mesh: &StaticMesh,
        seeds: impl IntoIterator<Item = AreaId>,
        split_borders: &BTreeSet<HalfEdgeId>,
        all_of: impl Fn(AreaId) -> &'a [AreaId],
    ) -> BTreeSet<AreaId> {
        let mut reached: BTreeSet<AreaId> = seeds.into_iter().collect();
        let mut pending: Vec<AreaId> = reached.iter().copied().collect();
        while let Some(area) = pending.pop() {
            let mut reach = |area: AreaId| {
                if reached.insert(area) {
                    pending.push(area);
                }
            };
            all_of(area).iter().copied().for_each(&mut reach);
            for edge in static_mesh.mesh.half_edges_of(area) {
                let Some(twin) = static_mesh.mesh.twin(edge) else { continue };
                let across = static_mesh.mesh.area_of(twin);
                let is_broken = split_borders.contains(&edge) || split_borders.contains(&twin);
                if is_broken || {
                    let ends = static_mesh.ends(edge);
                    // One that stands on slopes may stand on only one of the two.
                    let mut near = self.near(area).chain(self.near(across));
                    near.any(|(_, footprint)| footprint.touches(ends))
                } {
                    reach(across);
                }
            }
        }
        reached
    }
}
