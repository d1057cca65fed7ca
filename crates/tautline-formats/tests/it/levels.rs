//! Side-view levels, as text and from editors.

#![cfg(all(feature = "tiled", feature = "ldtk"))]

use proptest::prelude::*;
use tautline_formats::level::{self, Level, LevelOptions, Tile};
use tautline_formats::{FormatError, RoleSource, UnreadKind, no_files};

fn tiled(text: &str, options: &LevelOptions) -> Result<String, FormatError> {
    level::from_tiled(text, options, &mut no_files).map(|level| level::write(&level))
}

#[test]
fn errors_of_levels_have_line_and_column() {
    let wide = ".".repeat(4097);
    let high = ".\n".repeat(4097);
    let cases = [
        ("", "line 1, column 1: expected a row of tiles, found the end of the file"),
        ("\n\n", "line 3, column 1: expected a row of tiles, found the end of the file"),
        ("..\n...\n", "line 2, column 3: the row has 3 cells, but the map is 2 wide"),
        ("..\n.\n", "line 2, column 2: the row has 1 cells, but the map is 2 wide"),
        ("..\n.é\n", "line 2, column 2: expected a tile '#', '=', '.' or '^', found \"é\""),
        (". \n", "line 1, column 2: expected a tile '#', '=', '.' or '^', found \" \""),
        (
            "..\n\n..\n",
            "line 3, column 1: expected the end of the file after a blank line, found \"..\"",
        ),
        (&wide, "line 1, column 1: the width is 4097, but must be 1 to 4096"),
        (&high, "line 4097, column 1: the file has more than 4096 rows"),
    ];
    for (text, message) in cases {
        assert_eq!(level::parse(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn levels_of_one_tile_and_of_4096_by_4096_are_read() {
    assert_eq!(level::parse("^").unwrap().tiles, [Tile::Deadly]);
    let row = "=".repeat(4096) + "\n";
    let largest = level::parse(&row.repeat(4096)).unwrap();
    assert_eq!((largest.width, largest.height), (4096, 4096));
    assert_eq!(largest.tile(4095, 4095), Some(Tile::OneWay));
    assert_eq!(largest.tile(4096, 0), None);
}

#[test]
fn byte_order_marks_carriage_returns_and_trailing_blank_lines_are_ignored() {
    let level = level::parse("\u{feff}#.\r\n^=\r\n\r\n  \n").unwrap();
    assert_eq!(level::write(&level), "#.\n^=\n");
}

const TILED: &str = r#"<map orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
  <tileset firstgid="1">
    <tile id="0"><properties><property name="platform" value="solid"/></properties></tile>
    <tile id="1"><properties><property name="platform" value="one-way"/></properties></tile>
    <tile id="2"><properties><property name="platform" value="deadly"/></properties></tile>
    <tile id="3"><properties><property name="platform" value="empty"/></properties></tile>
    <tile id="4"><properties><property name="walkable" type="bool" value="false"/></properties></tile>
  </tileset>
  <layer name="ground" width="4" height="2"><data encoding="csv">1,2,3,0,1,1,5,5</data></layer>
  <layer name="front" width="4" height="2"><data encoding="csv">5,0,0,0,4,3,0,0</data></layer>
</map>"#;

#[test]
fn the_topmost_tile_with_a_property_decides_in_tiled_levels() {
    assert_eq!(tiled(TILED, &LevelOptions::default()).unwrap(), "#=^.\n.^..\n");
    let ground = LevelOptions { layers: vec!["ground".to_owned()], ..LevelOptions::default() };
    assert_eq!(tiled(TILED, &ground).unwrap(), "#=^.\n##..\n");
}

/// Tiled writes each property on a separate line.
#[test]
fn line_breaks_between_properties_are_ignored() {
    let lines = TILED.replace("<properties>", "<properties>\n    <!-- of mine -->\n    ");
    let lines = lines.replace("</properties>", "\n   </properties>");
    assert_eq!(tiled(&lines, &LevelOptions::default()).unwrap(), "#=^.\n.^..\n");
    let json = r#"{ "type": "map", "orientation": "orthogonal", "width": 2, "height": 1,
      "tilewidth": 16, "tileheight": 16,
      "tilesets": [ { "firstgid": 1, "tiles": [ { "id": 0, "properties": [
        { "name": "", "type": "string", "value": "of mine" },
        { "name": "platform", "type": "string", "value": "solid" } ] } ] } ],
      "layers": [ { "type": "tilelayer", "name": "ground", "width": 2, "height": 1,
        "data": [1, 0] } ] }"#;
    assert_eq!(tiled(json, &LevelOptions::default()).unwrap(), "#.\n");
}

#[test]
fn names_with_an_underscore_are_the_same_in_both_editors() {
    let underscore = TILED.replace("one-way", "one_way");
    assert_eq!(tiled(&underscore, &LevelOptions::default()).unwrap(), "#=^.\n.^..\n");
}

#[test]
fn levels_of_editors_have_a_tile_size_and_text_does_not() {
    let level = level::from_tiled(TILED, &LevelOptions::default(), &mut no_files).unwrap();
    assert_eq!(level.tile_size, Some([16.0, 16.0]));
    let levels = level::from_ldtk(LDTK, &LevelOptions::default(), &mut no_files).unwrap();
    assert_eq!(levels[0].level.tile_size, Some([8.0, 8.0]));
    assert_eq!(level::parse("#").unwrap().tile_size, None);
}

#[test]
fn tiles_of_collision_layers_are_solid_unless_they_say_otherwise() {
    // Tile 5 has no property, 4 is empty, 3 is deadly.
    let collision =
        TILED.replace("\"front\"", "\"decoration\"").replace("\"ground\"", "\"Collision\"");
    assert_eq!(tiled(&collision, &LevelOptions::default()).unwrap(), "#=^.\n####\n");
    let collision = TILED.replace("\"front\"", "\"Collision\"");
    assert_eq!(tiled(&collision, &LevelOptions::default()).unwrap(), "#=^.\n.^..\n");
}

#[test]
fn properties_of_layers_apply_to_their_tiles() {
    let properties = r#"<properties><property name="platform" value="one-way"/></properties>"#;
    let layer = TILED.replace(
        r#"<layer name="ground" width="4" height="2">"#,
        &format!(r#"<layer name="ground" width="4" height="2">{properties}"#),
    );
    assert_eq!(tiled(&layer, &LevelOptions::default()).unwrap().lines().last(), Some(".^=="));
}

#[test]
fn levels_say_what_their_cells_were_read_as() {
    let meanings = |level: &Level| -> Vec<_> {
        let meanings = level.meanings.iter();
        meanings.map(|it| (it.tile, it.source.to_string(), it.count)).collect()
    };
    let underscore = TILED.replacen("1,2,3,0,1,1,5,5", "1,2,2,0,1,1,5,5", 1).replacen(
        "<tile id=\"3\">",
        r#"<tile id="9"><properties><property name="platform" value="one_way"/></properties></tile>
    <tile id="3">"#,
        1,
    );
    let underscore = underscore.replacen("5,0,0,0,4,3", "5,10,0,0,4,3", 1);
    let level = level::from_tiled(&underscore, &LevelOptions::default(), &mut no_files).unwrap();
    let platform = || RoleSource::Property("platform".into()).to_string();
    assert_eq!(
        meanings(&level),
        [
            (Tile::Empty, platform(), 1),
            (Tile::Empty, RoleSource::Unlabelled.to_string(), 2),
            (Tile::Empty, RoleSource::Empty.to_string(), 1),
            (Tile::Solid, platform(), 1),
            (Tile::OneWay, platform(), 2),
            (Tile::Deadly, platform(), 1),
        ]
    );
    let levels = level::from_ldtk(LDTK, &LevelOptions::default(), &mut no_files).unwrap();
    let assumed =
        meanings(&levels[0].level).into_iter().filter(|(_, source, _)| source.contains("without"));
    let assumed: Vec<_> = assumed.map(|(tile, source, _)| (tile, source)).collect();
    assert_eq!(
        assumed,
        [
            (Tile::Solid, "value 1 without a key".to_owned()),
            (Tile::Solid, "value 5 (lava) without a key".to_owned()),
            (Tile::Solid, "value 6 without a key".to_owned()),
        ]
    );
    assert_eq!(level::parse("#").unwrap().meanings, []);
}

/// Levels whose author labels tiles by other names are empty.
#[test]
fn names_that_look_like_labels_of_tiles_are_reported() {
    let text = TILED
        .replace(r#"name="platform" value="one-way""#, r#"name="one-way" type="bool" value="true""#)
        .replace(r#"<tile id="0"><properties><property name="platform" value="solid"/></properties></tile>"#,
            r#"<tile id="0" type="solid"/>"#)
        .replace("</map>", r#"<objectgroup name="spawns"/><objectgroup name="Collision"/></map>"#);
    let level = level::from_tiled(&text, &LevelOptions::default(), &mut no_files).unwrap();
    let unread: Vec<_> = level.unread.iter().map(|it| (it.kind, it.name.as_str())).collect();
    assert_eq!(
        unread,
        [
            (UnreadKind::Property, "one-way"),
            (UnreadKind::Property, "walkable"),
            (UnreadKind::Class, "solid"),
            (UnreadKind::ObjectLayer, "Collision"),
        ]
    );
}

#[test]
fn a_property_whose_name_is_in_capitals_is_reported() {
    let text = TILED.replace(r#"name="platform""#, r#"name="Platform""#);
    let level = level::from_tiled(&text, &LevelOptions::default(), &mut no_files).unwrap();
    assert!(level.unread.iter().any(|it| it.name == "Platform"), "{:?}", level.unread);
}

#[test]
fn tiled_maps_that_are_not_levels_are_rejected() {
    let error_of = |from: &str, to: &str| {
        tiled(&TILED.replace(from, to), &LevelOptions::default()).unwrap_err().to_string()
    };
    let names = "line 5, column 63: expected one of empty, solid, one-way, deadly, one_way";
    assert_eq!(error_of("value=\"deadly\"", "value=\"lava\""), format!("{names}, found \"lava\""));
    assert_eq!(
        error_of("orthogonal", "isometric"),
        "the file: a level that is not orthogonal cannot be read"
    );
}

/// Tiled can save enumerations as numbers, in a project-specific order.
#[test]
fn a_platform_by_number_is_rejected() {
    for number in ["0", "1", "4", "7", "300"] {
        let text = TILED.replace("value=\"solid\"", &format!("type=\"int\" value=\"{number}\""));
        let error = tiled(&text, &LevelOptions::default()).unwrap_err().to_string();
        assert!(error.ends_with(&format!("deadly, one_way, found \"{number}\"")), "{error}");
    }
}

const LDTK: &str = r#"{
    "defs": { "layers": [ { "uid": 1, "intGridValues": [
      { "value": 2, "identifier": "one_way" }, { "value": 3, "identifier": "deadly" },
      { "value": 4, "identifier": "empty" }, { "value": 5, "identifier": "lava" },
      { "value": 6, "identifier": null } ] } ] },
    "levels": [ { "identifier": "One", "layerInstances": [
      { "__identifier": "Ground", "__type": "IntGrid", "layerDefUid": 1,
        "__cWid": 7, "__cHei": 1, "__gridSize": 8, "intGridCsv": [0, 1, 2, 3, 4, 5, 6] } ] } ]
}"#;

#[test]
fn values_of_ldtk_are_given_by_keys_or_otherwise_by_names() {
    let read = |text: &str, keys: &[(&str, Tile)]| {
        let keys = keys.iter().map(|&(key, tile)| (key.to_owned(), tile)).collect();
        let options = LevelOptions { keys, ..LevelOptions::default() };
        let levels = level::from_ldtk(text, &options, &mut no_files).unwrap();
        level::write(&levels[0].level)
    };
    assert_eq!(read(LDTK, &[]), ".#=^.##\n");
    assert_eq!(read(LDTK, &[("lava", Tile::Deadly), ("6", Tile::Empty)]), ".#=^.^.\n");
    let capitals = LDTK.replace("deadly", "Deadly").replace("one_way", "One_Way");
    assert_eq!(read(&capitals, &[("LAVA", Tile::Deadly)]), ".#=^.^#\n");
    assert_eq!(read(&capitals, &[("Deadly", Tile::Solid)]), ".#=#.##\n");
    let options = LevelOptions { layers: vec!["Sky".to_owned()], ..LevelOptions::default() };
    assert!(level::from_ldtk(LDTK, &options, &mut no_files).is_err());
}

#[test]
fn the_error_of_a_wide_ldtk_level_has_its_name() {
    let cells = vec!["0"; 4097].join(",");
    let wide =
        LDTK.replace("0, 1, 2, 3, 4, 5, 6", &cells).replace("\"__cWid\": 7", "\"__cWid\": 4097");
    assert_eq!(
        level::from_ldtk(&wide, &LevelOptions::default(), &mut no_files).unwrap_err().to_string(),
        "level \"One\": the width is 4097, but must be 1 to 4096"
    );
}

/// Messages are one short line, however long the names in a file are.
#[test]
fn long_names_of_levels_and_values_are_cut_in_messages() {
    let long = LDTK.replace("One", &"A".repeat(100_000)).replace("lava", &"b".repeat(100_000));
    let name = || "no such name".to_owned();
    for options in [
        LevelOptions { level: Some(name()), ..LevelOptions::default() },
        LevelOptions { keys: [(name(), Tile::Empty)].into(), ..LevelOptions::default() },
    ] {
        let error = level::from_ldtk(&long, &options, &mut no_files).unwrap_err().to_string();
        assert!(error.len() < 200, "{error}");
    }
}

#[test]
fn keys_with_an_unknown_ldtk_name_are_rejected() {
    let keys = [("lavva".to_owned(), Tile::Deadly), ("9".to_owned(), Tile::Deadly)];
    let options = LevelOptions { keys: keys.into(), ..LevelOptions::default() };
    assert_eq!(
        level::from_ldtk(LDTK, &options, &mut no_files).unwrap_err().to_string(),
        "the file: unknown value \"lavva\"; expected one of \"deadly\", \"empty\", \"lava\", \"one_way\""
    );
}

fn levels() -> impl Strategy<Value = Level> {
    (1_u32..40, 1_u32..40).prop_flat_map(|(width, height)| {
        let count = usize::try_from(width * height).unwrap_or(0);
        prop::collection::vec(prop::sample::select(Tile::ALL.to_vec()), count)
            .prop_map(move |tiles| Level { width, height, tiles, ..Level::default() })
    })
}

proptest! {
    #[test]
    fn a_level_that_is_written_is_read_back(level in levels()) {
        prop_assert_eq!(level::parse(&level::write(&level)), Ok(level));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[#=.^x\\r\\n é]{0,60}") {
        let _ = level::parse(&text);
    }
}
