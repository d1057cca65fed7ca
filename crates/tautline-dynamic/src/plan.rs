//! The plan of an edit, before anything is changed.

use std::collections::BTreeSet;

use crate::affected::Placed;
use crate::cut::cut;
use crate::cut_chart::CutOutcome;
use crate::obstacle::passes_through;
use crate::patch::Patch;
use crate::planar_charts::overlap;
use crate::static_mesh::corners;
use crate::{ChangeError, DynamicNavMesh, ObstacleId};
use tautline_meshgen::internal::Extent;
use tautline_meshgen::internal::grid::GridPoint;
use tautline_navmesh::{AreaId, HalfEdgeId};

/// The state of a static area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AreaState {
    /// It is an area of the mesh.
    Intact(AreaId),
    /// It is cut: the id of the patch in its place.
    Cut(AreaId),
}

/// The source of an area of the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Source {
    /// A static area.
    Static(AreaId),
    /// An area of a patch: the id of the patch (its first static area), and the index there.
    Patch { patch: AreaId, index: usize },
}

/// The areas to remove and to add.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The areas of the mesh to remove, in order.
    pub(super) removed: Vec<AreaId>,
    /// The static areas to restore.
    pub(super) static_areas: Vec<AreaId>,
    /// The static areas to cut, and the patches in their place.
    pub(super) patches: Vec<(Vec<AreaId>, Patch)>,
}

impl Plan {
    /// All static areas that it restores or cuts.
    pub(super) fn touched(&self) -> impl Iterator<Item = &AreaId> {
        let cut = self.patches.iter().flat_map(|(static_areas, _)| static_areas);
        self.static_areas.iter().chain(cut)
    }
}

impl DynamicNavMesh {
    /// Cuts the affected areas. On success, the obstacles are exchanged; on failure, they stay as
    /// they are.
    pub(super) fn plan(
        &mut self,
        added: &[ObstacleId],
        placed: Vec<Placed>,
        remove: &[ObstacleId],
    ) -> Result<Plan, ChangeError> {
        // The added obstacles are inserted first, to find the areas that they affect; on failure
        // they are removed again.
        for (&id, placed) in added.iter().zip(placed) {
            self.obstacles.insert(&self.static_mesh, id, placed);
        }
        let changed = added.iter().chain(remove);
        let seeds: BTreeSet<AreaId> =
            changed.flat_map(|&id| self.obstacles.covered_by(&self.static_mesh, id)).collect();
        // Rounding may divide a border to an area that is not affected. Then that area becomes
        // affected, and everything is cut again. Each round adds a border, so the loop ends.
        let mut split_borders = BTreeSet::new();
        loop {
            // The set that the added and the removed obstacles affect. It contains each patch
            // completely or not at all, so that patches are replaced as a whole.
            let patch_of = |area: AreaId| match self.states[area.index()] {
                AreaState::Intact(_) => &[][..],
                AreaState::Cut(patch) => &self.patches[&patch].static_areas,
            };
            let touched = self.obstacles.affected_set(
                &self.static_mesh,
                seeds.iter().copied(),
                &split_borders,
                patch_of,
            );
            // Not earlier: the affected set above has to include the areas of these obstacles.
            let mut taken = Vec::with_capacity(remove.len());
            for &id in remove {
                taken.extend(
                    self.obstacles.remove(&self.static_mesh, id).map(|placed| (id, placed)),
                );
            }
            let failure = match self.cut(touched, &split_borders) {
                Ok(CutOutcome::Cut(plan)) => match self.check(&plan) {
                    Ok(()) => return Ok(plan),
                    Err(error) => Some(error),
                },
                Ok(CutOutcome::SplitBorder(edge)) => {
                    split_borders.insert(edge);
                    None
                }
                Err(error) => Some(error),
            };
            for (id, placed) in taken {
                self.obstacles.insert(&self.static_mesh, id, placed);
            }
            if let Some(error) = failure {
                for &id in added {
                    self.obstacles.remove(&self.static_mesh, id);
                }
                return Err(error);
            }
        }
    }

