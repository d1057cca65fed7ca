//! Fans around vertices where areas have changed.

use tautline_geometry::orient2d;

use super::moves::Moves;
use super::new_area::NewArea;
use super::spare::{GONE, Parts};
use crate::derived::Around;
use crate::fan::{Fan, Turn};
use crate::ground::Ground;
use tautline_navmesh::{FanId, SideId, VertexId};

/// A side and the vertex at which it begins.
type Start = (u32, SideId);

/// Describes the fans of some vertices, in order, copies all others, and names the
/// fans in the sides.
pub(super) fn renew(
    ground: &Ground,
    vertices: &[u32],
    added: &[NewArea],
    moves: &Moves,
    parts: Parts<'_>,
) {
    let Parts { sides, first_sides, sides_now, fans_now, fans } = parts;
    let starts = starts(ground, vertices, added, moves, first_sides, sides_now);
    fans.clear();
    fans_now.clear();
    fans_now.resize(ground.fans.len(), GONE);
    // The sides of new fans; the others are named by where their fans go.
    let mut named: Vec<(SideId, FanId)> = Vec::with_capacity(starts.len());
    let around = Around { sides: &*sides, first_sides };
    let mut next_old = 0;
    let mut rest = &starts[..];
    for &vertex in vertices {
        let old_end =
            next_old + ground.fans[next_old..].partition_point(|fan| fan.vertex < VertexId(vertex));
        copy(&ground.fans, next_old..old_end, sides_now, fans, fans_now);
        next_old =
            old_end + ground.fans[old_end..].partition_point(|fan| fan.vertex == VertexId(vertex));
        let (here, after) = rest.split_at(rest.partition_point(|start| start.0 <= vertex));
        rest = after;
        let first_named = named.len();
        for &(_, side) in here {
            if named[first_named..].iter().any(|&(other, _)| other == side) {
                continue;
            }
            let id = FanId::from_index(fans.len());
            let before = named.len();
            fans.push(describe(&around, VertexId(vertex), side, |side| named.push((side, id))));
            debug_assert!(named.len() > before);
        }
    }
    copy(&ground.fans, next_old..ground.fans.len(), sides_now, fans, fans_now);
    for side in sides.iter_mut() {
        let now = fans_now.get(side.fan().index()).copied().unwrap_or(GONE);
        if now != GONE {
            side.set_fan(FanId(now), side.begins_at_corner());
        }
    }
    for (side, fan) in named {
        sides[side.index()].set_fan(fan, fans[fan.index()].is_corner());
    }
}

/// Copies fans whose areas all stay.
fn copy(
    old: &[Fan],
    range: std::ops::Range<usize>,
    sides_now: &[u32],
    fans: &mut Vec<Fan>,
    fans_now: &mut [u32],
) {
    let first = FanId::from_index(fans.len()).0;
    fans_now[range.clone()].iter_mut().zip(first..).for_each(|(now, fan)| *now = fan);
    let now = |side: SideId| SideId(sides_now[side.index()]);
    fans.extend(old[range].iter().map(|fan| Fan {
        first: now(fan.first),
        last: now(fan.last),
        ..*fan
    }));
}

/// The sides that begin at some vertices in the new mesh, in order.
fn starts(
    ground: &Ground,
    vertices: &[u32],
    added: &[NewArea],
    moves: &Moves,
    first_sides: &[u32],
    sides_now: &[u32],
) -> Vec<Start> {
    let mut starts = Vec::new();
    let around = Around { sides: &ground.sides[..], first_sides: &ground.first_sides };
    for &vertex in vertices {
        let first = ground.fans.partition_point(|fan| fan.vertex < VertexId(vertex));
        let fans = ground.fans[first..].iter().take_while(|fan| fan.vertex == VertexId(vertex));
        for fan in fans {
            let next =
                |&side: &SideId| around.counter_clockwise(side).filter(|&next| next != fan.first);
            let old = std::iter::successors(Some(fan.first), next);
            let now = old.map(|side| sides_now[side.index()]).filter(|&side| side != GONE);
            starts.extend(now.map(|side| (vertex, SideId(side))));
        }
    }
    for (area, placed) in added.iter().zip(&moves.placed) {
        let sides = (first_sides[placed.index()]..).map(SideId);
        starts.extend(area.corners.iter().copied().zip(sides));
    }
    starts.sort_unstable();
    starts
}

/// The fan of which a side is the lowest one; calls back for all its sides.
fn describe(
    around: &Around<'_>,
    vertex: VertexId,
    lowest: SideId,
    mut visit: impl FnMut(SideId),
) -> Fan {
    let start = |side: SideId| around.sides[side.index()].start();
    let place = start(lowest);
    let mut first = lowest;
    let mut is_closed = false;
    while let Some(clockwise) = around.clockwise(first) {
        if clockwise == lowest {
            is_closed = true;
            first = lowest;
            break;
        }
        first = clockwise;
    }
    let (mut last, mut passes) = (first, 0);
    let next = |&side: &SideId| around.counter_clockwise(side).filter(|&next| next != first);
    for side in std::iter::successors(Some(first), next) {
        visit(side);
        last = side;
        passes += u32::from(around.passes_at(side));
    }
    if is_closed {
        let turn = if passes > 1 { Turn::Winding } else { Turn::Closed };
        return Fan { vertex, first, last, walls: [place; 2], turn };
    }
    let walls = [start(around.after(first)), start(around.before(last))];
    Fan { vertex, first, last, walls, turn: Turn::between(orient2d, place, walls, passes) }
}
