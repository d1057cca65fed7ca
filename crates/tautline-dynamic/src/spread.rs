//! Which areas of the base obstacles change, and which of those together.

use std::collections::{BTreeMap, BTreeSet};

use crate::ObstacleId;
use crate::base::Base;
use crate::obstacle::Cover;
use tautline_navmesh::{AreaId, HalfEdgeId};

/// The obstacles on the ground, and near which areas of the base they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Obstacles {
    covers: BTreeMap<ObstacleId, Placed>,
    /// By area of the base: the obstacles whose boxes meet its box and that stand on
    /// its elevation, in order.
    near: BTreeMap<AreaId, Vec<ObstacleId>>,
}

/// An obstacle that is there.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// The version of the ground that it came with.
    pub(super) since: u64,
    /// Nothing if it covers nothing.
    pub(super) cover: Option<Cover>,
}

impl Obstacles {
    pub(super) fn ids(&self) -> impl ExactSizeIterator<Item = ObstacleId> + '_ {
        self.covers.keys().copied()
    }

    pub(super) fn contains(&self, id: ObstacleId) -> bool {
        self.covers.contains_key(&id)
    }

    /// What an obstacle covers; nothing if it is not there or covers nothing.
    pub(super) fn cover(&self, id: ObstacleId) -> Option<&Cover> {
        self.covers.get(&id).and_then(|placed| placed.cover.as_ref())
    }

    /// The version of the ground that an obstacle came with.
    pub(super) fn version_of(&self, id: ObstacleId) -> u64 {
        self.covers.get(&id).map_or(0, |placed| placed.since)
    }

    pub(super) fn insert(&mut self, base: &Base, id: ObstacleId, placed: Placed) {
        if let Some(cover) = &placed.cover {
            base.visit_near(cover, |area| {
                let near = self.near.entry(area).or_default();
                if let Err(place) = near.binary_search(&id) {
                    near.insert(place, id);
                }
            });
        }
        self.covers.insert(id, placed);
    }

    pub(super) fn remove(&mut self, base: &Base, id: ObstacleId) -> Option<Placed> {
        let placed = self.covers.remove(&id);
        if let Some(cover) = placed.as_ref().and_then(|placed| placed.cover.as_ref()) {
            base.visit_near(cover, |area| {
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

    fn near(&self, area: AreaId) -> impl Iterator<Item = (ObstacleId, &Cover)> {
        let ids = self.near.get(&area).map_or(&[][..], Vec::as_slice);
        ids.iter().filter_map(|&id| Some((id, self.cover(id)?)))
    }

    /// The areas of which an obstacle covers something, in order.
    pub(super) fn covered_by(&self, base: &Base, id: ObstacleId) -> Vec<AreaId> {
        let mut covered = Vec::new();
        if let Some(cover) = self.cover(id) {
            base.visit_near(cover, |area| covered.push(area));
            covered.sort_unstable();
            covered.dedup();
            covered.retain(|&area| cover.covers_some_of(&base.corners(area)));
        }
        covered
    }

    /// The obstacles that cover something of some areas, in order.
    pub(super) fn covering(&self, base: &Base, areas: &[AreaId]) -> Vec<&Cover> {
        let mut covering = BTreeMap::new();
        for &area in areas {
            let corners = base.corners(area);
            for (id, cover) in self.near(area) {
                if !covering.contains_key(&id) && cover.covers_some_of(&corners) {
                    covering.insert(id, cover);
                }
            }
        }
        covering.into_values().collect()
    }

    /// All areas that hang together with some: across borders that an obstacle
    /// touches, so that they do not stay whole, or that are `broken`. `all_of`
    /// tells which areas an area already hangs together with.
    pub(super) fn spread<'a>(
        &self,
        base: &Base,
        seeds: impl IntoIterator<Item = AreaId>,
        broken: &BTreeSet<HalfEdgeId>,
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
            for edge in base.mesh.half_edges_of(area) {
                let Some(twin) = base.mesh.twin(edge) else { continue };
                let across = base.mesh.area_of(twin);
                let is_broken = broken.contains(&edge) || broken.contains(&twin);
                if is_broken || {
                    let ends = base.ends(edge);
                    // One that stands on slopes may stand on only one of the two.
                    let mut near = self.near(area).chain(self.near(across));
                    near.any(|(_, cover)| cover.touches(ends))
                } {
                    reach(across);
                }
            }
        }
        reached
    }
}
