//! Hub labels: exact shortest paths on navigation meshes from tables, in microseconds.
//!
//! [`Labels::bake`] computes once what searches would find again and again. Queries then
//! read tables instead of searching: 13 to 45 times faster on maps of games, for paths of
//! the same length.
//!
//! ```
//! use tautline_labels::{BakeOptions, LabelScratch, Labels, StoredLabels};
//! use tautline_navmesh::{Terrain, Vec2, rectangles_from_cells};
//!
//! let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
//! let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
//! let mesh = raw.build()?;
//!
//! let stored: StoredLabels = Labels::bake(&mesh, &BakeOptions::default())?.to_stored();
//! let labels = stored.verify(&mesh)?; // after loading
//!
//! let (start, goal) = (Vec2::new(0.5, 0.5), Vec2::new(4.5, 4.5));
//! let (mut scratch, mut points) = (LabelScratch::new(), Vec::new());
//! let length = labels.shortest_path(&mesh, start, goal, &mut scratch, &mut points)?;
//! assert_eq!(length, 2.0 * 12.5_f64.sqrt());
//! let next = labels.next_corner(&mesh, start, goal, &mut scratch)?;
//! assert_eq!(next.point, points[1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # When to use another crate
//!
//! * For ground that changes, or on which areas are forbidden: `tautline-anyangle` searches.
//! * For batches on all cores, and files of meshes with their labels: the facade `tautline`, which searches by
//!   itself where labels do not answer.
//! * Where terrain costs differ: `tautline-weighted` has labels of its own.
//!
//! # How it works
//!
//! **Visibility cones.** Each corner looks over the mesh once, into the two wedges of
//! directions from which a taut path can wrap it. What it sees of an area through a border
//! is a cone, bounded by the rays through two vertices. Each area lists its cones. The
//! corners that see a point tautly are then found by a row of exact signs, without a walk.
//!
#![cfg_attr(doc, doc = include_str!("../docs/cone.svg"))]
//!
//! **Taut visibility graph.** A path that comes to a corner may continue only where it wraps
//! the obstacle. With the visible corners sorted from the wall outwards, these continuations
//! are a prefix of the list, so that one number, its length, stands for all of them.
//!
//! **Hubs.** Corners on many shortest paths are hubs. The label of a corner holds its
//! distances from the hubs that matter to it, and the next corner on the way to each. For
//! any two corners, both labels contain a hub on a shortest path between them. A query
//! merges the labels of the corners that its ends see, and takes the hub with the least sum:
//! some hundred numbers.
//!
#![cfg_attr(doc, doc = include_str!("../docs/hub.svg"))]
//!
//! **Fewer hubs.** Labels of all corners grow faster than the map. On large maps, only the best
//! fifth of the corners are hubs. The others are *contracted*, one after the other: where a shortest
//! path leads over a corner, a shortcut takes its place. What is left is a *contraction hierarchy*:
//! arcs from each corner to better ones. From both ends, a query climbs over them to the hubs: some
//! fifty corners on maps of 100,000. [`Hubs::Auto`] makes all corners hubs, a fifth, or none: the most
//! that fit into [`BakeOptions::max_bytes`]. Answers are exact with any number of hubs. The same mesh gets
//! the same labels.
//!
//! **Many agents.** [`PreparedGoal`] does the goal's half of the work once, and optionally
//! computes the distance of every corner from it. [`Labels::next_corner`] returns the first
//! bend without the path.
//!
//! **Links.** Where there are links, a bake adds a *link layer*: a second table, whose hubs are
//! links in one direction. [`Labels::shortest_path_over_links`] takes the shorter one of the path
//! on foot and the best path over such a hub. Queries that take no links never read the layer.
//!
//! **Exact.** The signs of input points decide if a point lies in a cone. Distances from hubs
//! have 48 bits; the length of the path that is found is summed in `f64`. Stored labels are
//! not trusted: [`StoredLabels::verify`] checks every number, and that every step towards a
//! hub comes nearer to it.
//!
//! **Not supported:** forbidden areas, weighted terrain (see `tautline-weighted`), and queries whose best path
//! takes a forbidden link. Search for those. If the mesh changes, paths that no change affects stay right; the
//! facade's `BakedVersion` identifies them. On fields of small scattered obstacles, where nearly all corners see
//! each other, a bake refuses to exceed its memory ([`BakeError::OverBudget`]). It also refuses ground that winds
//! around a vertex.
//!
//! # Features
//!
//! * `rayon`: bakes use all cores. The bits do not depend on the number of cores.
//! * `serde`: `Serialize` and `Deserialize` for [`StoredLabels`] and [`HubOrder`].
//!
//! # Sources
//!
//! T. Akiba, Y. Iwata, Y. Yoshida, "Fast Exact Shortest-Path Distance
//! Queries on Large Networks by Pruned Landmark Labeling" (SIGMOD 2013): pruned
//! searches from hubs. R. Geisberger, P. Sanders, D. Schultes, D. Delling, "Contraction
//! Hierarchies" (WEA 2008), and I. Abraham, D. Delling, A. Goldberg, R. Werneck,
//! "Hierarchical Hub Labelings for Shortest Paths" (ESA 2012): corners as hubs, by
//! contraction. D. Delling, A. Goldberg, T. Pajor, R. Werneck, "Robust Distance Queries on
//! Massive Networks" (ESA 2014): links as hubs, by sampled trees.
//! J. Du, B. Shen, M. A. Cheema, "Ultrafast Euclidean Shortest Path Computation
//! Using Hub Labeling" (AAAI 2023): labels over corners. S. Oh, H. W. Leong,
//! "Edge N-Level Sparse Visibility Graphs" (SoCS 2017): the taut visibility graph.

mod bake;
mod labels;
mod query;
mod stats;
mod stored;
mod tables;
mod taut;

pub use bake::{BakeError, BakeOptions, BakeProgress, BakeStage, Hubs};
pub use labels::Labels;
pub use query::{LabelCounters, LabelScratch, NextCorner, PreparedGoal};
pub use stats::LabelStats;
pub use stored::{HubOrder, StoredLabels, StoredLabelsError, StoredLinkLayer};
pub use tautline_anyangle::ExactError;
pub use tautline_navmesh as navmesh;
pub use tautline_navmesh::LinkTraversal;

use tautline_navmesh::internal::number as to_u32;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
