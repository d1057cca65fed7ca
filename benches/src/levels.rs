//! Side-view levels, their planners, and queries.
#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "the levels and characters are known to be sound"
)]

use std::path::PathBuf;

use tautline::platformer::exact::{Planner, PlannerOptions};
use tautline::platformer::{Body, Character, Outside, Physics, Tiles};
use tautline_fixtures::{SplitMix64, levels};

/// Pairs of start and goal, queried in turn.
pub const PAIRS: usize = 256;

/// A level from its rows, the top row first.
#[must_use]
pub fn tiles(rows: &[String]) -> Tiles {
    Tiles::from_rows(rows, Outside::Solid).expect("a generated level")
}

/// A planner for the default character, with jumps in coyote time. Nothing is baked.
#[must_use]
pub fn planner(tiles: &Tiles) -> Planner {
    let character =
        Character::new(&Physics::default(), Body::default()).expect("the default character");
    Planner::new(tiles.clone(), character, PlannerOptions::default()).expect("an analog planner")
}

/// Generated levels, and two of a real game, if `TAUTLINE_DATA` names the folder
/// that has them.
#[must_use]
pub fn worlds() -> Vec<(&'static str, Tiles)> {
    let mut worlds = vec![
        ("platforms 64x32", tiles(&levels::platforms(1, 64, 32))),
        ("platforms 256x256", tiles(&levels::platforms(1, 256, 256))),
        ("open 256x256", tiles(&levels::open_field(1, 256, 256))),
    ];
    if let Some(data) = std::env::var_os("TAUTLINE_DATA") {
        for name in ["solid-163x132", "oneway-163x132"] {
            let file = PathBuf::from(&data).join("platformer").join(name).with_extension("txt");
            let text = std::fs::read_to_string(file).expect("a level of the real game");
            let rows: Vec<String> = text.lines().map(str::to_owned).collect();
            worlds.push((name, tiles(&rows)));
        }
    }
    worlds
}

/// Random pairs of cells in which the body can stand with its left side at that of the cell.
#[must_use]
pub fn pairs(planner: &Planner) -> Vec<[[i32; 2]; 2]> {
    let [width, height] = planner.character().tile_size();
    let cells: Vec<[i32; 2]> = planner
        .spans()
        .map(|span| [(span.low + width - 1) / width, span.y / height, span.high])
        .filter(|&[column, _, high]| column * width <= high)
        .map(|[column, row, _]| [column, row])
        .collect();
    let mut random = SplitMix64::new(7);
    let mut cell = || {
        let index = random.below(cells.len() as u64);
        cells[usize::try_from(index).expect("an index")]
    };
    (0..PAIRS).map(|_| [cell(), cell()]).collect()
}
