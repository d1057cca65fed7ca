//! What an edit comes to, before anything is changed.

use std::collections::BTreeSet;

use crate::static_mesh::corners;
use crate::cut::cut;
use crate::planar_charts::overlap;
use crate::obstacle::{Footprint, passes_through};
use crate::patch::Patch;
use crate::cut_chart::CutOutcome;
use crate::affected::Placed;
use crate::{ChangeError, DynamicNavMesh, ObstacleId};
use tautline_meshgen::internal::Extent;
use tautline_meshgen::internal::grid::GridPoint;
use tautline_navmesh::{AreaId, HalfEdgeId};

/// What stands for an area of the base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AreaState {
    /// It is an area of the mesh.
    Intact(AreaId),
    /// The patch that begins with an area.
    Cut(AreaId),
}

/// What an area of the mesh stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Source {
    /// An area of the base.
    Static(AreaId),
    /// An area of the patch that begins with an area of the base, by number.
    Patch { patch: AreaId, index: usize },
}

/// Areas that go and areas that come.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Areas of the mesh that go, in order.
    pub(super) removed: Vec<AreaId>,
    /// Areas of the base that are whole again.
    pub(super) static_areas: Vec<AreaId>,
    /// Areas of the base that are cut, and what stands for them.
    pub(super) patches: Vec<(Vec<AreaId>, Patch)>,
}

impl DynamicNavMesh {
    /// Cuts what has to be cut anew. The obstacles are exchanged if it can be done,
    /// and stay as they are if not.
    pub(super) fn plan(
        &mut self,
        added: &[ObstacleId],
        footprints: Vec<Option<Footprint>>,
        remove: &[ObstacleId],
    ) -> Result<Plan, ChangeError> {
        for (&id, footprint) in added.iter().zip(footprints) {
            let placed = Placed { since: self.version + 1, footprint };
            self.obstacles.insert(&self.static_mesh, id, placed);
        }
        let changed = added.iter().chain(remove);
        let seeds: BTreeSet<AreaId> =
            changed.flat_map(|&id| self.obstacles.covered_by(&self.static_mesh, id)).collect();
        let mut split_borders = BTreeSet::new();
        loop {
            // Both with what comes and with what goes, so that all patches that are
            // met are met as a whole.
            let patch_of = |area: AreaId| match self.states[area.index()] {
                AreaState::Intact(_) => &[][..],
                AreaState::Cut(patch) => self.patches.get(&patch).map_or(&[][..], |patch| &patch.static_areas),
            };
            let touched =
                self.obstacles.affected_set(&self.static_mesh, seeds.iter().copied(), &split_borders, patch_of);
            let mut taken = Vec::with_capacity(remove.len());
            for &id in remove {
                taken.extend(self.obstacles.remove(&self.static_mesh, id).map(|placed| (id, placed)));
            }
            let failure = match self.cut(touched, &split_borders) {
                Ok(Cut::Plan(plan)) => match self.check(&plan) {
                    Ok(()) => return Ok(plan),
                    Err(error) => Some(error),
                },
                Ok(Cut::SplitBorder(edge)) => {
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

    /// Cuts some areas of the base: those together that hang together now.
    fn cut(
        &self,
        mut touched: BTreeSet<AreaId>,
        split_borders: &BTreeSet<HalfEdgeId>,
    ) -> Result<Cut, ChangeError> {
        let mut plan = Plan::default();
        let mut charts = 0;
        while let Some(first) = touched.pop_first() {
            let static_areas = self.obstacles.affected_set(&self.static_mesh, [first], split_borders, |_| &[]);
            touched.retain(|area| !static_areas.contains(area));
            let static_areas: Vec<AreaId> = static_areas.into_iter().collect();
            let covering = self.obstacles.covering(&self.static_mesh, &static_areas);
            if covering.is_empty() {
                // Whole again, or whole as before.
                plan.static_areas.extend(
                    static_areas
                        .into_iter()
                        .filter(|static_area| matches!(self.states[static_area.index()], AreaState::Cut(_))),
                );
                continue;
            }
            match cut(&self.static_mesh, &static_areas, &covering, &mut charts)? {
                CutOutcome::Cut(patch) => plan.patches.push((static_areas, patch)),
                CutOutcome::SplitBorder(edge) => return Ok(Cut::SplitBorder(edge)),
            }
        }
        // Patches go as a whole.
        let mut goes = vec![false; self.static_mesh.mesh.area_count()];
        for static_area in plan.static_areas.iter().chain(plan.patches.iter().flat_map(|(static_areas, _)| static_areas)) {
            goes[static_area.index()] = true;
        }
        let is_gone = |area: &AreaId| match self.sources[area.index()] {
            Source::Static(static_area) | Source::Patch { patch: static_area, .. } => goes[static_area.index()],
        };
        plan.removed = self.mesh.areas().filter(is_gone).collect();
        Ok(Cut::Plan(plan))
    }

    /// Checks what the mesh would be.
    fn check(&self, plan: &Plan) -> Result<(), ChangeError> {
        let new_areas = || plan.patches.iter().flat_map(|(_, patch)| &patch.areas);
        let areas =
            self.mesh.area_count() - plan.removed.len() + plan.static_areas.len() + new_areas().count();
        if areas == 0 {
            return Err(ChangeError::NothingLeft);
        }
        // Numbers of a search: every side, start and goal.
        let limit = (u32::MAX / 4) as usize;
        let more: usize = new_areas().map(|area| area.corners.len()).sum();
        let found = self.mesh.half_edge_count() + self.static_mesh.mesh.half_edge_count() + more;
        if found > limit {
            return Err(ChangeError::TooMany { things: "sides", found, limit });
        }
        for (static_areas, patch) in &plan.patches {
            for &edge in &patch.off_mesh_edges {
                self.check_off_mesh_edge(edge, static_areas, &plan.removed)?;
            }
        }
        Ok(())
    }

    /// Checks that a side that was rounded off some areas of the base does not lie on
    /// other ground beside them.
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

    /// Whether an area of the mesh is on another floor, above or below some areas of
    /// the base.
    fn is_above(&self, area: AreaId, static_areas: &[AreaId]) -> bool {
        let own = match self.sources[area.index()] {
            Source::Static(static_area) => vec![static_area],
            Source::Patch { patch, .. } => {
                self.patches.get(&patch).map_or_else(Vec::new, |patch| patch.static_areas.clone())
            }
        };
        let rings: Vec<_> = static_areas.iter().map(|&static_area| self.static_mesh.corners(static_area)).collect();
        own.iter().any(|&own| {
            let ring = self.static_mesh.corners(own);
            rings.iter().any(|other| overlap(&ring, other))
        })
    }
}

/// What cutting came to.
enum Cut {
    Plan(Plan),
    SplitBorder(HalfEdgeId),
}
