//! Triangulation of the faces of models, by ear clipping (Meisters 1975).
//!
//! An *ear* is a triangle of three successive corners that contains no other corner of the face. A
//! face without holes has at least two ears. Cutting one off leaves a face with one corner less:
//!
//! ```text
//!   before o- - - - -o after       The corner at the tip is convex, and no
//!           \  ear  /             other corner is in the triangle or on it.
//!            \     /
//!             \   /
//!              \ /
//!               o tip
//! ```

use std::cmp::Ordering;

use crate::number::to_u64;

/// The number of comparisons with reflex corners that the concave faces of a file may take: about
/// a second. One face takes up to the square of its corners or, in rare cases, the cube.
const MAX_COMPARISONS: u64 = 1 << 29;

/// A triangulator of the faces of one file.
pub(crate) struct FaceTriangles {
    comparisons_left: u64,
}

impl FaceTriangles {
    pub(crate) const fn new() -> Self {
        Self { comparisons_left: MAX_COMPARISONS }
    }

    /// Returns the triangles of a face, as indices of its corners; `None` if that would take too
    /// long. A face of n corners has n - 2 triangles.
    ///
    /// A convex face becomes a fan around its first corner. A corner in the middle of a straight
    /// edge is never the tip of an ear, because that ear would have no area. So no triangle passes
    /// over such a corner, and neighbouring faces share whole edges. A face that crosses itself
    /// has no triangulation: its ears are cut off, and the rest becomes a fan.
    pub(crate) fn of(&mut self, corners: &[[f32; 3]]) -> Option<Vec<[usize; 3]>> {
        let mut ring: Vec<usize> = (0..corners.len()).collect();
        let points = seen_from_the_front(corners);
        let is_left = |[a, b, c]: [usize; 3]| turn(points[a], points[b], points[c]) > 0.0;
        // Only reflex corners can be inside a possible ear. Cutting off ears makes none reflex.
        let is_reflex = |&corner: &usize| !is_left(around(&ring, corner));
        let mut reflex: Vec<usize> = (0..points.len()).filter(is_reflex).collect();
        let mut triangles = Vec::with_capacity(points.len().saturating_sub(2));
        let (mut index, mut failures) = (1, 0);
        while ring.len() > 3 && failures < ring.len() && !reflex.is_empty() {
            index %= ring.len();
            let triangle = around(&ring, index);
            if is_left(triangle) {
                self.comparisons_left = self.comparisons_left.checked_sub(to_u64(reflex.len()))?;
                if !reflex.iter().any(|&corner| contains(&points, triangle, points[corner])) {
                    triangles.push(triangle);
                    let tip = ring.remove(index);
                    reflex.retain(|&corner| corner != tip);
                    // Continue with the corner before the ear: in a long strip, only the
                    // neighbours of the last ear become ears.
                    (index, failures) = (index + ring.len() - 1, 0);
                    continue;
                }
            }
            failures += 1;
            index += 1;
        }
        triangles.extend((2..ring.len()).map(|index| [ring[0], ring[index - 1], ring[index]]));
        Some(triangles)
    }
}

/// Returns three successive corners of a ring, the one at `index` in the middle.
fn around(ring: &[usize], index: usize) -> [usize; 3] {
    let before = index.checked_sub(1).unwrap_or(ring.len() - 1);
    [ring[before], ring[index], ring[(index + 1) % ring.len()]]
}

/// Projects a face along the axis that it faces most, so that its corners run counter-clockwise.
fn seen_from_the_front(corners: &[[f32; 3]]) -> Vec<[f64; 2]> {
    let mut normal = [0.0_f64; 3];
    for (index, &corner) in corners.iter().enumerate() {
        let [a, b] = [corner, corners[(index + 1) % corners.len()]].map(|it| it.map(f64::from));
        // Newell's method: the areas of the face seen along each axis.
        for (axis, component) in normal.iter_mut().enumerate() {
            let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
            *component += (a[u] - b[u]) * (a[v] + b[v]);
        }
    }
    // In case of a tie, `max_by` returns the last axis: the elevation.
    let axis = (0..3).max_by(|&a, &b| normal[a].abs().total_cmp(&normal[b].abs())).unwrap_or(2);
    let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    let [u, v] = if normal[axis] < 0.0 { [v, u] } else { [u, v] };
    corners.iter().map(|corner| [corner[u], corner[v]].map(f64::from)).collect()
}

/// Returns twice the area of a triangle: positive if it runs counter-clockwise.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Returns true if a point is in a triangle or on it, but not at one of its corners.
fn contains(points: &[[f64; 2]], triangle: [usize; 3], point: [f64; 2]) -> bool {
    let [a, b, c] = triangle.map(|corner| points[corner]);
    let is_inside =
        [[a, b], [b, c], [c, a]].into_iter().all(|[from, to]| turn(from, to, point) >= 0.0);
    is_inside && ![a, b, c].iter().any(|corner| corner.partial_cmp(&point) == Some(Ordering::Equal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_are_limited_for_all_faces_together() {
        let arrow = [[0.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 1.0, 0.0], [-2.0, 2.0, 0.0]];
        let mut triangulator = FaceTriangles { comparisons_left: 1 };
        let found = triangulator.of(&arrow);
        assert_eq!(found, Some(vec![[0, 1, 2], [0, 2, 3]]));
        assert_eq!(triangulator.of(&arrow), None);
        let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        assert!(triangulator.of(&square).is_some(), "a convex face needs none");
    }
}
