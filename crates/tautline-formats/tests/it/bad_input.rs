//! Error messages of all formats for invalid files.

use std::fmt::{Debug, Write as _};

use tautline_formats::{FormatError, moving_ai, polyanya, queries};

/// Returns the title and the error message of each text. Checks that a message is one line without
/// control characters, whatever the text contains.
fn messages<T: Debug>(
    parse: impl Fn(&str) -> Result<T, FormatError>,
    cases: &[(&str, &str)],
) -> String {
    let mut all = String::new();
    for (title, text) in cases {
        let message = match parse(text) {
            Ok(value) => format!("ACCEPTED AS {value:?}"),
            Err(error) => error.to_string(),
        };
        assert!(!message.contains(char::is_control), "{title}: {message:?}");
        let _ = writeln!(all, "{title}\n    {message}");
    }
    all
}

#[test]
fn bad_meshes() {
    let long = format!("mesh 2 1 0 {} 0 0", "x".repeat(1000));
    let cases = [
        ("empty", ""),
        ("another header", "Mesh\n2\n"),
        ("version 1", "mesh\n1\n0 0\n"),
        ("no version", "mesh\nx"),
        ("text for a count", "mesh\n2\nmany 0"),
        ("a negative count", "mesh\n2\n0 -1"),
        ("a count beyond 32 bits", "mesh\n2\n4294967296 1"),
        ("a huge count of vertices", "mesh\n2\n4000000000 1\n0 0 0"),
        ("a huge count of polygons", "mesh\n2\n1 4000000000\n0 0 0"),
        (
            "more polygons than the vertices leave room for",
            "mesh 2 2 3 0 0 1 0 0.25 0.125 3 0 0 0 1 1 1 1 1 1",
        ),
        ("a huge count of corners", "mesh 2 1 1 0 0 1 0 4000000000 0 0 0 -1 -1 -1"),
        ("a huge count around a vertex", "mesh 2 1 1 0 0 4000000000 0 0 0 -1 -1 -1"),
        ("text for a coordinate", "mesh\n2\n1 0\n0 zéro 0"),
        ("the column counts characters", "mesh\n2\n1 0\n0 0 é x"),
        ("a long word", &long),
        ("nan", "mesh\n2\n1 0\nnan 0 0"),
        ("infinite", "mesh\n2\n1 0\n0 -inf 0"),
        ("too large for 32 bits", "mesh\n2\n1 0\n0 1e39 0"),
        ("a polygon beyond the last around a vertex", "mesh\n2\n1 1\n0 0 1 1\n3 0 0 0 -1 -1 -1"),
        ("a vertex beyond the last", "mesh\n2\n1 1\n0 0 1 0\n3 0 0 1 -1 -1 -1"),
        ("a vertex of -1", "mesh\n2\n1 1\n0 0 1 0\n3 0 0 -1 -1 -1 -1"),
        ("a vertex with a plus", "mesh\n2\n1 1\n0 0 1 0\n3 0 0 +0 -1 -1 -1"),
        ("a neighbour beyond the last", "mesh\n2\n1 1\n0 0 1 0\n3 0 0 0 -1 -1 1"),
        ("a neighbour of -2", "mesh\n2\n1 1\n0 0 1 0\n3 0 0 0 -1 -1 -2"),
        ("text for a neighbour", "mesh\n2\n1 1\n0 0 1 0\n3 0 0 0 -1 abc -1"),
        ("two corners", "mesh\n2\n1 1\n0 0 1 0\n2 0 0 -1 -1 -1 -1"),
        ("an early end", "mesh\n2\n1 1\n0 0 1 0\n3 0 0 0 -1 -1\n"),
        ("trailing text", "mesh\n2\n1 1\n0 0 1 0\n3 0 0 0 -1 -1 -1\nend"),
    ];
    insta::assert_snapshot!(messages(polyanya::parse, &cases));
}

