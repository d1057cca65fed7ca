//! What becomes of falls at full speed.
//!
//! Falls at full speed are all alike, but for their rhythm: whoever is at a place when he
//! enters a row in it comes from there to the same places at the same times. So it is
//! found once for all who are somewhere in a block of columns then where they land in the
//! next rows, and how they leave them: a plunge. What a piece becomes that takes it
//! follows from their intervals.

use std::ops::Range;

use super::looks::Swath;
use super::pass::Moment;
use super::piece::Piece;
use super::{Group, Links, Route, Workspace};
use crate::exact::flights::{Flights, NO_BUMP, Rhythm};
use crate::exact::terrain::interval::{self, touch};
use crate::exact::terrain::overlap::clear_parts;
use crate::exact::terrain::{Span, SpanId, Terrain};

/// Where a plunge begins: at which places those are who enter a row in a rhythm.
#[derive(Debug, Clone, Copy)]
pub(super) struct Brink {
    pub(super) row: i32,
    pub(super) one_more: bool,
    pub(super) rhythm: Rhythm,
    pub(super) places: [i32; 2],
}

/// What becomes of those who take it.
#[derive(Debug, Clone)]
pub(super) struct Plunge {
    /// By span, and the ways of them all.
    pub(super) landings: Box<[Landings]>,
    ways: Box<[Way]>,
    /// How those go on who have not landed when they enter the last row.
    pub(super) passed: Box<[Way]>,
    pub(super) swath: Swath,
}

/// The ways that land on a span.
#[derive(Debug, Clone, Copy)]
pub(super) struct Landings {
    pub(super) to: SpanId,
    /// Frames from the brink.
    pub(super) time: u32,
    /// Around all places that they come from.
    pub(super) from: [i32; 2],
    ways: [u32; 2],
}

/// From any of some places one comes to any of others that is not too far away.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    from: [i32; 2],
    to: [i32; 2],
}

impl Plunge {
    /// The plunge from a brink to a row, by the falls of all rhythms.
    pub(super) fn new(
        terrain: &Terrain,
        flights: &Flights,
        brink: Brink,
        last_row: i32,
        workspace: &mut Workspace,
    ) -> Self {
        let mut propagation = terrain.propagation(None, flights, None, workspace);
        let mut pieces = propagation.take();
        brink.begin(terrain, &mut pieces);
        let flight = brink.rhythm.number();
        let route = Route { flight, bump: NO_BUMP, row: brink.row, time: 0 };
        let moment = Moment { last: 0, lowest: brink.row, one_more: brink.one_more };
        // Where nobody is now, somebody may be once a tile is gone.
        let last_x = terrain.columns.last_x;
        propagation.look_around(moment, brink.places.map(|x| x.min(last_x)));
        propagation.let_fall(route, 0, pieces, moment);
        propagation.fall_to(last_row);
        propagation.look_at_end();
        let falls = propagation.workspace.falls.falls.iter();
        let left = falls.flat_map(|fall| &fall.pieces);
        let passed = left.map(|piece| Way { from: piece.from, to: piece.at }).collect();
        let Workspace { looks, harvest, .. } = propagation.workspace;
        let swath = looks.take_swath(brink.rows_down_to(last_row, terrain), &terrain.columns);
        let (groups, links) = harvest.finish(&terrain.ground);
        let ways = links.iter().map(|link| Way { from: link.from, to: link.to }).collect();
        let links = Links { groups, links, ..Links::default() };
        let landings = (0..links.groups.len()).map(|group| Landings::new(&links, group)).collect();
        Self { landings, ways, passed, swath }
    }

    /// By which one lands on a span.
    pub(super) fn ways(&self, landings: &Landings) -> &[Way] {
        let [first, end] = landings.ways.map(|way| way as usize);
        &self.ways[first..end]
    }

    /// Whether it looked at a tile that has changed, or lands on a span that is gone.
    pub(super) fn is_stale(&self, tile: [i32; 2], gone: &[(SpanId, Span)]) -> bool {
        let is_gone = |to: SpanId| gone.iter().any(|&(id, _)| id == to);
        self.swath.contains(tile) || self.landings.iter().any(|landings| is_gone(landings.to))
    }
}

impl Landings {
    fn new(links: &Links, group: usize) -> Self {
        let range = links.of_group(group);
        let Group { to, least: time, .. } = links.groups[group];
        let from = links.links[range.clone()].iter().map(|link| link.from);
        let from = from.reduce(interval::hull).unwrap_or_default();
        let ways = [range.start, range.end].map(|way| u32::try_from(way).unwrap_or(u32::MAX));
        Self { to, time, from, ways }
    }
}

impl Brink {
    /// The rows in which a plunge from here looks, counted from that below the level.
    fn rows_down_to(&self, last_row: i32, terrain: &Terrain) -> Range<usize> {
        let above = self.row + terrain.rows.standing() + i32::from(self.one_more);
        let rows = last_row..above.min(terrain.rows.count + 1);
        (rows.start + 1).cast_unsigned() as usize..(rows.end + 1).cast_unsigned() as usize
    }

    /// Lists all places of it at which a body can be.
    fn begin(&self, terrain: &Terrain, pieces: &mut Vec<Piece>) {
        let filled = terrain.rows.filled(self.row);
        for gap in terrain.obstacles.gaps(self.row, self.one_more) {
            let [low, high] = [self.places[0].max(gap[0]), self.places[1].min(gap[1])];
            if low <= high {
                clear_parts(filled, &terrain.columns, [low, high], |low, high| {
                    pieces.push(Piece::start(low, high));
                });
            }
        }
    }
}

/// Lists what becomes of pieces by some ways: how far one
/// walks before them, since the launch, and on them. What comes to touching places from
/// the same launches is one part.
///
/// Both walks are one that is as long as both together: of all places at which a piece
/// takes a way, some are near enough to a launch, some to a place at its end, and some of
/// these, if both are near enough to one another, are the same, for they are intervals.
#[inline]
pub(super) fn go_on(
    pieces: &[Piece],
    ways: &[Way],
    [before, on]: [i32; 2],
    parts: &mut Vec<Piece>,
) {
    for way in ways {
        for piece in pieces.iter().take_while(|piece| piece.at[0] <= way.from[1]) {
            let [low, high] = [piece.at[0].max(way.from[0]), piece.at[1].min(way.from[1])];
            let from = [piece.from[0].max(low - before), piece.from[1].min(high + before)];
            let at = [way.to[0].max(low - on), way.to[1].min(high + on)];
            if low > high || from[0] > from[1] || at[0] > at[1] {
                continue;
            }
            match parts.last_mut() {
                Some(last) if last.from == from && touch(last.at, at) => {
                    last.at = interval::hull(last.at, at);
                }
                _ => parts.push(Piece { from, at, classes: u64::MAX }),
            }
        }
    }
}
