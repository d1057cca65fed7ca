//! Wavefront OBJ models, a text format of one statement per line.
//!
//! Vertices (`v`), faces (`f`) and the names of objects and groups (`o`, `g`) and of
//! materials (`usemtl`) are read. Everything else, such as texture coordinates and
//! normals, is ignored. Continued lines are not supported.
//!
//! ```
//! use tautline_formats::obj::{self, ObjOptions};
//!
//! let text = "o ramp\nv 0 0 0\nv 4 0 0\nv 4 1 -3\nv 0 1 -3\nusemtl planks\nf 1 2 3 4\n";
//! let model = obj::parse(text, &ObjOptions::default())?;
//! assert_eq!(model.vertices[2], [4.0, 3.0, 1.0], "x, y and elevation");
//! assert_eq!(model.triangles, [[0, 1, 2], [0, 2, 3]]);
//! assert_eq!(&*model.parts[0].name, "ramp");
//! assert_eq!(&*model.parts[0].material, "planks");
//!
//! let error = obj::parse("v 0 0 0\nf 1 2 3\n", &ObjOptions::default()).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 2, column 5: expected a vertex from 1 to 1 or from -1 to -1, found \"2\"",
//! );
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

use std::sync::Arc;

use crate::error::{FormatError, Reason};
use crate::face_triangles::FaceTriangles;
use crate::lexer::{Fields, Lines, Separator, Token};
use crate::model::{MAX_MODEL_SIZE, Model, from_y_up};
use crate::number::{to_u64, to_usize};

/// Options that are not in the file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ObjOptions {
    /// True if z points up, as in most terrain and building data, and not y. Default: false.
    pub z_up: bool,
}

/// Reads a model. The [module](crate::obj) describes what is read.
///
/// A face of more than three corners is triangulated, seen along the axis that it faces most. A
/// convex one becomes a fan around its first corner. A new [`Part`](crate::Part) begins where the
/// name or the material changes.
///
/// Takes O(n) memory for a text of n bytes, and O(n) time plus, for a concave face of m corners,
/// O(m²) in practice.
///
/// # Errors
///
/// With line and column, if a coordinate is not a finite number, a vertex
/// of a face does not exist, a face has fewer than 3 corners, there are
/// more than [`MAX_MODEL_SIZE`] vertices or triangles, or it would take
/// longer than about a second to triangulate concave faces of thousands of corners.
pub fn parse(text: &str, options: &ObjOptions) -> Result<Model, FormatError> {
    let mut model = Model::default();
    let mut triangulator = FaceTriangles::new();
    let mut name: Arc<str> = Arc::from("");
    let mut material = name.clone();
    for line in Lines::new(text).filled_lines() {
        let mut fields = Fields::new(line, Separator::WhiteSpace);
        let keyword = fields.field();
        match keyword.text() {
            "v" => {
                check_size(keyword, model.vertices.len(), "vertices")?;
                let mut coordinate = || fields.field().finite("a coordinate");
                let point = [coordinate()?, coordinate()?, coordinate()?];
                model.vertices.push(if options.z_up { point } else { from_y_up(point) });
            }
            "f" => face(keyword, fields, &mut model, &mut triangulator)?,
            // Objects and groups are not distinguished: the last name counts.
            "o" | "g" => {
                model.finish_part(&name, &material);
                name = Arc::from(rest(line, keyword));
            }
            "usemtl" => {
                model.finish_part(&name, &material);
                material = Arc::from(rest(line, keyword));
            }
            _ => {}
        }
    }
    model.finish_part(&name, &material);
    Ok(model)
}

/// The rest of a line after its keyword: a name, which may contain spaces.
fn rest<'t>(line: Token<'t>, keyword: Token<'t>) -> &'t str {
    let text = line.text().trim();
    text.strip_prefix(keyword.text()).unwrap_or_default().trim()
}

fn face(
    keyword: Token<'_>,
    mut fields: Fields<'_>,
    model: &mut Model,
    triangulator: &mut FaceTriangles,
) -> Result<(), FormatError> {
    let mut corners = Vec::new();
    loop {
        let field = fields.field();
        // A comment ends the face.
        if field.is_end_of_line() || field.text().starts_with('#') {
            break;
        }
        corners.push(vertex(field, model.vertices.len())?);
    }
    if corners.len() < 3 {
        return Err(keyword.error(Reason::TooFewCorners { corners: to_u64(corners.len()) }));
    }
    check_size(keyword, model.triangles.len() + corners.len() - 3, "triangles")?;
    if let [a, b, c] = *corners {
        model.triangles.push([a, b, c]);
        return Ok(());
    }
    let positions: Vec<[f32; 3]> =
        corners.iter().map(|&corner| model.vertices[to_usize(corner)]).collect();
    let triangles = triangulator.of(&positions).ok_or_else(|| {
        let what =
            format!("a concave face of {} corners, which is not triangulated,", corners.len());
        keyword.error(Reason::unsupported(what))
    })?;
    model.triangles.extend(triangles.iter().map(|triangle| triangle.map(|index| corners[index])));
    Ok(())
}

/// Parses the vertex index of a corner such as `3`, `-1`, `3/1` or `3/1/2`. In the file, indices
/// count from 1, or back from the last vertex if negative.
fn vertex(field: Token<'_>, vertices: usize) -> Result<u32, FormatError> {
    let index = field.text().split('/').next().unwrap_or_default();
    let number = index.parse::<i64>().ok();
    // 0 becomes -1, which does not fit an unsigned index and is rejected.
    let found = number.and_then(|number| {
        let count = i64::try_from(vertices).ok()?;
        let index = if number < 0 { count.checked_add(number)? } else { number - 1 };
        u32::try_from(index).ok().filter(|_| index < count)
    });
    found.ok_or_else(|| {
        field.unexpected(match vertices {
            0 => "vertices before the first face".to_owned(),
            count => format!("a vertex from 1 to {count} or from -{count} to -1"),
        })
    })
}

fn check_size(at: Token<'_>, size: usize, what: &'static str) -> Result<(), FormatError> {
    if to_u64(size) < MAX_MODEL_SIZE {
        return Ok(());
    }
    Err(at.error(Reason::Limit { what, limit: MAX_MODEL_SIZE }))
}
