//! Levels from files.

use tautline::formats::level::{self, LevelOptions};
use tautline::platformer::{Outside, Tiles, tiles_from_level};

use crate::fault::{Answer, fault};

/// More tiles than this are learnt for too long in a page.
const MOST_TILES: u32 = 1 << 18;

/// Reads a level, known by the ending of its name; of several, the first.
pub(super) fn read(name: &str, bytes: &[u8]) -> Answer<Tiles> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| fault(format!("the file {name} is no text, as levels are")))?;
    let damaged = |error| fault(format!("in {name}, {error}"));
    let mut alone = |file: &str| -> Result<Vec<u8>, String> {
        Err(format!("{file} is a file of its own, and a page gets a single one; embed it"))
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
                "the file {name} is of another kind; levels end in .txt, .tmx, .tmj or .ldtk"
            )));
        }
    };
    let (columns, rows) = (level.width, level.height);
    if columns.saturating_mul(rows) > MOST_TILES {
        return Err(fault(format!(
            "the level {name} has {columns} x {rows} tiles, and at most {MOST_TILES} (as 512 x 512) are shown here"
        )));
    }
    tiles_from_level(&level, Outside::Solid).map_err(fault)
}
