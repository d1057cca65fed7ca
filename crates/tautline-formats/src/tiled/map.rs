//! What maps in XML and in JSON have in common.

use std::borrow::Cow;

use super::properties::{Properties, TileSet};
use crate::error::{FormatError, Place, Reason};
use crate::grid::Projection;
use crate::load::{self, Load};
use crate::tiled::{TiledRules, is_json, json, xml};

/// A map whose tile numbers are not unpacked yet.
pub(super) struct RawMap<'t> {
    pub(super) projection: Projection,
    /// Columns and rows; `None` for an infinite map.
    pub(super) size: Option<[u32; 2]>,
    pub(super) tile_size: [u32; 2],
    /// From the lowest to the topmost.
    pub(super) layers: Vec<RawLayer<'t>>,
    pub(super) tile_sets: TileSets,
}

pub(super) struct RawLayer<'t> {
    pub(super) name: Cow<'t, str>,
    /// What holds for tiles that do not say it themselves.
    pub(super) properties: Properties,
    /// The layer itself, or its chunks.
    pub(super) chunks: Vec<Chunk<'t>>,
}

/// A rectangle of tiles.
pub(super) struct Chunk<'t> {
    /// The column and row of the upper left tile.
    pub(super) corner: [i32; 2],
    pub(super) size: [u32; 2],
    pub(super) data: Data<'t>,
    pub(super) at: At<'t>,
}

/// The numbers of tiles, row by row, as the file has them.
pub(super) enum Data<'t> {
    Numbers(Cow<'t, [u32]>),
    Csv(&'t str),
    Base64(&'t str, Compression),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compression {
    None,
    Zlib,
    Gzip,
    Zstd,
}

/// Where data stands. The place is found only when there is something to report.
pub(super) enum At<'t> {
    /// The first byte of the data in an XML text.
    Xml { document: &'t roxmltree::Document<'t>, byte: usize },
    /// The path of the value in a JSON text.
    Json(String),
}

impl At<'_> {
    /// An error at the beginning of the data.
    pub(super) fn refuse(&self, reason: Reason) -> FormatError {
        self.refuse_within(0, reason)
    }

    /// An error some bytes after the beginning of the data.
    pub(super) fn refuse_within(&self, offset: usize, reason: Reason) -> FormatError {
        let place = match self {
            Self::Xml { document, byte } => crate::xml::text_place(document, byte + offset),
            Self::Json(path) => Place::Value { path: path.clone() },
        };
        FormatError { place, reason }
    }
}

impl Compression {
    /// The compression with this name. Tiled leaves out the name, or leaves it
    /// empty, for none.
    pub(super) fn named(name: Option<&str>) -> Result<Self, Reason> {
        match name.unwrap_or_default() {
            "" => Ok(Self::None),
            "zlib" => Ok(Self::Zlib),
            "gzip" => Ok(Self::Gzip),
            "zstd" => Ok(Self::Zstd),
            other => Err(unknown("compression", other, &["zlib", "gzip", "zstd"])),
        }
    }
}

/// The projection with this name.
pub(super) fn projection(name: &str) -> Result<Projection, Reason> {
    match name {
        "orthogonal" => Ok(Projection::Orthogonal),
        "isometric" => Ok(Projection::Isometric),
        // Staggered and hexagonal cells have other neighbours than those of a
        // square grid.
        other => Err(unknown("orientation", other, &["orthogonal", "isometric"])),
    }
}

pub(super) fn unknown(what: &'static str, found: &str, known: &[&str]) -> Reason {
    Reason::UnknownName {
        what,
        found: crate::error::excerpt(found),
        known: known.iter().map(|&name| name.to_owned()).collect(),
    }
}

/// The tile sets of a map, in the order of their first tiles.
#[derive(Default)]
pub(super) struct TileSets {
    sets: Vec<(u32, TileSet)>,
}

/// Maps have a few dozen. Each may be a file to load.
const MAX_TILE_SETS: usize = 1024;

impl TileSets {
    /// Adds a tile set whose first tile has this number.
    pub(super) fn push(&mut self, first: u32, set: TileSet) -> Result<(), Reason> {
        if self.sets.len() == MAX_TILE_SETS {
            return Err(Reason::Limit { what: "tile sets", limit: 1024 });
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

/// A tile set from a file of its own.
pub(super) fn load_tile_set(
    load: &mut Load<'_>,
    name: &str,
    rules: &TiledRules,
    place: impl FnOnce() -> Place,
) -> Result<TileSet, FormatError> {
    let text = load::text(load, name, place)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let set = if is_json(text) { json::tile_set(text, rules) } else { xml::tile_set(text, rules) };
    set.map_err(|error| load::in_file(name, error))
}
