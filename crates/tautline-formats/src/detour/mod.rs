//! Detour navigation meshes, as saved by the demo of recastnavigation and by its ports.
//!
//! Such a file, often named `.bin` or `.navmesh`, is a list of tiles. Each is the
//! output of `dtCreateNavMeshData`: little-endian, tile version 7, with references of 32
//! or 64 bits. Single tiles are also read. Tile caches are not supported: they contain
//! voxels, from which Detour builds tiles at run time.
//!
//! Polygons, their borders and off-mesh connections are read. Detail meshes, which only
//! refine heights, and derived data (links, bounding volumes) are ignored.
//!
//! ```
//! use tautline_formats::detour;
//!
//! let error = detour::parse(b"TESM\x02\0\0\0").unwrap_err();
//! let expected = "byte 4: the file has format version \"2\", but version 1 is read";
//! assert_eq!(error.to_string(), expected);
//! ```

mod tile;

use crate::byte_reader::ByteReader;
use crate::error::{FormatError, Reason};
use crate::found::Found;

/// A Detour navigation mesh.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mesh {
    /// The tiles, in the order of the file.
    pub tiles: Vec<Tile>,
}

/// A tile of the mesh, a rectangle seen from above. Coordinates are Detour's: x, y and z, with y
/// up.
#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    /// The column and row in the grid of tiles, along x and z.
    pub position: [i32; 2],
    /// The layer. Tiles at one position lie above each other.
    pub layer: i32,
    /// The least coordinates of its bounding box.
    pub min: [f32; 3],
    /// The largest coordinates of its bounding box.
    pub max: [f32; 3],
    /// The largest step that agents climb, which is also the largest height difference between
    /// joined tiles.
    pub climb: f32,
    /// The agent radius that the mesh was built for.
    pub radius: f32,
    /// The vertices of its polygons.
    pub vertices: Vec<[f32; 3]>,
    /// The polygons of its ground.
    pub polygons: Vec<Polygon>,
    /// The off-mesh connections that start in the tile.
    pub connections: Vec<OffMeshConnection>,
}

/// A convex polygon of ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Polygon {
    /// The corners: 3 to 6 indices of vertices of the tile.
    pub corners: Vec<u32>,
    /// For each corner, the neighbour across the edge to the next corner.
    pub edges: Vec<Edge>,
    /// The user-defined area type, 0 to 63.
    pub area: u8,
    /// The user-defined flags. Detour's query filters exclude polygons without flags.
    pub flags: u16,
}

/// The neighbour across an edge of a polygon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// None: the edge is a wall.
    Wall,
    /// A polygon of the tile.
    Polygon(u32),
    /// The polygons of the next tile on a side, if there are any.
    Portal(TileSide),
}

/// A side of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TileSide {
    /// The side of largest x.
    MaxX,
    /// The side of largest z.
    MaxZ,
    /// The side of least x.
    MinX,
    /// The side of least z.
    MinZ,
}

/// An off-mesh connection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OffMeshConnection {
    /// The start, near the ground.
    pub from: [f32; 3],
    /// The end, near the ground.
    pub to: [f32; 3],
    /// The largest distance of the ground from its ends.
    pub radius: f32,
    /// True if the connection is bidirectional.
    pub bidirectional: bool,
    /// The user-defined area type, 0 to 63.
    pub area: u8,
    /// The user-defined flags, as in [`Polygon::flags`].
    pub flags: u16,
}

/// The first bytes of a list of tiles: `MSET`, as a little-endian number.
const SET: [u8; 4] = *b"TESM";
/// The first bytes of a tile: `DNAV`.
const TILE: [u8; 4] = *b"VAND";
/// The first bytes of a tile cache: `TSET`.
const TILE_CACHE: [u8; 4] = *b"TEST";

/// The length of the file header, before the first tile.
const SET_HEADER: usize = 40;

/// Reads a navigation mesh. Takes time and memory proportional to the length of the file.
///
/// # Errors
///
/// With the number of the byte, if the file is truncated, is of another kind or version, or has
/// invalid values: numbers that are not finite, or indices out of range.
pub fn parse(bytes: &[u8]) -> Result<Mesh, FormatError> {
    let mut rest = ByteReader::new(bytes);
    if bytes.starts_with(&TILE) {
        return Ok(Mesh { tiles: vec![tile::read(rest)?] });
    }
    if !bytes.starts_with(&SET) {
        return Err(rest.error(not_a_set(bytes)));
    }
    rest.take(SET.len())?;
    rest.version("1")?;
    let count = rest.u32()?;
    rest.take(SET_HEADER - rest.offset)?;
    let reference = length_of_references(bytes);
    let mut tiles = Vec::new();
    for _ in 0..count {
        if rest.take(reference)?.rest.iter().all(|&byte| byte == 0) {
            break; // like Detour's own reader
        }
        let length = rest.count()?;
        // With long references, the length is padded to their alignment.
        rest.take(reference - 4)?;
        tiles.push(tile::read(rest.take(length)?)?);
    }
    Ok(Mesh { tiles })
}

/// The size in bytes of the references before the tiles. It is not in the file, but can be
/// derived from the position of the first tile.
fn length_of_references(bytes: &[u8]) -> usize {
    const LONG: usize = 8;
    let after_long = bytes.get(SET_HEADER + 2 * LONG..);
    if after_long.is_some_and(|rest| rest.starts_with(&TILE)) { LONG } else { LONG / 2 }
}

/// The reason why a file is not a list of tiles.
fn not_a_set(bytes: &[u8]) -> Reason {
    let Some(&first) = bytes.first_chunk::<4>() else {
        return Reason::unexpected("a navigation mesh of Detour", Found::EndOfFile);
    };
    let [a, b, c, d] = first;
    match first {
        TILE_CACHE => Reason::unsupported("a tile cache, which contains voxels instead of a mesh,"),
        _ if [TILE, SET, TILE_CACHE].contains(&[d, c, b, a]) => {
            Reason::unsupported("a big-endian file")
        }
        _ => {
            let found = Found::text(&String::from_utf8_lossy(&first));
            Reason::unexpected("a navigation mesh of Detour (\"TESM\" or \"VAND\")", found)
        }
    }
}
