//! Side-view levels in LDtk: all levels of a project and a single one, the uppermost layer and a
//! named one, with and without keys.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::ldtk;
use tautline::formats::level::{self, LevelOptions, NamedLevel, Tile};
use tautline_fuzz::{check_level, parse_text};

fuzz_target!(|input: &[u8]| {
    let all = read(input, &LevelOptions::default());
    let Some(names) = parse_text(input, |text, _| ldtk::level_names(text)) else { return };
    check_single_level(input, &names, all.as_deref());
    let values = parse_text(input, |text, _| ldtk::value_names(text)).unwrap_or_default();
    check_keys(input, &values, all.as_deref());
    let unknown = || "an unknown name".to_owned();
    for options in [
        LevelOptions { level: Some(unknown()), ..LevelOptions::default() },
        LevelOptions { layers: vec!["Ground".to_owned()], ..LevelOptions::default() },
        LevelOptions { layers: vec![unknown()], ..LevelOptions::default() },
        LevelOptions { keys: [(unknown(), Tile::Empty)].into(), ..LevelOptions::default() },
    ] {
        read(input, &options);
    }
});

fn read(input: &[u8], options: &LevelOptions) -> Option<Vec<NamedLevel>> {
    let levels = parse_text(input, |text, load| level::from_ldtk(text, options, load));
    levels.iter().flatten().for_each(|named| check_level(&named.level));
    levels
}

/// Checks that levels read by name equal those among all levels. Several levels may have one name.
fn check_single_level(input: &[u8], names: &[String], all: Option<&[NamedLevel]>) {
    let Some(name) = names.first() else { return };
    let options = LevelOptions { level: Some(name.clone()), ..LevelOptions::default() };
    let single = read(input, &options);
    let Some(all) = all else { return };
    let named = all.iter().zip(names).filter(|(_, other)| *other == name);
    assert_eq!(single, Some(named.map(|(level, _)| level.clone()).collect()));
}

/// Checks that keys change only the tiles of the values that they name.
fn check_keys(input: &[u8], values: &[String], all: Option<&[NamedLevel]>) {
    let keys = values.iter().map(|name| (name.clone(), Tile::Deadly)).collect();
    let keyed = read(input, &LevelOptions { keys, ..LevelOptions::default() });
    assert_eq!(keyed.is_some(), all.is_some(), "each key is a name of the project");
    let (Some(keyed), Some(all)) = (keyed, all) else { return };
    assert_eq!(keyed.len(), all.len());
    let tiles = |levels: &[NamedLevel]| -> Vec<Tile> {
        levels.iter().flat_map(|named| &named.level.tiles).copied().collect()
    };
    for (keyed, plain) in tiles(&keyed).into_iter().zip(tiles(all)) {
        assert!(keyed == plain || keyed == Tile::Deadly, "{keyed:?} was {plain:?}");
    }
}
