//! Properties of meshes with dynamic obstacles.

mod dynamic;
mod terrain;
