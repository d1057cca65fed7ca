//! Building a mesh of any outlines at all, with and without a radius.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::meshgen::inset;
use tautline::meshgen::{
    FillRule, InsetError, LineJoin, PolygonError, PolygonMesh, PolygonOptions, Polygons, Role,
    Shape,
};
use tautline::navmesh::{HalfEdgeId, NavMesh, PortalClearances, Terrain, Vec2};
use tautline_fuzz::{Bytes, area_by_terrain, becomes_a_mesh, is_one_line};
use tautline_geometry::polygon;

/// Outlines with more points are not built: all of their sides may cross.
const MOST_POINTS: usize = 300;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let unit = unit(&mut bytes);
    let options = options(&mut bytes, unit);
    let outlines = outlines(&mut bytes, unit);
    if outlines.shapes.iter().flat_map(|shape| &shape.rings).flatten().count() > MOST_POINTS {
        return;
    }
    let bare = PolygonOptions { agent_radius: 0.0, ..options };
    let whole = build(&outlines, &bare);
    let narrow = build(&outlines, &options);
    if let (Some((built, whole)), Some((_, narrow))) = (&whole, &narrow) {
        let step = built.grid_step;
        assert!(total(narrow) <= total(whole) + 4.0 * length(built) * step, "{options:?}");
    }
    if let Some((_, mesh)) = whole {
        shrink(&mesh, &options);
        let clearances = PortalClearances::measure(&mesh);
        for side in (0..).take(mesh.half_edge_count()).map(HalfEdgeId) {
            assert_eq!(clearances.clearance(side) > 0.0, mesh.twin(side).is_some());
        }
    }
});

/// The step of the lattice, and its centre.
#[derive(Clone, Copy)]
struct Unit {
    step: f32,
    middle: f32,
}

fn unit(bytes: &mut Bytes<'_>) -> Unit {
    let choice = bytes.byte();
    let step = [1.0, 0.1, 1e-3, 1e3, 1e-20, 1e20, 1.0 / 3.0, 1e-42][usize::from(choice & 7)];
    let middle = [0.0, 0.0, 1.0, 1e3, 3e5, 1.7e7, -0.3, 1e30][usize::from(choice >> 3 & 7)];
    Unit { step, middle }
}

fn options(bytes: &mut Bytes<'_>, unit: Unit) -> PolygonOptions {
    let (choice, radius) = (bytes.byte(), bytes.byte());
    let agent_radius = match radius {
        0xff => bytes.float(),
        byte => f32::from(byte) / 16.0 * unit.step,
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

/// Up to 7 shapes of up to 7 rings; a point is a place of a lattice, a place
/// beside one, or any floats.
fn outlines(bytes: &mut Bytes<'_>, unit: Unit) -> Polygons {
    let place = |lattice: f32| lattice * unit.step + unit.middle;
    let point = |bytes: &mut Bytes<'_>| match bytes.byte() {
        0x80 => [bytes.float(), bytes.float()],
        0x88 => {
            let [[x, y], [beside_x, beside_y]] = [bytes.point(), bytes.point()];
            [x + beside_x / 256.0, y + beside_y / 256.0].map(place)
        }
        byte => [byte >> 4, byte & 15].map(|nibble| place(f32::from(nibble) - 8.0)),
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

fn build(outlines: &Polygons, options: &PolygonOptions) -> Option<(PolygonMesh, NavMesh)> {
    let built = match outlines.build(options) {
        Ok(built) => built,
        Err(error) => {
            refused(&error, outlines);
            return None;
        }
    };
    let mesh = becomes_a_mesh(&built.mesh);
    for &corner in built.rings.iter().flatten() {
        assert!(built.mesh.vertices.contains(&corner), "{corner:?}");
    }
    // The rings and the areas go around the same ground.
    let sizes = || built.rings.iter().map(|ring| size(ring));
    let scale: f64 = sizes().map(f64::abs).sum();
    assert!((sizes().sum::<f64>() - total(&mesh)).abs() <= 1e-12 * scale, "{outlines:?}");
    Some((built, mesh))
}

/// Shrinking what was built is valid, too, or refused for a reason that there can be.
fn shrink(mesh: &NavMesh, options: &PolygonOptions) {
    match inset(&mesh, options) {
        Ok(shrunk) => {
            assert_eq!(
                becomes_a_mesh(&shrunk.mesh.to_raw()).component_count(),
                shrunk.mesh.component_count()
            )
        }
        Err(InsetError::Polygons(error)) => refused(&error, options),
        Err(error) => panic!("{error}\n{options:?}\n{mesh:?}"),
    }
}

fn refused(error: &PolygonError, what: &impl std::fmt::Debug) {
    is_one_line(error);
    let is_ours = matches!(error, PolygonError::Subdivision(_) | PolygonError::Noding { .. });
    assert!(!is_ours, "{error:?}\n{what:?}");
}

fn total(mesh: &NavMesh) -> f64 {
    area_by_terrain(mesh).iter().sum()
}

fn size(ring: &[[f32; 2]]) -> f64 {
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
