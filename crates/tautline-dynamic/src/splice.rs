//! Putting areas into a mesh in place of others, without building it anew.
//!
//! Areas keep their numbers: new ones get those of areas that went, and the last
//! areas fill what numbers are left over. The sides and fans of areas that stay are
//! copied with other numbers, in linear passes without a search.

use super::moves::Moves;
use super::new_area::NewArea;
use super::seam::{OpenBorder, Seam};
use super::spare::{GONE, Spare};
use super::{fans, gates};
use crate::ground::Ground;
use crate::side::Side;
use tautline_navmesh::{AreaId, Gate, SideId};

/// Takes areas out of the ground and puts others in, whose vertices are there
/// already; `open` are the borders between what goes and what stays. Gives the vertices
/// around which something has changed. O(n), and O(k log k) for k sides that change.
pub(super) fn splice(
    ground: &mut Ground,
    removed: &[AreaId],
    added: &[NewArea],
    moves: &Moves,
    open: &[OpenBorder],
    spare: &mut Spare,
) -> Vec<u32> {
    let mut vertices = changed_vertices(ground, removed, added, moves);
    vertices.sort_unstable();
    vertices.dedup();

    lay_out(ground, added, moves, spare);
    join(added, moves, open, spare);
    let parts = gates::kept_parts(ground, removed, moves, open, spare);
    fans::renew(ground, &vertices, added, moves, spare.parts());
    std::mem::swap(&mut ground.sides, &mut spare.sides);
    std::mem::swap(&mut ground.first_sides, &mut spare.first_sides);
    std::mem::swap(&mut ground.fans, &mut spare.fans);

    moves.apply(&mut ground.terrains, added.iter().map(|area| area.terrain));
    moves.apply(&mut ground.numbers, added.iter().map(|area| area.number.unwrap_or(0)));
    moves.apply(&mut ground.gate_numbers, added.iter().map(|area| area.gate_number));
    ground.has_borrowed_gate_numbers = true;
    match parts {
        Some(parts) => moves.apply(&mut ground.parts.of_area, parts.into_iter()),
        None => ground.parts = gates::parts(&ground.sides, &ground.first_sides),
    }
    vertices
}

/// The vertices around which areas go, come or are numbered anew.
fn changed_vertices(
    ground: &Ground,
    removed: &[AreaId],
    added: &[NewArea],
    moves: &Moves,
) -> Vec<u32> {
    let old = removed.iter().copied().chain(moves.moved.iter().map(|moved| moved.0));
    let old = old.flat_map(|area| side_range(ground, area)).map(|side| vertex_of(ground, side));
    old.chain(added.iter().flat_map(|area| area.corners.iter().copied())).collect()
}

fn side_range(ground: &Ground, area: AreaId) -> std::ops::Range<usize> {
    let [first, end] = [0, 1].map(|more| ground.first_sides[area.index() + more] as usize);
    first..end
}

pub(super) fn vertex_of(ground: &Ground, side: usize) -> u32 {
    ground.fans[ground.sides[side].fan().index()].vertex.0
}

/// Where the areas of the new mesh come from.
enum Source {
    Stays(std::ops::Range<usize>),
    Moved { from: usize, to: AreaId },
    New { index: usize, area: AreaId },
}

fn sources(moves: &Moves, old_count: usize) -> Vec<Source> {
    let moved = moves.moved.iter().map(|&(from, to)| (to, Some(from), 0));
    let placed = moves.placed.iter().zip(0..).map(|(&area, index)| (area, None, index));
    let mut special: Vec<(AreaId, Option<AreaId>, usize)> = moved.chain(placed).collect();
    special.sort_unstable();
    let mut sources = Vec::with_capacity(2 * special.len() + 1);
    let mut next = 0;
    for (area, from, index) in special {
        if next < area.index() {
            sources.push(Source::Stays(next..area.index()));
        }
        sources.push(match from {
            Some(from) => Source::Moved { from: from.index(), to: area },
            None => Source::New { index, area },
        });
        next = area.index() + 1;
    }
    let end = moves.area_count.min(old_count);
    if next < end {
        sources.push(Source::Stays(next..end));
    }
    sources
}

