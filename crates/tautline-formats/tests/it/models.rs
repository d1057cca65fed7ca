//! Models: OBJ and glTF.

#![cfg(all(feature = "obj", feature = "gltf"))]
#![expect(clippy::float_cmp, reason = "these numbers are exact")]

use tautline_formats::obj::{self, ObjOptions};
use tautline_formats::{Model, gltf, no_files};

fn read_obj(text: &str) -> Result<Model, String> {
    obj::parse(text, &ObjOptions { z_up: true }).map_err(|error| error.to_string())
}

#[test]
fn turning_the_axes_makes_no_negative_zero() {
    let model = obj::parse("v 0 1 0\nv 2 1 -0.0\n", &ObjOptions::default()).unwrap();
    let y = model.vertices.iter().map(|vertex| vertex[1].to_bits());
    assert_eq!(y.collect::<Vec<_>>(), [0, 0]);
}

#[test]
fn names_and_materials_begin_new_parts() {
    let text = "# made by hand\nmtllib a.mtl\nv 0 0 0 1.0\nv 1 0 0\nv 1 1 0 0.5 0.5 0.5\r\n\
                g one  two\nf 1/1 2/2/2 3//3\nusemtl wet sand\nf -3 -2 -1 # the same\n\
                o three\ng four\nf 3 2 1\n";
    let model = read_obj(text).unwrap();
    assert_eq!(model.triangles, [[0, 1, 2], [0, 1, 2], [2, 1, 0]]);
    let parts: Vec<_> = model
        .parts
        .iter()
        .map(|part| (&*part.name, &*part.material, part.triangles.clone()))
        .collect();
    let expected =
        [("one  two", "", 0..1), ("one  two", "wet sand", 1..2), ("four", "wet sand", 2..3)];
    assert_eq!(parts, expected);
}

/// Old programs of Macintosh end lines with a carriage return alone.
#[test]
fn all_three_ends_of_lines_are_read() {
    let text = "# a step\no step\nv 0 0 0\nv 1 0 0\nv 0 0 1\n\nf 1 2 3\n";
    let model = read_obj(text).unwrap();
    assert_eq!(model.triangles.len(), 1);
    for end in ["\r\n", "\r"] {
        assert_eq!(read_obj(&text.replace('\n', end)), Ok(model.clone()), "{end:?}");
        let wrong = text.replace("2 3", "2 4").replace('\n', end);
        let reason =
            "line 7, column 7: expected a vertex from 1 to 3 or from -3 to -1, found \"4\"";
        assert_eq!(read_obj(&wrong), Err(reason.to_owned()), "{end:?}");
    }
}

#[test]
fn a_wrong_obj_is_rejected_with_its_location() {
    let start = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let error_of = |line: &str| read_obj(&(start.to_owned() + line)).unwrap_err();
    assert_eq!(
        error_of("f 1 2"),
        "line 4, column 1: expected a polygon of at least 3 corners, found 2"
    );
    let range = "expected a vertex from 1 to 3 or from -3 to -1, found";
    assert_eq!(error_of("f 1 2 4"), format!("line 4, column 7: {range} \"4\""));
    assert_eq!(error_of("f 1 2 0"), format!("line 4, column 7: {range} \"0\""));
    assert_eq!(error_of("f 1 -4 2"), format!("line 4, column 5: {range} \"-4\""));
    assert_eq!(error_of("f 1 //2 3"), format!("line 4, column 5: {range} \"//2\""));
    assert_eq!(
        error_of("v 1 nan 0"),
        "line 4, column 5: expected a finite number that fits into 32 bits, found \"nan\"",
    );
    assert_eq!(
        error_of("v 1 2"),
        "line 4, column 6: expected a coordinate, found the end of the line",
    );
    let cut = error_of("f 9223372036854775807 -9223372036854775808 1");
    assert!(cut.contains("column 3"), "{cut}");
}

