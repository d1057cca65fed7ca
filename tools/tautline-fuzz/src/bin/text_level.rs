//! Side-view levels as text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::level;
use tautline_fuzz::{check_level, check_round_trip, value_or_checked_error};

fuzz_target!(|input: &[u8]| {
    check_round_trip(input, level::parse, level::write);
    let Ok(text) = std::str::from_utf8(input) else { return };
    value_or_checked_error(level::parse(text)).iter().for_each(check_level);
});
