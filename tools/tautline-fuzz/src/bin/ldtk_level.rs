//! Side-view levels drawn in LDtk: all of a project and a single one, by the uppermost layer and
//! by name, with and without keys.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::formats::ldtk;
use tautline::formats::level::{self, LevelOptions, NamedLevel, Tile};
use tautline_fuzz::{level_is_sound, reads_or_refuses};

fuzz_target!(|input: &[u8]| {
    let all = read(input, &LevelOptions::default());
    let Some(names) = reads_or_refuses(input, |text, _| ldtk::level_names(text)) else { return };
    a_single_level_is_as_among_all(input, &names, all.as_deref());
    let values = reads_or_refuses(input, |text, _| ldtk::value_names(text)).unwrap_or_default();
    keys_change_what_they_name(input, &values, all.as_deref());
    let other = || "no other name".to_owned();
    for rules in [
        LevelOptions { level: Some(other()), ..LevelOptions::default() },
        LevelOptions { layers: vec!["Ground".to_owned()], ..LevelOptions::default() },
        LevelOptions { layers: vec![other()], ..LevelOptions::default() },
        LevelOptions { keys: [(other(), Tile::Empty)].into(), ..LevelOptions::default() },
    ] {
        read(input, &rules);
    }
});

fn read(input: &[u8], rules: &LevelOptions) -> Option<Vec<NamedLevel>> {
    let levels = reads_or_refuses(input, |text, load| level::from_ldtk(text, rules, load));
    levels.iter().flatten().for_each(|named| level_is_sound(&named.level));
    levels
}

/// Several levels may have one name.
fn a_single_level_is_as_among_all(input: &[u8], names: &[String], all: Option<&[NamedLevel]>) {
    let Some(name) = names.first() else { return };
    let rules = LevelOptions { level: Some(name.clone()), ..LevelOptions::default() };
    let single = read(input, &rules);
    let Some(all) = all else { return };
    let named = all.iter().zip(names).filter(|(_, other)| *other == name);
    assert_eq!(single, Some(named.map(|(level, _)| level.clone()).collect()));
}

fn keys_change_what_they_name(input: &[u8], values: &[String], all: Option<&[NamedLevel]>) {
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
