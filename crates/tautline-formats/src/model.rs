//! What every reader of three-dimensional models gives.

use std::ops::Range;
use std::sync::Arc;

/// The most vertices, and the most triangles, that a reader of models accepts.
/// A small glTF file can draw one mesh at thousands of places.
pub const MAX_MODEL_SIZE: u64 = 1 << 23;

/// Triangles in space, as they are in the file: nothing is merged, and no
/// triangle is left out for being steep.
///
/// The frame is that of the ground: x and y span it and z is the elevation,
/// whichever axis points up in the file. Seen from the front, the corners of a
/// triangle run counter-clockwise.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// x, y and elevation, all finite.
    pub vertices: Vec<[f32; 3]>,
    /// Indices of three vertices each. A triangle may have no area.
    pub triangles: Vec<[u32; 3]>,
    /// The parts that the author named, in the order of their triangles.
    /// Together they have every triangle, each once.
    pub parts: Vec<Part>,
}

/// Successive triangles of a [`Model`] with one name and one material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The name of the object, group or node; empty if it has none.
    pub name: Arc<str>,
    /// The name of the material; empty if it has none.
    pub material: Arc<str>,
    /// Positions in [`Model::triangles`].
    pub triangles: Range<usize>,
}

/// Which axis of a file points up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum UpAxis {
    /// As most modelling programs export, and as glTF prescribes.
    #[default]
    Y,
    /// As terrain and building data has it.
    Z,
}

impl UpAxis {
    /// A place of a file in the frame of [`Model`]. It is turned, not mirrored.
    ///
    /// ```
    /// use tautline_formats::UpAxis;
    ///
    /// assert_eq!(UpAxis::Y.to_ground([1.0, 2.0, 3.0]), [1.0, -3.0, 2.0]);
    /// assert_eq!(UpAxis::Z.to_ground([1.0, 2.0, 3.0]), [1.0, 2.0, 3.0]);
    /// ```
    #[must_use]
    pub fn to_ground(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Y => [x, -z, y],
            Self::Z => [x, y, z],
        }
    }
}

impl Model {
    /// Names the triangles since the last part.
    pub(crate) fn finish_part(&mut self, name: &Arc<str>, material: &Arc<str>) {
        let start = self.parts.last().map_or(0, |part| part.triangles.end);
        let triangles = start..self.triangles.len();
        if !triangles.is_empty() {
            self.parts.push(Part { name: name.clone(), material: material.clone(), triangles });
        }
    }
}
