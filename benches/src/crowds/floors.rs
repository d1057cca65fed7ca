//! Scenarios with floors above each other: a bridge above a passage, and stairs.
//!
//! Unlike in the flat scenarios, the coordinates are those of the walkable ground, already inset by the radius.

use std::error::Error;

use tautline::NavMesh;
use tautline::navmesh::RawMesh;
use tautline_fixtures::random::SplitMix64;

use super::ground::{point, rows};
use super::{Journey, RADIUS, Scenario};

/// The height of a floor, in metres.
const STOREY: f64 = 3.0;

/// The greatest distance of a start from its position in its row, along each axis, in metres.
const RAGGEDNESS: f64 = 0.15;

/// Two groups that meet on a bridge, and two that meet in the passage below it. `width` is that of
/// the bridge between its railings, in metres.
///
/// ```text
///            ┌────────┐  square, on the ground
///            └──┐  ┌──┘
///               │  │     ramp
///  ─────────────┤  ├─────────────
///    passage    │  │  bridge: 3 m above the passage
///  ─────────────┤  ├─────────────
///               │  │     ramp
///            ┌──┘  └──┐
///            └────────┘  square
/// ```
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn bridge(
    name: &'static str,
    is_held_out: bool,
    width: f64,
    seed: u64,
) -> Result<Scenario, Box<dyn Error>> {
    let half = width / 2.0 - f64::from(RADIUS);
    let (left, right) = (20.0 - half, 20.0 + half);
    let level = |y0: f64, z0: f64, y1: f64, z1: f64| {
        vec![[left, y0, z0], [right, y0, z0], [right, y1, z1], [left, y1, z1]]
    };
    let mesh = surface(&[
        vec![[-10.0, 8.3, 0.0], [50.0, 8.3, 0.0], [50.0, 11.7, 0.0], [-10.0, 11.7, 0.0]],
        vec![
            [14.0, -20.0, 0.0],
            [26.0, -20.0, 0.0],
            [26.0, -8.0, 0.0],
            [right, -8.0, 0.0],
            [left, -8.0, 0.0],
            [14.0, -8.0, 0.0],
        ],
        level(-8.0, 0.0, 5.0, STOREY),
        level(5.0, STOREY, 15.0, STOREY),
        level(15.0, STOREY, 28.0, 0.0),
        vec![
            [14.0, 28.0, 0.0],
            [left, 28.0, 0.0],
            [right, 28.0, 0.0],
            [26.0, 28.0, 0.0],
            [26.0, 40.0, 0.0],
            [14.0, 40.0, 0.0],
        ],
    ])?;
    let mut random = Ragged(SplitMix64::new(seed));
    let mut agents = Vec::new();
    for [x, y] in rows(40, -8.0, 8.8, 10, 0.8) {
        agents.push(random.journey([x, y, 0.0], [x + 48.0, y, 0.0]));
        agents.push(random.journey([40.0 - x, y, 0.0], [-8.0 - x, y, 0.0]));
    }
    for [x, y] in rows(40, 15.5, -18.5, 8, 1.2) {
        agents.push(random.journey([x, y, 0.0], [x, y + 52.0, 0.0]));
        agents.push(random.journey([x, 20.0 - y, 0.0], [x, -32.0 - y, 0.0]));
    }
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}

/// Two groups that change between halls above each other, over stairs that turn on a landing.
/// `width` is that of a flight between its walls, in metres.
///
/// ```text
///  ┌──────────────┐
///  │ two halls,   ├────────┬───┐
///  │ 3 m apart     flight 2    │
///  │              ├────────┤   │ landing
///  │               flight 1    │
///  └──────────────┴────────┴───┘
/// ```
///
/// # Errors
///
/// None, unless the ground cannot be built.
pub fn stairs(
    name: &'static str,
    is_held_out: bool,
    width: f64,
    seed: u64,
) -> Result<Scenario, Box<dyn Error>> {
    let width = width - 2.0 * f64::from(RADIUS);
    // The edges of the flights. Between them, there is a wall of 0.3 m.
    let [a, b, c, d] = [1.0, 1.0 + width, 1.9 + width, 1.9 + 2.0 * width];
    let (half, top) = (STOREY / 2.0, STOREY);
    let hall = |[low, high]: [f64; 2], z: f64| {
        let corners: [[f64; 2]; 6] =
            [[0.0, 0.0], [20.0, 0.0], [20.0, low], [20.0, high], [20.0, 12.0], [0.0, 12.0]];
        corners.map(|[x, y]| [x, y, z]).to_vec()
    };
    let mesh = surface(&[
        hall([a, b], 0.0),
        vec![[20.0, a, 0.0], [26.0, a, half], [26.0, b, half], [20.0, b, 0.0]],
        vec![
            [26.0, a, half],
            [26.0 + width, a, half],
            [26.0 + width, d, half],
            [26.0, d, half],
            [26.0, c, half],
            [26.0, b, half],
        ],
        vec![[20.0, c, top], [26.0, c, half], [26.0, d, half], [20.0, d, top]],
        hall([c, d], top),
    ])?;
    let mut random = Ragged(SplitMix64::new(seed));
    let mut agents = Vec::new();
    for [x, y] in rows(40, 6.0, 2.0, 10, 1.2) {
        agents.push(random.journey([x, y, 0.0], [x, y, top]));
        agents.push(random.journey([x, y, top], [x, y, 0.0]));
    }
    Ok(Scenario { name, is_held_out, mesh, agents, limit: 240.0 })
}

/// Builds polygons in space. Those that share corners are connected.
fn surface(polygons: &[Vec<[f64; 3]>]) -> Result<NavMesh, Box<dyn Error>> {
    let mut raw = RawMesh::default();
    let mut known: Vec<[u64; 3]> = Vec::new();
    for polygon in polygons {
        let mut corners = Vec::new();
        for corner in polygon {
            let bits = corner.map(f64::to_bits);
            let index = known.iter().position(|other| *other == bits).unwrap_or(known.len());
            if index == known.len() {
                known.push(bits);
                let [[x, y], [z, _]] = [point(corner[0], corner[1]), point(corner[2], 0.0)];
                raw.vertices.push([x, y]);
                raw.elevations.push(z);
            }
            corners.push(u32::try_from(index)?);
        }
        raw.push_area(&corners);
    }
    Ok(raw.build()?)
}

/// Adds a small random offset to starts, so that rows are not straight.
struct Ragged(SplitMix64);

impl Ragged {
    fn journey(&mut self, start: [f64; 3], goal: [f64; 3]) -> Journey {
        let mut offset = || RAGGEDNESS * (2.0 * self.0.unit() - 1.0);
        let start = [start[0] + offset(), start[1] + offset(), start[2]];
        [start, goal].map(|[x, y, z]| {
            let [[x, y], [z, _]] = [point(x, y), point(z, 0.0)];
            [x, y, z]
        })
    }
}
