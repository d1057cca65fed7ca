//! A mesh as plain vectors, and its validation.

use std::collections::BTreeMap;

/// A mesh of convex areas as plain vectors, to be converted to the types of the
/// code under test.
///
/// Two areas with a common border are connected only if they are `neighbours`. A border
/// with a neighbour on neither side is a zero-width wall.
///
/// ```
/// use tautline_fixtures::PlainMesh;
///
/// let mesh = PlainMesh::from_areas(
///     vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
///     vec![vec![0, 1, 2], vec![0, 2, 3]],
/// );
/// assert_eq!(mesh.neighbours, [[None, None, Some(1)], [Some(0), None, None]]);
/// assert!(mesh.faults().is_empty());
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlainMesh {
    /// The positions of the vertices.
    pub vertices: Vec<[f32; 2]>,
    /// The corners of each area, counter-clockwise, as indices into `vertices`.
    /// Successive corners may be collinear.
    pub areas: Vec<Vec<u32>>,
    /// For each area and each corner `i`, the area across the border from corner `i` to corner
    /// `i + 1`, or `None` for a wall.
    pub neighbours: Vec<Vec<Option<u32>>>,
}

impl PlainMesh {
    /// Creates a mesh in which areas are neighbours wherever they share a border, in opposite
    /// directions. O(corners log corners).
    ///
    /// If several areas have a border in the same direction, the last one counts;
    /// [`faults`](Self::faults) reports this.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "areas have u32 ids")]
    pub fn from_areas(vertices: Vec<[f32; 2]>, areas: Vec<Vec<u32>>) -> Self {
        let mut owner = BTreeMap::new();
        for (id, corners) in areas.iter().enumerate() {
            for (from, to) in borders(corners) {
                owner.insert((from, to), id as u32);
            }
        }
        let neighbours = areas
            .iter()
            .map(|corners| {
                borders(corners).map(|(from, to)| owner.get(&(to, from)).copied()).collect()
            })
            .collect();
        Self { vertices, areas, neighbours }
    }

    /// Returns the mesh with a zero-width wall between two areas.
    #[must_use]
    pub fn with_wall_between(mut self, one: u32, other: u32) -> Self {
        for (id, neighbours_of_area) in (0_u32..).zip(&mut self.neighbours) {
            for neighbour in neighbours_of_area {
                if (id == one && *neighbour == Some(other))
                    || (id == other && *neighbour == Some(one))
                {
                    *neighbour = None;
                }
            }
        }
        self
    }

    /// Returns a line for each fault of the mesh; empty for a valid mesh.
    ///
    /// Checks that lists have equal lengths, ids are in range, areas have at least three corners
    /// and are convex and counter-clockwise (in f64, exact for small integers),
    /// and neighbours are mutual across the same border.
    /// Overlapping areas are allowed: floors may be above each other.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.areas.len() != self.neighbours.len() {
            faults.push(format!(
                "{} areas, but {} lists of neighbours",
                self.areas.len(),
                self.neighbours.len()
            ));
        }
        for (id, (corners, neighbours_of_area)) in
            (0_u32..).zip(self.areas.iter().zip(&self.neighbours))
        {
            if corners.len() != neighbours_of_area.len() {
                faults.push(format!(
                    "area {id} has {} corners, but {} neighbours",
                    corners.len(),
                    neighbours_of_area.len()
                ));
            }
            // Also false for corners out of range.
            if !self.is_convex(corners) {
                faults.push(format!("area {id} is not convex and counter-clockwise"));
            }
            for ((from, to), neighbour) in borders(corners).zip(neighbours_of_area) {
                if let Some(neighbour) = *neighbour
                    && !self.has_neighbour_across(neighbour, (to, from), id)
                {
                    faults.push(format!(
                        "area {id} has neighbour {neighbour} from corner {from} to {to}, \
                         which is not mutual"
                    ));
                }
            }
        }
        faults
    }

    fn has_neighbour_across(&self, area: u32, border: (u32, u32), expected: u32) -> bool {
        let Ok(index) = usize::try_from(area) else { return false };
        let (Some(corners), Some(neighbours_of_area)) =
            (self.areas.get(index), self.neighbours.get(index))
        else {
            return false;
        };
        borders(corners).zip(neighbours_of_area).any(|pair| pair == (border, &Some(expected)))
    }

    /// Returns true if no corner turns right, at least one turns left, and the turning number
    /// is 1.
    fn is_convex(&self, corners: &[u32]) -> bool {
        let points: Option<Vec<[f64; 2]>> = corners
            .iter()
            .map(|&corner| self.vertices.get(usize::try_from(corner).ok()?))
            .map(|vertex| vertex.map(|vertex| vertex.map(f64::from)))
            .collect();
        let Some(points) = points else { return false };
        // Seen from any corner, the others turn left one after the other.
        points.len() >= 3
            && points.iter().enumerate().all(|(i, &origin)| {
                let others = || points.iter().cycle().skip(i + 1).take(points.len() - 1);
                others().zip(others().skip(1)).all(|(&a, &b)| turn(origin, a, b) >= 0.0)
                    && others().zip(others().skip(1)).any(|(&a, &b)| turn(origin, a, b) > 0.0)
            })
    }
}

/// The borders of an area as pairs of corners, the closing one last.
fn borders(corners: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// Twice the signed area of the triangle: above 0 if it turns left.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_triangles() -> PlainMesh {
        PlainMesh::from_areas(
            vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
            vec![vec![0, 1, 2], vec![0, 2, 3]],
        )
    }

    #[test]
    fn a_wall_between_two_areas_separates_both() {
        let mesh = two_triangles().with_wall_between(0, 1);
        assert!(mesh.neighbours.iter().flatten().all(Option::is_none));
        assert!(mesh.faults().is_empty());
    }

    #[test]
    fn a_neighbour_that_is_not_mutual_is_a_fault() {
        let mut mesh = two_triangles();
        mesh.neighbours[1][0] = None;
        assert_eq!(mesh.faults().len(), 1);
        mesh.neighbours[0][2] = Some(9);
        assert_eq!(mesh.faults().len(), 1);
    }

    #[test]
    fn a_clockwise_a_flat_and_a_star_shaped_area_are_faults() {
        let mut mesh = two_triangles().with_wall_between(0, 1);
        mesh.areas[0] = vec![2, 1, 0];
        assert_eq!(mesh.faults(), ["area 0 is not convex and counter-clockwise"]);

        let flat =
            PlainMesh::from_areas(vec![[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], vec![vec![0, 1, 2]]);
        assert_eq!(flat.faults().len(), 1);

        let pentagon = vec![[0.0, 3.0], [-3.0, 1.0], [-2.0, -3.0], [2.0, -3.0], [3.0, 1.0]];
        assert!(
            PlainMesh::from_areas(pentagon.clone(), vec![vec![0, 1, 2, 3, 4]]).faults().is_empty()
        );
        assert_eq!(PlainMesh::from_areas(pentagon, vec![vec![0, 2, 4, 1, 3]]).faults().len(), 1);
    }

    #[test]
    fn a_corner_that_does_not_exist_is_a_fault() {
        let mesh = PlainMesh::from_areas(vec![[0.0, 0.0]], vec![vec![0, 1, 2]]);
        assert_eq!(mesh.faults().len(), 1);
    }
}
