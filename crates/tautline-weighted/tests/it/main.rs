//! Tests of nearly cheapest paths that need nothing but this crate. Those that compare them with the paths of
//! other tiers are in the tests of the facade.

mod answers_after_errors;
mod end_points;
mod labels;
mod one_to_many;
mod proofs;
mod refraction;
mod slices;
mod straight_line;
mod terrain;
#[path = "../../../tautline-anyangle/tests/it/support/two_rooms.rs"]
mod two_rooms;