#[test]
fn bad_meshes_of_format_3() {
    let cases = [
        ("a huge count of faces", "mesh 3 1 4000000000 0 0"),
        ("a huge count of vertices", "mesh 3 4000000000 1 0 0"),
        ("a flag of 2", "mesh 3 1 1 0 0 2 3 1 1 1 0 0 0"),
        ("two corners", "mesh 3 1 1 0 0 1 2 1 1 0 0 0 0"),
        ("a huge count of corners", "mesh 3 1 1 0 0 1 4000000000 1 1 1 0 0 0"),
        ("vertex 0", "mesh 3 1 1 0 0 1 3 1 0 1 0 0 0"),
        ("a vertex beyond the last", "mesh 3 1 1 0 0 0 3 1 2 1 0 0 0"),
        ("a face beyond the last", "mesh 3 1 1 0 0 1 3 1 1 1 0 2 0"),
        ("a face beyond the last behind a wall", "mesh 3 1 1 0 0 1 3 1 1 1 0 -2 0"),
        ("two minuses", "mesh 3 1 1 0 0 1 3 1 1 1 0 --1 0"),
        ("a minus and a plus", "mesh 3 1 1 0 0 1 3 1 1 1 0 -+1 0"),
        ("an early end", "mesh 3 1 1 0 0 0 3 1 1 1 0 0"),
        ("trailing text", "mesh 3 1 1 0 0 0 3 1 1 1 0 0 0 4"),
    ];
    insta::assert_snapshot!(messages(polyanya::parse, &cases));
}

/// The example of the page that defines the format: a square, a quarter of which is not ground.
#[test]
fn format_3_counts_from_1_and_lists_faces_that_are_not_ground() {
    let text = "mesh\n3\n5 4\n0 0\n0 10\n10 10\n10 0\n5 5\n\
        0 3 4 1 5 -4 0 -2\n1 3 1 2 5 -1 0 3\n1 3 2 3 5 2 0 4\n1 3 3 4 5 3 0 -1\n";
    let mesh = polyanya::parse(text).unwrap();
    assert_eq!(mesh.vertices.len(), 5);
    let polygons: Vec<(&[u32], &[Option<u32>])> =
        mesh.polygons.iter().map(|it| (&it.corners[..], &it.neighbours[..])).collect();
    // Each neighbour is across the border from a corner to the next one.
    let expected: [(&[u32], &[Option<u32>]); 3] = [
        (&[0, 1, 4], &[None, Some(1), None]),
        (&[1, 2, 4], &[None, Some(2), Some(0)]),
        (&[2, 3, 4], &[None, None, Some(1)]),
    ];
    assert_eq!(polygons, expected);
    assert_eq!(polyanya::parse(&polyanya::write(&mesh)).unwrap(), mesh);
}

#[test]
fn bad_maps() {
    let cases = [
        ("empty", ""),
        ("another type", "type hex\nheight 1\nwidth 1\nmap\n.\n"),
        ("no type", "height 1\nwidth 1\nmap\n.\n"),
        ("no width", "type octile\nheight 1\nmap\n.\n"),
        ("no height", "type octile\nwidth 1\nmap\n.\n"),
        ("no value", "type octile\nwidth\nheight 1\nmap\n.\n"),
        ("height twice", "type octile\nheight 1\nheight 1\nmap\n.\n"),
        ("an unknown line", "type octile\ndepth 1\nmap\n.\n"),
        ("no map", "type octile\nheight 1\nwidth 1\n"),
        ("more in a header line", "type octile\nheight 1 m\nwidth 1\nmap\n.\n"),
        ("text for a number", "type octile\nheight one\nwidth 1\nmap\n.\n"),
        ("no rows", "type octile\nheight 0\nwidth 1\nmap\n"),
        ("no columns", "type octile\nheight 1\nwidth 0\nmap\n\n"),
        ("absurd", "type octile\nheight 1\nwidth 4294967295\nmap\n.\n"),
        ("absurd together", "type octile\nheight 200000\nwidth 200000\nmap\n.\n"),
        ("an unknown cell", "type octile\nheight 2\nwidth 2\nmap\n..\n.x\n"),
        ("an unknown cell of two bytes", "type octile\nheight 1\nwidth 2\nmap\n.é\n"),
        ("a short row", "type octile\nheight 2\nwidth 3\nmap\n..\n....\n"),
        ("a long row", "type octile\r\nheight 2\r\nwidth 2\r\nmap\r\n..\r\n...\r\n"),
        ("a blank row", "type octile\nheight 2\nwidth 1\nmap\n.\n\n.\n"),
        ("a missing row", "type octile\nheight 2\nwidth 2\nmap\n....\n"),
        ("a missing last row", "type octile\nheight 3\nwidth 1\nmap\n.\r\n.\r\n"),
        ("a superfluous row", "type octile\nheight 1\nwidth 1\nmap\n.\n\n.\n"),
    ];
    insta::assert_snapshot!(messages(moving_ai::parse_map, &cases));
}

