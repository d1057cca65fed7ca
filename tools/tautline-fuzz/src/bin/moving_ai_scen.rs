//! The `.scen` files of the MovingAI benchmarks.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline_formats::moving_ai;
use tautline_fuzz::check_round_trip;

fuzz_target!(|input: &[u8]| {
    check_round_trip(input, moving_ai::parse_scenarios, |scenarios| {
        moving_ai::write_scenarios(scenarios)
    });
});
