//! Areas that are reachable from a point.

use super::{End, Location, QueryError};
use crate::disjoint_sets::DisjointSets;
use crate::link_graph::LinkArc;
use crate::{AreaId, NavMesh, QueryFilter};

/// The areas that are reachable from a point, and the memory of finding them, for reuse. It
/// serves any mesh and takes up to 5 bytes per area.
///
/// ```
/// use tautline_navmesh::{AreaId, QueryFilter, ReachableAreas, Terrain, Vec2, rectangles_from_cells};
///
/// // Grass, a road, grass; water; grass.
/// let raw = rectangles_from_cells(5, 2, |x, _| (x != 3).then_some(Terrain((x == 1).into())));
/// let mesh = raw.build()?;
/// let start = Vec2::new(0.5, 0.5);
///
/// let (mut filter, mut reachable) = (QueryFilter::uniform(), ReachableAreas::new());
/// mesh.reachable_areas(start, &filter, &mut reachable)?;
/// assert_eq!(reachable.areas().collect::<Vec<_>>(), [AreaId(0), AreaId(1), AreaId(2)]);
/// assert!(!reachable.contains(AreaId(3)), "across the water");
///
/// filter.forbid(Terrain(1));
/// mesh.reachable_areas(start, &filter, &mut reachable)?;
/// assert_eq!(reachable.areas().collect::<Vec<_>>(), [AreaId(0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReachableAreas {
    is_reachable: Vec<bool>,
    /// Reachable areas whose neighbours have not been visited.
    waiting: Vec<AreaId>,
}

impl ReachableAreas {
    /// Unused memory. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { is_reachable: Vec::new(), waiting: Vec::new() }
    }

    /// Returns true if an area is reachable; false for one that the mesh does not have. O(1).
    #[must_use]
    pub fn contains(&self, area: AreaId) -> bool {
        self.is_reachable.get(area.index()).copied().unwrap_or(false)
    }

    /// The reachable areas, in order. O(areas of the mesh).
    pub fn areas(&self) -> impl Iterator<Item = AreaId> + '_ {
        let all = (0..self.is_reachable.len()).map(AreaId::from_index);
        all.filter(|&area| self.contains(area))
    }

    /// Marks an area as reachable, and queues it unless it was marked before.
    fn enter(&mut self, area: AreaId) {
        if !std::mem::replace(&mut self.is_reachable[area.index()], true) {
            self.waiting.push(area);
        }
    }
}

impl NavMesh {
    /// Finds the areas that are reachable from `start`, across borders and by links that the
    /// filter allows: a flood fill. Borders that are too narrow for the agent of
    /// [`QueryFilter::fit_agent`] are not crossed. The areas replace the contents of `reachable`,
    /// which is empty after an error.
    ///
    /// Without links, forbidden areas and an agent, comparing [`Self::component`] gives the same
    /// result in O(1).
    ///
    /// O(corners). Allocates nothing once the memory has grown.
    ///
    /// # Errors
    ///
    /// [`QueryError::NotFinite`], `StartOffMesh`, `Forbidden` or
    /// `ForbiddenArea`.
    pub fn reachable_areas(
        &self,
        start: impl Into<Location>,
        filter: &QueryFilter,
        reachable: &mut ReachableAreas,
    ) -> Result<(), QueryError> {
        reachable.is_reachable.clear();
        self.open_areas_at(End::Start, start.into(), filter, &mut reachable.waiting)?;
        reachable.is_reachable.resize(self.area_count(), false);
        for area in &reachable.waiting {
            reachable.is_reachable[area.index()] = true;
        }
        while let Some(area) = reachable.waiting.pop() {
            self.visit_next_areas(area, filter, |next| reachable.enter(next));
        }
        Ok(())
    }

    /// Returns the connected component of each area, over borders and links that the filter allows, in any
    /// direction. A forbidden area is a component of its own. Components are arbitrary numbers. O(corners).
    #[doc(hidden)]
    #[must_use]
    pub fn open_components(&self, filter: &QueryFilter) -> Vec<u32> {
        let mut sets = DisjointSets::new(self.area_count());
        for area in self.areas().filter(|&area| self.is_open(area, filter)) {
            self.visit_next_areas(area, filter, |next| {
                let [one, other] = [area, next].map(|area| sets.root(area.0));
                sets.unite(one, other);
            });
        }
        self.areas().map(|area| sets.root(area.0)).collect()
    }

    /// Visits the open areas that are one border or one link away from an area, some of them several times.
    fn visit_next_areas(&self, area: AreaId, filter: &QueryFilter, mut visit: impl FnMut(AreaId)) {
        let twins = self.half_edges_of(area).filter_map(|edge| self.passable_twin(edge, filter));
        twins.for_each(|twin| visit(self.area_of(twin)));
        let Some(graph) = self.link_graph() else { return };
        for &arc in graph.leaving(area) {
            let LinkArc { link, kind, .. } = graph.arcs()[arc as usize];
            let exits = graph.exit_areas(arc).iter();
            for &exit in exits.filter(|_| filter.takes(link, kind)) {
                if self.is_open(exit, filter) {
                    visit(exit);
                }
            }
        }
    }
}
