//! Application of a plan to the mesh.

use std::sync::Arc;

use crate::DynamicNavMesh;
use crate::applied_patch::AppliedPatch;
use crate::plan::{AreaState, Plan, Source};
use tautline_navmesh::AreaId;

impl DynamicNavMesh {
    /// Exchanges areas and finishes the new mesh. Cannot fail any more.
    pub(super) fn apply(&mut self, plan: Plan) {
        for area in plan.touched() {
            if let AreaState::Cut(patch) = self.states[area.index()] {
                self.patches.remove(&patch);
            }
        }
        let Plan { removed, static_areas, patches } = plan;
        if removed.is_empty() && static_areas.is_empty() && patches.is_empty() {
            return;
        }
        let mut added: Vec<Source> = static_areas.into_iter().map(Source::Static).collect();
        for (static_areas, patch) in patches {
            let id = static_areas[0];
            added.extend((0..patch.areas.len()).map(|index| Source::Patch { patch: id, index }));
            for &static_area in &static_areas {
                self.states[static_area.index()] = AreaState::Cut(id);
            }
            let patched = AppliedPatch::new(&self.static_mesh, static_areas, patch);
            self.patches.insert(id, Arc::new(patched));
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
}
