//! Building a mesh of any polygons, with and without an agent radius.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::meshgen::inset;
use tautline::meshgen::{
    FillRule, InsetError, LineJoin, PolygonError, PolygonMesh, PolygonOptions, Polygons, Role,
    Shape,
};
use tautline::navmesh::{HalfEdgeId, NavMesh, PortalClearances, Terrain, Vec2};
use tautline_fuzz::{Bytes, area_by_terrain, assert_one_line, build_valid_mesh};
use tautline_geometry::polygon;

/// No mesh is built of more points: all edges of the polygons may cross each other.
const MAX_POINTS: usize = 300;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let lattice = lattice(&mut bytes);
    let options = options(&mut bytes, lattice);
    let polygons = polygons(&mut bytes, lattice);
    if polygons.shapes.iter().flat_map(|shape| &shape.rings).flatten().count() > MAX_POINTS {
        return;
    }
    let without_radius = PolygonOptions { agent_radius: 0.0, ..options };
    let whole = build(&polygons, &without_radius);
    let narrow = build(&polygons, &options);
    if let (Some((built, whole)), Some((_, narrow))) = (&whole, &narrow) {
        let step = built.grid_step;
        assert!(
            ground_area(narrow) <= ground_area(whole) + 4.0 * length(built) * step,
            "{options:?}"
        );
    }
    if let Some((_, mesh)) = whole {
        check_inset(&mesh, &options);
        let clearances = PortalClearances::measure(&mesh);
        for half_edge in (0..).take(mesh.half_edge_count()).map(HalfEdgeId) {
            assert_eq!(clearances.clearance(half_edge) > 0.0, mesh.twin(half_edge).is_some());
        }
    }
});

/// The lattice of the coordinates: its step and its centre.
#[derive(Clone, Copy)]
struct Lattice {
    step: f32,
    centre: f32,
}

fn lattice(bytes: &mut Bytes<'_>) -> Lattice {
    let choice = bytes.byte();
    let step = [1.0, 0.1, 1e-3, 1e3, 1e-20, 1e20, 1.0 / 3.0, 1e-42][usize::from(choice & 7)];
    let centre = [0.0, 0.0, 1.0, 1e3, 3e5, 1.7e7, -0.3, 1e30][usize::from(choice >> 3 & 7)];
    Lattice { step, centre }
}

fn options(bytes: &mut Bytes<'_>, lattice: Lattice) -> PolygonOptions {
    let (choice, radius) = (bytes.byte(), bytes.byte());
    let agent_radius = match radius {
        0xff => bytes.float(),
        byte => f32::from(byte) / 16.0 * lattice.step,
    };
    let line_join = match choice & 7 {
        0..3 => LineJoin::default(),
        3 => LineJoin::Miter { limit: 1.0 },
        4 => LineJoin::Miter { limit: bytes.float() },
        5 => LineJoin::Round { tolerance: bytes.float() },
        _ => LineJoin::Round { tolerance: f32::from(choice >> 3) / 32.0 * agent_radius },
    };
    PolygonOptions { agent_radius, line_join }
}

/// Reads up to 7 shapes of up to 8 rings. A point is on the lattice, near a point of it, or of any
/// floats.
fn polygons(bytes: &mut Bytes<'_>, lattice: Lattice) -> Polygons {
    let coordinate = |steps: f32| steps * lattice.step + lattice.centre;
    let point = |bytes: &mut Bytes<'_>| match bytes.byte() {
        0x80 => [bytes.float(), bytes.float()],
        0x88 => {
            let [[x, y], [dx, dy]] = [bytes.point(), bytes.point()];
            [x + dx / 256.0, y + dy / 256.0].map(coordinate)
        }
        byte => [byte >> 4, byte & 15].map(|nibble| coordinate(f32::from(nibble) - 8.0)),
    };
    let shape = |bytes: &mut Bytes<'_>| {
        let choice = bytes.byte();
        let rings = (0..=choice >> 5).map(|_| {
            let points = bytes.byte() % 64;
            (0..points).map(|_| point(bytes)).collect()
        });
        Shape {
            rings: rings.collect(),
            role: match choice & 7 {
                0..3 => Role::Ground,
                3..6 => Role::Hole,
                class => Role::Terrain(Terrain(class)),
            },
            fill_rule: if choice & 8 == 0 { FillRule::EvenOdd } else { FillRule::NonZero },
        }
    };
    Polygons { shapes: (0..bytes.byte() % 8).map(|_| shape(bytes)).collect() }
}

fn build(polygons: &Polygons, options: &PolygonOptions) -> Option<(PolygonMesh, NavMesh)> {
    let built = match polygons.build(options) {
        Ok(built) => built,
        Err(error) => {
            check_error(&error, polygons);
            return None;
        }
    };
    let mesh = build_valid_mesh(&built.mesh);
    for &corner in built.rings.iter().flatten() {
        assert!(built.mesh.vertices.contains(&corner), "{corner:?}");
    }
    // The rings enclose the same ground as the areas.
    let ring_areas = || built.rings.iter().map(|ring| signed_area(ring));
    let scale: f64 = ring_areas().map(f64::abs).sum();
    assert!(
        (ring_areas().sum::<f64>() - ground_area(&mesh)).abs() <= 1e-12 * scale,
        "{polygons:?}"
    );
    Some((built, mesh))
}

/// Checks that the inset of a built mesh is valid or fails with an expected error.
fn check_inset(mesh: &NavMesh, options: &PolygonOptions) {
    match inset(&mesh, options) {
        Ok(inset) => {
            assert_eq!(
                build_valid_mesh(&inset.mesh.to_raw()).component_count(),
                inset.mesh.component_count()
            )
        }
        Err(InsetError::Polygons(error)) => check_error(&error, options),
        Err(error) => panic!("{error}\n{options:?}\n{mesh:?}"),
    }
}

/// Checks that an error is one line and is the fault of the input, not of the algorithm.
fn check_error(error: &PolygonError, input: &impl std::fmt::Debug) {
    assert_one_line(error);
    let is_internal = matches!(error, PolygonError::Subdivision(_) | PolygonError::Noding { .. });
    assert!(!is_internal, "{error:?}\n{input:?}");
}

/// Returns the area of the ground.
fn ground_area(mesh: &NavMesh) -> f64 {
    area_by_terrain(mesh).iter().sum()
}

fn signed_area(ring: &[[f32; 2]]) -> f64 {
    let corners: Vec<Vec2> = ring.iter().copied().map(Vec2::from).collect();
    polygon::signed_area(&corners)
}

/// Returns the total length of all rings.
fn length(built: &PolygonMesh) -> f64 {
    let side = |(from, to): (&[f32; 2], &[f32; 2])| {
        let [x, y] = [0, 1].map(|axis| f64::from(to[axis]) - f64::from(from[axis]));
        (x * x + y * y).sqrt()
    };
    let rings = built.rings.iter();
    rings.flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1))).map(side).sum()
}
