//! From files that authors draw to meshes.
//!
//! ```
//! use tautline::formats::moving_ai;
//! use tautline::import;
//! use tautline::navmesh::{BuildOptions, NavMesh};
//!
//! let map = moving_ai::parse_map("type octile\nheight 2\nwidth 3\nmap\n..T\n...\n")?;
//! let mesh = NavMesh::build(&import::from_map(&map), &BuildOptions::default())?.mesh;
//! assert_eq!(mesh.area_count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use tautline_formats::{json, moving_ai, polyanya};
use tautline_navmesh::{LinkKind, RawLink, RawMesh, Terrain, Vec2, rectangles_from_cells};

/// A mesh from a Polyanya mesh. Its neighbours are those that the file names.
#[must_use]
pub fn from_polyanya(mesh: &polyanya::Mesh) -> RawMesh {
    let mut raw = RawMesh::from_vertices(&mesh.vertices);
    for polygon in &mesh.polygons {
        raw.push_area(&polygon.corners);
        let neighbours = polygon.neighbours.iter();
        raw.neighbours.extend(neighbours.map(|area| area.unwrap_or(RawMesh::NO_NEIGHBOUR)));
    }
    raw
}

/// A mesh of rectangles from a grid map: the cell in column x and row y from the
/// top is the square from (x, y) to (x + 1, y + 1), so that y grows downwards as
/// in the file.
#[must_use]
pub fn from_map(map: &moving_ai::Map) -> RawMesh {
    rectangles_from_cells(map.width, map.height, |x, y| map.is_walkable(x, y).then_some(Terrain(0)))
}

/// A mesh from a drawing in tautline's own format. Corners at the same place,
/// elevation included, are one vertex; areas are joined where they share two
/// successive corners, except along walls.
///
/// Build it with [`PartialBorders::Link`](tautline_navmesh::PartialBorders::Link)
/// to join areas that touch along parts of their sides, too.
#[must_use]
pub fn from_drawing(drawing: &json::Drawing) -> RawMesh {
    let mut raw = RawMesh::default();
    for area in &drawing.areas {
        let first = raw.vertices.len();
        raw.vertices.extend(area.corners.iter().map(|&[x, y, _]| [x, y]));
        if drawing.has_elevation {
            raw.elevations.extend(area.corners.iter().map(|&[_, _, elevation]| elevation));
        }
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        let corners: Vec<u32> = (first..raw.vertices.len()).map(number).collect();
        raw.push_area(&corners);
        raw.terrains.push(Terrain(area.terrain));
        raw.numbers.push(area.id);
    }
    raw.weld();
    raw.walls = drawing.walls.iter().flat_map(|wall| wall_vertices(&raw, wall)).collect();
    raw.links = drawing.links.iter().map(link).collect();
    raw
}

/// The vertices at both ends of a wall, on every floor that has both.
fn wall_vertices(raw: &RawMesh, wall: &[[f32; 2]; 2]) -> Vec<[u32; 2]> {
    let at = |place: [f32; 2]| {
        let vertices = (0_u32..).zip(&raw.vertices);
        vertices
            .filter(move |&(_, &vertex)| Vec2::from(vertex) == Vec2::from(place))
            .map(|(index, _)| index)
    };
    let is_side = |ends: &[u32; 2]| raw.has_side(*ends);
    let pairs: Vec<[u32; 2]> =
        at(wall[0]).flat_map(|start| at(wall[1]).map(move |end| [start, end])).collect();
    let mut sides: Vec<[u32; 2]> = pairs.iter().copied().filter(is_side).collect();
    if sides.is_empty() {
        // Building the mesh tells that no border runs there.
        sides = pairs.into_iter().take(1).collect();
    }
    if sides.is_empty() { vec![[u32::MAX; 2]] } else { sides }
}

fn link(link: &json::Link) -> RawLink {
    let ([x, y, from_elevation], [to_x, to_y, to_elevation]) = (link.from, link.to);
    RawLink {
        from: [x, y],
        from_elevation,
        to: [to_x, to_y],
        to_elevation,
        cost: link.cost,
        kind: match link.kind {
            json::LinkKind::Jump => LinkKind::Jump,
            json::LinkKind::Ladder => LinkKind::Ladder,
            json::LinkKind::Teleport => LinkKind::Teleport,
            _ => LinkKind::Other,
        },
        both_ways: link.both_ways,
    }
}
