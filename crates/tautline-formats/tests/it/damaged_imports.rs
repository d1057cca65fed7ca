//! Damaged files of other programs are read or rejected, without a panic, a long message or large
//! memory.

#![cfg(all(
    feature = "tiled",
    feature = "ldtk",
    feature = "png",
    feature = "obj",
    feature = "gltf",
    feature = "geojson",
    feature = "svg"
))]

use crate::damage::{self, damaged, damaged_text};
use proptest::collection::vec;
use proptest::prelude::*;
use tautline_formats::geojson::{self, GeoJsonOptions};
use tautline_formats::ldtk::{self, LdtkOptions};
use tautline_formats::obj::{self, ObjOptions};
use tautline_formats::png::{self, PngOptions};
use tautline_formats::svg::{self, SvgOptions};
use tautline_formats::tiled::{self, TiledOptions};
use tautline_formats::{FormatError, Link, Model, TileGrid, VectorMap, gltf};

const TMX: &str = r#"<map orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
<tileset firstgid="1"><tile id="1"><properties><property name="terrain" value="2"/></properties></tile></tileset>
<tileset firstgid="9" source="a.tsx"/>
<layer name="a" width="2" height="1"><data encoding="csv">1,2</data></layer>
<layer name="b" width="2" height="1"><data encoding="base64" compression="zlib">eJxjZGBgYAJiAAAYAAQ=</data></layer>
<layer name="c" width="2" height="1"><data encoding="base64" compression="gzip">H4sIAAAAAAACA2NkYGBgAmIAfBeBAwgAAAA=</data></layer>
<layer name="d" width="2" height="1"><data encoding="base64" compression="zstd">KLUv/SAIQQAAAQAAAAIAAAA=</data></layer>
<layer name="collision" width="2" height="1"><data><tile gid="3"/><tile/></data></layer>
<objectgroup name="wall"><object x="1" width="4" height="2" rotation="9"><ellipse/></object>
<object class="ground"><polygon points="0,0 1,0 0,1.5e1"/></object>
<object x="2"><properties><property name="link" value="jump"/><property name="cost" value="2.5"/></properties>
<polyline points="0,0 1,0"/></object></objectgroup></map>"#;
const TMJ: &str = r#"{"orientation":"isometric","infinite":true,"width":2,"height":1,"tilewidth":16,"tileheight":16,
"layers":[{"type":"tilelayer","name":"a","chunks":[{"x":-1,"y":2,"width":2,"height":1,"data":[1,2]}]},
{"type":"group","name":"g","layers":[{"type":"tilelayer","name":"b","width":2,"height":1,"data":"AQAAAAIAAAA=","encoding":"base64"}]},
{"type":"objectgroup","name":"wall","objects":[{"width":3,"height":4},{"polygon":[{"x":0,"y":0},{"x":1,"y":0},{"x":0,"y":1e0}]},{"polyline":[{"x":0,"y":0},{"x":1,"y":0}],
"properties":[{"name":"link","value":"ladder"},{"name":"both_ways","value":true}]}]}],
"tilesets":[{"firstgid":1,"tiles":[{"id":1,"properties":[{"name":"walkable","value":false}]}]}]}"#;
const LDTK: &str = r#"{"defs":{"layers":[{"uid":7,"intGridValues":[{"value":1,"identifier":"wall"}]}]},
"levels":[{"identifier":"A","worldX":-8,"layerInstances":[{"__identifier":"W","__type":"IntGrid","layerDefUid":7,
"__cWid":2,"__cHei":2,"__gridSize":8,"intGridCsv":[0,1,2,3]}]},{"identifier":"B","externalRelPath":"b"}]}"#;
const OBJ: &str = "o a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl b\nf 1/1 2//2 3\nf -1 -2 -3\n";
const GLTF: &str = r#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],
"nodes":[{"mesh":0,"children":[1],"rotation":[0,1,0,0]},{"mesh":0,"scale":[1,2,-3]}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"mode":5}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
{"bufferView":0,"byteOffset":36,"componentType":5121,"count":4,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":40}],"buffers":[{"byteLength":40,
"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIC/AAECAA=="}]}"#;
const GEOJSON: &str = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"role":"hole","terrain":2},
"geometry":{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1.5e0],[0,0]]]},
{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]}]}},{"type":"Feature",
"properties":{"link":"jump","cost":2.5,"both_ways":true},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1,3]]}}]}"#;
const SVG: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="10cm" viewBox="0 0 9 9"><g id="hole-1" transform="rotate(30 1 2) skewX(9)">
<rect id="a" x="1" width="20%" height="2" rx="1"/><use href="#a" x="2"/><symbol id="s" viewBox="0 0 2 2"><circle r="1"/></symbol>
<use href="#s" width="5"/></g><path class="terrain-2" d="M0 0C1 2 3 4 5 6S1 2 3 4Q1 2 3 4T1 2H3V4a5 3 9 0 1 7-7z"/>
<path data-link="jump" data-cost="2.5" data-both-ways="true" d="M1 2C3 4 5 6 7 8"/><line data-link="other" x2="9"/>
<polygon points="1,2 3,4 5,6.5e1" style="fill-rule:evenodd;display:inline"/><ellipse rx="3" ry="1"/></svg>"##;

