//! The length of the shortest path on a plain mesh, by brute force: Dijkstra's algorithm on the
//! visibility graph of all ends of walls.

use crate::PlainMesh;
use crate::exact_ground::{ExactGround, Location, Point};

/// The visibility graph of a mesh with any `f32` coordinates, decided in exact integers. Slow:
/// construction takes O(vertices³), which is seconds for a few hundred vertices.
///
/// The ground is the union of the closed areas, convex or not, connected where they are mutual
/// neighbours. A path does not lead through a pinch point, at which areas touch
/// that are not connected there, nor through a zero-width wall.
///
/// ```
/// use tautline_fixtures::{Cells, VisibilityGraph};
///
/// let mut mesh = Cells::from_rows(&["..", ".#"]).to_unit_mesh();
/// mesh.vertices.iter_mut().for_each(|vertex| *vertex = vertex.map(|value| 0.1 * value));
/// let graph = VisibilityGraph::new(&mesh).ok_or("too fine")?;
/// let length = graph.shortest_length([0.1, 0.0], [0.2, 0.1]).ok_or("no path")?;
/// assert!((length - 0.2).abs() < 1e-7, "around the corner");
/// assert_eq!(graph.shortest_length([0.1, 0.0], [0.2, 0.0]), None, "off the ground");
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone)]
pub struct VisibilityGraph {
    ground: ExactGround,
    /// The ends of walls.
    wall_ends: Vec<Location>,
    /// The index of the first fan of each end of a wall.
    first_fans: Vec<usize>,
    /// For each fan, the visible fans with their distances.
    edges: Vec<Vec<(usize, f64)>>,
}

impl VisibilityGraph {
    /// Builds the visibility graph of a valid mesh without overlapping areas.
    ///
    /// Returns `None` if a coordinate is not finite, or is not a multiple of 2⁻⁶⁰ times the
    /// largest one.
    #[must_use]
    pub fn new(mesh: &PlainMesh) -> Option<Self> {
        let ground = ExactGround::new(mesh)?;
        let ends: &[Point] = ground.wall_ends();
        let wall_ends: Vec<Location> = ends.iter().map(|&end| ground.locate(end)).collect();
        let mut fan_count = 0;
        let first_fan = |location: &Location| {
            fan_count += location.fans.len();
            fan_count - location.fans.len()
        };
        let first_fans: Vec<usize> = wall_ends.iter().map(first_fan).collect();
        let mut edges = vec![Vec::new(); fan_count];
        for (i, from) in wall_ends.iter().enumerate() {
            for (j, to) in wall_ends[..i].iter().enumerate() {
                let distance = ground.distance(from.point, to.point);
                for [leaving, arriving] in ground.straight_walks(from, to) {
                    let (from, to) = (first_fans[i] + leaving, first_fans[j] + arriving);
                    edges[from].push((to, distance));
                    edges[to].push((from, distance));
                }
            }
        }
        Some(Self { ground, wall_ends, first_fans, edges })
    }

    /// Returns true if a point lies on the ground or its border. False for a point that is not a
    /// multiple of 2⁻⁶⁰ times the largest coordinate of the mesh.
    #[must_use]
    pub fn contains(&self, point: [f32; 2]) -> bool {
        self.ground.locate_f32(point).is_some_and(|location| !location.fans.is_empty())
    }

    /// Returns the length of the shortest path, exact except for the rounding of the sum.
    /// `None` if there is no path, or if an end is off the ground. An end at a pinch point belongs
    /// to each of its fans.
    ///
    /// O(vertices²).
    #[must_use]
    pub fn shortest_length(&self, start: [f32; 2], goal: [f32; 2]) -> Option<f64> {
        let (start, goal) = (self.locate(start)?, self.locate(goal)?);
        let mut best = self.straight_length(&start, &goal);
        let to_goal = self.lengths_to(&goal);
        self.settle(&start, |here, length| {
            // No longer path can improve the best one.
            let is_enough = length >= best;
            best = best.min(length + to_goal[here]);
            is_enough
        });
        best.is_finite().then_some(best)
    }

    /// Locates a point; `None` if it is off the ground.
    pub(crate) fn locate(&self, point: [f32; 2]) -> Option<Location> {
        self.ground.locate_f32(point).filter(|location| !location.fans.is_empty())
    }

    /// Returns the distance of two points that see each other; otherwise infinity.
    pub(crate) fn straight_length(&self, from: &Location, to: &Location) -> f64 {
        if from.point == to.point {
            0.0
        } else if self.ground.straight_walks(from, to).is_empty() {
            f64::INFINITY
        } else {
            self.ground.distance(from.point, to.point)
        }
    }

