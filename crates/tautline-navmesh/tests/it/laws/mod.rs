//! Properties of every mesh.

mod areas_in;
mod borders;
mod boundary_loops;
mod building;
mod can_walk;
mod concave;
mod corridors;
mod fans;
mod links;
mod location;
mod locator;
mod maps;
mod nearest;
mod nearest_wall;
mod open_areas;
mod random_points;
mod reachable;
mod sight;
mod slide;
mod t_junctions;
