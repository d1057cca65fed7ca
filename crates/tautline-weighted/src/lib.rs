//! Nearly cheapest paths over weighted terrain on navigation meshes, with proved bounds.
//!
//! Where terrain costs differ (mud, road, shallows), the shortest path need not be the cheapest one, and a
//! cheapest path bends at the borders of terrains, as light does. [`weighted_path`] finds a path that is nearly the
//! cheapest, [`WeightedSearch`] does so in slices, and [`WeightedOneToManySearch`] finds paths from one point to many
//! goals. [`prove_weighted_path`] proves how near to the cheapest a path is, and improves it if necessary.
//!
//! Searches need a [`tautline_navmesh::NavMesh`] and the costs of a [`QueryFilter`](tautline_navmesh::QueryFilter).
//! [`CostLandmarks`] shorten them, and [`CostLabels`] replace them by look-ups, for the costs of one filter.
//!
//! # When to use another crate
//!
//! * Where all terrain costs the same: `tautline-anyangle`, which is exact and faster.
//! * For batches on all cores and snapping: the facade `tautline`, which uses this crate where terrain costs differ.
//!
//! # Example
//!
//! ```
//! use tautline_navmesh::{PathQuery, QueryFilter, Terrain, Vec2, rectangles_from_cells};
//! use tautline_weighted::{WeightedPath, WeightedScratch, prove_weighted_path, CostBoundScratch, weighted_path};
//!
//! // A road along the lower edge of a field, which costs four times as much.
//! let mesh = rectangles_from_cells(20, 4, |_, y| Some(Terrain((y == 0).into()))).build()?;
//! let mut filter = QueryFilter::uniform();
//! filter.set(Terrain(0), 4.0)?;
//!
//! let query = PathQuery::new(Vec2::new(1.0, 2.0), Vec2::new(19.0, 2.0)).with_filter(&filter);
//! let (mut scratch, mut path) = (WeightedScratch::new(), WeightedPath::default()); // reused memory
//! weighted_path(&mesh, &query, &mut scratch, &mut path)?;
//! // Down to the road, along it, and up again, each at the critical angle.
//! assert_eq!(path.points.len(), 4);
//! assert!((path.cost - (18.0 + 2.0 * f64::sqrt(15.0))).abs() < 1e-5);
//!
//! // No path costs less than 99.9 % of that.
//! let query = query.within(0.001);
//! let bound = prove_weighted_path(&mesh, &query, &mut path, &mut CostBoundScratch::new())?;
//! assert!(bound <= path.cost && path.cost <= 1.001 * bound);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! [`weighted_path`] searches a graph whose nodes are the vertex fans and a few *Steiner points* on
//! borders; straight arcs connect the nodes of an area. From a Steiner point, only nodes in a *wedge* are
//! looked at: those outside are cheaper to reach over its neighbours on the border. Each query adds nodes for its
//! ends: where cheaper ground next to them is joined at the critical angle, and at their feet on borders next to them. The
//! nodes say which borders the path crosses. [`Refraction`] then moves the crossings to the cheapest place, by Snell's law. Steiner points
//! divide a border into pieces that are at most half as long as the square root of the smaller area next to it (but into
//! 16 pieces at most). Paths are then 0.00 to 0.04 % above the cheapest on average.
//!
//! [`CostLabels::bake`] computes the paths between all nodes once, for the costs of one filter, as hub labels.
//! A query then reads the nodes of its path from two rows of tables instead of searching. Its crossings are
//! moved in the same way.
//!
//! # A lower bound of costs
//!
//! [`cost_lower_bound`] proves a bound on how much a path over weighted terrain may cost above the cheapest
//! one. It gives each point x of each border a value Z(x), linear between *nodes*: the
//! ends of the border, and as many points between them as are needed. Where all values obey
//!
//! ```text
//! Z(y) - Z(x) <= w |xy|    for any two points x, y on borders of an area with factor w,     (1)
//! Z(y)        <= w |sy|    for any y on borders of the areas of the start s,                (2)
//! ```
//!
//! no path is cheaper than the least Z(x) + w |xt| over the points x on borders of the areas of the goal t.
//! *Proof.* A path crosses areas on legs s x1, x1 x2, ..., xk t. By (2), the first one costs at least Z(x1).
//! By (1), each further one costs at least the difference of the values at its ends. So the path to xk costs
//! at least Z(xk).
//!
//! It is enough to check (1) where x or y is a node. *Proof.* Slide a leg xy parallel to itself, so that its
//! ends stay on their pieces between nodes. Its length changes at a constant rate, and so do both values.
//! Therefore `w |xy| - (Z(y) - Z(x))` is linear, and least where an end can go no further: at a node.
//!
//! ```text
//!         p ----- y ------ q       piece pq of the border of an area
//!                /      .
//!               /   . '            legs parallel to xy, the last of which
//!              / . '               begins or ends at a node
//!      u ---- x ------- v          another piece of it
//! ```
//!
//! Between a node u and a piece pq, (1) needs to be checked at one point y only, where Z(y) - w |uy| is
//! greatest: where the sine of the angle at which y is seen from u is the slope of Z, divided by w. If (1) does
//! not hold there, the values at p and q are lowered until it does. If that would lower them by much, the piece
//! is divided first.
//!
//! Links obey `Z(y) - Z(x) <= c + d`, for the cost c of a link from x to y and a small tolerance d. To make up for
//! the tolerance, (2) becomes `Z(y) <= w |sy| - n d` for n links. *Proof.* A cheapest path takes each link at most once, so
//! that it gains at most n d. Without the tolerance, the values at both ends of a link that costs nothing would lower each
//! other for ever, by rounding errors.
//!
//! Values spread from the start as in Dijkstra's algorithm, up to the bound that is to be proved. Pieces beyond
//! are not checked. A path that leaves the checked pieces at y costs at least Z(y) plus a lower bound from y to
//! the goal, which is the straight distance at first. A second wave then runs back from the goal with finer
//! pieces. Its lower bound to the start is the first wave's Z, so that it spreads only along paths that may be cheap.
//! If that does not suffice, a third wave runs from the start again, and so on.
//!
//! Z of the second wave is nearly the cost to the goal. A descent from the start, always over the leg xy for
//! which `w |xy| + Z(y)` is least, is a path that passes all obstacles on the correct side. Once
//! refracted, it is nearly the cheapest: [`prove_weighted_path`] takes it if it is cheaper than the given path.
//!
//! Rounding only lowers the bound: values are lowered by more than the errors of each comparison. So that
//! values are not lowered again and again by ever smaller amounts, (1) is checked with factors that are too high by a
//! tenth of the share; the result is divided by the same amount.
//!
//! # Guarantees
//!
//! * **Nearly cheapest.** On the maps that were measured, paths cost at most 0.04 % more than the cheapest on average.
//!   Single ones can cost more; [`prove_weighted_path`] finds out.
//! * **Bounds are never too high**: rounding only lowers them.
//! * **Deterministic.** Equal input gives equal bits on every platform: costs use only `+ - * / sqrt`, and ties
//!   are broken by a fixed order.
//! * **No allocation** once the memory of [`WeightedScratch`] and of the path has grown.
//! * **Bounded.** A [`Budget`](tautline_navmesh::Budget) bounds all searches.
//!
//! # Features
//!
//! * `rayon`: bakes use all cores. The bits do not depend on the number of cores.
//! * `serde`: `Serialize` and `Deserialize` for [`StoredCostLabels`].
//!
//! # Sources
//!
//! M. Lanthier, A. Maheshwari, J.-R. Sack, "Approximating Shortest Paths on
//! Weighted Polyhedral Surfaces" (2001): Steiner points. Z. Sun, J. H. Reif, "On finding approximate
//! optimal paths in weighted regions" (2006): arcs that no cheapest path takes.
//! A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph
//! Theory" (SODA 2005): landmarks (ALT). T. Akiba, Y. Iwata, Y. Yoshida, "Fast Exact Shortest-Path Distance
//! Queries on Large Networks by Pruned Landmark Labeling" (SIGMOD 2013): labels.

mod bound;
mod cheapest;
mod end_points;
mod error;
mod goal_costs;
mod known_paths;
mod labels;
mod landmarks;
mod one_to_many;
mod path;
mod refraction;
mod request;
mod scratch;
mod search;
mod space;
mod straight;
mod terrain_costs;
mod wedge;
mod weighted_mesh;
mod weighted_path;
mod weighted_search;

pub use bound::{CostBoundScratch, cost_lower_bound, prove_weighted_path};
pub use cheapest::weighted_path;
pub use error::WeightedError;
pub use goal_costs::GoalCosts;
pub use labels::{
    CostBakeError, CostBakeProgress, CostBakeStage, CostLabels, StoredCostLabels,
    StoredCostLabelsError,
};
pub use landmarks::CostLandmarks;
pub use one_to_many::WeightedOneToManySearch;
pub use refraction::Refraction;
pub use scratch::WeightedScratch;
pub use tautline_navmesh as navmesh;
pub use tautline_navmesh::{LinkTraversal, OneToManyQuery};
pub use weighted_mesh::WeightedMesh;
pub use weighted_path::WeightedPath;
pub use weighted_search::WeightedSearch;

use tautline_navmesh::internal::number as to_u32;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
