//! The distance of insets from walls.

use tautline_fixtures::SplitMix64;
use tautline_meshgen::{LineJoin, PolygonOptions, Polygons, Role};
use tautline_navmesh::{Terrain, Vec2};

use crate::polygons::{areas, dirty, square, valid};

fn narrowed(polygons: &Polygons, agent_radius: f32, line_join: LineJoin) -> Vec<f64> {
    let built = polygons.build(&PolygonOptions { agent_radius, line_join }).unwrap();
    valid(&built);
    areas(&built.mesh)
}

#[test]
fn line_joins_are_miter_bevelled_or_round() {
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [square(0.0, 0.0, 64.0)]);
    polygons.push(Role::Hole, [square(24.0, 24.0, 16.0)]);
    let around = 60.0 * 60.0 - 20.0 * 20.0;
    assert_eq!(narrowed(&polygons, 2.0, LineJoin::default())[0], around);
    // Cut off at the radius: at each corner a triangle is left.
    let height = 2.0 * (f64::sqrt(2.0) - 1.0);
    let cut = narrowed(&polygons, 2.0, LineJoin::Miter { limit: 1.0 })[0];
    assert!((cut - (around + 4.0 * height * height)).abs() < 1e-4, "{cut}");
    let round = narrowed(&polygons, 2.0, LineJoin::Round { tolerance: 1e-3 })[0];
    let circle = around + 4.0 * 4.0 - std::f64::consts::PI * 4.0;
    assert!(round <= circle && round > circle - 0.02, "{round} {circle}");
}

#[test]
fn terrain_stays_where_it_is() {
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [square(0.0, 0.0, 8.0)]);
    polygons.push(Role::Terrain(Terrain(1)), [square(2.0, 2.0, 4.0)]);
    assert_eq!(narrowed(&polygons, 1.0, LineJoin::default())[..2], [20.0, 16.0]);
}

#[test]
fn ground_that_is_too_narrow_is_separated() {
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [square(0.0, 0.0, 10.0), square(13.0, 0.0, 10.0)]);
    polygons.push(Role::Ground, [vec![[9.0, 4.0], [14.0, 4.0], [14.0, 6.0], [9.0, 6.0]]]);
    let built =
        polygons.build(&PolygonOptions { agent_radius: 0.75, ..Default::default() }).unwrap();
    assert_eq!(built.rings.len(), 1);
    let built =
        polygons.build(&PolygonOptions { agent_radius: 1.0, ..Default::default() }).unwrap();
    assert_eq!(built.rings.len(), 2);
}

#[test]
fn ground_is_kept_if_and_only_if_it_is_far_enough_from_all_walls() {
    let mut inside = 0;
    for case in 0..400 {
        let random = &mut SplitMix64::new(case);
        let polygons = dirty::polygons(random);
        let Ok(whole) = polygons.build(&PolygonOptions::default()) else { continue };
        let points = || whole.rings.iter().flatten();
        let bounds = [0, 1].map(|axis| {
            let coordinates = || points().map(|point| point[axis]);
            (coordinates().fold(f32::MAX, f32::min), coordinates().fold(f32::MIN, f32::max))
        });
        let extent = (bounds[0].1 - bounds[0].0).min(bounds[1].1 - bounds[1].0);
        let agent_radius = extent * (0.01 + 0.1 * random.unit() as f32);
        let radius = f64::from(agent_radius);
        let (line_join, farthest) = match random.below(3) {
            0 => (LineJoin::Miter { limit: 1.0 }, (2.0f64).sqrt()),
            1 => (LineJoin::Miter { limit: 3.0 }, (10.0f64).sqrt()),
            _ => (LineJoin::Round { tolerance: agent_radius / 16.0 }, 17.0 / 16.0),
        };
        let narrow = polygons.build(&PolygonOptions { agent_radius, line_join }).ok();
        let narrow = narrow.map(|built| (valid(&built), built.rings));
        let slack = 2.0 * whole.grid_step;
        for corner in narrow.iter().flat_map(|(_, rings)| rings).flatten() {
            let distance = wall_distance(*corner, &whole.rings);
            assert!(distance >= radius - slack, "case {case}: {corner:?} {distance} {radius}");
        }
        for _ in 0..100 {
            let at = bounds.map(|(low, high)| low + (high - low) * random.unit() as f32);
            let distance = wall_distance(at, &whole.rings);
            let is_inside = is_inside(at, &whole.rings);
            let kept =
                narrow.as_ref().is_some_and(|(mesh, _)| mesh.locate(Vec2::from(at)).is_some());
            if is_inside && distance > radius * farthest + slack {
                assert!(kept, "case {case}: {at:?} {distance} {radius}");
                inside += 1;
            }
            if !is_inside || distance < radius - slack {
                assert!(!kept, "case {case}: {at:?} {distance} {radius}\n{polygons:?}");
            }
        }
    }
    assert!(inside > 2_000, "{inside}");
}

fn wall_distance(at: [f32; 2], rings: &[Vec<[f32; 2]>]) -> f64 {
    let at = at.map(f64::from);
    let sides = rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    let distance = |(from, to): (&[f32; 2], &[f32; 2])| {
        let (from, to) = (from.map(f64::from), to.map(f64::from));
        let along = [to[0] - from[0], to[1] - from[1]];
        let there = [at[0] - from[0], at[1] - from[1]];
        let length = along[0] * along[0] + along[1] * along[1];
        let part = ((there[0] * along[0] + there[1] * along[1]) / length).clamp(0.0, 1.0);
        let [x, y] = [there[0] - part * along[0], there[1] - part * along[1]];
        (x * x + y * y).sqrt()
    };
    sides.map(distance).fold(f64::INFINITY, f64::min)
}

fn is_inside([x, y]: [f32; 2], rings: &[Vec<[f32; 2]>]) -> bool {
    let sides = rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    let above = sides.filter(|(from, to)| {
        let height =
            |part: f64| f64::from(from[1]) + (f64::from(to[1]) - f64::from(from[1])) * part;
        let part = (f64::from(x) - f64::from(from[0])) / (f64::from(to[0]) - f64::from(from[0]));
        (from[0] > x) != (to[0] > x) && height(part) > f64::from(y)
    });
    above.count() % 2 == 1
}
