//! Meshes that Detour was given.

use crate::support::{Place, refusal};
use tautline_fixtures::detour::{detour_file, detour_tiles};

fn with_tiles(test: &str) -> Place {
    let place = Place::new(test);
    let [left, right] = detour_tiles();
    place.write("level.navmesh", detour_file(&[left.clone(), right.clone()], true));
    // A connection that leads to no ground any more.
    let mut lost = left;
    lost.connections[0].ends[1][0] = 70.0;
    place.write("lost.bin", detour_file(&[lost, right], false));
    place
}

#[test]
fn tiles_are_baked_as_one_mesh() {
    let place = with_tiles("tiles");
    place.accepted(&["bake", "level.navmesh", "-o", "level.nav", "--labels", "off"]);
    let inspect = place.run(&["inspect", "level.nav"]);
    for line in ["areas                 4", "connected components  2", "links                 1"] {
        assert!(inspect.stdout.contains(line), "{inspect:?}");
    }
    assert!(!inspect.stdout.contains("merged"), "no two of them form a convex area");
    let path = ["path", "level.nav", "1,-1,0", "7,-3.75,0.5"];
    let answer = place.run(&path);
    assert!(answer.status == 0 && answer.stdout.contains("6.6"), "{answer:?}");
}

#[test]
fn flags_choose_what_is_baked() {
    let place = with_tiles("flags");
    let bake = |options: &[&str]| {
        place.run(&[&["bake", "level.navmesh", "-o", "level.nav"], options].concat())
    };
    let areas = |options: &[&str]| {
        let answer = bake(options);
        assert_eq!(answer.status, 0, "{answer:?}");
        answer.stdout.lines().next().unwrap().to_owned()
    };
    assert_eq!(areas(&["--exclude-flags", "8"]), "areas                 3");
    assert_eq!(areas(&["--include-flags", "0x8"]), "areas                 1");
    let answer = bake(&["--include-flags", "16"]);
    insta::assert_snapshot!(refusal(&answer), @"error: level.navmesh: the map has no walkable ground: no polygon has the flags that are asked for");
    let answer = bake(&["--include-flags", "65536"]);
    assert!(answer.stderr.contains("a number from 0 to 65535"), "{answer:?}");
}

#[test]
fn lost_connections_are_reported_and_damaged_files_refused() {
    let place = with_tiles("lost");
    let answer = place.run(&["bake", "lost.bin", "-o", "level.nav"]);
    assert!(
        answer.stdout.contains("1 off-mesh connections with an end off the mesh"),
        "{answer:?}"
    );
    place.write("text.bin", "a text");
    insta::assert_snapshot!(place.refusal(&["bake", "text.bin", "-o", "level.nav"]), @r#"error: text.bin: byte 0: expected a navigation mesh of Detour ("TESM" or "VAND"), found "a te"; correct the file there"#);
    let answer = place.run(&["bake", "level.navmesh", "-o", "level.nav", "--scale", "2"]);
    assert!(refusal(&answer).contains("--scale does not apply to this "), "{answer:?}");
}

#[test]
fn polygons_that_form_a_convex_area_are_merged_unless_they_are_to_be_kept() {
    let place = Place::new("merged");
    let [_, mut right] = detour_tiles();
    right.position = [0, 0];
    place.write("right.navmesh", detour_file(&[right], true));
    let bake = |options: &[&str]| {
        let answer = place.accepted(&[&["bake", "right.navmesh", "-o", "a.nav"], options].concat());
        answer.stdout.lines().next().unwrap().to_owned()
    };
    assert_eq!(bake(&[]), "areas                 2 (merged from 3)");
    let inspect = place.run(&["inspect", "a.nav"]);
    assert!(inspect.stdout.contains("2 (merged from 3)"), "{inspect:?}");
    let ends = ["path", "a.nav", "4.5,-0.5,0.5", "7,-3,0.5", "--json"];
    let areas = |answer: &str| {
        let answer: serde_json::Value = serde_json::from_str(answer).unwrap();
        answer["areas"].to_string()
    };
    assert_eq!(areas(&place.run(&[&ends[..], &["--tier", "classic"]].concat()).stdout), "[0]");
    assert_eq!(bake(&["--keep-areas"]), "areas                 3");
    assert_eq!(areas(&place.run(&[&ends[..], &["--tier", "classic"]].concat()).stdout), "[0,1]");
}
