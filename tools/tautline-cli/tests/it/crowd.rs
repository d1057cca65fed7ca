//! Crowds.

use crate::support::{Place, ROOMS, refusal, shipped};

/// A place with a baked `door.nav`, for agents with a radius of 0.3.
fn place_with_a_door(test: &str) -> Place {
    let place = Place::new(test);
    let bake = ["bake", &shipped("door.svg"), "-o", "door.nav", "--radius", "0.3"];
    place.accepted(&bake);
    place
}

#[test]
fn a_scenario_is_not_taken_for_a_map() {
    let place = Place::new("scenario");
    place.write("door.json", std::fs::read(shipped("door.json")).unwrap());
    insta::assert_snapshot!(place.refusal(&["bake", "door.json", "-o", "x.nav"]), @"error: door.json: this is a scenario of a crowd, not a map; use it with `tautline crowd MAP.nav --scenario door.json`");
}

#[test]
fn a_crowd_walks_through_a_door() {
    let place = place_with_a_door("crowd");
    let scenario = shipped("door.json");
    let crowd = ["crowd", "door.nav", "--scenario", &scenario];
    let files = ["--csv", "crowd.csv", "--svg", "crowd.svg"];
    let answer = place.run(&[&crowd[..], &files].concat());
    assert_eq!((answer.status, answer.stderr.as_str()), (0, ""));
    for line in ["agents                44\n", "arrived               44\n"] {
        assert!(answer.stdout.contains(line), "{answer:?}");
    }
    assert!(answer.stdout.contains("off the mesh          0 agent-steps\n"), "{answer:?}");

    let csv = place.read("crowd.csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["seconds", "agent", "x", "y", "elevation", "state"]);
    assert_eq!((rows.len() - 1) % 44, 0);
    let last = &rows[rows.len() - 44..];
    assert!(last.iter().all(|row| row[5] == "arrived"), "{last:?}");
    // The first forty end on the right, the others on the left.
    assert!(last[..40].iter().all(|row| row[2].parse::<f32>().is_ok_and(|x| x > 15.0)));
    assert!(last[40..].iter().all(|row| row[2].parse::<f32>().is_ok_and(|x| x < 15.0)));
    assert!(place.read("crowd.svg").contains("<desc>3 areas, 44 agents</desc>"));

    // The same again, to the last digit; and other ways with another preset.
    let again = ["--csv", "again.csv"];
    place.accepted(&[&crowd[..], &again].concat());
    assert_eq!(place.read("again.csv"), csv);
    let dense = ["--csv", "dense.csv", "--preset", "dense"];
    place.accepted(&[&crowd[..], &dense].concat());
    assert_ne!(place.read("dense.csv"), csv);
}

#[test]
fn agents_take_links_and_those_without_a_path_are_named() {
    let place = Place::new("crowd_links");
    let links = r#"], "links": [ { "from": [-1, -7], "to": [11, 1], "kind": "jump" } ]
}"#;
    let rooms = ROOMS.trim_end().strip_suffix("]\n}").map(|start| format!("{start}{links}"));
    place.write("rooms.json", rooms.unwrap_or_default());
    place.accepted(&["bake", "rooms.json", "-o", "rooms.nav"]);
    place.write(
        "over.json",
        r#"{ "agents": [
            { "start": [-7, 0], "goal": [13, 0.5], "speed": 3 },
            { "start": [13, 0.5], "goal": [-7, 0] } ] }"#,
    );
    let answer =
        place.accepted(&["crowd", "rooms.nav", "--scenario", "over.json", "--csv", "way.csv"]);
    assert!(answer.stdout.contains("arrived               1\n"), "{answer:?}");
    assert!(answer.stdout.contains("without a path        1, first: "), "{answer:?}");
    assert!(place.read("way.csv").contains(",on_link\n"));
}

#[test]
fn what_is_wrong_with_a_scenario_is_named() {
    let place = place_with_a_door("crowd_faults");
    let faults = [
        (
            "[]",
            "error: s.json: expected an object such as {\"agents\": [{\"start\": [1, 2], \"goal\": [3, 4]}]}; correct the file there",
        ),
        ("{ \"agents\": [ {", "error: s.json: EOF while parsing"),
        (r#"{ "agents": [ { "start": [1, 2] } ] }"#, "error: s.json: missing field `goal`"),
        (
            r#"{ "agents": [ { "start": [1], "goal": [3, 4] } ] }"#,
            "error: s.json: agents[0]: start: expected a point [x, y], one with an elevation [x, y, z], or a rectangle [x0, y0, x1, y1]",
        ),
        (r#"{ "agents": [ { "start": [1, 2], "goal": [3, 1e39] } ] }"#, "error: s.json: "),
        (
            r#"{ "agents": [ { "start": [1, 1, 1, 5], "goal": [3, 4] } ] }"#,
            "error: s.json: agents[0]: start: the rectangle [x0, y0, x1, y1] is empty; give two x and two y that differ, or a point [x, y]",
        ),
        (
            r#"{ "agents": [ { "start": [1, 1, 2, 2], "goal": [3, 4], "count": 30 } ] }"#,
            "error: s.json: agents[0]: start: there is room for ",
        ),
        (
            r#"{ "agents": [ { "start": [50, 1, 52, 2], "goal": [3, 4] } ] }"#,
            "error: s.json: agents[0]: start: there is room for 0 of 1 agents",
        ),
        (
            r#"{ "agents": [ { "start": [1, 1], "goal": [50, 1, 52, 2] } ] }"#,
            "error: s.json: agents[0]: goal: there is no ground in the rectangle; move it",
        ),
        (
            r#"{ "agents": [ { "start": [1, 1], "goal": [3, 4], "count": 100001 } ] }"#,
            "error: s.json: 100001 agents; give at most 100000",
        ),
        (
            r#"{ "agents": [ { "start": [1, 1], "goal": [3, 4], "radius": -1 } ] }"#,
            "error: s.json: agent 0: radius is -1, but must be finite and above 0",
        ),
        (
            r#"{ "agents": [ { "start": [1, 1], "goal": [3, 4], "colour": 1 } ] }"#,
            "error: s.json: unknown field `colour`",
        ),
    ];
    for (text, expected) in faults {
        place.write("s.json", text);
        let answer = place.run(&["crowd", "door.nav", "--scenario", "s.json"]);
        assert!(refusal(&answer).starts_with(expected), "{text}: {answer:?}");
    }
    place.write("s.json", r#"{ "agents": [ { "start": [99, 1], "goal": [3, 4] } ] }"#);
    let answer = place.run(&["crowd", "door.nav", "--scenario", "s.json"]);
    assert_eq!(
        refusal(&answer),
        "error: s.json: agent 0: there is no ground for the agent: the start (99, 1) is off the mesh"
    );
    place.write("s.json", r#"{ "agents": [] }"#);
    let answer = place.run(&["crowd", "door.nav", "--scenario", "s.json"]);
    assert!(answer.stdout.starts_with("agents               0\n"), "{answer:?}");
    let answer = place.run(&["crowd", "door.nav", "--scenario", "s.json", "--csv", "s.json"]);
    assert!(refusal(&answer).starts_with("error: cannot write s.json: it is an input file"));
    let same = ["--csv", "same.svg", "--svg", "same.svg"];
    let answer = place.run(&[&["crowd", "door.nav", "--scenario", "s.json"][..], &same].concat());
    assert_eq!(refusal(&answer), "error: --csv and --svg name the same file same.svg; name two");
}
