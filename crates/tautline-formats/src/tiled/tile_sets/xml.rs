//! Tile sets as XML.

use roxmltree::Node;

use super::TileSet;
use crate::error::FormatError;
use crate::tiled::properties::Properties;
use crate::tiled::properties::xml::properties;
use crate::tiled::rules::TiledRules;
use crate::xml::{required, root};

/// A tile set in a file of its own.
pub(in crate::tiled) fn parse(text: &str, rules: &TiledRules) -> Result<TileSet, FormatError> {
    let document = crate::xml::parse(text)?;
    read(root(&document, "tileset")?, rules)
}

/// A tile set that is an element.
pub(in crate::tiled) fn read(
    node: Node<'_, '_>,
    rules: &TiledRules,
) -> Result<TileSet, FormatError> {
    let mut set = TileSet { all: properties(node, rules)?, ..TileSet::default() };
    for tile in node.children().filter(|node| node.has_tag_name("tile")) {
        let properties = properties(tile, rules)?;
        if properties != Properties::default() {
            set.tiles.insert(required(tile, "id", "the number of a tile")?, properties);
        }
    }
    Ok(set)
}
