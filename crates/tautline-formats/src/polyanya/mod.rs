//! Navigation meshes of convex polygons: Polyanya's `.mesh` format, version 2.
//!
//! The format of the meshes that Cui, Harabor and Grastien publish with
//! *Compromise-free Pathfinding on a Navigation Mesh* (IJCAI 2017). The text is
//! a sequence of words, and any white space separates them:
//!
//! ```text
//! mesh
//! 2
//! <number of vertices> <number of polygons>
//! <x> <y> <count> <polygons around this vertex, counter-clockwise; -1 for a gap>
//! ...
//! <count> <vertices, counter-clockwise> <polygons across the borders; -1 for none>
//! ...
//! ```
//!
//! In the file, the neighbour at place `i` lies across the border from vertex
//! `i - 1` to vertex `i`. Here it is one place earlier, see
//! [`Polygon::neighbours`].
//!
//! ```
//! use tautline_formats::polyanya;
//!
//! // Two triangles of a square.
//! let text = "mesh
//! 2
//! 4 2
//! 0 0 3 0 1 -1
//! 1.5 0 2 0 -1
//! 1.5 1.5 3 1 0 -1
//! 0 1.5 2 1 -1
//! 3 0 1 2 1 -1 -1
//! 3 0 2 3 -1 0 -1
//! ";
//! let mesh = polyanya::parse(text)?;
//! assert_eq!(mesh.vertices[2], [1.5, 1.5]);
//! assert_eq!(mesh.polygons[0].corners, [0, 1, 2]);
//! assert_eq!(mesh.polygons[0].neighbours, [None, None, Some(1)]);
//! assert_eq!(polyanya::parse(&polyanya::write(&mesh))?, mesh);
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

use crate::error::{FormatError, Found, Reason};
use crate::piece::{Piece, Words};

mod write;

pub use write::write;

/// A navigation mesh as the file has it: nothing about its geometry or
/// topology is checked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// The places of the vertices, x and y in world units.
    pub vertices: Vec<[f32; 2]>,
    /// The polygons, by number.
    pub polygons: Vec<Polygon>,
}

/// A polygon of a [`Mesh`], meant to be convex.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Polygon {
    /// Positions in [`Mesh::vertices`], meant to be counter-clockwise.
    pub corners: Vec<u32>,
    /// `neighbours[i]` is the position in [`Mesh::polygons`] of the polygon
    /// across the border from `corners[i]` to `corners[i + 1]` (from the last
    /// corner to the first, for the last), or `None` where no one passes. As
    /// long as `corners`.
    ///
    /// These are the neighbours that the file names. Two polygons may have a
    /// border in common and not be neighbours: a wall without a width.
    pub neighbours: Vec<Option<u32>>,
}

/// A fault that only a mesh of Polyanya can have.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshReason {
    /// Not the index of a vertex of this mesh.
    #[error("expected a vertex index below {limit}, found {found}")]
    VertexIndex {
        /// The number of vertices.
        limit: u32,
        /// What stands here.
        found: Found,
    },
    /// Neither the index of a polygon of this mesh nor -1.
    #[error("expected -1 or a polygon index below {limit}, found {found}")]
    PolygonIndex {
        /// The number of polygons.
        limit: u32,
        /// What stands here.
        found: Found,
    },
}

