//! Vector maps in GeoJSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::geojson::{self, GeoJsonOptions};
use tautline_fuzz::{check_vector_map, parse_text};

fuzz_target!(|input: &[u8]| {
    for options in [GeoJsonOptions::default(), GeoJsonOptions::metres_around([10.0, 50.0])] {
        let map = parse_text(input, |text, _| geojson::parse(text, &options));
        map.iter().for_each(check_vector_map);
    }
});
