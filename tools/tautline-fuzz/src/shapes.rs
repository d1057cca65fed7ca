//! Small polygons on an integer lattice, and their meshes.

use tautline::meshgen::{FillRule, PolygonMesh, PolygonOptions, Polygons, Role, Shape};
use tautline::navmesh::Terrain;

use crate::{Bytes, assert_one_line};

/// The largest number of shapes of an input after the first one.
const MAX_SHAPES: u8 = 8;

/// The largest number of points of a ring.
const MAX_POINTS: u8 = 8;

/// Reads a ring of points on the lattice or, rarely, of any floats.
pub fn ring(bytes: &mut Bytes<'_>) -> Vec<[f32; 2]> {
    (0..3 + bytes.byte() % (MAX_POINTS - 2)).map(|_| bytes.point()).collect()
}

/// Reads the ground: a square, and shapes of ground, holes and terrain, which may cross each other.
pub fn shapes(bytes: &mut Bytes<'_>) -> Polygons {
    let mut polygons = Polygons::default();
    polygons.push(Role::Ground, [vec![[-8.0, -8.0], [7.0, -8.0], [7.0, 7.0], [-8.0, 7.0]]]);
    for _ in 0..bytes.byte() % (MAX_SHAPES + 1) {
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

/// Builds a mesh of polygons, or checks that the error is one line.
pub fn build(polygons: &Polygons) -> Option<PolygonMesh> {
    let built = polygons.build(&PolygonOptions::default());
    built.inspect_err(assert_one_line).ok()
}
