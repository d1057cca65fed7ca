//! Side-view levels drawn in Tiled: all layers, and some of them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::level::{self, Level, LevelOptions};
use tautline::formats::tiled;
use tautline_fuzz::{level_is_sound, reads_or_refuses};

fuzz_target!(|input: &[u8]| {
    let whole = read(input, &[]);
    let Some(layers) = reads_or_refuses(input, |text, _| tiled::layer_names(text)) else { return };
    assert_eq!(read(input, &layers), whole, "to name all layers is to name none");
    let lower_half = layers.get(..layers.len() / 2).filter(|half| !half.is_empty());
    lower_half.map(|half| read(input, half));
    read(input, &["no layer of this name".to_owned()]);
});

/// The level that these layers are, all if there are none.
fn read(input: &[u8], layers: &[String]) -> Option<Level> {
    let rules = LevelOptions { layers: layers.to_vec(), ..LevelOptions::default() };
    let level = reads_or_refuses(input, |text, load| level::from_tiled(text, &rules, load));
    level.iter().for_each(level_is_sound);
    level
}
