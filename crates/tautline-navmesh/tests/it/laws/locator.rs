//! Meshes that are difficult for the spatial index.

use std::cell::Cell;

use proptest::prelude::*;
use tautline_navmesh::{AreaId, BuildOptions, Faults, NavMesh, QueryFilter, RawMesh, Vec2};

use crate::laws::location::check;
use crate::laws::nearest_wall::distance_to;

/// Adds a rectangle with vertices of its own.
fn push_rectangle(raw: &mut RawMesh, [left, bottom]: [f32; 2], [right, top]: [f32; 2]) {
    let first = u32::try_from(raw.vertices.len()).unwrap_or(u32::MAX);
    raw.vertices.extend([[left, bottom], [right, bottom], [right, top], [left, top]]);
    raw.push_area(&[first, first + 1, first + 2, first + 3]);
}

fn build(raw: &RawMesh) -> Result<NavMesh, Faults> {
    Ok(NavMesh::build(raw, &BuildOptions::default())?.mesh)
}

/// Compares the index with a scan at many vertices and between them, and for the nearest areas
/// also outside the mesh.
fn check_around_vertices(mesh: &NavMesh) -> Result<(), TestCaseError> {
    let vertices = mesh.vertices();
    for pair in vertices.windows(2).step_by(1 + vertices.len() / 500) {
        for point in [pair[0], pair[0] * 0.5 + pair[1] * 0.5] {
            check(mesh, point)?;
        }
    }
    for pair in vertices.windows(2).step_by(1 + vertices.len() / 30) {
        let between = pair[0] * 0.5 + pair[1] * 0.5;
        for point in [between, pair[0] * 2.0 - pair[1], pair[0] * -3.0 + Vec2::splat(1.0)] {
            if point.is_finite() {
                check_nearest(mesh, point)?;
            }
        }
    }
    Ok(())
}

/// Compares the distance of the area that is found with the least one of all areas.
fn check_nearest(mesh: &NavMesh, point: Vec2) -> Result<(), TestCaseError> {
    let distance = |area: AreaId| {
        let to_edge = |edge| distance_to(mesh, edge, point);
        let to_edges = mesh.half_edges_of(area).map(to_edge).fold(f64::INFINITY, f64::min);
        if mesh.contains(area, point) { 0.0 } else { to_edges }
    };
    let near = mesh.nearest(point, f32::INFINITY, &QueryFilter::uniform())?;
    let found = near.map_or(f64::INFINITY, |near| distance(near.area));
    let least = mesh.areas().map(distance).fold(f64::INFINITY, f64::min);
    prop_assert!(found <= least * (1.0 + 1e-12), "{point}: {found}, but {least} is possible");
    Ok(())
}

fn step(index: u16) -> f32 {
    f32::from(index)
}

#[test]
fn a_cluster_far_from_an_outlier_is_spread_over_nested_cells() {
    let mut raw = RawMesh::default();
    for x in 0..50 {
        for y in 0..50 {
            let corner = [step(x) * 0.01, step(y) * 0.01];
            push_rectangle(&mut raw, corner, corner.map(|value| value + 0.005));
        }
    }
    for outlier in [1e4, 1e8, 1e15] {
        push_rectangle(&mut raw, [outlier, outlier], [outlier * 1.5, outlier * 1.5]);
    }
    check_around_vertices(&build(&raw).unwrap()).unwrap();
}

#[test]
fn a_thousand_floors_above_each_other_are_distinguished() {
    let mut raw = RawMesh::default();
    for floor in 0..1000 {
        push_rectangle(&mut raw, [0.0, 0.0], [10.0, 10.0]);
        raw.elevations.extend([3.0 * step(floor); 4]);
    }
    let mesh = build(&raw).unwrap();
    let middle = Vec2::new(5.0, 5.0);
    assert_eq!(mesh.areas_at(middle).count(), 1000);
    assert_eq!(mesh.locate(middle), Some(AreaId(0)));
    assert_eq!(mesh.locate_at(middle, 3.0 * 517.0 + 1.0), Some(AreaId(517)));
    assert_eq!(mesh.locate_at(middle, 1e5), Some(AreaId(999)));
    assert_eq!(mesh.component_count(), 1000);
}

#[test]
fn huge_coordinates_are_located() {
    let mut raw = RawMesh::default();
    for (x, y) in (0..20).flat_map(|x| (0..20).map(move |y| (x, y))) {
        let corner = [step(x), step(y)].map(|value| (value - 10.0) * 3e37);
        push_rectangle(&mut raw, corner, corner.map(|value| value + 2e37));
    }
    let mesh = build(&raw).unwrap();
    check_around_vertices(&mesh).unwrap();
    let near = mesh.nearest(Vec2::splat(f32::MAX), f32::MAX, &QueryFilter::uniform()).unwrap();
    assert_eq!(near.map(|near| near.point), Some(Vec2::splat(9.0 * 3e37 + 2e37)));
}

