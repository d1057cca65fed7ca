//! The binary as scripts and people use it.

use std::fs;
use std::io::Read;
use std::process::Stdio;

use crate::support::{Place, ROOMS, refusal, shipped};

const HARBOUR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/maps/harbour.json");

fn assert_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r"time( +)[0-9.]+ ms", "time$1[time]");
    settings.add_filter(r" in( +)[0-9.]+ ms", " in$1[time]");
    settings.add_filter(r"[0-9]+ on [0-9]+ threads", "[speed]");
    settings.add_filter(r"\\", "/");
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn the_demo_writes_an_asset_and_a_picture_and_says_where() {
    let place = Place::new("demo");
    let answer = place.accepted(&["demo", "--out", "some/where"]);
    assert_snapshot("demo", &answer.stdout);
    assert!(place.read("some/where/demo.svg").starts_with("<svg "));
    place.accepted(&["inspect", "some/where/demo.nav"]);
}

#[test]
fn baking_reports_what_was_baked_and_repaired() {
    let place = Place::new("bake");
    place.write("rooms.json", ROOMS);
    let answer = place.accepted(&["bake", "rooms.json", "-o", "rooms.nav"]);
    assert_snapshot("bake", &answer.stdout);
    assert_eq!(place.names(), ["rooms.json", "rooms.nav"]);
}

#[test]
fn strict_baking_refuses_concave_areas_and_leaves_no_file() {
    let place = Place::new("strict");
    place.write("rooms.json", ROOMS);
    insta::assert_snapshot!(place.refusal(&["bake", "rooms.json", "-o", "rooms.nav", "--strict"]), @"error: rooms.json: area 30 is concave at its corner 2, which strict building refuses (counted from 0, areas with an id by that); correct the file and bake again");
    assert_eq!(place.names(), ["rooms.json"]);
}

#[test]
fn the_extension_determines_the_format() {
    let place = Place::new("endings");
    place.write("a.map", "type octile\nheight 2\nwidth 3\nmap\n..T\n...\n");
    place.write("b.mesh", "mesh\n2\n3 1\n0 0 1 0\n4 0 1 0\n0 3 1 0\n3 0 1 2 -1 -1 -1\n");
    place.write("c.bmp", "");
    for input in ["a.map", "b.mesh"] {
        place.accepted(&["bake", input, "-o", "x.nav"]);
    }
    place.write("blocked.map", "type octile\nheight 1\nwidth 2\nmap\nTT\n");
    insta::assert_snapshot!(place.refusal(&["bake", "blocked.map", "-o", "y.nav"]), @"error: blocked.map: the map has no walkable ground: all of it is blocked or left out; other options may make some of it walkable");
    insta::assert_snapshot!(place.refusal(&["bake", "c.bmp", "-o", "y.nav"]), @"error: c.bmp: unknown file extension; give a .mesh, .map, .json, .tmx, .tmj, .ldtk, .png, .svg, .geojson, .obj, .gltf, .glb, .navmesh or .bin file");
}

