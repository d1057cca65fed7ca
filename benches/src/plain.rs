//! A mesh as plain data, independent of any library.

/// A navigation mesh as plain lists, the input of every contestant.
///
/// Polygons are convex and counter-clockwise (y up); collinear corners are allowed. Nothing is
/// checked here: each contestant reports meshes that it does not support.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlainMesh {
    /// Positions, in world units.
    pub vertices: Vec<[f32; 2]>,
    /// The elevation of each vertex, in world units; empty for a flat mesh.
    pub elevations: Vec<f32>,
    /// The corners of each polygon, as indices into `vertices`, counter-clockwise.
    pub polygons: Vec<Vec<u32>>,
    /// `neighbours[p][i]` lies across the border from corner `i` to corner `i + 1` of polygon `p`;
    /// `None` is a wall.
    pub neighbours: Vec<Vec<Option<u32>>>,
}

impl PlainMesh {
    /// Returns the elevation of a vertex.
    #[must_use]
    pub fn elevation(&self, vertex: usize) -> f32 {
        self.elevations.get(vertex).copied().unwrap_or(0.0)
    }
}

/// The length of a polyline, in world units; each leg is measured and added in f64.
///
/// ```
/// use tautline_benches::plain::polyline_length;
///
/// assert_eq!(polyline_length([[0.0, 0.0], [3.0, 4.0], [3.0, 5.0]]), 6.0);
/// assert_eq!(polyline_length([[7.0, 7.0]]), 0.0);
/// ```
pub fn polyline_length(points: impl IntoIterator<Item = [f32; 2]>) -> f64 {
    let mut points = points.into_iter();
    let Some(mut last) = points.next() else {
        return 0.0;
    };
    let mut length = 0.0;
    for point in points {
        let x = f64::from(point[0]) - f64::from(last[0]);
        let y = f64::from(point[1]) - f64::from(last[1]);
        length += (x * x + y * y).sqrt();
        last = point;
    }
    length
}