    /// Cuts some static areas, each affected set by itself.
    fn cut(
        &self,
        mut touched: BTreeSet<AreaId>,
        split_borders: &BTreeSet<HalfEdgeId>,
    ) -> Result<CutOutcome<Plan>, ChangeError> {
        let mut plan = Plan::default();
        let mut charts = 0;
        while let Some(first) = touched.pop_first() {
            let static_areas =
                self.obstacles.affected_set(&self.static_mesh, [first], split_borders, |_| &[]);
            // Without the removed obstacles, the areas may be several affected sets.
            for area in &static_areas {
                touched.remove(area);
            }
            let static_areas: Vec<AreaId> = static_areas.into_iter().collect();
            let covering = self.obstacles.covering(&self.static_mesh, &static_areas);
            if covering.is_empty() {
                // Restored, or intact as before.
                plan.static_areas.extend(static_areas.into_iter().filter(|static_area| {
                    matches!(self.states[static_area.index()], AreaState::Cut(_))
                }));
                continue;
            }
            match cut(&self.static_mesh, &static_areas, &covering, &mut charts)? {
                CutOutcome::Cut(patch) => plan.patches.push((static_areas, patch)),
                CutOutcome::SplitBorder(edge) => return Ok(CutOutcome::SplitBorder(edge)),
            }
        }
        // All areas of a replaced patch are removed.
        let mut is_touched = vec![false; self.static_mesh.mesh.area_count()];
        plan.touched().for_each(|static_area| is_touched[static_area.index()] = true);
        let is_removed = |area: &AreaId| match self.sources[area.index()] {
            Source::Static(static_area) | Source::Patch { patch: static_area, .. } => {
                is_touched[static_area.index()]
            }
        };
        plan.removed = self.mesh.areas().filter(is_removed).collect();
        Ok(CutOutcome::Cut(plan))
    }

    /// Checks the mesh that the plan leads to.
    fn check(&self, plan: &Plan) -> Result<(), ChangeError> {
        let new_areas = || plan.patches.iter().flat_map(|(_, patch)| &patch.areas);
        let areas = self.mesh.area_count() - plan.removed.len()
            + plan.static_areas.len()
            + new_areas().count();
        if areas == 0 {
            return Err(ChangeError::NothingLeft);
        }
        // A search numbers its nodes: every half-edge, start and goal.
        let limit = (u32::MAX / 4) as usize;
        let more: usize = new_areas().map(|area| area.corners.len()).sum();
        let found = self.mesh.half_edge_count() + self.static_mesh.mesh.half_edge_count() + more;
        if found > limit {
            return Err(ChangeError::TooMany { things: "half-edges", found, limit });
        }
        for (static_areas, patch) in &plan.patches {
            for &edge in &patch.off_mesh_edges {
                self.check_off_mesh_edge(edge, static_areas, &plan.removed)?;
            }
        }
        Ok(())
    }

    /// Checks that an edge which was rounded off its static areas does not lie on other areas
    /// next to them.
    fn check_off_mesh_edge(
        &self,
        [a, b]: [GridPoint; 2],
        static_areas: &[AreaId],
        removed: &[AreaId],
    ) -> Result<(), ChangeError> {
        let Some(extent) = Extent::of([a, b]) else { return Ok(()) };
        let mut near = Vec::new();
        self.mesh.visit_box(&self.static_mesh.world_box(&extent), &mut |area| near.push(area));
        let meets = |&area: &AreaId| {
            removed.binary_search(&area).is_err()
                && passes_through(&corners(&self.mesh, area, self.static_mesh.grid), [a, b])
                && !self.is_above(area, static_areas)
        };
        if near.iter().any(meets) {
            let ([x, y], step) = (self.static_mesh.grid.position(a), self.static_mesh.grid.step());
            return Err(ChangeError::TooNarrow { x, y, step });
        }
        Ok(())
    }

    /// Returns true if an area of the mesh is on another floor, above or below some static
    /// areas.
    fn is_above(&self, area: AreaId, static_areas: &[AreaId]) -> bool {
        let own = match &self.sources[area.index()] {
            Source::Static(static_area) => std::slice::from_ref(static_area),
            Source::Patch { patch, .. } => &self.patches[patch].static_areas,
        };
        let rings: Vec<_> =
            static_areas.iter().map(|&static_area| self.static_mesh.corners(static_area)).collect();
        own.iter().any(|&own| {
            let ring = self.static_mesh.corners(own);
            rings.iter().any(|other| overlap(&ring, other))
        })
    }
}
