//! The order of nodes as hubs, by sampling.

use std::cmp::Reverse;

use tautline_navmesh::internal::parallel_map;

use super::nodes::Nodes;
use super::tree::{Visit, grow};
use crate::known_paths::KnownPaths;
use crate::space::Space;

/// The number of sampled trees.
const TREES: usize = 64;

/// Returns the nodes, the best hub first: the node over which the most nodes of sampled trees of cheapest paths are
/// reached.
pub(super) fn ranked_nodes(space: &Space<'_>, nodes: &Nodes) -> Vec<u32> {
    let all: Vec<u32> = nodes.numbers().collect();
    let trees = TREES.min(all.len());
    let samples = parallel_map(trees, KnownPaths::default, |known, number| {
        count_users(space, nodes, all[number * all.len() / trees], known)
    });
    let mut order: Vec<(u64, u32)> = all.iter().map(|&node| (0, node)).collect();
    for (users, node) in &mut order {
        *users = samples.iter().map(|sample| u64::from(sample[*node as usize])).sum();
    }
    order.sort_unstable_by_key(|&(users, node)| (Reverse(users), node));
    order.into_iter().map(|(_, node)| node).collect()
}

/// Returns, by node, the number of nodes that the cheapest paths from a root reach over it, itself included.
fn count_users(space: &Space<'_>, nodes: &Nodes, root: u32, known: &mut KnownPaths) -> Vec<u32> {
    let mut visits: Vec<Visit> = Vec::new();
    grow(space, nodes, root, known, |visit| {
        visits.push(visit);
        true
    });
    let mut users = vec![0; nodes.count()];
    for &Visit { node, parent, .. } in visits.iter().rev() {
        users[node as usize] += 1;
        if parent != node {
            users[parent as usize] += users[node as usize];
        }
    }
    users
}