#[test]
fn a_mesh_as_wide_as_all_floats_is_located() {
    let mut raw = RawMesh::default();
    push_rectangle(&mut raw, [-f32::MAX, -f32::MAX], [f32::MAX, f32::MAX]);
    let mesh = build(&raw).unwrap();
    check_around_vertices(&mesh).unwrap();
    assert_eq!(mesh.locate(Vec2::splat(1.0)), Some(AreaId(0)));
}

#[test]
fn areas_of_the_smallest_size_are_located() {
    let mut raw = RawMesh::default();
    for (x, y) in (0..20).flat_map(|x| (0..20).map(move |y| (x, y))) {
        let corner = [x, y].map(|value: u32| f32::from_bits(2 * value));
        push_rectangle(&mut raw, corner, corner.map(f32::next_up));
    }
    let mesh = build(&raw).unwrap();
    for &vertex in mesh.vertices() {
        check(&mesh, vertex).unwrap();
    }
    assert_eq!(
        mesh.nearest(Vec2::splat(-1.0), 2.0, &QueryFilter::uniform())
            .unwrap()
            .map(|near| near.point),
        Some(Vec2::ZERO)
    );
}

#[test]
fn needles_do_not_slow_the_building() {
    // Slanted needles across the whole mesh: each box touches nearly all cells.
    let mut raw = RawMesh::default();
    for index in 0..1500 {
        let first = u32::try_from(raw.vertices.len()).unwrap_or(0);
        let height = step(index) * 2.0;
        raw.vertices.extend([
            [0.0, height],
            [10_000.0, height + 9000.0],
            [10_000.0, height + 9001.0],
        ]);
        raw.push_area(&[first, first + 1, first + 2]);
    }
    check_around_vertices(&build(&raw).unwrap()).unwrap();
}

#[test]
fn a_row_of_thin_areas_does_not_make_the_index_huge() {
    // Clusters of thin strips, each in a cell of its own.
    let mut raw = RawMesh::default();
    for (x, y) in (0..20).flat_map(|x| (0..20).map(move |y| (x, y))) {
        for strip in 0..60 {
            let corner = [step(x) * 100.0 + step(strip), step(y) * 100.0];
            push_rectangle(&mut raw, corner, [corner[0] + 0.5, corner[1] + 1e-4]);
        }
    }
    check_around_vertices(&build(&raw).unwrap()).unwrap();
}

#[test]
fn only_areas_that_may_be_the_nearest_are_tested() {
    let mut raw = RawMesh::default();
    for (x, y) in (0..100).flat_map(|x| (0..100).map(move |y| (x, y))) {
        let corner = [step(x), step(y)];
        push_rectangle(&mut raw, corner, corner.map(|value| value + 0.5));
    }
    let mesh = build(&raw).unwrap();
    for (outside, limit) in [
        ([-0.25, 50.0], 30),
        ([50.7, 50.7], 30),
        ([1_000.0, 1_000.0], 30),
        // From so far away, many areas at the border of the mesh are almost equally near.
        ([1e6, 0.0], 100),
        ([50.0, -1e9], 300),
    ] {
        let tested = Cell::new(0);
        let count = |_| {
            tested.set(tested.get() + 1);
            true
        };
        let near = mesh.nearest_where(Vec2::from(outside), f32::INFINITY, count).unwrap();
        assert!(near.is_some());
        assert!((1..=limit).contains(&tested.get()), "{} of 10,000, {outside:?}", tested.get());
    }
}

proptest! {
    #[test]
    fn scattered_areas_are_located(
        places in prop::collection::vec((-60..60_i32, 0..1000_i32, 1..100_i32, 1..100_i32), 1..150),
    ) {
        // Sizes and distances over forty powers of two.
        let mut raw = RawMesh::default();
        for &(power, offset, width, height) in &places {
            let [offset, width, height] =
                [offset, width, height].map(|value| f32::from(i16::try_from(value).unwrap_or(1)));
            let scale = 2.0_f32.powi(power / 3);
            let corner = [offset * scale, (offset - 500.0) * scale];
            push_rectangle(&mut raw, corner, [corner[0] + width * scale, corner[1] + height * scale]);
            let floor = f32::from(u16::try_from(raw.area_count()).unwrap_or(0));
            raw.elevations.extend([floor; 4]);
        }
        let mesh = raw.build()?;
        for (index, &vertex) in mesh.vertices().iter().enumerate() {
            check(&mesh, vertex)?;
            check(&mesh, vertex * 0.5 + mesh.vertices()[(index * 7 + 2) % mesh.vertices().len()] * 0.5)?;
        }
    }
}
