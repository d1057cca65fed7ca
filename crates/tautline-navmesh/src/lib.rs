//! Navigation meshes: half-edge meshes of convex areas, with queries and corridor search.
//!
//! # Contents
//!
//! * **Building.** [`NavMesh::build`] validates a [`RawMesh`], lists *all* faults, splits
//!   concave areas exactly, and reports or links T-junctions. [`rectangles_from_cells`]
//!   makes a raw mesh of a grid.
//! * **Loading.** [`StoredMesh`] is a valid mesh as plain data. Checking it is much faster than
//!   building, and nothing in it is trusted.
//! * **Topology.** [`HalfEdge`] has a twin, an area, and a [`BlockCutRange`] for block-cut
//!   pruning. [`Fan`] is a vertex fan: the connected areas around a vertex.
//!   [`BorderDictionary`] finds borders by vertices, by area or by pair of areas.
//!   [`NavMesh::component`] gives connected components, [`NavMesh::boundary_loops`] the
//!   boundary, [`NavMesh::corner_count`] the number of reflex vertices.
//! * **Point location.** [`NavMesh::locate`], [`NavMesh::areas_at`], [`NavMesh::areas_in`] and
//!   [`NavMesh::nearest`] use a spatial index, with elevations where floors overlap.
//! * **Rays.** [`NavMesh::cast`] finds the first wall, exactly. [`NavMesh::sees`] tests
//!   visibility, [`NavMesh::can_walk`] all legs of a path, and [`NavMesh::areas_along`] lists
//!   their areas. [`NavMesh::slide`] moves an agent
//!   along walls.
//! * **Clearance.** [`NavMesh::nearest_wall`] gives the free radius around a point,
//!   [`PortalClearances`] the greatest radius of an agent that can cross each border.
//! * **Reachability.** [`NavMesh::reachable_areas`] finds the reachable areas of a start,
//!   [`RandomPoints`] draws points from them or from any other areas.
//! * **Filters.** [`QueryFilter`] holds the costs of terrain classes, and forbids classes,
//!   single areas such as a closed door, and [`Link`]s.
//! * **Corridors.** [`find_corridor`] runs A* over the borders for a [`PathQuery`].
//! * **Errors.** [`Faults`] of building, [`StoredMeshError`] of loading, [`QueryError`] of
//!   queries.
//!
//! # When to use another crate
//!
//! To get a *path* (points and length), use the facade crate `tautline`; this crate ends
//! with the corridor. To read a mesh from a file, use `tautline-formats`; to bake one,
//! `tautline-asset`; to make one from polygons, tiles or models, `tautline-meshgen`; for
//! obstacles that come and go, `tautline-dynamic`.
//!
//! # Example
//!
//! ```
//! use tautline_navmesh::{AreaId, QueryFilter, RawMesh, Vec2};
//!
//! let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [7.0, 1.0]]);
//! raw.push_area(&[0, 1, 2, 3]);
//! raw.push_area(&[1, 4, 2]);
//! let mesh = raw.build()?;
//!
//! assert_eq!(mesh.locate(Vec2::new(1.0, 1.0)), Some(AreaId(0)));
//! assert_eq!(mesh.areas_at(Vec2::new(4.0, 2.0)).count(), 2, "on the border of both");
//! let near = mesh.nearest([-2.0, 1.0], 5.0, &QueryFilter::uniform())?;
//! assert_eq!(near.map(|near| near.point), Some(Vec2::new(0.0, 1.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! * **Manifold.** Areas are connected across shared borders and nowhere else. Floors may
//!   overlap in the plane, and areas that touch only at a vertex (a non-manifold vertex)
//!   are not connected there.
//! * **Exact.** Containment, convexity and connections are decided exactly. No coordinate is
//!   compared with an epsilon.
//! * **Valid.** A [`NavMesh`] cannot be built from invalid input, whatever its source. It is
//!   immutable, `Send` and `Sync`.
//! * Building takes O(n log n), or O(n) if the neighbours are given.
//!
//! # Features
//!
//! * `rayon` (off): stored meshes are verified on two threads, with the same result.
//! * `serde` (off): `Serialize` and `Deserialize` for [`RawMesh`] and small types.
//!
//! # Sources
//!
//! * Splitting of concave areas: S. Hertel, K. Mehlhorn, "Fast triangulation of simple
//!   polygons", 1983.
//! * Block-cut trees: J. Hopcroft, R. Tarjan, "Efficient algorithms for graph manipulation",
//!   1973.
//!
//! The coordinate system is that of [`tautline_geometry`]: y up, areas counter-clockwise.

mod attributes;
mod border_dictionary;
mod build;
mod cells;
mod derived;
mod disjoint_sets;
mod face_merger;
mod fan;
mod fault;
mod filter;
mod finish;
mod half_edge;
mod half_edges;
mod identity;
mod ids;
mod link;
mod link_graph;
mod mesh;
mod mesh_data;
mod parallel;
mod portal_clearances;
mod query;
mod raw;
mod rows;
mod steiner_graph;
mod stored;
mod terrain_set;
mod triangulation;

pub use attributes::AreaAttributes;
pub use border_dictionary::{Border, BorderDictionary};
pub use build::{Build, BuildOptions, BuildReport, SplitArea, TJunction, TJunctions};
pub use cells::rectangles_from_cells;
pub use fan::Fan;
pub use fault::{Fault, Faults, NearestGround};
pub use filter::{FilterError, FilterState, QueryFilter, Terrain};
pub use half_edge::{BlockCutRange, HalfEdge};
pub use identity::MeshIdentity;
pub use ids::{AreaId, FanId, HalfEdgeId, LinkId, VertexId};
pub use link::{Link, LinkEnd, LinkKind};
pub use mesh::NavMesh;
pub use portal_clearances::PortalClearances;
pub use query::{
    Corridor, CorridorScratch, CorridorSearch, Crossing, End, Hit, LinkTraversal, Location,
    NearestPoint, NearestWall, OneToManyQuery, PathQuery, QueryError, RandomPoints, RayCast,
    ReachableAreas, SnapScratch, WallScratch, find_corridor,
};
pub use raw::{RawLink, RawMesh};
pub use stored::{StoredMesh, StoredMeshError};
pub use tautline_geometry::{Aabb, DVec2, Segment, Vec2};
pub use tautline_search::Budget;

/// Building blocks for the crates that generate and search meshes. Not covered by any promise of
/// stability.
#[doc(hidden)]
pub mod internal;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
