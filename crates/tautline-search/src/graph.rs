//! What can be searched.

use crate::Cost;

/// The number of a node: 0 up to, not including, the graph's node count.
pub type Node = u32;

/// A directed graph whose nodes are numbers and whose successors are pushed
/// into a visitor, so that an expansion allocates nothing.
pub trait Graph {
    /// What costs are counted in.
    type Cost: Cost;

    /// How many nodes there are. All node numbers are below it.
    fn node_count(&self) -> usize;

    /// Calls `visit` with every node that one step leads to from `node`, and
    /// the cost of that step, which must be at least 0.
    fn successors(&self, node: Node, visit: &mut impl FnMut(Node, Self::Cost));
}

/// A graph whose nodes are reached *in some way* that matters for what comes
/// next: at a point of a border, at a speed, with a jump value. The way, the
/// *label*, is kept with the node and handed back when the node is expanded.
///
/// Each node keeps one label, that of the arrival with the least priority
/// (cost so far plus estimate) before the node is expanded. Every [`Graph`] is a
/// `LabelledGraph` with the empty label.
pub trait LabelledGraph {
    /// Whether a node that was expanded already may be reached anew when a
    /// cheaper way turns up, which happens with estimates that are not
    /// consistent. Sound only if labels do not bear on what comes next, or else
    /// the ways found before would no longer hold together.
    const REOPENS: bool = false;

    /// What costs are counted in.
    type Cost: Cost;

    /// How a node was reached. The start has the default label.
    type Label: Copy + Default;

    /// How many nodes there are. All node numbers are below it.
    fn node_count(&self) -> usize;

    /// Calls `visit` with every node that one step leads to from `node`
    /// reached as `label` says, the label there, and the cost of the step.
    fn labelled_successors(
        &self,
        node: Node,
        label: Self::Label,
        visit: &mut impl FnMut(Node, Self::Label, Self::Cost),
    );
}

impl<G: Graph> LabelledGraph for G {
    const REOPENS: bool = true;

    type Cost = G::Cost;
    type Label = ();

    fn node_count(&self) -> usize {
        Graph::node_count(self)
    }

    #[inline]
    fn labelled_successors(
        &self,
        node: Node,
        (): (),
        visit: &mut impl FnMut(Node, (), Self::Cost),
    ) {
        self.successors(node, &mut |successor, cost| visit(successor, (), cost));
    }
}
