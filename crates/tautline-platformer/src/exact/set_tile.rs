//! Changes of single tiles.

use std::sync::OnceLock;

use super::moves::Links;
use super::planner::Planner;
use super::terrain::{Span, Terrain};
use crate::Tile;

impl Planner {
    /// Sets the tile of a cell and returns the old one. `None`, without any change, if the cell is
    /// outside of the level.
    ///
    /// Drops the links whose read set contains the cell, and no others. The next search that needs
    /// them, or [`bake`](Self::bake), finds them again. The planner then has exactly the links of a
    /// new planner for the changed level. Landmarks are dropped because their times no longer hold.
    ///
    /// O(spans), plus O(columns) for each row that the body overlaps, plus the links that may lead to
    /// removed spans.
    pub fn set_tile(&mut self, column: i32, row: i32, tile: Tile) -> Option<Tile> {
        let old = self.tiles.set(column, row, tile)?;
        if old == tile {
            return Some(old);
        }
        self.invalidate_derived();
        let terrain = &mut self.terrain;
        terrain.rows.set(column, row, tile);
        for row in terrain.rows.overlapping(row) {
            terrain.obstacles.rebuild(row, &terrain.rows, &terrain.columns);
        }
        let Terrain { rows, columns, obstacles, spans, .. } = terrain;
        // A tile changes the spans above and next to it, and every link that read it or that leads
        // to a removed span.
        let touched = rows.touched_by(row);
        let gone: Vec<_> =
            touched.flat_map(|row| spans.rebuild(row, rows, columns, obstacles)).collect();
        self.links.resize_with(spans.by_id.len(), OnceLock::new);
        for index in 0..self.links.len() {
            let stale = self.links[index].get().is_some_and(|links| {
                links.read_in(row).is_some_and(|read| read.contains(column))
                    || gone.iter().any(|&(id, span)| {
                        self.may_land_on(links, span)
                            && links.groups.iter().any(|group| group.to == id)
                    })
            });
            if stale {
                self.links[index].take();
            }
        }
        for &(id, _) in &gone {
            self.links[id as usize].take();
        }
        Some(old)
    }

    /// Returns the number of spans whose links are not known, because the level was not baked or a
    /// tile has changed.
    #[must_use]
    #[doc(hidden)]
    pub fn stale_count(&self) -> usize {
        let ids = self.terrain.spans.ids();
        ids.filter(|&id| self.links[id as usize].get().is_none()).count()
    }

    /// Returns true if links may lead to a span: a landing reads the row below it.
    pub(super) fn may_land_on(&self, links: &Links, Span { row, positions }: Span) -> bool {
        let columns = &self.terrain.columns;
        links.read_in(row - 1).is_some_and(|read| read.may_contain(positions, columns))
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::{Link, ReadColumns};
    use super::super::planner::PlannerOptions;
    use super::*;
    use crate::{Body, Character, Outside, Physics, Tiles};
    use tautline_fixtures::{SplitMix64, levels};

    type SpanLinks = (Vec<(Span, Vec<Link>)>, i32, Vec<ReadColumns>);

    /// Returns all links of a level in an order that does not depend on span ids.
    fn known(planner: &Planner) -> Vec<(Span, SpanLinks)> {
        let spans = &planner.terrain.spans;
        let ids = spans.ids();
        ids.map(|id| {
            let links = planner.links[id as usize].get().unwrap();
            let groups = links.groups.iter().enumerate().map(|(index, group)| {
                (spans.span(group.to), links.links[links.of_group(index)].to_vec())
            });
            (spans.span(id), (groups.collect(), links.first_read_row, links.read.to_vec()))
        })
        .collect()
    }

    /// The number of tiles that are toggled.
    fn toggles() -> u64 {
        std::env::var("TAUTLINE_TOGGLES").ok().and_then(|n| n.parse().ok()).unwrap_or(600)
    }

    /// The number of toggles per level.
    const TOGGLES_PER_LEVEL: u64 = 25;

    /// Changes tiles of a level one after the other, bakes after each, and compares with a new
    /// planner.
    fn toggle(mut tiles: Tiles, physics: &Physics, body: Body, random: &mut SplitMix64) {
        let character = Character::new(physics, body).unwrap();
        let options = PlannerOptions::default();
        let mut toggled = Planner::new(tiles.clone(), character.clone(), options).unwrap();
        toggled.bake_sequential();
        for _ in 0..TOGGLES_PER_LEVEL {
            let [column, row] = [tiles.columns(), tiles.rows()]
                .map(|count| random.between(0, i32::from(count) - 1));
            let tile = [Tile::Empty, Tile::Solid, Tile::OneWay, Tile::Deadly]
                [usize::try_from(random.below(4)).unwrap()];
            tiles.set(column, row, tile);
            toggled.set_tile(column, row, tile);
            toggled.bake_sequential();
            let fresh = Planner::new(tiles.clone(), character.clone(), options).unwrap();
            fresh.bake_sequential();
            assert!(known(&toggled) == known(&fresh), "({column}, {row})\n{tiles}");
            assert_eq!(toggled.terrain.rows, fresh.terrain.rows);
            assert_eq!(toggled.terrain.obstacles, fresh.terrain.obstacles);
        }
    }

    #[test]
    fn toggling_tiles_equals_a_full_bake() {
        let mut random = SplitMix64::new(11);
        for seed in 0..toggles().div_ceil(TOGGLES_PER_LEVEL) {
            let rows = match seed % 4 {
                0 => levels::platforms(seed, 24, 14),
                1 => levels::one_way_platforms(seed, 24, 14),
                2 => levels::caves(seed, 24, 14),
                _ => levels::noise(seed, 24, 14, 20),
            };
            let outside = if seed % 3 == 0 { Outside::Deadly } else { Outside::Solid };
            let tiles = Tiles::from_rows(&rows, outside).unwrap();
            let size = [8.0, 12.0, 16.0, 20.0, 40.0][usize::try_from(random.below(5)).unwrap()];
            let body = Body { width: size, height: 52.0 - size };
            toggle(tiles, &Physics::default(), body, &mut random);
        }
    }

    /// A tenth as many, in levels so high that falls reach full speed.
    #[test]
    fn toggling_tiles_of_high_levels_equals_a_full_bake() {
        let mut random = SplitMix64::new(12);
        for seed in 0..toggles().div_ceil(10 * TOGGLES_PER_LEVEL) {
            let rows = match seed % 3 {
                0 => levels::platforms(seed, 60, 100),
                1 => levels::noise(seed, 60, 100, 2),
                _ => levels::open_field(seed, 60, 100),
            };
            let outside = if seed % 5 == 0 { Outside::Deadly } else { Outside::Solid };
            let tiles = Tiles::from_rows(&rows, outside).unwrap();
            let max_fall = [900.0, 900.0, 600.0, 300.0][usize::try_from(random.below(4)).unwrap()];
            let width = [12.0, 12.0, 20.0][usize::try_from(random.below(3)).unwrap()];
            let physics = Physics { max_fall, ..Physics::default() };
            toggle(tiles, &physics, Body { width, height: 12.0 }, &mut random);
        }
    }
}
