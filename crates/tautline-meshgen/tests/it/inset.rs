//! Insets of finished meshes.
#![expect(clippy::unwrap_used, reason = "a helper of tests")]

use tautline_meshgen::inset;
use tautline_meshgen::{InsetError, PolygonOptions};
use tautline_navmesh::{
    BuildOptions, LinkKind, NavMesh, RawLink, RawMesh, Terrain, Vec2, rectangles_from_cells,
};

fn built(raw: &RawMesh) -> NavMesh {
    NavMesh::build(raw, &BuildOptions::default()).unwrap().mesh
}

fn radius(agent_radius: f32) -> PolygonOptions {
    PolygonOptions { agent_radius, ..PolygonOptions::default() }
}

/// Two rooms of different ground, with a door of width 2 between them.
fn rooms() -> RawMesh {
    rectangles_from_cells(13, 6, |x, y| {
        (x != 6 || (2..4).contains(&y)).then_some(Terrain(u8::from(x > 6)))
    })
}

#[test]
fn the_mesh_keeps_away_from_walls_and_terrain_stays_where_it_was() {
    let mesh = inset(&built(&rooms()), &radius(0.5)).unwrap().mesh;
    let at = |x, y| mesh.locate(Vec2::new(x, y));
    assert_eq!(mesh.bounds().min, Vec2::splat(0.5));
    assert_eq!(mesh.bounds().max, Vec2::new(12.5, 5.5));
    assert_eq!(at(6.5, 2.4), None, "beside the door's frame");
    assert_eq!(mesh.terrain(at(6.9, 3.0).unwrap()), Terrain(0), "on the threshold");
    assert_eq!(mesh.terrain(at(7.1, 3.0).unwrap()), Terrain(1), "in the second room");
    assert_eq!(mesh.component_count(), 1);
    let wide = inset(&built(&rooms()), &radius(1.25)).unwrap().mesh;
    assert_eq!(wide.component_count(), 2, "too wide for the door");
}

#[test]
fn areas_keep_the_numbers_of_their_author() {
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [4.0, 0.0],
        [8.0, 0.0],
        [8.0, 4.0],
        [4.0, 4.0],
        [0.0, 4.0],
    ]);
    raw.push_area(&[0, 1, 4, 5]);
    raw.push_area(&[1, 2, 3, 4]);
    raw.numbers = vec![7, 9];
    let mesh = inset(&built(&raw), &radius(0.5)).unwrap().mesh;
    let number = |x| mesh.number(mesh.locate(Vec2::new(x, 2.0)).unwrap());
    assert_eq!([0.75, 3.75, 4.25, 7.25].map(number), [7, 7, 9, 9]);
    assert_eq!(mesh.area_count(), 2);
    assert_eq!(mesh.component_count(), 1);
}

#[test]
fn the_mesh_keeps_away_from_zero_width_walls_too() {
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [4.0, 0.0],
        [8.0, 0.0],
        [8.0, 6.0],
        [4.0, 6.0],
        [0.0, 6.0],
        [4.0, 4.0],
    ]);
    raw.push_area(&[0, 1, 6, 4, 5]);
    raw.push_area(&[1, 2, 3, 4, 6]);
    raw.walls.push([1, 6]);
    let mesh = inset(&built(&raw), &radius(0.5)).unwrap().mesh;
    assert_eq!(mesh.locate(Vec2::new(3.75, 2.0)), None);
    assert_eq!(mesh.locate(Vec2::new(4.25, 2.0)), None);
    assert!(mesh.locate(Vec2::new(4.0, 5.0)).is_some());
    assert_eq!(mesh.component_count(), 1);
}

#[test]
fn the_mesh_keeps_away_from_walls_between_areas_with_different_vertices() {
    // The half on the right has vertices of its own.
    let mut step = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [4.0, 0.0],
        [4.0, 4.0],
        [0.0, 4.0],
        [4.0, 0.0],
        [8.0, 0.0],
        [8.0, 4.0],
        [4.0, 4.0],
    ]);
    step.elevations = vec![0.0, 0.0, 0.0, 0.0, 3.0, 3.0, 3.0, 3.0];
    step.push_area(&[0, 1, 2, 3]);
    step.push_area(&[4, 5, 6, 7]);
    let mut t_junction = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [4.0, 0.0],
        [4.0, 4.0],
        [0.0, 4.0],
        [8.0, 0.0],
        [8.0, 2.0],
        [4.0, 2.0],
        [8.0, 4.0],
    ]);
    t_junction.push_area(&[0, 1, 2, 3]);
    t_junction.push_area(&[1, 4, 5, 6]);
    t_junction.push_area(&[6, 5, 7, 2]);
    for raw in [step, t_junction] {
        let mesh = built(&raw);
        assert_eq!(mesh.component_count(), 2);
        let narrow = inset(&mesh, &radius(0.5)).unwrap().mesh;
        assert_eq!(narrow.component_count(), 2);
        assert_eq!(narrow.locate(Vec2::new(3.75, 2.0)), None);
        assert_eq!(narrow.locate(Vec2::new(4.25, 2.0)), None);
    }
}

