//! Queries on a mesh: point location, nearest points, ray casts, visibility, walls, and
//! corridors.

mod areas_along;
mod areas_in;
mod boundary_loops;
mod can_walk;
mod corridor;
mod corridor_graph;
mod crossing;
mod error;
mod link_traversal;
mod locate;
mod location;
mod locator;
mod nearest;
mod nearest_wall;
mod one_to_many_query;
mod open_areas;
mod path_query;
mod random_points;
mod ray;
mod ray_line;
mod ray_walk;
mod reachable;
mod rounding;
mod slide;
mod snap;
mod walk_cost;
mod walk_in_space;
mod wall_search;

pub use corridor::{Corridor, CorridorScratch, CorridorSearch, find_corridor};
pub use crossing::Crossing;
pub use error::QueryError;
pub use link_traversal::LinkTraversal;
pub use location::{End, Location};
pub(crate) use locator::Locator;
pub use locator::truncate_to_u32;
pub use nearest::NearestPoint;
pub use nearest_wall::{NearestWall, WallScratch};
pub use one_to_many_query::OneToManyQuery;
pub use path_query::PathQuery;
pub use random_points::RandomPoints;
pub use ray::{Hit, RayCast};
pub use reachable::ReachableAreas;
pub use snap::SnapScratch;
pub(crate) use wall_search::WallSearch;
