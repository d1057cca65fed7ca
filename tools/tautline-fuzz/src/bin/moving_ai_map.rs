//! The `.map` files of the MovingAI benchmarks.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline_formats::moving_ai;
use tautline_fuzz::reads_what_it_writes;

fuzz_target!(|input: &[u8]| {
    reads_what_it_writes(input, moving_ai::parse_map, moving_ai::write_map);
});
