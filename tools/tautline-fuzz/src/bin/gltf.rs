//! Models as glTF, in text and in one binary file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::gltf;
use tautline_fuzz::{model_is_sound, read_or_refused};

fuzz_target!(|input: &[u8]| {
    // What a file calls its buffer is its own last bytes.
    let buffer = &input[input.len().saturating_sub(256)..];
    let model = read_or_refused(gltf::parse(input, &mut |_: &str| Ok(buffer.to_vec())));
    model.iter().for_each(model_is_sound);
});
