//! Vector maps: GeoJSON and SVG.

#![cfg(all(feature = "geojson", feature = "svg"))]
#![expect(clippy::unwrap_used, reason = "the exemption for tests does not reach their helpers")]

use tautline_formats::geojson::{self, GeoJsonOptions};
use tautline_formats::svg::{self, SvgOptions, SvgUnit};
use tautline_formats::{FillRule, FormatError, Link, LinkKind, Role, VectorMap};

const SQUARE: &str = "[[0,0],[4,0],[4,4],[0,4],[0,0]]";

fn feature(properties: &str, geometry: &str) -> String {
    format!(r#"{{ "type": "Feature", "properties": {properties}, "geometry": {geometry} }}"#)
}

fn polygon(rings: &str) -> String {
    format!(r#"{{ "type": "Polygon", "coordinates": [{rings}] }}"#)
}

fn read_geojson(text: &str) -> Result<VectorMap, String> {
    geojson::parse(text, &GeoJsonOptions::default()).map_err(|error| error.to_string())
}

#[test]
fn every_geometry_with_an_area_is_read() {
    let inner = "[[1,1,9],[2,1,9],[1,2,9],[1,1,9]]";
    let multi = format!(r#"{{ "type": "MultiPolygon", "coordinates": [[{SQUARE}],[{SQUARE}]] }}"#);
    let line = r#"{ "type": "LineString", "coordinates": [[0,0],[1,1]] }"#;
    let both = polygon(&format!("{SQUARE},{inner}"));
    let collection =
        format!(r#"{{ "type": "GeometryCollection", "geometries": [{both},{line},{multi}] }}"#);
    let features = [
        feature("null", &both),
        feature("{}", "null"),
        feature(r#"{ "role": "obstacle", "name": "n" }"#, &collection),
        feature(r#"{ "terrain": 3 }"#, &multi),
        feature(r#"{ "role": "ignore" }"#, &multi),
    ];
    let list = features.join(",");
    let text = format!(r#"{{ "type": "FeatureCollection", "features": [{list}] }}"#);
    let map = read_geojson(&text).unwrap();
    let roles: Vec<Role> = map.shapes.iter().map(|shape| shape.role).collect();
    let terrain = Role::Terrain(3);
    assert_eq!(roles, [Role::Ground, Role::Hole, Role::Hole, Role::Hole, terrain, terrain]);
    assert_eq!(map.shapes[1].rings[1], [[1.0, 1.0], [2.0, 1.0], [1.0, 2.0]]);
    assert_eq!(map.shapes[3].name.as_deref(), Some("n"));
    assert_eq!(read_geojson(&both).unwrap().shapes.len(), 1, "a geometry alone");
}

/// Tables write a column of whole numbers with gaps as decimal numbers.
#[test]
fn a_terrain_class_may_be_written_with_a_decimal_point() {
    for (written, class) in [("2.0", 2), ("0.0", 0), ("1e1", 10), ("255.0", 255)] {
        let text = feature(&format!(r#"{{ "terrain": {written} }}"#), &polygon(SQUARE));
        assert_eq!(read_geojson(&text).unwrap().shapes[0].role, Role::Terrain(class));
    }
}

fn line(properties: &str, coordinates: &str) -> String {
    let geometry = format!(r#"{{ "type": "LineString", "coordinates": {coordinates} }}"#);
    feature(properties, &geometry)
}

#[test]
fn lines_that_name_a_kind_of_link_are_links() {
    let river = line(r#"{ "kind": "river", "cost": "high", "link": null }"#, "[[0,0],[9]]");
    let stairs = r#"{ "link": "ladder", "cost": null, "role": null }"#;
    let ferry = r#"{ "link": "other", "cost": 20, "both_ways": true }"#;
    let lines = r#"{ "type": "MultiLineString", "coordinates": [[[1,1],[2,2]],[[3,3],[4,4]]] }"#;
    let features = [
        river,
        line(stairs, "[[0,0,7],[5,5,7],[1,2,8]]"),
        feature(ferry, lines),
        line(r#"{ "link": "jump", "role": "ignore" }"#, "[[0,0],[1,1]]"),
        feature(r#"{ "link": "https://example.org" }"#, &polygon(SQUARE)),
    ];
    let list = features.join(",");
    let text = format!(r#"{{ "type": "FeatureCollection", "features": [{list}] }}"#);
    let options =
        GeoJsonOptions { scale: [2.0, 3.0], default_role: None, ..GeoJsonOptions::default() };
    let map = geojson::parse(&text, &options).unwrap();
    let [stairs, first, second] = &map.links[..] else { panic!("{:?}", map.links) };
    let to = [2.0, 6.0, 0.0];
    assert_eq!(*stairs, Link { to, kind: LinkKind::Ladder, ..Link::default() });
    let (cost, both_ways) = (Some(20.0), true);
    let ferry = |from: f32, to: f32| {
        let [from, to] = [from, to].map(|at| [2.0 * at, 3.0 * at, 0.0]);
        Link { from, to, kind: LinkKind::Other, cost, both_ways }
    };
    assert_eq!([first, second], [&ferry(1.0, 2.0), &ferry(3.0, 4.0)]);
}

#[test]
fn wrong_links_of_geojson_are_rejected_with_their_location() {
    let good = line(r#"{ "link": "jump", "cost": 2, "both_ways": false }"#, "[[0,0],[1,1]]");
    assert!(read_geojson(&good).is_ok());
    for (from, to, message) in [
        (
            "\"jump\"",
            "\"ferry\"",
            "properties.link: unknown link kind \"ferry\"; expected one of \"jump\", \"ladder\", \"teleport\", \"other\"",
        ),
        ("2", "-1", "properties.cost: expected a cost of at least 0, found \"-1\""),
        ("2", "\"NaN\"", "properties.cost: expected a cost of at least 0, found \"NaN\""),
        ("2", "1e39", "properties.cost: expected a finite number that fits into 32 bits"),
        ("false", "1", "properties.both_ways: expected true or false, found \"1\""),
        (
            "[[0,0],[1,1]]",
            "[[0,0]]",
            "geometry.coordinates: expected at least 2 points along a link, found a list of 1",
        ),
        ("[1,1]", "[1]", "geometry.coordinates[1]: expected a point"),
    ] {
        let error = read_geojson(&good.replacen(from, to, 1)).unwrap_err();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn lines_of_svg_with_a_kind_of_link_are_links() {
    let map = read_svg(
        r#"<g transform="translate(10 0)" fill="none">
           <line data-link="jump" x1="1" y1="2" x2="10%" y2="4"/>
           <polyline class="ground" data-link="ladder" data-cost="3.5" points="0,0 5,9 7,1"/>
           <path data-link="other" data-both-ways="true" d="M 3 3 M 1 1 Q 5 9 8 1"/>
           <line x1="1" x2="9"/></g>"#,
    );
    let map = map.unwrap();
    assert_eq!(map.shapes, []);
    let link = |from: [f32; 2], to: [f32; 2], kind| {
        let [from, to] = [from, to].map(|[x, y]| [x, y, 0.0]);
        Link { from, to, kind, ..Link::default() }
    };
    let expected = [
        link([11.0, 2.0], [20.0, 4.0], LinkKind::Jump),
        Link { cost: Some(3.5), ..link([10.0, 0.0], [17.0, 1.0], LinkKind::Ladder) },
        Link { both_ways: true, ..link([11.0, 1.0], [18.0, 1.0], LinkKind::Other) },
    ];
    assert_eq!(map.links, expected);
    for (content, message) in [
        (r#"<line data-link="swim"/>"#, "line 3, column 18: unknown link kind \"swim\""),
        (
            r#"<line data-link="jump" data-cost="-1" x2="1"/>"#,
            "line 3, column 35: expected a cost of at least 0",
        ),
        (
            r#"<line data-link="jump" x1="1" x2="1"/>"#,
            "line 3, column 1: expected at least 2 points along a link, found a list of 1",
        ),
        (
            r#"<path data-link="jump" d="M0 0H9V9z"/>"#,
            "line 3, column 1: a link along a path that is closed or has several parts cannot be read",
        ),
        (
            r#"<path data-link="jump" d="M0 0H9M20 0H30"/>"#,
            "line 3, column 1: a link along a path that is closed or has several parts cannot be read",
        ),
    ] {
        let error = read_svg(content).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn geojson_is_scaled_before_it_is_rounded() {
    let options =
        GeoJsonOptions { origin: [500_000.0, 0.0], scale: [0.5, 2.0], ..Default::default() };
    let ring = "[[500000.25,0],[500001,0],[500001,1],[500000.25,0]]";
    let map = geojson::parse(&polygon(ring), &options).unwrap();
    assert_eq!(map.shapes[0].rings[0], [[0.125, 0.0], [0.5, 0.0], [0.5, 2.0]]);
}

#[test]
fn invalid_options_are_reported_as_such() {
    let of_geojson = |scale, origin| GeoJsonOptions { scale, origin, ..Default::default() };
    for (options, message) in [
        (
            of_geojson([1.0, 0.0], [0.0; 2]),
            r#"the option "scale": expected finite numbers other than 0, found "0""#,
        ),
        (
            of_geojson([f64::NAN, 1.0], [0.0; 2]),
            r#"the option "scale": expected finite numbers other than 0, found "NaN""#,
        ),
        (
            of_geojson([1.0; 2], [0.0, f64::INFINITY]),
            r#"the option "origin": expected finite numbers, found "inf""#,
        ),
    ] {
        assert_eq!(geojson::parse(&polygon(SQUARE), &options).unwrap_err().to_string(), message);
    }
    let of_svg = |scale, tolerance| SvgOptions { scale, tolerance, ..Default::default() };
    for (options, message) in [
        (of_svg(0.0, 0.05), r#"the option "scale": expected a finite number above 0, found "0""#),
        (of_svg(-1.0, 0.05), r#"the option "scale": expected a finite number above 0, found "-1""#),
        (
            of_svg(f64::INFINITY, 0.05),
            r#"the option "scale": expected a finite number above 0, found "inf""#,
        ),
        (
            of_svg(1.0, f64::NAN),
            r#"the option "tolerance": expected a number of at least 0, found "NaN""#,
        ),
    ] {
        assert_eq!(svg::parse("<svg/>", &options).unwrap_err().to_string(), message);
    }
    assert!(geojson::parse(&polygon(SQUARE), &of_geojson([-1.0, 1.0], [0.0; 2])).is_ok());
    assert!(svg::parse("<svg xmlns='http://www.w3.org/2000/svg'/>", &of_svg(1.0, 0.0)).is_ok());
}

#[test]
fn wrong_geojson_is_rejected_with_its_location() {
    let good = feature(r#"{ "terrain": 3 }"#, &polygon(SQUARE));
    for (from, to, message) in [
        (
            "\"Polygon\"",
            "\"Polygone\"",
            "geometry.type: unknown GeoJSON type \"Polygone\"; expected one of",
        ),
        (
            "[4,4]",
            "[4]",
            "geometry.coordinates[0][2]: expected a point [x, y] or [x, y, elevation], found a list of 1",
        ),
        ("[4,4]", "[4,\"4\"]", "geometry.coordinates[0][2]: expected coordinates, found"),
        (
            "[4,4]",
            "[4,1e39]",
            "geometry.coordinates[0][2]: expected a finite number that fits into 32 bits, found \"1e",
        ),
        (
            "[4,0],[4,4],",
            "",
            "geometry.coordinates[0]: expected a polygon of at least 3 corners, found 2",
        ),
        (
            "\"coordinates\"",
            "\"coords\"",
            "geometry.coordinates: expected coordinates, found \"null\"",
        ),
        (
            "\"terrain\": 3",
            "\"terrain\": 300",
            "properties.terrain: unknown terrain \"300\"; expected \"0 to 255\"",
        ),
        (
            "\"terrain\": 3",
            "\"terrain\": true",
            "properties.terrain: expected a terrain class or name, found \"true\"",
        ),
        ("\"terrain\": 3", "\"terrain\": 2.5", "properties.terrain: unknown terrain \"2.5\""),
        ("\"terrain\": 3", "\"role\": 3", "properties.role: expected a role such as"),
        ("\"terrain\": 3", "\"role\": \"terrain-mud\"", "properties.role: unknown terrain \"mud\""),
        ("[4,4]", "[4,4", "line 1, column "),
    ] {
        let error = read_geojson(&good.replacen(from, to, 1)).unwrap_err();
        assert!(error.starts_with(message), "{error}");
    }
    let nested = r#"{ "coordinates": "#.to_owned() + &"[".repeat(100_000);
    assert!(read_geojson(&nested).unwrap_err().contains("recursion limit"));
    assert_eq!(
        read_geojson("{}").unwrap_err().split(';').next(),
        Some("type: unknown GeoJSON type \"\"")
    );
}

/// Features are parsed one by one, but errors have the location in the whole file.
#[test]
fn a_wrong_feature_of_a_collection_is_rejected_with_its_location() {
    let good = feature(r#"{ "terrain": 3 }"#, &polygon(SQUARE));
    for (from, to, message) in [
        ("[4,4]", "[4,1e999]", "line 3, column 123: number out of range"),
        ("[4,4]", "[4]", "features[1].geometry.coordinates[0][2]: expected a point"),
        ("\"Feature\"", "\"Fixture\"", "features[1].type: unknown GeoJSON type"),
    ] {
        let bad = good.replacen(from, to, 1);
        let list = format!("[{good},\n{bad},\n{good}]");
        let text = format!("{{ \"type\": \"FeatureCollection\",\n\"features\": {list} }}");
        let error = read_geojson(&text).unwrap_err();
        assert!(error.starts_with(message), "{error}");
    }
    let without = read_geojson(r#"{ "type": "FeatureCollection" }"#).unwrap_err();
    assert_eq!(without, "features: expected a list of features, found \"null\"");
}

fn drawing(content: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 100 50">
{content}
</svg>"#
    )
}

/// Reads a drawing with y down.
fn read_svg(content: &str) -> Result<VectorMap, FormatError> {
    svg::parse(&drawing(content), &SvgOptions { y_up: false, ..SvgOptions::default() })
}

fn rings(content: &str) -> Vec<Vec<[f32; 2]>> {
    read_svg(content).unwrap().shapes.into_iter().flat_map(|shape| shape.rings).collect()
}

fn roles(content: &str) -> Vec<Role> {
    read_svg(content).unwrap().shapes.iter().map(|shape| shape.role).collect()
}

#[test]
fn straight_shapes_keep_their_corners() {
    let triangle = vec![[1.0, 2.0], [5.0, 2.0], [5.0, 4.0]];
    for content in [
        r#"<polygon points="1,2 5,2 5,4"/>"#,
        r#"<polyline points="1 2 5 2 5 4 1 2"/>"#,
        r#"<path d="M1 2H5V4"/>"#,
        r#"<path d="m1 2h4v2z"/>"#,
        r#"<g transform="translate(1 2)"><path d="M0 0 4 0 4 2 4 2 0 0z"/></g>"#,
        r#"<g transform="scale(-1,2)"><path transform="rotate(180)" d="M1-1 5-1 5-2z"/></g>"#,
        r##"<defs><path id="p" d="M0 0h4v2z"/></defs><use xlink:href="#p" x="1" y="2"/>"##,
        r#"<svg x="1" y="2" width="40" height="20" viewBox="10 10 20 10"><path d="M10 10h2v1z"/></svg>"#,
    ] {
        assert!(rings(content).contains(&triangle), "{content}: {:?}", rings(content));
    }
    let rectangle = vec![[1.0, 2.0], [51.0, 2.0], [51.0, 27.0], [1.0, 27.0]];
    assert_eq!(rings(r#"<rect x="1" y="2" width="50%" height="50%"/>"#), [rectangle]);
    assert!(rings(r#"<path d="M0 0 5 5"/><rect width="0" height="4"/><line x2="5"/>"#).is_empty());
}

#[test]
fn all_ways_to_draw_a_circle_agree() {
    for content in [
        r#"<circle cx="20" cy="20" r="10"/>"#,
        r#"<ellipse cx="20" cy="20" rx="10"/>"#,
        r#"<circle r="1" transform="translate(20 20) scale(10)"/>"#,
        r#"<rect x="10" y="10" width="20" height="20" rx="10"/>"#,
        r#"<path d="M10 20A10 10 0 0 1 30 20 10 10 0 0 1 10 20"/>"#,
        r#"<path d="M10 20a10 10 0 0 0 20 0a10 10 0 0 0 -20 0"/>"#,
        r#"<path d="M20 10 A10 10 0 1 1 10 20 A10 10 33 0 1 20 10"/>"#,
        r#"<path d="M20 10 A10 10 0 1 0 30 20 A1 1 0 0 0 20 10" transform="rotate(0)"/>"#,
    ] {
        let ring = rings(content).remove(0);
        assert!((24..200).contains(&ring.len()), "{content} {}", ring.len());
        let last_is_chord = content.contains("A1 1");
        for [x, y] in ring {
            let (x, y) = (x - 20.0, y - 20.0);
            let distance = (x * x + y * y).sqrt();
            // Radii that are too small are scaled up to half the distance of the ends.
            let within = if last_is_chord { 6.5..14.5 } else { 9.9999..10.0001 };
            assert!(within.contains(&distance), "{content} {x} {y} {distance}");
        }
    }
}

#[test]
fn curves_stay_within_the_tolerance() {
    let ring = rings(r#"<path d="M0 0 Q10 20 20 0"/>"#).remove(0);
    assert!(ring.len() > 8);
    for [x, y] in ring {
        // The parabola through these points.
        assert!((y - 2.0 * x * (20.0 - x) / 20.0).abs() < 1e-4, "{x} {y}");
    }
    let smooth = rings(r#"<path d="M0 0C0 4 4 4 4 0S8-4 8 0T9 1T12 4z"/>"#);
    assert_eq!(smooth.len(), 1);
}

#[test]
fn the_innermost_annotation_counts() {
    let s = r#"d="M0 0h4v4z""#;
    assert_eq!(roles(&format!("<path {s}/>")), [Role::Ground]);
    assert_eq!(roles(&format!(r#"<path {s} fill="none"/>"#)), []);
    assert_eq!(roles(&format!(r#"<path {s} style="fill: none; fill: red"/>"#)), [Role::Ground]);
    assert_eq!(roles(&format!(r#"<path {s} fill="none" class="big wall"/>"#)), [Role::Hole]);
    assert_eq!(roles(&format!(r#"<path {s} id="hole-3" class="terrain-3"/>"#)), [Role::Terrain(3)]);
    let layer = |content: &str| format!(r#"<g inkscape:label="Obstacle layer">{content}</g>"#);
    assert_eq!(roles(&layer(&format!("<g><path {s}/></g>"))), [Role::Hole]);
    assert_eq!(roles(&layer(&format!(r#"<path {s} class="ground"/>"#))), [Role::Ground]);
    assert_eq!(roles(&layer(&format!(r#"<g class="ignore"><path {s}/></g>"#))), []);
    assert_eq!(roles(&format!(r#"<g style="display:none"><path {s}/></g>"#)), []);
    let error = read_svg(&format!(r#"<path class="terrain-ice" {s}/>"#)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 3, column 14: unknown terrain \"ice\"; no names are defined"
    );
}

#[test]
fn the_fill_rule_is_inherited() {
    let map = read_svg(
        r#"<g fill-rule="evenodd"><path d="M0 0h4v4z"/></g><path d="M0 0h4v4z"><title> t </title></path>"#,
    )
    .unwrap();
    assert_eq!((map.shapes[0].fill, map.shapes[1].fill), (FillRule::EvenOdd, FillRule::NonZero));
    assert_eq!(map.shapes[1].name.as_deref(), Some("t"));
}

/// Figma writes `fill="none"` into the root, and most outlines inherit it.
#[test]
fn the_fill_of_the_root_is_inherited() {
    let triangle = r#"d="M0 0h4v4z""#;
    let content = format!(r#"<path {triangle} stroke="black"/><path {triangle} fill="red"/>"#);
    let with = |attributes: &str| {
        let text = drawing(&content).replacen("<svg", &format!("<svg {attributes}"), 1);
        svg::parse(&text, &SvgOptions::default()).unwrap().shapes
    };
    assert_eq!(with("").len(), 2);
    for attributes in
        [r#"fill="none" fill-rule="evenodd""#, r#"style="fill:none;fill-rule:evenodd""#]
    {
        let shapes = with(attributes);
        assert_eq!(shapes.len(), 1, "only the red one is filled");
        assert_eq!(shapes[0].fill, FillRule::EvenOdd);
    }
}

#[test]
fn a_page_size_defines_millimetres() {
    let text = drawing(r#"<path d="M0 50h10v-5z"/>"#)
        .replace("viewBox", r#"width="20cm" height="10cm" viewBox"#);
    let options = SvgOptions { unit: SvgUnit::Millimetre, scale: 0.1, ..SvgOptions::default() };
    let map = svg::parse(&text, &options).unwrap();
    let near = |number: f32| (number * 1000.0).round() / 1000.0;
    let ring: Vec<_> = map.shapes[0].rings[0].iter().map(|corner| corner.map(near)).collect();
    assert_eq!(ring, [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0]]);
}

#[test]
fn a_wrong_drawing_is_rejected_with_its_location() {
    for (content, message) in [
        (r#"<path d="M0 0 L 1 x"/>"#, "line 3, column 19: expected path data, found \"x\""),
        (r#"<path d="0 0"/>"#, "line 3, column 10: expected path data, found \"0 0\""),
        (
            r#"<polygon points="1 2 3"/>"#,
            "line 3, column 18: expected an even number of coordinates, found \"1 2 3\"",
        ),
        (
            r#"<polygon points="1 2 é"/>"#,
            "line 3, column 22: expected a list of coordinates, found \"é\"",
        ),
        (
            r#"<g transform="spin(3)"/>"#,
            "line 3, column 15: expected a list of transformations, found",
        ),
        (
            r#"<rect width="3em" height="1"/>"#,
            "line 3, column 14: a length relative to a font cannot be read",
        ),
        (
            r#"<rect width="wide" height="1"/>"#,
            "line 3, column 14: expected a length, found \"wide\"",
        ),
        (r##"<use href="#a"/>"##, "line 3, column 12: the element with the id \"a\" is missing"),
        (r#"<use href="a.svg#a"/>"#, "line 3, column 12: expected a reference such as"),
        (
            r#"<path d="M0 0h1e39v1z"/>"#,
            "line 3, column 10: expected a finite number that fits into 32 bits, found \"inf\"",
        ),
        (r#"<circle r="1" cx="1e39"/>"#, "line 3, column 1: expected a finite number"),
        (
            r##"<g id="a"><use href="#a"/></g>"##,
            "line 3, column 1: the file has more than 200 levels of nested elements",
        ),
    ] {
        let error = read_svg(content).unwrap_err().to_string();
        assert!(
            error.starts_with(message) || (content.contains("#a") && error.contains("200 levels")),
            "{error}"
        );
    }
    let other = svg::parse("<html/>", &SvgOptions::default()).unwrap_err();
    assert_eq!(other.to_string(), "line 1, column 1: unknown element \"html\"; expected \"svg\"");
}

#[test]
fn a_small_drawing_cannot_use_much_memory() {
    let deep = "<g>".repeat(100_000) + &"</g>".repeat(100_000);
    assert!(read_svg(&deep).unwrap_err().to_string().contains("200 levels"));
    let mut bomb = r#"<g id="a0"><path d="M0 0h4v4z"/></g>"#.to_owned();
    for level in 1..40 {
        let below = level - 1;
        bomb +=
            &format!(r##"<g id="a{level}"><use href="#a{below}"/><use href="#a{below}"/></g>"##);
    }
    let error = read_svg(&bomb).unwrap_err().to_string();
    assert!(error.contains("bytes of repeated elements"), "{error}");
    let circles = r#"<circle r="9e9"/>"#.repeat(10_000);
    assert!(read_svg(&circles).unwrap_err().to_string().contains("more than 4194304 corners"));
}

#[test]
fn a_small_drawing_cannot_take_long() {
    // A group of comments, again and again.
    let (comments, uses) = ("<!---->".repeat(1 << 18), r##"<use href="#a"/>"##.repeat(100));
    let error = read_svg(&format!(r#"<g id="a">{comments}</g>{uses}"#)).unwrap_err().to_string();
    assert!(error.contains("bytes of repeated elements"), "{error}");
    // Many classes, which are searched for labels for each shape.
    let (classes, paths) = ("-".repeat(1 << 22), r#"<path d="M0 0h4v4z"/>"#.repeat(100));
    let map = read_svg(&format!(r#"<g class="walls {classes}">{paths}</g>"#)).unwrap();
    assert_eq!((map.shapes.len(), map.interpretation.unread()[0].count), (100, 15));
}

#[test]
fn a_document_type_without_entities_is_read() {
    let text = format!(
        "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://a/svg11.dtd\">{}",
        drawing(r#"<path d="M0 0h4v4z"/>"#)
    );
    assert_eq!(svg::parse(&text, &SvgOptions::default()).unwrap().shapes.len(), 1);
}
