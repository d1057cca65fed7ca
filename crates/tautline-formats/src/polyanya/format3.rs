//! Format 3, which counts from 1 and also lists faces that are not ground.

use super::{Mesh, PolyanyaReason, Polygon, check_count, point, polygon};
use crate::error::FormatError;
use crate::lexer::{Token, Words};
use crate::number::to_usize;

/// A face as in the file. Its neighbours are numbers of faces.
struct Face {
    is_walkable: bool,
    polygon: Polygon,
}

/// Reads everything after the version, up to the end of the file. Only faces that agents can walk on
/// become polygons.
pub(super) fn parse(words: &mut Words<'_>) -> Result<Mesh, FormatError> {
    let vertices = words.word();
    let vertex_count = vertices.whole("a count of vertices")?;
    let faces = words.word();
    let face_count = faces.whole("a count of faces")?;
    // A face has at least a flag, a count, three corners and three neighbours.
    check_count(words, vertices, vertex_count, "vertices", 2)?;
    check_count(words, faces, face_count, "faces", 8)?;
    let vertices = (0..vertex_count).map(|_| point(words)).collect::<Result<_, _>>()?;
    // Again, because the vertices have used a part of the text.
    check_count(words, faces, face_count, "faces", 8)?;
    let faces = (0..face_count)
        .map(|_| face(words, vertex_count, face_count))
        .collect::<Result<Vec<Face>, _>>()?;

    // Only walkable faces become polygons, so numbers of faces are not indices of polygons.
    let mut next_index = 0..;
    let indices: Vec<Option<u32>> =
        faces.iter().map(|face| face.is_walkable.then(|| next_index.next()).flatten()).collect();
    let polygons = faces.into_iter().filter(|face| face.is_walkable).map(|face| {
        let Polygon { corners, neighbours } = face.polygon;
        let index = |number: Option<u32>| indices[to_usize(number? - 1)];
        Polygon { corners, neighbours: neighbours.into_iter().map(index).collect() }
    });
    Ok(Mesh { polygons: polygons.collect(), vertices })
}

fn face(words: &mut Words<'_>, vertex_count: u32, face_count: u32) -> Result<Face, FormatError> {
    let flag = words.word();
    let is_walkable = match flag.text() {
        "0" => false,
        "1" => true,
        _ => return Err(flag.unexpected("1 for a walkable face, or 0")),
    };
    let corner = |token: Token<'_>| corner(token, vertex_count);
    let polygon = polygon(words, corner, |token| neighbour(token, face_count))?;
    Ok(Face { is_walkable, polygon })
}

/// Reads the number of a vertex, which counts from 1, and returns its index.
fn corner(token: Token<'_>, count: u32) -> Result<u32, FormatError> {
    match token.digits() {
        Some(number) if (1..=count).contains(&number) => Ok(number - 1),
        _ => Err(token.error(PolyanyaReason::VertexNumber { count, found: token.found() })),
    }
}

/// Reads the number of the face across a border. Returns `None` for 0 (no face) and for a negative
/// number (a face behind a wall).
fn neighbour(token: Token<'_>, count: u32) -> Result<Option<u32>, FormatError> {
    let is_wall = token.text().starts_with('-');
    let number = if is_wall { token.skip(1) } else { token }.digits();
    match number {
        Some(number) if number <= count => Ok(Some(number).filter(|&it| it > 0 && !is_wall)),
        _ => Err(token.error(PolyanyaReason::FaceNumber { count, found: token.found() })),
    }
}
