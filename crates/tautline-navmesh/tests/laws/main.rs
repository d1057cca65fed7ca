//! What holds for every mesh.

mod borders;
mod concave;
mod corridors;
mod ground;
mod location;
mod locator;
mod maps;
mod nearest;
mod partial_borders;
