//! From arcs to areas.

use super::VoxelError;
use super::arcs::Arc;
use super::grid::Grid;
use super::sheets::{NO_SHEET, Sheets};
use super::vertices::Corners;
use crate::{Edge, Region, Subdivision, SubdivisionError};
use tautline_navmesh::internal::place_key;
use tautline_navmesh::{RawMesh, Terrain};

/// Deviations of fewer cells are as good as none.
const LEAST_DEVIATION: f64 = 0.5;

/// A side of a sheet after straightening, with the sheet on its left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SheetSide {
    sheet: u32,
    from: u32,
    to: u32,
    /// The sheet on its right, or [`NO_SHEET`].
    across: u32,
}

/// The areas of a sheet; its vertices are some of all.
struct SheetAreas {
    mesh: RawMesh,
    vertices: Vec<u32>,
}

/// Divides sheets into areas and joins them. Returns how many sheets had to be
/// followed more closely than allowed.
pub(super) fn fill(
    arcs: &[Arc],
    corners: &Corners,
    sheets: &Sheets,
    max_deviation: f64,
    grid: &Grid,
) -> Result<(RawMesh, usize), VoxelError> {
    let mut deviations = vec![max_deviation; sheets.count as usize];
    let mut areas: Vec<Option<SheetAreas>> = deviations.iter().map(|_| None).collect();
    let mut sides = sides(arcs, corners, &deviations);
    loop {
        let mut closer = Vec::new();
        for sheet in (0..)
            .take(areas.len())
            .filter(|&sheet: &u32| areas[sheet as usize].is_none())
            .collect::<Vec<u32>>()
        {
            let (index, deviation) = (sheet as usize, deviations[sheet as usize]);
            match divide(of_sheet(&sides, sheet), corners) {
                Ok(Some(found)) => areas[index] = Some(found),
                // Straightening made borders cross or touch.
                _ if deviation > 0.0 => {
                    let half = deviation / 2.0;
                    deviations[index] = if half < LEAST_DEVIATION { 0.0 } else { half };
                    closer.push(sheet);
                }
                Ok(None) => {
                    let source = SubdivisionError::Triangulation;
                    return Err(VoxelError::Subdivision { sheet, source });
                }
                Err(source) => return Err(VoxelError::Subdivision { sheet, source }),
            }
        }
        if closer.is_empty() {
            break;
        }
        // The neighbours of these sheets share their sides.
        for &sheet in &closer {
            for side in of_sheet(&sides, sheet).iter().filter(|side| side.across != NO_SHEET) {
                areas[side.across as usize] = None;
            }
        }
        sides = self::sides(arcs, corners, &deviations);
    }
    let areas: Vec<SheetAreas> = areas.into_iter().flatten().collect();
    #[expect(clippy::float_cmp, reason = "a deviation is either as it was or at most a half")]
    let refined = deviations.iter().filter(|&&deviation| deviation != max_deviation).count();
    Ok((join(&areas, &sides, corners, sheets, grid), refined))
}

/// The sides of all sheets, sorted.
fn sides(arcs: &[Arc], corners: &Corners, deviations: &[f64]) -> Vec<SheetSide> {
    let mut sides = Vec::new();
    for arc in arcs {
        let (left, right) = (arc.left, arc.right);
        let of_right = deviations.get(right as usize).copied().unwrap_or(f64::INFINITY);
        let deviation = deviations[left as usize].min(of_right);
        for ends in arc.straightened(corners, deviation).windows(2) {
            let (from, to) = (ends[0], ends[1]);
            sides.push(SheetSide { sheet: left, from, to, across: right });
            if right != NO_SHEET {
                sides.push(SheetSide { sheet: right, from: to, to: from, across: left });
            }
        }
    }
    sides.sort_unstable();
    sides
}

fn of_sheet(sides: &[SheetSide], sheet: u32) -> &[SheetSide] {
    let start = sides.partition_point(|side| side.sheet < sheet);
    let end = sides.partition_point(|side| side.sheet <= sheet);
    &sides[start..end]
}

/// Divides a sheet into areas; nothing if their outer sides are not those of the
/// sheet.
fn divide(sides: &[SheetSide], corners: &Corners) -> Result<Option<SheetAreas>, SubdivisionError> {
    let mut vertices: Vec<u32> = sides.iter().map(|side| side.from).collect();
    vertices.sort_unstable();
    vertices.dedup();
    // All ends are beginnings, too.
    let local = |vertex: u32| {
        let place = vertices.partition_point(|&other| other < vertex);
        u32::try_from(place).unwrap_or(u32::MAX)
    };
    let ground = Region::Ground(Terrain(0));
    let edge =
        |side: &SheetSide| Edge::between(local(side.from), local(side.to), ground, Region::Blocked);
    let place = |&vertex: &u32| corners.places[vertex as usize].map(in_cells);
    let subdivision = Subdivision {
        vertices: vertices.iter().map(place).collect(),
        edges: sides.iter().map(edge).collect(),
    };
    let mesh = subdivision.mesh()?;
    let found = SheetAreas { mesh, vertices };
    let is_known = |outer: &Outer| find(sides, outer.from, outer.to).is_some();
    let mut outer = found.outer_sides();
    let is_whole = outer.len() == sides.len() && outer.all(|side| is_known(&side));
    Ok(is_whole.then_some(found))
}

