//! Generic shortest-path search: A* and Dijkstra over anything that can name
//! its nodes by numbers and push their successors into a visitor.
//!
//! # When to use another room
//!
//! This crate knows no coordinates. Searching a navigation mesh is
//! `tautline-navmesh`'s business (it implements the traits here); shortest
//! paths in the plane are found by the facade crate `tautline`.
//!
//! # Example
//!
//! ```
//! use tautline_search::{Budget, Graph, Node, Outcome, Scratch, astar};
//!
//! /// A street of houses; every step costs 1, the bridge from 2 to 9 costs 3.
//! struct Street;
//!
//! impl Graph for Street {
//!     type Cost = u32;
//!     fn node_count(&self) -> usize {
//!         10
//!     }
//!     fn successors(&self, node: Node, visit: &mut impl FnMut(Node, u32)) {
//!         if node > 0 {
//!             visit(node - 1, 1);
//!         }
//!         if node < 9 {
//!             visit(node + 1, 1);
//!         }
//!         if node == 2 {
//!             visit(9, 3);
//!         }
//!     }
//! }
//!
//! let mut scratch = Scratch::new();
//! let outcome = astar(&Street, 0, 8, |_, _| 0, Budget::UNLIMITED, &mut scratch)?;
//! assert_eq!(outcome, Outcome::Found { cost: 6 });
//!
//! let mut path = Vec::new();
//! scratch.path_to(8, &mut path);
//! assert_eq!(path, [0, 1, 2, 9, 8]);
//! # Ok::<(), tautline_search::SearchError>(())
//! ```
//!
//! # Guarantees
//!
//! * **Optimal** for costs of at least 0 and estimates that never exceed the
//!   true cost to go; estimates need not be consistent.
//! * **Deterministic.** Among equal priorities the node with the larger cost so
//!   far comes first, then the smaller number.
//! * **Bounded.** Memory grows with the largest node number that is reached and the
//!   heap; a budget bounds the expansions. A graph that breaks its promises (numbers out of
//!   range, negative or undefined costs and estimates, overflow) ends the search
//!   with a named error.
//! * **Nothing is cleared.** A [`Scratch`] forgets the previous search by
//!   raising its generation; after warm-up a search allocates nothing.
//! * O((n + m) log n) for n nodes and m edges reached.
//!
//! # Features
//!
//! None, and no dependencies.
//!
//! # Sources
//!
//! P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic
//! Determination of Minimum Cost Paths" (1968); E. W. Dijkstra, "A note on two
//! problems in connexion with graphs" (1959); D. B. Johnson on d-ary heaps (1975).

mod budget;
mod cost;
mod error;
mod graph;
mod heap_queue;
mod scratch;
mod search;

pub use budget::Budget;
pub use cost::{Cost, Total};
pub use error::SearchError;
pub use graph::{Graph, LabelledGraph, Node};
pub use heap_queue::HeapQueue;
pub use scratch::Scratch;
pub use search::{Exploration, Outcome, Progress, astar, begin, dijkstra, one_to_many, step};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
