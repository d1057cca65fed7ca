//! Dynamic obstacles on a navigation mesh: obstacles that come and go.
//!
//! [`DynamicNavMesh`] cuts the footprints of obstacles out of a *static mesh*, and restores the
//! areas when the obstacles are removed. Its mesh is a valid
//! [`NavMesh`](tautline_navmesh::NavMesh) at any time, equal to one that is built from its own
//! areas.
//!
//! # When to use another crate
//!
//! To close a door or a terrain class, use
//! [`QueryFilter`](tautline_navmesh::QueryFilter) of `tautline-navmesh`. To build a static
//! mesh, use `tautline-meshgen`; to search for paths, `tautline`.
//!
//! # Example
//!
//! ```
//! use tautline_dynamic::{DynamicNavMesh, Obstacle};
//! use tautline_navmesh::{Terrain, Vec2, rectangles_from_cells};
//!
//! let raw = rectangles_from_cells(8, 8, |_, _| Some(Terrain(0)));
//! let mesh = raw.build()?;
//! let mut dynamic = DynamicNavMesh::new(mesh)?;
//! let square = vec![[3.0, 3.0], [5.0, 3.0], [5.0, 5.0], [3.0, 5.0]];
//! let (obstacle, _) = dynamic.add_obstacle(&Obstacle::new([square]))?;
//! assert_eq!(dynamic.mesh().locate(Vec2::new(4.0, 4.0)), None);
//! dynamic.remove_obstacle(obstacle)?;
//! assert_eq!(dynamic.mesh().area_count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! * **Valid.** After each edit, the mesh equals one that is built from its own raw mesh.
//! * **Reversible.** Without obstacles, the mesh has exactly the static areas.
//! * **Atomic.** A refused edit changes nothing.
//! * **Exact.** The affected areas are determined exactly; see [`DynamicNavMesh`] for the
//!   rounding of intersections.
//!
//! # Features
//!
//! * `serde` (off): `Serialize` and `Deserialize` for obstacles and their ids.
//!
//! # How an edit works
//!
//! 1. `affected.rs` finds the static areas that have to be cut together.
//! 2. `planar_charts.rs` divides them into charts that do not overlap in the plane.
//! 3. `cut.rs`, `cut_chart.rs` and `borders.rs` cut the footprints out of each chart.
//! 4. `elevations.rs` gives elevations to the new vertices, and makes a patch.
//! 5. `plan.rs` checks the result, `update.rs` exchanges the areas, and `assembly.rs` puts the
//!    mesh together from static areas and patches.
//!
//! An area is always cut from its static state, with all obstacles that cover it now. So
//! removing the last obstacle restores the static mesh exactly.

mod affected;
mod applied_patch;
mod assembly;
mod borders;
mod cut;
mod cut_chart;
mod dynamic_nav_mesh;
mod elevations;
mod error;
mod facets;
mod journal;
mod links;
mod obstacle;
mod obstacle_id;
mod patch;
mod path;
mod plan;
mod planar_charts;
mod static_mesh;
#[cfg(test)]
mod tests;
mod update;

pub use dynamic_nav_mesh::{DynamicNavMesh, Edit, Edited};
pub use error::ChangeError;
pub use journal::Change;
pub use obstacle::Obstacle;
pub use obstacle_id::ObstacleId;
pub use path::{PathState, PathStateScratch};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