/// Rounded to `f32`, a vertex in the middle of a slanting edge lies just off it.
#[test]
fn the_mesh_keeps_away_from_walls_between_areas_with_rounded_vertices() {
    let corners = [
        [[0_i16, 0], [4, 0], [4, 4], [0, 4]],
        [[4, 0], [8, 0], [8, 2], [4, 2]],
        [[4, 2], [8, 2], [8, 4], [4, 4]],
    ];
    for (slant, shift) in (-3..4).flat_map(|slant| (0..4).map(move |shift| (slant, shift))) {
        let mut raw = RawMesh::default();
        for (area, level) in (0..).zip([0.0, 3.0, 6.0]) {
            let at = |[x, y]: [i16; 2]| {
                [3 * x - slant * y + shift, slant * x + 3 * y].map(|sum| f32::from(sum) / 10.0)
            };
            raw.vertices.extend(corners[area as usize].map(at));
            raw.elevations.extend([level; 4]);
            raw.push_area(&[0, 1, 2, 3].map(|corner| 4 * area + corner));
        }
        let mesh = built(&raw);
        assert_eq!(mesh.component_count(), 3);
        let narrow = inset(&mesh, &radius(0.1)).unwrap().mesh;
        assert_eq!(narrow.component_count(), 3, "slant {slant}, shift {shift}");
        // The long wall goes through `on_wall` and is square to `normal`.
        let slant = f32::from(slant);
        let normal = Vec2::new(3.0, slant).normalize();
        let on_wall = Vec2::new(3.0, slant) * 0.4 + Vec2::X * f32::from(shift) / 10.0;
        for vertex in narrow.vertices() {
            let distance = (*vertex - on_wall).dot(normal).abs();
            assert!(distance > 0.0999, "slant {slant}: {vertex} is {distance} from the wall");
        }
    }
}

#[test]
fn without_a_radius_the_ground_stays_as_it_is() {
    let mut step = RawMesh::default();
    for (first, x, level) in [(0, 4.0, 3.0), (4, 0.0, 0.0)] {
        step.vertices.extend([[x, 0.0], [x + 4.0, 0.0], [x + 4.0, 4.0], [x, 4.0]]);
        step.elevations.extend([level; 4]);
        step.push_area(&[0, 1, 2, 3].map(|corner| first + corner));
    }
    let mesh = inset(&built(&step), &radius(0.0)).unwrap().mesh;
    assert_eq!(mesh.component_count(), 2);
    for (x, level) in [(1.0, 0.0), (3.5, 0.0), (4.5, 3.0), (7.0, 3.0)] {
        let at = Vec2::new(x, 2.0);
        let elevation = mesh.elevation_at(mesh.locate(at).unwrap(), at);
        assert_eq!(elevation.to_bits(), f32::to_bits(level), "{x}");
    }
}

#[test]
fn links_move_to_where_an_agent_can_stand_or_are_lost() {
    let mut raw = rooms();
    let link = |from: [f32; 2], to: [f32; 2]| RawLink {
        from,
        from_elevation: 0.0,
        to,
        to_elevation: 0.0,
        cost: Some(3.0),
        kind: LinkKind::Jump,
        both_ways: true,
        disabled: false,
    };
    raw.links = vec![link([6.0, 5.0], [7.0, 5.0]), link([6.5, 2.5], [12.0, 2.0])];
    let mesh = built(&raw);
    let narrow = inset(&mesh, &radius(0.5)).unwrap();
    assert!(narrow.lost_links.is_empty());
    assert_eq!(narrow.mesh.links()[0].from.point, Vec2::new(5.5, 5.0));
    assert_eq!(narrow.mesh.links()[0].to.point, Vec2::new(7.5, 5.0));
    assert_eq!(narrow.mesh.links()[0].cost.to_bits(), 3.0_f64.to_bits());
    assert_eq!(narrow.mesh.links()[1].from.point, Vec2::new(6.5, 2.5));
}

#[test]
fn links_over_a_step_keep_an_end_on_each_side() {
    let mut raw = RawMesh::default();
    for (first, x, level) in [(0, 0.0, 0.0), (4, 4.0, 3.0)] {
        raw.vertices.extend([[x, 0.0], [x + 4.0, 0.0], [x + 4.0, 4.0], [x, 4.0]]);
        raw.elevations.extend([level; 4]);
        raw.push_area(&[0, 1, 2, 3].map(|corner| first + corner));
    }
    raw.links.push(RawLink {
        from: [4.0, 2.0],
        from_elevation: 0.0,
        to: [4.0, 2.0],
        to_elevation: 3.0,
        cost: Some(3.0),
        kind: LinkKind::Jump,
        both_ways: true,
        disabled: false,
    });
    let narrow = inset(&built(&raw), &radius(0.5)).unwrap();
    assert!(narrow.lost_links.is_empty());
    let link = narrow.mesh.links()[0];
    assert_eq!(link.from.point, Vec2::new(3.5, 2.0));
    assert!((link.to.point - Vec2::new(4.5, 2.0)).length() < 1e-5, "{}", link.to.point);
    assert_eq!(
        [link.from.elevation, link.to.elevation].map(f32::to_bits),
        [0.0, 3.0].map(f32::to_bits)
    );
}

