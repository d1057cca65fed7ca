//! Tautline's own drawings in JSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline_formats::json;
use tautline_fuzz::reads_what_it_writes;

fuzz_target!(|input: &[u8]| reads_what_it_writes(input, json::parse, json::write));