#[test]
fn bad_scenarios() {
    let cases = [
        ("empty", ""),
        ("no version", "0 a.map 1 1 0 0 0 0 0\n"),
        ("nothing after version", "version\n"),
        ("version 2", "version 2.0\n"),
        ("more after the version", "version 1 beta\n"),
        ("a version with a control character", "version 1.\0"),
        ("too few fields", "version 1\n0 a.map 1 1 0 0 0 0\n"),
        ("too many fields", "version 1\n0 a.map 1 1 0 0 0 0 0 0\n"),
        ("a space in a name without tabs", "version 1\n0 a b.map 1 1 0 0 0 0 0\n"),
        ("no name", "version 1\n0\t\t1\t1\t0\t0\t0\t0\t0\n"),
        ("text for a number", "version 1\n0\ta b.map\t1\t1\t0\t0\tx\t0\t0\n"),
        ("a negative place", "version 1\n0\ta.map\t1\t1\t0\t-1\t0\t0\t0\n"),
        ("an infinite length", "version 1\n0 a.map 1 1 0 0 0 0 inf\n"),
        ("text for a length", "version 1.0\n\n0 a.map 1 1 0 0 0 0 far\n"),
    ];
    insta::assert_snapshot!(messages(moving_ai::parse_scenarios, &cases));
}

#[test]
fn bad_queries() {
    let cases = [
        ("empty", ""),
        ("no header", "1,2,3,4\n"),
        ("a column left out", "gx,gy,sx\n"),
        ("a column twice", "sx,sy,gx,gy,sx\n"),
        ("text for a number", "sx,sy,gx,gy\n0,0,1,1\n0, b ,1,1\n"),
        ("an empty field", "sx,sy,gx,gy\n0,,1,1\n"),
        ("too few fields", "sx,sy,gx,gy\n0,0,1\n"),
        ("too many fields", "sx,sy,gx,gy\n0,0,1,1,1\n"),
        ("a further column left out", "sx,sy,gx,gy,length\n0,0,1,1\n"),
        ("an elevation left out at the end", "sx,sy,gx,gy,sz\n0,0,1,1\n"),
        ("text for an elevation", "sz,sx,sy,gx,gy\nup,0,0,1,1\n"),
        ("a tab for a comma", "sx,sy,gx,gy\n0\t0,1,1\n"),
    ];
    insta::assert_snapshot!(messages(queries::parse, &cases));
}

/// Inserts a control character before each byte of valid texts, or replaces the byte by it.
#[test]
fn messages_contain_no_control_characters() {
    fn check<T>(valid: &str, parse: impl Fn(&str) -> Result<T, FormatError>) {
        assert!(parse(valid).is_ok(), "{valid:?}");
        for control in ["\0", "\u{1b}", "\u{7f}", "\u{85}"] {
            for (index, _) in valid.char_indices() {
                for rest in [index, index + 1] {
                    let text = format!("{}{control}{}", &valid[..index], &valid[rest..]);
                    let Err(error) = parse(&text) else { continue };
                    let message = error.to_string();
                    assert!(!message.contains(char::is_control), "{text:?}: {message:?}");
                }
            }
        }
    }
    check("mesh\n2\n3 1\n0 0 1 0\n1 0 1 0\n0 1 1 0\n3 0 1 2 -1 -1 -1\n", polyanya::parse);
    check("type octile\nheight 2\nwidth 2\nmap\n..\n.@\n", moving_ai::parse_map);
    check("version 1.0\n0 a.map 2 2 0 0 1 1 1.41\n", moving_ai::parse_scenarios);
    check("sx,sy,gx,gy\n0,0.5,1,1e1\n", queries::parse);
    #[cfg(feature = "json")]
    check(
        r#"{ "tautline": 1, "name": "A", "terrains": ["mud"], "links": [{ "from": [0,0], "to": [1,0],
            "kind": "jump" }], "areas": [{ "terrain": "mud", "corners": [[0,0],[1,0],[0,1]] }] }"#,
        tautline_formats::json::parse,
    );
}

