//! Meshes in Polyanya's `.mesh` format.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline_formats::polyanya;
use tautline_fuzz::check_round_trip;

fuzz_target!(|input: &[u8]| check_round_trip(input, polyanya::parse, polyanya::write));
