//! Pairing of half-edges along the same border.

use std::ops::Range;

use crate::half_edges::HalfEdges;
use crate::{Fault, RawMesh};

/// The half-edges of a raw mesh, with their twins.
pub(super) fn find(raw: &RawMesh, faults: &mut Vec<Fault>) -> HalfEdges {
    let mut edges = HalfEdges {
        origins: raw.corners.clone(),
        twins: vec![HalfEdges::NO_TWIN; raw.corners.len()],
        first_edges: std::iter::once(0).chain(raw.corner_ends.iter().copied()).collect(),
    };
    if raw.neighbours.is_empty() {
        find_by_vertices(raw, &mut edges, faults);
    } else {
        find_by_neighbours(raw, &mut edges, faults);
    }
    edges
}

/// Pairs half-edges between the same vertices, except for declared walls.
fn find_by_vertices(raw: &RawMesh, edges: &mut HalfEdges, faults: &mut Vec<Fault>) {
    let (areas, by_border) = (edges.faces(), edges.by_border());
    let mut walls: Vec<[u32; 2]> = raw.walls.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    for (wall, &[start, end]) in walls.iter().enumerate() {
        if by_border.binary_search_by_key(&[start, end], |&(border, _)| border).is_err() {
            faults.push(Fault::WallWithoutBorder { wall, start, end });
        }
    }
    walls.sort_unstable();
    for same in by_border.chunk_by(|one, other| one.0 == other.0) {
        let start = |edge: u32| edges.origins[edge as usize];
        let area = |edge: u32| areas[edge as usize];
        if same.first().is_some_and(|(border, _)| walls.binary_search(border).is_ok()) {
            continue;
        }
        match *same {
            [_] => {}
            [(_, one), (_, other)] if start(one) != start(other) && area(one) != area(other) => {
                edges.join(one, other);
            }
            [([low, high], first), ..] => faults.push(Fault::OverusedBorder {
                start: start(first),
                end: if start(first) == low { high } else { low },
                areas: same.iter().map(|&(_, edge)| area(edge) as usize).collect(),
            }),
            [] => {}
        }
    }
}

/// Pairs half-edges as the raw mesh names the neighbours.
fn find_by_neighbours(raw: &RawMesh, edges: &mut HalfEdges, faults: &mut Vec<Fault>) {
    let areas = raw.area_count();
    let end = |ring: &Range<u32>, edge: u32| {
        raw.corners[if edge + 1 == ring.end { ring.start } else { edge + 1 } as usize]
    };
    for area in (0..).take(areas) {
        let ring = edges.face_loop(area);
        for edge in ring.clone() {
            let neighbour = raw.neighbours[edge as usize];
            if neighbour == RawMesh::NO_NEIGHBOUR {
                continue;
            }
            let (area, corner) = (area as usize, (edge - ring.start) as usize);
            if neighbour as usize >= areas {
                faults.push(Fault::NeighbourOutOfRange { area, corner, neighbour, areas });
                continue;
            }
            let across = edges.face_loop(neighbour);
            let is_twin = |&other: &u32| {
                raw.corners[other as usize] == end(&ring, edge)
                    && end(&across, other) == raw.corners[edge as usize]
                    && raw.neighbours[other as usize] as usize == area
            };
            match across.clone().find(is_twin) {
                Some(twin) if neighbour as usize != area => edges.twins[edge as usize] = twin,
                _ => faults.push(Fault::NeighbourDisagrees { area, corner, neighbour }),
            }
        }
    }
}
