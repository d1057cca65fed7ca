//! Options and files that a user may give, right and wrong.

use crate::support::{Place, ROOMS, refusal, shipped};

#[test]
fn one_level_of_a_project_is_baked_whatever_the_others_are() {
    let place = Place::new("ldtk");
    place.write(
        "world.ldtk",
        r#"{ "levels": [
  { "identifier": "Cellar", "layerInstances": [ { "__identifier": "Walls", "__type": "IntGrid",
    "layerDefUid": 7, "__cWid": 2, "__cHei": 1, "__gridSize": 16, "intGridCsv": [0, 1] } ] },
  { "identifier": "Title", "layerInstances": [] } ] }"#,
    );
    for command in [&["bake"][..], &["platformer", "bake"]] {
        let bake = [command, &["world.ldtk", "-o", "out.nav"]].concat();
        place.accepted(&[&bake[..], &["--level", "Cellar"]].concat());
        let expected = "error: world.ldtk: choose one of its levels with --level: Cellar, Title";
        assert_eq!(refusal(&place.run(&bake)), expected);
        let expected =
            "error: world.ldtk: --level Attic: the file has no such name, only Cellar, Title";
        assert_eq!(refusal(&place.run(&[&bake[..], &["--level", "Attic"]].concat())), expected);
        let layers = ["--level", "Cellar", "--layer", "Walls", "--layer", "Water"];
        let expected = "error: world.ldtk: only one LDtk layer can be read; give --layer once";
        assert_eq!(refusal(&place.run(&[&bake[..], &layers].concat())), expected);
    }
    place.write("empty.ldtk", r#"{ "levels": [] }"#);
    let answer = place.run(&["bake", "empty.ldtk", "-o", "out.nav"]);
    assert_eq!(
        refusal(&answer),
        "error: empty.ldtk: the map has no walkable ground: the project has no level; add one"
    );
    insta::assert_snapshot!(place.refusal(&["bake", "world.ldtk", "-o", "out.nav", "--level", "Title"]), @"error: world.ldtk: levels[1].layerInstances: an IntGrid layer is missing; correct the file there");
}

