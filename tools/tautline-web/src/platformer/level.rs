//! Levels from files.

use tautline::formats::level::{self, LevelOptions};
use tautline::platformer::{Outside, Tiles, tiles_from_level};

use crate::fault::{Answer, fault};

/// The greatest number of tiles. Finding the moves of a larger level would take too long in a page.
const MOST_TILES: u32 = 1 << 18;

/// Reads a level, whose format is known by the extension. If the file has several levels, reads the first one.
pub(super) fn read(name: &str, bytes: &[u8]) -> Answer<Tiles> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| fault(format!("the file {name} is not a text file, as levels are")))?;
    let damaged = |error| fault(format!("in {name}, {error}"));
    let mut alone = |file: &str| -> Result<Vec<u8>, String> {
        Err(format!("{file} is a separate file, but only one file can be opened here; embed it"))
    };
    let rules = LevelOptions::default();
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let level = match ending.as_str() {
        "txt" => level::parse(text).map_err(damaged)?,
        "tmx" | "tmj" => level::from_tiled(text, &rules, &mut alone).map_err(damaged)?,
        "ldtk" => {
            let levels = level::from_ldtk(text, &rules, &mut alone).map_err(damaged)?;
            let first = levels.into_iter().next();
            first.ok_or_else(|| fault(format!("the file {name} has no level")))?.level
        }
        _ => {
            return Err(fault(format!(
                "the file {name} is not supported; levels have the extension .txt, .tmx, .tmj or .ldtk"
            )));
        }
    };
    let (columns, rows) = (level.width, level.height);
    if columns.saturating_mul(rows) > MOST_TILES {
        return Err(fault(format!(
            "the level {name} has {columns} x {rows} tiles, but at most {MOST_TILES} (512 x 512) are supported here"
        )));
    }
    tiles_from_level(&level, Outside::Solid).map_err(fault)
}