#[cfg(feature = "json")]
#[test]
fn bad_json_maps() {
    const TRIANGLE: &str = "[[0,0],[1,0],[0,1]]";
    let area = |fields: &str| format!(r#"{{ "tautline": 1, "areas": [ {{ {fields} }} ] }}"#);
    let with = |fields: &str| format!(r#"{{ "tautline": 1, "areas": [], {fields} }}"#);
    let corners = format!(r#""corners": {TRIANGLE}"#);
    let road = format!(
        r#"{{ "tautline": 1, "terrains": ["ground", "mud"],
              "areas": [ {{ {corners} }}, {{ "terrain": "road", {corners} }} ] }}"#
    );
    let same_id =
        format!(r#"{{ "tautline": 1, "areas": [ {{ {corners} }}, {{ "id": 1, {corners} }} ] }}"#);
    let many: Vec<String> = (0..257).map(|number| format!("\"{number}\"")).collect();
    let cases = [
        ("empty", String::new()),
        ("not JSON", "{ \"tautline\": 1,\n  \"areas\": [ ] ]".to_owned()),
        ("the column counts characters", "{ \"éé\" x".to_owned()),
        ("trailing text", r#"{ "tautline": 1, "areas": [] } x"#.to_owned()),
        ("nested without end", r#"{ "walls": "#.to_owned() + &"[".repeat(100_000)),
        ("a list in the order of the fields", r#"[1, "name", ["mud"], []]"#.to_owned()),
        ("no version", r#"{ "areas": [] }"#.to_owned()),
        ("version 2 with news", r#"{ "tautline": 2, "areas": [], "rivers": [] }"#.to_owned()),
        ("no areas", r#"{ "tautline": 1 }"#.to_owned()),
        ("an unknown field", with(r#""rivers": []"#)),
        ("an unknown field with a line end", with(r#""a\nb": []"#)),
        ("a field twice", with(r#""walls": [], "walls": []"#)),
        ("null", with(r#""name": null"#)),
        ("an unknown field of an area", area(&format!(r#""height": 1, {corners}"#))),
        ("no corners", area(r#""id": 1"#)),
        (
            "areas as lists of corners",
            r#"{ "tautline": 1, "areas": [[[0,0],[1,0],[1,1]]] }"#.to_owned(),
        ),
        ("a link as a list", with(r#""links": [[[0,0],[1,1]]]"#)),
        ("two corners", area(r#""corners": [[0,0],[1,0]]"#)),
        ("a corner of one number", area(r#""corners": [[0,0],[1,0],[1]]"#)),
        ("a corner of four numbers", area(r#""corners": [[0,0],[1,0,0,0],[1,1]]"#)),
        ("a corner of text", area(r#""corners": [[0,0],["a",0],[1,1]]"#)),
        ("a corner that is a number", area(r#""corners": [[0,0],7,[1,1]]"#)),
        ("too large for 32 bits", area(r#""corners": [[0,0],[1e39,0],[1,1]]"#)),
        ("too large for 64 bits", area(r#""corners": [[0,0],[1e999,0],[1,1]]"#)),
        ("NaN", area(r#""corners": [[0,0],[NaN,0],[1,1]]"#)),
        ("a negative id", area(&format!(r#""id": -1, {corners}"#))),
        ("an id beyond 32 bits", area(&format!(r#""id": 4294967296, {corners}"#))),
        ("the same id as one left out", same_id),
        ("an unknown terrain", road),
        ("a terrain without terrains", area(&format!(r#""terrain": "road", {corners}"#))),
        ("a terrain twice", with(r#""terrains": ["mud", "mud"]"#)),
        ("too many terrains", with(&format!(r#""terrains": [{}]"#, many.join(",")))),
        ("a wall of three points", with(&format!(r#""walls": [{TRIANGLE}]"#))),
        ("a wall with an elevation", with(r#""walls": [[[0,0],[1,0,2]]]"#)),
        ("a link without an end", with(r#""links": [{ "from": [0,0] }]"#)),
        ("a link end of one number", with(r#""links": [{ "from": [0,0], "to": [1] }]"#)),
        (
            "an unknown link kind",
            with(r#""links": [{ "from": [0,0], "to": [1,1], "kind": "jmp" }]"#),
        ),
        ("a negative cost", with(r#""links": [{ "from": [0,0], "to": [1,1], "cost": -0.5 }]"#)),
        ("an infinite cost", with(r#""links": [{ "from": [0,0], "to": [1,1], "cost": 1e39 }]"#)),
        (
            "both_ways as text",
            with(r#""links": [{ "from": [0,0], "to": [1,1], "both_ways": "yes" }]"#),
        ),
    ];
    let cases: Vec<_> = cases.iter().map(|(title, text)| (*title, text.as_str())).collect();
    insta::assert_snapshot!(messages(tautline_formats::json::parse, &cases));
}
