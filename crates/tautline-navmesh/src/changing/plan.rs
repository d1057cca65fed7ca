//! What an edit comes to, before anything is changed.

use std::collections::BTreeSet;

use super::base::corners;
use super::obstacle::{Cover, Extent, passes_through};
use super::patch::{self, Outcome, Patch};
use super::spread::Placed;
use super::{ChangeError, ChangingGround, ObstacleId};
use crate::{AreaId, SideId};

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
    /// A part of the patch that begins with an area of the base.
    Patch(AreaId),
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

impl ChangingGround {
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
                    Ok(()) => {
                        let cut = plan.patches.iter().flat_map(|(bases, _)| bases);
                        for &area in plan.bases.iter().chain(cut) {
                            if let Stand::Patch(head) = self.stands[area.index()] {
                                self.patches.remove(&head);
                            }
                        }
                        return Ok(plan);
                    }
                    Err(error) => Some(error),
                },
                Ok(Cut::BrokenBorder(side)) => {
                    broken.insert(side);
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
        broken: &BTreeSet<SideId>,
    ) -> Result<Cut, ChangeError> {
        let mut plan = Plan::default();
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
            match patch::cut(&self.base, &bases, &covering)? {
                Outcome::Patch(patch) => plan.patches.push((bases, patch)),
                Outcome::BrokenBorder(side) => return Ok(Cut::BrokenBorder(side)),
            }
        }
        let mut heads = BTreeSet::new();
        for &base in plan.bases.iter().chain(plan.patches.iter().flat_map(|(bases, _)| bases)) {
            match self.stands[base.index()] {
                Stand::Itself(area) => plan.removed.push(area),
                Stand::Patch(head) => {
                    heads.insert(head);
                }
            }
        }
        for head in heads {
            plan.removed.extend(self.patches.get(&head).into_iter().flat_map(|patch| &patch.areas));
        }
        plan.removed.sort_unstable();
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
        let found = self.mesh.side_count() + self.base.mesh.side_count() + more;
        if found > limit {
            return Err(ChangeError::TooMany { things: "sides", found, limit });
        }
        let mut near = Vec::new();
        for &[a, b] in plan.patches.iter().flat_map(|(_, patch)| &patch.strays) {
            let Some(extent) = Extent::of([a, b]) else { continue };
            near.clear();
            let bounds = self.base.world_box(&extent);
            self.mesh.locator.visit_box(&bounds, &mut |area| near.push(area));
            let meets = |&area: &AreaId| {
                plan.removed.binary_search(&area).is_err()
                    && passes_through(&corners(&self.mesh, area, self.base.grid), [a, b])
            };
            if near.iter().any(meets) {
                let ([x, y], step) = (self.base.grid.position(a), self.base.grid.step());
                return Err(ChangeError::TooNarrow { x, y, step });
            }
        }
        Ok(())
    }
}

/// What cutting came to.
enum Cut {
    Plan(Plan),
    BrokenBorder(SideId),
}