/// In any triangulation, the signed areas of the triangles add up to the area of the face. So if all
/// areas are positive, the triangles cover exactly the face, without overlaps.
#[test]
fn concave_faces_become_triangles_that_all_face_the_same_way() {
    let comb = [[0, 0], [6, 0], [6, 3], [5, 1], [4, 3], [3, 1], [2, 3], [1, 1], [0, 3]];
    let spiral = [
        [0, 0],
        [5, 0],
        [5, 5],
        [1, 5],
        [1, 2],
        [3, 2],
        [3, 3],
        [2, 3],
        [2, 4],
        [4, 4],
        [4, 1],
        [0, 1],
    ];
    let with_straight_edges =
        [[0, 0], [1, 0], [2, 0], [4, 0], [4, 1], [4, 2], [2, 2], [2, 1], [0, 1]];
    // A square hole, with a cut from the outline to it.
    let hole = [[0, 0], [9, 0], [9, 9], [0, 9], [0, 0], [4, 4], [4, 6], [6, 6], [6, 4], [4, 4]];
    for face in [&comb[..], &spiral, &with_straight_edges, &hole] {
        for first in 0..face.len() {
            for plane in 0..3 {
                let mut text = String::new();
                for corner in 0..face.len() {
                    let [x, y] = face[(first + corner) % face.len()];
                    let mut point = [x, y, x];
                    point.rotate_left(plane);
                    text += &format!("v {} {} {}\n", point[0], point[1], point[2]);
                }
                let corners: Vec<String> = (1..=face.len()).map(|it| it.to_string()).collect();
                let model = read_obj(&format!("{text}f {}\n", corners.join(" "))).unwrap();
                assert_eq!(model.triangles.len(), face.len() - 2);
                for triangle in &model.triangles {
                    let [a, b, c] = triangle.map(|corner| {
                        let mut point = model.vertices[corner as usize];
                        point.rotate_right(plane);
                        point
                    });
                    let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
                    assert!(
                        area > 0.0,
                        "{face:?} from {first} in plane {plane}: {a:?} {b:?} {c:?}"
                    );
                }
            }
        }
    }
}

/// A buffer with the four corners of a square, and the indices of its two triangles in 8, 16 and 32
/// bits.
fn buffer() -> Vec<u8> {
    let corners = [[0_f32, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 0.0, -2.0], [0.0, 0.0, -2.0]];
    let mut bytes: Vec<u8> = corners.iter().flatten().flat_map(|c| c.to_le_bytes()).collect();
    bytes.extend([0, 1, 2, 0, 2, 3]);
    bytes.extend([0_u16, 1, 2, 0, 2, 3].iter().flat_map(|i| i.to_le_bytes()));
    bytes.extend([0_u32, 1, 2, 0, 2, 3].iter().flat_map(|i| i.to_le_bytes()));
    bytes
}

fn document(uri: &str, nodes: &str, primitives: &str) -> String {
    format!(
        r#"{{ "asset": {{ "version": "2.0" }}, "scene": 0, "scenes": [ {{ "nodes": [0] }} ],
  "nodes": [ {nodes} ], "meshes": [ {{ "name": "square", "primitives": [ {primitives} ] }} ],
  "materials": [ {{ "name": "sand" }} ],
  "buffers": [ {{ {uri} "byteLength": 90 }} ],
  "bufferViews": [ {{ "buffer": 0, "byteLength": 48 }}, {{ "buffer": 0, "byteOffset": 48, "byteLength": 42 }} ],
  "accessors": [ {{ "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3" }},
    {{ "bufferView": 1, "componentType": 5121, "count": 6, "type": "SCALAR" }},
    {{ "bufferView": 1, "byteOffset": 6, "componentType": 5123, "count": 6, "type": "SCALAR" }},
    {{ "bufferView": 1, "byteOffset": 18, "componentType": 5125, "count": 6, "type": "SCALAR" }} ] }}"#
    )
}

const URI: &str = r#""uri": "square.bin","#;
const NODE: &str = r#"{ "mesh": 0 }"#;
const PRIMITIVE: &str = r#"{ "attributes": { "POSITION": 0, "NORMAL": 0 }, "indices": 1 }"#;

fn read(text: &str) -> Result<Model, String> {
    let load = &mut |name: &str| {
        assert_eq!(name, "square.bin");
        Ok(buffer())
    };
    gltf::parse(text.as_bytes(), load).map_err(|error| error.to_string())
}

