//! Meshes of a map of cells, merged and split at random.

use std::collections::BTreeMap;

use crate::{Cells, PlainMesh, SplitMix64};

/// Options of [`random_mesh`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomMeshOptions {
    /// The longest side of a rectangle of merged cells. With 1, no cells are merged.
    pub longest: u16,
    /// The probability in percent of splitting an area again by a random diagonal,
    /// as long as that is possible. With 100, all areas are triangles, some of them needles.
    pub cut: u8,
}

/// Generates a mesh of a map, and returns it with the class of each area.
///
/// Cells of the same class are merged to random rectangles, never across a zero-width
/// wall. Each rectangle has a corner at **every** vertex of the grid on its
/// outline, so that collinear corners are frequent. Then areas are split by random
/// diagonals between their corners. The same seed results in the same mesh. O(cells).
///
/// ```
/// use tautline_fixtures::{open, random_mesh, random_mesh::RandomMeshOptions};
///
/// let options = RandomMeshOptions { longest: 4, cut: 50 };
/// let (mesh, classes) = random_mesh(1, &open(6, 6), |_| 0, options);
/// assert!(mesh.faults().is_empty());
/// assert_eq!(classes.len(), mesh.areas.len());
/// ```
#[must_use]
pub fn random_mesh(
    seed: u64,
    cells: &Cells,
    class: impl Fn([i32; 2]) -> u8,
    options: RandomMeshOptions,
) -> (PlainMesh, Vec<u8>) {
    let mut random = SplitMix64::new(seed);
    let mut is_taken = Cells::from_fn(cells.width, cells.height, |_, _| false);
    let mut rings = Vec::new();
    let mut classes = Vec::new();
    for [x, y] in cells.walkable_cells() {
        if is_taken.is_walkable([x, y]) {
            continue;
        }
        let kind = class([x, y]);
        let longest = i32::from(options.longest.max(1));
        let [width, height] = [(); 2].map(|()| random.between(1, longest));
        let is_free = |cell: [i32; 2], before: [i32; 2]| {
            cells.are_joined(cell, before) && !is_taken.is_walkable(cell) && class(cell) == kind
        };
        // The rectangle grows to the right and then up, until a cell is not free.
        let right = (x + 1..x + width).find(|&x| !is_free([x, y], [x - 1, y])).unwrap_or(x + width);
        let row_is_free = |row: i32| {
            (x..right).all(|x| is_free([x, row], [x, row - 1]))
                && (x + 1..right).all(|x| cells.are_joined([x, row], [x - 1, row]))
        };
        let top = (y + 1..y + height).find(|&row| !row_is_free(row)).unwrap_or(y + height);
        for (x, y) in (y..top).flat_map(|y| (x..right).map(move |x| (x, y))) {
            if let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) {
                is_taken.set(x, y, true);
            }
        }
        let parts = cut(&mut random, outline([x, y], [right, top]), options.cut);
        classes.extend(parts.iter().map(|_| kind));
        rings.extend(parts);
    }
    (mesh_on_lattice(cells, &rings), classes)
}

/// The vertices of the grid around a rectangle, counter-clockwise.
fn outline([left, bottom]: [i32; 2], [right, top]: [i32; 2]) -> Vec<[i32; 2]> {
    let below = (left..right).map(|x| [x, bottom]);
    let beside = (bottom..top).map(|y| [right, y]);
    let above = (left + 1..=right).rev().map(|x| [x, top]);
    let back = (bottom + 1..=top).rev().map(|y| [left, y]);
    below.chain(beside).chain(above).chain(back).collect()
}

