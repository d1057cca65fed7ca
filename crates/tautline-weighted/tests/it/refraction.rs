//! Bends that are refined.

use tautline_navmesh::{QueryFilter, RawMesh, Vec2};
use tautline_weighted::Refraction;

#[test]
fn a_bend_in_a_fan_of_narrow_areas_is_pulled_straight() {
    // Five areas around a vertex of the wall at the bottom. The second and the third border are close to each other.
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
    let mesh = raw.build().unwrap();
    let filter = QueryFilter::uniform();
    let areas: Vec<_> = mesh.areas().collect();
    let border = |pair: &[_]| {
        mesh.half_edges_of(pair[0])
            .find(|&edge| mesh.twin(edge).is_some_and(|twin| mesh.area_of(twin) == pair[1]))
            .unwrap()
    };
    let borders: Vec<_> = areas.windows(2).map(border).collect();
    let (start, goal) = (Vec2::new(-4.0, 0.0), Vec2::new(3.0, 1.0));
    let mut refraction = Refraction::default();
    let cost = refraction.refine(&mesh, &filter, &areas, borders, &[start, Vec2::ZERO, goal]);
    assert_eq!(refraction.points(), [start, goal], "{cost}");
}
