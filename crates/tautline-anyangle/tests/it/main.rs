//! Integration tests of exact paths.

mod answers_after_errors;
mod brute_force;
mod changing;
mod changing_floors;
mod hierarchy;
mod labels;
mod landmarks;
mod laws;
mod line_of_sight;
mod link_layer;
mod link_pitfalls;
mod link_real_maps;
mod links;
mod one_to_many;
mod one_to_many_floors;
mod oracle;
mod pitfalls;
mod real_maps;
#[cfg(feature = "trace")]
mod trace;
mod within;

#[path = "support/files.rs"]
mod mesh_files;
#[path = "support/mirror.rs"]
mod mirror;
#[path = "support/random_map.rs"]
mod random_map;
mod support;
