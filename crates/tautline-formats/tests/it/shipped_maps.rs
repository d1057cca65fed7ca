//! The maps that come with the command-line tool.

#![cfg(all(feature = "obj", feature = "svg", feature = "tiled"))]
#![expect(clippy::unwrap_used, reason = "the exemption for tests does not reach their helpers")]
#![expect(clippy::float_cmp, reason = "these numbers are exact")]

use std::path::Path;

use tautline_formats::obj::{self, ObjOptions};
use tautline_formats::svg::{self, SvgOptions};
use tautline_formats::tiled::{self, TiledOptions};
use tautline_formats::{Role, no_files};

fn map(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/tautline-cli/maps");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn the_village_has_four_terrains() {
    let text = map("village.tmx");
    let grid = tiled::parse(&text, &TiledOptions::default(), &mut no_files).unwrap();
    assert_eq!((grid.width, grid.height), (40, 30));
    for terrain in [None, Some(0), Some(1), Some(2), Some(3)] {
        let count = grid.cells.iter().filter(|cell| **cell == terrain).count();
        assert!(count > 50, "{terrain:?} {count}");
    }
    assert_eq!(grid.terrain(27, 14), Some(1), "the bridge is a road over the river");
    assert_eq!(grid.terrain(9, 17), None, "a market stall");
    assert_eq!(grid.terrain(5, 6), Some(0), "a door");
}

#[test]
fn the_floor_plan_has_every_role() {
    let text = map("floor-plan.svg");
    let map = svg::parse(&text, &SvgOptions::default()).unwrap();
    let count = |role| map.shapes.iter().filter(|shape| shape.role == role).count();
    assert_eq!(count(Role::Ground), 18, "rooms, doorways and the path");
    assert_eq!(count(Role::Hole), 22, "furniture and plants");
    assert_eq!([1, 2, 3].map(|class| count(Role::Terrain(class))), [3, 1, 1]);
    let corners = map.shapes.iter().flat_map(|shape| shape.rings.iter().flatten());
    for &[x, y] in corners {
        assert!((0.0..=24.0).contains(&x) && (0.0..=20.0).contains(&y), "{x} {y}");
    }
    let kitchen = map.shapes.iter().find(|shape| shape.name.as_deref() == Some("kitchen"));
    assert_eq!(kitchen.unwrap().rings[0][0], [0.4, 19.6]);
}

#[test]
fn the_bridge_leads_over_the_road() {
    let text = map("bridge.obj");
    let model = obj::parse(&text, &ObjOptions::default()).unwrap();
    assert_eq!(model.triangles.len(), 200);
    let names: Vec<_> = model.parts.iter().map(|part| (&*part.name, &*part.material)).collect();
    let hillside = ["grass", "rock", "road"].map(|material| ("hillside", material));
    assert_eq!(names, [hillside[0], hillside[1], hillside[2], ("bridge", "planks")]);
    for triangle in &model.triangles {
        let [a, b, c] = triangle.map(|vertex| model.vertices[usize::try_from(vertex).unwrap()]);
        let turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        assert!(turn > 0.0, "counter-clockwise from above");
    }
    let bridge = &model.triangles[model.parts[3].triangles.clone()];
    let heights = bridge.iter().flatten().map(|&v| model.vertices[usize::try_from(v).unwrap()][2]);
    assert!(heights.into_iter().all(|height| (height - 3.0).abs() < 1e-6));
}
