//! Maps of Tiled in XML and JSON: their tiles and their objects.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::tiled::{self, TiledOptions};
use tautline_fuzz::{check_grid, check_vector_map, parse_text};

fuzz_target!(|input: &[u8]| {
    let options = TiledOptions::default();
    let grid = parse_text(input, |text, load| tiled::parse(text, &options, load));
    grid.iter().for_each(check_grid);
    let objects = parse_text(input, |text, _| tiled::parse_objects(text, &options));
    objects.iter().for_each(check_vector_map);
    let both = parse_text(input, |text, load| tiled::parse_with_objects(text, &options, load));
    if let Some((with_objects, shapes)) = both {
        assert_eq!(grid.map(|grid| grid.cells), Some(with_objects.cells));
        assert_eq!(objects.map(|objects| objects.shapes), Some(shapes));
    }
});
