//! Projects of LDtk.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::ldtk::{self, LdtkOptions};
use tautline_fuzz::{check_grid, parse_text};

fuzz_target!(|input: &[u8]| {
    let levels = parse_text(input, |text, load| ldtk::parse(text, &LdtkOptions::default(), load));
    levels.iter().flatten().for_each(|level| check_grid(&level.grid));
});
