//! Gates and parts of a mended mesh.
//!
//! What hangs together and is replaced by other areas that hang together, with the
//! same borders to the rest, changes nothing for the rest: which areas are behind
//! a side that stays is the same as before, and whatever of the new areas is
//! behind it, all are. So they borrow the number of one that went; their own sides
//! lead everywhere. Only where ground is cut apart or joined all gates are found anew,
//! and once in a while, so that not all gates end up open.

use super::splice::{Moves, OpenBorder, Spare};
use crate::AreaId;
use crate::build::gates;
use crate::derived::Gates;
use crate::mesh::Ground;
use crate::side::Side;

/// So many changes are mended in a row.
const MOST_MENDS: u32 = 64;

/// The number and the part that new areas borrow.
#[derive(Clone, Copy)]
pub(super) struct Loan {
    number: u32,
    part: u32,
}

/// What each of the new areas borrows; nothing if ground is cut apart or joined.
/// `ground` is the old mesh, and `spare` holds the sides of the new one.
pub(super) fn loans(
    ground: &Ground,
    removed: &[AreaId],
    moves: &Moves,
    open: &[OpenBorder],
    spare: &Spare,
) -> Option<Vec<Loan>> {
    if spare.mends >= MOST_MENDS {
        return None;
    }
    let (old, old_count) = components(removed, &ground.sides, &ground.first_sides);
    let (new, new_count) = components(&moves.placed, &spare.sides, &spare.first_sides);
    // Of each component the other one, and the area that is borrowed from.
    let mut lenders: Vec<Option<(u32, AreaId)>> = vec![None; new_count];
    let mut heirs: Vec<Option<u32>> = vec![None; old_count];
    for border in open {
        let before = ground.sides[border.side.index()].across();
        let now = spare.sides[spare.sides_now[border.side.index()] as usize].across();
        let from = old[removed.binary_search(&before).ok()?];
        let to = new[moves.placed.binary_search(&now).ok()?];
        if lenders[to as usize].get_or_insert((from, before)).0 != from
            || *heirs[from as usize].get_or_insert(to) != to
        {
            return None;
        }
    }
    if heirs.iter().any(Option::is_none) {
        return None;
    }
    let lender = |&component: &u32| {
        lenders[component as usize].map(|(_, area)| Loan {
            number: ground.gate_numbers[area.index()],
            part: ground.parts.of_area[area.index()],
        })
    };
    new.iter().map(lender).collect()
}

/// Gives the new areas what they borrow, or finds all gates anew. The sides are those
/// of the new mesh.
pub(super) fn renew(
    ground: &mut Ground,
    loans: Option<Vec<Loan>>,
    moves: &Moves,
    spare: &mut Spare,
) {
    if let Some(loans) = loans {
        spare.mends += 1;
        moves.apply(&mut ground.gate_numbers, loans.iter().map(|loan| loan.number));
        moves.apply(&mut ground.parts.of_area, loans.iter().map(|loan| loan.part));
        ground.has_borrowed_gate_numbers = true;
        return;
    }
    spare.mends = 0;
    ground.sides.iter_mut().for_each(Side::open_gate);
    ground.gate_numbers = gates::number(&ground.sides, &ground.first_sides);
    let gates = Gates::describe(&mut ground.sides, &ground.first_sides, &ground.gate_numbers);
    ground.parts = gates.parts;
    ground.has_borrowed_gate_numbers = false;
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
