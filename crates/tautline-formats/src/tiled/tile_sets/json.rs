//! Tile sets as JSON.

use serde::Deserialize;

use super::TileSet;
use crate::error::FormatError;
use crate::json_shape;
use crate::tiled::properties::Properties;
use crate::tiled::properties::json::{JsonProperty, properties};
use crate::tiled::rules::TiledRules;

/// A tile set, or within a map only where to find it.
#[derive(Deserialize)]
pub(in crate::tiled) struct JsonTileSet {
    #[serde(rename = "firstgid")]
    pub(in crate::tiled) first: Option<u32>,
    pub(in crate::tiled) source: Option<String>,
    #[serde(default)]
    properties: Vec<JsonProperty>,
    #[serde(default)]
    tiles: Vec<JsonTile>,
}

#[derive(Deserialize)]
struct JsonTile {
    id: u32,
    #[serde(default)]
    properties: Vec<JsonProperty>,
}

/// A tile set in a file of its own.
pub(in crate::tiled) fn parse(text: &str, rules: &TiledRules) -> Result<TileSet, FormatError> {
    read(&json_shape::object(text)?, "", rules)
}

/// A tile set that stands at a path.
pub(in crate::tiled) fn read(
    file: &JsonTileSet,
    path: &str,
    rules: &TiledRules,
) -> Result<TileSet, FormatError> {
    let all = properties(&file.properties, path, rules)?;
    let mut set = TileSet { all, ..TileSet::default() };
    for (number, tile) in file.tiles.iter().enumerate() {
        let properties = properties(&tile.properties, &format!("{path}tiles[{number}]."), rules)?;
        if properties != Properties::default() {
            set.tiles.insert(tile.id, properties);
        }
    }
    Ok(set)
}
