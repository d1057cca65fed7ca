//! Models that were drawn to be looked at.

use crate::support::{Place, refusal};

/// A hall of 12 by 8 with a shelf across it that leaves a gap of 2 at one end, and a table
/// whose legs reach into the floor. No two parts share a vertex. y is up.
const HALL: &str = "o floor
v 0 0 0
v 12 0 0
v 12 0 -8
v 0 0 -8
f 1 2 3 4
o shelf
v 6 -1 0
v 6 -1 -6
v 6 3 -6
v 6 3 0
f 5 6 7 8
o obstacle
v 2 1 -2
v 4 1 -2
v 4 1 -4
v 2 1 -4
f 9 10 11 12
";

fn place_with_a_hall(test: &str) -> Place {
    let place = Place::new(&format!("voxels/{test}"));
    place.write("hall.obj", HALL);
    place.write("plan.map", "type octile\nheight 1\nwidth 1\nmap\n.\n");
    place
}

#[cfg(feature = "recast")]
#[test]
fn agents_of_each_size_walk_where_they_fit() {
    let place = place_with_a_hall("fits");
    let bake = ["bake", "hall.obj", "-o", "hall.nav", "--voxels", "--cell", "0.125"];
    let radii = ["--radius", "0.25", "--radius", "0.75", "--radius", "1.25"];
    let answer = place.accepted(&[&bake[..], &radii].concat());
    assert!(answer.stdout.contains("97 x 65 columns of 0.125"), "{answer:?}");

    let length = |radius: &str| {
        let ends = ["3,6.5", "9,1.5"];
        let answer =
            place.run(&["path", "hall.nav", ends[0], ends[1], "--radius", radius, "--json"]);
        let path: serde_json::Value = serde_json::from_str(&answer.stdout).ok()?;
        path["length"].as_f64()
    };
    let [near, far] = ["0.25", "0.75"].map(|radius| length(radius).unwrap());
    assert!(8.0 < near && near < far && far < 10.0, "{near} {far}");
    assert_eq!(length("1.25"), None, "the gap is too narrow");

    let answer = place.run(&["inspect", "hall.nav", "--json"]);
    let said: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(said["radii"], serde_json::json!([0.25, 0.75, 1.25]));
    assert_eq!(said["has_elevations"], true);
    let draw = ["draw", "hall.nav", "-o", "hall.svg", "--path", "3,6.5,9,1.5"];
    place.accepted(&draw);
}

#[cfg(feature = "recast")]
#[test]
fn around_the_table_under_it_and_over_it() {
    let place = place_with_a_hall("table");
    let path = |rules: &[&str]| {
        let bake = ["bake", "hall.obj", "-o", "hall.nav", "--voxels", "--cell", "0.125"];
        place.accepted(&[&bake[..], rules].concat());
        let answer = place.run(&["path", "hall.nav", "3,0.5", "3,5.5", "--json"]);
        let path: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
        path["length"].as_f64().unwrap()
    };
    assert!(path(&[]) > 5.1, "around the table");
    assert!(path(&["--height", "0.5"]) < 5.001, "under it");
    assert!(path(&["--max-step", "1.5"]) < 5.001, "over it");
}

#[cfg(feature = "recast")]
#[test]
fn agents_drop_from_the_table() {
    let place = Place::new("voxels/drops");
    // Not an obstacle, so that its top is ground.
    place.write("hall.obj", HALL.replace("obstacle", "table"));
    let path = |rules: &[&str]| {
        let bake = [
            "bake", "hall.obj", "-o", "hall.nav", "--voxels", "--cell", "0.125", "--radius", "0.25",
        ];
        place.accepted(&[&bake[..], rules].concat());
        let answer = place.run(&["path", "hall.nav", "3,3,1", "3,5.5", "--json"]);
        let path: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
        path["length"].as_f64()
    };
    assert_eq!(path(&["--max-drop", "0.9"]), None);
    let length = path(&["--max-drop", "1.5"]);
    assert!(length.is_some_and(|length| length < 3.0), "{length:?}");
}

#[test]
fn voxels_are_for_models_and_their_options_for_voxels() {
    let place = place_with_a_hall("options");
    let answer = place.run(&["bake", "plan.map", "-o", "plan.nav", "--voxels"]);
    assert_eq!(
        refusal(&answer),
        "error: plan.map: --voxels does not apply to this .map file, only to .obj, .gltf, .glb; \
         leave it out"
    );
    let answer = place.run(&["bake", "hall.obj", "-o", "hall.nav", "--cell", "0.1"]);
    assert_eq!(answer.status, 2, "{answer:?}");
}
