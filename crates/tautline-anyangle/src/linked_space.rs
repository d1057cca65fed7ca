//! The search space of a mesh whose links may be taken.

use tautline_navmesh::internal::{LinkArc, LinkGraph};
use tautline_navmesh::{AreaId, BlockCutRange, HalfEdge, HalfEdgeId, NavMesh, QueryFilter};

use crate::search_space::{SearchCorner, SearchSpace, SpaceTask, in_ground};

/// The links of a mesh, and what a query allows of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Links<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) graph: &'a LinkGraph,
    pub(crate) filter: &'a QueryFilter,
    /// The cost of a unit of distance. Costs of links are divided by it.
    pub(crate) factor: f64,
}

impl<'a> Links<'a> {
    /// Returns the links of a mesh if a filter with uniform costs allows any of them.
    pub(crate) fn of(mesh: &'a NavMesh, filter: &'a QueryFilter) -> Option<Self> {
        let graph = mesh.link_graph().filter(|_| mesh.takes_links(filter))?;
        Some(Self { mesh, graph, filter, factor: mesh.uniform_factor(filter)? })
    }

    #[inline]
    pub(crate) fn arc(&self, arc: u32) -> &'a LinkArc {
        &self.graph.arcs()[arc as usize]
    }

    /// Returns the length of a walk that costs as much as an arc.
    #[inline]
    pub(crate) fn cost(&self, arc: u32) -> f64 {
        self.arc(arc).cost / self.factor
    }

    /// Returns true if an arc can be taken.
    #[inline]
    pub(crate) fn takes(&self, arc: u32) -> bool {
        self.graph.is_open(arc, self.mesh, self.filter)
    }

    /// Returns true if a walk to the exit of an arc can continue in all directions in which the
    /// arc does. It cannot at a point contact, which forbidden areas can make of any vertex.
    pub(crate) fn is_left_like_on_foot(&self, arc: u32) -> bool {
        self.arc(arc).has_connected_exit
            && (!self.filter.forbids_ground()
                || self
                    .graph
                    .exit_areas(arc)
                    .iter()
                    .all(|&area| self.mesh.is_open(area, self.filter)))
    }
}

/// Runs a task in the search space of a filter, with the links that may be taken: see
/// [`in_ground`].
pub(crate) fn in_linked_ground<T: SpaceTask>(
    mesh: &NavMesh,
    filter: &QueryFilter,
    links: Option<Links<'_>>,
    task: T,
) -> T::Output {
    match links {
        Some(links) => in_ground(mesh, filter, LinkedTask { links, task }),
        None => in_ground(mesh, filter, task),
    }
}

/// A task in a search space, to which links are added.
pub(crate) struct LinkedTask<'a, T> {
    pub(crate) links: Links<'a>,
    pub(crate) task: T,
}

impl<T: SpaceTask> SpaceTask for LinkedTask<'_, T> {
    type Output = T::Output;

    fn run<G: SearchSpace>(self, ground: &G) -> T::Output {
        self.task.run(&LinkedSpace { ground, links: self.links })
    }
}

/// A search space with links.
struct LinkedSpace<'a, G> {
    ground: &'a G,
    links: Links<'a>,
}

impl<G: SearchSpace> SearchSpace for LinkedSpace<'_, G> {
    const CORNER_IDS_ARE_FANS: bool = G::CORNER_IDS_ARE_FANS;

    #[inline]
    fn mesh(&self) -> &NavMesh {
        self.ground.mesh()
    }

    fn corner_id_count(&self) -> usize {
        self.ground.corner_id_count()
    }

    #[inline]
    fn is_open(&self, edge: &HalfEdge) -> bool {
        self.ground.is_open(edge)
    }

    #[inline]
    fn is_open_area(&self, area: AreaId) -> bool {
        self.ground.is_open_area(area)
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
        self.ground.may_be_corner(edge)
    }

    #[inline]
    fn corner(&self, id: HalfEdgeId, edge: &HalfEdge) -> Option<SearchCorner> {
        self.ground.corner(id, edge)
    }
}
