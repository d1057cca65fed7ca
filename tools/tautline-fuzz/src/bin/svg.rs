//! Plans as SVG.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::svg::{self, SvgOptions};
use tautline_fuzz::{plan_is_sound, reads_or_refuses};

fuzz_target!(|input: &[u8]| {
    let plan = reads_or_refuses(input, |text, _| svg::parse(text, &SvgOptions::default()));
    plan.iter().for_each(plan_is_sound);
});
