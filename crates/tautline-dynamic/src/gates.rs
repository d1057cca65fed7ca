//! Gates and parts of a mended mesh.
//!
//! There is never more ground than the base has, so its gates never lead to less
//! than they have to: areas that are whole keep those of the base. Where ground has
//! been cut, the areas lead everywhere, and count as one area of the base: those
//! that are cut together hang together on the base, so that whichever of them is
//! behind a side of another area, all are.
//!
//! Parts are what hangs together now. What hangs together and is replaced by other
//! areas that hang together, with the same borders to the rest, keeps its part; only
//! where ground is cut apart or joined are all parts found anew.

use super::moves::Moves;
use super::seam::OpenBorder;
use super::spare::Spare;
use tautline_navmesh::AreaId;
use crate::ground::Ground;
use crate::parts::Parts;
use crate::side::Side;

/// The part that each of the new areas belongs to; nothing if ground is cut apart or
/// joined. `ground` is the old mesh, and `spare` holds the sides of the new one.
pub(super) fn kept_parts(
    ground: &Ground,
    removed: &[AreaId],
    moves: &Moves,
    open: &[OpenBorder],
    spare: &Spare,
) -> Option<Vec<u32>> {
    let (old, old_count) = components(removed, &ground.sides, &ground.first_sides);
    let (new, new_count) = components(&moves.placed, &spare.sides, &spare.first_sides);
    // Of each component the other one, and the part that both are of.
    let mut lenders: Vec<Option<(u32, u32)>> = vec![None; new_count];
    let mut heirs: Vec<Option<u32>> = vec![None; old_count];
    for border in open {
        let before = ground.sides[border.side.index()].across();
        let now = spare.sides[spare.sides_now[border.side.index()] as usize].across();
        let from = old[removed.binary_search(&before).ok()?];
        let to = new[moves.placed.binary_search(&now).ok()?];
        let part = ground.parts.of_area[before.index()];
        if lenders[to as usize].get_or_insert((from, part)).0 != from
            || *heirs[from as usize].get_or_insert(to) != to
        {
            return None;
        }
    }
    if heirs.iter().any(Option::is_none) {
        return None;
    }
    new.iter().map(|&component| lenders[component as usize].map(|(_, part)| part)).collect()
}

/// The parts of a mesh, in the order of their first areas. O(n).
pub(super) fn parts(sides: &[Side], first_sides: &[u32]) -> Parts {
    const UNKNOWN: u32 = u32::MAX;
    let mut of_area = vec![UNKNOWN; first_sides.len() - 1];
    let mut count = 0;
    let mut pending = Vec::new();
    for area in 0..of_area.len() {
        if of_area[area] != UNKNOWN {
            continue;
        }
        of_area[area] = count;
        pending.push(area);
        while let Some(area) = pending.pop() {
            let range = first_sides[area] as usize..first_sides[area + 1] as usize;
            for side in &sides[range] {
                // A wall leads to its own area.
                let across = side.across().index();
                if of_area[across] == UNKNOWN {
                    of_area[across] = count;
                    pending.push(across);
                }
            }
        }
        count += 1;
    }
    Parts { of_area, groups: (0..count).collect() }
}

/// Which of some areas, in order, hang together without the others: the component
/// of each, and how many there are.
fn components(areas: &[AreaId], sides: &[Side], first_sides: &[u32]) -> (Vec<u32>, usize) {
    const UNKNOWN: u32 = u32::MAX;
    let mut components = vec![UNKNOWN; areas.len()];
    let mut count = 0;
    let mut pending = Vec::new();
    for index in 0..areas.len() {
        if components[index] != UNKNOWN {
            continue;
        }
        components[index] = count;
        pending.push(index);
        while let Some(index) = pending.pop() {
            let area = areas[index].index();
            let range = first_sides[area] as usize..first_sides[area + 1] as usize;
            for side in sides[range].iter().filter(|side| side.twin().is_some()) {
                if let Ok(next) = areas.binary_search(&side.across())
                    && components[next] == UNKNOWN
                {
                    components[next] = count;
                    pending.push(next);
                }
            }
        }
        count += 1;
    }
    (components, count as usize)
}
