//! Options and files that a user may give, right and wrong.

#![expect(clippy::unwrap_used, reason = "clippy takes helper functions for code outside tests")]

mod support;

use support::{Place, ROOMS, refusal, shipped};

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
        let answer = place.run(&[&bake[..], &["--level", "Cellar"]].concat());
        assert_eq!(answer.status, 0, "{answer:?}");
        let expected = "error: world.ldtk: choose a level with --level: Cellar, Title";
        assert_eq!(refusal(&place.run(&bake)), expected);
        assert_eq!(refusal(&place.run(&[&bake[..], &["--level", "Attic"]].concat())), expected);
    }
    let answer = place.run(&["bake", "world.ldtk", "-o", "out.nav", "--level", "Title"]);
    insta::assert_snapshot!(refusal(&answer), @"error: world.ldtk: levels[1].layerInstances: an IntGrid layer is missing; correct the file there");
}

#[test]
fn options_that_say_nothing_about_a_file_are_refused() {
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
        let expected = format!("error: {map}: {option} says nothing about such a file");
        assert!(refusal(&answer).starts_with(&expected), "{answer:?}");
    }
    let answer = place.run(&["bake", "flat.json", "-o", "map.nav", "--scale", "2"]);
    assert_eq!(answer.status, 0, "{answer:?}");
}

#[test]
fn a_terrain_that_the_command_does_not_name_is_told_how_to() {
    let place = Place::new("terrain");
    let rect = r#"<rect class="terrain-mud" width="3" height="3"/>"#;
    place.write("plan.svg", format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{rect}</svg>"#));
    let answer = place.run(&["bake", "plan.svg", "-o", "plan.nav"]);
    insta::assert_snapshot!(refusal(&answer), @r#"error: plan.svg: line 1, column 54: unknown terrain "mud"; none is named; name it with --terrain, or correct the file there"#);
}

#[test]
fn a_radius_that_was_not_baked_for_is_refused() {
    let place = Place::new("radius");
    let answer = place.run(&["bake", &shipped("village.tmx"), "-o", "x.nav", "--radius", "4"]);
    assert_eq!(answer.status, 0, "{answer:?}");
    let answer = place.run(&["path", "x.nav", "24,24", "616,24", "--radius", "8"]);
    insta::assert_snapshot!(refusal(&answer), @"error: there is no mesh for agents with a radius of 8, only for 4; bake the map with --radius 8");
    let answer = place.run(&["bake", &shipped("bridge.obj"), "-o", "y.nav", "--radius", "0.5"]);
    assert!(refusal(&answer).contains("floors above each other"), "{answer:?}");
}

#[test]
fn a_message_does_nothing_to_a_terminal() {
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
