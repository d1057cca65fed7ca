//! The ground as a list of polygons, to test whether positions are on it.

use std::collections::BTreeMap;

use super::ground::cell_of;
use crate::PlainMesh;

/// The side of a cell of the grid, in metres.
const CELL: f32 = 2.0;

/// The distance from the ground within which a position counts as on it, in metres. It is far greater than the
/// rounding errors of all libraries: Detour moves vertices by up to a millimetre.
const TOLERANCE: f64 = 0.01;

/// The difference of elevation up to which a position counts as on a floor, in metres.
const FLOOR: f32 = 0.5;

/// Convex polygons, and a grid that finds them by position.
#[derive(Debug)]
pub struct Walkable {
    polygons: Vec<Polygon>,
    /// The indices of the polygons that meet a cell.
    cells: BTreeMap<[i32; 2], Vec<usize>>,
}

#[derive(Debug)]
struct Polygon {
    corners: Vec<[f64; 2]>,
    elevations: [f32; 2],
}

impl Walkable {
    /// Sorts the polygons of a mesh into a grid.
    #[must_use]
    pub fn new(mesh: &PlainMesh) -> Self {
        let mut walkable = Self { polygons: Vec::new(), cells: BTreeMap::new() };
        for (index, polygon) in mesh.polygons.iter().enumerate() {
            let corners = polygon.iter().map(|&corner| mesh.vertices[corner as usize]);
            let mut low = [f32::INFINITY; 2];
            let mut high = [f32::NEG_INFINITY; 2];
            for corner in corners.clone() {
                for axis in 0..2 {
                    low[axis] = low[axis].min(corner[axis] - 0.1);
                    high[axis] = high[axis].max(corner[axis] + 0.1);
                }
            }
            let ([left, bottom], [right, top]) = (cell_of(low, CELL), cell_of(high, CELL));
            for column in left..=right {
                for row in bottom..=top {
                    walkable.cells.entry([column, row]).or_default().push(index);
                }
            }
            let elevations = polygon.iter().map(|&corner| mesh.elevation(corner as usize));
            walkable.polygons.push(Polygon {
                corners: corners.map(|corner| corner.map(f64::from)).collect(),
                elevations: [
                    elevations.clone().fold(f32::INFINITY, f32::min) - FLOOR,
                    elevations.fold(f32::NEG_INFINITY, f32::max) + FLOOR,
                ],
            });
        }
        walkable
    }

    /// Returns true if a position (x, y, elevation) is within a centimetre of the ground, on its
    /// floor.
    #[must_use]
    pub fn contains(&self, [x, y, elevation]: [f32; 3]) -> bool {
        let near = self.cells.get(&cell_of([x, y], CELL)).map_or(&[][..], Vec::as_slice);
        near.iter().any(|&index| self.polygons[index].contains([x, y], elevation))
    }
}

impl Polygon {
    fn contains(&self, position: [f32; 2], elevation: f32) -> bool {
        let [low, high] = self.elevations;
        let [x, y] = position.map(f64::from);
        let is_left_of = |[start, end]: [[f64; 2]; 2]| {
            let along = [end[0] - start[0], end[1] - start[1]];
            let length = (along[0] * along[0] + along[1] * along[1]).sqrt();
            along[0] * (y - start[1]) - along[1] * (x - start[0]) >= -TOLERANCE * length
        };
        let next = self.corners.iter().cycle().skip(1);
        let mut sides = self.corners.iter().zip(next).map(|(&start, &end)| [start, end]);
        (low..=high).contains(&elevation) && sides.all(is_left_of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_on_its_own_floor_up_to_a_centimetre() {
        let square = vec![[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [0.0, 3.0]];
        let walkable = Walkable::new(&PlainMesh {
            vertices: square,
            elevations: vec![3.0; 4],
            polygons: vec![vec![0, 1, 2, 3]],
            neighbours: vec![vec![None; 4]],
        });
        assert!(walkable.contains([1.0, 1.0, 3.1]));
        assert!(walkable.contains([3.009, 1.0, 3.0]));
        assert!(!walkable.contains([3.011, 1.0, 3.0]));
        assert!(!walkable.contains([1.0, 1.0, 0.0]));
    }
}