#[test]
fn options_that_do_not_apply_to_a_file_are_refused() {
    let place = Place::new("options");
    place.write("rooms.json", ROOMS);
    place.write("flat.json", r#"{ "type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9]]] }"#);
    let (plan, model) = (shipped("floor-plan.svg"), shipped("bridge.obj"));
    for (map, option, value) in [
        (plan.as_str(), "--layer", "rooms"),
        (plan.as_str(), "--max-slope", "0.1"),
        (model.as_str(), "--scale", "0.01"),
        (model.as_str(), "--unlabelled", "hole"),
        ("rooms.json", "--scale", "2"),
        ("flat.json", "--level", "Cellar"),
    ] {
        let answer = place.run(&["bake", map, "-o", "map.nav", option, value]);
        let expected = format!("error: {map}: {option} does not apply to this ");
        assert!(refusal(&answer).starts_with(&expected), "{answer:?}");
    }
    for map in [model.as_str(), "flat.json"] {
        let answer = place.run(&["bake", map, "-o", "map.nav", "--strict"]);
        let expected = format!("error: {map}: --strict does not apply to this ");
        assert!(refusal(&answer).starts_with(&expected), "{answer:?}");
    }
    place.accepted(&["bake", "flat.json", "-o", "map.nav", "--scale", "2"]);
}

#[test]
fn the_error_for_an_unnamed_terrain_says_how_to_name_it() {
    let place = Place::new("terrain");
    let rect = r#"<rect class="terrain-mud" width="3" height="3"/>"#;
    place.write("plan.svg", format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{rect}</svg>"#));
    insta::assert_snapshot!(place.refusal(&["bake", "plan.svg", "-o", "plan.nav", "--terrain", "grass"]), @r#"error: plan.svg: line 1, column 54: unknown terrain "mud"; expected "grass"; name it with --terrain, or correct the file there"#);
    // Without any name, the file names its terrains.
    let answer = place.accepted(&["bake", "plan.svg", "-o", "plan.nav"]);
    let row = "classes               ground, mud; --terrain sets their order";
    assert!(answer.stdout.contains(row), "{answer:?}");
    assert!(place.run(&["inspect", "plan.nav"]).stdout.contains("\n  mud "), "a name of its own");
}

/// Tiles without a label are ground of class 0, and that class has the first name.
#[test]
fn baking_says_how_it_understood_the_file() {
    let place = Place::new("understood");
    place.write(
        "yard.tmx",
        r#"<map orientation="orthogonal" width="5" height="3" tilewidth="16" tileheight="16">
  <tileset firstgid="1">
    <tile id="1"><properties><property name="terrain" value="mud"/></properties></tile>
    <tile id="2"><properties><property name="walkable" type="bool" value="false"/></properties></tile>
    <tile id="3"><properties><property name="blocked" type="bool" value="true"/></properties></tile>
  </tileset>
  <layer name="floor" width="5" height="3"><data encoding="csv">1,1,3,1,4,1,1,2,1,1,1,1,3,1,0</data></layer>
</map>"#,
    );
    let rows = |options: &[&str]| {
        let answer = place.accepted(&[&["bake", "yard.tmx", "-o", "yard.nav"], options].concat());
        let wanted = ["read as", "classes", "terrains", "warning"];
        let lines = answer.stdout.lines().filter(|row| wanted.iter().any(|it| row.starts_with(it)));
        lines.collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(rows(&["--radius", "0.5", "--scale", "0.0625"]), @r#"
    read as               ground (class 0): 11 cells, without a label (--unlabelled)
    read as               blocked: 2 cells, property "walkable"
    read as               blocked: 1 cell, without a tile
    read as               mud (class 1): 1 cell, property "terrain"
    classes               ground, mud; --terrain sets their order
    terrains              ground 2
    warning               the property "blocked" is not read; plans are labelled by `role` and `terrain`, their links by `link`, tiles by `walkable` and `terrain`
    warning               1 connected component without a radius, 2 with radius 0.5; no ground is left of mud
    "#);
    insta::assert_snapshot!(rows(&["--terrain", "mud", "--radius", "0.5"]), @r#"
    read as               mud (class 0): 1 cell, property "terrain"
    read as               mud (class 0): 11 cells, without a label (--unlabelled)
    read as               blocked: 2 cells, property "walkable"
    read as               blocked: 1 cell, without a tile
    terrains              mud 4
    warning               the property "blocked" is not read; plans are labelled by `role` and `terrain`, their links by `link`, tiles by `walkable` and `terrain`
    warning               the radius 0.5 is tiny for cells of 16; see --scale
    "#);
}

#[test]
fn warnings_can_be_errors() {
    let place = Place::new("deny");
    let map = |layer: &str| {
        format!(
            r#"<map orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1"/>
            <layer name="{layer}" width="2" height="1"><data encoding="csv">1,1</data></layer></map>"#
        )
    };
    place.write("yard.tmx", map("Walls"));
    let bake = ["bake", "yard.tmx", "-o", "yard.nav", "--radius", "0.5", "--deny-warnings"];
    let answer = place.run(&bake);
    assert_eq!((answer.status, answer.stdout.as_str()), (1, ""), "{answer:?}");
    insta::assert_snapshot!(answer.stderr, @r#"
    warning: yard.tmx: the layer "Walls" is not read; its tiles have no label, and block only in a collision layer; see --collision-layer
    warning: yard.tmx: the radius 0.5 is tiny for cells of 16; see --scale
    error: yard.tmx: 2 warnings, so nothing is written; correct the file or the options, or leave out --deny-warnings
    "#);
    assert_eq!(place.names(), ["yard.tmx"], "no asset is written");
    place.write("yard.tmx", map("floor"));
    let bake = ["bake", "yard.tmx", "-o", "yard.nav", "--deny-warnings"];
    assert_eq!(place.accepted(&bake).stderr, "");
    assert_eq!(place.names(), ["yard.nav", "yard.tmx"]);
}

#[test]
fn columns_that_are_not_read_are_named() {
    let place = Place::with_rooms("columns");
    place.write("q.csv", "sx,sy,gx,gy,radius\n-1,-7,-7,1,0.5\n");
    let answer = place.run(&["batch", "rooms.nav", "q.csv"]);
    assert!(answer.stdout.contains("\n0,ok,"), "{answer:?}");
    let first = answer.stderr.lines().next().unwrap();
    assert_eq!(first, "q.csv: ignored columns: radius; only sx, sy, gx, gy, sz and gz are read");
}

#[test]
fn columns_of_queries_are_found_by_their_names() {
    let place = Place::new("columns-by-name");
    // A deck over the ground, and a ladder that leads to it.
    place.write(
        "deck.json",
        r#"{ "tautline": 1, "areas": [
          { "corners": [[0, 0, 0], [9, 0, 0], [9, 4, 0], [0, 4, 0]] },
          { "corners": [[3, 0, 4], [6, 0, 4], [6, 4, 4], [3, 4, 4]] } ],
          "links": [ { "from": [4, 1, 0], "to": [4, 2, 4], "kind": "ladder", "cost": 7 } ] }"#,
    );
    place.accepted(&["bake", "deck.json", "-o", "deck.nav"]);
    place.write("q.csv", "id,gx,gy,gz,sx,sy,sz\na,5,2,4,4,1,0\nb,5,2,,5,1,\nc,5,2,4,5,1,4\n");
    let answer = place.run(&["batch", "deck.nav", "q.csv"]);
    insta::assert_snapshot!(answer.stdout, @"
    index,status,length,cost,lower_bound,tier,points
    0,ok,1,8,8,exact,4 1;4 2;5 2
    1,ok,1,1,1,exact,5 1;5 2
    2,ok,1,1,1,exact,5 1;5 2
    ");
    let first = answer.stderr.lines().next().unwrap();
    assert_eq!(first, "q.csv: ignored columns: id; only sx, sy, gx, gy, sz and gz are read");
    place.write("short.csv", "id,sx,sy,gx\n");
    insta::assert_snapshot!(place.refusal(&["batch", "deck.nav", "short.csv"]), @r#"error: short.csv: line 1, column 1: expected a header with the columns sx, sy, gx, gy, found "id,sx,sy,gx"; correct the file there"#);
}

#[test]
fn keys_have_the_terrains_that_the_command_names() {
    let place = Place::new("keys");
    place.write(
        "pond.ldtk",
        r#"{ "defs": { "layers": [ { "uid": 7, "intGridValues": [
            { "value": 1, "identifier": "wall (old)" }, { "value": 2, "identifier": "deep water" } ] } ] },
          "levels": [ { "identifier": "Pond", "layerInstances": [ { "__identifier": "Ground",
            "__type": "IntGrid", "layerDefUid": 7, "__cWid": 3, "__cHei": 1, "__gridSize": 16,
            "intGridCsv": [0, 1, 2] } ] } ] }"#,
    );
    let bake =
        |options: &[&str]| place.run(&[&["bake", "pond.ldtk", "-o", "pond.nav"], options].concat());
    let named = ["--terrain", "grass", "--terrain", "water", "--key", "deep water=water"];
    let answer = bake(&named);
    assert!(
        answer.stdout.contains("water (class 1): 1 cell, key for 2 (deep water)"),
        "{answer:?}"
    );
    assert!(!answer.stdout.contains("warning"), "{answer:?}");
    let answer = bake(&["--key", "deep water=water"]);
    insta::assert_snapshot!(refusal(&answer), @r#"error: --key deep water=water: "water" is neither `blocked`, nor a class from 0 to 255, nor named by --terrain"#);
    let answer =
        bake(&["--key", "deep water=0", "--key", "02=0", "--key", "wall (old)=0", "--key", "3=0"]);
    let warnings: Vec<&str> =
        answer.stdout.lines().filter(|line| line.starts_with("warning")).collect();
    insta::assert_snapshot!(warnings.join("\n"), @"warning               no cell has the value 3 of a key, only 0, 1 (wall (old)), 2 (deep water); see --key");
}

#[test]
fn levels_and_baked_maps_are_no_sources_of_maps() {
    let place = Place::new("level");
    place.write("level.txt", "...\n###\n");
    insta::assert_snapshot!(place.refusal(&["bake", "level.txt", "-o", "level.nav"]), @"error: level.txt: side-view levels have this extension; use `tautline platformer bake`");
    place.write("town.nav", "");
    insta::assert_snapshot!(place.refusal(&["bake", "town.nav", "-o", "level.nav"]), @"error: town.nav: this map is baked already; use it with `tautline path` or `tautline batch`, or bake its source again");
}

#[test]
fn a_jump_is_marked_and_can_be_forbidden() {
    let place = Place::new("jump");
    place.accepted(&["bake", &shipped("harbour.json"), "-o", "map.nav"]);
    let path = ["path", "map.nav", "40,67", "54,61"];
    let answer = place.run(&path);
    assert!(answer.stdout.lines().any(|row| row.starts_with("jump  ")), "{answer:?}");
    assert!(answer.stdout.contains("length on foot  "), "{answer:?}");
    let around = place.run(&[&path[..], &["--cost", "jump=forbid"]].concat());
    assert!(around.stdout.contains("\nlinks   0\n"), "{around:?}");
    let draw = ["draw", "map.nav", "-o", "map.svg", "--path", "40,67,54,61"];
    place.accepted(&[&draw[..], &["--cost", "jump=forbid"]].concat());
    let wrong = place.run(&[&path[..], &["--cost", "jump=3"]].concat());
    assert!(refusal(&wrong).contains("links have costs of their own"), "{wrong:?}");
}

#[test]
fn a_radius_that_was_not_baked_for_is_refused() {
    let place = Place::new("radius");
    place.accepted(&["bake", &shipped("village.tmx"), "-o", "x.nav", "--radius", "4"]);
    insta::assert_snapshot!(place.refusal(&["path", "x.nav", "24,24", "616,24", "--radius", "8"]), @"error: the asset has no mesh for agents with a radius of 8, only for 4; bake the map again with --radius 8");
    let answer = place.run(&["bake", &shipped("bridge.obj"), "-o", "y.nav", "--radius", "0.5"]);
    assert!(refusal(&answer).contains("floors above each other"), "{answer:?}");
}

/// The coordinates would be infinite, or all the same, and the file would get the blame.
#[test]
fn a_scale_that_no_map_can_have_is_a_wrong_option() {
    let place = Place::new("scales");
    place.write("room.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n");
    for scale in ["1e40", "1.1e12", "inf", "NaN", "0", "1e-50", "9e-13", "wide"] {
        let answer = place.run(&["bake", "room.map", "-o", "x.nav", "--scale", scale]);
        assert_eq!(answer.status, 2, "{answer:?}");
        let told = "for '--scale <N>': expected a number from 1e-12 to 1e12";
        assert!(answer.stderr.lines().next().unwrap().ends_with(told), "{answer:?}");
    }
    for scale in ["1e-12", "1e12"] {
        place.accepted(&["bake", "room.map", "-o", "x.nav", "--scale", scale]);
    }
}

#[test]
fn a_negative_number_is_a_value_that_is_too_small() {
    let place = Place::with_rooms("negative");
    let bake = ["bake", "rooms.json", "-o", "x.nav"].as_slice();
    let path = ["path", "rooms.nav", "-1,-7", "-7,1"].as_slice();
    let draw = ["draw", "rooms.nav", "-o", "x.png"].as_slice();
    let batch = ["batch", "rooms.nav", "q.csv"].as_slice();
    for (command, option, what) in [
        (bake, "--radius", "expected a distance of at least 0"),
        (bake, "--scale", "expected a number from 1e-12 to 1e12"),
        (bake, "--tolerance", "expected a number above 0"),
        (bake, "--max-slope", "expected a number of at least 0"),
        (bake, "--labels", "none of auto, off, order, or a number of bytes"),
        (bake, "--memory", "no number of bytes, such as 800M or 4G"),
        (bake, "--include-flags", "expected a number from 0 to 65535"),
        (path, "--close-link", "expected the number of a link, from 0 on"),
        (path, "--radius", "expected a distance of at least 0"),
        (path, "--snap", "expected a distance of at least 0"),
        (draw, "--radius", "expected a distance of at least 0"),
        (draw, "--width", "-1 is not in 1..=65536"),
        (batch, "--radius", "expected a distance of at least 0"),
        (batch, "--threads", "-1 is not in 1..=1024"),
        (batch, "--repeat", "-1 is not in 1..="),
    ] {
        let answer = place.run(&[command, &[option, "-1"]].concat());
        assert_eq!(answer.status, 2, "{answer:?}");
        let first = answer.stderr.lines().next().unwrap();
        assert!(first.contains(&format!("for '{option} <")) || what.starts_with("none of"));
        assert!(first.contains(what), "{answer:?}");
    }
    let answer = place.run(&[bake, &["--radius", "0.1", "--rounded", "-1"]].concat());
    assert!(refusal(&answer).contains("is -1, but it must be finite and above 0"), "{answer:?}");
}

#[test]
fn a_file_is_not_called_like_the_standard_output() {
    let place = Place::with_rooms("dash");
    place.write("q.csv", "sx,sy,gx,gy\n");
    for arguments in [
        &["bake", "rooms.json", "-o", "-"][..],
        &["bake", "-", "-o", "x.nav"],
        &["path", "-", "1,1", "2,2"],
        &["path", "rooms.nav", "-1,-7", "-7,1", "--svg", "-"],
        &["batch", "-", "q.csv"],
        &["batch", "rooms.nav", "q.csv", "-o", "-"],
        &["inspect", "-"],
        &["draw", "rooms.nav", "-o", "-"],
        &["platformer", "bake", "-", "-o", "x.plat"],
        &["platformer", "bake", "x.txt", "-o", "-"],
        &["platformer", "bake", "x.txt", "-o", "x.plat", "--physics", "-"],
        &["platformer", "path", "-", "1,1", "2,2"],
        &["platformer", "path", "x.plat", "1,1", "2,2", "--svg", "-"],
        &["platformer", "batch", "-", "q.csv"],
        &["platformer", "batch", "x.plat", "q.csv", "-o", "-"],
        &["platformer", "draw", "x.plat", "-o", "-"],
        &["platformer", "watch", "-", "1,1", "2,2"],
    ] {
        let answer = place.run(arguments);
        assert_eq!((answer.status, answer.stdout.as_str()), (2, ""), "{arguments:?}: {answer:?}");
        assert!(answer.stderr.contains("name a file (./- for a file called -)"), "{answer:?}");
    }
    assert_eq!(place.names(), ["q.csv", "rooms.json", "rooms.nav"]);
    place.accepted(&["bake", "rooms.json", "-o", "./-"]);
    assert!(place.names().contains(&"-".to_owned()));
}

/// Two cells of ground, and a wall over one of them.
const WALLED: &str = r#"<map orientation="orthogonal" width="2" height="1" tilewidth="1" tileheight="1">
  <tileset firstgid="1"/>
  <layer name="ground" width="2" height="1"><data encoding="csv">1,1</data></layer>
  <layer name="Walls" width="2" height="1"><data encoding="csv">0,1</data></layer>
  <layer name="collision" width="2" height="1"><data encoding="csv">0,0</data></layer>
</map>"#;

#[test]
fn the_error_for_a_missing_layer_lists_the_layers() {
    let place = Place::new("layers");
    place.write("walled.tmx", WALLED);
    let bake =
        |options: &[&str]| place.run(&[&["bake", "walled.tmx", "-o", "x.nav"], options].concat());
    let answer = bake(&["--layer", "grund"]);
    insta::assert_snapshot!(refusal(&answer), @r#"error: walled.tmx: unknown tile layer "grund"; expected one of "ground", "Walls", "collision"; correct --layer, or the file"#);
    let answer = bake(&["--collision-layer", "wals"]);
    insta::assert_snapshot!(refusal(&answer), @"error: walled.tmx: --collision-layer wals: the file has no such name, only ground, Walls, collision");
    for options in [&[][..], &["--layer", "ground"]] {
        assert_eq!(bake(options).status, 0);
        let bounds = |wide| format!("bounds                0 0 to {wide} 1");
        let said = || place.run(&["inspect", "x.nav"]).stdout;
        assert!(said().contains(&bounds(2)), "{}", said());
        assert_eq!(bake(&[options, &["--collision-layer", "walls"]].concat()).status, 0);
        assert!(said().contains(&bounds(1)), "{}", said());
    }
}

#[test]
fn the_error_for_a_missing_value_lists_the_values() {
    let place = Place::new("key-values");
    place.write(
        "world.ldtk",
        r#"{ "defs": { "layers": [ { "uid": 7, "intGridValues": [
    { "value": 1, "identifier": "wall" }, { "value": 2, "identifier": "water" } ] } ] },
  "levels": [ { "identifier": "Cellar", "layerInstances": [ { "__identifier": "Walls",
    "__type": "IntGrid", "layerDefUid": 7, "__cWid": 2, "__cHei": 1, "__gridSize": 16,
    "intGridCsv": [1, 2] } ] } ] }"#,
    );
    let bake = |key: &str| place.run(&["bake", "world.ldtk", "-o", "x.nav", "--key", key]);
    let answer = bake("watter=1");
    insta::assert_snapshot!(refusal(&answer), @"error: world.ldtk: --key watter: the file has no such name, only wall, water");
    for key in ["water=1", "2=1", "3=1"] {
        let is_ground = key != "3=1";
        assert_eq!(bake(key).status == 0, is_ground, "{key}");
    }
}

