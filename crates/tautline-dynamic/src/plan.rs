//! What an edit comes to, before anything is changed.

use std::collections::BTreeSet;

use crate::base::corners;
use crate::cut::cut;
use crate::groups::overlap;
use crate::obstacle::{Cover, passes_through};
use crate::patch::Patch;
use crate::sheet::Outcome;
use crate::spread::Placed;
use crate::{ChangeError, DynamicNavMesh, ObstacleId};
use tautline_meshgen::internal::Extent;
use tautline_meshgen::internal::grid::GridPoint;
use tautline_navmesh::{AreaId, HalfEdgeId};

/// What stands for an area of the base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stand {
    /// It is an area of the mesh.
    Itself(AreaId),
    /// The patch that begins with an area.
    Patch(AreaId),
}

/// What an area of the mesh stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Owner {
    /// An area of the base.
    Base(AreaId),
    /// An area of the patch that begins with an area of the base, by number.
    Patch { head: AreaId, part: usize },
}

/// Areas that go and areas that come.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Areas of the mesh that go, in order.
    pub(super) removed: Vec<AreaId>,
    /// Areas of the base that are whole again.
    pub(super) bases: Vec<AreaId>,
    /// Areas of the base that are cut, and what stands for them.
    pub(super) patches: Vec<(Vec<AreaId>, Patch)>,
}

impl DynamicNavMesh {
    /// Cuts what has to be cut anew. The obstacles are exchanged if it can be done,
    /// and stay as they are if not.
    pub(super) fn plan(
        &mut self,
        added: &[ObstacleId],
        covers: Vec<Option<Cover>>,
        remove: &[ObstacleId],
    ) -> Result<Plan, ChangeError> {
        for (&id, cover) in added.iter().zip(covers) {
            let placed = Placed { since: self.version + 1, cover };
            self.obstacles.insert(&self.base, id, placed);
        }
        let changed = added.iter().chain(remove);
        let seeds: BTreeSet<AreaId> =
            changed.flat_map(|&id| self.obstacles.covered_by(&self.base, id)).collect();
        let mut broken = BTreeSet::new();
        loop {
            // Both with what comes and with what goes, so that all patches that are
            // met are met as a whole.
            let patch_of = |area: AreaId| match self.stands[area.index()] {
                Stand::Itself(_) => &[][..],
                Stand::Patch(head) => self.patches.get(&head).map_or(&[][..], |patch| &patch.bases),
            };
            let touched =
                self.obstacles.spread(&self.base, seeds.iter().copied(), &broken, patch_of);
            let mut taken = Vec::with_capacity(remove.len());
            for &id in remove {
                taken.extend(self.obstacles.remove(&self.base, id).map(|placed| (id, placed)));
            }
            let failure = match self.cut(touched, &broken) {
                Ok(Cut::Plan(plan)) => match self.check(&plan) {
                    Ok(()) => return Ok(plan),
                    Err(error) => Some(error),
                },
                Ok(Cut::BrokenBorder(edge)) => {
                    broken.insert(edge);
                    None
                }
                Err(error) => Some(error),
            };
            for (id, placed) in taken {
                self.obstacles.insert(&self.base, id, placed);
            }
            if let Some(error) = failure {
                for &id in added {
                    self.obstacles.remove(&self.base, id);
                }
                return Err(error);
            }
        }
    }

    /// Cuts some areas of the base: those together that hang together now.
    fn cut(
        &self,
        mut touched: BTreeSet<AreaId>,
        broken: &BTreeSet<HalfEdgeId>,
    ) -> Result<Cut, ChangeError> {
        let mut plan = Plan::default();
        let mut groups = 0;
        while let Some(first) = touched.pop_first() {
            let bases = self.obstacles.spread(&self.base, [first], broken, |_| &[]);
            touched.retain(|area| !bases.contains(area));
            let bases: Vec<AreaId> = bases.into_iter().collect();
            let covering = self.obstacles.covering(&self.base, &bases);
            if covering.is_empty() {
                // Whole again, or whole as before.
                plan.bases.extend(
                    bases
                        .into_iter()
                        .filter(|base| matches!(self.stands[base.index()], Stand::Patch(_))),
                );
                continue;
            }
            match cut(&self.base, &bases, &covering, &mut groups)? {
                Outcome::Cut(patch) => plan.patches.push((bases, patch)),
                Outcome::BrokenBorder(edge) => return Ok(Cut::BrokenBorder(edge)),
            }
        }
        // Patches go as a whole.
        let mut goes = vec![false; self.base.mesh.area_count()];
        for base in plan.bases.iter().chain(plan.patches.iter().flat_map(|(bases, _)| bases)) {
            goes[base.index()] = true;
        }
        let is_gone = |area: &AreaId| match self.owners[area.index()] {
            Owner::Base(base) | Owner::Patch { head: base, .. } => goes[base.index()],
        };
        plan.removed = self.mesh.areas().filter(is_gone).collect();
        Ok(Cut::Plan(plan))
    }

    /// Checks what the mesh would be.
    fn check(&self, plan: &Plan) -> Result<(), ChangeError> {
        let new_areas = || plan.patches.iter().flat_map(|(_, patch)| &patch.areas);
        let areas =
            self.mesh.area_count() - plan.removed.len() + plan.bases.len() + new_areas().count();
        if areas == 0 {
            return Err(ChangeError::NothingLeft);
        }
        // Numbers of a search: every side, start and goal.
        let limit = (u32::MAX / 4) as usize;
        let more: usize = new_areas().map(|area| area.corners.len()).sum();
        let found = self.mesh.half_edge_count() + self.base.mesh.half_edge_count() + more;
        if found > limit {
            return Err(ChangeError::TooMany { things: "sides", found, limit });
        }
        for (bases, patch) in &plan.patches {
            for &stray in &patch.strays {
                self.check_stray(stray, bases, &plan.removed)?;
            }
        }
        Ok(())
    }

    /// Checks that a side that was rounded off some areas of the base does not lie on
    /// other ground beside them.
    fn check_stray(
        &self,
        [a, b]: [GridPoint; 2],
        bases: &[AreaId],
        removed: &[AreaId],
    ) -> Result<(), ChangeError> {
        let Some(extent) = Extent::of([a, b]) else { return Ok(()) };
        let mut near = Vec::new();
        self.mesh.visit_box(&self.base.world_box(&extent), &mut |area| near.push(area));
        let meets = |&area: &AreaId| {
            removed.binary_search(&area).is_err()
                && passes_through(&corners(&self.mesh, area, self.base.grid), [a, b])
                && !self.is_above(area, bases)
        };
        if near.iter().any(meets) {
            let ([x, y], step) = (self.base.grid.position(a), self.base.grid.step());
            return Err(ChangeError::TooNarrow { x, y, step });
        }
        Ok(())
    }

    /// Whether an area of the mesh is on another floor, above or below some areas of
    /// the base.
    fn is_above(&self, area: AreaId, bases: &[AreaId]) -> bool {
        let own = match self.owners[area.index()] {
            Owner::Base(base) => vec![base],
            Owner::Patch { head, .. } => {
                self.patches.get(&head).map_or_else(Vec::new, |patch| patch.bases.clone())
            }
        };
        let rings: Vec<_> = bases.iter().map(|&base| self.base.corners(base)).collect();
        own.iter().any(|&own| {
            let ring = self.base.corners(own);
            rings.iter().any(|other| overlap(&ring, other))
        })
    }
}

/// What cutting came to.
enum Cut {
    Plan(Plan),
    BrokenBorder(HalfEdgeId),
}
