//! The plunges of a level, each found when it is first needed.

use std::sync::OnceLock;

use super::Workspace;
use super::plunge::{Brink, Plunge};
use crate::Character;
use crate::exact::flights::{Flights, Rhythm};
use crate::exact::terrain::{Span, SpanId, Terrain, interval};

/// Plunges begin in each so many rows, and end in the next of each so many: those that
/// began in different rows meet there.
const BEGIN: i32 = 16;
const END: i32 = 48;

/// Columns of a block. The wider, the fewer plunges are needed; the narrower, the fewer
/// moves a changed tile makes stale though they do not come near it.
const BLOCK: i32 = 16;

/// What is known of falls at full speed.
#[derive(Debug, Clone)]
pub(in crate::exact) struct Plunges {
    /// Such falls, by the numbers of their rhythms.
    flights: Flights,
    /// How wide a block is, and how many there are.
    width: i32,
    blocks: i32,
    /// How far one walks while he takes the longest plunge.
    reach: i32,
    /// By row.
    lines: Vec<OnceLock<Line>>,
}

/// The plunges that begin in a row, by block and rhythm.
type Line = Box<[OnceLock<Box<Plunge>>]>;

impl Plunges {
    pub(in crate::exact) fn new(character: &Character, terrain: &Terrain) -> Self {
        let flights = Flights::at_full_speed(character, END);
        let ends = flights.all.iter().filter_map(|flight| flight.events.last());
        let longest = ends.map(|event| event.time).max().unwrap_or(0);
        let blocks = (terrain.rows.columns + BLOCK - 1) / BLOCK;
        let lines = (terrain.rows.count + BEGIN - 1) / BEGIN;
        Self {
            flights,
            width: BLOCK * terrain.columns.tile,
            reach: terrain.walk.reach(longest),
            blocks,
            lines: vec![OnceLock::new(); lines.cast_unsigned() as usize],
        }
    }

    /// The last row of the plunges that begin in a row; `None` if none do.
    pub(super) const fn last_row(row: i32) -> Option<i32> {
        if row > 0 && row % BEGIN == 0 { Some((row - 1) / END * END) } else { None }
    }

    /// The blocks in which some places of the level are.
    pub(super) fn blocks(&self, places: [i32; 2]) -> std::ops::RangeInclusive<i32> {
        let [first, last] = places.map(|x| x / self.width);
        first..=last
    }

    /// The places that are in a block.
    pub(super) const fn places(&self, block: i32) -> [i32; 2] {
        let low = block * self.width;
        [low, low + self.width - 1]
    }

    /// The plunge of who enters a row in a rhythm, and with it overlaps one row more than
    /// when standing or not; finds it, if it was not needed before.
    pub(super) fn get(
        &self,
        terrain: &Terrain,
        (row, one_more): (i32, bool),
        rhythm: Rhythm,
        block: i32,
        memory: &mut Option<Box<Workspace>>,
    ) -> &Plunge {
        let line = &self.lines[(row / BEGIN).cast_unsigned() as usize];
        let line = line.get_or_init(|| vec![OnceLock::new(); self.index_of(self.blocks)].into());
        line[self.index_of(block) + usize::from(rhythm.number())].get_or_init(|| {
            let brink = Brink { row, one_more, rhythm, places: self.places(block) };
            let last_row = Self::last_row(row).unwrap_or(row);
            let workspace = memory.get_or_insert_default();
            Box::new(Plunge::new(terrain, &self.flights, brink, last_row, workspace))
        })
    }

    /// Where the plunges of a block begin in a line.
    fn index_of(&self, block: i32) -> usize {
        block.cast_unsigned() as usize * self.flights.all.len()
    }

    /// Forgets all that looked at a tile, or land on spans that are gone.
    pub(in crate::exact) fn forget(
        &mut self,
        [column, row]: [i32; 2],
        gone: &[(SpanId, Span)],
        terrain: &Terrain,
    ) {
        let tile = terrain.columns.tile;
        let at_tile = [(column - 1) * tile - terrain.columns.width, (column + 2) * tile];
        let around = gone.iter().map(|(_, span)| [span.low, span.high]);
        let [low, high] = around.fold(at_tile, interval::hull);
        let near = [low.saturating_sub(self.reach), high.saturating_add(self.reach)];
        let blocks = self.blocks(near.map(|x| x.clamp(0, self.width * self.blocks - 1)));
        let indices = self.index_of(*blocks.start())..self.index_of(blocks.end() + 1);
        let around = terrain.rows.standing() + 1;
        let lines = [(row - around).max(0), row + END + around].map(|row| row / BEGIN);
        let [first, last] = lines.map(|line| line.cast_unsigned() as usize);
        for line in self.lines.iter_mut().take(last + 1).skip(first) {
            for known in line.get_mut().into_iter().flat_map(|line| &mut line[indices.clone()]) {
                if known.get().is_some_and(|plunge| plunge.is_stale([column, row], gone)) {
                    known.take();
                }
            }
        }
    }
}
