//! Tests of the crate from outside, in one program.

mod bad_input;
mod damaged_imports;
mod detour;
mod laws;
mod levels;
mod models;
mod plans;
mod real_files;
mod schema;
mod shipped_maps;
mod tile_maps;
