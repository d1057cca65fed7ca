//! Splitting of concave areas.

use proptest::prelude::*;
use tautline_geometry::{Position, polygon};
use tautline_navmesh::{AreaId, BuildOptions, Fault, NavMesh, RawMesh, Vec2};

use crate::laws::maps::lattice;

/// Polygons between two jagged lines from left to right, with integer coordinates.
fn jagged_rings() -> impl Strategy<Value = Vec<[i32; 2]>> {
    let heights = || prop::collection::vec(1..6_i32, 1..12);
    (heights(), heights()).prop_map(|(below, above)| {
        let right = i32::try_from(below.len().max(above.len())).unwrap_or(0) + 1;
        let below = (1..).zip(below).map(|(x, depth)| [x, -depth]);
        let above: Vec<_> = (1..).zip(above).map(|(x, height)| [x, height]).collect();
        let lower = std::iter::once([0, 0]).chain(below).chain([[right, 0]]);
        lower.chain(above.into_iter().rev()).collect()
    })
}

/// Twice the signed area of a polygon.
fn doubled_area(ring: &[Vec2]) -> f64 {
    let wide = |corner: Vec2| (f64::from(corner.x), f64::from(corner.y));
    (0..ring.len())
        .map(|i| (wide(ring[i]), wide(ring[(i + 1) % ring.len()])))
        .map(|((ax, ay), (bx, by))| ax * by - bx * ay)
        .sum()
}

fn turns_right(ring: &[[i32; 2]], corner: usize) -> bool {
    let n = ring.len();
    let [a, b, c] = [(corner + n - 1) % n, corner, (corner + 1) % n].map(|i| ring[i]);
    (b[0] - a[0]) * (c[1] - a[1]) < (b[1] - a[1]) * (c[0] - a[0])
}

fn raw_of(ring: &[[i32; 2]]) -> RawMesh {
    let vertices: Vec<[f32; 2]> = ring.iter().map(|&corner| lattice(corner).into()).collect();
    let mut raw = RawMesh::from_vertices(&vertices);
    raw.push_area(&(0..).take(ring.len()).collect::<Vec<_>>());
    // A second area, to check that the further parts come after it.
    let apart: [Vec2; 3] = [[-9, 20], [-8, 20], [-8, 21]].map(lattice);
    raw.vertices.extend(apart.map(<[f32; 2]>::from));
    let first = u32::try_from(ring.len()).unwrap_or(0);
    raw.push_area(&[first, first + 1, first + 2]);
    raw.numbers = vec![71, 72];
    raw
}

proptest! {
    #[test]
    fn a_concave_area_is_split_into_convex_ones_of_the_same_size(ring in jagged_rings()) {
        let raw = raw_of(&ring);
        let built = NavMesh::build(&raw, &BuildOptions::default())?;
        let mesh = &built.mesh;
        let parts: Vec<AreaId> = mesh.areas().filter(|&area| mesh.number(area) == 71).collect();
        let is_concave = (0..ring.len()).any(|corner| turns_right(&ring, corner));
        prop_assert_eq!(parts.len() > 1, is_concave);
        prop_assert_eq!(parts[0], AreaId(0));
        prop_assert!(parts[1..].iter().all(|&part| part > AreaId(1)));
        let split: Vec<_> = built.report.split_areas.iter().map(|s| (s.area, s.parts)).collect();
        prop_assert_eq!(split, if is_concave { vec![(AreaId(0), parts.len())] } else { vec![] });

        let mut total = 0.0;
        for &part in &parts {
            prop_assert_eq!(mesh.component(part), mesh.component(parts[0]), "the parts are connected");
            let corners: Vec<Vec2> = mesh.corners(part).collect();
            let whole: Vec<[i32; 2]> = mesh.corner_vertices(part).map(|v| ring[v.index()]).collect();
            prop_assert!((0..whole.len()).all(|corner| !turns_right(&whole, corner)));
            total += doubled_area(&corners);
        }
        let expected: Vec<Vec2> = ring.iter().map(|&corner| lattice(corner)).collect();
        prop_assert_eq!(total.to_bits(), doubled_area(&expected).to_bits());
        prop_assert_eq!(&mesh.to_raw().build()?, mesh);
    }

    #[test]
    fn strict_building_refuses_concave_areas(ring in jagged_rings()) {
        let options = BuildOptions { strict: true, ..BuildOptions::default() };
        let first = (0..ring.len()).find(|&corner| turns_right(&ring, corner));
        match (NavMesh::build(&raw_of(&ring), &options), first) {
            (Ok(_), None) => {}
            (Err(faults), Some(corner)) => {
                prop_assert_eq!(faults.all(), &[Fault::Concave { area: 0, corner }]);
            }
            (result, _) => panic!("{result:?}"),
        }
    }

    #[test]
    fn a_split_area_stays_connected_with_its_neighbours(ring in jagged_rings()) {
        // A triangle at every edge of the area, each with a vertex of its own. They may
        // overlap: connections depend on corners only.
        let mut raw = raw_of(&ring);
        let count = u32::try_from(ring.len())?;
        for (corner, next) in (0..count).map(|corner| (corner, (corner + 1) % count)) {
            let [a, b] = [corner, next].map(|corner| Vec2::from(raw.vertices[corner as usize]));
            let outwards = Vec2::new(b.y - a.y, a.x - b.x) / 64.0;
            let top = u32::try_from(raw.vertices.len())?;
            raw.vertices.push(((a + b) * 0.5 + outwards).into());
            raw.push_area(&[next, corner, top]);
            raw.numbers.push(100 + corner);
        }
        let mesh = raw.build()?;
        let part = mesh.component(AreaId(0));
        for area in mesh.areas().filter(|&area| mesh.number(area) >= 100) {
            prop_assert_eq!(mesh.component(area), part);
        }
        prop_assert_eq!(mesh.component_count(), 2);
    }
}

