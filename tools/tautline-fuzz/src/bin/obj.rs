//! Models as OBJ.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::UpAxis;
use tautline::formats::obj::{self, ObjOptions};
use tautline_fuzz::{model_is_sound, reads_or_refuses};

fuzz_target!(|input: &[u8]| {
    for up in [UpAxis::Y, UpAxis::Z] {
        let model = reads_or_refuses(input, |text, _| obj::parse(text, &ObjOptions { up }));
        model.iter().for_each(model_is_sound);
    }
});