#[test]
fn indices_of_every_width_are_read() {
    for indices in ["1", "2", "3"] {
        let primitive = PRIMITIVE.replace("\"indices\": 1", &format!("\"indices\": {indices}"));
        let model = read(&document(URI, NODE, &primitive)).unwrap();
        assert_eq!(model.triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(model.vertices[2], [2.0, 2.0, 0.0], "y of the file points up");
        assert_eq!((&*model.parts[0].name, &*model.parts[0].material), ("square", ""));
    }
}

#[test]
fn empty_scenes_extras_and_animations_of_extensions_are_read() {
    // Blender writes no list for a scene without nodes; `KHR_animation_pointer` names no node.
    let text = document(URI, r#"{ "mesh": 0, "extras": "first try" }"#, PRIMITIVE)
        .replace(r#"{ "nodes": [0] }"#, r#"{ "name": "Empty" }, { "nodes": [0] }"#)
        .replace(
            r#""scene": 0"#,
            r#""scene": 1, "animations": [ { "samplers": [ { "input": 0, "output": 0 } ],
                "channels": [ { "sampler": 0, "target": { "path": "pointer" } } ] } ]"#,
        );
    assert_eq!(read(&text).unwrap().triangles, [[0, 1, 2], [0, 2, 3]]);
    let empty = read(&text.replace(r#""scene": 1"#, r#""scene": 0"#)).unwrap();
    assert_eq!(empty, Model::default());
}

#[test]
fn quantized_positions_are_transformed_by_their_node() {
    // The square with integer coordinates in elements of eight bytes. A node scales them by 0.5.
    let corners = [[0_i16, 0, 0], [4, 0, 0], [4, 0, -4], [0, 0, -4]];
    let bytes = corners.iter().flat_map(|&[x, y, z]| [x, y, z, 0]).flat_map(i16::to_le_bytes);
    let mut bytes: Vec<u8> = bytes.collect();
    bytes.extend(&buffer()[48..54]);
    let text = document(URI, r#"{ "mesh": 0, "scale": [0.5, 0.5, 0.5] }"#, PRIMITIVE)
        .replace("\"scene\": 0", r#""extensionsRequired": ["KHR_mesh_quantization"]"#)
        .replace("\"byteLength\": 90", "\"byteLength\": 38")
        .replace("\"byteLength\": 48", "\"byteLength\": 32, \"byteStride\": 8")
        .replace("\"byteOffset\": 48, \"byteLength\": 42", "\"byteOffset\": 32, \"byteLength\": 6")
        .replace("5126", "5122");
    let read = |text: &str| {
        let model = gltf::parse(text.as_bytes(), &mut |_: &str| Ok(bytes.clone()));
        model.map_err(|error| error.to_string())
    };
    let model = read(&text).unwrap();
    assert_eq!(model.triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(model.vertices[2], [2.0, 2.0, 0.0]);
    let normalized = read(&text.replace("5122,", "5122, \"normalized\": true,")).unwrap();
    assert_eq!(normalized.vertices[1], [0.5 * (4.0 / 32767.0), 0.0, 0.0]);
    let error = read(&text.replace("5122", "5125")).unwrap_err();
    assert!(error.starts_with("accessors[0]: expected positions of VEC3 of type"), "{error}");
}

#[test]
fn sparse_positions_replace_some_or_default_to_zero() {
    // Corners 1 and 2 become the first two.
    let sparse = r#""sparse": { "count": 2, "indices": { "bufferView": 1, "byteOffset": 1,
        "componentType": 5121 }, "values": { "bufferView": 0, "byteOffset": 12 } }"#;
    let good = document(URI, NODE, PRIMITIVE);
    let replaced = good.replacen(r#""type": "VEC3""#, &format!(r#""type": "VEC3", {sparse}"#), 1);
    let model = read(&replaced).unwrap();
    assert_eq!(model.vertices[1..3], [[2.0, 0.0, 0.0], [2.0, 2.0, 0.0]]);
    let without_base =
        replaced.replacen(r#""bufferView": 0, "componentType""#, r#""componentType""#, 1);
    let model = read(&without_base).unwrap();
    let expected = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 0.0, 0.0]];
    assert_eq!(model.vertices, expected);
    let many = without_base.replacen(r#""count": 4"#, r#""count": 8388609"#, 1);
    let error = read(&many).unwrap_err();
    assert_eq!(error, "accessors[0]: the file has more than 8388608 vertices");
}

#[test]
fn strips_and_fans_become_triangles_and_lines_do_not() {
    let primitive = |mode: u32| {
        format!(r#"{{ "attributes": {{ "POSITION": 0 }}, "mode": {mode}, "material": 0 }}"#)
    };
    let triangles = |mode| read(&document(URI, NODE, &primitive(mode))).unwrap().triangles;
    assert_eq!(triangles(4), [[0, 1, 2]], "one corner is left over");
    assert_eq!(triangles(5), [[0, 1, 2], [2, 1, 3]]);
    assert_eq!(triangles(6), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(triangles(1), [[0_u32; 3]; 0]);
    let model = read(&document(URI, NODE, &primitive(5))).unwrap();
    assert_eq!(&*model.parts[0].material, "sand");
}

#[test]
fn nodes_transform_their_meshes() {
    // Scaling is applied first. A quarter turn around y takes x to -z.
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let nodes = format!(
        r#"{{ "name": "outer", "translation": [10, 0, 0], "rotation": [0, {half}, 0, {half}],
             "scale": [1, 1, 3], "children": [1, 2] }},
           {{ "name": "inner", "mesh": 0, "translation": [0, 5, 0] }},
           {{ "mesh": 0, "matrix": [-1,0,0,0, 0,1,0,0, 0,0,1,0, 7,8,9,1] }}"#
    );
    let model = read(&document(URI, &nodes, PRIMITIVE)).unwrap();
    let near = |found: [f32; 3], expected: [f32; 3]| {
        let is_near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5);
        assert!(is_near, "{found:?} {expected:?}");
    };
    // (2, 5, -2) of the outer node: scaled (2, 5, -6), turned (-6, 5, -2).
    near(model.vertices[2], [4.0, 2.0, 5.0]);
    // (7 - 2, 8, 9): scaled (5, 8, 27), turned (27, 8, -5).
    near(model.vertices[5], [37.0, 5.0, 8.0]);
    assert_eq!(model.triangles[2], [4, 6, 5], "a mirrored triangle is turned over");
    assert_eq!((&*model.parts[0].name, &*model.parts[1].name), ("inner", "square"));
}

/// Blender escapes spaces and letters such as umlauts in the names of buffers.
#[test]
fn percent_escapes_of_uris_are_decoded() {
    for (uri, name) in [
        ("great%20hall.bin", "great hall.bin"),
        ("S%C3%A4ule.bin", "S\u{e4}ule.bin"),
        ("100%.bin", "100%.bin"),
        ("50%+1.bin", "50%+1.bin"),
        ("%ff%20.bin", "%ff%20.bin"),
        ("%\u{e4}.bin", "%\u{e4}.bin"),
    ] {
        let text = document(&format!(r#""uri": "{uri}","#), NODE, PRIMITIVE);
        let mut asked = Vec::new();
        let load = &mut |name: &str| {
            asked.push(name.to_owned());
            Ok(buffer())
        };
        assert!(gltf::parse(text.as_bytes(), load).is_ok());
        assert_eq!(asked, [name]);
    }
}

#[test]
fn binary_files_contain_their_buffer() {
    let mut json = document("", NODE, PRIMITIVE).into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, content) in [(b"JSON", &json), (b"BIN\0", &buffer())] {
        bytes.extend(u32::try_from(content.len()).unwrap().to_le_bytes());
        bytes.extend(kind);
        bytes.extend(content);
    }
    let parse = |bytes: &[u8]| gltf::parse(bytes, &mut no_files).map_err(|e| e.to_string());
    assert_eq!(parse(&bytes).unwrap().triangles.len(), 2);
    for end in 4..bytes.len() {
        assert!(parse(&bytes[..end]).is_err(), "{end}");
    }
    let short = parse(&bytes[..bytes.len() - 1]).unwrap_err();
    assert!(short.contains("the file has only"), "{short}");
    let mut no_json = bytes.clone();
    no_json[16] = b'X';
    assert_eq!(parse(&no_json).unwrap_err(), "byte 16: expected a JSON chunk, found \"XSON\"");
    bytes[4] = 1;
    let old = parse(&bytes).unwrap_err();
    assert!(old.starts_with("byte 4: the file has format version \"1\""), "{old}");
}

#[test]
fn a_wrong_gltf_is_rejected_with_its_location() {
    let good = document(URI, NODE, PRIMITIVE);
    for (from, to, message) in [
        (
            r#""nodes": [0]"#,
            r#""nodes": [1]"#,
            "scenes[0].nodes[0]: expected the index of one of 1 nodes, found 1",
        ),
        (
            r#""mesh": 0"#,
            r#""mesh": 9"#,
            "nodes[0].mesh: expected the index of one of 1 meshes, found 9",
        ),
        (
            r#""POSITION": 0"#,
            r#""POSITION": 4"#,
            "meshes[0].primitives[0].attributes.POSITION: expected the index of one of 4 accessors, found 4",
        ),
        (
            r#""POSITION": 0"#,
            r#""POSITION": 1"#,
            "accessors[1]: expected positions of VEC3 of type 5126 (float) or 5120 to 5123 (integer), \
             found \"SCALAR of type 5121\"",
        ),
        (
            r#""indices": 1"#,
            r#""indices": 0"#,
            "accessors[0]: expected indices of SCALAR of type 5121, 5123 or 5125 (unsigned), found \"VEC3 of type 5126\"",
        ),
        (
            r#""count": 4"#,
            r#""count": 3"#,
            "accessors[1], element 5: expected the index of one of 3 vertices, found 3",
        ),
        (
            r#""count": 6"#,
            r#""count": 43"#,
            "accessors[1]: the data reaches to byte 43, but the buffer view has only 42",
        ),
        (
            r#""count": 6"#,
            r#""count": 18446744073709551615"#,
            "accessors[1]: the file has more than 8388608 triangles",
        ),
        (
            r#""byteOffset": 48"#,
            r#""byteOffset": 18446744073709551615"#,
            "bufferViews[1]: the data reaches to byte 18446744073709551615, but the buffer has only 90",
        ),
        (
            r#""type": "VEC3""#,
            r#""type": "VEC3", "sparse": { "count": 2, "indices": { "bufferView": 1, "byteOffset": 41,
               "componentType": 5121 }, "values": { "bufferView": 0 } }"#,
            "accessors[0].sparse.indices: the data reaches to byte 43, but the buffer view has only 42",
        ),
        (
            r#""type": "VEC3""#,
            r#""type": "VEC3", "sparse": { "count": 5, "indices": { "bufferView": 1,
               "componentType": 5121 }, "values": { "bufferView": 0 } }"#,
            "accessors[0].sparse.values: the data reaches to byte 60, but the buffer view has only 48",
        ),
        (
            r#""type": "VEC3""#,
            r#""type": "VEC3", "sparse": { "count": 0, "indices": { "bufferView": 1,
               "componentType": 5121 }, "values": { "bufferView": 0 } }"#,
            "accessors[0]: a sparse accessor without a value cannot be read",
        ),
        (
            r#""byteLength": 42"#,
            r#""byteLength": 43"#,
            "bufferViews[1]: the data reaches to byte 91, but the buffer has only 90",
        ),
        (
            r#""byteLength": 90"#,
            r#""byteLength": 91"#,
            "buffers[0]: the data reaches to byte 91, but the buffer has only 90",
        ),
        (
            r#""buffer": 0,"#,
            r#""buffer": 1,"#,
            "bufferViews[0].buffer: expected the index of one of 1 buffers, found 1",
        ),
        (r#""uri": "square.bin","#, "", "buffers[0]: the URI of the buffer is missing"),
        (
            r#"square.bin"#,
            "data:;base64,A*",
            "buffers[0].uri: the base64 data is damaged: Invalid symbol 42, offset 1.",
        ),
        (
            r#""version": "2.0""#,
            r#""version": "1.0""#,
            "asset.version: the file has format version \"1.0\", but version 2.0 is read",
        ),
        (
            r#""scene": 0"#,
            r#""extensionsRequired": ["KHR_draco_mesh_compression"]"#,
            "extensionsRequired[0]: the extension \"KHR_draco_mesh_compression\" cannot be read",
        ),
        (
            r#"{ "mesh": 0 }"#,
            r#"{ "mesh": 0, "children": [0] }"#,
            "nodes[0]: a node with several parents cannot be read",
        ),
        (
            r#"{ "mesh": 0 }"#,
            r#"{ "mesh": 0, "scale": [3e38, 1, 1] }"#,
            "meshes[0].primitives[0]: expected a finite number that fits into 32 bits, found \"inf\"",
        ),
        (
            r#""count": 4"#,
            r#""count": -4"#,
            "line 6, column 70: invalid value: integer `-4`, expected u64",
        ),
    ] {
        assert!(good.contains(from), "{from}");
        assert_eq!(read(&good.replacen(from, to, 1)).unwrap_err(), message);
    }
}

#[test]
fn a_mesh_with_many_instances_is_limited() {
    let children: Vec<String> = (1..20_000).map(|node| node.to_string()).collect();
    let root = format!(r#"{{ "children": [{}] }}"#, children.join(","));
    let nodes = root + &format!(",{NODE}").repeat(19_999);
    let primitives = vec![r#"{ "attributes": {} }"#; 1000].join(",");
    let error = read(&document(URI, &nodes, &primitives)).unwrap_err();
    assert!(error.ends_with("the file has more than 1048576 primitives in all nodes"), "{error}");
    let primitives = vec![PRIMITIVE; 200].join(",");
    let error = read(&document(URI, &nodes, &primitives)).unwrap_err();
    assert!(error.contains("more than 1048576 primitives"), "{error}");
}
