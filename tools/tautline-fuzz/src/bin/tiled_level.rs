//! Side-view levels in Tiled, read with all layers and with some of them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::level::{self, Level, LevelOptions};
use tautline::formats::tiled;
use tautline_fuzz::{check_level, parse_text};

fuzz_target!(|input: &[u8]| {
    let whole = read(input, &[]);
    let Some(layers) = parse_text(input, |text, _| tiled::layer_names(text)) else { return };
    assert_eq!(read(input, &layers), whole, "the names of all layers select the same as no names");
    let lower_half = layers.get(..layers.len() / 2).filter(|half| !half.is_empty());
    lower_half.map(|half| read(input, half));
    read(input, &["no layer of this name".to_owned()]);
});

/// Reads the level from the layers with these names, or from all layers if there are no names.
fn read(input: &[u8], layers: &[String]) -> Option<Level> {
    let options = LevelOptions { layers: layers.to_vec(), ..LevelOptions::default() };
    let level = parse_text(input, |text, load| level::from_tiled(text, &options, load));
    level.iter().for_each(check_level);
    level
}
