//! Navigation meshes of convex polygons: Polyanya's `.mesh` format, versions 2 and 3.
//!
//! The mesh format of Cui, Harabor and Grastien, *Compromise-free Pathfinding on a Navigation
//! Mesh* (IJCAI 2017). The text is a sequence of words separated by any white space:
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
//! Version 3 counts from 1, and lists no polygons around vertices. A face begins with 1 if it can be
//! walked on, otherwise with 0. 0 is no neighbour, and a negative number is a neighbour behind a wall:
//!
//! ```text
//! mesh
//! 3
//! <number of vertices> <number of faces>
//! <x> <y>
//! ...
//! <0 or 1> <count> <vertices, counter-clockwise> <faces across the borders; 0 for none>
//! ...
//! ```
//!
//! In the file, the neighbour at index `i` is across the border from vertex
//! `i - 1` to vertex `i`. Here it is at index `i - 1`, see
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

use crate::error::{FormatError, Reason};
use crate::lexer::{Token, Words};

mod format3;
pub(crate) mod reason;
mod write;

pub use reason::PolyanyaReason;
pub use write::write;

/// A navigation mesh as in the file, without the faces of format 3 that are not ground. Its
/// geometry and topology are not checked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// The positions of the vertices, x and y in world units.
    pub vertices: Vec<[f32; 2]>,
    /// The polygons.
    pub polygons: Vec<Polygon>,
}

/// A polygon of a [`Mesh`], supposed to be convex.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Polygon {
    /// Indices in [`Mesh::vertices`], supposed to be counter-clockwise.
    pub corners: Vec<u32>,
    /// The neighbour across each border, as long as `corners`: `neighbours[i]` is the index in
    /// [`Mesh::polygons`] of the polygon across the border from `corners[i]` to `corners[i + 1]`
    /// (for the last one, to the first corner), or `None` if the border is a wall.
    ///
    /// These are the neighbours in the file. Two polygons with a common border that are not
    /// neighbours are separated by a zero-width wall.
    pub neighbours: Vec<Option<u32>>,
}

/// Reads a `.mesh` file of format 2 or 3.
///
/// Takes time and memory proportional to the length of the text. The indices in the lists of
/// polygons around each vertex are checked. The lists are not stored: they follow from the polygons,
/// and [`write()`] computes them again.
///
/// # Errors
///
/// With line and column, if the text is of neither format, ends too early or continues after the
/// last polygon, a word is not a number as expected, a coordinate is not finite in 32 bits, a
/// vertex or polygon does not exist, a polygon has fewer than 3 corners, or a declared count is too
/// large for the length of the text.
///
/// Polygons that are not convex, not counter-clockwise or not mutual neighbours are accepted here.
/// Building a mesh rejects them.
pub fn parse(text: &str) -> Result<Mesh, FormatError> {
    let mut words = Words::new(text);
    let header = words.word();
    if header.text() != "mesh" {
        return Err(header.unexpected("the header \"mesh\""));
    }
    let version = words.word();
    let mesh = match version.digits() {
        Some(2) => format2(&mut words)?,
        Some(3) => format3::parse(&mut words)?,
        None => return Err(version.unexpected("the format version 2 or 3")),
        Some(other) => {
            let found = other.to_string();
            return Err(version.error(Reason::Version { found, supported: "2 or 3" }));
        }
    };
    let end = words.word();
    if end.is_end_of_file() { Ok(mesh) } else { Err(end.unexpected("the end of the file")) }
}

/// Reads everything after the version, up to the end of the file.
fn format2(words: &mut Words<'_>) -> Result<Mesh, FormatError> {
    let vertices = words.word();
    let vertex_count = vertices.whole("a count of vertices")?;
    let polygons = words.word();
    let polygon_count = polygons.whole("a count of polygons")?;
    // A vertex has at least x, y and a count; a polygon at least a count, three corners and three
    // neighbours.
    check_count(words, vertices, vertex_count, "vertices", 3)?;
    check_count(words, polygons, polygon_count, "polygons", 7)?;

    let mut mesh = Mesh {
        vertices: (0..vertex_count)
            .map(|_| vertex(words, polygon_count))
            .collect::<Result<_, _>>()?,
        polygons: Vec::new(),
    };
    // Again, because the vertices have used a part of the text.
    check_count(words, polygons, polygon_count, "polygons", 7)?;
    mesh.polygons = (0..polygon_count)
        .map(|_| {
            let corner = |token: Token<'_>| corner(token, vertex_count);
            polygon(words, corner, |token| neighbour(token, polygon_count))
        })
        .collect::<Result<_, _>>()?;
    Ok(mesh)
}

/// Rejects a declared count that is too large for the unread text, before memory is
/// reserved for it. Each item takes at least `words_each` words.
fn check_count(
    words: &Words<'_>,
    token: Token<'_>,
    declared: u32,
    what: &'static str,
    words_each: u64,
) -> Result<(), FormatError> {
    let declared = u64::from(declared);
    let possible = words.most_words_left() / words_each;
    if declared <= possible {
        return Ok(());
    }
    Err(token.error(Reason::DeclaredCount { what, declared, possible }))
}

fn point(words: &mut Words<'_>) -> Result<[f32; 2], FormatError> {
    Ok([words.word().finite("a coordinate")?, words.word().finite("a coordinate")?])
}

fn vertex(words: &mut Words<'_>, polygon_count: u32) -> Result<[f32; 2], FormatError> {
    let point = point(words)?;
    // No check of the count is needed: nothing is stored, and the text ends the loop.
    for _ in 0..words.word().whole("a count of polygons around the vertex")? {
        neighbour(words.word(), polygon_count)?;
    }
    Ok(point)
}

/// Reads a polygon, given the readers of a corner and a neighbour.
fn polygon(
    words: &mut Words<'_>,
    corner: impl Fn(Token<'_>) -> Result<u32, FormatError>,
    neighbour: impl Fn(Token<'_>) -> Result<Option<u32>, FormatError>,
) -> Result<Polygon, FormatError> {
    let token = words.word();
    let count = token.whole("a count of corners")?;
    if count < 3 {
        return Err(token.error(Reason::TooFewCorners { corners: count.into() }));
    }
    check_count(words, token, count, "corners", 2)?;
    let corners = (0..count).map(|_| corner(words.word())).collect::<Result<_, _>>()?;
    let neighbours = (0..count).map(|_| neighbour(words.word()));
    let mut neighbours = neighbours.collect::<Result<Vec<_>, _>>()?;
    // From the border that ends at a corner to the border that begins there.
    neighbours.rotate_left(1);
    Ok(Polygon { corners, neighbours })
}

fn corner(token: Token<'_>, limit: u32) -> Result<u32, FormatError> {
    match token.digits() {
        Some(index) if index < limit => Ok(index),
        _ => Err(token.error(PolyanyaReason::VertexIndex { limit, found: token.found() })),
    }
}

fn neighbour(token: Token<'_>, limit: u32) -> Result<Option<u32>, FormatError> {
    match token.digits() {
        Some(index) if index < limit => Ok(Some(index)),
        None if token.text() == "-1" => Ok(None),
        _ => Err(token.error(PolyanyaReason::PolygonIndex { limit, found: token.found() })),
    }
}
