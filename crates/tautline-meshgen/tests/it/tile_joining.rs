//! Joining of tiles.

use tautline_meshgen::{TileBorder, TileLine, join_tiles};
use tautline_navmesh::{AreaId, RawMesh, Vec2};

#[test]
fn steps_between_floors_do_not_add_up() {
    // One floor on the left of x = 4; two on the right, a step below and above it.
    let mut raw = RawMesh::default();
    let mut borders = Vec::new();
    for (low, high, elevation) in [(0.0, 4.0, 1.0), (4.0, 8.0, 0.0), (4.0, 8.0, 2.0)] {
        let mut tile = RawMesh::from_vertices(&[[low, 0.0], [high, 0.0], [high, 4.0], [low, 4.0]]);
        tile.elevations = vec![elevation; 4];
        tile.push_area(&[0, 1, 2, 3]);
        let first = u32::try_from(raw.vertices.len()).unwrap();
        let ends = if low < 4.0 { [first + 1, first + 2] } else { [first + 3, first] };
        borders.push(TileBorder { line: TileLine::Column(1), ends });
        raw.append(&tile);
    }
    let mesh = join_tiles(raw, &borders, 1.5).unwrap();
    assert_eq!(mesh.component_count(), 2);
    let elevations = [0, 1, 2].map(|area| mesh.elevation_at(AreaId(area), Vec2::new(4.0, 1.0)));
    assert_eq!(elevations.map(f32::to_bits), [1.0_f32, 1.0, 2.0].map(f32::to_bits));
}
