//! The links that a query may take.

use tautline_navmesh::internal::{LinkArc, LinkGraph};
use tautline_navmesh::{NavMesh, QueryFilter};

/// The links of a mesh, and the filter that says which of them a query may take.
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

    /// Returns true if a walk that arrives at the exit of an arc can continue into all areas that the
    /// arc leads to. It cannot at a point contact; forbidden areas can turn any vertex into one.
    pub(crate) fn is_exit_connected(&self, arc: u32) -> bool {
        self.arc(arc).has_connected_exit
            && (!self.filter.forbids_ground()
                || self
                    .graph
                    .exit_areas(arc)
                    .iter()
                    .all(|&area| self.mesh.is_open(area, self.filter)))
    }
}
