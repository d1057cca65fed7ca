//! Triangle models, the result of all readers of 3D models.

use std::ops::Range;
use std::sync::Arc;

/// The largest number of vertices, and of triangles, that the readers of models accept.
/// A small glTF file can instance one mesh thousands of times.
pub const MAX_MODEL_SIZE: u64 = 1 << 23;

/// A triangle model as in the file: vertices are not merged, and steep triangles are not
/// removed.
///
/// The ground plane is x and y, and z is the elevation, whichever axis points up in the
/// file. Seen from the front, the corners of a triangle are counter-clockwise.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// The vertices: x, y and elevation, all finite.
    pub vertices: Vec<[f32; 3]>,
    /// The triangles as indices of three vertices. A triangle may have zero area.
    pub triangles: Vec<[u32; 3]>,
    /// The named parts, in the order of their triangles. Every triangle belongs to exactly
    /// one part.
    pub parts: Vec<Part>,
}

/// Successive triangles of a [`Model`] with one name and one material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The name of the object, group or node; empty if it has none.
    pub name: Arc<str>,
    /// The name of the material; empty if it has none.
    pub material: Arc<str>,
    /// The range of its triangles in [`Model::triangles`].
    pub triangles: Range<usize>,
}

/// Converts a point of a file in which y points up to the axes of [`Model`]. This is a rotation, not a
/// reflection.
#[cfg(any(feature = "gltf", feature = "obj"))]
pub(crate) fn from_y_up([x, y, z]: [f32; 3]) -> [f32; 3] {
    // Not `-0.0`, which reports and pictures would show.
    [x, 0.0 - z, y]
}

impl Model {
    /// Makes a part of the triangles after the last part; none if there are no such triangles.
    pub(crate) fn finish_part(&mut self, name: &Arc<str>, material: &Arc<str>) {
        let start = self.parts.last().map_or(0, |part| part.triangles.end);
        let triangles = start..self.triangles.len();
        if !triangles.is_empty() {
            self.parts.push(Part { name: name.clone(), material: material.clone(), triangles });
        }
    }
}
