//! Exact shortest paths on navigation meshes: any-angle search, and landmarks for it.
//!
//! [`shortest_path`] finds a shortest path between two points, [`AnyAngleSearch`] does so
//! in slices, and [`OneToManySearch`] finds the distances from one point to many goals, to
//! the nearest of them, or to all areas within a distance. [`Counters`] report the work of
//! a search. A search needs a [`tautline_navmesh::NavMesh`] and nothing else.
//!
//! # When to use another crate
//!
//! * For batches on all cores and snapping: the facade `tautline`, which uses this crate by default.
//! * For ground that does not change: `tautline-labels` finds the same paths in tables.
//! * Where terrain costs differ: `tautline-weighted`.
//! * For graphs without coordinates: `tautline-search`.
//!
//! # Example
//!
//! ```
//! use tautline_anyangle::{AnyAngleScratch, shortest_path};
//! use tautline_navmesh::{PathQuery, RawMesh, Vec2};
//!
//! // An L-shaped room of two areas.
//! let mut raw = RawMesh::from_vertices(&[
//!     [0.0, 0.0], [8.0, 0.0], [8.0, 2.0], [2.0, 2.0], [2.0, 6.0], [0.0, 6.0], [0.0, 2.0],
//! ]);
//! raw.push_area(&[0, 1, 2, 3, 6]);
//! raw.push_area(&[6, 3, 4, 5]);
//! let mesh = raw.build()?;
//!
//! let (start, goal) = (Vec2::new(1.0, 6.0), Vec2::new(8.0, 1.0));
//! let mut scratch = AnyAngleScratch::new(); // reused memory
//! let mut points = Vec::new();
//! let length = shortest_path(&mesh, &PathQuery::new(start, goal), &mut scratch, &mut points)?;
//! assert_eq!(points, [start, Vec2::new(2.0, 2.0), goal]);
//! assert!((length - (17_f64.sqrt() + 37_f64.sqrt())).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! **Shortest paths bend only at corners.** Where a path bends on open ground, it can be
//! shortened by a line from just before the bend to just after it. Only an obstacle on the
//! inside of the bend can block that line, and it does so at one of its own corners: a
//! *reflex vertex* of the walkable ground. So the search only has to find the corners at
//! which the path bends.
//!
#![cfg_attr(doc, doc = include_str!("../docs/bend.svg"))]
//!
//! **Roots and windows.** The search is A* over pairs of a root and an interval, as in
//! Polyanya. A *root* is the start, or a corner that the path bends at. A *window* (the
//! *interval*) is the part of a border between two areas that a root sees. Each of its
//! points is reached from the root in a straight line. To expand a window is to walk once
//! around the area behind it, from right to left. Each visible border becomes a window of
//! the same root, whole or cut, and each visible corner a place where the path may turn.
//!
#![cfg_attr(doc, doc = include_str!("../docs/window.svg"))]
//!
//! **Limits are vertices.** A window ends at an end of the border, or where a ray from the
//! root through some vertex cuts it. That point is rounded and not an input point, but the
//! vertex is. So a window stores the vertices of its left and right *limit*; a point lies
//! to the left of a limit, to the right of it or on it by an exact predicate on three input
//! points. After a turn, one limit is the prolongation of the leg to the corner, which is
//! defined by two input points as well. Cut points are computed for lengths only.
//!
//! **Corners are deferred.** A visible corner goes into the same queue as the windows.
//! It becomes a root when it is expanded: the areas around it are swept, from the wall on
//! the side of the turn to the prolongation of the leg. A corner is not even queued if a
//! shorter path to it is known, if no path to the goal can continue behind it, or if the
//! path would not be taut there.
//!
//! **Line of sight first.** A search begins with a walk along the straight line to the
//! goal. On small maps of games, 20 to 50 % of all goals are visible, and the walk is all
//! that they need.
//!
//! **Fans.** Where two obstacles touch at a point, the ground around that point consists
//! of several *vertex fans* that are not connected there. Corners are identified by fan
//! instead of by vertex. That covers zero-width walls, too, without special cases.
//!
//! **Block-cut pruning.** Areas are convex, so a shortest path never returns to one. For
//! each half-edge, the block-cut tree of the areas says in O(1) if a path without a return
//! can cross it on its way to the goal. If not, the half-edge is pruned: the search never
//! enters dead ends.
//!
//! **Dominated windows.** A path to one end of a border may be known already. If that path,
//! continued along the border to the far end of a window, is shorter than the straight line
//! from the window's root to there, then no point of the window is best reached from that
//! root, and the window is pruned.
//!
//! **The heuristic** of a window is the length of the shortest line from the root through
//! the window to the goal. It is *admissible* (never above the length of a shortest path)
//! and *consistent*. Nodes wait in one queue, ordered by the length of the path to their root
//! plus the heuristic. The search ends when no node is below the length of the best path.
//!
#![cfg_attr(doc, doc = include_str!("../docs/reach.svg"))]
//!
//! The example `figures` draws these figures with this crate.
//!
//! **Nearly shortest paths.** [`PathQuery::within`](tautline_navmesh::PathQuery::within) allows a
//! path to be longer by a share, such as 1 %. Nodes nearer to the goal then come first
//! (weighted A\*). On open ground with many small obstacles, where thousands of paths are nearly
//! as short as the shortest one, a search takes less than half of the time.
//! [`AnyAngleScratch::lower_bound`] is the length that no path is below.
//!
//! **Links.** A jump, ladder or teleport leads from its entrance to its exit at a cost of its
//! own. Where a root sees the entrance, taking the link becomes a node; the exit becomes a
//! root that looks all around, unless a walk reaches it sooner. Three rules change where a link
//! costs less than its straight distance:
//!
//! * The heuristic counts such links, because the straight line is not a lower bound.
//! * A visible goal does not end the search if the heuristic is below the straight line.
//! * Block-cut pruning spares every half-edge behind which such a link begins: by the link, a
//!   shortest path may return to an area that it has left.
//!
//! Searches that may not take links are compiled without any of this.
//!
//! # Landmarks
//!
//! [`Landmarks::choose`] measures the distances of all vertices from 16 of them (ALT: A\*,
//! landmarks, triangle inequality). The heuristic is then aware of detours. On large maps
//! of games, a search takes 0.4 to 0.8 of the time, for paths of the same length and 32
//! bytes per vertex. Pass `SearchMesh::of(&mesh).with_landmarks(&landmarks)` instead of
//! `&mesh`. Links count at their costs, so that searches over links gain as much. Closed links or
//! areas only lengthen paths, so all bounds remain admissible.
//!
//! # Guarantees
//!
//! * **Shortest.** No path over the allowed areas is shorter. The length is the sum of the
//!   legs, rounded in `f64`.
//! * **Exact.** Turns, limits and corners are decided by the exact orientation of input
//!   points; no coordinate is compared with an epsilon. (Only lengths are rounded. Two lengths count
//!   as equal if they differ by less than a relative 1e-12, and a window is pruned only if its path
//!   is longer by more than that.)
//! * **Deterministic.** Equal input gives equal bits on every platform: lengths use only
//!   `+ - * / sqrt`, and ties are broken by a fixed order.
//! * **No allocation** once the memory of [`AnyAngleScratch`] and of the output has grown.
//! * **Bounded.** A goal in another connected component is rejected without a search; a
//!   [`Budget`](tautline_navmesh::Budget) bounds all other searches. Time and memory grow
//!   with the ground that lies within the length of the path; in the worst case, with the
//!   square of the number of corners.
//!
//! # Limits
//!
//! Exact searches need uniform terrain costs: on weighted terrain, a straight line need not be the cheapest
//! path. Other queries return [`WeightedTerrain`](ExactError::WeightedTerrain). Areas can be forbidden singly or
//! by terrain, links singly or by kind. Lengths are measured in the plane.
//!
//! # Features
//!
//! * `serde`: `Serialize` and `Deserialize` for [`StoredLandmarks`].
//! * `trace`: `SearchTrace`, a search node by node, for pictures and explanations.
//!
//! # Sources
//!
//! M. L. Cui, D. D. Harabor, A. Grastien, "Compromise-free Pathfinding on a
//! Navigation Mesh" (IJCAI 2017): the interval search (Polyanya). J. S. B. Mitchell,
//! D. M. Mount, C. H. Papadimitriou, "The Discrete Geodesic Problem" (1987):
//! windows. S.-Q. Xin, G.-J. Wang, "Improving Chen and Han's algorithm on the
//! discrete geodesic problem" (2009): dominated windows. J. Hopcroft, R. Tarjan,
//! "Efficient Algorithms for Graph Manipulation" (1973): blocks and cut vertices,
//! for block-cut pruning. J. R. Shewchuk, "Adaptive Precision Floating-Point
//! Arithmetic and Fast Robust Geometric Predicates" (1997): exact orientation.
//!
//! I. Pohl, "Heuristic search viewed as path finding in a graph" (1970): weighted A\*.
//!
//! A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph
//! Theory" (SODA 2005): landmarks (ALT).

