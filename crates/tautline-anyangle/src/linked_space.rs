//! The search space of a mesh whose links may be taken.

use tautline_navmesh::{AreaId, BlockCutRange, HalfEdge, HalfEdgeId, NavMesh, QueryFilter};

use crate::links::Links;
use crate::search_space::{SearchCorner, SearchSpace, SpaceTask, in_search_space};

/// Runs a task in the search space of a filter, with the links that may be taken: see
/// [`in_search_space`].
pub(crate) fn in_linked_search_space<T: SpaceTask>(
    mesh: &NavMesh,
    filter: &QueryFilter,
    links: Option<Links<'_>>,
    task: T,
) -> T::Output {
    match links {
        Some(links) => in_search_space(mesh, filter, LinkedTask { links, task }),
        None => in_search_space(mesh, filter, task),
    }
}

/// A task in a search space, to which links are added.
pub(crate) struct LinkedTask<'a, T> {
    pub(crate) links: Links<'a>,
    pub(crate) task: T,
}

impl<T: SpaceTask> SpaceTask for LinkedTask<'_, T> {
    type Output = T::Output;

    fn run<G: SearchSpace>(self, space: &G) -> T::Output {
        self.task.run(&LinkedSpace { space, links: self.links })
    }
}

/// A search space with links.
struct LinkedSpace<'a, G> {
    space: &'a G,
    links: Links<'a>,
}

impl<G: SearchSpace> SearchSpace for LinkedSpace<'_, G> {
    const CORNER_IDS_ARE_FANS: bool = G::CORNER_IDS_ARE_FANS;

    #[inline]
    fn mesh(&self) -> &NavMesh {
        self.space.mesh()
    }

    fn corner_id_count(&self) -> usize {
        self.space.corner_id_count()
    }

    #[inline]
    fn is_open(&self, edge: &HalfEdge) -> bool {
        self.space.is_open(edge)
    }

    #[inline]
    fn is_open_area(&self, area: AreaId) -> bool {
        self.space.is_open_area(area)
    }

    #[inline(always)]
    fn links(&self) -> Option<Links<'_>> {
        Some(self.links)
    }

    #[inline(always)]
    fn block_cut_range(&self, id: HalfEdgeId, _: &HalfEdge) -> BlockCutRange {
        self.links.graph.block_cut_range(id)
    }

    #[inline(always)]
    fn may_be_corner(&self, edge: &HalfEdge) -> bool {
        self.space.may_be_corner(edge)
    }

    #[inline]
    fn corner(&self, id: HalfEdgeId, edge: &HalfEdge) -> Option<SearchCorner> {
        self.space.corner(id, edge)
    }
}