/// Lays out the sides of all areas, as yet with the numbers of old sides and fans.
fn lay_out(ground: &Ground, added: &[NewArea], moves: &Moves, spare: &mut Spare) {
    let Spare { sides, first_sides, sides_now, .. } = spare;
    sides.clear();
    first_sides.clear();
    first_sides.push(0);
    sides_now.clear();
    sides_now.resize(ground.sides.len(), GONE);
    let old_count = ground.terrains.len();
    for source in sources(moves, old_count) {
        let begin = SideId::from_index(sides.len()).0;
        match source {
            Source::Stays(areas) => {
                let old_begin = ground.first_sides[areas.start];
                let old_end = ground.first_sides[areas.end];
                let range = old_begin as usize..old_end as usize;
                sides.extend_from_slice(&ground.sides[range.clone()]);
                let ends = &ground.first_sides[areas.start + 1..=areas.end];
                first_sides.extend(ends.iter().map(|end| end - old_begin + begin));
                sides_now[range].iter_mut().zip(begin..).for_each(|(now, side)| *now = side);
            }
            Source::Moved { from, to } => {
                let range = side_range(ground, AreaId::from_index(from));
                sides.extend(ground.sides[range.clone()].iter().map(|side| side.moved_to(to)));
                sides_now[range].iter_mut().zip(begin..).for_each(|(now, side)| *now = side);
                first_sides.push(SideId::from_index(sides.len()).0);
            }
            Source::New { index, area } => {
                let NewArea { corners, gates, .. } = &added[index];
                let gates = gates.iter().copied().chain(std::iter::repeat(Gate::OPEN));
                sides.extend(corners.iter().zip(gates).map(|(&vertex, gate)| {
                    let mut side = Side::new(ground.vertices[vertex as usize], area);
                    side.set_gate(gate);
                    side
                }));
                first_sides.push(SideId::from_index(sides.len()).0);
            }
        }
    }
    let new_count = moves.area_count;
    let area_now = |area: AreaId| {
        if area.index() < new_count {
            area
        } else {
            let moved = moves.moved.binary_search_by_key(&area, |moved| moved.0);
            moved.map_or(area, |index| moves.moved[index].1)
        }
    };
    for side in sides {
        // New sides have no twin yet; those of areas that went are joined later.
        let twin = side.twin().map_or(GONE, |twin| sides_now[twin.index()]);
        let across = if twin == GONE { side.area() } else { area_now(side.across()) };
        side.set_twin(twin, across);
    }
}

/// Joins the sides of new areas with each other and with those that stay.
fn join(added: &[NewArea], moves: &Moves, open: &[OpenBorder], spare: &mut Spare) {
    let key = |seam: Seam, [from, to]: [u32; 2]| (seam, [from.min(to), from.max(to)]);
    let mut parts: Vec<((Seam, [u32; 2]), u32)> = Vec::new();
    for (area, placed) in added.iter().zip(&moves.placed) {
        let first = spare.first_sides[placed.index()];
        let next = area.corners.iter().cycle().skip(1);
        let ends = area.corners.iter().zip(next).zip(&area.seams).zip(first..);
        let inner = ends.filter(|((_, seam), _)| **seam != Seam::Wall);
        parts.extend(inner.map(|(((&from, &to), &seam), side)| (key(seam, [from, to]), side)));
    }
    let now = |open: &OpenBorder| spare.sides_now[open.side.index()];
    parts.extend(open.iter().map(|open| (key(open.seam, open.ends), now(open))));
    parts.sort_unstable();
    for same in parts.chunk_by(|one, other| one.0 == other.0) {
        let &[(_, one), (_, other)] = same else {
            debug_assert!(same.len() == 1);
            continue;
        };
        for (side, twin) in [(one, other), (other, one)] {
            let across = spare.sides[twin as usize].area();
            spare.sides[side as usize].set_twin(twin, across);
        }
    }
}
