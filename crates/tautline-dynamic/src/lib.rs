//! Obstacles that come and go on a navigation mesh.
//!
//! [`DynamicNavMesh`] holds a mesh, cuts obstacles out of it and gives back what they
//! covered when they go. Its mesh is a valid [`NavMesh`](tautline_navmesh::NavMesh) at
//! any time, equal to one that is built from scratch.

mod static_mesh;
mod borders;
mod cut;
mod dynamic_nav_mesh;
mod error;
mod facets;
mod planar_charts;
mod elevations;
mod links;
mod journal;
mod obstacle;
mod obstacle_id;
mod patch;
mod path;
mod plan;
mod cut_chart;
mod affected;
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
