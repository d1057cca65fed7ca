//! Integration tests of the formats.

mod bad_input;
mod damage;
mod damaged_imports;
mod detour;
mod interpretation;
mod laws;
mod levels;
mod models;
mod real_files;
mod schema;
mod shipped_maps;
mod tile_maps;
mod vector_maps;
