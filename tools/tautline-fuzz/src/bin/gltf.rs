//! Models in glTF, as JSON and as binary files.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::gltf;
use tautline_fuzz::{check_model, value_or_checked_error};

fuzz_target!(|input: &[u8]| {
    // The content of each external buffer is the end of the input.
    let buffer = &input[input.len().saturating_sub(256)..];
    let model = value_or_checked_error(gltf::parse(input, &mut |_: &str| Ok(buffer.to_vec())));
    model.iter().for_each(check_model);
});
