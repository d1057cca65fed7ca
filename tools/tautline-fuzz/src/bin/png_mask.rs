//! Pictures whose pixels are cells. The checksums of PNG are not checked in a build for fuzzing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::png::{self, PngOptions};
use tautline_fuzz::{grid_is_sound, read_or_refused};

fuzz_target!(|input: &[u8]| {
    let rules = PngOptions { colours: vec![([0, 0, 255], Some(3))], ..PngOptions::default() };
    read_or_refused(png::parse(input, &rules)).iter().for_each(grid_is_sound);
});
