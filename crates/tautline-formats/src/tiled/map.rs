//! What maps in XML and in JSON have in common.

use std::borrow::Cow;
use std::num::NonZeroU32;

use super::at::At;
use super::properties::Properties;
use super::tile_sets::TileSets;
use crate::error::Reason;
use crate::grid::Projection;

/// A map whose tile numbers are not unpacked yet.
pub(super) struct RawMap<'t> {
    pub(super) projection: Projection,
    /// Columns and rows; `None` for an infinite map.
    pub(super) size: Option<[u32; 2]>,
    pub(super) tile_size: [NonZeroU32; 2],
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

impl Compression {
    /// The compression with this name. Tiled leaves out the name, or leaves it
    /// empty, for none.
    pub(super) fn named(name: Option<&str>) -> Result<Self, Reason> {
        match name.unwrap_or_default() {
            "" => Ok(Self::None),
            "zlib" => Ok(Self::Zlib),
            "gzip" => Ok(Self::Gzip),
            "zstd" => Ok(Self::Zstd),
            other => Err(Reason::unknown_name("compression", other, &["zlib", "gzip", "zstd"])),
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
        other => Err(Reason::unknown_name("orientation", other, &["orthogonal", "isometric"])),
    }
}