fn check<T>(
    result: Result<T, FormatError>,
    is_valid: impl Fn(&T) -> bool,
) -> Result<(), TestCaseError> {
    damage::check(result, |value| {
        prop_assert!(is_valid(&value));
        Ok(())
    })
}

fn is_valid_grid(grid: &TileGrid) -> bool {
    u64::try_from(grid.cells.len()) == Ok(u64::from(grid.width) * u64::from(grid.height))
        && !grid.cells.is_empty()
        && grid.origin.iter().chain(&grid.cell_size).all(|number| number.is_finite())
        && grid.cell_size.iter().all(|&side| side > 0.0)
        && are_valid_links(&grid.links)
}

fn is_valid_model(model: &Model) -> bool {
    let exists = |&vertex: &u32| usize::try_from(vertex).is_ok_and(|v| v < model.vertices.len());
    let mut end = 0;
    let are_parts_contiguous = model.parts.iter().all(|part| {
        let start = std::mem::replace(&mut end, part.triangles.end);
        part.triangles.start == start && part.triangles.end > start
    });
    are_parts_contiguous
        && end == model.triangles.len()
        && model.triangles.iter().flatten().all(exists)
        && model.vertices.iter().flatten().all(|number| number.is_finite())
}

fn are_valid_links(links: &[Link]) -> bool {
    links.iter().all(|link| {
        link.from.iter().chain(&link.to).all(|number| number.is_finite())
            && link.cost.is_none_or(|cost| cost.is_finite() && cost >= 0.0)
    })
}

fn is_valid_vector_map(map: &VectorMap) -> bool {
    are_valid_links(&map.links)
        && map.shapes.iter().all(|shape| {
            !shape.rings.is_empty()
                && shape.rings.iter().all(|ring| ring.len() >= 3)
                && shape.rings.iter().flatten().flatten().all(|number| number.is_finite())
        })
}

fn image() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, 4, 2);
    encoder.set_color(::png::ColorType::Rgba);
    let data: Vec<u8> = (0..32).collect();
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&data));
    assert!(written.is_ok());
    bytes
}

/// Creates a PNG image with an arbitrary header and a matching checksum.
fn image_with_header(header: &[u8]) -> Vec<u8> {
    let mut bytes = image();
    bytes[16..16 + header.len()].copy_from_slice(header);
    let mut crc = flate2::Crc::new();
    crc.update(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.sum().to_be_bytes());
    bytes
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() }
}

#[test]
fn the_undamaged_samples_are_valid() {
    let tile_set = &mut |_: &str| Ok(b"<tileset/>".to_vec());
    let none = &mut |_: &str| Err("none".to_owned());
    assert!(
        tiled::parse(TMX, &TiledOptions::default(), tile_set)
            .is_ok_and(|grid| is_valid_grid(&grid))
    );
    assert!(
        tiled::parse(TMJ, &TiledOptions::default(), none).is_ok_and(|grid| is_valid_grid(&grid))
    );
    for text in [TMX, TMJ] {
        let map = tiled::parse_objects(text, &TiledOptions::default());
        let counts = |map: &VectorMap| (map.shapes.len(), map.links.len());
        assert!(map.is_ok_and(|map| is_valid_vector_map(&map) && counts(&map) == (2, 1)));
    }
    let level = &mut |_: &str| Ok(LDTK.split_once("s\":[").map_or("", |(_, l)| l).into());
    assert!(ldtk::parse(LDTK, &LdtkOptions::default(), level).is_err());
    assert!(obj::parse(OBJ, &ObjOptions::default()).is_ok_and(|model| is_valid_model(&model)));
    let model = gltf::parse(GLTF.as_bytes(), none).map_err(|error| error.to_string());
    assert!(model.as_ref().is_ok_and(is_valid_model), "{model:?}");
    assert!(
        geojson::parse(GEOJSON, &GeoJsonOptions::default())
            .is_ok_and(|map| is_valid_vector_map(&map) && map.links.len() == 1)
    );
    let map = svg::parse(SVG, &SvgOptions::default());
    assert!(map.is_ok_and(|map| is_valid_vector_map(&map) && map.links.len() == 2));
}

