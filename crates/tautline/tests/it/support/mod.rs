//! From maps of cells to meshes.

pub(crate) mod queries;

use tautline::Vec2;
use tautline::navmesh::{BuildOptions, Faults, NavMesh, RawMesh, Terrain, rectangles_from_cells};
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
