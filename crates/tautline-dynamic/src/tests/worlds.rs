//! Meshes of unit cells with overlapping floors.

use std::collections::BTreeSet;
use tautline_meshgen::merge_areas;

use tautline_fixtures::{SplitMix64, spiral_stairs};

use tautline_navmesh::{LinkKind, NavMesh, RawLink, RawMesh};

/// A square cell: its least corner, and the elevations of its corners,
/// counter-clockwise from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) at: [i16; 2],
    pub(super) elevations: [f32; 4],
}

impl Cell {
    const fn level(x: i16, y: i16, elevation: f32) -> Self {
        Self { at: [x, y], elevations: [elevation; 4] }
    }

    fn corners(&self) -> [([i16; 2], f32); 4] {
        let [x, y] = self.at;
        let positions = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
        [0, 1, 2, 3].map(|corner| (positions[corner], self.elevations[corner]))
    }
}

/// Two floors, one above the other, with holes in both, and a ramp between them.
/// With bumps, many cells of the lower floor are not planar.
pub(super) fn two_floors(random: &mut SplitMix64, size: i16, has_bumps: bool) -> Vec<Cell> {
    let ramp = i16::try_from(random.between(1, i32::from(size) - 2)).unwrap();
    let mut cells = Vec::new();
    let mut bumps = vec![0.0_f32; 1024];
    if has_bumps {
        bumps.iter_mut().filter(|_| random.chance(20)).for_each(|bump| *bump = 0.25);
    }
    for y in 0..size {
        for x in 0..size {
            let is_ramp = y == ramp && (2..6).contains(&x);
            let is_landing = y == ramp && !(2..6).contains(&x);
            if is_ramp {
                let [low, high] = [x - 2, x - 1].map(f32::from);
                cells.push(Cell { at: [x, y], elevations: [low, high, high, low] });
                continue;
            }
            if is_landing || random.chance(80) {
                let near_ramp = (ramp..=ramp + 1).contains(&y) && (2..=6).contains(&x);
                let bump = |x: i16, y: i16| {
                    let on_ramp = (ramp..=ramp + 1).contains(&y) && (1..=6).contains(&x);
                    let index = usize::try_from(x + y * (size + 1)).unwrap();
                    if on_ramp || near_ramp { 0.0 } else { bumps[index % bumps.len()] }
                };
                let elevations = [bump(x, y), bump(x + 1, y), bump(x + 1, y + 1), bump(x, y + 1)];
                cells.push(Cell { at: [x, y], elevations });
            }
            if is_landing || random.chance(60) {
                cells.push(Cell::level(x, y, 4.0));
            }
        }
    }
    cells
}

/// Spiral stairs around a pillar, with some turns.
pub(super) fn spiral(turns: u8) -> Vec<Cell> {
    spiral_stairs(turns).into_iter().map(|(at, elevations)| Cell { at, elevations }).collect()
}

/// The mesh of some cells, which are connected where they share two corners. Level cells may
/// be merged.
pub(super) fn mesh_of(
    cells: &[Cell],
    random: &mut SplitMix64,
    walls_percent: u8,
    links: u8,
) -> NavMesh {
    let positions: BTreeSet<([i16; 2], u32)> =
        cells.iter().flat_map(Cell::corners).map(|(at, z)| (at, z.to_bits())).collect();
    let positions: Vec<_> = positions.into_iter().collect();
    let vertex = |(at, z): ([i16; 2], f32)| {
        u32::try_from(positions.binary_search(&(at, z.to_bits())).unwrap()).unwrap()
    };
    let mut raw = RawMesh {
        vertices: positions.iter().map(|([x, y], _)| [f32::from(*x), f32::from(*y)]).collect(),
        elevations: positions.iter().map(|(_, bits)| f32::from_bits(*bits)).collect(),
        ..RawMesh::default()
    };
    for cell in cells {
        raw.push_area(&cell.corners().map(vertex));
    }
    for cell in cells.iter().filter(|_| random.chance(walls_percent)) {
        let [a, b, ..] = cell.corners().map(vertex);
        raw.walls.push([a, b]);
    }
    for _ in 0..links {
        let mut end = || {
            let cell = cells[usize::try_from(random.below(cells.len() as u64)).unwrap()];
            // Not on a border, where several areas would contain the end.
            (
                cell.at.map(|low| f32::from(low) + 0.5),
                (cell.elevations[0] + cell.elevations[2]) / 2.0,
            )
        };
        let ((from, from_elevation), (to, to_elevation)) = (end(), end());
        let (cost, kind) = (Some(1.0), LinkKind::Jump);
        raw.links.push(RawLink {
            from,
            from_elevation,
            to,
            to_elevation,
            cost,
            kind,
            both_ways: random.chance(50),
            disabled: random.chance(10),
        });
    }
    let raw = merge_areas(&raw).unwrap();
    raw.build().unwrap()
}