#[test]
fn elevations_are_those_of_the_ground() {
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [8.0, 0.0], [8.0, 4.0], [0.0, 4.0]]);
    raw.elevations = vec![0.0, 4.0, 4.0, 0.0];
    raw.push_area(&[0, 1, 2, 3]);
    let mesh = inset(&built(&raw), &radius(1.0)).unwrap().mesh;
    let mut elevations = mesh.elevations().to_vec();
    elevations.sort_by(f32::total_cmp);
    assert_eq!(elevations, [0.5, 0.5, 3.5, 3.5]);
}

/// A floor, a ramp up to the next floor, and a ramp down with twice the slope.
#[test]
fn elevations_between_vertices_are_those_of_the_ground_too() {
    let profile = [(0.0, 1.0), (4.0, 1.0), (8.0, 3.0), (12.0, 3.0), (14.0, 1.0)];
    let mut raw = RawMesh::default();
    for (x, elevation) in profile {
        raw.vertices.extend([[x, 0.0], [x, 8.0]]);
        raw.elevations.extend([elevation; 2]);
    }
    for first in [0, 2, 4, 6] {
        raw.push_area(&[first, first + 2, first + 3, first + 1]);
    }
    for numbers in [vec![], vec![7, 7, 4, 4]] {
        raw.numbers = numbers;
        let mesh = inset(&built(&raw), &radius(0.5)).unwrap().mesh;
        assert_eq!(mesh.component_count(), 1);
        for step in 0..26_u8 {
            let x = 0.75 + f32::from(step) / 2.0;
            let after = profile.iter().position(|&(end, _)| x < end).unwrap();
            let [(start, low), (end, high)] = [profile[after - 1], profile[after]];
            let expected = low + (high - low) * (x - start) / (end - start);
            let at = Vec2::new(x, 4.25);
            let area = mesh.locate(at).unwrap();
            assert_eq!(mesh.elevation_at(area, at).to_bits(), expected.to_bits(), "{x}");
            if !raw.numbers.is_empty() {
                assert_eq!(mesh.number(area), if x < 8.0 { 7 } else { 4 }, "{x}");
            }
        }
    }
}

#[test]
fn floors_above_each_other_are_refused() {
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [4.0, 0.0],
        [4.0, 4.0],
        [1.0, 1.0],
        [5.0, 1.0],
        [5.0, 5.0],
    ]);
    raw.elevations = vec![0.0, 0.0, 0.0, 3.0, 3.0, 3.0];
    raw.push_area(&[0, 1, 2]);
    raw.push_area(&[3, 4, 5]);
    let error = inset(&built(&raw), &radius(0.25)).unwrap_err();
    assert!(matches!(error, InsetError::Overlapping { .. }), "{error}");
    // Also with the same outline.
    let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]];
    let mut raw = RawMesh::from_vertices(&[corners, corners].concat());
    raw.elevations = vec![0.0, 0.0, 0.0, 3.0, 3.0, 3.0];
    raw.push_area(&[0, 1, 2]);
    raw.push_area(&[3, 4, 5]);
    let error = inset(&built(&raw), &radius(0.25)).unwrap_err();
    assert!(matches!(error, InsetError::Overlapping { .. }), "{error}");
    let nothing = inset(&built(&rooms()), &radius(9.0)).unwrap_err();
    assert!(nothing.to_string().contains("nothing"), "{nothing}");
    assert!(inset(&built(&rooms()), &radius(f32::NAN)).is_err());
}

#[test]
fn a_small_floor_above_a_large_one_is_refused_too() {
    let square = |low: f32, high: f32, elevation| {
        let mut raw = RawMesh::from_vertices(&[[low, low], [high, low], [high, high], [low, high]]);
        raw.elevations = vec![elevation; 4];
        raw.push_area(&[0, 1, 2, 3]);
        raw
    };
    let mut raw = square(0.0, 10_000.0, 0.0);
    raw.append(&square(40.0, 45.0, 5.0));
    let error = inset(&built(&raw), &radius(0.5)).unwrap_err();
    let expected = InsetError::Overlapping { of_areas: 100_000_025.0, covered: 1e8 };
    assert_eq!(error, expected);
}

#[test]
fn slivers_that_vanish_on_the_grid_are_no_floors() {
    let mut raw = RawMesh::from_vertices(&[
        [0.06994629, 0.0],
        [999.998, 999.998],
        [999.992, 999.992],
        [1000.002, 999.998],
        [1000.002, 1000.002],
        [999.998, 1000.002],
    ]);
    raw.push_area(&[0, 1, 2]);
    raw.push_area(&[1, 3, 4, 5]);
    let narrower = inset(&built(&raw), &radius(1e-4)).unwrap().mesh;
    assert_eq!(narrower.area_count(), 1);
}
