//! Side-view levels drawn in characters.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::level;
use tautline_fuzz::{level_is_sound, read_or_refused, reads_what_it_writes};

fuzz_target!(|input: &[u8]| {
    reads_what_it_writes(input, level::parse, level::write);
    let Ok(text) = std::str::from_utf8(input) else { return };
    read_or_refused(level::parse(text)).iter().for_each(level_is_sound);
});
