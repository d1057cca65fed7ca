//! Input rings, checked and snapped to the grid.

use super::grid::{Contour, Grid, GridPoint, turn};
use super::{Extent, PolygonError, Polygons, Repair};

/// The rings of one shape on the grid: no repeated points, no straight corners, no spikes, at
/// least three corners each. Rings may still cross themselves and each other.
#[derive(Debug, Default)]
pub struct SnappedShape {
    /// The rings of the shape.
    pub rings: Vec<Contour>,
}

impl SnappedShape {
    /// Returns the bounding box; `None` without rings.
    pub(super) fn extent(&self) -> Option<Extent> {
        Extent::of(self.rings.iter().flatten().copied())
    }
}

/// The maximum number of points of all shapes. They are counted by `u32`, and cutting
/// multiplies them.
const MAX_POINTS: usize = 1 << 28;

/// Checks all coordinates, and returns the greatest magnitude among them.
///
/// # Errors
///
/// [`PolygonError::TooManyPoints`] and [`PolygonError::NotFinite`].
pub fn check(polygons: &Polygons) -> Result<f32, PolygonError> {
    let found = polygons.shapes.iter().flat_map(|shape| &shape.rings).map(Vec::len).sum();
    if found > MAX_POINTS {
        return Err(PolygonError::TooManyPoints { found, limit: MAX_POINTS });
    }
    let mut magnitude = 0.0f32;
    for (shape, rings) in polygons.shapes.iter().map(|shape| &shape.rings).enumerate() {
        for (ring, points) in rings.iter().enumerate() {
            for (point, &[x, y]) in points.iter().enumerate() {
                if !(x.is_finite() && y.is_finite()) {
                    return Err(PolygonError::NotFinite { shape, ring, point, x, y });
                }
                magnitude = magnitude.max(x.abs()).max(y.abs());
            }
        }
    }
    Ok(magnitude)
}

/// Snaps all shapes to the grid and drops rings that enclose nothing.
pub fn snap(polygons: &Polygons, grid: Grid, repairs: &mut Vec<Repair>) -> Vec<SnappedShape> {
    let mut snapping = Snapping { grid, moved: 0, farthest: None };
    let mut dropped = Vec::new();
    let mut shapes = Vec::with_capacity(polygons.shapes.len());
    for (shape, rings) in polygons.shapes.iter().map(|shape| &shape.rings).enumerate() {
        let mut snapped = SnappedShape::default();
        for (ring, points) in rings.iter().enumerate() {
            let contour = snapping.ring([shape, ring], points);
            let lost = points.len() - contour.len();
            if contour.is_empty() {
                dropped.push(Repair::RingDropped { shape, ring, at: points.first().copied() });
            } else if lost > 0 {
                dropped.push(Repair::PointsDropped { shape, ring, points: lost, at: points[0] });
            }
            if !contour.is_empty() {
                snapped.rings.push(contour);
            }
        }
        shapes.push(snapped);
    }
    repairs.extend(snapping.report());
    repairs.append(&mut dropped);
    shapes
}

/// The grid, and statistics of the points that moved.
struct Snapping {
    grid: Grid,
    moved: usize,
    /// Shape, ring and point that moved farthest, its position before, and the distance.
    farthest: Option<([usize; 3], [f32; 2], f64)>,
}

impl Snapping {
    /// Returns a ring on the grid without redundant points; empty if it encloses nothing.
    fn ring(&mut self, [shape, ring]: [usize; 2], points: &[[f32; 2]]) -> Contour {
        let mut contour = Contour::with_capacity(points.len());
        for (point, &position) in points.iter().enumerate() {
            let snapped = self.grid.snap(position);
            self.record([shape, ring, point], position, snapped);
            push_corner(&mut contour, snapped);
        }
        close(&mut contour);
        contour
    }

    fn record(&mut self, index: [usize; 3], from: [f32; 2], to: GridPoint) {
        let to = self.grid.position(to);
        let [x, y] = [0, 1].map(|axis| f64::from(to[axis]) - f64::from(from[axis]));
        let squared = x * x + y * y;
        if squared > 0.0 {
            self.moved += 1;
            let distance = squared.sqrt();
            if self.farthest.is_none_or(|(_, _, farthest)| distance > farthest) {
                self.farthest = Some((index, from, distance));
            }
        }
    }

    fn report(&self) -> Option<Repair> {
        self.farthest.map(|([shape, ring, point], at, distance)| Repair::Snapped {
            points: self.moved,
            shape,
            ring,
            point,
            at,
            distance,
        })
    }
}

/// Appends a point unless it repeats the last one. Removes the points before it that turn out not to
/// be corners now that the next point is known.
fn push_corner(contour: &mut Contour, point: GridPoint) {
    while let [.., before, last] = contour[..] {
        if last != point && turn(before, last, point) != 0 {
            break;
        }
        contour.pop();
    }
    if contour.last() != Some(&point) {
        contour.push(point);
    }
}

/// Closes a ring: does at its ends what [`push_corner`] does in between.
fn close(contour: &mut Contour) {
    let mut start = 0;
    while contour.len() - start >= 3 {
        let (first, second) = (contour[start], contour[start + 1]);
        let (before, last) = (contour[contour.len() - 2], contour[contour.len() - 1]);
        if last == first || turn(before, last, first) == 0 {
            contour.pop();
        } else if turn(last, first, second) != 0 {
            break;
        } else {
            start += 1;
        }
    }
    contour.drain(..start);
    if contour.len() < 3 {
        contour.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    fn snapped(points: &[[f32; 2]]) -> Contour {
        let mut polygons = Polygons::default();
        polygons.push(Role::Ground, [points.to_vec()]);
        let grid = Grid::reaching(check(&polygons).unwrap());
        let mut shapes = snap(&polygons, grid, &mut Vec::new());
        shapes.remove(0).rings.pop().unwrap_or_default()
    }

    #[test]
    fn only_corners_are_kept() {
        let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
        let expected = snapped(&square);
        assert_eq!(expected.len(), 4);
        let dirty = [
            [1.0, 0.0],
            [2.0, 0.0],
            [2.0, 0.0],
            [2.0, 2.0],
            [2.0, 2.0],
            [0.0, 2.0],
            [-1.0, 2.0],
            [-2.0, 2.0],
            [0.0, 2.0],
            [0.0, 0.0],
            [0.5, 0.0],
            [0.25, 0.0],
            [1.0, 0.0],
        ];
        let mut found = snapped(&dirty);
        found.sort();
        let mut expected = expected;
        expected.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn rings_that_enclose_nothing_are_dropped() {
        for points in [
            &[][..],
            &[[1.0, 1.0]],
            &[[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]],
            &[[0.0, 0.0], [1.0, 1.0], [3.0, 3.0], [2.0, 2.0]],
            &[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [1.0, 0.0]],
            &[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 2.0], [1.0, 1.0], [1.0, 0.0]],
        ] {
            assert!(snapped(points).is_empty(), "{points:?}");
        }
    }
}
