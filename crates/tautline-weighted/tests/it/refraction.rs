//! Bends that are refined.

use tautline_navmesh::{AreaId, NavMesh, PathQuery, QueryFilter, RawMesh, RayCast, Terrain, Vec2};
use tautline_weighted::{Refraction, WeightedPath, WeightedScratch, weighted_path};

/// Six areas around a vertex of the wall at the bottom. The second and the third border are close to each other.
#[expect(clippy::unwrap_used, reason = "a valid mesh")]
fn fan() -> NavMesh {
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [-11.0, 0.0],
        [-9.0, 2.0],
        [-5.45, 6.44],
        [-5.0, 6.0],
        [-1.0, 6.0],
        [4.0, 6.0],
        [4.0, 0.0],
    ]);
    for last in 2..8 {
        raw.push_area(&[0, last, last - 1]);
    }
    raw.build().unwrap()
}

/// Refines a path through areas of the fan, around its vertex.
#[expect(clippy::unwrap_used, reason = "the areas are next to each other")]
fn refined(areas: impl Iterator<Item = u32>, start: Vec2, goal: Vec2) -> Refraction {
    let mesh = fan();
    let areas: Vec<_> = areas.map(AreaId).collect();
    let border = |pair: &[_]| {
        mesh.half_edges_of(pair[0])
            .find(|&edge| mesh.twin(edge).is_some_and(|twin| mesh.area_of(twin) == pair[1]))
            .unwrap()
    };
    let borders: Vec<_> = areas.windows(2).map(border).collect();
    let mut refraction = Refraction::default();
    let path = [start, Vec2::ZERO, goal];
    let cost = refraction.refine(&mesh, &QueryFilter::uniform(), &areas, borders, &path);
    assert!((cost - f64::from(start.distance(goal))).abs() < 1e-6, "{cost}");
    refraction
}

#[test]
fn a_bend_in_a_fan_of_narrow_areas_is_pulled_straight() {
    let (start, goal) = (Vec2::new(-4.0, 0.0), Vec2::new(3.0, 1.0));
    assert_eq!(refined(0..6, start, goal).points(), [start, goal]);
}

#[test]
fn a_path_may_end_next_to_the_vertex_of_a_fan() {
    // So near that no point of the border between is as near, but the vertex.
    let (start, goal) = (Vec2::new(-2.0, 1.25), Vec2::new(-1e-30, 0.0));
    assert_eq!(refined((0..2).rev(), start, goal).points().first(), Some(&start));
}

#[test]
fn a_path_through_an_area_as_narrow_as_the_rounding_error_stays_on_the_mesh() {
    // A meadow above a road. Its wall on the left has an area as narrow as that, as where walls were rounded to a grid.
    let mut raw = RawMesh::from_vertices(&[
        [37.536255, 73.94302],
        [38.642105, 73.406235],
        [38.720276, 73.368286],
        [38.766068, 73.29443],
        [38.8506, 73.15808],
        [38.850586, 73.1581],
        [38.94861, 73.0],
        [42.0, 73.0],
        [42.0, 74.0],
        [39.45175, 72.188614],
        [41.7, 72.3],
        [60.0, 72.188614],
        [60.0, 73.0],
    ]);
    raw.push_area(&[1, 8, 0]);
    raw.push_area(&[2, 8, 1]);
    raw.push_area(&[3, 8, 2]);
    raw.push_area(&[6, 7, 8, 3, 4]);
    raw.push_area(&[4, 5, 6]);
    raw.push_area(&[6, 9, 10, 7]);
    raw.push_area(&[10, 11, 12, 7]);
    raw.terrains = [0, 0, 0, 0, 0, 1, 1].map(Terrain).into();
    let mesh = raw.build().unwrap();
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(1), 0.65).unwrap();

    let (start, goal) = (Vec2::new(37.943672, 73.7514), Vec2::new(50.0, 73.0));
    let query = PathQuery::new(start, goal).with_filter(&filter);
    let mut path = WeightedPath::default();
    weighted_path(&mesh, &query, &mut WeightedScratch::new(), &mut path).unwrap();
    let points = path.points.iter().copied();
    let blocked = mesh.blocked_leg(points, &filter, &mut RayCast::new()).unwrap();
    assert_eq!(blocked, None, "{path:?}");
}

#[test]
fn a_path_crosses_an_area_as_narrow_as_the_rounding_error_far_from_its_ends() {
    // The corner at (2, -2) is almost on the line from the first corner to (5.8888893, 0.33333302).
    let mut raw = RawMesh::from_vertices(&[
        [-8.0, -8.0],
        [-4.0, -8.0],
        [7.0, -8.0],
        [5.0, -5.0],
        [-2.0, -2.0],
        [2.0, -2.0],
        [-2.0, 0.0],
        [5.8888893, 0.33333302],
        [7.0, 1.0],
        [-6.0, 2.0],
        [-2.0, 2.0],
        [-8.0, 7.0],
        [7.0, 7.0],
    ]);
    for area in [
        &[0, 1, 3, 7][..],
        &[2, 3, 1],
        &[4, 6, 9, 0],
        &[4, 0, 5],
        &[5, 0, 7],
        &[7, 3, 2, 8],
        &[8, 12, 7],
        &[9, 11, 0],
        &[10, 6, 5, 7],
        &[10, 7, 12, 11],
        &[11, 9, 10],
    ] {
        raw.push_area(area);
    }
    let (mesh, filter) = (raw.build().unwrap(), QueryFilter::uniform());
    let mut path = WeightedPath::default();
    let [start, corner, goal] = [[-1.0, 5.0], [-6.0, 2.0], [-5.0, -8.0]].map(Vec2::from);
    for points in [[start, corner, goal], [goal, corner, start]] {
        let query = PathQuery::new(points[0], points[2]).with_filter(&filter);
        weighted_path(&mesh, &query, &mut WeightedScratch::new(), &mut path).unwrap();
        assert_eq!(path.points, points);
    }
}
