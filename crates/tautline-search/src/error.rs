//! How a graph, or an estimate on it, can break its promises.

use std::fmt;

use crate::Node;

/// A graph that cannot be searched, with the offending node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// A node whose number is not below the graph's node count was given as
    /// start or goal, or pushed as a successor.
    NodeOutOfRange {
        /// The offending number.
        node: Node,
        /// How many nodes the graph says it has.
        node_count: usize,
    },
    /// A step was given a cost that is negative or not a number.
    InvalidCost {
        /// Where the step begins.
        from: Node,
        /// Where it leads.
        to: Node,
    },
    /// The estimate of the cost to go is negative or not a number.
    InvalidEstimate {
        /// The node whose estimate it is.
        node: Node,
    },
    /// The cost of a path is larger than its type can hold, or the largest
    /// integer, which stands for what is not reached.
    CostOverflow {
        /// Where the last step begins.
        from: Node,
        /// Where it leads.
        to: Node,
    },
}

impl fmt::Display for SearchError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NodeOutOfRange { node, node_count } => {
                write!(formatter, "node {node} is out of range: the graph has {node_count} nodes")
            }
            Self::InvalidCost { from, to } => write!(
                formatter,
                "the step from node {from} to node {to} has a cost that is negative or not a number"
            ),
            Self::InvalidEstimate { node } => {
                write!(formatter, "the estimate for node {node} is negative or not a number")
            }
            Self::CostOverflow { from, to } => write!(
                formatter,
                "the cost of a path overflows with the step from node {from} to node {to}; use a wider cost type"
            ),
        }
    }
}

impl std::error::Error for SearchError {}
