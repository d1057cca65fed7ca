//! Strongly connected components.

use crate::Node;

/// The strongly connected components of a graph: the nodes of one can all reach each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrongComponents {
    /// The component of each node, or [`Self::NONE`] if no root reaches the node. A component comes
    /// after all that can be reached from it.
    pub of_node: Vec<u32>,
    /// The number of components.
    pub count: u32,
}

impl StrongComponents {
    /// The component of nodes that no root reaches.
    pub const NONE: u32 = u32::MAX;
}

/// Finds the strongly connected components of all nodes that can be reached from `roots`. O(n).
///
/// `successor` returns the successor of a node with an index, or `None` behind the last one.
///
/// R. Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion.
pub fn strong_components(
    node_count: usize,
    roots: impl IntoIterator<Item = Node>,
    mut successor: impl FnMut(Node, usize) -> Option<Node>,
) -> StrongComponents {
    const UNKNOWN: u32 = u32::MAX;
    let mut of_node = vec![StrongComponents::NONE; node_count];
    let (mut discovered, mut count) = (0, 0);
    // The order of discovery, and the earliest open node that is known to be reachable.
    let (mut order, mut low) = (vec![UNKNOWN; node_count], vec![UNKNOWN; node_count]);
    let mut open: Vec<Node> = Vec::new();
    // The nodes from the root to the current one, each with the index of its next successor.
    let mut path: Vec<(Node, usize)> = Vec::new();
    for root in roots {
        let mut entered = (order[root as usize] == UNKNOWN).then_some(root);
        loop {
            if let Some(node) = entered.take() {
                (order[node as usize], low[node as usize]) = (discovered, discovered);
                discovered += 1;
                open.push(node);
                path.push((node, 0));
            }
            let Some((node, next)) = path.last_mut() else { break };
            let here = *node as usize;
            if let Some(to) = successor(*node, *next) {
                *next += 1;
                if order[to as usize] == UNKNOWN {
                    entered = Some(to);
                } else if of_node[to as usize] == StrongComponents::NONE {
                    low[here] = low[here].min(order[to as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                low[before as usize] = low[before as usize].min(low[here]);
            }
            // No earlier node is reachable: all that were opened since are one component.
            if low[here] == order[here] {
                while let Some(member) = open.pop() {
                    of_node[member as usize] = count;
                    if member as usize == here {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    StrongComponents { of_node, count }
}
