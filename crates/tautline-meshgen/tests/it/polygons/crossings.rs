//! Polygons whose mesh would be far larger than they are.

use tautline_meshgen::{FillRule, LineJoin, PolygonError, PolygonOptions, Polygons, Role};
use tautline_navmesh::Terrain;

use crate::polygons::{areas, square, valid};

/// Vertical and horizontal bars across a square: each crosses each.
fn bars(count: u16, role: Role) -> Polygons {
    let mut polygons = Polygons::default();
    let size = 4.0 * f32::from(count);
    polygons.push(Role::Ground, [square(0.0, 0.0, size)]);
    for bar in 0..count {
        let (near, far) = (4.0 * f32::from(bar) + 1.0, 4.0 * f32::from(bar) + 3.0);
        let (low, high) = (-1.0, size + 1.0);
        polygons.push(role, [vec![[near, low], [far, low], [far, high], [near, high]]]);
        polygons.push(role, [vec![[low, near], [high, near], [high, far], [low, far]]]);
    }
    polygons
}

fn refusal(polygons: &Polygons) -> String {
    polygons.build(&PolygonOptions::default()).unwrap_err().to_string()
}

#[test]
fn a_zigzag_whose_edges_all_cross_is_refused() {
    // From the left up to the right, and to the left again, a little higher each time.
    let ends = |step: u16| [[0.0, f32::from(step)], [1e4, 1e4 - f32::from(step)]];
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [(0..10_000).flat_map(ends).collect()]);
    let expected = "20000 edges of rings cross each other more than 1280000 times";
    assert_eq!(refusal(&polygons), expected);
    polygons.shapes[0].fill_rule = FillRule::NonZero;
    assert_eq!(refusal(&polygons), expected);
}

#[test]
fn bars_on_bars_are_refused_whatever_they_are() {
    for role in [Role::Ground, Role::Hole, Role::Terrain(Terrain(1))] {
        let error = refusal(&bars(3_000, role));
        assert_eq!(error, "24004 edges of rings cross each other more than 1536256 times");
    }
}

#[test]
fn hundreds_of_thousands_of_crossings_are_cut() {
    for role in [Role::Ground, Role::Hole, Role::Terrain(Terrain(1))] {
        let built = bars(100, role).build(&PolygonOptions::default()).unwrap();
        valid(&built);
    }
    let built = bars(300, Role::Hole).build(&PolygonOptions::default()).unwrap();
    assert_eq!(areas(&built.mesh).iter().sum::<f64>(), 600.0 * 600.0);
}

#[test]
fn edges_that_lie_on_each_other_are_counted_as_well() {
    let mut polygons = Polygons::default();
    // All on the same line, each a little longer than the one before.
    for ring in 1..=6_000_u16 {
        let side = f32::from(ring);
        polygons.push(Role::Ground, [vec![[-side, 0.0], [side, 0.0], [0.0, side]]]);
    }
    assert_eq!(refusal(&polygons), "18000 edges of rings cross each other more than 1152000 times");
}

#[test]
fn a_radius_that_swallows_everything_between_obstacles_is_refused() {
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [square(-2_000.0, -2_000.0, 4_240.0)]);
    for obstacle in 0..14_400_u16 {
        let [x, y] = [obstacle % 120, obstacle / 120].map(|step| 2.0 * f32::from(step));
        polygons.push(Role::Hole, [square(x, y, 1.0)]);
    }
    let options = |agent_radius| PolygonOptions { agent_radius, ..PolygonOptions::default() };
    valid(&polygons.build(&options(0.75)).unwrap());
    let error = polygons.build(&options(100.0)).unwrap_err();
    assert!(matches!(error, PolygonError::TooManyCrossings { .. }), "{error}");
}

#[test]
fn close_edges_that_do_not_cross_are_accepted() {
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [square(0.0, 0.0, 16_384.0)]);
    for stripe in 0..4_000_u16 {
        let x = 4.0 * f32::from(stripe);
        polygons.push(
            Role::Hole,
            [vec![[x, 0.0], [x + 1.0, 0.0], [x + 301.0, 16_384.0], [x + 300.0, 16_384.0]]],
        );
    }
    valid(&polygons.build(&PolygonOptions::default()).unwrap());
}

#[test]
fn terrain_within_terrain_may_lie_thousands_deep_but_not_more() {
    let nested = |count: u16| {
        let mut polygons = Polygons::default();
        let size = 4.0 * f32::from(count);
        polygons.push(Role::Ground, [square(0.0, 0.0, size)]);
        for depth in 0..count {
            let margin = 1.0 + f32::from(depth);
            let class = Terrain(if depth % 2 == 0 { 1 } else { 2 });
            polygons.push(Role::Terrain(class), [square(margin, margin, size - 2.0 * margin)]);
        }
        polygons.build(&PolygonOptions::default())
    };
    valid(&nested(1_000).unwrap());
    let error = nested(5_000).unwrap_err();
    assert!(matches!(error, PolygonError::TooManyOverlaps { .. }), "{error}");
}

#[test]
fn corners_that_are_rounded_to_any_tolerance_have_a_few_dozen_corners() {
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [square(0.0, 0.0, 1_000.0)]);
    polygons.push(Role::Hole, [vec![[500.0, 400.0], [600.0, 500.0], [500.0, 401.0]]]);
    let line_join = LineJoin::Round { tolerance: f32::MIN_POSITIVE };
    let built = polygons.build(&PolygonOptions { agent_radius: 99.0, line_join }).unwrap();
    assert!(built.mesh.vertices.len() < 3 * 130, "{}", built.mesh.vertices.len());
}
