//! Joining of meshes that were built tile by tile.
//!
//! Two tiles round their common border differently and put different vertices on it:
//!
//! ```text
//!     tile A    │ │    tile B                    A   │   B
//!               │ ├───────────                       ├───────
//!               │ │                  ->              │           Each corner of B on the border
//!   ────────────┤ │                          ────────┤           is a T-junction for A.
//!               │ ├───────────                       ├───────
//! ```
//!
//! Joining moves both sides of a border to one line, gives vertices at the same position the
//! same elevation, and resolves the T-junctions: half-edges that share a piece of the border are
//! linked.

use std::collections::BTreeMap;

use tautline_navmesh::{BuildOptions, Faults, NavMesh, RawMesh, TJunctions};

/// The maximum distance of vertices from a tile border to be moved to it, in world units. The
/// value is Detour's.
const TOLERANCE: f32 = 0.01;

/// A line of the grid of tiles, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TileLine {
    /// Between two columns of tiles: a line of constant x.
    Column(i32),
    /// Between two rows of tiles: a line of constant y.
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

/// An edge of an area that lies on the border of its tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileBorder {
    /// The line that it lies on.
    pub line: TileLine,
    /// The vertices at its ends.
    pub ends: [u32; 2],
}

/// Builds one mesh from the areas of tiles that share no vertices with each other.
///
/// The ends of each border move to the position of the first border on the same [`TileLine`],
/// unless they are more than 0.01 world units away from it. Ends at the same position get the
/// elevation of the one that comes first, if their elevations differ by at most `max_step`
/// world units; where not all of them do, they are grouped from the lowest one upwards. Then
/// areas are linked wherever they share a piece of an edge ([`TJunctions::Link`] with the same
/// `max_step`).
///
/// Ends that are no vertices of `raw` are ignored.
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
/// // Two tiles. The second one is cut in halves and was rounded differently.
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
    equalise_elevations(&mut raw, &mut on_borders, max_step);
    raw.weld();
    let options =
        BuildOptions { t_junctions: TJunctions::Link { max_step }, ..BuildOptions::default() };
    Ok(NavMesh::build(&raw, &options)?.mesh)
}

/// Moves the ends of borders to their lines. Returns the vertices at the ends.
fn align(vertices: &mut [[f32; 2]], borders: &[TileBorder]) -> Vec<u32> {
    let mut positions: BTreeMap<TileLine, f32> = BTreeMap::new();
    let mut aligned = Vec::new();
    for TileBorder { line, ends } in borders {
        for &end in ends {
            let Some(vertex) = vertices.get_mut(end as usize) else { continue };
            let coordinate = &mut vertex[line.axis()];
            let position = *positions.entry(*line).or_insert(*coordinate);
            if (*coordinate - position).abs() <= TOLERANCE {
                *coordinate = position;
            }
            aligned.push(end);
        }
    }
    aligned
}

/// Gives vertices at the same position the same elevation if theirs differ by at most a step.
fn equalise_elevations(raw: &mut RawMesh, vertices: &mut [u32], max_step: f32) {
    if raw.elevations.len() != raw.vertices.len() {
        return;
    }
    let position = |vertex: u32| {
        // Adding zero turns -0 into 0, so that equal positions have equal bits.
        raw.vertices[vertex as usize].map(|coordinate| (coordinate + 0.0).to_bits())
    };
    let elevation = |vertex: u32| raw.elevations[vertex as usize];
    vertices.sort_unstable_by(|&a, &b| {
        let by_elevation = elevation(a).total_cmp(&elevation(b));
        position(a).cmp(&position(b)).then(by_elevation).then(a.cmp(&b))
    });
    let mut levels = Vec::with_capacity(vertices.len());
    let mut rest = &vertices[..];
    while let Some(&lowest) = rest.first() {
        // Compared with the lowest one, so that small differences do not add up to a large one.
        let is_same = |&&vertex: &&u32| {
            position(vertex) == position(lowest)
                && elevation(vertex) - elevation(lowest) <= max_step
        };
        let count = 1 + rest[1..].iter().take_while(is_same).count();
        let (group, higher) = rest.split_at(count);
        let level = elevation(group.iter().copied().min().unwrap_or(lowest));
        levels.extend(group.iter().map(|&vertex| (vertex, level)));
        rest = higher;
    }
    for (vertex, level) in levels {
        raw.elevations[vertex as usize] = level;
    }
}
