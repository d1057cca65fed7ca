//! From arcs to areas.

use super::VoxelError;
use super::arcs::Arc;
use super::grid::Grid;
use super::sheets::{NO_SHEET, Sheets};
use super::vertices::Corners;
use crate::{Edge, Region, Subdivision, SubdivisionError};
use tautline_navmesh::internal::{HalfEdges, number, position_key};
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
    let mut areas: Vec<Option<HalfEdges>> = deviations.iter().map(|_| None).collect();
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
                Ok(None) => return Err(VoxelError::Contour { sheet }),
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
    let areas: Vec<HalfEdges> = areas.into_iter().flatten().collect();
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

/// Divides a sheet into areas, given by their sides; `None` if their outer sides are not
/// those of the sheet.
fn divide(sides: &[SheetSide], corners: &Corners) -> Result<Option<HalfEdges>, SubdivisionError> {
    let mut vertices: Vec<u32> = sides.iter().map(|side| side.from).collect();
    vertices.sort_unstable();
    vertices.dedup();
    // All ends are beginnings, too.
    let local = |vertex: u32| number(vertices.partition_point(|&other| other < vertex));
    let ground = Region::Ground(Terrain(0));
    let edge =
        |side: &SheetSide| Edge::between(local(side.from), local(side.to), ground, Region::Blocked);
    let place = |&vertex: &u32| corners.places[vertex as usize].map(in_cells);
    let subdivision = Subdivision {
        vertices: vertices.iter().map(place).collect(),
        edges: sides.iter().map(edge).collect(),
    };
    let (mut areas, _) = subdivision.areas(&[])?;
    for origin in &mut areas.origins {
        *origin = vertices[*origin as usize];
    }
    let is_whole = areas.outer().count() == sides.len()
        && areas.outer().all(|(_, [from, to])| find(sides, from, to).is_some());
    Ok(is_whole.then_some(areas))
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

/// Puts the areas of all sheets into one mesh, joined where sheets are.
fn join(
    sheet_areas: &[HalfEdges],
    sides: &[SheetSide],
    corners: &Corners,
    sheets: &Sheets,
    grid: &Grid,
) -> RawMesh {
    let mut all = HalfEdges::default();
    let mut terrains = Vec::new();
    // By the sheet and the ends of one of the two sides of a border between sheets.
    let mut borders: Vec<((u32, u32, u32), u32)> = Vec::new();
    for (sheet, areas) in (0..).zip(sheet_areas) {
        let before = all.append(areas);
        for (side, [from, to]) in areas.outer() {
            let across = find(of_sheet(sides, sheet), from, to).map(|side| side.across);
            if let Some(across) = across.filter(|&across| across != NO_SHEET) {
                borders.push(((sheet, from, to).min((across, to, from)), before + side));
            }
        }
        terrains.resize(all.face_count(), sheets.terrains[sheet as usize]);
    }
    all.pair(borders);
    let mut mesh = RawMesh {
        neighbours: all.neighbours(),
        corners: all.origins,
        corner_ends: all.first_edges[1..].to_vec(),
        terrains,
        ..RawMesh::default()
    };
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
            (position_key(place, elevation), vertex)
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
