//! Input that is refused, and input that is barely accepted.

use tautline_fixtures::SplitMix64;
use tautline_meshgen::{LineJoin, PolygonError, PolygonOptions, Polygons, Role};
use tautline_navmesh::Terrain;

use crate::polygons::{areas, square, valid};

fn one_ring(role: Role, ring: Vec<[f32; 2]>) -> Polygons {
    let mut polygons = Polygons::default();
    polygons.push(role, [ring]);
    polygons
}

#[test]
fn coordinates_that_are_not_finite_are_named() {
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut polygons = one_ring(Role::Ground, square(0.0, 0.0, 1.0));
        let bad = vec![[0.0, 0.0], [1.0, 0.0], [1.0, value]];
        polygons.push(Role::Terrain(Terrain(1)), [square(0.0, 0.0, 1.0), bad]);
        let error = polygons.build(&PolygonOptions::default()).unwrap_err();
        let expected = format!(
            "point 2 of ring 1 of shape 1 is at (1, {value}), but coordinates must be finite"
        );
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn without_ground_there_is_no_mesh() {
    let options = PolygonOptions::default();
    let line = vec![[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [-7.0, -7.0]];
    for (polygons, shapes) in [
        (Polygons::default(), 0),
        (one_ring(Role::Ground, vec![]), 1),
        (one_ring(Role::Ground, vec![[1.0, 1.0]]), 1),
        (one_ring(Role::Ground, vec![[0.0; 2]; 1000]), 1),
        (one_ring(Role::Ground, line), 1),
        (one_ring(Role::Hole, square(0.0, 0.0, 1.0)), 1),
        (one_ring(Role::Terrain(Terrain(3)), square(0.0, 0.0, 1.0)), 1),
        (one_ring(Role::Ground, square(0.0, 0.0, 1e-45)), 1),
    ] {
        assert_eq!(polygons.build(&options), Err(PolygonError::NoGround { shapes }));
    }
    // Filled twice is not filled.
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [square(0.0, 0.0, 3.0), square(0.0, 0.0, 3.0)]);
    assert_eq!(polygons.build(&options), Err(PolygonError::NoGround { shapes: 1 }));
}

#[test]
fn covered_ground_is_an_error_of_its_own() {
    let mut polygons = one_ring(Role::Ground, square(0.0, 0.0, 3.0));
    polygons.push(Role::Terrain(Terrain(1)), [square(0.0, 0.0, 3.0)]);
    for agent_radius in [1.5, 2.0, 1e9, f32::MAX] {
        let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
        let expected = PolygonError::NothingLeft { agent_radius, size: [3.0, 3.0] };
        assert_eq!(polygons.build(&options), Err(expected));
    }
    polygons.push(Role::Hole, [square(-1.0, 0.0, 4.0)]);
    let error = polygons.build(&PolygonOptions::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "holes and an agent radius of 0 leave nothing of the ground, which is 3 wide and 3 high"
    );
}

#[test]
fn options_out_of_range_are_refused() {
    let polygons = one_ring(Role::Ground, square(0.0, 0.0, 3.0));
    let build = |agent_radius, line_join| {
        polygons
            .build(&PolygonOptions { agent_radius, line_join })
            .map(|_| ())
            .map_err(|e| e.to_string())
    };
    let miter = |limit| build(0.0, LineJoin::Miter { limit });
    let round = |tolerance| build(0.0, LineJoin::Round { tolerance });
    for radius in [-1.0, f32::NAN, f32::INFINITY] {
        let expected =
            format!("the agent radius is {radius}, but it must be finite and at least 0");
        assert_eq!(build(radius, LineJoin::default()), Err(expected));
    }
    for limit in [0.99, 32.1, f32::NAN, f32::INFINITY] {
        assert_eq!(
            miter(limit),
            Err(format!("the miter limit is {limit}, but it must be from 1 to 32"))
        );
    }
    for tolerance in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let expected = format!(
            "the tolerance of round joins is {tolerance}, but it must be finite and above 0"
        );
        assert_eq!(round(tolerance), Err(expected));
    }
    assert_eq!(miter(1.0), Ok(()));
    assert_eq!(round(f32::MIN_POSITIVE), Ok(()));
}

#[test]
fn coordinates_of_any_magnitude_give_a_mesh() {
    for size in [f32::MIN_POSITIVE * 1e8, 1e-20, 1e-6, 1.0, 16_777_216.0, 1e20, f32::MAX / 4.0] {
        for shift in [0.0, size, size * -3.0] {
            let mut polygons = one_ring(Role::Ground, square(shift, shift, size));
            polygons.push(Role::Hole, [square(shift + size / 4.0, shift + size / 4.0, size / 2.0)]);
            polygons.push(Role::Terrain(Terrain(1)), [square(shift, shift, size / 2.0)]);
            for agent_radius in [0.0, size / 16.0] {
                let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
                let built = polygons.build(&options).unwrap();
                valid(&built);
                let unit = f64::from(size) * f64::from(size);
                let (inner, outer) = if agent_radius > 0.0 { (0.625, 0.875) } else { (0.5, 1.0) };
                let expected = (outer * outer - inner * inner) * unit;
                let found: f64 = areas(&built.mesh).iter().sum();
                assert!(
                    (found / expected - 1.0).abs() < 1e-5,
                    "{size} {shift}: {found} {expected}"
                );
            }
        }
    }
}

#[test]
fn tiny_shapes_far_from_the_origin_are_lost_with_a_report() {
    let mut polygons = one_ring(Role::Ground, square(16_777_200.0, 0.0, 10.0));
    polygons.push(Role::Ground, [square(0.0, 0.0, 1e-6)]);
    let built = polygons.build(&PolygonOptions::default()).unwrap();
    assert_eq!(built.rings.len(), 1);
    assert_eq!(built.repairs.len(), 2, "{:?}", built.repairs);
    valid(&built);
}

#[test]
fn rings_of_random_points_give_a_valid_mesh() {
    let random = &mut SplitMix64::new(7);
    for _ in 0..300 {
        let mut polygons = Polygons::default();
        let magnitude = [1.0, 1e-6, 16_777_216.0, 1e30][random.below(4) as usize];
        for shape in 0..4 {
            let role =
                [Role::Ground, Role::Hole, Role::Terrain(Terrain(1)), Role::Terrain(Terrain(2))]
                    [shape];
            let mut coordinate = || (random.unit() as f32 - 0.5) * magnitude;
            polygons.push(role, [(0..20).map(|_| [coordinate(), coordinate()]).collect()]);
        }
        valid(&polygons.build(&PolygonOptions::default()).unwrap());
    }
}
