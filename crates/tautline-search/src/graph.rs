//! The graphs that can be searched.

use crate::Cost;

/// The number of a node: at least 0, and less than the graph's node count.
pub type Node = u32;

/// A directed graph whose nodes are numbers and whose successors are pushed
/// into a visitor, so that an expansion allocates nothing.
pub trait Graph {
    /// The number type of edge costs.
    type Cost: Cost;

    /// The number of nodes. All node numbers are less than this.
    fn node_count(&self) -> usize;

    /// Calls `visit` for each edge that leaves `node`, with the node at its end
    /// and its cost, which must be at least 0.
    fn successors(&self, node: Node, visit: &mut impl FnMut(Node, Self::Cost));
}

/// A directed graph whose successors depend on the edge by which a node was reached.
///
/// An edge hands an *arrival* to the node at its end: the point at which a
/// border is crossed, say, or a speed or a jump value. The search keeps it with
/// the node and passes it back when it expands the node.
///
/// Each node keeps a single arrival: of all arrivals before the node is expanded, the one of
/// least priority (cost so far plus heuristic). If successors or edge costs depend on the
/// arrival, the path found is therefore not always of least cost. Every [`Graph`] is an
/// `ArrivalGraph` with the empty arrival.
pub trait ArrivalGraph {
    /// True if a closed (expanded) node is reopened when a cheaper path to it
    /// turns up, which happens with heuristics that are not consistent.
    ///
    /// Sound only if successors do not depend on the arrival. Otherwise paths that
    /// were found through the node's first arrival would no longer be connected.
    const REOPENS: bool = false;

    /// The number type of edge costs.
    type Cost: Cost;

    /// The information that a node keeps about the edge by which it was reached. The start has the
    /// default value.
    type Arrival: Copy + Default;

    /// The number of nodes. All node numbers are less than this.
    fn node_count(&self) -> usize;

    /// Calls `visit` for each edge that leaves `node` after `arrival`, with the
    /// node at its end, the arrival there, and its cost, which must be at least 0.
    fn successors_after(
        &self,
        node: Node,
        arrival: Self::Arrival,
        visit: &mut impl FnMut(Node, Self::Arrival, Self::Cost),
    );
}

impl<G: Graph> ArrivalGraph for G {
    const REOPENS: bool = true;

    type Cost = G::Cost;
    type Arrival = ();

    fn node_count(&self) -> usize {
        Graph::node_count(self)
    }

    #[inline]
    fn successors_after(&self, node: Node, (): (), visit: &mut impl FnMut(Node, (), Self::Cost)) {
        self.successors(node, &mut |successor, cost| visit(successor, (), cost));
    }
}
