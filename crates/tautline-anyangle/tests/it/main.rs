//! Integration tests of exact paths.

mod answers_after_errors;
mod brute_force;
mod changing;
mod changing_floors;
mod landmarks;
mod laws;
mod line_of_sight;
mod link_pitfalls;
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
mod support;
#[path = "support/two_rooms.rs"]
mod two_rooms;
