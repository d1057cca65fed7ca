//! What the tiles of tile sets say.

pub(super) mod file;
pub(super) mod json;
pub(super) mod xml;

use std::collections::BTreeMap;

use super::properties::Properties;
use crate::error::Reason;

/// What the tiles of a set say.
#[derive(Debug, Default)]
pub(super) struct TileSet {
    /// What holds for tiles that say nothing.
    pub(super) all: Properties,
    /// By number within the set; tiles that say nothing are left out.
    pub(super) tiles: BTreeMap<u32, Properties>,
}

impl TileSet {
    pub(super) fn properties(&self, tile: u32) -> Properties {
        self.tiles.get(&tile).copied().unwrap_or_default().or(self.all)
    }
}

/// The tile sets of a map, in the order of their first tiles.
#[derive(Default)]
pub(super) struct TileSets {
    sets: Vec<(u32, TileSet)>,
}

/// Maps have a few dozen. Each may be a file to load.
const MAX_TILE_SETS: u16 = 1024;

impl TileSets {
    /// Adds a tile set whose first tile has this number.
    pub(super) fn push(&mut self, first: u32, set: TileSet) -> Result<(), Reason> {
        if self.sets.len() == usize::from(MAX_TILE_SETS) {
            return Err(Reason::Limit { what: "tile sets", limit: MAX_TILE_SETS.into() });
        }
        let place = self.sets.partition_point(|(other, _)| *other < first);
        self.sets.insert(place, (first, set));
        Ok(())
    }

    /// What a tile says, or `None` if no set has it.
    pub(super) fn properties(&self, tile: u32) -> Option<Properties> {
        let after = self.sets.partition_point(|(first, _)| *first <= tile);
        let (first, set) = self.sets.get(after.checked_sub(1)?)?;
        Some(set.properties(tile - first))
    }
}
