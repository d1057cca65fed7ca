//! Meshes of tests, from maps of cells and by hand.

pub(crate) mod queries;

use tautline::Vec2;
use tautline::navmesh::{
    BuildOptions, Faults, NavMesh, RawLink, RawMesh, Terrain, rectangles_from_cells,
};
use tautline_fixtures::Cells;

/// The rectangles of the walkable cells.
pub(crate) fn raw_mesh(cells: &Cells) -> RawMesh {
    let (width, height) = (u32::from(cells.width), u32::from(cells.height));
    let walkable = |x: u32, y: u32| {
        let narrow = |value| i32::try_from(value).unwrap_or(-1);
        cells.is_walkable([narrow(x), narrow(y)])
    };
    rectangles_from_cells(width, height, |x, y| walkable(x, y).then_some(Terrain(0)))
}

/// Builds a mesh with default options.
pub(crate) fn build(raw: &RawMesh) -> Result<NavMesh, Faults> {
    Ok(NavMesh::build(raw, &BuildOptions::default())?.mesh)
}

/// The position of a point of the doubled lattice, on which a cell is 2 wide.
#[expect(clippy::cast_precision_loss, reason = "the lattices of the tests are small")]
pub(crate) fn position([x, y]: [i32; 2]) -> Vec2 {
    Vec2::new(x as f32, y as f32) / 2.0
}

/// The number of maps of a test: `TAUTLINE_MAPS`, or a default.
pub(crate) fn maps(default: u64) -> u64 {
    std::env::var("TAUTLINE_MAPS").ok().and_then(|maps| maps.parse().ok()).unwrap_or(default)
}

/// Two floors of two areas each, and a room next to them. A link leads there from the upper floor.
pub(crate) fn two_floors_and_a_room() -> RawMesh {
    let floor = |elevation: f32| {
        let corners = [[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 1.0], [2.0, 1.0], [0.0, 1.0]];
        let mut raw = RawMesh::from_vertices(&corners);
        raw.push_area(&[0, 1, 4, 5]);
        raw.push_area(&[1, 2, 3, 4]);
        raw.elevations = vec![elevation; 6];
        raw
    };
    let mut raw = floor(0.0);
    raw.append(&floor(10.0));
    let mut room = RawMesh::from_vertices(&[[6.0, 0.0], [8.0, 0.0], [8.0, 1.0], [6.0, 1.0]]);
    room.push_area(&[0, 1, 2, 3]);
    raw.append(&room);
    let (from, to) = ([3.0, 0.5], [7.0, 0.5]);
    raw.links.push(RawLink { from, from_elevation: 10.0, to, ..RawLink::default() });
    raw
}
