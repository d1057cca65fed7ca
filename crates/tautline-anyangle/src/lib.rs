//! Exact shortest paths on navigation meshes: no other way over the ground is
//! shorter than the path that is found.
//!
//! [`shortest_path`] answers from point to point, [`AnyAngleSearch`] does so a
//! slice at a time, and [`OneToManySearch`] asks from one point for many goals, for
//! the nearest of them, or for all areas within a distance. [`Counters`] say
//! what a search did. Meshes are
//! [`tautline_navmesh::NavMesh`]; nothing else has to be prepared.
//!
//! [`Labels`] are computed once per mesh, and stored if wanted: then
//! [`Labels::shortest_path`] gives paths that are as short, in microseconds.
//!
//! # When to use another room
//!
//! * Batches on all cores, snapping, terrain and links where there are any: the
//!   facade crate `tautline`, which asks this crate by default.
//! * Terrain that costs more or less, jumps and ladders: `find_corridor` of
//!   `tautline-navmesh` and `tautline-funnel`; the facade's classic tier is both.
//! * A graph without coordinates: `tautline-search`.
//!
//! # Example
//!
//! ```
//! use tautline_anyangle::{AnyAngleScratch, shortest_path};
//! use tautline_navmesh::{BuildOptions, NavMesh, PathQuery, RawMesh, Vec2};
//!
//! // An L-shaped room of two areas.
//! let mut raw = RawMesh::from_vertices(&[
//!     [0.0, 0.0], [8.0, 0.0], [8.0, 2.0], [2.0, 2.0], [2.0, 6.0], [0.0, 6.0], [0.0, 2.0],
//! ]);
//! raw.push_area(&[0, 1, 2, 3, 6]);
//! raw.push_area(&[6, 3, 4, 5]);
//! let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
//!
//! let (start, goal) = (Vec2::new(1.0, 6.0), Vec2::new(8.0, 1.0));
//! let mut scratch = AnyAngleScratch::new(); // memory, reused from path to path
//! let mut points = Vec::new();
//! let length = shortest_path(&mesh, &PathQuery::new(start, goal), &mut scratch, &mut points)?;
//! assert_eq!(points, [start, Vec2::new(2.0, 2.0), goal]);
//! assert!((length - (17_f64.sqrt() + 37_f64.sqrt())).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! **A shortest path bends only at corners.** Where a path bends in open ground,
//! a line from shortly before the bend to shortly after it is shorter. Only an
//! obstacle on the inside of the bend can forbid that line, and it does so at a
//! corner of its own. So it is enough to know the corners that a path bends at.
//!
#![cfg_attr(doc, doc = include_str!("../docs/bend.svg"))]
//!
//! **Roots and windows.** A *root* is the start, or a corner that the path bends
//! at. What a root sees of a border between two areas is a *window*: all points
//! of it are reached from the root in a straight line. To look through a window
//! into the area behind it is to walk that area's sides once, from right to left:
//! each border in view becomes a window of its own, whole or cut, and each vertex
//! in view that is a corner is noted.
//!
#![cfg_attr(doc, doc = include_str!("../docs/window.svg"))]
//!
//! **Limits are named by vertices.** A window ends at the border's own end, or
//! where a ray from the root through some vertex cuts it. That crossing is rounded
//! and is not an input point; the vertex is. So a window keeps the vertices, and
//! whether a point lies left of, right of or on a limit is an exact question about
//! three input points. After a turn, one limit is the way to the corner, prolonged,
//! which is such a question too. Crossings are computed for lengths only.
//!
//! **Corners are deferred.** A corner in view goes into the same queue as the
//! windows. Only when it is the best thing to go on with does it become a root:
//! it sweeps the areas around it, from the wall on the side of the turn back to
//! the prolonged way. It is not even queued if a shorter way to it is known, if
//! nothing behind it leads to the goal, or if the path would not be taut there.
//!
//! **Straight ahead first.** Before it searches, it follows the straight line from
//! start to goal from area to area. In games, a fifth to a half of all goals on small
//! maps are in sight, and that is all that is done for them.
//!
//! **Fans.** Where two obstacles touch at a point, the ground around that point
//! falls into *fans* with no way from one to the other. Corners are kept for fans
//! instead of vertices, so that nothing else has to know of it, not even for walls
//! of no width.
//!
//! **Gates.** Areas are convex, so a shortest path never comes back to one. The
//! block-cut tree of the areas tells in O(1) for each side whether the goal can be
//! reached through it without coming back. A closed gate is not looked through:
//! dead ends are never entered.
//!
//! **The window filter.** Say that a known way leads to one end of a border. If it
//! is shorter, even with the walk along the border to the far end of the window,
//! than the straight line from the root to there, then no point of the window is
//! best reached by this root, and the window is dropped.
//!
//! **The queue** is ordered by the length that a path through a window or corner
//! has at least: the way to the root, and from there through the window straight
//! to the goal. The search ends when nothing is left below the best path found.
//!
#![cfg_attr(doc, doc = include_str!("../docs/reach.svg"))]
//!
//! The figures are drawn by the example `figures`, with this crate.
//!
//! # Landmarks
//!
//! [`Landmarks::choose`] measures once how far all vertices are from sixteen of them,
//! and a search then knows which ways lead away from the goal: on the large maps of
//! games it takes 0.4 to 0.8 of the time, for paths that are as short and 32 bytes per
//! vertex. Pass `SearchMesh::of(&mesh).with_landmarks(&landmarks)` in place of `&mesh`.
//!
//! # Labels
//!
//! All that a search finds out about a mesh again and again can be found out once.
//! [`Labels::bake`] does; queries then read instead of searching, 13 to 42 times
//! faster on the maps of games, and paths are as short.
//!
//! ```
//! use tautline_anyangle::{BakeOptions, LabelScratch, Labels, StoredLabels};
//! use tautline_navmesh::{BuildOptions, NavMesh, Terrain, Vec2, rectangles_from_cells};
//!
//! let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
//! let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
//! let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
//!
//! let stored: StoredLabels = Labels::bake(&mesh, &BakeOptions::default())?.to_stored();
//! let labels = stored.verify(&mesh)?; // after loading
//!
//! let (start, goal) = (Vec2::new(0.5, 0.5), Vec2::new(4.5, 4.5));
//! let (mut scratch, mut points) = (LabelScratch::new(), Vec::new());
//! let length = labels.shortest_path(&mesh, start.into(), goal.into(), &mut scratch, &mut points)?;
//! assert_eq!(length, 2.0 * 12.5_f64.sqrt());
//! let next = labels.next_corner(&mesh, start.into(), goal.into(), &mut scratch)?;
//! assert_eq!(next.point, points[1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Cones.** Each corner looks over the mesh once, into the two wedges from which
//! a path can wrap it. What it sees of an area through a border is a cone, bounded
//! by rays through two vertices; areas list these cones. Which corners a point sees
//! tautly is then a row of exact sign tests, and no walk.
//!
#![cfg_attr(doc, doc = include_str!("../docs/cone.svg"))]
//!
//! **Continuations.** A path that comes to a corner may go on only where it wraps
//! the obstacle there. If what a corner sees is sorted from the wall outwards, that
//! is a first part of the list, and one number says how long.
//!
//! **Hubs.** Corners that lie on many shortest paths are hubs. For each corner, a
//! label tells how far the hubs are that matter to it, and by which corner. Of all
//! shortest ways between two corners, the best hub on any of them is in the labels
//! of both. So a query takes what the start sees, what the goal sees, and the hub
//! where the two meet at the least sum: some hundred numbers.
//!
#![cfg_attr(doc, doc = include_str!("../docs/hub.svg"))]
//!
//! **Fewer hubs.** Any number of hubs is exact: what they do not serve is searched
//! among the other corners. [`Hubs::Auto`] takes as many of the best as fit into
//! [`Labels::default_max_bytes`], or into the bytes that are given. The same mesh gives the same
//! labels.
//!
//! **Many agents.** [`PreparedGoal`] does the goal's half once, and on demand works
//! out how far each corner is from it. [`Labels::next_corner`] leaves out the path.
//!
//! **Exact.** Whether a point lies in a cone is decided by the signs of input
//! points; distances to hubs are kept to 48 bits, and the length of the path that
//! is found is added up in `f64`. Loading trusts nothing: [`StoredLabels::verify`]
//! checks every number, and that every step towards a hub comes nearer to it.
//!
//! **Not for** ground that is forbidden or weighed, and links: search online. On
//! ground that changes, the paths of an earlier version that no change concerns are
//! still right; the facade's `BakedVersion` knows which. Nor for fields of scattered
//! small obstacles, where everything sees everything: a bake says so
//! ([`BakeError::OverBudget`]) instead of growing, as it does for ground that winds
//! around a vertex.
//!
//! # Guarantees
//!
//! * **Shortest.** Of all ways over the ground that may be walked on, none is
//!   shorter; the length is the sum of its legs, rounded in `f64`.
//! * **Exact.** Every turn, every limit and every corner is decided by the exact
//!   orientation of input points; no coordinate is compared with an epsilon.
//!   (Lengths are rounded, so two that differ by less than a rounding count as
//!   equal, and a window is dropped only if it is longer by more than one.)
//! * **Same bits.** Equal input gives equal bits on every platform: lengths use
//!   `+ - * / sqrt` only, and ties have an order.
//! * **No allocation** once the memory of [`AnyAngleScratch`] and of the output
//!   has grown. Another part of the mesh is known to be out of reach without a search; a [`Budget`](tautline_navmesh::Budget)
//!   bounds every other one.
//! * Time and memory grow with the ground that lies within the length of the
//!   path; in the worst case, with the square of the number of corners.
//!
//! # Limits
//!
//! All ground costs the same: a straight line is not the best way over ground
//! that is weighed. Areas, single or by terrain, may be forbidden. Links are not
//! taken. What goes beyond is refused with a type, never answered wrongly:
//! [`WeighsTerrain`](ExactError::WeightedTerrain),
//! [`TakesLinks`](ExactError::LinksAllowed). Lengths are
//! measured in the plane.
//!
//! # Features
//!
//! * `rayon`: labels are baked on all cores, with the same bits on any number.
//! * `serde`: `Serialize` and `Deserialize` for [`StoredLabels`], [`StoredLandmarks`]
//!   and [`HubOrder`].
//! * `trace`: `SearchTrace`, a search item by item, for pictures and explanations.
//!
//! # Sources
//!
//! M. L. Cui, D. D. Harabor, A. Grastien, "Compromise-free Pathfinding on a
//! Navigation Mesh" (IJCAI 2017): the interval search. J. S. B. Mitchell,
//! D. M. Mount, C. H. Papadimitriou, "The Discrete Geodesic Problem" (1987):
//! windows. S.-Q. Xin, G.-J. Wang, "Improving Chen and Han's algorithm on the
//! discrete geodesic problem" (2009): the window filter. J. Hopcroft, R. Tarjan,
//! "Efficient Algorithms for Graph Manipulation" (1973): blocks and cut vertices,
//! which the gates rest on. J. R. Shewchuk, "Adaptive Precision Floating-Point
//! Arithmetic and Fast Robust Geometric Predicates" (1997): exact orientation.
//!
//! A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph
//! Theory" (SODA 2005): landmarks.
//!
//! For labels: T. Akiba, Y. Iwata, Y. Yoshida, "Fast Exact Shortest-Path Distance
//! Queries on Large Networks by Pruned Landmark Labeling" (SIGMOD 2013): pruned
//! searches from hubs. D. Delling, A. Goldberg, T. Pajor, R. Werneck, "Robust
//! Distance Queries on Massive Networks" (ESA 2014): hubs by sampled trees.
//! J. Du, B. Shen, M. A. Cheema, "Ultrafast Euclidean Shortest Path Computation
//! Using Hub Labeling" (AAAI 2023): labels over corners. S. Oh, H. W. Leong,
//! "Edge N-Level Sparse Visibility Graphs" (SoCS 2017): taut continuations.

mod binding;
mod counters;
mod error;
mod face_loop;
mod fingerprint;
mod generation;
mod labels;
mod landmarks;
mod numbers;
mod one_to_many;
mod ray;
mod ray_walk;
mod search;
mod search_space;
mod shortest;
mod single_goal;
mod sweep;
mod taut;
#[cfg(feature = "trace")]
mod trace;

pub use counters::Counters;
pub use error::ExactError;
pub use labels::{
    BakeError, BakeOptions, BakeProgress, BakeStage, HubOrder, Hubs, LabelCounters, LabelScratch,
    LabelStats, Labels, NextCorner, PreparedGoal, StoredLabels, StoredLabelsError,
};
use numbers::to_u32;

pub use landmarks::{Landmarks, SearchMesh, StoredLandmarks, StoredLandmarksError};
pub use one_to_many::{OneToManyQuery, OneToManySearch};
pub use shortest::{AnyAngleScratch, AnyAngleSearch, shortest_path, shortest_path_below};
pub use tautline_navmesh as navmesh;
#[cfg(feature = "trace")]
pub use trace::{PruneReason, PrunedNode, SearchTrace, TraceKind, TraceNode, TraceStep};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
