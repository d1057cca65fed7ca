//! Generic shortest-path search: A*, Dijkstra and one-to-many over any directed graph
//! that numbers its nodes and pushes their successors into a visitor.
//!
//! # When to use another crate
//!
//! This crate knows no coordinates. To search a navigation mesh, use
//! `tautline-navmesh`, which implements the traits here; for shortest paths in
//! the plane, the facade crate `tautline`.
//!
//! # Example
//!
//! ```
//! use tautline_search::{Budget, Graph, Node, Outcome, Scratch, astar};
//!
//! /// A street of houses; every edge costs 1, the bridge from 2 to 9 costs 3.
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
//! # Nodes with names
//!
//! Nodes are numbers, so that costs lie in an array and not in a hash table. Give each name the next
//! number when it first occurs, and keep both directions:
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use tautline_search::{Budget, Graph, Node, Scratch, astar};
//!
//! #[derive(Default)]
//! struct Roads<'a> {
//!     names: Vec<&'a str>,
//!     numbers: BTreeMap<&'a str, Node>,
//!     edges: Vec<Vec<(Node, f64)>>,
//! }
//!
//! impl<'a> Roads<'a> {
//!     fn number(&mut self, name: &'a str) -> Node {
//!         *self.numbers.entry(name).or_insert_with(|| {
//!             self.names.push(name);
//!             self.edges.push(Vec::new());
//!             self.names.len() as Node - 1
//!         })
//!     }
//! }
//!
//! impl Graph for Roads<'_> {
//!     type Cost = f64;
//!     fn node_count(&self) -> usize {
//!         self.names.len()
//!     }
//!     fn successors(&self, city: Node, visit: &mut impl FnMut(Node, f64)) {
//!         for &(to, km) in &self.edges[city as usize] {
//!             visit(to, km);
//!         }
//!     }
//! }
//!
//! let mut roads = Roads::default();
//! for (from, to, km) in [("Berlin", "Leipzig", 190.0), ("Leipzig", "Munich", 430.0), ("Berlin", "Munich", 640.0)] {
//!     let (from, to) = (roads.number(from), roads.number(to));
//!     roads.edges[from as usize].push((to, km));
//!     roads.edges[to as usize].push((from, km));
//! }
//! let (start, goal) = (roads.numbers["Berlin"], roads.numbers["Munich"]);
//! let (mut scratch, mut path) = (Scratch::new(), Vec::new());
//! astar(&roads, start, goal, |_, _| 0.0, Budget::UNLIMITED, &mut scratch)?;
//! scratch.path_to(goal, &mut path);
//! let cities: Vec<&str> = path.iter().map(|&city| roads.names[city as usize]).collect();
//! assert_eq!(cities, ["Berlin", "Leipzig", "Munich"]);
//! # Ok::<(), tautline_search::SearchError>(())
//! ```
//!
//! # The nearest of several goals
//!
//! Add a node, and an edge of cost 0 from each goal to it. Search for that node: the last but one node of
//! the path is the nearest goal. As the heuristic, use the least of the heuristics of all goals, or 0.
//! To search from the nearest of several starts, add a node with edges of cost 0 to them.
//!
//! ```
//! use tautline_search::{Budget, Graph, Node, Outcome, Scratch, astar};
//!
//! /// A street of ten houses, and node 10 behind two bakeries.
//! struct Street;
//!
//! impl Graph for Street {
//!     type Cost = u32;
//!     fn node_count(&self) -> usize {
//!         11
//!     }
//!     fn successors(&self, house: Node, visit: &mut impl FnMut(Node, u32)) {
//!         if house > 0 {
//!             visit(house - 1, 1);
//!         }
//!         if house < 9 {
//!             visit(house + 1, 1);
//!         }
//!         if [1, 8].contains(&house) {
//!             visit(10, 0);
//!         }
//!     }
//! }
//!
//! let (mut scratch, mut path) = (Scratch::new(), Vec::new());
//! let outcome = astar(&Street, 6, 10, |_, _| 0, Budget::UNLIMITED, &mut scratch)?;
//! assert_eq!(outcome, Outcome::Found { cost: 2 });
//! scratch.path_to(10, &mut path);
//! assert_eq!(path, [6, 7, 8, 10], "the bakery in house 8");
//! # Ok::<(), tautline_search::SearchError>(())
//! ```
//!
//! # Guarantees
//!
//! * **Optimal** on a [`Graph`] with edge costs of at least 0 and an *admissible* heuristic,
//!   that is, a lower bound on the remaining cost. The heuristic need not be *consistent*
//!   (monotone): closed nodes are reopened. On an [`ArrivalGraph`], nodes are closed for good.
//! * **Deterministic.** Ties between equal priorities are broken by larger cost so
//!   far, then by smaller node number.
//! * **Bounded.** Memory is proportional to the largest node number that is reached plus the
//!   length of the queue; a budget bounds the expansions. Invalid graphs (numbers out of
//!   range, negative or undefined costs and heuristics, overflow) end the search
//!   with an error that names the node.
//! * **Nothing is cleared.** A [`Scratch`] forgets the previous search by
//!   incrementing a generation counter; after warm-up a search allocates nothing.
//! * O((n + m) log n) for n nodes and m edges reached, with a consistent heuristic.
//!   Reopening can expand a node more than once.
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
mod strong_components;

pub use budget::Budget;
pub use cost::{Cost, OrderedCost};
pub use error::SearchError;
pub use graph::{ArrivalGraph, Graph, Node};
pub use heap_queue::HeapQueue;
pub use scratch::Scratch;
pub use search::{Exploration, Outcome, Progress, astar, begin, dijkstra, one_to_many, step};
#[doc(hidden)]
pub use strong_components::{StrongComponents, strong_components};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
