//! Vector maps in SVG.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::svg::{self, SvgOptions};
use tautline_fuzz::{check_vector_map, parse_text};

fuzz_target!(|input: &[u8]| {
    let map = parse_text(input, |text, _| svg::parse(text, &SvgOptions::default()));
    map.iter().for_each(check_vector_map);
});
