//! Integration tests of labels.

mod answers_after_errors;
mod hierarchy;
mod labels;
mod link_layer;
mod link_real_maps;
mod random_map;

#[path = "../../../tautline-anyangle/tests/it/support/files.rs"]
mod mesh_files;
#[path = "../../../tautline-anyangle/tests/it/support/mod.rs"]
mod support;
#[path = "../../../tautline-anyangle/tests/it/support/two_rooms.rs"]
mod two_rooms;
