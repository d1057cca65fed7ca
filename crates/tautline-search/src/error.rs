//! Errors of graphs and heuristics that violate their contract.

use std::fmt;

use crate::Node;

/// An invalid graph or heuristic, with the offending node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// The number of a start, goal or successor is not less than the graph's
    /// node count.
    NodeOutOfRange {
        /// The offending number.
        node: Node,
        /// The graph's node count.
        node_count: usize,
    },
    /// The cost of an edge is negative or not a number.
    InvalidCost {
        /// The node at the edge's tail.
        from: Node,
        /// The node at the edge's head.
        to: Node,
    },
    /// The heuristic is negative or not a number.
    InvalidHeuristic {
        /// The node that it was evaluated at.
        node: Node,
    },
    /// The cost of a path does not fit its type, or equals the largest integer,
    /// which is reserved for unreached nodes.
    CostOverflow {
        /// The node at the tail of the path's last edge.
        from: Node,
        /// The node at the edge's head.
        to: Node,
    },
}

impl SearchError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::NodeOutOfRange { .. } => (1, "node_out_of_range"),
            Self::InvalidCost { .. } => (2, "invalid_cost"),
            Self::InvalidHeuristic { .. } => (3, "invalid_heuristic"),
            Self::CostOverflow { .. } => (4, "cost_overflow"),
        }
    }
}

impl fmt::Display for SearchError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NodeOutOfRange { node, node_count } => {
                write!(formatter, "node {node} is out of range: the graph has {node_count} nodes")
            }
            Self::InvalidCost { from, to } => write!(
                formatter,
                "the edge from node {from} to node {to} has a cost that is negative or not a number"
            ),
            Self::InvalidHeuristic { node } => {
                write!(formatter, "the heuristic at node {node} is negative or not a number")
            }
            Self::CostOverflow { from, to } => write!(
                formatter,
                "the cost of a path overflows at the edge from node {from} to node {to}; use a wider cost type"
            ),
        }
    }
}

impl std::error::Error for SearchError {}
