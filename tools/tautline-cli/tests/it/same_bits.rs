//! Files and answers, which are the same bytes on every platform.

use std::fmt::Write as _;

use crate::support::{Place, shipped};

/// Queries all over the harbour, on the mesh and off it.
fn queries() -> String {
    let mut rows = String::from("sx,sy,gx,gy\n");
    for row in 0..200 {
        let at = |step: i32, side: i32| f64::from(row * step % side) + 0.25;
        let [sx, sy, gx, gy] = [at(37, 199), at(53, 131), at(71, 199), at(29, 131)];
        let _ = writeln!(rows, "{sx},{sy},{gx},{gy}");
    }
    rows
}

/// The snapshot has the checksums of x86-64. `INSTA_UPDATE=always` renews it after a change of the file format, of
/// what is baked or of the steps of a crowd; another platform must not change it.
#[test]
fn files_and_answers_have_the_same_bytes_on_every_platform() {
    let place = Place::new("same-bits");
    place.accepted(&["demo", "--out", "."]);
    place.write("queries.csv", queries());
    for (map, out, options) in [
        ("floor-plan.svg", "floor-plan.nav", &["--radius", "0.35", "--landmarks", "on"][..]),
        ("village.tmx", "village.nav", &["--radius", "6"]),
        ("bridge.obj", "bridge.nav", &[]),
        ("door.svg", "door.nav", &["--radius", "0.3"]),
    ] {
        place.accepted(&[&["bake", &shipped(map), "-o", out], options].concat());
    }
    place.accepted(&["platformer", "bake", &shipped("../levels/castle.txt"), "-o", "castle.plat"]);
    for (tier, out) in [("weighted", "weighted.csv"), ("classic", "classic.csv")] {
        let batch = ["batch", "demo.nav", "queries.csv", "-o", out, "--tier", tier, "--snap", "5"];
        place.accepted(&batch);
    }
    let scenario = shipped("door.json");
    place.accepted(&["crowd", "door.nav", "--scenario", &scenario, "--csv", "crowd.csv"]);

    let mut found = String::new();
    for name in place.names() {
        let bytes = std::fs::read(place.0.join(&name)).expect("the test has written it");
        let _ = writeln!(found, "{name} {} {:08x}", bytes.len(), crc32fast::hash(&bytes));
    }
    insta::assert_snapshot!("same_bits", found);
}
