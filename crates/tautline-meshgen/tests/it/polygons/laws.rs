//! Laws of all polygons, however dirty.

use std::collections::BTreeSet;

use tautline_fixtures::SplitMix64;
use tautline_meshgen::{LineJoin, PolygonError, PolygonMesh, PolygonOptions, Polygons, Role};
use tautline_navmesh::{RawMesh, Terrain};

use crate::polygons::{areas, dirty, oracle, signed_area, valid};

/// The full run: `TAUTLINE_CASES=100000 cargo test --release`.
fn cases() -> u64 {
    std::env::var("TAUTLINE_CASES").map_or(3_000, |cases| cases.parse().unwrap())
}

#[test]
fn the_mesh_covers_exactly_what_the_polygons_say() {
    for case in 0..cases() {
        let polygons = dirty::polygons(&mut SplitMix64::new(case));
        let expected = oracle::ground_areas(&polygons);
        let perimeter = oracle::perimeter(&polygons);
        match polygons.build(&PolygonOptions::default()) {
            Ok(built) => {
                compare(&built, &expected, perimeter, case);
                check(&built, case, &polygons);
            }
            Err(PolygonError::NoGround { .. } | PolygonError::NothingLeft { .. }) => {
                let total: f64 = expected.iter().sum();
                assert!(total <= 1e-5 * perimeter * perimeter, "case {case}: {total}");
            }
            Err(error) => panic!("case {case}: {error} {error:?}\n{polygons:?}"),
        }
    }
}

#[test]
fn a_hundred_thousand_crossings_are_resolved() {
    for (corners, scale) in [(100, 1.0), (200, 1e-3), (500, 1e6)] {
        let random = &mut SplitMix64::new(corners);
        let mut tangle = |count: u64| -> Vec<[f32; 2]> {
            let mut point = || [(); 2].map(|()| random.unit() as f32 * scale);
            (0..count).map(|_| point()).collect()
        };
        let mut polygons = Polygons::default();
        polygons.push(Role::Ground, [tangle(corners), tangle(corners / 2)]);
        polygons.push(Role::Hole, [tangle(7)]);
        polygons.push(Role::Terrain(Terrain(1)), [tangle(corners / 2)]);
        let built = polygons.build(&PolygonOptions::default()).unwrap();
        let expected = oracle::ground_areas(&polygons);
        compare(&built, &expected, oracle::perimeter(&polygons), corners);
        check(&built, corners, &polygons);
    }
}

/// Rounding moves an edge by a few steps of the grid at most.
fn compare(built: &PolygonMesh, expected: &[f64], perimeter: f64, case: u64) {
    let tolerance = 3.0 * perimeter * built.grid_step + 1e-9 * expected.iter().sum::<f64>();
    for (class, (found, expected)) in areas(&built.mesh).iter().zip(expected).enumerate() {
        assert!(
            (found - expected).abs() <= tolerance,
            "case {case}: class {class} has {found} instead of {expected}"
        );
    }
}

#[test]
fn with_a_radius_the_mesh_is_valid_and_smaller() {
    for case in 0..cases() {
        let random = &mut SplitMix64::new(case);
        let polygons = dirty::polygons(random);
        let Ok(whole) = polygons.build(&PolygonOptions::default()) else { continue };
        let extent = whole.rings.iter().flatten().flatten().fold(0.0, |a: f32, b| a.max(b.abs()));
        let agent_radius = extent * [1e-7, 0.001, 0.02, 0.1][random.below(4) as usize];
        let line_join = match random.below(3) {
            0 => LineJoin::default(),
            1 => LineJoin::Miter { limit: [1.0, 1.1, 32.0][random.below(3) as usize] },
            _ => LineJoin::Round {
                tolerance: agent_radius * [1e-6, 0.01, 9.0][random.below(3) as usize],
            },
        };
        let options = PolygonOptions { agent_radius, line_join };
        let built = match polygons.build(&options) {
            Ok(built) => built,
            Err(PolygonError::NothingLeft { .. }) => continue,
            Err(error) => panic!("case {case}: {error} {error:?}\n{options:?}\n{polygons:?}"),
        };
        check(&built, case, &polygons);
        let total = |built: &PolygonMesh| areas(&built.mesh).iter().sum::<f64>();
        let slack = 3.0 * oracle::perimeter(&polygons) * built.grid_step;
        assert!(total(&built) <= total(&whole) + slack, "case {case}");
    }
}

/// The invariants of every mesh of polygons.
fn check(built: &PolygonMesh, case: u64, polygons: &Polygons) {
    valid(built);
    let raw = &built.mesh;
    let used: BTreeSet<[u32; 2]> =
        raw.corners.iter().map(|&corner| raw.vertices[corner as usize].map(f32::to_bits)).collect();
    for corner in built.rings.iter().flatten() {
        assert!(used.contains(&corner.map(f32::to_bits)), "case {case}: {corner:?}\n{polygons:?}");
    }
    let slack = 1e-12;
    let enclosed: f64 = built.rings.iter().map(|ring| signed_area(ring)).sum();
    let total: f64 = areas(raw).iter().sum();
    let extent: f64 = built.rings.iter().map(|ring| signed_area(ring).abs()).sum();
    assert!((enclosed - total).abs() <= slack * extent, "case {case}: {enclosed} {total}");
    let around: f64 = built.rings.iter().map(|ring| length(ring)).sum();
    let walls = wall_length(raw);
    assert!(
        (around - walls).abs() <= slack * around,
        "case {case}: {around} {walls}\n{polygons:?}"
    );
}

fn distance(from: [f32; 2], to: [f32; 2]) -> f64 {
    let [x, y] = [0, 1].map(|axis| f64::from(to[axis]) - f64::from(from[axis]));
    (x * x + y * y).sqrt()
}

fn length(ring: &[[f32; 2]]) -> f64 {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&from, &to)| distance(from, to)).sum()
}

fn wall_length(raw: &RawMesh) -> f64 {
    let mut total = 0.0;
    let mut start = 0;
    for &end in &raw.corner_ends {
        let ring = start..end as usize;
        for corner in ring.clone() {
            let next = if corner + 1 == ring.end { ring.start } else { corner + 1 };
            if raw.neighbours[corner] == RawMesh::NO_NEIGHBOUR {
                let position = |corner: usize| raw.vertices[raw.corners[corner] as usize];
                total += distance(position(corner), position(next));
            }
        }
        start = ring.end;
    }
    total
}
