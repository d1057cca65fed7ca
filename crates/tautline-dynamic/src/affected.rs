//! The affected set: the static areas that an edit changes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::obstacle::Footprint;
use crate::static_mesh::StaticMesh;
use crate::{Obstacle, ObstacleId};
use tautline_navmesh::{AreaId, HalfEdgeId};

/// The current obstacles, and an index of the static areas near them.
#[derive(Clone, Debug, Default)]
pub(super) struct Obstacles {
    placed: BTreeMap<ObstacleId, Placed>,
    /// For each static area, the obstacles at its elevation whose bounding box intersects
    /// that of the area, in order.
    near: BTreeMap<AreaId, Vec<ObstacleId>>,
}

/// A current obstacle.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// The version of the mesh in which it was added.
    pub(super) since: u64,
    pub(super) obstacle: Arc<Obstacle>,
    /// Its footprint; `None` if it covers nothing.
    pub(super) footprint: Option<Arc<Footprint>>,
}

impl Obstacles {
    pub(super) fn ids(&self) -> impl ExactSizeIterator<Item = ObstacleId> + '_ {
        self.placed.keys().copied()
    }

    pub(super) fn get(&self, id: ObstacleId) -> Option<&Placed> {
        self.placed.get(&id)
    }

    /// The footprint of an obstacle; `None` if it does not exist or covers nothing.
    pub(super) fn footprint(&self, id: ObstacleId) -> Option<&Footprint> {
        self.placed.get(&id)?.footprint.as_deref()
    }

    pub(super) fn insert(&mut self, static_mesh: &StaticMesh, id: ObstacleId, placed: Placed) {
        if let Some(footprint) = &placed.footprint {
            static_mesh.visit_near(footprint, |area| {
                let near = self.near.entry(area).or_default();
                if let Err(index) = near.binary_search(&id) {
                    near.insert(index, id);
                }
            });
        }
        self.placed.insert(id, placed);
    }

    pub(super) fn remove(&mut self, static_mesh: &StaticMesh, id: ObstacleId) -> Option<Placed> {
        let placed = self.placed.remove(&id);
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
        ids.iter().filter_map(|&id| Some((id, self.footprint(id)?)))
    }

    /// The static areas that an obstacle overlaps, in order.
    pub(super) fn covered_by(&self, static_mesh: &StaticMesh, id: ObstacleId) -> Vec<AreaId> {
        let mut covered = Vec::new();
        if let Some(footprint) = self.footprint(id) {
            static_mesh.visit_near(footprint, |area| covered.push(area));
            covered.sort_unstable();
            covered.dedup();
            covered.retain(|&area| footprint.overlaps(&static_mesh.corners(area)));
        }
        covered
    }

    /// The obstacles that overlap at least one of some static areas, in order.
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

    /// The affected set of some static areas: all that are connected with them across borders that
    /// an obstacle touches (so that the borders do not stay intact) or that are in
    /// `split_borders`.
    ///
    /// ```text
    ///     ┌───────┬───────┬───────┐      The obstacle overlaps area 0 and touches its border
    ///     │   0  ▒▒▒  1   │   2   │      with area 1: both are affected. It touches no other
    ///     │      ▒▒▒      │       │      border, so that areas 2, 3 and 4 are not affected.
    ///     ├───────┼───────┴───────┤
    ///     │   3   │       4       │
    ///     └───────┴───────────────┘
    /// ```
    ///
    /// `cut_together` returns the areas that are known to be cut together with an area.
    pub(super) fn affected_set<'a>(
        &self,
        static_mesh: &StaticMesh,
        seeds: impl IntoIterator<Item = AreaId>,
        split_borders: &BTreeSet<HalfEdgeId>,
        cut_together: impl Fn(AreaId) -> &'a [AreaId],
    ) -> BTreeSet<AreaId> {
        let mut reached: BTreeSet<AreaId> = seeds.into_iter().collect();
        let mut pending: Vec<AreaId> = reached.iter().copied().collect();
        while let Some(area) = pending.pop() {
            let mut reach = |area: AreaId| {
                if reached.insert(area) {
                    pending.push(area);
                }
            };
            cut_together(area).iter().copied().for_each(&mut reach);
            for edge in static_mesh.mesh.half_edges_of(area) {
                let Some(twin) = static_mesh.mesh.twin(edge) else { continue };
                let across = static_mesh.mesh.area_of(twin);
                let is_split = split_borders.contains(&edge) || split_borders.contains(&twin);
                if is_split || {
                    let ends = static_mesh.ends(edge);
                    // An obstacle with elevations may cover only one of the two areas.
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
