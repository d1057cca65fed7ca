//! Reachability over links in their directions.

use crate::half_edges::number;
use crate::rows::Rows;
use crate::{AreaId, NavMesh};

/// The greatest number of strongly connected components whose reachability is known. Their rows
/// of bits take up to 8 MiB. Beyond it every component may reach every other, so that
/// unreachable goals are found by searching.
const MOST_COMPONENTS: usize = 1 << 13;

/// The greatest number of connections between components that are considered. Links between
/// points where many floors touch could make more than fit into memory.
const MOST_CONNECTIONS: usize = 1 << 24;

/// A connected component that no link leads from or to.
const UNLINKED: u32 = u32::MAX;

/// The connected components that are reachable from each other over links: one row of bits for
/// each strongly connected component.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LinkReach {
    /// The strongly connected component of each connected component, or [`UNLINKED`].
    strong: Vec<u32>,
    /// For each strongly connected component, a bit for each one that can be reached from it;
    /// no rows if there are too many.
    rows: Vec<u64>,
    /// The words of each row.
    words: usize,
}

impl LinkReach {
    /// Takes the areas at the entrance and at the exit of each arc. O(n + e c / 64) for e connections
    /// between c strongly connected components.
    pub(super) fn new<'a>(mesh: &NavMesh, arcs: impl Iterator<Item = [&'a [AreaId]; 2]>) -> Self {
        // Components with links get the numbers of the nodes of a small graph.
        let mut nodes = vec![UNLINKED; mesh.component_count()];
        let (mut count, mut connections, mut edges) = (0_u32, 0_usize, Vec::new());
        for ends in arcs {
            let [entrances, exits] = ends.map(|areas| {
                let mut found: Vec<u32> = areas.iter().map(|&area| mesh.component(area)).collect();
                found.sort_unstable();
                found.dedup();
                for component in &mut found {
                    let node = &mut nodes[*component as usize];
                    if *node == UNLINKED {
                        *node = count;
                        count += 1;
                    }
                    *component = *node;
                }
                found
            });
            // Saturates where `usize` has 32 bits.
            connections = connections.saturating_add(entrances.len().saturating_mul(exits.len()));
            if connections <= MOST_CONNECTIONS {
                let leading = |from: u32| exits.iter().map(move |&to| (from as usize, to));
                edges.extend(entrances.iter().flat_map(|&from| leading(from)));
            }
        }
        if connections > MOST_CONNECTIONS {
            return Self { strong: nodes, rows: Vec::new(), words: 0 };
        }
        edges.sort_unstable();
        edges.dedup();
        let successors = Rows::new(count as usize, edges.into_iter());
        let (strong, strong_count) = strong_components(&successors);
        let words = strong_count.div_ceil(64);
        let mut rows = Vec::new();
        if strong_count <= MOST_COMPONENTS {
            rows = reachable_rows(&successors, &strong, strong_count, words);
        }
        for node in nodes.iter_mut().filter(|node| **node != UNLINKED) {
            *node = strong[*node as usize];
        }
        Self { strong: nodes, rows, words }
    }

    /// Returns true if [`Self::reaches`] considers the directions of links, so that it is exact. It does
    /// unless there are too many links.
    pub(crate) fn is_exact(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Returns true if links may lead from one connected component to another. O(1).
    pub(crate) fn reaches(&self, from: u32, to: u32) -> bool {
        let [from, to] = [from, to].map(|component| self.strong[component as usize]);
        from != UNLINKED && to != UNLINKED && {
            let word = self.rows.get(from as usize * self.words + to as usize / 64);
            self.rows.is_empty() || word.is_some_and(|word| word >> (to % 64) & 1 != 0)
        }
    }
}

/// The rows of bits: for each strongly connected component, itself and all that its successors
/// reach. Successors have lower numbers, so that their rows are complete.
fn reachable_rows(
    successors: &Rows<u32>,
    strong: &[u32],
    strong_count: usize,
    words: usize,
) -> Vec<u64> {
    let members = strong.iter().enumerate().map(|(node, &own)| (own as usize, number(node)));
    let members = Rows::new(strong_count, members);
    let mut rows = vec![0_u64; strong_count * words];
    for own in 0..strong_count {
        let (done, rest) = rows.split_at_mut(own * words);
        let row = &mut rest[..words];
        row[own / 64] |= 1 << (own % 64);
        for to in members.row(own).iter().flat_map(|&node| successors.row(node as usize)) {
            let to = strong[*to as usize] as usize;
            if to != own {
                let reached = &done[to * words..][..words];
                row.iter_mut().zip(reached).for_each(|(row, reached)| *row |= reached);
            }
        }
    }
    rows
}

/// Returns the strongly connected component of each node, and their number.
fn strong_components(successors: &Rows<u32>) -> (Vec<u32>, usize) {
    let nodes = successors.starts.len() - 1;
    let successor = |node: u32, index| successors.row(node as usize).get(index).copied();
    let found = tautline_search::strong_components(nodes, 0..number(nodes), successor);
    (found.of_node, found.count as usize)
}

#[cfg(test)]
mod tests {
    use tautline_fixtures::SplitMix64;

    use super::*;

    #[test]
    fn rows_are_what_a_flood_over_the_edges_reaches() {
        for seed in 0..300 {
            let mut random = SplitMix64::new(seed);
            let last = random.between(0, 89);
            let nodes = last.unsigned_abs() as usize + 1;
            let edges: Vec<(usize, u32)> = (0..random.between(0, 120))
                .map(|_| {
                    let mut node = || random.between(0, last).unsigned_abs();
                    (node() as usize, node())
                })
                .collect();
            let successors = Rows::new(nodes, edges.iter().copied());
            let (strong, count) = strong_components(&successors);
            let words = count.div_ceil(64);
            let rows = reachable_rows(&successors, &strong, count, words);
            for from in 0..nodes {
                let mut reached = vec![from];
                let mut next = 0;
                while let Some(&node) = reached.get(next) {
                    next += 1;
                    for &(_, to) in edges.iter().filter(|edge| edge.0 == node) {
                        if !reached.contains(&(to as usize)) {
                            reached.push(to as usize);
                        }
                    }
                }
                for to in 0..nodes {
                    let (own, to_strong) = (strong[from] as usize, strong[to] as usize);
                    let bit = rows[own * words + to_strong / 64] >> (to_strong % 64) & 1 != 0;
                    assert_eq!(bit, reached.contains(&to), "seed {seed}, {from} to {to}");
                }
            }
        }
    }
}
