//! Small ground of rings on a lattice.

use tautline::meshgen::{FillRule, PolygonMesh, PolygonOptions, Polygons, Role, Shape};
use tautline::navmesh::Terrain;

use crate::{Bytes, is_one_line};

/// The most shapes of an input beside the first one.
const MOST_SHAPES: u8 = 8;

/// The most points of a ring.
const MOST_POINTS: u8 = 8;

/// A ring on the lattice, or, rarely, of any floats.
pub fn ring(bytes: &mut Bytes<'_>) -> Vec<[f32; 2]> {
    (0..3 + bytes.byte() % (MOST_POINTS - 2)).map(|_| bytes.point()).collect()
}

/// A square with other ground, holes and terrain, which may cross each other.
pub fn shapes(bytes: &mut Bytes<'_>) -> Polygons {
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [vec![[-8.0, -8.0], [7.0, -8.0], [7.0, 7.0], [-8.0, 7.0]]]);
    for _ in 0..bytes.byte() % (MOST_SHAPES + 1) {
        let choice = bytes.byte();
        let role = match choice & 7 {
            0..4 => Role::Hole,
            4 => Role::Ground,
            class => Role::Terrain(Terrain(class)),
        };
        let fill_rule = if choice & 8 == 0 { FillRule::EvenOdd } else { FillRule::NonZero };
        polygons.shapes.push(Shape { rings: vec![ring(bytes)], role, fill_rule });
    }
    polygons
}

/// Builds ground, or finds out that its refusal is one line.
pub fn built(polygons: &Polygons) -> Option<PolygonMesh> {
    let built = polygons.build(&PolygonOptions::default());
    built.inspect_err(is_one_line).ok()
}
