//! Which sides of areas are the same border.

use crate::{Fault, RawMesh};

/// No side: the border belongs to one area only.
pub(super) const NO_SIDE: u32 = u32::MAX;

/// For each corner of the raw mesh, the corner at which the other side of the
/// border begins that runs from it to the next corner of its area.
pub(super) fn find(raw: &RawMesh, faults: &mut Vec<Fault>) -> Vec<u32> {
    if raw.neighbours.is_empty() {
        find_by_corners(raw, faults)
    } else {
        find_by_neighbours(raw, faults)
    }
}

/// A side of an area, by its ends.
#[derive(Clone, Copy)]
struct RawSide {
    start: u32,
    end: u32,
    corner: u32,
    area: u32,
}

impl RawSide {
    fn border(&self) -> (u32, u32) {
        (self.start.min(self.end), self.start.max(self.end))
    }
}

fn sides(raw: &RawMesh) -> impl Iterator<Item = RawSide> + '_ {
    let mut corner = 0;
    (0..).take(raw.area_count()).flat_map(move |area: u32| {
        let ring = raw.area(area as usize);
        let first = corner;
        corner += u32::try_from(ring.len()).unwrap_or(u32::MAX);
        let ends = ring.iter().cycle().skip(1);
        (first..).zip(ring.iter().zip(ends)).map(move |(corner, (&start, &end))| RawSide {
            start,
            end,
            corner,
            area,
        })
    })
}

/// Joins sides that have the same ends.
fn find_by_corners(raw: &RawMesh, faults: &mut Vec<Fault>) -> Vec<u32> {
    let mut joints = vec![NO_SIDE; raw.corners.len()];
    let mut sides: Vec<RawSide> = sides(raw).collect();
    sides.sort_unstable_by_key(|side| (side.border(), side.corner));
    let mut walls: Vec<(u32, u32)> = raw.walls.iter().map(|&[a, b]| (a.min(b), a.max(b))).collect();
    for (wall, border) in walls.iter().enumerate() {
        if sides.binary_search_by_key(border, RawSide::border).is_err() {
            let (start, end) = *border;
            faults.push(Fault::WallWithoutBorder { wall, start, end });
        }
    }
    walls.sort_unstable();
    for border in sides.chunk_by(|a, b| a.border() == b.border()) {
        match border {
            [_] => {}
            [one, other] if one.start == other.end && one.area != other.area => {
                if walls.binary_search(&one.border()).is_err() {
                    joints[one.corner as usize] = other.corner;
                    joints[other.corner as usize] = one.corner;
                }
            }
            all => faults.push(Fault::OverusedBorder {
                start: all[0].start,
                end: all[0].end,
                areas: all.iter().map(|side| side.area as usize).collect(),
            }),
        }
    }
    joints
}

/// Joins sides as the areas' neighbours say.
fn find_by_neighbours(raw: &RawMesh, faults: &mut Vec<Fault>) -> Vec<u32> {
    let mut joints = vec![NO_SIDE; raw.corners.len()];
    let areas = raw.area_count();
    for side in sides(raw) {
        let neighbour = raw.neighbours[side.corner as usize];
        if neighbour == RawMesh::NO_NEIGHBOUR {
            continue;
        }
        let first_corner =
            |area: u32| area.checked_sub(1).map_or(0, |before| raw.corner_ends[before as usize]);
        let corner = (side.corner - first_corner(side.area)) as usize;
        let area = side.area as usize;
        if neighbour as usize >= areas {
            faults.push(Fault::NeighbourOutOfRange { area, corner, neighbour, areas });
            continue;
        }
        let across = raw.area(neighbour as usize);
        let first = first_corner(neighbour) as usize;
        let names_in_turn = |&index: &usize| {
            across[index] == side.end
                && across[(index + 1) % across.len()] == side.start
                && raw.neighbours[first + index] == side.area
        };
        match (0..across.len()).find(names_in_turn) {
            Some(index) if neighbour != side.area => {
                joints[side.corner as usize] = u32::try_from(first + index).unwrap_or(NO_SIDE);
            }
            _ => faults.push(Fault::NeighbourDisagrees { area, corner, neighbour }),
        }
    }
    joints
}