/// Splits a convex ring by random diagonals.
fn cut(random: &mut SplitMix64, ring: Vec<[i32; 2]>, percent: u8) -> Vec<Vec<[i32; 2]>> {
    let mut parts = Vec::new();
    let mut remaining = vec![ring];
    while let Some(ring) = remaining.pop() {
        let cuts = if random.chance(percent) { diagonals(&ring) } else { Vec::new() };
        let chosen = random.below(cuts.len() as u64);
        let chosen = usize::try_from(chosen).ok().and_then(|chosen| cuts.get(chosen));
        let Some(&(from, to)) = chosen else {
            parts.push(ring);
            continue;
        };
        remaining.push(ring[from..=to].to_vec());
        remaining.push(ring[to..].iter().chain(&ring[..=from]).copied().collect());
    }
    parts
}

/// The diagonals with positive area on both sides.
fn diagonals(ring: &[[i32; 2]]) -> Vec<(usize, usize)> {
    let turn = |a: [i32; 2], b: [i32; 2], c: [i32; 2]| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let all = (0..ring.len()).flat_map(|to| (0..to).map(move |from| (from, to)));
    all.filter(|&(from, to)| {
        let side = |corner: &[i32; 2]| turn(ring[from], ring[to], *corner);
        ring.iter().any(|corner| side(corner) > 0) && ring.iter().any(|corner| side(corner) < 0)
    })
    .collect()
}

/// Connects rings across common sides, except along zero-width walls.
#[expect(clippy::cast_possible_truncation, reason = "a lattice of u16 sides, coordinates and ids")]
fn mesh_on_lattice(cells: &Cells, rings: &[Vec<[i32; 2]>]) -> PlainMesh {
    let mut ids = BTreeMap::new();
    let mut vertices = Vec::new();
    let areas: Vec<Vec<u32>> = rings
        .iter()
        .map(|ring| {
            let mut id = |point: &[i32; 2]| {
                *ids.entry(*point).or_insert_with(|| {
                    vertices.push(point.map(|value| f64::from(value) as f32));
                    vertices.len() as u32 - 1
                })
            };
            ring.iter().map(&mut id).collect()
        })
        .collect();
    let mut mesh = PlainMesh::from_areas(vertices, areas);
    for (ring, neighbours) in rings.iter().zip(&mut mesh.neighbours) {
        let next = ring.iter().cycle().skip(1);
        for ((&[ax, ay], &[bx, by]), neighbour) in ring.iter().zip(next).zip(neighbours) {
            // The cells left and right of a unit side.
            let (x, y) = (ax.min(bx), ay.min(by));
            let across = match [bx - ax, by - ay] {
                [1 | -1, 0] => [[x, y], [x, y - 1]],
                [0, 1 | -1] => [[x, y], [x - 1, y]],
                _ => continue,
            };
            // There are no walls inside a rectangle.
            if !cells.are_joined(across[0], across[1]) {
                *neighbour = None;
            }
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_blocks;

    #[test]
    fn the_ground_is_covered_once_for_all_options() {
        for seed in 0..60 {
            let mut cells = random_blocks(seed, 9, 8, 20);
            let mut random = SplitMix64::new(seed);
            for [x, y] in cells.clone().walkable_cells() {
                if random.chance(15) {
                    cells.put_wall([x, y], [x + 1, y]);
                }
            }
            let options = RandomMeshOptions {
                longest: 1 + u16::try_from(seed % 7).unwrap(),
                cut: u8::try_from(seed % 3 * 50).unwrap(),
            };
            let (mesh, _) = random_mesh(seed, &cells, |[x, _]| u8::from(x > 5), options);
            assert_eq!(mesh.faults(), Vec::<String>::new());
            let doubled: f32 = mesh
                .areas
                .iter()
                .map(|area| {
                    let at = |i: usize| mesh.vertices[area[i % area.len()] as usize];
                    let cross = |i: usize| at(i)[0] * at(i + 1)[1] - at(i + 1)[0] * at(i)[1];
                    (0..area.len()).map(cross).sum::<f32>()
                })
                .sum();
            let count = u16::try_from(cells.walkable_cells().count()).unwrap();
            assert_eq!(doubled.to_bits(), (2.0 * f32::from(count)).to_bits());
        }
    }
}