/// Reads a `.mesh` file.
///
/// Takes time and memory in proportion to the length of the text. The lists of
/// polygons around each vertex are checked and then dropped: the polygons say
/// the same, and [`write()`] makes them anew.
///
/// # Errors
///
/// When the text is not of format 2, ends too early or goes on after the last
/// polygon, when a word is not the number that belongs there, a coordinate is
/// not finite in 32 bits, a vertex or polygon does not exist, a polygon has
/// fewer than 3 corners, or a count promises more than the text can hold.
/// Whether polygons are convex, wind counter-clockwise and agree on being
/// neighbours is left to whoever builds a mesh of them.
pub fn parse(text: &str) -> Result<Mesh, FormatError> {
    let mut words = Words::new(text);
    let header = words.word();
    if header.text() != "mesh" {
        return Err(header.unexpected("the header \"mesh\""));
    }
    let version = words.word();
    match version.digits() {
        Some(2) => {}
        None => return Err(version.unexpected("the format version 2")),
        Some(other) => {
            let found = other.to_string();
            return Err(version.refuse(Reason::Version { found, supported: "2" }));
        }
    }
    let vertices = words.word();
    let vertex_count = vertices.whole("a count of vertices")?;
    let polygons = words.word();
    let polygon_count = polygons.whole("a count of polygons")?;
    // x, y and the count of polygons around; the count of corners, three corners and neighbours.
    bound(&words, vertices, vertex_count, "vertices", 3)?;
    bound(&words, polygons, polygon_count, "polygons", 7)?;

    let mut mesh = Mesh {
        vertices: (0..vertex_count)
            .map(|_| vertex(&mut words, polygon_count))
            .collect::<Result<_, _>>()?,
        polygons: Vec::new(),
    };
    // Once more, now that the vertices have taken their share of the text.
    bound(&words, polygons, polygon_count, "polygons", 7)?;
    mesh.polygons = (0..polygon_count)
        .map(|_| polygon(&mut words, vertex_count, polygon_count))
        .collect::<Result<_, _>>()?;

    let end = words.word();
    if end.is_end_of_file() { Ok(mesh) } else { Err(end.unexpected("the end of the file")) }
}

/// Refuses a count that the unread text cannot satisfy, before memory is
/// reserved for it. Each of what is counted takes at least this number of words.
fn bound(
    words: &Words<'_>,
    piece: Piece<'_>,
    claimed: u32,
    what: &'static str,
    words_each: u64,
) -> Result<(), FormatError> {
    let claimed = u64::from(claimed);
    let possible = words.most_words_left() / words_each;
    if claimed <= possible {
        return Ok(());
    }
    Err(piece.refuse(Reason::Claim { what, claimed, possible }))
}

fn vertex(words: &mut Words<'_>, polygon_count: u32) -> Result<[f32; 2], FormatError> {
    let x = words.word().finite("a coordinate")?;
    let y = words.word().finite("a coordinate")?;
    for _ in 0..words.word().whole("a count of polygons around the vertex")? {
        neighbour(words, polygon_count)?;
    }
    Ok([x, y])
}

fn polygon(
    words: &mut Words<'_>,
    vertex_count: u32,
    polygon_count: u32,
) -> Result<Polygon, FormatError> {
    let piece = words.word();
    let count = piece.whole("a count of corners")?;
    if count < 3 {
        return Err(piece.refuse(Reason::TooFewCorners { corners: count.into() }));
    }
    bound(words, piece, count, "corners", 2)?;
    let corners =
        (0..count).map(|_| corner(words, vertex_count)).collect::<Result<Vec<u32>, _>>()?;
    let mut neighbours = (0..count)
        .map(|_| neighbour(words, polygon_count))
        .collect::<Result<Vec<Option<u32>>, _>>()?;
    // From "the border that ends here" to "the border that begins here".
    neighbours.rotate_left(1);
    Ok(Polygon { corners, neighbours })
}

fn corner(words: &mut Words<'_>, limit: u32) -> Result<u32, FormatError> {
    let piece = words.word();
    match piece.digits() {
        Some(index) if index < limit => Ok(index),
        _ => Err(piece.refuse(MeshReason::VertexIndex { limit, found: piece.found() })),
    }
}

fn neighbour(words: &mut Words<'_>, limit: u32) -> Result<Option<u32>, FormatError> {
    let piece = words.word();
    match piece.digits() {
        Some(index) if index < limit => Ok(Some(index)),
        None if piece.text() == "-1" => Ok(None),
        _ => Err(piece.refuse(MeshReason::PolygonIndex { limit, found: piece.found() })),
    }
}
