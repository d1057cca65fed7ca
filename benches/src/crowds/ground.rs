//! Ground and positions, for scenarios.

use std::error::Error;

use tautline::NavMesh;
use tautline::geometry::DVec2;
use tautline::meshgen::{PolygonOptions, Polygons, Role};

use super::{Journey, RADIUS};

/// Converts a position to single precision.
pub(super) fn point(x: f64, y: f64) -> [f32; 2] {
    DVec2::new(x, y).as_vec2().into()
}

/// The corners of a rectangle.
pub(super) fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Vec<[f32; 2]> {
    vec![point(x, y), point(x + width, y), point(x + width, y + height), point(x, y + height)]
}

/// Builds ground from rectangles and holes, inset by the radius.
pub(super) fn ground(
    rooms: &[Vec<[f32; 2]>],
    holes: &[Vec<[f32; 2]>],
) -> Result<NavMesh, Box<dyn Error>> {
    let mut map = Polygons::default();
    for room in rooms {
        map.push(Role::Ground, [room.clone()]);
    }
    for hole in holes {
        map.push(Role::Hole, [hole.clone()]);
    }
    let options = PolygonOptions { agent_radius: RADIUS, ..PolygonOptions::default() };
    Ok(map.build(&options)?.mesh.build()?)
}

/// A direction for a fraction of a full turn, without functions that differ by platform.
pub(super) fn direction(turn: f64) -> [f64; 2] {
    let quarter = (turn * 4.0).rem_euclid(4.0);
    let t = quarter.fract();
    // The rational parametrisation of a quarter of a circle, nearly uniform.
    let u = t * (0.828_427 + 0.171_573 * t);
    let (x, y) = ((1.0 - u * u) / (1.0 + u * u), 2.0 * u / (1.0 + u * u));
    match quarter.floor() {
        0.0 => [x, y],
        1.0 => [-y, x],
        2.0 => [-x, -y],
        _ => [y, -x],
    }
}

/// Positions in rows, `spacing` apart, from a corner on.
pub(super) fn rows(count: usize, x: f64, y: f64, columns: usize, spacing: f64) -> Vec<[f64; 2]> {
    let at = |index: usize| u32::try_from(index).map_or(0.0, f64::from);
    (0..count)
        .map(|index| [x + spacing * at(index % columns), y + spacing * at(index / columns)])
        .collect()
}

/// The start and the goal of an agent on flat ground.
pub(super) fn journey(start: [f64; 2], goal: [f64; 2]) -> Journey {
    [start, goal].map(|[x, y]| {
        let [x, y] = point(x, y);
        [x, y, 0.0]
    })
}

/// The cell of a position in a grid of cells of a size.
#[expect(clippy::cast_possible_truncation, reason = "no map has 2^31 cells in a row")]
pub(super) fn cell_of(position: [f32; 2], size: f32) -> [i32; 2] {
    position.map(|coordinate| (coordinate / size).floor() as i32)
}
