//! The order of arcs as hubs, by sampling.

use tautline_navmesh::internal::parallel_map;

use super::graph::LinkedGraph;
use super::tree::{LinkTree, LinkVisit};
use crate::to_u32;

/// The number of sampled trees. With fewer, layers of many links have more entries.
const TREES: usize = 64;

/// Returns the arcs, the best hub first: the arc over which the most nodes of sampled trees of shortest
/// paths are reached.
pub(super) fn ranked_arcs(graph: &LinkedGraph<'_>) -> Vec<u32> {
    let corners = graph.corner_count();
    let trees = TREES.min(corners);
    let sample = |tree: &mut LinkTree, number: usize| {
        count_users(graph, tree, to_u32(number * corners / trees))
    };
    let samples = parallel_map(trees, LinkTree::default, sample);
    let mut order: Vec<(u64, u32)> = (0..to_u32(graph.arcs.len())).map(|arc| (0, arc)).collect();
    for users in samples {
        for ((total, _), users) in order.iter_mut().zip(users) {
            *total += u64::from(users);
        }
    }
    order.sort_unstable_by_key(|&(users, arc)| (std::cmp::Reverse(users), arc));
    order.into_iter().map(|(_, arc)| arc).collect()
}

/// Returns the number of nodes that shortest paths from a corner reach over each arc.
fn count_users(graph: &LinkedGraph<'_>, tree: &mut LinkTree, root: u32) -> Vec<u32> {
    let mut visits: Vec<LinkVisit> = Vec::new();
    tree.grow_from_corner(graph, root, |visit| {
        visits.push(*visit);
        true
    });
    let first_arc = graph.node_of_arc(0);
    let mut users = vec![0; graph.arcs.len()];
    let mut subtrees = vec![1_u32; visits.len()];
    for (number, visit) in visits.iter().enumerate().rev() {
        if visit.node >= first_arc {
            users[(visit.node - first_arc) as usize] += subtrees[number];
        }
        if visit.from != LinkVisit::ROOT {
            subtrees[visit.from as usize] += subtrees[number];
        }
    }
    users
}
