//! Portal clearances: the largest agent that can cross a border.
#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "numbers of a test, and what fails should fail loudly"
)]

use std::sync::Arc;

use tautline_fixtures::SplitMix64;
use tautline_navmesh::{
    BuildOptions, HalfEdgeId, NavMesh, PortalClearances, QueryFilter, RawMesh, Terrain, Vec2,
    WallScratch, rectangles_from_cells,
};

fn borders(mesh: &NavMesh) -> Vec<HalfEdgeId> {
    let edges = mesh.areas().flat_map(|area| mesh.half_edges_of(area));
    edges.filter(|&edge| mesh.twin(edge).is_some()).collect()
}

fn built(raw: &RawMesh) -> NavMesh {
    NavMesh::build(raw, &BuildOptions::default()).unwrap().mesh
}

/// The clearance of the only border of a mesh.
fn only_clearance(raw: &RawMesh) -> f32 {
    let mesh = built(raw);
    let borders = borders(&mesh);
    assert_eq!(borders.len(), 2);
    let clearances = PortalClearances::measure(&mesh);
    assert_eq!(
        clearances.clearance(borders[0]).to_bits(),
        clearances.clearance(borders[1]).to_bits()
    );
    clearances.clearance(borders[0])
}

fn is_about(found: f32, expected: f64) -> bool {
    f64::from(found) >= expected * (1.0 - 1e-12) && f64::from(found) <= expected * 1.0011
}

#[test]
fn the_clearance_between_two_walls_is_half_the_width() {
    let raw = rectangles_from_cells(9, 1, |x, _| Some(Terrain((x > 4).into())));
    let clearance = only_clearance(&raw);
    assert!(is_about(clearance, 0.5), "{clearance}");
}

#[test]
fn a_wall_behind_the_border_counts() {
    // A wide border with a wall right behind it: two flat triangles.
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [8.0, 0.0], [4.0, 1.0], [4.0, -1.0]]);
    raw.push_area(&[0, 1, 2]);
    raw.push_area(&[0, 3, 1]);
    let clearance = only_clearance(&raw);
    // From the middle of the border to the other edges, which are inclined.
    let expected = 4.0 / f64::sqrt(17.0);
    assert!(is_about(clearance, expected), "{clearance} {expected}");
}

#[test]
fn the_clearance_of_a_border_in_an_open_area_exceeds_half_its_length() {
    let cuts = [(2, 3), (2, 3)];
    let class = |at: u16, (low, high): (u16, u16)| u8::from(at >= low) + u8::from(at >= high);
    let raw = rectangles_from_cells(5, 5, |x, y| {
        Some(Terrain(3 * class(y as u16, cuts[1]) + class(x as u16, cuts[0])))
    });
    let mesh = built(&raw);
    let clearances = PortalClearances::measure(&mesh);
    // The edges of the middle area have length 1, and the walls are at a distance of 2.
    let middle = mesh.locate(Vec2::new(2.5, 2.5)).unwrap();
    for edge in mesh.half_edges_of(middle) {
        assert!(is_about(clearances.clearance(edge), 2.0), "{}", clearances.clearance(edge));
        assert!(clearances.admits(edge, 2.0) && !clearances.admits(edge, 2.01));
    }
}

#[test]
fn walls_have_clearance_zero() {
    let raw = rectangles_from_cells(2, 1, |x, _| Some(Terrain(x as u8)));
    let mesh = built(&raw);
    let clearances = PortalClearances::measure(&mesh);
    let edges = mesh.areas().flat_map(|area| mesh.half_edges_of(area));
    let closed = edges.filter(|&edge| mesh.twin(edge).is_none());
    assert_eq!(closed.filter(|&edge| !clearances.admits(edge, f32::MIN_POSITIVE)).count(), 6);
}

#[test]
fn no_point_of_a_border_is_further_from_the_walls() {
    let mut scratch = WallScratch::new();
    for case in 0..60 {
        let random = &mut SplitMix64::new(case);
        let walls = random.below(40) as u8;
        let cells: Vec<bool> = (0..100).map(|_| !random.chance(walls)).collect();
        let raw = rectangles_from_cells(10, 10, |x, y| {
            let at = (y * 10 + x) as usize;
            cells[at].then_some(Terrain((at % 3) as u8))
        });
        if raw.area_count() == 0 {
            continue;
        }
        let mesh = built(&raw);
        let clearances = PortalClearances::measure(&mesh);
        for edge in borders(&mesh) {
            let segment = mesh.segment(edge);
            let steps: u16 = 64;
            let distances = (0..=steps).map(|step| {
                let at = segment.a.lerp(segment.b, f32::from(step) / f32::from(steps));
                let wall =
                    mesh.nearest_wall(at, f32::INFINITY, &QueryFilter::uniform(), &mut scratch);
                wall.unwrap().unwrap().distance
            });
            let farthest = distances.fold(0.0, f64::max);
            let found = f64::from(clearances.clearance(edge));
            let spacing = segment.length() / f64::from(steps);
            assert!(found >= farthest * (1.0 - 1e-7), "case {case}: {found} {farthest}");
            assert!(found <= (farthest + spacing) * 1.0011, "case {case}: {found} {farthest}");
        }
    }
}

#[test]
fn the_far_side_of_a_border_is_cheaper_only_for_agents_that_can_be_there() {
    // A muddy room, and a door to a dry one.
    let mesh =
        rectangles_from_cells(7, 3, |x, y| (x != 3 || y == 1).then_some(Terrain((x < 3).into())));
    let mesh = mesh.build().unwrap();
    let room = mesh.locate(Vec2::new(1.0, 1.5)).unwrap();
    let clearances = Arc::new(PortalClearances::measure(&mesh));
    let along_the_door = [Vec2::new(3.0, 1.0), Vec2::new(3.0, 2.0)];
    for (radius, cost) in [(0.4, 1.0), (0.6, 5.0)] {
        let mut filter = QueryFilter::uniform();
        filter.set(Terrain(1), 5.0).unwrap();
        filter.fit_agent(radius, &clearances);
        let walked = mesh.walk_cost(&[room], [], &along_the_door, &filter);
        assert!((walked - cost).abs() < 1e-9, "{radius}: {walked}");
    }
}
