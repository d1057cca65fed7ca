//! Plans as GeoJSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::geojson::{self, GeoJsonOptions};
use tautline_fuzz::{plan_is_sound, reads_or_refuses};

fuzz_target!(|input: &[u8]| {
    for rules in [GeoJsonOptions::default(), GeoJsonOptions::metres_around([10.0, 50.0])] {
        let plan = reads_or_refuses(input, |text, _| geojson::parse(text, &rules));
        plan.iter().for_each(plan_is_sound);
    }
});