#[test]
fn terrains_have_names_of_their_own() {
    let place = Place::new("names");
    place.write("rooms.json", ROOMS);
    let village = shipped("village.tmx");
    let bake = |map: &str, names: &[&str]| {
        let names = names.iter().flat_map(|name| ["--terrain", name]);
        let bake: Vec<&str> = ["bake", map, "-o", "x.nav"].into_iter().chain(names).collect();
        place.run(&bake)
    };
    let answer = bake(&village, &["road", "mud", "Road"]);
    insta::assert_snapshot!(refusal(&answer), @"error: --terrain Road is given twice; give each class a different name");
    let answer = bake("rooms.json", &["floor"]);
    assert!(refusal(&answer).contains("--terrain does not apply to this .json file"), "{answer:?}");
    assert_eq!(bake(&village, &["road", ""]).status, 2);
}

#[test]
fn files_without_ground_say_what_would_be() {
    let place = Place::new("nothing");
    let line = r#"<line x2="9" y2="9" stroke="red"/><path d="M0 0h9v9" fill="none"/>"#;
    place.write("lines.svg", format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{line}</svg>"#));
    place.write("line.geojson", r#"{ "type": "LineString", "coordinates": [[0, 0], [1, 1]] }"#);
    place.write("points.obj", "v 0 0 0\n");
    place.write("z-up.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let packed = r#"{ "asset": { "version": "2.0" }, "extensionsRequired": ["KHR_draco_mesh_compression"] }"#;
    place.write("packed.gltf", packed);
    place.write("empty.png", "");
    let yard = "[[13.4, 52.5], [13.401, 52.5], [13.401, 52.501], [13.4, 52.501], [13.4, 52.5]]";
    let polygon = format!(r#"{{ "type": "Polygon", "coordinates": [{yard}] }}"#);
    place.write("degrees.geojson", polygon);
    let bake = |map: &str| refusal(&place.run(&["bake", map, "-o", "x.nav"])).to_owned();
    insta::assert_snapshot!(bake("lines.svg"), @"error: lines.svg: the map has no walkable ground: lines and strokes are no ground, and so are shapes without a fill, unless a class, id or label gives them a role; draw filled shapes");
    insta::assert_snapshot!(bake("line.geojson"), @"error: line.geojson: the map has no walkable ground: points and lines are no ground; draw polygons");
    insta::assert_snapshot!(bake("points.obj"), @"error: points.obj: the map has no walkable ground: the model has no triangles; export it with its faces");
    insta::assert_snapshot!(bake("z-up.obj"), @"error: z-up.obj: none of the 1 triangles are walkable: 0 are too steep, 0 face down, and 1 are vertical or have no area; check which axis points up, and which way faces look; see --up");
    insta::assert_snapshot!(bake("packed.gltf"), @r#"error: packed.gltf: extensionsRequired[0]: the extension "KHR_draco_mesh_compression" cannot be read; export the model without it"#);
    insta::assert_snapshot!(bake("empty.png"), @"error: empty.png: the file is empty");
    insta::assert_snapshot!(place.refusal(&["bake", "degrees.geojson", "-o", "x.nav", "--radius", "0.3"]), @"error: degrees.geojson: holes and an agent radius of 0.3 leave nothing of the ground, which is 0.0010004044 wide and 0.0009994507 high; if its coordinates are degrees, give --metres-around LON,LAT");
}

#[test]
fn places_that_are_no_file_are_refused_before_any_work() {
    let place = Place::with_rooms("no-file");
    insta::assert_snapshot!(place.refusal(&["bake", "rooms.json", "-o", "folder/"]), @"error: cannot write folder/: it is a directory; name a file in it");
    insta::assert_snapshot!(place.refusal(&["path", "rooms.nav", "-1,-7", "-7,1", "--svg", "x.gif"]), @"error: cannot write x.gif: pictures are .svg or .png files; use one of these endings");
    let around = ["--metres-around", "13,90"];
    let answer = place.run(&[&["bake", "rooms.json", "-o", "x.nav"], &around[..]].concat());
    assert_eq!(answer.status, 2, "{answer:?}");
    assert_eq!(place.names(), ["rooms.json", "rooms.nav"]);
}

#[cfg(unix)]
#[test]
fn files_are_replaced_as_their_permissions_and_links_say() {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    let place = Place::with_rooms("permissions");
    place.write("queries.csv", "sx,sy,gx,gy\n-1,-7,-7,1\n");
    let batch = |output| place.run(&["batch", "rooms.nav", "queries.csv", "-o", output]);
    let mode = |name: &str| fs::metadata(place.0.join(name)).unwrap().permissions().mode() & 0o777;

    for (name, mode) in [("private.csv", 0o600), ("protected.csv", 0o444)] {
        place.write(name, "");
        fs::set_permissions(place.0.join(name), Permissions::from_mode(mode)).unwrap();
    }
    assert_eq!(batch("private.csv").status, 0);
    assert_eq!((mode("private.csv"), place.read("private.csv").lines().count()), (0o600, 2));
    insta::assert_snapshot!(refusal(&batch("protected.csv")), @"error: cannot write protected.csv: it is read-only; choose another file");
    assert_eq!(place.read("protected.csv"), "");

    // A link to a file that does not exist yet.
    symlink("target.csv", place.0.join("link.csv")).unwrap();
    assert_eq!(batch("link.csv").status, 0);
    assert_eq!(place.read("target.csv"), place.read("private.csv"));
    assert!(place.0.join("link.csv").is_symlink());
    assert!(place.names().iter().all(|name| !name.ends_with(".part")));
}

#[cfg(unix)]
#[test]
fn a_map_does_not_read_devices() {
    let place = Place::new("device");
    let up = "../".repeat(place.0.components().count());
    let tile_set = format!(r#"firstgid="1" source="{up}dev/zero""#);
    place.write("map.tmx", WALLED.replace(r#"firstgid="1""#, &tile_set));
    let answer = place.run(&["bake", "map.tmx", "-o", "x.nav"]);
    assert!(refusal(&answer).contains("dev/zero is not a regular file"), "{answer:?}");
}

#[cfg(unix)]
#[test]
fn an_endless_file_is_no_asset() {
    let place = Place::new("endless");
    for command in [&["inspect", "/dev/zero"][..], &["path", "/dev/zero", "0,0", "1,1"]] {
        let answer = place.run(command);
        assert!(refusal(&answer).contains("give the baked file, not its source"), "{answer:?}");
    }
}

#[test]
fn messages_have_no_control_characters() {
    let place = Place::new("control");
    let answer = place.run(&["inspect", "a\u{1b}[31m\nb.nav"]);
    assert!(refusal(&answer).starts_with("error: cannot read a [31m b.nav: "), "{answer:?}");
}

#[test]
fn what_is_baked_for_several_radii_says_for_which() {
    let place = Place::new("several");
    let plan = shipped("floor-plan.svg");
    let answer = place.run(&["bake", &plan, "-o", "x.nav", "--radius", "0.35", "--radius", "0.1"]);
    for radius in ["0.1", "0.35"] {
        let is_told = |line: &str| {
            line.starts_with("labels ") && line.ends_with(&format!(", for a radius of {radius}"))
        };
        assert!(answer.stdout.lines().any(is_told), "{answer:?}");
    }
}

/// Regression: the areas of an inset were counted as merged ones of the file.
#[test]
fn only_areas_for_radius_0_are_merged_ones() {
    let place = Place::new("merged-areas");
    // Two triangles of a square.
    let square = "mesh 2 4 2 0 0 3 0 1 -1 9 0 2 0 -1 9 9 3 1 0 -1 0 9 2 1 -1 \
        3 0 1 2 1 -1 -1 3 0 2 3 -1 0 -1";
    place.write("square.mesh", square);
    for (radius, areas) in
        [("0", "areas                 1 (merged from 2)\n"), ("1", "areas                 1\n")]
    {
        let answer = place.run(&["bake", "square.mesh", "-o", "x.nav", "--radius", radius]);
        assert!(answer.stdout.contains(areas), "{answer:?}");
    }
}

/// Regression: each of these options was ignored.
#[test]
fn options_without_effect_are_refused() {
    let place = Place::new("no-effect");
    let harbour = shipped("harbour.json");
    let bake = ["bake", &harbour, "-o", "x.nav", "--link-layer", "jump"];
    insta::assert_snapshot!(place.refusal(&[&bake[..], &["--labels", "off"]].concat()), @"error: --link-layer bakes labels, but --labels off bakes none; leave one of them out");
    let answer = place.run(&bake);
    let layers = "link layers           jump,ladder,teleport; jump\n";
    assert!(answer.stdout.contains(layers), "{answer:?}");
    let bake = ["bake", "a.obj", "-o", "x.nav", "--radius", "1", "--rounded", "0.1", "--voxels"];
    assert_eq!(place.run(&bake).status, 2);
    assert_eq!(place.run(&["crowd", "x.nav", "--scenario", "x.json", "--title", "X"]).status, 2);
}

/// Over the canal there is a jump.
#[test]
fn links_can_be_left_out() {
    let place = Place::new("no-links");
    place.accepted(&["bake", &shipped("harbour.json"), "-o", "map.nav"]);
    let ask = |options: &[&str]| {
        place.run(&[&["path", "map.nav", "40,67", "54,61", "--json"][..], options].concat())
    };
    let length = |options: &[&str]| {
        let path: serde_json::Value = serde_json::from_str(&ask(options).stdout).unwrap();
        (path["length"].as_f64().unwrap(), path["tier"].as_str().unwrap().to_owned())
    };
    let (by_jump, tier) = length(&[]);
    assert_eq!(tier, "exact");
    let (around, tier) = length(&["--no-links"]);
    assert_eq!(tier, "exact");
    assert!(around > 2.0 * by_jump, "{around} {by_jump}");
    assert_eq!(length(&["--no-links", "--tier", "exact"]).0.to_bits(), around.to_bits());

    place.write("queries.csv", "sx,sy,gx,gy\n40,67,54,61\n");
    let answer = place.run(&["batch", "map.nav", "queries.csv", "--no-links"]);
    assert!(answer.stdout.contains(&format!(",ok,{around},")), "{answer:?}");
}

#[test]
fn a_single_link_can_be_closed() {
    let place = Place::new("close-link");
    place.accepted(&["bake", &shipped("harbour.json"), "-o", "map.nav"]);
    let ask = |options: &[&str]| {
        place.run(&[&["path", "map.nav", "40,67", "54,61", "--json"][..], options].concat())
    };
    let path = |options: &[&str]| -> serde_json::Value {
        serde_json::from_str(&ask(options).stdout).unwrap()
    };
    let by_jump = path(&[]);
    let jump = by_jump["links"][0]["link"].to_string();
    let around = path(&["--close-link", &jump]);
    assert!(around["cost"].as_f64() > by_jump["cost"].as_f64(), "{around}");
    let links = around["links"].as_array().unwrap();
    assert!(links.iter().all(|link| link["link"] != by_jump["links"][0]["link"]), "{around}");

    place.write("queries.csv", "sx,sy,gx,gy\n40,67,54,61\n");
    let answer = place.run(&["batch", "map.nav", "queries.csv", "--close-link", &jump]);
    let row = format!(",ok,{},{},", around["length"], around["cost"]);
    assert!(answer.stdout.contains(&row), "{answer:?} {row}");

    // `inspect` has the numbers of links, too: their positions.
    let inspected = place.run(&["inspect", "map.nav", "--json"]).stdout;
    let inspected: serde_json::Value = serde_json::from_str(&inspected).unwrap();
    let number = usize::try_from(by_jump["links"][0]["link"].as_u64().unwrap()).unwrap();
    let link = &inspected["links_by_radius"][0][number];
    assert_eq!(link["kind"], "jump");
    assert_eq!(inspected["links_by_radius"][0].as_array().unwrap().len(), 4);
    insta::assert_snapshot!(link, @r#"{"both_ways":true,"cost":9.0,"enabled":true,"from":[44.0,66.0,0.0],"kind":"jump","to":[51.0,66.5,0.0]}"#);

    let refused = ask(&["--close-link", "0", "--close-link", "99"]);
    insta::assert_snapshot!(refusal(&refused), @"error: unknown link 99; the links of the map are 0 to 3");
}

#[test]
fn ends_where_floors_overlap_are_noticed() {
    let place = Place::new("floors");
    let bridge = r#"{ "tautline": 1, "areas": [
        { "corners": [[0, 4, 3], [12, 4, 3], [12, 6, 3], [0, 6, 3]] },
        { "corners": [[5, 0, 0], [7, 0, 0], [7, 10, 0], [5, 10, 0]] } ] }"#;
    place.write("bridge.json", bridge);
    place.accepted(&["bake", "bridge.json", "-o", "bridge.nav"]);
    let notices = |[start, goal]: [&str; 2]| {
        let answer = place.accepted(&["path", "bridge.nav", start, goal]);
        answer.stderr
    };
    insta::assert_snapshot!(notices(["6,5", "11,5"]), @"the start is on any of 2 floors, at the elevations 0, 3; a third number chooses one");
    assert_eq!(notices(["6,5,3", "11,5"]), "");
    let answer = place.run(&["path", "bridge.nav", "6,5,3", "11,5", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(answer["points_in_space"], serde_json::json!([[6.0, 5.0, 3.0], [11.0, 5.0, 3.0]]));
    assert_eq!(notices(["1,5", "6,5,3"]), "");
}

#[test]
fn a_path_over_terrain_says_how_near_to_the_cheapest_it_is() {
    let place = Place::with_rooms("gap");
    let path = ["path", "rooms.nav", "-1,-7", "-7,1", "--cost", "mud=3"];
    let gap = |arguments: &[&str]| {
        let answer = place.run(&[&path[..], arguments].concat());
        assert_eq!(answer.stdout.contains("--within 0.01"), arguments.is_empty(), "{answer:?}");
        let rows = answer.stdout.lines();
        let gap = rows.clone().find_map(|row| row.strip_prefix("gap")).unwrap_or_default();
        let percent = gap.trim().strip_prefix("at most ").and_then(|gap| gap.split(' ').next());
        percent.and_then(|percent| percent.parse::<f64>().ok()).unwrap()
    };
    assert!(gap(&[]) > 5.0, "{}", gap(&[]));
    assert!(gap(&["--within", "0.01"]) <= 1.0);
}

#[test]
fn a_path_may_be_too_long_by_a_share() {
    let place = Place::with_rooms("within");
    let path = ["path", "rooms.nav", "-1,-7", "-7,1", "--json"];
    let answer = place.run(&[&path[..], &["--within", "0.05"]].concat());
    let answer: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    let [length, bound] = ["length", "lower_bound"].map(|key| answer[key].as_f64().unwrap());
    assert!(bound <= 12.170_087_325_458_26 && length <= 1.06 * bound, "{answer}");
    place.write("q.csv", "sx,sy,gx,gy\n-1,-7,-7,1\n");
    let rows = place.run(&["batch", "rooms.nav", "q.csv", "--within", "0.05"]);
    let row = format!(",ok,{length},{length},{bound},exact,");
    assert!(rows.stdout.contains(&row), "{rows:?} without {row}");
    for wrong in ["-0.1", "nan", "inf", "much"] {
        let answer = place.run(&[&path[..], &["--within", wrong]].concat());
        assert_eq!(answer.status, 2, "{answer:?}");
    }
}

#[test]
fn a_batch_over_terrain_may_choose_landmarks() {
    let place = Place::new("landmarks");
    place.accepted(&["bake", &shipped("road.json"), "-o", "road.nav"]);
    place.write("q.csv", "sx,sy,gx,gy\n3,1,46,4\n8,18,40,18\n28,18,22,1\n0,0,99,0\n");
    let batch =
        |options: &[&str]| place.run(&[&["batch", "road.nav", "q.csv"][..], options].concat());
    let costs = ["--cost", "grass=2", "--cost", "mud=5"];
    let costs_of = |rows: &str| -> Vec<f64> {
        rows.lines().filter_map(|row| row.split(',').nth(3)?.parse().ok()).collect()
    };
    let plain = batch(&costs);
    let guided = batch(&[&costs[..], &["--landmarks"]].concat());
    let pairs = costs_of(&plain.stdout).into_iter().zip(costs_of(&guided.stdout));
    assert_eq!(pairs.clone().count(), 3, "{plain:?}");
    pairs.for_each(|(plain, guided)| assert!((guided / plain - 1.0).abs() < 0.01));
    assert!(!guided.stderr.contains("ignored"), "{guided:?}");

    let notice = |options: &[&str]| {
        let told = batch(&[options, &["--landmarks"]].concat()).stderr;
        told.lines().find(|line| line.contains("--landmarks")).unwrap_or_default().to_owned()
    };
    insta::assert_snapshot!(notice(&[]), @"--landmarks: ignored, because all ground costs the same");
    let classic = [&costs[..], &["--tier", "classic"]].concat();
    insta::assert_snapshot!(notice(&classic), @"--landmarks: ignored, because only the weighted tier uses them");
}
