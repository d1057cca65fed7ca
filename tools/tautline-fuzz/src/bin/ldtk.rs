//! Projects of LDtk.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::ldtk::{self, LdtkOptions};
use tautline_fuzz::{grid_is_sound, reads_or_refuses};

fuzz_target!(|input: &[u8]| {
    let levels =
        reads_or_refuses(input, |text, load| ldtk::parse(text, &LdtkOptions::default(), load));
    levels.iter().flatten().for_each(|level| grid_is_sound(&level.grid));
});
