//! Checks of the results of parsers: they must be as documented, and a mesh can be built from them
//! unless they are large.

use tautline::formats::{Model, TileGrid, VectorMap};
use tautline::import;
use tautline::meshgen::{ModelError, ModelOptions, PolygonError, PolygonOptions};
use tautline::navmesh::{BuildOptions, NavMesh, RawMesh, Vec2};
use tautline_geometry::polygon;

use crate::assert_one_line;

/// No mesh is built of larger grids, vector maps and models.
const MAX_CELLS: usize = 4096;
const MAX_CORNERS: usize = 256;
const MAX_TRIANGLES: usize = 1024;

/// Builds a mesh of areas that must not have any fault.
pub fn build_valid_mesh(raw: &RawMesh) -> NavMesh {
    let options = BuildOptions { strict: true, ..BuildOptions::default() };
    match NavMesh::build(raw, &options) {
        Ok(build) => build.mesh,
        Err(faults) => panic!("{faults}\n{raw:?}"),
    }
}

/// Returns the area of the ground of each class.
pub fn area_by_terrain(mesh: &NavMesh) -> [f64; 256] {
    let mut sums = [0.0; 256];
    for area in mesh.areas() {
        let corners: Vec<Vec2> = mesh.corners(area).collect();
        sums[usize::from(mesh.terrain(area).0)] += polygon::signed_area(&corners);
    }
    sums
}

/// Checks the result of a reader of tile maps.
pub fn check_grid(grid: &TileGrid) {
    let cells = u64::from(grid.width) * u64::from(grid.height);
    assert_eq!(u64::try_from(grid.cells.len()), Ok(cells));
    assert!(cells > 0);
    assert!(grid.origin.into_iter().all(f32::is_finite), "{:?}", grid.origin);
    let is_length = |size: f32| size.is_finite() && size > 0.0;
    assert!(grid.cell_size.into_iter().all(is_length), "{:?}", grid.cell_size);
    if grid.cells.len() <= MAX_CELLS {
        match import::from_grid(grid) {
            Ok(raw) if raw.area_count() > 0 => drop(build_valid_mesh(&raw)),
            Ok(_) => assert!(grid.cells.iter().all(Option::is_none)),
            Err(error) => assert_one_line(&error),
        }
    }
}

/// Checks the result of a reader of vector maps.
pub fn check_vector_map(map: &VectorMap) {
    for shape in &map.shapes {
        assert!(!shape.rings.is_empty());
        assert!(shape.rings.iter().all(|ring| ring.len() >= 3));
    }
    let corners = || map.shapes.iter().flat_map(|shape| &shape.rings).flatten();
    assert!(corners().flatten().all(|coordinate| coordinate.is_finite()));
    if corners().count() > MAX_CORNERS {
        return;
    }
    let polygons = import::from_vector_map(map);
    for agent_radius in [0.0, 0.25] {
        match polygons.build(&PolygonOptions { agent_radius, ..PolygonOptions::default() }) {
            Ok(built) => drop(build_valid_mesh(&built.mesh)),
            Err(error @ PolygonError::Subdivision(_)) => panic!("{error:?}"),
            Err(error) => assert_one_line(&error),
        }
    }
}

/// Checks the result of a reader of models.
pub fn check_model(model: &Model) {
    let mut end = 0;
    for part in &model.parts {
        assert!(part.triangles.start == end && part.triangles.end > end, "{:?}", model.parts);
        end = part.triangles.end;
    }
    assert_eq!(end, model.triangles.len());
    let exists = |&vertex: &u32| (vertex as usize) < model.vertices.len();
    assert!(model.triangles.iter().flatten().all(exists));
    assert!(model.vertices.iter().flatten().all(|coordinate| coordinate.is_finite()));
    if model.triangles.len() <= MAX_TRIANGLES {
        match import::from_model(model, &[], &ModelOptions::default()) {
            Ok(ground) => drop(build_valid_mesh(&ground.mesh)),
            Err(error @ ModelError::Merging(_)) => panic!("{error}"),
            Err(error) => assert_one_line(&error),
        }
    }
}