#[test]
fn json_of_other_programs_is_known_by_its_type() {
    let place = Place::new("json");
    let tiled = r#"{ "type": "map", "orientation": "orthogonal", "width": 3, "height": 1,
        "tilewidth": 16, "tileheight": 16, "tilesets": [{ "firstgid": 1, "tiles": [] }],
        "layers": [{ "type": "tilelayer", "name": "floor", "width": 3, "height": 1, "data": [1, 1, 0] }] }"#;
    place.write("tiled.json", tiled);
    let ring = "[[[0, 0], [4, 0], [4, 3], [0, 3], [0, 0]]]";
    place.write("plan.json", format!(r#"{{ "type": "Polygon", "coordinates": {ring} }}"#));
    for (file, ends) in [("tiled.json", ["1,1", "31,15"]), ("plan.json", ["1,1", "3,2"])] {
        assert_eq!(place.run(&["bake", file, "-o", "x.nav"]).status, 0, "{file}");
        assert_eq!(place.run(&["path", "x.nav", ends[0], ends[1]]).status, 0, "{file}");
    }
    place.write("other.json", r#"{ "type": "Topology" }"#);
    let answer = place.run(&["bake", "other.json", "-o", "x.nav"]);
    assert!(refusal(&answer).contains("type: unknown GeoJSON type \"Topology\""), "{answer:?}");
}

#[test]
fn plans_tiles_and_models_are_baked_and_walked() {
    let place = Place::new("imports");
    for (map, radii, ends) in [
        ("floor-plan.svg", &["0", "0.3"][..], ["2,2", "20,17"]),
        ("village.tmx", &["0", "6"], ["24,24", "616,24"]),
        ("bridge.obj", &[], ["5,-5,3", "17,-5,3"]),
    ] {
        let mut bake = vec!["bake".to_owned(), shipped(map), "-o".to_owned(), "map.nav".to_owned()];
        bake.extend(radii.iter().flat_map(|radius| ["--radius".to_owned(), (*radius).to_owned()]));
        let bake: Vec<&str> = bake.iter().map(String::as_str).collect();
        let answer = place.run(&bake);
        assert_eq!(answer.status, 0, "{map}: {answer:?}");
        let mut shorter = 0.0;
        for radius in if radii.is_empty() { &["0"] } else { radii } {
            let answer =
                place.run(&["path", "map.nav", ends[0], ends[1], "--radius", radius, "--json"]);
            assert_eq!(answer.status, 0, "{map}: {answer:?}");
            let path: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
            let length = path["length"].as_f64().unwrap();
            assert!(length > shorter, "{map}: {length} with a radius of {radius}");
            shorter = length;
        }
    }
}

/// The quay has one long side, where the deck has two with a vertex between them.
#[test]
fn a_model_is_linked_at_t_junctions_unless_areas_overlap() {
    let place = Place::new("t-junctions");
    let quay = "v 0 0 0\nv 4 0 0\nv 4 0 -4\nv 0 0 -4\nf 1 2 3 4\n";
    let deck = "v 4 0 -2\nv 8 0 0\nv 8 0 -4\nf 2 6 5\nf 5 6 7\nf 5 7 3\n";
    place.write("quay.obj", format!("{quay}{deck}"));
    let answer = place.run(&["bake", "quay.obj", "-o", "quay.nav"]);
    let row = "T-junctions           2 linked, where the edges of areas touch only partly";
    assert!(answer.stdout.contains(row), "{answer:?}");
    place.accepted(&["path", "quay.nav", "1,1", "7,2"]);

    // A rug on the quay that ends at its other side: either of them may continue there.
    let rug = "v 0 0 -1\nv 2 0 -1\nv 2 0 -3\nv 0 0 -3\nf 8 9 10 11\n";
    place.write("rug.obj", format!("{quay}{deck}{rug}"));
    let answer = place.run(&["bake", "rug.obj", "-o", "rug.nav"]);
    let row = "T-junctions           not linked, because some areas overlap";
    assert!(answer.status == 0 && answer.stdout.contains(row), "{answer:?}");
    place.accepted(&["path", "rug.nav", "1,1", "3,2"]);
}

#[test]
fn text_that_is_no_number_is_reported_with_line_and_column() {
    let place = Place::new("number");
    place.write("b.mesh", "mesh\n2\n1 0\n0 zero 0\n");
    insta::assert_snapshot!(place.refusal(&["bake", "b.mesh", "-o", "b.nav"]), @r#"error: b.mesh: line 4, column 3: expected a coordinate, found "zero"; correct the file there"#);
    place.write("b.json", [b'{', 0xff]);
    insta::assert_snapshot!(place.refusal(&["bake", "b.json", "-o", "b.nav"]), @"error: b.json: byte 1 is not UTF-8; give a text file, saved as UTF-8");
}

#[test]
fn files_that_are_missing_or_cannot_be_written_are_named() {
    let place = Place::with_rooms("missing");
    let answer = place.run(&["inspect", "no.nav"]);
    assert!(refusal(&answer).starts_with("error: cannot read no.nav: "));
    insta::assert_snapshot!(place.refusal(&["bake", "rooms.json", "-o", "no/where.nav"]), @"error: cannot write no/where.nav: the directory no does not exist; create it first");
    insta::assert_snapshot!(place.refusal(&["draw", "rooms.nav", "-o", "."]), @"error: cannot write .: it is a directory; name a file in it");
    insta::assert_snapshot!(place.refusal(&["draw", "rooms.nav", "-o", "rooms.jpg"]), @"error: cannot write rooms.jpg: pictures are .svg or .png files; use one of these endings");
    assert_eq!(place.names(), ["rooms.json", "rooms.nav"]);
}

#[test]
fn maps_and_levels_are_distinguished() {
    let place = Place::with_rooms("apart");
    place.write("steps.txt", "....\n..##\n####\n");
    place.accepted(&["platformer", "bake", "steps.txt", "-o", "steps.plat"]);
    insta::assert_snapshot!(place.refusal(&["path", "steps.plat", "0,0", "1,1"]), @"error: steps.plat: this is a side-view level; use `tautline platformer`");
    insta::assert_snapshot!(place.refusal(&["platformer", "draw", "rooms.nav", "-o", "rooms.svg"]), @"error: rooms.nav: this is a mesh; use `tautline` without `platformer`");
}

#[test]
fn files_that_are_read_are_not_written_over() {
    let place = Place::with_rooms("over");
    place.write("queries.csv", "1,1,2,2\n");
    let files = || {
        ["rooms.json", "rooms.nav", "queries.csv"].map(|name| fs::read(place.0.join(name)).unwrap())
    };
    let before = files();
    for (command, output) in [
        (&["bake", "rooms.json"][..], "./rooms.json"),
        (&["batch", "rooms.nav", "queries.csv"], "queries.csv"),
        (&["batch", "rooms.nav", "queries.csv"], "rooms.nav"),
    ] {
        let answer = place.run(&[command, &["-o", output]].concat());
        let expected =
            format!("error: cannot write {output}: it is an input file and would be overwritten");
        assert!(refusal(&answer).starts_with(&expected), "{answer:?}");
    }
    assert_eq!(files(), before);
}

#[test]
fn truncated_damaged_and_foreign_assets_are_refused() {
    let place = Place::with_rooms("damaged");
    let bytes = fs::read(place.0.join("rooms.nav")).unwrap();
    place.write("cut.nav", &bytes[..bytes.len() / 2]);
    let mut damaged = bytes.clone();
    damaged[60] ^= 1;
    place.write("damaged.nav", damaged);
    for (asset, part) in [
        ("cut.nav", "it was cut or added to: copy or bake it again"),
        ("damaged.nav", "it is damaged: copy or bake it again"),
        ("rooms.json", "give the baked file, not its source"),
    ] {
        for command in [&["inspect", asset][..], &["draw", asset, "-o", "x.svg"]] {
            let answer = place.run(command);
            assert!(refusal(&answer).contains(part), "{answer:?}");
            assert!(refusal(&answer).starts_with(&format!("error: {asset}: ")), "{answer:?}");
        }
    }
}

#[test]
fn a_path_between_negative_coordinates_is_found() {
    let place = Place::with_rooms("path");
    let answer = place.accepted(&["path", "rooms.nav", "-1,-7", "-7,1"]);
    assert_snapshot("path", &answer.stdout);
    let arguments = ["path", "rooms.nav", "-1,-7", "-7,1", "--cost", "mud=3", "--tier", "classic"];
    let answer = place.accepted(&[&arguments[..], &["--json", "--svg", "x.svg"]].concat());
    assert_snapshot("path_json", &answer.stdout);
    assert!(place.read("x.svg").contains("<circle"));
}

#[test]
fn a_path_that_cannot_be_is_status_1_and_says_why() {
    let place = Place::with_rooms("no_path");
    let say = |arguments: &[&str]| {
        refusal(&place.run(&[&["path", "rooms.nav"], arguments].concat())).to_owned()
    };
    insta::assert_snapshot!(say(&["-1,-7", "11,1"]), @"error: rooms.nav: no path leads from the start to the goal: neither ground nor links connect them");
    insta::assert_snapshot!(say(&["-1,-7", "5,5"]), @"error: rooms.nav: the goal (5, 5) is off the mesh; the nearest ground is at (10, 5); --snap DISTANCE moves it there");
    insta::assert_snapshot!(say(&["5,5", "-1,-7"]), @"error: rooms.nav: the start (5, 5) is off the mesh; the nearest ground is at (10, 5); --snap DISTANCE moves it there");
    insta::assert_snapshot!(say(&["nan,0", "-1,-7"]), @"error: rooms.nav: the start is at (NaN, 0), but coordinates must be finite");
    insta::assert_snapshot!(say(&["-1,-7", "-7,1", "--cost", "mud=forbid"]), @"error: rooms.nav: the goal lies on terrain 1, which is forbidden");
    insta::assert_snapshot!(say(&["-1,-7", "-7,1", "--cost", "lava=2"]), @r#"error: unknown terrain "lava"; the map has floor, mud; give one of its names, a class number from 0 to 255, or a kind of links: jump, ladder, teleport, other"#);
}

#[test]
fn a_script_reads_from_json_why_there_is_no_path() {
    let place = Place::with_rooms("no_path_json");
    let answer = place.run(&["path", "rooms.nav", "-1,-7", "1,1", "--json"]);
    assert_eq!(answer.status, 1, "{answer:?}");
    insta::assert_snapshot!(answer.stdout.trim_end(), @r#"{"message":"the goal (1, 1) is off the mesh; the nearest ground is at (-6, 1); --snap DISTANCE moves it there","status":"goal_off_mesh"}"#);
    insta::assert_snapshot!(answer.stderr.trim_end(), @"error: rooms.nav: the goal (1, 1) is off the mesh; the nearest ground is at (-6, 1); --snap DISTANCE moves it there");
    let answer = place.run(&["path", "rooms.nav", "-1,-7", "11,1", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!((answer.status, found["status"].as_str()), (1, Some("unreachable")), "{answer:?}");
}

#[test]
fn wrong_usage_is_status_2() {
    let place = Place::with_rooms("usage");
    for arguments in [
        &["fly"][..],
        &[],
        &["inspect"],
        &["inspect", "rooms.nav", "--colour"],
        &["path", "rooms.nav", "1", "2,3"],
        &["path", "rooms.nav", "1,2", "x,3"],
        &["path", "rooms.nav", "1,2", "--jsn"],
        &["batch", "rooms.nav", "q.csv", "--threads", "0"],
        &["batch", "rooms.nav", "q.csv", "--tier", "psychic"],
        &["draw", "rooms.nav", "-o", "x.svg", "--path", "1,2,3"],
    ] {
        let answer = place.run(arguments);
        assert_eq!((answer.status, answer.stdout.as_str()), (2, ""), "{arguments:?}: {answer:?}");
    }
    for arguments in [&["--help"][..], &["--version"], &["batch", "--help"]] {
        place.accepted(arguments);
    }
}

#[test]
fn every_query_of_a_batch_has_its_row() {
    let place = Place::with_rooms("batch");
    place.write(
        "q.csv",
        "sx,sy,gx,gy\n-1,-7,-7,1\n-1,-7,11,1\n5,5,-1,-7\n-1,-7,5,5\nnan,0,-1,-7\n-1,-7,inf,1\n-1,-7,-1,-7\n-1,-7,-7.5,-7\n",
    );
    let answer = place.run(&["batch", "rooms.nav", "q.csv", "-o", "out.csv", "--repeat", "3"]);
    assert_eq!((answer.status, answer.stdout.as_str()), (0, ""), "{answer:?}");
    insta::assert_snapshot!(place.read("out.csv"), @r"
    index,status,length,cost,lower_bound,tier,points
    0,ok,12.17008732545826,12.17008732545826,12.17008732545826,exact,-1 -7;-6 -6;-7 1
    1,unreachable,,,,,
    2,start_off_mesh,,,,,
    3,goal_off_mesh,,,,,
    4,not_finite,,,,,
    5,not_finite,,,,,
    6,ok,0,0,0,exact,-1 -7
    7,ok,6.5,6.5,6.5,exact,-1 -7;-7.5 -7
    ");
    let last = answer.stderr.lines().last().unwrap();
    let tail: Vec<&str> = last.rsplitn(6, ' ').take(5).collect();
    let names = ["threads", "us_per_query", "per_second", "seconds", "queries"];
    let values: Vec<f64> = tail
        .iter()
        .zip(names)
        .map(|(field, name)| field.strip_prefix(&format!("{name}=")).unwrap().parse().unwrap())
        .collect();
    assert_eq!(values[4].to_string(), "8");

    let answer = place.run(&["batch", "rooms.nav", "q.csv"]);
    assert_eq!(answer.stdout, place.read("out.csv"));
    let answer = place.run_with_input(&["batch", "rooms.nav", "-"], "q.csv");
    assert_eq!(answer.stdout, place.read("out.csv"));
    let answer = place.run_with_input(&["batch", "rooms.nav", "-"], "rooms.json");
    assert!(refusal(&answer).starts_with("error: -: line 1, "), "{answer:?}");
}

#[test]
fn costs_and_snapping_hold_for_all_queries_of_a_batch() {
    let place = Place::with_rooms("batch_options");
    place.write("q.csv", "sx,sy,gx,gy\n-1,-7,-7,-5\n1,-7,-7,-7\n-1,-7,-7,1\n");
    let batch = ["batch", "rooms.nav", "q.csv"];
    let answer = place.run(&[&batch[..], &["--cost", "mud=forbid", "--snap", "2"]].concat());
    insta::assert_snapshot!(answer.stdout, @r"
    index,status,length,cost,lower_bound,tier,points
    0,ok,6.082762530298219,6.082762530298219,6.082762530298219,exact,-1 -7;-7 -6
    1,ok,7,7,7,exact,0 -7;-7 -7
    2,forbidden,,,,,
    ");
    let wrong = place.run(&[&batch[..], &["--cost", "sand=2"]].concat());
    assert!(refusal(&wrong).contains("unknown terrain \"sand\""), "{wrong:?}");
}

#[test]
fn an_empty_batch_succeeds_and_a_malformed_one_fails() {
    let place = Place::with_rooms("bad_batch");
    place.write("empty.csv", "sx,sy,gx,gy\n");
    let answer = place.run(&["batch", "rooms.nav", "empty.csv"]);
    assert_eq!(
        (answer.status, answer.stdout.as_str()),
        (0, "index,status,length,cost,lower_bound,tier,points\n")
    );
    assert!(answer.stderr.contains(" per_second=0.0 us_per_query=0.000 "));
    place.write("bad.csv", "sx,sy,gx,gy\n1,2,3,x\n");
    insta::assert_snapshot!(place.refusal(&["batch", "rooms.nav", "bad.csv", "-o", "out.csv"]), @r#"error: bad.csv: line 2, column 7: expected the number gy, found "x"; correct the file there"#);
    insta::assert_snapshot!(place.refusal(&["batch", "rooms.nav", "rooms.json"]), @"error: rooms.json: unknown file extension; give the queries as a .csv or .scen file");
    assert!(!place.names().contains(&"out.csv".to_owned()));
}

#[test]
fn scenarios_are_queries_at_the_corners_of_cells() {
    let place = Place::new("scen");
    place.write("a.map", "type octile\nheight 2\nwidth 3\nmap\n..T\n...\n");
    place.write("a.scen", "version 1\n0\ta.map\t3\t2\t0\t0\t3\t2\t3.0\n");
    place.accepted(&["bake", "a.map", "-o", "a.nav"]);
    let answer = place.run(&["batch", "a.nav", "a.scen"]);
    insta::assert_snapshot!(answer.stdout, @r"
    index,status,length,cost,lower_bound,tier,points
    0,ok,3.605551275463989,3.605551275463989,3.605551275463989,exact,0 0;3 2
    ");
}

#[test]
fn labels_are_baked_for_agents_that_take_some_links_alone() {
    let place = Place::new("link-layer");
    place.write(
        "banks.json",
        r#"{"tautline": 1,
            "areas": [{"corners": [[0,0],[4,0],[4,4],[0,4]]}, {"corners": [[6,0],[10,0],[10,4],[6,4]]}],
            "links": [{"from": [3,2], "to": [7,2], "kind": "jump", "cost": 1},
                      {"from": [3,4], "to": [7,4], "kind": "ladder"}]}"#,
    );
    let bake = ["bake", "banks.json", "-o", "banks.nav", "--link-layer", "ladder"];
    place.accepted(&bake);
    let path = ["path", "banks.nav", "1,2", "9,2", "--cost", "jump=forbid", "--json"];
    let answer = place.accepted(&path);
    assert!(answer.stdout.contains("\"link\":1"), "{answer:?}");
    let answer = place.run(&["bake", "banks.json", "-o", "x.nav", "--link-layer", "ladder,swim"]);
    assert_eq!(answer.status, 2);
    assert!(
        answer.stderr.contains("\"swim\" is none of jump, ladder, teleport, other"),
        "{answer:?}"
    );
}

#[test]
fn labels_are_baked_for_profiles_which_queries_name() {
    let place = Place::new("profiles");
    place.write(
        "field.json",
        r#"{"tautline": 1, "terrains": ["grass", "road"], "areas": [
            {"id": 0, "terrain": "road", "corners": [[0, 0], [40, 0], [40, 1], [0, 1]]},
            {"id": 1, "terrain": "grass", "corners": [[0, 1], [40, 1], [40, 8], [0, 8]]}]}"#,
    );
    let bake = ["bake", "field.json", "-o", "field.nav", "--profile"];
    let baked =
        place.accepted(&[&bake[..], &["cart:grass=2", "--profile", "grass=2,1=2"]].concat());
    assert!(baked.stdout.contains("cart: "), "{baked:?}");
    assert!(baked.stdout.contains("grass=2,1=2: no labels: all terrain costs the same"));
    let inspected = place.run(&["inspect", "field.nav"]);
    assert!(inspected.stdout.contains("cart: grass=2\n"), "{inspected:?}");
    let inspected = place.run(&["inspect", "field.nav", "--json"]).stdout;
    assert!(inspected.contains("\"name\": \"cart\""), "{inspected}");

    let path = ["path", "field.nav", "1,3", "39,3"];
    let by_profile = place.run(&[&path[..], &["--profile", "cart", "--json"]].concat());
    let by_cost = place.run(&[&path[..], &["--cost", "grass=2", "--json"]].concat());
    assert_eq!((by_profile.status, &by_profile.stdout), (0, &by_cost.stdout));
    assert!(by_profile.stdout.contains("weighted"), "{by_profile:?}");
    let unknown = place.run(&[&path[..], &["--profile", "tank"]].concat());
    insta::assert_snapshot!(refusal(&unknown), @r#"error: unknown profile "tank"; the map has cart, grass=2,1=2"#);
    let uniform = place.run(&[&path[..], &["--profile", "grass=2,1=2", "--json"]].concat());
    assert!(uniform.stdout.contains("exact"), "{uniform:?}");
    let unknown = place.run(&[&bake[..], &["lava=2"]].concat());
    insta::assert_snapshot!(refusal(&unknown), @r#"error: field.json: the profile "lava=2" has a cost for "lava", which the map does not have; it has grass, road"#);
    assert_eq!(place.run(&[&bake[..], &["cart:grass"]].concat()).status, 2);
}

/// Over weighted terrain, a search without the labels finds a worse lower bound, and may find a dearer path.
#[test]
fn a_single_path_is_that_of_a_batch_with_the_labels_of_the_asset() {
    let place = Place::new("single_labels");
    place.accepted(&["bake", HARBOUR, "-o", "h.nav", "--profile", "cart:mud=3"]);
    let ends = [["5,5", "40,30"], ["12,30", "41,6"], ["8,8", "30,12"], ["40,30", "5,5"]];
    let rows: Vec<String> = ends.iter().map(|ends| ends.join(",") + "\n").collect();
    place.write("queries.csv", format!("sx,sy,gx,gy\n{}", rows.concat()));
    for costs in [&[][..], &["--profile", "cart"]] {
        let batch = [&["batch", "h.nav", "queries.csv", "--snap", "30"], costs].concat();
        let answers = place.accepted(&batch).stdout;
        let names: Vec<&str> = answers.lines().next().unwrap().split(',').collect();
        for (ends, row) in ends.iter().zip(answers.lines().skip(1)) {
            let single = ["path", "h.nav", ends[0], ends[1], "--snap", "30", "--json"];
            let single = place.accepted(&[&single[..], costs].concat()).stdout;
            let single: serde_json::Value = serde_json::from_str(&single).unwrap();
            for (name, value) in names.iter().zip(row.split(',')) {
                match *name {
                    "tier" => assert_eq!(single[*name], value, "{row}"),
                    "length" | "cost" | "lower_bound" => {
                        let number: f64 = value.parse().unwrap();
                        assert_eq!(single[*name].as_f64(), Some(number), "{name}: {row}");
                    }
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn the_number_of_threads_does_not_change_a_byte() {
    let place = Place::new("threads");
    place.accepted(&["bake", HARBOUR, "-o", "h.nav"]);
    let mut queries = String::from("sx,sy,gx,gy\n");
    for index in 0..500_u32 {
        let at = |factor: u32, size: u32| f64::from(index * factor % (size * 8)) / 8.0;
        let [sx, sy, gx, gy] = [at(37, 195), at(101, 127), at(211, 195), at(53, 127)];
        queries.push_str(&format!("{sx},{sy},{gx},{gy}\n"));
    }
    place.write("q.csv", queries);
    let answers = ["1", "2", "8"].map(|threads| {
        let answer = place.run(&["batch", "h.nav", "q.csv", "-o", "o.csv", "--threads", threads]);
        assert!(answer.stderr.trim_end().ends_with(&format!("threads={threads}")), "{answer:?}");
        place.read("o.csv")
    });
    assert!(answers[0].contains(",ok,"));
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}

#[test]
fn inspect_shows_the_contents_of_an_asset() {
    let place = Place::with_rooms("inspect");
    assert_snapshot("inspect", &place.run(&["inspect", "rooms.nav"]).stdout);
    assert_snapshot("inspect_json", &place.run(&["inspect", "rooms.nav", "--json"]).stdout);
}

#[test]
fn drawing_shows_the_paths_that_are_asked_for() {
    let place = Place::with_rooms("draw");
    let paths = ["--path", "-1,-7,-7,1", "--path", "-1,-7,0,-7.5,1,0"];
    let answer = place.run(&[&["draw", "rooms.nav", "-o", "x.svg"], &paths[..]].concat());
    insta::assert_snapshot!(answer.stdout + &answer.stderr, @"written to x.svg");
    assert_eq!(place.read("x.svg").matches("<circle").count(), 6);
    insta::assert_snapshot!(place.refusal(&["draw", "rooms.nav", "-o", "y.svg", "--path", "-1,-7,11,1"]), @"error: --path -1,-7,11,1: no path leads from the start to the goal: neither ground nor links connect them");
    assert_eq!(place.names(), ["rooms.json", "rooms.nav", "x.svg"]);
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let place = Place::with_rooms("pipe");
    let mut child = place
        .command(&["inspect", "rooms.nav"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success(), "{said}");
    assert_eq!(said, "");
}