mod any_angle_search;
mod counters;
mod distance_table;
mod error;
mod face_loop;
mod landmarks;
mod length_tolerance;
mod linked_goal;
mod linked_space;
mod links;
mod one_to_many;
mod ray;
mod ray_walk;
mod request;
mod scratch;
mod search;
mod search_mesh;
mod search_space;
mod shortest;
mod single_goal;
mod sweep;
#[cfg(feature = "trace")]
mod trace;

pub use any_angle_search::AnyAngleSearch;
pub use counters::Counters;
pub use error::ExactError;
pub use landmarks::{Landmarks, StoredLandmarks, StoredLandmarksError};
pub use one_to_many::OneToManySearch;
pub use scratch::AnyAngleScratch;
pub use search_mesh::SearchMesh;
pub use shortest::{shortest_path, shortest_path_below};
pub use tautline_navmesh as navmesh;
pub use tautline_navmesh::{LinkTraversal, OneToManyQuery};
#[cfg(feature = "trace")]
pub use trace::{PruneReason, PrunedNode, SearchTrace, TraceKind, TraceNode, TraceStep};

/// Building blocks for the crates on top of this one. Not covered by any promise of stability.
#[doc(hidden)]
pub mod internal {
    pub use crate::distance_table::DistanceTable;
    pub use crate::face_loop::FaceLoop;
    pub use crate::landmarks::{LandmarkBounds, LandmarkVector, floor_units, length_lower_bound};
    pub use crate::length_tolerance::LENGTH_TOLERANCE;
    pub use crate::ray::Ray;
    pub use crate::ray_walk::RayVisitor;
    pub use crate::sweep::{Chain, SweepVisitor, sweep};
}

use tautline_navmesh::internal::number as to_u32;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