/// Serde alone would accept a list for the fields of a struct.
#[test]
fn a_list_is_not_an_object() {
    for text in ["[]", " [[], []]", "[\n{}, []]", "\"text\"", "3"] {
        let none = &mut |_: &str| Err("none".to_owned());
        for error in [
            ldtk::parse(text, &LdtkOptions::default(), none).err(),
            gltf::parse(text.as_bytes(), none).err(),
            geojson::parse(text, &GeoJsonOptions::default()).err(),
        ] {
            let message = error.map(|error| error.to_string()).unwrap_or_default();
            assert!(message.contains("expected an object of JSON, found "), "{text:?}: {message}");
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_damaged_tiled_map_is_read_or_rejected(text in damaged_text(TMX), set in damaged_text("<tileset><tile id='1'/></tileset>")) {
        let load = &mut |_: &str| Ok(set.clone().into_bytes());
        let options = TiledOptions::default();
        check(tiled::parse(&text, &options, load), is_valid_grid)?;
        check(tiled::parse_objects(&text, &options), is_valid_vector_map)?;
        if let Ok((grid, shapes)) = tiled::parse_with_objects(&text, &options, load) {
            prop_assert_eq!(tiled::parse(&text, &options, load).map(|grid| grid.cells), Ok(grid.cells));
            prop_assert_eq!(tiled::parse_objects(&text, &options).map(|map| map.shapes), Ok(shapes));
        }
    }

    #[test]
    fn damaged_compressed_tiles_are_read_or_rejected(
        data in vec(any::<u8>(), 0..60),
        prefix in 0_usize..14,
        kind in proptest::sample::select(vec!["zlib", "gzip", "zstd"]),
    ) {
        use base64::Engine as _;
        let start: &[u8] = match kind {
            "zlib" => &[0x78, 0x9c],
            "gzip" => &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3],
            _ => &[0x28, 0xb5, 0x2f, 0xfd, 0x20, 8, 0x41],
        };
        let bytes = [&start[..start.len().min(prefix)], &data].concat();
        let encoded = base64::engine::general_purpose::STANDARD.encode(bytes);
        let text = format!(
            "<map orientation='isometric' width='900' height='900' tilewidth='1' tileheight='1'>\
             <tileset firstgid='1'/><layer width='900' height='900'>\
             <data encoding='base64' compression='{kind}'>{encoded}</data></layer></map>"
        );
        let load = &mut |_: &str| Err(String::new());
        check(tiled::parse(&text, &TiledOptions::default(), load), is_valid_grid)?;
    }

    #[test]
    fn a_damaged_tiled_map_in_json_is_read_or_rejected(text in damaged_text(TMJ)) {
        let load = &mut |_: &str| Ok(Vec::new());
        check(tiled::parse(&text, &TiledOptions::default(), load), is_valid_grid)?;
        check(tiled::parse_objects(&text, &TiledOptions::default()), is_valid_vector_map)?;
    }

    #[test]
    fn a_damaged_ldtk_project_is_read_or_rejected(text in damaged_text(LDTK)) {
        let load = &mut |_: &str| Err("several\nlines".to_owned());
        let are_valid = |levels: &Vec<ldtk::Level>| levels.iter().all(|level| is_valid_grid(&level.grid));
        check(ldtk::parse(&text, &LdtkOptions::default(), load), are_valid)?;
    }

    #[test]
    fn a_damaged_image_is_read_or_rejected(bytes in damaged(image())) {
        check(png::parse(&bytes, &PngOptions::default()), is_valid_grid)?;
    }

    #[test]
    fn an_image_with_any_header_is_read_or_rejected(header in vec(prop_oneof![Just(0_u8), Just(1), Just(2), any::<u8>()], 13)) {
        check(png::parse(&image_with_header(&header), &PngOptions::default()), is_valid_grid)?;
    }

    #[test]
    fn a_damaged_obj_model_is_read_or_rejected(text in damaged_text(OBJ)) {
        check(obj::parse(&text, &ObjOptions::default()), is_valid_model)?;
    }

    #[test]
    fn a_damaged_gltf_model_is_read_or_rejected(bytes in damaged(GLTF.as_bytes().to_vec())) {
        let load = &mut |_: &str| Ok(vec![0; 50]);
        check(gltf::parse(&bytes, load), is_valid_model)?;
    }

    #[test]
    fn a_damaged_binary_gltf_model_is_read_or_rejected(bytes in damaged({
        let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
        let json = GLTF.replace("\"uri\"", "\"_\"");
        bytes.extend(u32::try_from(json.len()).unwrap_or(0).to_le_bytes());
        bytes.extend(b"JSON");
        bytes.extend(json.as_bytes());
        bytes.extend(b"\x28\0\0\0BIN\0");
        bytes.extend([0; 40]);
        bytes
    })) {
        check(gltf::parse(&bytes, &mut |_: &str| Ok(vec![0; 50])), is_valid_model)?;
    }

    #[test]
    fn a_damaged_geojson_map_is_read_or_rejected(text in damaged_text(GEOJSON)) {
        check(geojson::parse(&text, &GeoJsonOptions::default()), is_valid_vector_map)?;
    }

    #[test]
    fn a_damaged_drawing_is_read_or_rejected(text in damaged_text(SVG)) {
        check(svg::parse(&text, &SvgOptions::default()), is_valid_vector_map)?;
    }
}
