//! The area of polygons, found without cutting them: between two x coordinates at which edges begin, end
//! or cross, edges are straight and do not cross, and enclose trapezoids.

use tautline_meshgen::{Polygons, Role};
use tautline_navmesh::Terrain;

/// The areas of ground, by class of terrain: index is class.
pub(crate) fn ground_areas(polygons: &Polygons) -> Vec<f64> {
    let edges = edges(polygons);
    let x_coordinates = x_coordinates(&edges);
    let mut areas = vec![0.0; 256];
    for strip in x_coordinates.windows(2) {
        let middle = strip[0].midpoint(strip[1]);
        let mut crossed: Vec<(f64, usize)> = edges
            .iter()
            .filter(|edge| edge.from[0] < middle && middle < edge.to[0])
            .map(|edge| (edge.height(middle), edge.shape))
            .collect();
        crossed.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut filled = vec![false; polygons.shapes.len()];
        let mut bottom = 0.0;
        for (height, shape) in crossed {
            if let Some(Terrain(class)) = ground_at(polygons, &filled) {
                areas[usize::from(class)] += (height - bottom) * (strip[1] - strip[0]);
            }
            filled[shape] = !filled[shape];
            bottom = height;
        }
    }
    areas
}

/// The length of all edges, which limits how much area rounding can move.
pub(crate) fn perimeter(polygons: &Polygons) -> f64 {
    let length = |edge: &Edge| {
        let [x, y] = [0, 1].map(|axis| edge.to[axis] - edge.from[axis]);
        (x * x + y * y).sqrt()
    };
    edges(polygons).iter().map(length).sum()
}

fn ground_at(polygons: &Polygons, filled: &[bool]) -> Option<Terrain> {
    let mut terrain = Terrain(0);
    let mut is_ground = false;
    for (shape, &filled) in polygons.shapes.iter().zip(filled) {
        match shape.role {
            Role::Hole if filled => return None,
            Role::Ground => is_ground |= filled,
            Role::Terrain(class) if filled => terrain = class,
            _ => {}
        }
    }
    is_ground.then_some(terrain)
}

/// An edge that is not vertical, from left to right.
struct Edge {
    from: [f64; 2],
    to: [f64; 2],
    shape: usize,
}

impl Edge {
    fn height(&self, x: f64) -> f64 {
        let part = (x - self.from[0]) / (self.to[0] - self.from[0]);
        self.from[1] + (self.to[1] - self.from[1]) * part
    }

    /// The x coordinate of its crossing with another edge.
    fn crossing(&self, other: &Self) -> Option<f64> {
        let slope = |edge: &Self| (edge.to[1] - edge.from[1]) / (edge.to[0] - edge.from[0]);
        let difference = slope(self) - slope(other);
        let x = (other.height(0.0) - self.height(0.0)) / difference;
        let left = self.from[0].max(other.from[0]);
        let right = self.to[0].min(other.to[0]);
        (difference != 0.0 && left < x && x < right).then_some(x)
    }
}

fn edges(polygons: &Polygons) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (shape, rings) in polygons.shapes.iter().map(|shape| &shape.rings).enumerate() {
        for ring in rings {
            for (from, to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let [from, to] = [from, to].map(|point| point.map(f64::from));
                if from[0] < to[0] {
                    edges.push(Edge { from, to, shape });
                } else if to[0] < from[0] {
                    edges.push(Edge { from: to, to: from, shape });
                }
            }
        }
    }
    edges
}

fn x_coordinates(edges: &[Edge]) -> Vec<f64> {
    let mut x_coordinates: Vec<f64> =
        edges.iter().flat_map(|edge| [edge.from[0], edge.to[0]]).collect();
    for (index, edge) in edges.iter().enumerate() {
        x_coordinates.extend(edges[index + 1..].iter().filter_map(|other| edge.crossing(other)));
    }
    x_coordinates.sort_by(f64::total_cmp);
    x_coordinates.dedup();
    x_coordinates
}
