//! Tile maps of other programs: Tiled, LDtk and images.

#![cfg(all(feature = "tiled", feature = "ldtk", feature = "png"))]
#![expect(clippy::float_cmp, reason = "these numbers are exact")]
#![expect(clippy::unwrap_used, reason = "the exemption for tests does not reach their helpers")]

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use tautline_formats::ldtk::{self, LdtkOptions};
use tautline_formats::png::{self, PngOptions};
use tautline_formats::tiled::{self, TiledOptions};
use tautline_formats::{
    FormatError, Link, LinkKind, Projection, Reason, Role, TileGrid, UnreadKind, no_files,
};

const TILE_SET: &str = r#"
  <tile id="0"/>
  <tile id="1"><properties><property name="terrain" type="int" value="2"/></properties></tile>
  <tile id="2"><properties><property name="walkable" type="bool" value="false"/></properties></tile>
  <tile id="3"><properties><property name="walkable" type="bool" value="true"/></properties></tile>
"#;

fn tmx(layers: &str) -> String {
    format!(
        r#"<?xml version="1.0"?><map orientation="orthogonal" width="3" height="2" tilewidth="16"
  tileheight="8"><tileset firstgid="1">{TILE_SET}</tileset>{layers}</map>"#
    )
}

fn layer(name: &str, data: &str) -> String {
    format!(r#"<layer name="{name}" width="3" height="2">{data}</layer>"#)
}

fn csv(name: &str, tiles: &str) -> String {
    layer(name, &format!(r#"<data encoding="csv">{tiles}</data>"#))
}

fn read(text: &str) -> Result<TileGrid, FormatError> {
    tiled::parse(text, &TiledOptions::default(), &mut no_files)
}

fn error_of(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

const EXPECTED: [Option<u8>; 6] = [Some(0), Some(2), None, Some(0), None, Some(0)];
const NUMBERS: [u32; 6] = [1, 2, 3, 4, 0, 1];

fn bytes() -> Vec<u8> {
    NUMBERS.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[test]
fn every_encoding_gives_the_same_cells() {
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
    zlib.write_all(&bytes()).unwrap();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&bytes()).unwrap();
    let zstd = ruzstd::encoding::compress_to_vec(
        bytes().as_slice(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    let in_base64 = |bytes: &[u8], compression: &str| {
        let text = STANDARD.encode(bytes);
        let (start, end) = text.split_at(text.len() / 2);
        layer("a", &format!("<data encoding=\"base64\"{compression}>\n  {start}\n{end}\n</data>"))
    };
    let elements = NUMBERS.map(|number| format!("<tile gid=\"{number}\"/>")).concat();
    let elements = elements.replace(" gid=\"0\"", "");
    for layer in [
        csv("a", "\n1,2,3,\n4,0,1\n"),
        layer("a", &format!("<data>{elements}</data>")),
        in_base64(&bytes(), ""),
        in_base64(&zlib.finish().unwrap(), " compression=\"zlib\""),
        in_base64(&gzip.finish().unwrap(), " compression=\"gzip\""),
        in_base64(&zstd, " compression=\"zstd\""),
        format!("<group><group>{}</group></group>", csv("a", "1,2,3,4,0,1")),
    ] {
        let grid = read(&tmx(&layer)).unwrap();
        assert_eq!(grid.cells, EXPECTED, "{layer}");
        assert_eq!((grid.width, grid.height), (3, 2));
        assert_eq!((grid.cell_size, grid.origin), ([16.0, 8.0], [0.0, 0.0]));
        assert_eq!(grid.projection, Projection::Orthogonal);
    }
}

#[test]
fn json_gives_the_same_cells() {
    let mut text = r#"{ "orientation": "isometric", "width": 3, "height": 2, "tilewidth": 16,
      "tileheight": 8, "infinite": false, "layers": [
        { "type": "group", "name": "g", "layers": [
          { "type": "tilelayer", "name": "a", "width": 3, "height": 2, "data": [1,2,3,4,0,1] } ] },
        { "type": "objectgroup", "name": "o", "objects": [] } ],
      "tilesets": [ { "firstgid": 1, "tiles": [ { "id": 0 },
        { "id": 1, "properties": [ { "name": "terrain", "type": "int", "value": 2 } ] },
        { "id": 2, "properties": [ { "name": "walkable", "type": "bool", "value": false } ] },
        { "id": 3, "properties": [ { "name": "walkable", "type": "bool", "value": true } ] }
      ] } ] }"#
        .to_owned();
    let grid = read(&text).unwrap();
    assert_eq!(grid.cells, EXPECTED);
    assert_eq!(grid.projection, Projection::Isometric);
    assert_eq!(grid.cell_size, [8.0, 8.0], "a diamond of 16 by 8 shows a square");
    text = text.replace("[1,2,3,4,0,1]", &format!("{:?}", STANDARD.encode(bytes())));
    assert_eq!(read(&text).unwrap().cells, EXPECTED);
    let error = error_of(&text.replace(r#""value": 2"#, r#""value": 256"#));
    assert_eq!(error, "line 7, column 81: expected a terrain class from 0 to 255, found \"256\"",);
}

#[test]
fn the_topmost_tile_with_a_property_decides() {
    // Water below a bridge, a wall below decoration, mud over a wall.
    let layers = csv("low", "3,3,3,2,1,0") + &csv("high", "4,1,2,4,3,0");
    let expected = [Some(0), None, Some(2), Some(2), None, None];
    assert_eq!(read(&tmx(&layers)).unwrap().cells, expected);
}

#[test]
fn collision_layers_block_whatever_lies_above() {
    let layers = csv("Collision", "1,0,0,0,0,1") + &csv("ground", "1,1,1,4,4,4");
    let expected = [None, Some(0), Some(0), Some(0), Some(0), None];
    assert_eq!(read(&tmx(&layers)).unwrap().cells, expected);
}

#[test]
fn flipped_tiles_have_the_same_meaning() {
    let flipped: Vec<String> = NUMBERS
        .iter()
        .zip(0_u32..)
        .map(|(number, flags)| if *number == 0 { 0 } else { number | (flags + 3) << 29 })
        .map(|number| number.to_string())
        .collect();
    assert_eq!(read(&tmx(&csv("a", &flipped.join(",")))).unwrap().cells, EXPECTED);
}

#[test]
fn properties_of_layers_and_tile_sets_apply_to_tiles_without_any() {
    let property = |name: &str, value: &str| {
        format!(r#"<properties><property name="{name}" value="{value}"/></properties>"#)
    };
    let water = property("walkable", "false");
    let data = r#"<data encoding="csv">1,2,3,4,0,1</data>"#;
    let text = tmx(&layer("a", &(water.clone() + data)));
    let expected = [None, Some(2), None, Some(0), None, None];
    assert_eq!(read(&text).unwrap().cells, expected);
    let text = tmx(&layer("a", data))
        .replace(r#"<tileset firstgid="1">"#, &format!(r#"<tileset firstgid="1">{water}"#));
    assert_eq!(read(&text).unwrap().cells, expected);
}

#[test]
fn options_select_layers_and_meanings() {
    let text = tmx(&(csv("a", "1,1,1,1,1,0") + &csv("b", "0,2,3,0,0,0")))
        .replace(r#"value="2""#, r#"value="Mud""#);
    assert!(read(&text).is_err(), "the name is not known");
    let mut options = TiledOptions {
        terrains: vec!["grass".to_owned(), "mud".to_owned()],
        untagged: Some(7),
        empty_cell: Some(9),
        ..TiledOptions::default()
    };
    let cells = |options: &TiledOptions| tiled::parse(&text, options, &mut no_files).unwrap().cells;
    assert_eq!(cells(&options), [Some(7), Some(1), None, Some(7), Some(7), Some(9)]);
    options.layers = Some(vec!["a".to_owned()]);
    assert_eq!(cells(&options), [Some(7), Some(7), Some(7), Some(7), Some(7), Some(9)]);
    options.layers = Some(vec!["a".to_owned(), "c".to_owned()]);
    let error = tiled::parse(&text, &options, &mut no_files).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the file: unknown tile layer \"c\"; expected one of \"a\", \"b\"",
    );
}

#[test]
fn layer_names_returns_tile_layers_in_order() {
    let text = tmx(&format!("{}<group>{}</group>{}", csv("a", ""), csv("b", ""), csv("c", "")));
    assert_eq!(tiled::layer_names(&text).unwrap(), ["a", "b", "c"]);
    let json = r#"{ "orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 1,
      "tileheight": 1, "tilesets": [], "layers": [ { "type": "tilelayer", "name": "a" },
        { "type": "group", "name": "g", "layers": [ { "type": "tilelayer", "name": "b" },
          { "type": "objectgroup", "name": "o" } ] }, { "type": "tilelayer", "name": "c" } ] }"#;
    assert_eq!(tiled::layer_names(json).unwrap(), ["a", "b", "c"]);
}

#[test]
fn separate_tile_sets_are_loaded_by_the_caller() {
    let text = tmx(&csv("a", "1,2,3,4,0,1")).replace(
        &format!(r#"<tileset firstgid="1">{TILE_SET}</tileset>"#),
        r#"<tileset firstgid="1" source="sub/a.tsx"/>"#,
    );
    assert_eq!(
        error_of(&text),
        "line 2, column 18: the file \"sub/a.tsx\" is needed: no other files are given",
    );
    let parse = |content: &str| {
        tiled::parse(&text, &TiledOptions::default(), &mut |name| {
            assert_eq!(name, "sub/a.tsx");
            Ok(content.as_bytes().to_vec())
        })
    };
    let content = format!("<tileset>{TILE_SET}</tileset>");
    assert_eq!(parse(&content).unwrap().cells, EXPECTED);
    let json = r#"{ "tiles": [
        { "id": 1, "properties": [ { "name": "terrain", "value": 2 } ] },
        { "id": 2, "properties": [ { "name": "walkable", "value": false } ] } ] }"#;
    assert_eq!(parse(json).unwrap().cells, EXPECTED);
    assert_eq!(
        parse(&content.replace("true", "yes")).unwrap_err().to_string(),
        "\"sub/a.tsx\", line 5, column 73: expected true or false, found \"yes\"",
    );
}

/// The error of the XML parser would mislead authors of JSON maps.
#[test]
fn text_that_is_neither_xml_nor_json_gets_its_own_error() {
    for (text, found) in [
        ("", "the end of the file"),
        ("\u{feff}\n hello", "\"hello\""),
        ("[1]", "\"[1]\""),
        ("height: 2", "\"height:\""),
    ] {
        let message = format!("expected XML or an object of JSON, found {found}");
        assert!(error_of(text).ends_with(&message), "{text:?}");
        let error = tiled::layer_names(text).unwrap_err().to_string();
        assert!(error.ends_with(&message), "{text:?}");
    }
    let map = tmx(&csv("a", "0,0,0,0,0,0"))
        .replace(r#"<tileset firstgid="1">"#, r#"<tileset firstgid="1" source="a.tsx">"#);
    let error = tiled::parse(&map, &TiledOptions::default(), &mut |_| Ok(b"tiles".to_vec()));
    assert_eq!(
        error.unwrap_err().to_string(),
        "\"a.tsx\", line 1, column 1: expected XML or an object of JSON, found \"tiles\""
    );
}

#[test]
fn tiles_without_a_width_or_a_height_are_rejected() {
    let xml = tmx(&csv("a", "1,2,3,4,0,1"));
    assert_eq!(
        error_of(&xml.replace(r#"tileheight="8""#, r#"tileheight="0""#)),
        "line 2, column 15: expected a height in pixels, found \"0\"",
    );
    let json = r#"{ "orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 0,
      "tileheight": 1, "tilesets": [], "layers": [] }"#;
    assert_eq!(error_of(json), "line 1, column 70: expected a width in pixels, found \"0\"");
    assert!(tiled::parse_objects(json, &TiledOptions::default()).is_err());
}

#[test]
fn missing_members_of_json_maps_are_reported() {
    let json = r#"{ "orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 1,
      "tileheight": 1, "infinite": true, "tilesets": [], "layers": [
        { "type": "tilelayer", "name": "a", "chunks": [
          { "x": 0, "y": 0, "width": 1, "height": 1, "data": [0] } ] } ] }"#;
    assert!(read(json).is_ok());
    for (from, message) in [
        (
            r#""orientation": "orthogonal", "#,
            "line 1, column 1: the attribute \"orientation\" of \"map\"",
        ),
        (r#""layers": "#, "line 1, column 1: the attribute \"layers\" of \"map\""),
        (r#""x": 0, "#, "line 4, column 11: the attribute \"x\" of \"chunk\""),
        (r#""data": "#, "line 4, column 11: the attribute \"data\" of \"chunk\""),
    ] {
        let text = json.replace(from, if from.ends_with(", ") { "" } else { "\"other\": " });
        assert_eq!(error_of(&text), format!("{message} is missing"));
    }
    assert!(tiled::layer_names("{}").is_err());
}

#[test]
fn an_infinite_map_is_as_large_as_its_chunks() {
    let chunk = |x: i32, y: i32, tiles: &str| {
        format!(r#"<chunk x="{x}" y="{y}" width="2" height="1">{tiles}</chunk>"#)
    };
    let chunks = chunk(-2, 5, "1,2") + &chunk(0, 6, "3,1");
    let data = format!(r#"<data encoding="csv">{chunks}</data>"#);
    let text = tmx(&layer("a", &data)).replace("<map", r#"<map infinite="1""#);
    let grid = read(&text).unwrap();
    assert_eq!((grid.width, grid.height), (4, 2));
    assert_eq!(grid.origin, [-32.0, 40.0]);
    let cells = [Some(0), Some(2), None, None, None, None, None, Some(0)];
    assert_eq!(grid.cells, cells);
    let far = text.replace(r#"x="0""#, r#"x="2000000000""#);
    assert_eq!(error_of(&far), "the file: the file has more than 16777216 cells");
}

/// Tiled writes the data of such a layer without chunks.
#[test]
fn a_layer_of_an_infinite_map_may_be_empty() {
    let chunk = r#"<chunk x="0" y="0" width="2" height="1">1,2</chunk>"#;
    let drawn = layer("a", &format!(r#"<data encoding="csv">{chunk}</data>"#));
    for data in [
        r#"<data encoding="csv"/>"#,
        "<data encoding=\"csv\">\n</data>",
        r#"<data encoding="base64" compression="zlib"/>"#,
        "<data/>",
    ] {
        let text = tmx(&(drawn.clone() + &layer("empty", data)));
        let grid = read(&text.replace("<map", r#"<map infinite="1""#)).unwrap();
        assert_eq!(grid.cells, [Some(0), Some(2)], "{data}");
        assert!(read(&text).is_err(), "of a finite map");
    }
}

#[test]
fn a_wrong_map_is_rejected_with_its_location() {
    let good = tmx(&csv("a", "1,2,3,4,0,1"));
    for (from, to, message) in [
        (
            "orthogonal",
            "hexagonal",
            "line 1, column 40: unknown orientation \"hexagonal\"; expected one of \"orthogonal\", \
             \"isometric\"",
        ),
        ("4,0,1", "4,0", "line 7, column 69: found 5 cells, expected 6"),
        ("4,0,1", "9,0,1,1", "line 7, column 69: found 7 cells, expected 6"),
        (r#"firstgid="1""#, r#"firstgid="2""#, "line 7, column 69: tile 1 belongs to no tile set"),
        ("1,2,3", "1, -2,3", "line 7, column 72: expected the number of a tile, found \"-2\""),
        (
            r#"tileheight="8""#,
            "",
            "line 1, column 22: the attribute \"tileheight\" of \"map\" is missing",
        ),
        (
            "\"csv\"",
            "\"utf9\"",
            "line 7, column 64: unknown encoding \"utf9\"; expected one of \"csv\", \"base64\"",
        ),
        ("</layer>", "</player>", "line 7, column 87: expected 'layer' tag, not 'player'"),
    ] {
        assert!(good.contains(from));
        assert_eq!(error_of(&good.replacen(from, to, 1)), message);
    }
}

#[test]
fn a_small_file_cannot_use_much_memory() {
    let bomb = {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
        zlib.write_all(&vec![0; 32 << 20]).unwrap();
        STANDARD.encode(zlib.finish().unwrap())
    };
    let data = format!(r#"<data encoding="base64" compression="zlib">{bomb}</data>"#);
    let text = tmx(&layer("a", &data));
    assert_eq!(error_of(&text), "line 7, column 91: found 7 cells, expected 6");
    let large = text.replace(r#"height="2""#, r#"height="2000000000""#);
    assert!(error_of(&large).ends_with("the file has more than 16777216 cells"));
    // A window of 2^41 bytes.
    let zstd = STANDARD.encode([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xf8, 1, 0, 0]);
    let data = format!(r#"<data encoding="base64" compression="zstd">{zstd}</data>"#);
    assert!(error_of(&tmx(&layer("a", &data))).contains("the zstd data is damaged"));
}

#[test]
fn json_of_tiled_before_1_2_is_rejected() {
    // Properties were objects, and properties of tiles were in a separate member. If they were
    // ignored, walls would become walkable.
    let with = |members: &str| {
        format!(
            r#"{{ "orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 8,
              "tileheight": 8, "tilesets": [ {{ "firstgid": 1, {members} }} ],
              "layers": [ {{ "type": "tilelayer", "name": "a", "width": 1, "height": 1, "data": [1] }} ] }}"#
        )
    };
    assert!(tiled::parse(&with(r#""name": "t""#), &TiledOptions::default(), &mut no_files).is_ok());
    for members in [
        r#""tileproperties": { "0": { "walkable": false } }"#,
        r#""properties": { "walkable": false }"#,
        r#""tiles": { "0": { "image": "wall.png" } }"#,
    ] {
        let error = error_of(&with(members));
        assert!(error.starts_with("line 2, column "), "{error}");
        assert!(error.contains("JSON of Tiled before version 1.2"), "{error}");
    }
}

#[test]
fn hostile_xml_is_rejected_quickly() {
    let nested: String = (0..50_000).map(|n| format!("<a xmlns:n{n}='{n}'>")).collect();
    assert!(error_of(&nested).contains("more than 128 namespace declarations"));
    let attributes: String = (0..100_000).map(|n| format!(" a{n}=''")).collect();
    assert!(error_of(&format!("<map{attributes}/>")).contains("attributes in one element"));
    let entities = "<!DOCTYPE m [<!ENTITY a 'aaa'><!ENTITY b '&a;&a;'>]><map>&b;</map>";
    assert_eq!(
        error_of(entities),
        "line 1, column 14: a DTD with entities (Illustrator writes one to preserve its editing \
         capabilities: save the drawing without them) cannot be read"
    );
    let deep = "<g>".repeat(200_000) + &"</g>".repeat(200_000);
    assert!(read(&deep).is_err());
    let groups = r#"{"layers":"#.to_owned() + &r#"[{"type":"group","layers":"#.repeat(100_000);
    assert!(error_of(&groups).contains("EOF while parsing"));
    let closed = groups + "[]" + &"}]".repeat(100_000) + "}";
    assert!(error_of(&closed).ends_with("more than 64 levels of nested groups of layers"));
}

#[test]
fn objects_with_an_area_become_shapes() {
    let xml = tmx(r#"<objectgroup name="ground" class="wall"><properties/>
      <object name="a" x="10" y="20" width="4" height="2" rotation="90"/>
      <object type="Ground" x="1" y="2" width="4" height="2"><ellipse/></object>
      <object x="1" y="1"><properties><property name="terrain" value="7"/></properties>
        <polygon points="0,0 1,0 0,1.5"/></object>
      <object x="1" y="1"><point/></object><object x="1" y="1"/>
      <object x="1" y="1"><polyline points="0,0 1,0 0,1"/></object>
      <object gid="3" x="1" y="1" width="4" height="2"/></objectgroup>
      <objectgroup name="notes"><object width="4" height="2"/></objectgroup>"#);
    let json = r#"{ "orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 16,
      "tileheight": 8, "tilesets": [], "layers": [ { "type": "group", "layers": [
        { "type": "objectgroup", "name": "ground", "class": "wall", "objects": [
          { "name": "a", "x": 10, "y": 20, "width": 4, "height": 2, "rotation": 90 },
          { "type": "Ground", "x": 1, "y": 2, "width": 4, "height": 2, "ellipse": true },
          { "x": 1, "y": 1, "properties": [ { "name": "terrain", "value": 7 } ],
            "polygon": [ {"x":0,"y":0}, {"x":1,"y":0}, {"x":0,"y":1.5} ] },
          { "x": 1, "y": 1, "point": true }, { "gid": 3, "width": 4, "height": 2 },
          { "polyline": [ {"x":0,"y":0}, {"x":1,"y":0} ] } ] },
        { "type": "objectgroup", "name": "notes", "objects": [ { "width": 4, "height": 2 } ] }
      ] } ] }"#;
    for text in [xml.as_str(), json] {
        let map = tiled::parse_objects(text, &TiledOptions::default()).unwrap();
        let roles: Vec<Role> = map.shapes.iter().map(|shape| shape.role).collect();
        assert_eq!(roles, [Role::Hole, Role::Ground, Role::Terrain(7)]);
        assert_eq!(map.shapes[0].name.as_deref(), Some("a"));
        let turned = [[10.0, 20.0], [10.0, 24.0], [8.0, 24.0], [8.0, 20.0]];
        assert_eq!(map.shapes[0].rings, [turned]);
        assert_eq!(map.shapes[1].rings[0].len(), 32);
        assert_eq!(map.shapes[1].rings[0][8], [3.0, 4.0], "the lowest of the ellipse");
        assert_eq!(map.shapes[2].rings, [[[1.0, 1.0], [2.0, 1.0], [1.0, 2.5]]]);
        let isometric = text.replace("orthogonal", "isometric");
        let isometric = tiled::parse_objects(&isometric, &TiledOptions::default()).unwrap();
        assert_eq!(isometric.shapes, map.shapes, "in the coordinates of objects");
    }
    for (from, to, message) in [
        (
            "1,0 0,1.5",
            "1,0",
            "line 10, column 7: expected a polygon of at least 3 corners, found 2",
        ),
        ("1,0 0,1.5", "1", "line 11, column 26: expected a list of points such as"),
        (r#"x="10""#, r#"x="1e39""#, "line 8, column 7: expected a finite number"),
        (r#"x="10""#, r#"x="ten""#, "line 8, column 27: expected a number, found \"ten\""),
        (r#"value="7""#, r#"value="-7""#, "line 10, column 71: expected a terrain class"),
    ] {
        let error = tiled::parse_objects(&xml.replacen(from, to, 1), &TiledOptions::default());
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn polylines_with_a_kind_of_link_are_links() {
    let ground = csv("a", "1,2,3,4,0,1");
    let xml = tmx(&format!(
        r#"{ground}<group><objectgroup name="ways"><object x="10" y="20" rotation="90">
      <properties><property name="link" value="jump"/><property name="cost" type="float" value="2.5"/>
      <property name="both_ways" type="bool" value="true"/></properties>
      <polyline points="0,0 9,9 4,2"/></object></objectgroup></group>
      <objectgroup name="both"><object><properties><property name="link" value="other"/></properties>
      <polyline points="0,0 1,1"/></object><object><polyline points="0,0 9"/></object></objectgroup>"#
    ));
    let json = r#"{ "orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 16,
      "tileheight": 8, "tilesets": [ { "firstgid": 1 } ], "layers": [
        { "type": "tilelayer", "name": "a", "width": 1, "height": 1, "data": [1] },
        { "type": "objectgroup", "name": "ways", "objects": [ { "x": 10, "y": 20, "rotation": 90,
          "properties": [ { "name": "link", "value": "jump" }, { "name": "cost", "value": 2.5 },
            { "name": "both_ways", "value": true } ],
          "polyline": [ {"x":0,"y":0}, {"x":9,"y":9}, {"x":4,"y":2} ] } ] },
        { "type": "objectgroup", "name": "both", "objects": [ { "point": true },
          { "properties": [ { "name": "link", "value": "other" } ],
            "polyline": [ {"x":0,"y":0}, {"x":1,"y":1} ] } ] } ] }"#;
    let (from, to, kind) = ([10.0, 20.0, 0.0], [8.0, 24.0, 0.0], LinkKind::Jump);
    let jump = Link { from, to, kind, cost: Some(2.5), both_ways: true };
    let other = Link { to: [1.0, 1.0, 0.0], ..Link::default() };
    for text in [xml.as_str(), json] {
        let grid = read(text).unwrap();
        assert_eq!(grid.links, [jump.clone(), other.clone()]);
        let unread = grid.interpretation.unread().iter();
        let unread: Vec<_> = unread.map(|unread| (unread.kind, &*unread.name)).collect();
        assert_eq!(unread, [(UnreadKind::ObjectLayer, "both")], "the other has only links");
        let objects = tiled::parse_objects(text, &TiledOptions::default()).unwrap();
        assert_eq!(objects.links, grid.links);
        let isometric = read(&text.replace("orthogonal", "isometric")).unwrap();
        assert_eq!(isometric.links, grid.links, "in the coordinates of objects");
    }
    for (from, to, line, message) in [
        ("\"jump\"", "\"fly\"", "line 8", "unknown link kind \"fly\""),
        ("2.5", "-2.5", "line 8", "expected a cost of at least 0, found \"-2.5\""),
        (
            "bool\" value=\"true\"/></properties>\n",
            "bool\" value=\"yes\"/></properties>\n",
            "line 9",
            "expected true or false, found \"yes\"",
        ),
        ("0,0 9,9 4,2", "0,0 9", "line 10", "expected a list of points"),
        ("0,0 9,9 4,2", "0,0", "line 7", "expected at least 2 points along a link"),
    ] {
        let error = error_of(&xml.replacen(from, to, 1));
        assert!(error.starts_with(line) && error.contains(message), "{error}");
    }
}

const PROJECT: &str = r#"{ "defs": { "layers": [ { "uid": 7, "intGridValues": [
    { "value": 1, "identifier": "wall" }, { "value": 2, "identifier": "water" } ] } ] },
  "levels": [], "worlds": [ { "levels": [
    { "identifier": "A", "worldX": -8, "worldY": 16, "layerInstances": [
      { "__identifier": "Pictures", "__type": "Tiles", "layerDefUid": 1, "__cWid": 1,
        "__cHei": 1, "__gridSize": 8, "intGridCsv": [] },
      { "__identifier": "Walls", "__type": "IntGrid", "layerDefUid": 7, "__cWid": 2, "__cHei": 2,
        "__gridSize": 8, "__pxTotalOffsetX": 4, "intGridCsv": [0, 1, 2, 3] } ] },
    { "identifier": "B", "externalRelPath": "p/B.ldtkl", "layerInstances": null } ] } ] }"#;

const LEVEL: &str = r#"{ "identifier": "B", "layerInstances": [
  { "__identifier": "Walls", "__type": "IntGrid", "layerDefUid": 7, "__cWid": 1, "__cHei": 1,
    "__gridSize": 8, "intGridCsv": [1] } ] }"#;

#[test]
fn ldtk_levels_are_read_from_the_project_and_from_separate_files() {
    let mut options = LdtkOptions::default();
    let parse = |options: &LdtkOptions, level: &str| {
        ldtk::parse(PROJECT, options, &mut |name| {
            assert_eq!(name, "p/B.ldtkl");
            Ok(level.as_bytes().to_vec())
        })
    };
    let levels = parse(&options, LEVEL).unwrap();
    assert_eq!(parse(&options, &format!("\u{feff}{LEVEL}")).unwrap(), levels, "byte order mark");
    assert_eq!(levels[0].name, "A");
    assert_eq!(levels[0].grid.cells, [Some(0), None, None, None]);
    assert_eq!(levels[0].grid.origin, [-4.0, 16.0]);
    assert_eq!(levels[1].grid.cells, [None]);
    options.names.insert("water".to_owned(), Some(4));
    options.names.insert("wall".to_owned(), Some(5));
    options.values.insert(1, None);
    options.other = Some(6);
    let levels = parse(&options, LEVEL).unwrap();
    assert_eq!(levels[0].grid.cells, [Some(0), None, Some(4), Some(6)]);
    options.layer = Some("Roofs".to_owned());
    assert_eq!(
        parse(&options, LEVEL).unwrap_err().to_string(),
        "worlds[0].levels[0].layerInstances: unknown IntGrid layer \"Roofs\"; expected \"Walls\"",
    );
    assert_eq!(
        parse(&LdtkOptions::default(), &LEVEL.replace("[1]", "[1, 1]")).unwrap_err().to_string(),
        "\"p/B.ldtkl\", layerInstances[0]: found 2 cells, expected 1",
    );
    let error = ldtk::parse(PROJECT, &LdtkOptions::default(), &mut no_files).unwrap_err();
    assert!(matches!(error.reason, Reason::NotLoaded { .. }));
}

#[test]
fn levels_of_linear_ldtk_worlds_begin_at_0() {
    let origins = |project: String| {
        let options = LdtkOptions::default();
        let file = LEVEL.replace(r#""B","#, r#""B", "worldX": -1, "worldY": -1,"#);
        let levels = ldtk::parse(&project, &options, &mut |_| Ok(file.as_bytes().to_vec()));
        levels.unwrap().into_iter().map(|level| level.grid.origin).collect::<Vec<_>>()
    };
    let placed = PROJECT.replace(r#""worlds": [ {"#, r#""worlds": [ { "worldLayout": "Free","#);
    assert_eq!(origins(placed.clone()), [[-4.0, 16.0], [-1.0, -1.0]]);
    // LDtk writes -1 for both coordinates. Layers may be offset nevertheless.
    assert_eq!(origins(placed.replace("Free", "LinearVertical")), [[4.0, 0.0], [0.0, 0.0]]);
    let world = placed.replace("Free", "LinearHorizontal");
    let only = world.replace(r#""levels": [], "worlds": [ {"#, "");
    let only = only.strip_suffix(" ] }").unwrap().to_owned();
    assert_eq!(origins(only), [[4.0, 0.0], [0.0, 0.0]], "without a list of worlds");
}

#[test]
fn ldtk_sizes_are_checked_before_allocation() {
    let error_for = |size: &str| {
        let text = LEVEL.replace(r#""__cWid": 1"#, &format!(r#""__cWid": {size}"#));
        let project = format!(r#"{{ "levels": [ {text} ] }}"#);
        ldtk::parse(&project, &LdtkOptions::default(), &mut no_files).unwrap_err().to_string()
    };
    let layer = "levels[0].layerInstances[0]";
    let too_many = format!("{layer}: the file has more than 16777216 cells");
    assert_eq!(error_for("4294967295"), too_many);
    assert_eq!(error_for("16777216"), format!("{layer}: found 1 cells, expected 16777216"));
}

/// Regression test: the names of values were looked up for each level.
#[test]
fn a_project_of_many_levels_and_values_is_read_quickly() {
    let values = [r#"{ "value": 1, "identifier": "wall" }"#; 20_000].join(",");
    let level = r#"{ "identifier": "A", "layerInstances": [ { "__identifier": "Walls",
        "__type": "IntGrid", "layerDefUid": 7, "__cWid": 1, "__cHei": 1, "__gridSize": 8,
        "intGridCsv": [1] } ] }"#;
    let levels = [level; 20_000].join(",");
    let project = format!(
        r#"{{ "defs": {{ "layers": [ {{ "uid": 7, "intGridValues": [{values}] }} ] }},
            "levels": [{levels}] }}"#
    );
    let mut options = LdtkOptions::default();
    options.names.insert("wall".to_owned(), Some(5));
    let levels = ldtk::parse(&project, &options, &mut no_files).unwrap();
    assert!(levels.iter().all(|level| level.grid.cells == [Some(5)]));
}

#[test]
fn errors_in_other_ldtk_levels_are_ignored() {
    // B lacks the layer, and the file of C is missing.
    let project = r#"{ "levels": [
      { "identifier": "A", "layerInstances": [ { "__identifier": "Walls", "__type": "IntGrid",
        "layerDefUid": 7, "__cWid": 1, "__cHei": 1, "__gridSize": 8, "intGridCsv": [0] } ] },
      { "identifier": "B", "layerInstances": [] },
      { "identifier": "C", "externalRelPath": "C.ldtkl" } ] }"#;
    let parse = |level: &str| {
        let options = LdtkOptions { level: Some(level.to_owned()), ..LdtkOptions::default() };
        ldtk::parse(project, &options, &mut no_files)
    };
    let levels = parse("A").unwrap();
    assert_eq!((levels.len(), levels[0].name.as_str()), (1, "A"));
    assert_eq!(ldtk::level_names(project).unwrap(), ["A", "B", "C"]);
    assert_eq!(
        parse("B").unwrap_err().to_string(),
        "levels[1].layerInstances: an IntGrid layer is missing",
    );
    assert!(matches!(parse("C").unwrap_err().reason, Reason::NotLoaded { .. }));
    assert_eq!(
        parse("D").unwrap_err().to_string(),
        r#"the file: unknown level "D"; expected one of "A", "B", "C""#,
    );
}

fn image(color: ::png::ColorType, depth: ::png::BitDepth, width: u32, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, width, 1);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == ::png::ColorType::Indexed {
        encoder.set_palette(vec![0, 0, 0, 255, 255, 255, 0, 0, 255]);
        encoder.set_trns(vec![255, 255, 0]);
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn every_kind_of_image_is_read() {
    use ::png::{BitDepth, ColorType};
    let options = PngOptions { colours: vec![([250, 2, 4], Some(5))], ..PngOptions::default() };
    let read = |bytes: &[u8]| png::parse(bytes, &options).unwrap().cells;
    let light_and_dark = [Some(0), None];
    assert_eq!(read(&image(ColorType::Grayscale, BitDepth::One, 2, &[0x80])), light_and_dark);
    assert_eq!(read(&image(ColorType::Grayscale, BitDepth::Eight, 2, &[128, 127])), light_and_dark);
    let sixteen = [255, 0, 0, 255];
    assert_eq!(read(&image(ColorType::Grayscale, BitDepth::Sixteen, 2, &sixteen)), light_and_dark);
    let alpha = [255, 128, 255, 127];
    assert_eq!(read(&image(ColorType::GrayscaleAlpha, BitDepth::Eight, 2, &alpha)), light_and_dark);
    let indexed = image(ColorType::Indexed, BitDepth::Two, 3, &[0b0001_1000]);
    assert_eq!(read(&indexed), [None, Some(0), None]);
    let red = [250, 2, 4, 250, 2, 5];
    assert_eq!(read(&image(ColorType::Rgb, BitDepth::Eight, 2, &red)), [Some(5), None]);
    let tolerant = PngOptions { tolerance: 1, ..options };
    let grid = png::parse(&image(ColorType::Rgb, BitDepth::Eight, 2, &red), &tolerant).unwrap();
    assert_eq!(grid.cells, [Some(5), Some(5)]);
}

#[test]
fn huge_and_damaged_images_are_rejected() {
    use ::png::{BitDepth, ColorType};
    let good = image(ColorType::Grayscale, BitDepth::Eight, 2, &[128, 127]);
    let error_of =
        |bytes: &[u8]| png::parse(bytes, &PngOptions::default()).unwrap_err().to_string();
    assert!(error_of(b"GIF89a").starts_with("the file: the image is damaged: "));
    assert!(error_of(&good[..good.len() - 20]).starts_with("the file: the image is damaged: "));
    let sized = |width: u32, height: u32| {
        let mut bytes = good.clone();
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        let mut crc = flate2::Crc::new();
        crc.update(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&crc.sum().to_be_bytes());
        bytes
    };
    assert_eq!(
        error_of(&sized(2_000_000_000, 2_000_000_000)),
        "the file: the file has more than 16777216 pixels",
    );
    assert!(error_of(&sized(4096, 4096)).contains("declares 16777216 pixels"));
}

/// Found by fuzzing: the palette has 4 bytes.
#[test]
fn a_palette_with_an_incomplete_colour_is_rejected() {
    let file = [
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
        0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x01, 0x03, 0x00, 0x00, 0x00, 0x25,
        0xdb, 0x56, 0xca, 0x00, 0x00, 0x00, 0x04, 0x50, 0x4c, 0x54, 0x45, 0xff, 0xff, 0xff, 0xff,
        0x6a, 0x18, 0x8e, 0x99, 0x00, 0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63,
        0x60, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01, 0x48, 0xaf, 0xa4, 0x71, 0x00, 0x00, 0x00, 0x00,
        0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
    ];
    let error = tautline_formats::png::parse(&file, &PngOptions::default()).unwrap_err();
    assert!(error.to_string().contains("palette"), "{error}");
}

#[test]
fn shapes_without_a_size_are_not_read() {
    let objects: String = ["", "<ellipse/>", "<point/>", "<capsule/>"]
        .map(|shape| format!(r#"<object x="3" y="4" width="0" height="2">{shape}</object>"#))
        .concat();
    let text = tmx(&format!(r#"<objectgroup name="collision">{objects}</objectgroup>"#));
    let map = tiled::parse_objects(&text, &TiledOptions::default()).unwrap();
    assert_eq!(map.shapes, []);
}