proptest! {
    #[test]
    fn a_star_and_the_areas_that_it_is_split_into_hold_the_same_points(
        radii in prop::collection::vec(1_i16..8, 3..12), x in -8_i16..=8, y in -8_i16..=8,
    ) {
        let star = star(&radii);
        prop_assume!(polygon::self_intersection(&star).is_none());
        prop_assume!(polygon::winding(&star).is_left());
        let mesh = mesh_of(&star);
        let probe = Vec2::new(whole(x), whole(y));
        let mut size = 0.0;
        let mut is_in_any = false;
        for area in mesh.areas() {
            let corners: Vec<Vec2> = mesh.corners(area).collect();
            prop_assert!(polygon::is_convex(&corners));
            size += polygon::signed_area(&corners);
            is_in_any |= polygon::locate(&corners, probe) != Position::Outside;
        }
        prop_assert!((size - polygon::signed_area(&star)).abs() < 1e-9);
        prop_assert_eq!(is_in_any, polygon::locate(&star, probe) != Position::Outside);
    }
}

#[test]
fn a_corner_that_is_reflex_by_one_ulp_is_split_there() {
    let dented = [[0.0, 0.0], [1.0, f32::from_bits(1)], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
    assert_eq!(mesh_of(&dented.map(Vec2::from)).area_count(), 2);
}

#[expect(clippy::unwrap_used, reason = "a simple ring is an area")]
fn mesh_of(ring: &[Vec2]) -> NavMesh {
    let corners: Vec<[f32; 2]> = ring.iter().map(|&corner| corner.into()).collect();
    let mut raw = RawMesh::from_vertices(&corners);
    raw.push_area(&(0..).take(ring.len()).collect::<Vec<u32>>());
    raw.build().unwrap()
}

fn whole(number: i16) -> f32 {
    f32::from(number)
}

/// A polygon around the origin with one corner in each of up to 16 directions. Rounding to
/// the lattice also makes flat, spiky and self-intersecting ones.
fn star(radii: &[i16]) -> Vec<Vec2> {
    const DIRECTIONS: [[i16; 2]; 16] = [
        [3, 0],
        [3, 1],
        [3, 3],
        [1, 3],
        [0, 3],
        [-1, 3],
        [-3, 3],
        [-3, 1],
        [-3, 0],
        [-3, -1],
        [-3, -3],
        [-1, -3],
        [0, -3],
        [1, -3],
        [3, -3],
        [3, -1],
    ];
    let count = radii.len();
    radii
        .iter()
        .enumerate()
        .map(|(i, radius)| {
            let direction = DIRECTIONS[i * 16 / count];
            Vec2::new(whole(direction[0] * radius / 3), whole(direction[1] * radius / 3))
        })
        .collect()
}
