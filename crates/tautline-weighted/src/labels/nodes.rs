//! The nodes that labels are baked for.

use tautline_geometry::Vec2;
use tautline_navmesh::AreaId;
use tautline_navmesh::internal::Rows;

use crate::space::Space;
use crate::to_u32;

/// The nodes of a space by number: the position of each, and the areas that it connects.
///
/// A number without a node, such as that of a vertex at which no areas are connected, has no areas.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Nodes {
    positions: Vec<Vec2>,
    /// The areas of each node, in increasing order.
    areas: Rows<AreaId>,
}

impl Nodes {
    /// Lists the nodes of all open areas. O(nodes).
    pub(super) fn of(space: &Space<'_>) -> Self {
        let count = space.mesh_node_count() as usize;
        let mut pairs = Vec::new();
        let mut positions = vec![Vec2::ZERO; count];
        for area in space.mesh.areas().filter(|&area| space.mesh.is_open(area, space.filter)) {
            for node in space.graph.nodes_of(area) {
                if let Some(number) = space.number_of(node) {
                    positions[number as usize] = node.position;
                    pairs.push((number as usize, area));
                }
            }
        }
        Self { positions, areas: Rows::new(count, pairs.into_iter()) }
    }

    /// The number of node numbers, those without a node included.
    pub(super) const fn count(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn position(&self, node: u32) -> Vec2 {
        self.positions[node as usize]
    }

    /// The areas that a node connects, in increasing order.
    pub(super) fn areas(&self, node: u32) -> &[AreaId] {
        self.areas.row(node as usize)
    }

    /// The areas of a list that have a node.
    pub(super) fn areas_among<'a>(
        &'a self,
        areas: &'a [AreaId],
        node: u32,
    ) -> impl Iterator<Item = AreaId> + 'a {
        let at_node = self.areas(node);
        areas.iter().copied().filter(|area| at_node.contains(area))
    }

    /// The areas that have both nodes.
    pub(super) fn common_areas(&self, one: u32, other: u32) -> impl Iterator<Item = AreaId> {
        self.areas_among(self.areas(one), other)
    }

    /// The numbers that belong to a node.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> {
        (0..to_u32(self.count())).filter(|&number| !self.areas(number).is_empty())
    }
}
