//! Meshes whose tiles were made one by one.
//!
//! Tiles that were made apart round their common border differently and cut it at
//! different corners. Joining puts what stands on both sides of a border on one line, gives
//! corners at one place one elevation, and links the sides that share a piece of the border.

use std::collections::BTreeMap;

use tautline_navmesh::{BuildOptions, Faults, NavMesh, RawMesh, TJunctions};

/// By how much coordinates of what meets at a border of tiles may differ, in world
/// units: as Detour has it.
const TOLERANCE: f32 = 0.01;

/// A line of the grid of tiles, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TileLine {
    /// Between two columns of tiles: all of it has one x.
    Column(i32),
    /// Between two rows of tiles: all of it has one y.
    Row(i32),
}

impl TileLine {
    const fn axis(self) -> usize {
        match self {
            Self::Column(_) => 0,
            Self::Row(_) => 1,
        }
    }
}

/// A side of an area that lies on the border of its tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileBorder {
    /// The line that it lies on.
    pub line: TileLine,
    /// The vertices at its ends.
    pub ends: [u32; 2],
}

/// Builds one mesh from the areas of tiles that share no vertices with each other.
///
/// The ends of each border move onto the line of the first border that names the same
/// [`TileLine`], unless they are further than 0.01 world units away from it. Ends at one
/// place get the elevation of the one that comes first, if theirs differ by at most
/// `max_step` world units. Areas are then joined wherever they share a piece of a side
/// ([`TJunctions::Link`] with the same `max_step`).
///
/// Borders with a vertex that the mesh does not have are passed over.
///
/// O(n log n).
///
/// # Errors
///
/// The [`Faults`] of [`NavMesh::build`].
///
/// ```
/// use tautline_navmesh::{RawMesh, Vec2};
/// use tautline_meshgen::{TileBorder, TileLine, join_tiles};
///
/// // Two tiles, of which the second one is cut in halves and was rounded differently.
/// let mut raw = RawMesh::from_vertices(&[
///     [0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0],
///     [4.001, 0.0], [8.0, 0.0], [8.0, 2.0], [4.001, 2.0], [8.0, 4.0], [4.001, 4.0],
/// ]);
/// raw.push_area(&[0, 1, 2, 3]);
/// raw.push_area(&[4, 5, 6, 7]);
/// raw.push_area(&[7, 6, 8, 9]);
/// let borders = [[1, 2], [7, 4], [9, 7]].map(|ends| TileBorder { line: TileLine::Column(1), ends });
/// let mesh = join_tiles(raw, &borders, 0.5)?;
/// assert_eq!(mesh.component_count(), 1);
/// assert_eq!(mesh.areas_at(Vec2::new(4.0, 2.0)).count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn join_tiles(
    mut raw: RawMesh,
    borders: &[TileBorder],
    max_step: f32,
) -> Result<NavMesh, Faults> {
    let mut on_borders = align(&mut raw.vertices, borders);
    level(&mut raw, &mut on_borders, max_step);
    raw.weld();
    let options =
        BuildOptions { t_junctions: TJunctions::Link { max_step }, ..BuildOptions::default() };
    Ok(NavMesh::build(&raw, &options)?.mesh)
}

/// Puts the ends of borders on the lines that they name. Returns the vertices at ends.
fn align(vertices: &mut [[f32; 2]], borders: &[TileBorder]) -> Vec<u32> {
    let mut places: BTreeMap<TileLine, f32> = BTreeMap::new();
    let mut aligned = Vec::new();
    for TileBorder { line, ends } in borders {
        for &end in ends {
            let Some(vertex) = vertices.get_mut(end as usize) else { continue };
            let coordinate = &mut vertex[line.axis()];
            let place = *places.entry(*line).or_insert(*coordinate);
            if (*coordinate - place).abs() <= TOLERANCE {
                *coordinate = place;
            }
            aligned.push(end);
        }
    }
    aligned
}

/// Brings those of some vertices that are at the same place to the same elevation, if
/// theirs differ by no more than a step.
fn level(raw: &mut RawMesh, vertices: &mut [u32], max_step: f32) {
    if raw.elevations.len() != raw.vertices.len() {
        return;
    }
    let place = |vertex: u32| {
        // Zero has no sign.
        raw.vertices[vertex as usize].map(|coordinate| (coordinate + 0.0).to_bits())
    };
    let elevation = |vertex: u32| raw.elevations[vertex as usize];
    vertices.sort_unstable_by(|&a, &b| {
        let by_elevation = elevation(a).total_cmp(&elevation(b));
        place(a).cmp(&place(b)).then(by_elevation).then(a.cmp(&b))
    });
    let is_same =
        |&a: &u32, &b: &u32| place(a) == place(b) && elevation(b) - elevation(a) <= max_step;
    let groups = vertices.chunk_by(is_same);
    let groups: Vec<(&[u32], f32)> = groups
        .map(|group| (group, group.iter().min().map_or(0.0, |&first| elevation(first))))
        .collect();
    for (group, level) in groups {
        group.iter().for_each(|&vertex| raw.elevations[vertex as usize] = level);
    }
}
