//! Putting areas into a mesh in place of others, without building it anew.
//!
//! Areas keep their numbers: new ones get those of areas that went, and the last
//! areas fill what numbers are left over. The sides and fans of areas that stay are
//! copied with other numbers, in linear passes without a search.

use super::{fans, gates};
use crate::fan::Fan;
use crate::mesh::Ground;
use crate::side::Side;
use crate::{AreaId, Gate, SideId, Terrain};

/// No side or fan: it went.
pub(super) const GONE: u32 = u32::MAX;

/// What a side of a new area is a part of: two sides between the same vertices are
/// joined if they are parts of the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Seam {
    /// Something that cannot be crossed.
    Wall,
    /// Of ground that is cut in the plane, by number.
    Within(u32),
    /// Of a border of the base: of the lower one of its two sides.
    Border(SideId),
}

/// An area to put in.
#[derive(Debug)]
pub(super) struct NewArea {
    /// By vertex, counter-clockwise.
    pub(super) corners: Vec<u32>,
    /// What the sides that begin there are parts of.
    pub(super) seams: Vec<Seam>,
    pub(super) terrain: Terrain,
    pub(super) number: Option<u32>,
    /// The number that gates know it by.
    pub(super) gate_number: u32,
    /// The gates of its sides; none if all of them lead everywhere.
    pub(super) gates: Vec<Gate>,
}

/// Which areas went where.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    /// The numbers of the new areas, in their order.
    pub(super) placed: Vec<AreaId>,
    /// Areas that stayed and have other numbers now: the old one and the new one.
    pub(super) moved: Vec<(AreaId, AreaId)>,
    pub(super) area_count: usize,
}

impl Moves {
    /// Some areas of a mesh go, so many come.
    pub(super) fn plan(area_count: usize, removed: &[AreaId], added: usize) -> Self {
        let kept = removed.len().min(added);
        let mut placed: Vec<AreaId> = removed[..kept].to_vec();
        placed.extend((area_count..).take(added - kept).map(AreaId::from_index));
        let left_over = &removed[kept..];
        let new_count = area_count + added - removed.len();
        let holes = left_over.iter().filter(|hole| hole.index() < new_count);
        let mut last = (new_count..area_count.max(new_count)).map(AreaId::from_index);
        let mut next_last = || last.find(|area| left_over.binary_search(area).is_err());
        let moved = holes.filter_map(|&hole| Some((next_last()?, hole))).collect();
        Self { placed, moved, area_count: new_count }
    }

    /// Does to a list with an entry for each area what is done to the areas.
    pub(super) fn apply<T: Copy>(&self, list: &mut Vec<T>, added: impl Iterator<Item = T>) {
        for (&area, entry) in self.placed.iter().zip(added) {
            match list.get_mut(area.index()) {
                Some(place) => *place = entry,
                None => list.push(entry),
            }
        }
        for &(from, to) in &self.moved {
            list[to.index()] = list[from.index()];
        }
        list.truncate(self.area_count);
    }
}

/// Memory for what is laid out anew, kept from one change to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Spare {
    pub(super) sides: Vec<Side>,
    pub(super) first_sides: Vec<u32>,
    /// Where each side has gone.
    pub(super) sides_now: Vec<u32>,
    fans_now: Vec<u32>,
    fans: Vec<Fan>,
}

/// Takes areas out of the ground and puts others in, whose vertices are there
/// already; `open` are the borders between what goes and what stays. Gives the vertices around which something has changed. O(n), and
/// O(k log k) for k sides that change.
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

/// What renewing fans reads and writes.
pub(super) struct Parts<'a> {
    pub(super) sides: &'a mut [Side],
    pub(super) first_sides: &'a [u32],
    pub(super) sides_now: &'a [u32],
    pub(super) fans_now: &'a mut Vec<u32>,
    pub(super) fans: &'a mut Vec<Fan>,
}

impl Spare {
    fn parts(&mut self) -> Parts<'_> {
        Parts {
            sides: &mut self.sides,
            first_sides: &self.first_sides,
            sides_now: &self.sides_now,
            fans_now: &mut self.fans_now,
            fans: &mut self.fans,
        }
    }
}

/// A side that stays, whose area across goes.
pub(super) struct OpenBorder {
    pub(super) side: SideId,
    /// What the border is a part of.
    pub(super) seam: Seam,
    /// The vertices at its ends, in its direction.
    pub(super) ends: [u32; 2],
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

pub(super) fn side_range(ground: &Ground, area: AreaId) -> std::ops::Range<usize> {
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
