//! Tile sets in files of their own.

use super::{TileSet, json, xml};
use crate::error::{FormatError, Place};
use crate::load::{self, Load};
use crate::tiled::rules::TiledRules;
use crate::tiled::syntax::Syntax;

/// Asks for the file, and reads it in the syntax that it has.
pub(in crate::tiled) fn load(
    load_file: &mut Load<'_>,
    name: &str,
    rules: &TiledRules,
    place: impl FnOnce() -> Place,
) -> Result<TileSet, FormatError> {
    let text = load::text(load_file, name, place)?;
    let set = Syntax::of(&text).and_then(|syntax| match syntax {
        Syntax::Json => json::parse(&text, rules),
        Syntax::Xml => xml::parse(&text, rules),
    });
    set.map_err(|error| load::in_file(name, error))
}
