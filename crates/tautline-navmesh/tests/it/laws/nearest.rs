//! The nearest point on the mesh.

use proptest::prelude::*;
use tautline_geometry::{Aabb, DVec2};
use tautline_navmesh::{Location, NavMesh, QueryError, QueryFilter, Vec2};

use crate::laws::maps::{CellMap, cell_maps, frames, lattice};
use crate::laws::nearest_wall::distance_to;

/// The distance from a point to the nearest cell, over all cells.
fn distance_to_cells(map: &CellMap, point: Vec2) -> f64 {
    let distance = |[x, y]: [i32; 2]| {
        let gap = |low: i32, value: f32| {
            let (low, value) = (f64::from(low), f64::from(value));
            (low - value).max(value - low - 1.0).max(0.0)
        };
        let (dx, dy) = (gap(x, point.x), gap(y, point.y));
        (dx * dx + dy * dy).sqrt()
    };
    map.walkable().map(distance).fold(f64::INFINITY, f64::min)
}

/// The distance from a point to the nearest edge, over all edges.
fn distance_to_sides(mesh: &NavMesh, point: Vec2) -> f64 {
    let edges = mesh.areas().flat_map(|area| mesh.half_edges_of(area));
    edges.map(|edge| distance_to(mesh, edge, point)).fold(f64::INFINITY, f64::min)
}

proptest! {
    #[test]
    fn the_nearest_point_is_as_near_as_the_nearest_cell(
        map in cell_maps(0..3), x in -40..80, y in -40..80,
    ) {
        let (mesh, point) = (map.mesh()?, lattice([x, y]) * 0.25);
        let expected = distance_to_cells(&map, point);
        let near = mesh.nearest(point, f32::INFINITY, &QueryFilter::uniform())?;
        prop_assert_eq!(near.map(|near| near.distance.to_bits()), Some(expected.to_bits()));
        prop_assert!(near.is_some_and(|near| mesh.contains(near.area, near.point)));
    }

    #[test]
    fn the_radius_is_kept_to_the_last_bit(map in cell_maps(0..3), x in -40..80, y in -40..80) {
        let (mesh, point) = (map.mesh()?, lattice([x, y]) * 0.25);
        let distance = distance_to_cells(&map, point);
        #[expect(clippy::cast_possible_truncation, reason = "one of its neighbours is beyond")]
        let rounded = distance as f32;
        let filter = QueryFilter::uniform();
        for radius in [rounded.next_down(), rounded, rounded.next_up()] {
            if radius >= 0.0 {
                let is_near = mesh.nearest(point, radius, &filter)?.is_some();
                prop_assert_eq!(is_near, distance <= f64::from(radius));
            }
        }
        prop_assert_eq!(mesh.nearest(point, -1.0, &filter), Ok(None));
        prop_assert_eq!(mesh.nearest(point, f32::NAN, &filter), Ok(None));
    }

    #[test]
    fn the_nearest_point_of_a_rounded_mesh_lies_on_it_and_is_located_again(
        map in cell_maps(0..3), frame in frames(), x in -40..80, y in -40..80,
    ) {
        let (mesh, point) = (frame.mesh(&map)?, frame.place(lattice([x, y]) * 0.25));
        let near = mesh.nearest(point, f32::MAX, &QueryFilter::uniform())?;
        let near = near.ok_or_else(|| TestCaseError::fail("none"))?;
        prop_assert!(mesh.areas_at(near.point).any(|area| area == near.area));
        if mesh.locate(point).is_some() {
            prop_assert_eq!(near.point, point);
        } else {
            // Half a step of the coordinates would suffice if every step contained a point
            // of the mesh. In an acute corner, none may.
            let size = near.point.abs().max_element();
            let step = f64::from(size.next_up() - size);
            let expected = distance_to_sides(&mesh, point);
            prop_assert!((near.distance - expected).abs() <= 3.0 * step, "{} {}", near.distance, expected);
        }
    }

    #[test]
    fn areas_that_are_not_admitted_are_skipped(
        map in cell_maps(0..2), x in -40..80, y in -40..80,
    ) {
        let (mesh, point) = (map.mesh()?, lattice([x, y]) * 0.25);
        let near = mesh.nearest_where(point, f32::MAX, |area| mesh.terrain(area).0 == 1)?;
        prop_assert_eq!(near.is_some(), mesh.areas().any(|area| mesh.terrain(area).0 == 1));
        if let Some(near) = near {
            prop_assert_eq!(mesh.terrain(near.area).0, 1);
            let any = mesh.nearest(point, f32::MAX, &QueryFilter::uniform())?;
            let any = any.map_or(f64::INFINITY, |any| any.distance);
            prop_assert!(near.distance >= any);
        }
    }

    #[test]
    fn the_point_at_an_elevation_is_the_nearest_in_space(
        map in cell_maps(0..2), x in -8..40, y in -8..40, elevation in -4..20_i16,
        radius in 0..12_i16, steepness in 0..4_i16,
    ) {
        let mut raw = map.raw();
        let slope = f32::from(steepness) * 0.5;
        raw.elevations = raw.vertices.iter().map(|[x, y]| slope * (x + y % 3.0)).collect();
        let mesh = raw.build()?;
        let (point, elevation) = (lattice([x, y]) * 0.25, f32::from(elevation) * 0.5);
        let radius = f32::from(radius) * 0.25;
        let is_open = |area| mesh.terrain(area).0 == 1;
        // Areas are rectangles.
        let candidates = mesh.areas().filter(|&area| is_open(area)).filter_map(|area| {
            let corners = || mesh.half_edges_of(area).map(|edge| mesh.segment(edge).a);
            let bounds = Aabb::around(corners())?;
            let near = point.clamp(bounds.min, bounds.max);
            let plane = DVec2::from(near).distance(point.into());
            let gap = f64::from(mesh.elevation_at(area, near)) - f64::from(elevation);
            (plane <= f64::from(radius)).then_some(DVec2::new(plane, gap).length())
        });
        let expected = candidates.min_by(f64::total_cmp);
        let found = mesh.nearest_where(Location::at_elevation(point, elevation), radius, is_open)?;
        prop_assert_eq!(found.map(|found| found.distance), expected);
        if let Some(found) = found {
            prop_assert!(mesh.contains(found.area, found.point) && is_open(found.area));
        }
        for nowhere in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let found = mesh.nearest_where(Location::at_elevation(point, nowhere), radius, is_open);
            let is_refused = matches!(found, Err(QueryError::ElevationNotFinite { .. }));
            prop_assert!(is_refused, "{:?}", found);
        }
    }
}
