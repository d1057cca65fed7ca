//! Navigation meshes of Detour, as recastnavigation's demo and its ports save them.
//!
//! Such a file, often named `.bin` or `.navmesh`, is a list of tiles, each of them the
//! bytes of `dtCreateNavMeshData`: little-endian, tile version 7, with references of 32
//! or 64 bits. The bytes of a single tile are read, too. Tile caches are not: they hold
//! voxels, of which Detour makes tiles while it runs.
//!
//! Read are polygons, their borders and off-mesh connections. Detail meshes, which only
//! refine heights, and what Detour derives (links, bounding volumes) are not looked at.
//!
//! ```
//! use tautline_formats::detour;
//!
//! let error = detour::parse(b"TESM\x02\0\0\0").unwrap_err();
//! let expected = "byte 4: the file has format version \"2\", but version 1 is read";
//! assert_eq!(error.to_string(), expected);
//! ```

mod tile;

use crate::bytes::Bytes;
use crate::error::{FormatError, Found, Reason};

/// A navigation mesh as Detour stores it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mesh {
    /// Its tiles, in the order of the file.
    pub tiles: Vec<Tile>,
}

/// A part of the mesh, a rectangle seen from above. Coordinates are Detour's: x, y, z,
/// and y is up.
#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    /// Its column and row in the grid of tiles, along x and z.
    pub place: [i32; 2],
    /// Tiles at one place lie above each other.
    pub layer: i32,
    /// The least coordinates in it.
    pub min: [f32; 3],
    /// The greatest coordinates in it.
    pub max: [f32; 3],
    /// By how much heights may differ where tiles join: what agents climb.
    pub climb: f32,
    /// The radius of the agents that it was made for.
    pub radius: f32,
    /// The corners of its polygons.
    pub vertices: Vec<[f32; 3]>,
    /// Its ground.
    pub polygons: Vec<Polygon>,
    /// Ways that do not lead over the ground.
    pub connections: Vec<Connection>,
}

/// A convex piece of ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Polygon {
    /// Indices of vertices of the tile: 3 to 6.
    pub corners: Vec<u32>,
    /// What is across the edge from each corner to the next: as many as corners.
    pub edges: Vec<Edge>,
    /// The kind of ground: 0 to 63, with meanings of the user's own.
    pub area: u8,
    /// Bits of the user's own. Without any, no filter of Detour lets anybody pass.
    pub flags: u16,
}

/// What is across an edge of a polygon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// Nothing.
    Wall,
    /// A polygon of the tile.
    Polygon(u32),
    /// What the next tile has there, if anything.
    Portal(TileSide),
}

/// A side of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TileSide {
    /// Where x is greatest.
    MaxX,
    /// Where z is greatest.
    MaxZ,
    /// Where x is least.
    MinX,
    /// Where z is least.
    MinZ,
}

/// An off-mesh connection: a way that does not lead over the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Connection {
    /// Where it begins, near the ground.
    pub from: [f32; 3],
    /// Where it leads, near the ground.
    pub to: [f32; 3],
    /// How far the ground may be from its ends.
    pub radius: f32,
    /// Whether it leads back, too.
    pub both_ways: bool,
    /// The kind of way: 0 to 63, with meanings of the user's own.
    pub area: u8,
    /// As of a [`Polygon`].
    pub flags: u16,
}

/// The first bytes of a list of tiles: `MSET`, as a little-endian number.
const SET: [u8; 4] = *b"TESM";
/// The first bytes of a tile: `DNAV`.
const TILE: [u8; 4] = *b"VAND";
/// The first bytes of a tile cache: `TSET`.
const TILE_CACHE: [u8; 4] = *b"TEST";

/// The length of what stands before the first tile.
const SET_HEADER: usize = 40;

/// Reads a navigation mesh. Time and memory in proportion to the file.
///
/// # Errors
///
/// A [`FormatError`] with the number of the byte where the file is cut off, of another
/// kind or version, or says what cannot be: numbers that are not finite, indices of
/// nothing.
pub fn parse(bytes: &[u8]) -> Result<Mesh, FormatError> {
    let mut rest = Bytes::new(bytes);
    if bytes.starts_with(&TILE) {
        return Ok(Mesh { tiles: vec![tile::read(rest)?] });
    }
    if !bytes.starts_with(&SET) {
        return Err(rest.refuse(not_a_set(bytes)));
    }
    rest.take(SET.len())?;
    rest.version("1")?;
    let count = rest.u32()?;
    rest.take(SET_HEADER - rest.offset)?;
    let reference = length_of_references(bytes);
    let mut tiles = Vec::new();
    for _ in 0..count {
        if rest.take(reference)?.rest.iter().all(|&byte| byte == 0) {
            break; // as Detour's own reader does
        }
        let length = rest.count()?;
        // With long references, what follows a length is aligned like them.
        rest.take(reference - 4)?;
        tiles.push(tile::read(rest.take(length)?)?);
    }
    Ok(Mesh { tiles })
}

/// How long the references are that stand before each tile, in bytes. The file does not
/// say; but a tile follows.
fn length_of_references(bytes: &[u8]) -> usize {
    const LONG: usize = 8;
    let after_long = bytes.get(SET_HEADER + 2 * LONG..);
    if after_long.is_some_and(|rest| rest.starts_with(&TILE)) { LONG } else { LONG / 2 }
}

/// Why a file is no list of tiles.
fn not_a_set(bytes: &[u8]) -> Reason {
    let Some(&first) = bytes.first_chunk::<4>() else {
        return Reason::unexpected("a navigation mesh of Detour", Found::EndOfFile);
    };
    let [a, b, c, d] = first;
    match first {
        TILE_CACHE => Reason::unsupported("a tile cache, which holds voxels instead of a mesh,"),
        _ if [TILE, SET, TILE_CACHE].contains(&[d, c, b, a]) => {
            Reason::unsupported("a file of a machine that writes the first byte of numbers first")
        }
        _ => {
            let found = Found::text(&String::from_utf8_lossy(&first));
            Reason::unexpected("\"TESM\" or \"VAND\"", found)
        }
    }
}
