//! Random points.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

use proptest::prelude::*;
use tautline_navmesh::{
    AreaId, BuildOptions, End, NavMesh, QueryError, QueryFilter, RandomPoints, RawMesh, Terrain,
    Vec2, rectangles_from_cells,
};

use crate::laws::maps::{cell_maps, center, frames};

fn build(raw: &RawMesh) -> NavMesh {
    NavMesh::build(raw, &BuildOptions::default()).unwrap().mesh
}

/// Pearson's chi-squared statistic of counts that should be equal.
fn chi_square(counts: &[u32]) -> f64 {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / f64::from(u32::try_from(counts.len()).unwrap());
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn equal_pieces_of_areas_are_equally_likely() {
    // A ring of rectangles of different sizes: 99 unit cells.
    let raw = rectangles_from_cells(10, 10, |x, y| (x != 6 || y != 3).then_some(Terrain(0)));
    let mesh = build(&raw);
    let points = RandomPoints::new(&mesh);
    assert!((points.size() - 99.0).abs() < 1e-9);
    let mut seed = 1;
    let mut counts = vec![0; 99 * 4];
    for _ in 0..200_000 {
        let (area, point) = points.draw(&mesh, &mut seed).unwrap();
        assert!(mesh.contains(area, point));
        // Quarters of cells, without the hole.
        let [x, y] = [point.x, point.y].map(|value| value.min(9.99));
        let quarter = |value: f32| (0..20_u8).rposition(|i| f32::from(i) <= 2.0 * value).unwrap();
        let (x, y) = (quarter(x), quarter(y));
        let (cell, quarter) = ((y / 2) * 10 + x / 2, (y % 2) * 2 + x % 2);
        let cell = if cell > 36 { cell - 1 } else { cell };
        counts[cell * 4 + quarter] += 1;
    }
    // 395 degrees of freedom: mean 395, standard deviation 28.
    let measure = chi_square(&counts);
    assert!((280.0..510.0).contains(&measure), "{measure}");
}

#[test]
fn an_area_with_many_corners_is_filled_uniformly() {
    // A regular octagon would have corners that are rounded; this one does not.
    let corners = [[2, 0], [5, 0], [7, 2], [7, 5], [5, 7], [2, 7], [0, 5], [0, 2]];
    let corners = corners.map(|corner: [u8; 2]| corner.map(f32::from));
    let mut raw = RawMesh::from_vertices(&corners);
    raw.push_area(&[0, 1, 2, 3, 4, 5, 6, 7]);
    let mesh = build(&raw);
    let points = RandomPoints::new(&mesh);
    assert!((points.size() - 41.0).abs() < 1e-9);
    let mut seed = 99;
    let mut counts = [0; 4];
    for _ in 0..100_000 {
        let (_, point) = points.draw(&mesh, &mut seed).unwrap();
        counts[usize::from(point.x > 3.5) + 2 * usize::from(point.y > 3.5)] += 1;
    }
    assert!(chi_square(&counts) < 20.0, "{counts:?}");
}

#[test]
fn a_seed_always_gives_the_same_points() {
    let mesh = build(&rectangles_from_cells(8, 8, |x, y| (x + y < 9).then_some(Terrain(0))));
    let points = RandomPoints::new(&mesh);
    let draw = |mut seed: u64| {
        let drawn: Vec<_> = (0..3).filter_map(|_| points.draw(&mesh, &mut seed)).collect();
        drawn
            .iter()
            .map(|drawn| (drawn.0.0, [drawn.1.x.to_bits(), drawn.1.y.to_bits()]))
            .collect::<Vec<_>>()
    };
    assert_eq!(draw(7), PINNED);
    assert_ne!(draw(8), PINNED);
    assert_eq!(draw(u64::MAX).len(), 3);
}

const PINNED: [(u32, [u32; 2]); 3] = [
    (1, [1_080_512_115, 1_075_491_141]),
    (1, [1_085_427_592, 1_075_117_878]),
    (0, [1_089_454_794, 1_034_181_397]),
];

#[test]
fn without_areas_no_point_is_drawn() {
    let mesh = build(&rectangles_from_cells(1, 1, |_, _| Some(Terrain(0))));
    let nothing = RandomPoints::among(&mesh, []);
    assert_eq!((nothing.draw(&mesh, &mut 1), nothing.size()), (None, 0.0));
    let refused = |point: Vec2| {
        RandomPoints::reachable_from(&mesh, point, &QueryFilter::uniform()).unwrap_err()
    };
    assert_eq!(refused(Vec2::new(2.0, 0.5)), QueryError::StartOffMesh { x: 2.0, y: 0.5 });
    assert!(matches!(refused(Vec2::NAN), QueryError::NotFinite { end: End::Start, .. }));
}

proptest! {
    #[test]
    fn points_lie_in_the_areas_that_they_name(
        map in cell_maps(0..3), frame in frames(), first_seed: u64,
    ) {
        let mesh = frame.mesh(&map)?;
        let points = RandomPoints::new(&mesh);
        let mut seed = first_seed;
        for _ in 0..20 {
            let (area, point) = points.draw(&mesh, &mut seed).ok_or_else(|| TestCaseError::fail("none"))?;
            prop_assert!(mesh.contains(area, point));
        }
    }

    #[test]
    fn points_in_needles_lie_in_them(ends: [(f32, f32); 3], seed: u64) {
        let corners = ends.map(|(x, y)| [x, y]);
        let mut raw = RawMesh::from_vertices(&corners);
        raw.push_area(&[0, 1, 2]);
        let Ok(built) = NavMesh::build(&raw, &BuildOptions::default()) else { return Ok(()) };
        let points = RandomPoints::new(&built.mesh);
        let (area, point) = points.draw(&built.mesh, &mut { seed }).ok_or_else(|| TestCaseError::fail("none"))?;
        prop_assert!(built.mesh.contains(area, point));
    }

    #[test]
    fn only_reachable_areas_are_drawn_from(map in cell_maps(0..3), chosen: prop::sample::Index) {
        let (mesh, mut filter) = (map.mesh()?, QueryFilter::uniform());
        filter.forbid(Terrain(2));
        let cells: Vec<[i32; 2]> = map.walkable().collect();
        let start = cells[chosen.index(cells.len())];
        let flooded = map.flood(|class| class != 2);
        let root = |cell| flooded.iter().find(|entry| entry.0 == cell).map(|entry| entry.1);
        let Ok(points) = RandomPoints::reachable_from(&mesh, center(start), &filter) else {
            prop_assert_eq!(root(start), None);
            return Ok(());
        };
        let expected: Vec<AreaId> = mesh
            .areas()
            .filter(|&area| {
                let inside = flooded.iter().find(|entry| mesh.contains(area, center(entry.0)));
                inside.is_some_and(|entry| Some(entry.1) == root(start))
            })
            .collect();
        prop_assert_eq!(points.areas(), expected);
    }
}
