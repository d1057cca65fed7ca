//! Tautline's own drawings in JSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline_formats::json;
use tautline_fuzz::check_round_trip;

fuzz_target!(|input: &[u8]| check_round_trip(input, json::parse, json::write));