/// The side of a sheet between two vertices.
fn find(sides: &[SheetSide], from: u32, to: u32) -> Option<&SheetSide> {
    let index = sides.binary_search_by_key(&(from, to), |side| (side.from, side.to)).ok()?;
    sides.get(index)
}

/// A number of cells, which is at most 65,536.
#[expect(clippy::cast_precision_loss, reason = "at most 17 bits")]
fn in_cells(cells: u32) -> f32 {
    cells as f32
}

/// A side of an area at which its sheet ends.
#[derive(Clone, Copy)]
struct Outer {
    area: u32,
    corner: usize,
    from: u32,
    to: u32,
}

impl SheetAreas {
    fn outer_sides(&self) -> std::vec::IntoIter<Outer> {
        let mut outer = Vec::new();
        let mut first = 0;
        for (area, &end) in (0..).zip(&self.mesh.corner_ends) {
            let end = end as usize;
            for corner in first..end {
                if self.mesh.neighbours[corner] == RawMesh::NO_NEIGHBOUR {
                    let next = if corner + 1 == end { first } else { corner + 1 };
                    let [from, to] = [corner, next].map(|corner| self.vertex(corner));
                    outer.push(Outer { area, corner, from, to });
                }
            }
            first = end;
        }
        outer.into_iter()
    }

    fn vertex(&self, corner: usize) -> u32 {
        self.vertices[self.mesh.corners[corner] as usize]
    }
}

/// Puts the areas of all sheets into one mesh, joined where sheets are.
fn join(
    sheet_areas: &[SheetAreas],
    sides: &[SheetSide],
    corners: &Corners,
    sheets: &Sheets,
    grid: &Grid,
) -> RawMesh {
    let mut mesh = RawMesh::default();
    // By sheet and ends: the corners at which they begin, and their areas.
    let mut outer_sides: Vec<((u32, u32, u32), usize, u32)> = Vec::with_capacity(sides.len());
    for (sheet, found) in (0..).zip(sheet_areas) {
        let first_area = u32::try_from(mesh.area_count()).unwrap_or(u32::MAX);
        let first_corner = mesh.corners.len();
        for outer in found.outer_sides() {
            let key = (sheet, outer.from, outer.to);
            outer_sides.push((key, first_corner + outer.corner, first_area + outer.area));
        }
        let inner = found.mesh.neighbours.iter().map(|&neighbour| {
            if neighbour == RawMesh::NO_NEIGHBOUR { neighbour } else { first_area + neighbour }
        });
        mesh.neighbours.extend(inner);
        mesh.corners.extend((0..found.mesh.corners.len()).map(|corner| found.vertex(corner)));
        let first_corner = u32::try_from(first_corner).unwrap_or(u32::MAX);
        mesh.corner_ends.extend(found.mesh.corner_ends.iter().map(|end| first_corner + end));
        let terrain = sheets.terrains[sheet as usize];
        mesh.terrains.extend(found.mesh.corner_ends.iter().map(|_| terrain));
    }
    outer_sides.sort_unstable();
    for &((sheet, from, to), corner, _) in &outer_sides {
        let across = find(of_sheet(sides, sheet), from, to).map(|side| side.across);
        let twin = across.and_then(|across| {
            let key = (across, to, from);
            outer_sides.binary_search_by_key(&key, |outer| outer.0).ok()
        });
        if let Some(twin) = twin {
            mesh.neighbours[corner] = outer_sides[twin].2;
        }
    }
    place_vertices(&mut mesh, corners, grid);
    mesh
}

/// Gives the mesh the vertices that its corners name, numbered anew. Those at
/// the same place and elevation become one.
fn place_vertices(mesh: &mut RawMesh, corners: &Corners, grid: &Grid) {
    let position = |vertex: u32| {
        let vertex = vertex as usize;
        (grid.place(corners.places[vertex]), grid.elevation(corners.elevations[vertex]))
    };
    let mut used: Vec<_> = (mesh.corners.iter())
        .map(|&vertex| {
            let (place, elevation) = position(vertex);
            (place_key(place, elevation), vertex)
        })
        .collect();
    used.sort_unstable();
    used.dedup();
    let mut numbers = vec![0; corners.places.len()];
    for (number, at_place) in (0..).zip(used.chunk_by(|a, b| a.0 == b.0)) {
        for &(_, vertex) in at_place {
            numbers[vertex as usize] = number;
        }
        let (place, elevation) = position(at_place[0].1);
        mesh.vertices.push(place);
        mesh.elevations.push(elevation);
    }
    for corner in &mut mesh.corners {
        *corner = numbers[*corner as usize];
    }
}
