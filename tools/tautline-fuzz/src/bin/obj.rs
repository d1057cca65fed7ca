//! Models in OBJ.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::obj::{self, ObjOptions};
use tautline_fuzz::{check_model, parse_text};

fuzz_target!(|input: &[u8]| {
    for z_up in [false, true] {
        let model = parse_text(input, |text, _| obj::parse(text, &ObjOptions { z_up }));
        model.iter().for_each(check_model);
    }
});
