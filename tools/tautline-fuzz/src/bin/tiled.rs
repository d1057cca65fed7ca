//! Maps of Tiled in XML and JSON: their tiles and their objects.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::tiled::{self, TiledOptions};
use tautline_fuzz::{grid_is_sound, plan_is_sound, reads_or_refuses};

fuzz_target!(|input: &[u8]| {
    let rules = TiledOptions::default();
    let grid = reads_or_refuses(input, |text, load| tiled::parse(text, &rules, load));
    grid.iter().for_each(grid_is_sound);
    let plan = reads_or_refuses(input, |text, _| tiled::parse_objects(text, &rules));
    plan.iter().for_each(plan_is_sound);
});