    /// Returns the distance of each fan from a location: Dijkstra's algorithm. `is_enough` is
    /// called with each fan and its distance, nearest first; if it returns true, the distances
    /// of farther fans are too long. O(vertices²).
    pub(crate) fn settle(
        &self,
        start: &Location,
        mut is_enough: impl FnMut(usize, f64) -> bool,
    ) -> Vec<f64> {
        let mut lengths = self.lengths_to(start);
        let mut open: Vec<usize> = (0..lengths.len()).collect();
        while let Some(nearest) =
            (0..open.len()).min_by(|&a, &b| lengths[open[a]].total_cmp(&lengths[open[b]]))
        {
            let here = open.swap_remove(nearest);
            if is_enough(here, lengths[here]) {
                break;
            }
            for &(next, distance) in &self.edges[here] {
                lengths[next] = lengths[next].min(lengths[here] + distance);
            }
        }
        lengths
    }

    /// Returns the straight-line distance of each fan from a location; infinity if it is not visible.
    pub(crate) fn lengths_to(&self, end: &Location) -> Vec<f64> {
        let mut lengths = vec![f64::INFINITY; self.edges.len()];
        for (location, &first) in self.wall_ends.iter().zip(&self.first_fans) {
            if location.point == end.point {
                // The end is this location, in each of its fans.
                lengths[first..first + location.fans.len()].fill(0.0);
            }
            for [_, arriving] in self.ground.straight_walks(end, location) {
                lengths[first + arriving] = self.ground.distance(end.point, location.point);
            }
        }
        lengths
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_mesh::RandomMeshOptions;
    use crate::{SplitMix64, maze, random_blocks, random_mesh, rooms, shortest_length};

    /// Compares with the oracle for maps of cells, which shares no code.
    #[test]
    fn lengths_are_those_on_the_cells_of_a_map() {
        let mut random = SplitMix64::new(3);
        let (mut compared, mut reached) = (0, 0);
        for seed in 0..40 {
            let mut cells = match seed % 4 {
                0 => maze(seed, 9, 9),
                1 => rooms(seed, 11, 9),
                2 => random_blocks(seed, 8, 7, 20),
                _ => random_blocks(seed, 7, 7, 38),
            };
            cells.set(0, 0, true);
            for cell in cells.clone().walkable_cells() {
                if random.chance(15) {
                    cells.put_wall(cell, [cell[0] + 1, cell[1]]);
                }
            }
            let options = RandomMeshOptions { longest: 4, cut: 50 };
            let (mesh, _) = random_mesh(seed, &cells, |_| 0, options);
            let graph = VisibilityGraph::new(&mesh).unwrap();
            for _ in 0..60 {
                let ends = [(); 2].map(|()| {
                    [cells.width, cells.height].map(|size| random.between(0, 2 * i32::from(size)))
                });
                let expected = shortest_length(&cells, ends[0], ends[1]);
                #[expect(clippy::cast_precision_loss, reason = "the maps are small")]
                let [start, goal] = ends.map(|end| end.map(|value| value as f32 / 2.0));
                let found = graph.shortest_length(start, goal);
                let is_same = match (expected, found) {
                    (Some(expected), Some(found)) => (expected - found).abs() <= 1e-12 * expected,
                    (expected, found) => expected == found,
                };
                assert!(is_same, "{start:?} {goal:?}: {found:?} {expected:?}\n{cells}");
                compared += 1;
                reached += u32::from(expected.is_some());
            }
        }
        assert!(reached > compared / 4, "{reached} of {compared}");
    }

    #[test]
    fn a_concave_area_is_walked_around_inside() {
        let mesh = PlainMesh::from_areas(
            vec![[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]],
            vec![vec![0, 1, 2, 3, 4, 5]],
        );
        let graph = VisibilityGraph::new(&mesh).unwrap();
        let length = graph.shortest_length([0.5, 4.0], [4.0, 0.5]);
        assert_eq!(length, Some(2.0 * (9.25_f64).sqrt()));
        assert!(graph.contains([1.0, 2.5]) && !graph.contains([1.5, 2.5]));
    }

    #[test]
    fn coordinates_may_be_of_any_size() {
        let square = |size: f32| vec![[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]];
        for size in [1e-44, 1e-20, 1.0, f32::MAX] {
            let mesh = PlainMesh::from_areas(square(size), vec![vec![0, 1, 2, 3]]);
            let graph = VisibilityGraph::new(&mesh).unwrap();
            assert_eq!(graph.shortest_length([0.0, 0.0], [0.0, size]), Some(f64::from(size)));
        }
        let mesh = PlainMesh::from_areas(square(f32::INFINITY), vec![vec![0, 1, 2, 3]]);
        assert!(VisibilityGraph::new(&mesh).is_none());
    }
}
