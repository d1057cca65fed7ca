//! Trees of cheapest paths from a node.

use tautline_navmesh::PathQuery;

use super::nodes::Nodes;
use crate::known_paths::{KnownPath, KnownPaths};
use crate::search::spread_from;
use crate::space::Space;

/// A node of a tree of cheapest paths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub(super) node: u32,
    /// The node before it; the root is before itself.
    pub(super) parent: u32,
    pub(super) cost: f64,
}

/// Visits nodes in the order of their costs from a root. Goes on from those for which `keep` returns true.
pub(super) fn grow(
    space: &Space<'_>,
    nodes: &Nodes,
    root: u32,
    known: &mut KnownPaths,
    mut keep: impl FnMut(Visit) -> bool,
) {
    let Some(&area) = nodes.areas(root).first() else { return };
    let position = nodes.position(root);
    let query = PathQuery::new(position, position).with_filter(space.filter);
    let start_areas = [area];
    let space = Space::over(space.graph, space.mesh, &query, &start_areas, &[]).on_foot();
    let start = space.start_node();
    spread_from(space, false, known, |node, KnownPath { parent, cost, .. }| {
        let visit = Visit { node, parent: if parent == start { root } else { parent }, cost };
        node == start || keep(visit)
    });
}
