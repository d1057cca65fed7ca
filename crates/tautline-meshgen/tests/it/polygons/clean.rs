//! Polygons without defects.

use tautline_meshgen::{FillRule, PolygonOptions, Polygons, Repair, Role, Shape};
use tautline_navmesh::{Terrain, Vec2};

use crate::polygons::{areas, square, valid};

#[test]
fn islands_in_holes_are_ground() {
    let mut polygons = Polygons::default();
    let rings = [square(0.0, 0.0, 10.0), square(2.0, 2.0, 6.0), square(4.0, 4.0, 2.0)];
    polygons.push(Role::Ground, rings);
    let built = polygons.build(&PolygonOptions::default()).unwrap();
    assert!(built.repairs.is_empty());
    assert_eq!(areas(&built.mesh)[0], 100.0 - 36.0 + 4.0);
    let mesh = valid(&built);
    assert!(mesh.locate(Vec2::new(5.0, 5.0)).is_some());
    assert_eq!(mesh.locate(Vec2::new(3.0, 5.0)), None);
    assert_eq!(built.rings.len(), 3);
}

#[test]
fn ground_shapes_are_united_and_holes_taken_out_of_all() {
    let mut polygons = Polygons::default();
    polygons.push(Role::Hole, [square(3.0, 3.0, 2.0)]);
    polygons.push(Role::Ground, [square(0.0, 0.0, 4.0)]);
    polygons.push(Role::Ground, [square(2.0, 2.0, 4.0)]);
    let built = polygons.build(&PolygonOptions::default()).unwrap();
    assert!(built.repairs.is_empty());
    assert_eq!(areas(&built.mesh)[0], 16.0 + 16.0 - 4.0 - 4.0);
    valid(&built);
}

#[test]
fn terrain_adds_no_ground_and_the_last_one_counts() {
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [square(0.0, 0.0, 10.0)]);
    polygons.push(Role::Terrain(Terrain(1)), [square(-5.0, -5.0, 10.0)]);
    polygons.push(Role::Terrain(Terrain(2)), [square(3.0, 3.0, 4.0), square(4.0, 4.0, 2.0)]);
    polygons.push(Role::Terrain(Terrain(1)), [square(6.0, 6.0, 1.0)]);
    let built = polygons.build(&PolygonOptions::default()).unwrap();
    assert!(built.repairs.is_empty());
    let areas = areas(&built.mesh);
    let muddy = 16.0 - 4.0 - 1.0;
    let sandy = 25.0 - (4.0 - 1.0) + 1.0;
    assert_eq!(areas[..3], [100.0 - muddy - sandy, sandy, muddy]);
    valid(&built);
}

#[test]
fn coordinates_on_the_grid_stay_bit_for_bit() {
    let mut polygons = Polygons::default();
    let ring = vec![[-16_777_215.0, 1.0], [3.0, -16_777_213.0], [16_777_215.0, 16_777_215.0]];
    polygons.push(Role::Ground, [ring.clone()]);
    let built = polygons.build(&PolygonOptions::default()).unwrap();
    assert!(built.repairs.is_empty());
    let mut found = built.rings[0].clone();
    let first = found.iter().position(|point| *point == ring[0]).unwrap();
    found.rotate_left(first);
    assert_eq!(found, ring);
    assert_eq!(built.grid_step, 1.0);
}

#[test]
fn repairs_are_reported_with_their_positions() {
    let mut polygons = Polygons::default();
    // A bow-tie.
    polygons.push(Role::Ground, [vec![[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]]]);
    polygons.push(Role::Hole, [vec![[1.0, 1.0], [2.0, 2.0]], square(20.0, 20.0, 1.0)]);
    polygons.push(Role::Ground, [vec![[8.0, 0.0], [8.0, 0.0], [9.0, 0.0], [9.0, 1.0]]]);
    polygons.push(Role::Ground, [square(12.0, 0.0, 1.0), square(13.0, 0.0, 1.0)]);
    polygons.push(Role::Ground, [vec![[1.1, 12.0], [14.0, 12.0], [12.0, 14.0]]]);
    let built = polygons.build(&PolygonOptions::default()).unwrap();
    let (first, others) = built.repairs.split_first().unwrap();
    let Repair::Snapped { points: 1, shape: 4, ring: 0, point: 0, at: [1.1, 12.0], distance } =
        *first
    else {
        panic!("{first:?}");
    };
    assert!(distance > 0.0 && distance < 0.71 * built.grid_step, "{distance}");
    assert_eq!(
        others,
        [
            Repair::RingDropped { shape: 1, ring: 0, at: Some([1.0, 1.0]) },
            Repair::PointsDropped { shape: 2, ring: 0, points: 1, at: [8.0, 0.0] },
            Repair::Crossing { shape: 0, at: [2.0, 2.0] },
            Repair::Rearranged { shape: 3, corners_before: 8, corners_after: 4 },
            Repair::Outside { shape: 1, at: [20.0, 20.0] },
        ]
    );
    valid(&built);
}

#[test]
fn ground_that_touches_at_a_point_is_not_connected_there() {
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [square(0.0, 0.0, 2.0), square(2.0, 2.0, 2.0)]);
    // Its corner is in the middle of an edge.
    polygons.push(Role::Hole, [vec![[1.0, 0.0], [1.5, 1.0], [0.5, 1.0]]]);
    let built = polygons.build(&PolygonOptions::default()).unwrap();
    let mesh = valid(&built);
    assert_eq!(areas(&built.mesh)[0], 8.0 - 0.5);
    let (low, high) = (mesh.locate(Vec2::new(1.8, 0.5)), mesh.locate(Vec2::new(2.5, 2.5)));
    assert!(low.is_some() && high.is_some() && low != high);
}

#[test]
fn the_fill_rule_decides_about_rings_within_rings() {
    let rings = || vec![square(0.0, 0.0, 6.0), square(1.0, 1.0, 2.0), square(2.0, 2.0, 8.0)];
    for (fill, area) in
        [(FillRule::EvenOdd, 36.0 - 4.0 + 64.0 - 32.0 + 2.0), (FillRule::NonZero, 84.0)]
    {
        let mut polygons = Polygons::default();
        polygons.shapes.push(Shape { rings: rings(), role: Role::Ground, fill_rule: fill });
        let built = polygons.build(&PolygonOptions::default()).unwrap();
        valid(&built);
        assert_eq!(areas(&built.mesh).iter().sum::<f64>(), area, "{fill:?}");
    }
}
