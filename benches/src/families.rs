//! Families of generated maps, for measuring growth: the same kind of ground in several sizes.

use std::error::Error;

use tautline::NavMesh;
use tautline::meshgen::{PolygonOptions, Polygons, Role};
use tautline::navmesh::{BuildOptions, RawMesh, Terrain, rectangles_from_cells};
use tautline_fixtures::{SplitMix64, levels, random_blocks, rooms};

/// A family of maps. A size is a number of cells, or of units, along each side.
#[derive(Debug)]
pub struct Family {
    /// The name, as in tables.
    pub name: &'static str,
    /// The sizes to measure, each at least twice as large as the one before.
    pub sizes: [u16; 3],
    /// Generates the map of a size, from a seed.
    pub map: fn(size: u16, seed: u64) -> Result<NavMesh, Box<dyn Error>>,
}

/// All families. They are unlike each other, and unlike the game maps: winding caves; small
/// obstacles, in which corners see few or very many others; and ground without a grid.
pub const FAMILIES: [Family; 6] = [
    Family { name: "caves", sizes: [64, 128, 256], map: caves },
    Family { name: "scattered 5 %", sizes: [32, 64, 128], map: scattered::<5> },
    Family { name: "scattered 20 %", sizes: [32, 64, 128], map: scattered::<20> },
    Family { name: "scattered 30 %", sizes: [64, 128, 256], map: scattered::<30> },
    Family { name: "open field", sizes: [200, 360, 640], map: open_field },
    Family { name: "tilted rooms", sizes: [64, 128, 256], map: tilted_rooms },
];

/// Caves of a cellular automaton.
fn caves(size: u16, seed: u64) -> Result<NavMesh, Box<dyn Error>> {
    let rows = levels::caves(seed, size.into(), size.into());
    let is_ground = |x: u32, y: u32| {
        let row = rows.get(y as usize).map(String::as_bytes);
        row.and_then(|row| row.get(x as usize)) == Some(&b'.')
    };
    of_cells(size, is_ground)
}

/// Cells of which `PERCENT` in 100 are blocked at random.
fn scattered<const PERCENT: u8>(size: u16, seed: u64) -> Result<NavMesh, Box<dyn Error>> {
    let cells = random_blocks(seed, size, size, PERCENT);
    of_cells(size, |x, y| is_walkable(&cells, x, y))
}

/// Open ground with convex rocks of 3 to 8 corners and long cliffs in any direction. On average, there
/// is one rock to each 10 by 10 units, and a cliff instead of one in eight. Most rocks are small and a few
/// large; they may overlap.
fn open_field(size: u16, seed: u64) -> Result<NavMesh, Box<dyn Error>> {
    let side = f64::from(size);
    let mut random = SplitMix64::new(seed);
    let mut polygons = Polygons::default();
    let ground = [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]];
    polygons.push(Role::Ground, [ground.map(|point| point.map(narrow)).to_vec()]);
    for _ in 0..u32::from(size / 10) * u32::from(size / 10) {
        let [x, y] = [side * random.unit(), side * random.unit()];
        let first = random.unit();
        let obstacle = if random.chance(12) {
            let [length, width] = [8.0 + 16.0 * random.unit(), 0.5 + random.unit()];
            let [right, up] = direction(first);
            let corner = |[along, across]: [f64; 2]| {
                let [along, across] = [along * length, across * width];
                [x + along * right - across * up, y + along * up + across * right].map(narrow)
            };
            [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(corner).to_vec()
        } else {
            // The inverse of a uniform number: half of the radii are below 1.2 units.
            let radius = 0.6 / (0.1 + 0.9 * random.unit());
            let corners = 3 + u32::try_from(random.below(6))?;
            let corner = |index: u32| {
                let turn = f64::from(index) + 0.5 * random.unit() + first;
                let [right, up] = direction(turn / f64::from(corners));
                [x + radius * right, y + radius * up].map(narrow)
            };
            (0..corners).map(corner).collect()
        };
        polygons.push(Role::Hole, [obstacle]);
    }
    let built = polygons.build(&PolygonOptions::default())?;
    Ok(NavMesh::build(&built.mesh, &BuildOptions::default())?.mesh)
}

/// Rooms with narrow doors, rotated by an angle that no grid has.
fn tilted_rooms(size: u16, seed: u64) -> Result<NavMesh, Box<dyn Error>> {
    let cells = rooms(seed, size, size);
    let mut raw = rectangles(size, |x, y| is_walkable(&cells, x, y));
    let [right, up] = direction(0.07);
    for vertex in &mut raw.vertices {
        let [x, y] = vertex.map(f64::from);
        *vertex = [x * right - y * up, x * up + y * right].map(narrow);
    }
    // Rounding bends long sides; areas that are concave for it are split.
    Ok(NavMesh::build(&raw, &BuildOptions::default())?.mesh)
}

fn of_cells(size: u16, is_ground: impl Fn(u32, u32) -> bool) -> Result<NavMesh, Box<dyn Error>> {
    Ok(NavMesh::build(&rectangles(size, is_ground), &BuildOptions::default())?.mesh)
}

fn rectangles(size: u16, is_ground: impl Fn(u32, u32) -> bool) -> RawMesh {
    rectangles_from_cells(size.into(), size.into(), |x, y| is_ground(x, y).then_some(Terrain(0)))
}

fn is_walkable(cells: &tautline_fixtures::Cells, x: u32, y: u32) -> bool {
    let [Ok(x), Ok(y)] = [x, y].map(i32::try_from) else { return false };
    cells.is_walkable([x, y])
}

/// The direction of an angle, in full turns.
#[expect(clippy::disallowed_methods, reason = "the last bit does not matter here")]
fn direction(turns: f64) -> [f64; 2] {
    let angle = turns * std::f64::consts::TAU;
    [angle.cos(), angle.sin()]
}

#[expect(clippy::cast_possible_truncation, reason = "some rounding does not matter here")]
fn narrow(value: f64) -> f32 {
    value as f32
}
