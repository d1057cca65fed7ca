//! Navigation meshes: walkable ground as convex areas glued along shared
//! borders.
//!
//! # What is here
//!
//! * [`RawMesh`], unchecked, becomes [`NavMesh`], valid, by [`NavMesh::build`],
//!   which lists *all* faults, splits concave areas exactly and links areas
//!   that touch along parts of their sides.
//! * [`StoredMesh`] is a valid mesh as plain data, which is checked much faster
//!   than a raw one is built; nothing in it is trusted.
//! * [`BorderDictionary`] answers which border joins which areas; [`Fan`]
//!   which areas around a vertex hang together.
//! * [`HalfEdge`] is what a walk over borders reads: the area across, the fan at
//!   its start, and the [`BlockCutRange`], which says where leaving by it can lead.
//! * [`NavMesh::locate`], [`NavMesh::areas_at`], [`NavMesh::nearest`]: from
//!   positions to areas, by an index, with elevations where floors overlap.
//! * [`NavMesh::boundary_loops`]: where the ground ends; [`NavMesh::corner_count`]: at
//!   how many corners of it a path may bend.
//! * [`NavMesh::cast`] and [`NavMesh::cast_along`]: straight on until a wall,
//!   decided exactly; [`NavMesh::sees`]: whether nothing is in between;
//!   [`NavMesh::can_walk`]: the same leg by leg, along a whole way.
//! * [`NavMesh::nearest_wall`]: how much room there is around a point.
//! * [`PortalClearances`]: how large an agent can cross each border.
//! * [`NavMesh::reachable_areas`]: where ways lead from a point at all.
//! * [`RandomPoints`]: points of the mesh, evenly spread over it, over some of
//!   its areas or over what can be reached.
//! * [`QueryFilter`] and filters per terrain class; [`QueryFilter::forbid_area`] closes a
//!   single area, such as a door, and [`QueryFilter::forbid_link`] a single one of the
//!   [`Link`]s between two points.
//! * [`find_corridor`]: A* over the borders, for a [`PathQuery`] from place to place.
//! * [`QueryError`]: why a question has no answer.
//!
//! # When to use another room
//!
//! To get a *path* (points, length), use the facade crate `tautline`; this
//! crate stops at the corridor. To read a mesh from a file, `tautline-formats`;
//! to bake one, `tautline-asset`. To make one of polygons, tiles or models,
//! `tautline-meshgen`; for obstacles that come and go, `tautline-dynamic`.
//!
//! # Example
//!
//! ```
//! use tautline_navmesh::{AreaId, BuildOptions, NavMesh, RawMesh, Vec2};
//!
//! let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [7.0, 1.0]]);
//! raw.push_area(&[0, 1, 2, 3]);
//! raw.push_area(&[1, 4, 2]);
//! let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
//!
//! assert_eq!(mesh.locate(Vec2::new(1.0, 1.0)), Some(AreaId(0)));
//! assert_eq!(mesh.areas_at(Vec2::new(4.0, 2.0)).count(), 2, "on the border of both");
//! assert_eq!(mesh.nearest(Vec2::new(-2.0, 1.0), 5.0).map(|near| near.point), Some(Vec2::new(0.0, 1.0)));
//! # Ok::<(), tautline_navmesh::Faults>(())
//! ```
//!
//! # Guarantees
//!
//! * **Ground is a sheet.** Areas are glued along borders and nowhere else; two
//!   floors may lie above each other, and areas that touch only at a point are
//!   not joined there.
//! * **Exact.** Containment, convexity and joins are decided exactly; no
//!   coordinate is compared with an epsilon.
//! * **Valid.** A [`NavMesh`] cannot be built from input that breaks a rule,
//!   whatever its source, and is immutable, `Send` and `Sync`.
//! * Building takes O(n log n), O(n) when neighbours are given.
//!
//! # Features
//!
//! * `rayon` (off): stored meshes are verified on two threads, with the same result.
//! * `serde`: `Serialize` and `Deserialize` for [`RawMesh`] and small types.
//!
//! The frame is that of [`tautline_geometry`]: y up, areas counter-clockwise.

mod attributes;
mod border_dictionary;
mod build;
mod cells;
mod components;
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
mod mesh;
mod mesh_data;
mod parallel;
mod portal_clearances;
mod query;
mod raw;
mod stored;
mod terrain_set;
mod triangulation;

pub use attributes::AreaAttributes;
pub use border_dictionary::{Border, BorderDictionary};
pub use build::{Build, BuildOptions, BuildReport, SplitArea, TJunction, TJunctions};
pub use cells::rectangles_from_cells;
pub use fan::Fan;
pub use fault::{Fault, Faults};
pub use filter::{FilterError, QueryFilter, Terrain};
pub use half_edge::{BlockCutRange, HalfEdge};
pub use identity::MeshIdentity;
pub use ids::{AreaId, FanId, HalfEdgeId, LinkId, VertexId};
pub use link::{Link, LinkEnd, LinkKind};
pub use mesh::NavMesh;
pub use portal_clearances::PortalClearances;
pub use query::{
    Corridor, CorridorRepair, CorridorScratch, CorridorSearch, Crossing, End, Hit, Location,
    NearestPoint, NearestWall, PathQuery, QueryError, RandomPoints, RayCast, ReachableAreas,
    SnapScratch, WallScratch, find_corridor,
};
pub use raw::{RawLink, RawMesh};
pub use stored::{StoredMesh, StoredMeshError};
pub use tautline_geometry::{Aabb, DVec2, Lattice, Segment, Vec2};
pub use tautline_search::Budget;

/// Parts that the crates which make meshes are built of, too. Not covered by any promise of
/// stability.
#[doc(hidden)]
pub mod internal {
    pub use crate::build::CheckedAreas;
    pub use crate::disjoint_sets::DisjointSets;
    pub use crate::face_merger::FaceMerger;
    pub use crate::finish::ConvexAreas;
    pub use crate::half_edges::{HalfEdges, number};
    pub use crate::query::truncate_to_u32;
    pub use crate::raw::position_key;
    pub use crate::triangulation::{CrossingEdges, EdgePiece, Triangulation};
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
