//! Images whose pixels are cells. In a build for fuzzing, the crate `png` does not check checksums.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::png::{self, PngOptions};
use tautline_fuzz::{check_grid, value_or_checked_error};

fuzz_target!(|input: &[u8]| {
    let options = PngOptions { colours: vec![([0, 0, 255], Some(3))], ..PngOptions::default() };
    value_or_checked_error(png::parse(input, &options)).iter().for_each(check_grid);
});
