//! Validation of raw meshes: finds all faults.

use tautline_geometry::{Orientation, Vec2, orient2d, polygon};

use crate::half_edges::number;
use crate::{Fault, Faults, RawMesh};

/// The shape of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Convex,
    Concave,
}

/// Checks the lengths and references of the lists.
pub(super) fn check_lists(raw: &RawMesh) -> Result<(), Faults> {
    let mut faults = Vec::new();
    if raw.corner_ends.is_empty() {
        faults.push(Fault::NoAreas);
    }
    let counts = [
        ("corners", raw.corners.len()),
        ("vertices", raw.vertices.len()),
        ("links", raw.links.len()),
    ];
    faults.extend(counts.into_iter().filter_map(Fault::if_too_many));
    if Fault::if_too_many(counts[0]).is_some() {
        // The checks below convert the number of corners to `u32`.
        return Faults::check(faults);
    }
    let areas = raw.corner_ends.len();
    let attributes = raw.attribute_lists().map(|(list, found)| (list, found, areas));
    let lists = [("elevations", raw.elevations.len(), raw.vertices.len())]
        .into_iter()
        .chain(attributes)
        .chain([("neighbours", raw.neighbours.len(), raw.corners.len())]);
    for (list, found, expected) in lists {
        if found != 0 && found != expected {
            faults.push(Fault::ListLength { list, found, expected });
        }
    }
    let mut least = 0;
    for (area, &end) in raw.corner_ends.iter().enumerate() {
        let is_last = area + 1 == areas;
        let most = raw.corners.len();
        if end < least || end as usize > most || (is_last && (end as usize) < most) {
            let least = if is_last { number(most) } else { least };
            faults.push(Fault::CornerEnd { area, end, least, most });
        }
        least = least.max(end);
    }
    if !raw.walls.is_empty() && !raw.neighbours.is_empty() {
        faults.push(Fault::WallsWithNeighbours);
    }
    Faults::check(faults)
}

/// Returns true for a fault after which further checks make no sense.
pub(super) fn hides_others(fault: &Fault) -> bool {
    matches!(fault, Fault::NotFinite { .. } | Fault::VertexOutOfRange { .. })
}

/// Checks all vertices.
pub(super) fn check_vertices(raw: &RawMesh, faults: &mut Vec<Fault>) {
    for (vertex, &[x, y]) in raw.vertices.iter().enumerate() {
        let elevation = raw.elevations.get(vertex).copied().unwrap_or(0.0);
        if !(x.is_finite() && y.is_finite() && elevation.is_finite()) {
            faults.push(Fault::NotFinite { vertex, x, y, elevation });
        }
    }
    let keys = (0..).take(raw.vertices.len()).map(|vertex: u32| (raw.position_key(vertex), vertex));
    // Most sources list their vertices row by row. Then no sorting is needed.
    if keys.clone().is_sorted_by(|a, b| a.0 < b.0) {
        return;
    }
    let mut keys: Vec<_> = keys.collect();
    keys.sort_unstable();
    for pair in keys.windows(2) {
        let [(key, first), (next_key, second)] = [pair[0], pair[1]];
        if key == next_key {
            let [x, y] = raw.vertices[first as usize];
            faults.push(Fault::DuplicateVertex { first, second, x, y });
        }
    }
}

/// Checks all areas and returns their shapes. The shape of a faulty area is meaningless.
pub(super) fn check_areas(raw: &RawMesh, strict: bool, faults: &mut Vec<Fault>) -> Vec<Shape> {
    let mut ring = Vec::new();
    (0..raw.area_count())
        .map(|area| match check_area(raw, area, &mut ring) {
            Ok(shape) => {
                if strict && shape == Shape::Concave && are_finite(&ring) {
                    faults.push(Fault::Concave { area, corner: first_right_turn(&ring) });
                }
                shape
            }
            Err(fault) => {
                faults.push(fault);
                Shape::Concave
            }
        })
        .collect()
}

/// Checks one area. Leaves the positions of its corners in `ring`.
fn check_area(raw: &RawMesh, area: usize, ring: &mut Vec<Vec2>) -> Result<Shape, Fault> {
    let corners = raw.area(area);
    let vertices = raw.vertices.len();
    if corners.len() < 3 {
        return Err(Fault::TooFewCorners { area, corners: corners.len() });
    }
    let beyond = |&vertex: &u32| vertex as usize >= vertices;
    if let Some(corner) = corners.iter().position(beyond) {
        let vertex = corners[corner];
        return Err(Fault::VertexOutOfRange { area, corner, vertex, vertices });
    }
    ring.clear();
    ring.extend(corners.iter().map(|&vertex| raw.position(vertex)));
    if !are_finite(ring) {
        // The vertex is reported as a fault of its own.
        return Ok(Shape::Concave);
    }
    if polygon::is_convex(ring) {
        return Ok(Shape::Convex);
    }
    let mut sorted = corners.to_vec();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Fault::RepeatedCorner { area, vertex: pair[0] });
    }
    if (0..ring.len()).all(|corner| turn(ring, corner).is_collinear()) {
        return Err(Fault::ZeroArea { area });
    }
    if let Some((first, second)) = polygon::self_intersection(ring) {
        return Err(Fault::SelfCrossing { area, first, second });
    }
    if polygon::winding(ring).is_right() {
        return Err(Fault::Clockwise { area });
    }
    Ok(Shape::Concave)
}

fn are_finite(ring: &[Vec2]) -> bool {
    ring.iter().all(|corner| corner.is_finite())
}

/// The direction in which a ring turns at a corner.
fn turn(ring: &[Vec2], corner: usize) -> Orientation {
    let n = ring.len();
    orient2d(ring[(corner + n - 1) % n], ring[corner], ring[(corner + 1) % n])
}

#[expect(clippy::expect_used, reason = "the ring was found to be simple and concave")]
fn first_right_turn(ring: &[Vec2]) -> usize {
    let turns_right = |&corner: &usize| turn(ring, corner).is_right();
    (0..ring.len()).find(turns_right).expect("a concave ring turns right at a corner")
}
