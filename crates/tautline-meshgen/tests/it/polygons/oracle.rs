//! The area of polygons, found without cutting them: between two abscissae at which edges begin, end
//! or cross, edges are straight and do not cross, and enclose trapezoids.

use tautline_meshgen::{Polygons, Role};
use tautline_navmesh::Terrain;

/// The areas of ground, by class of terrain: index is class.
pub(crate) fn ground_areas(polygons: &Polygons) -> Vec<f64> {
    let sides = sides(polygons);
    let abscissae = abscissae(&sides);
    let mut areas = vec![0.0; 256];
    for strip in abscissae.windows(2) {
        let middle = strip[0].midpoint(strip[1]);
        let mut crossed: Vec<(f64, usize)> = sides
            .iter()
            .filter(|side| side.from[0] < middle && middle < side.to[0])
            .map(|side| (side.height(middle), side.shape))
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

/// The length of all sides, which limits how much area rounding can move.
pub(crate) fn perimeter(polygons: &Polygons) -> f64 {
    let length = |side: &Side| {
        let [x, y] = [0, 1].map(|axis| side.to[axis] - side.from[axis]);
        (x * x + y * y).sqrt()
    };
    sides(polygons).iter().map(length).sum()
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

/// A side that is not vertical, from left to right.
struct Side {
    from: [f64; 2],
    to: [f64; 2],
    shape: usize,
}

impl Side {
    fn height(&self, x: f64) -> f64 {
        let part = (x - self.from[0]) / (self.to[0] - self.from[0]);
        self.from[1] + (self.to[1] - self.from[1]) * part
    }

    /// The abscissa of its crossing with another side.
    fn crossing(&self, other: &Self) -> Option<f64> {
        let slope = |side: &Self| (side.to[1] - side.from[1]) / (side.to[0] - side.from[0]);
        let difference = slope(self) - slope(other);
        let x = (other.height(0.0) - self.height(0.0)) / difference;
        let left = self.from[0].max(other.from[0]);
        let right = self.to[0].min(other.to[0]);
        (difference != 0.0 && left < x && x < right).then_some(x)
    }
}

fn sides(polygons: &Polygons) -> Vec<Side> {
    let mut sides = Vec::new();
    for (shape, rings) in polygons.shapes.iter().map(|shape| &shape.rings).enumerate() {
        for ring in rings {
            for (from, to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let [from, to] = [from, to].map(|point| point.map(f64::from));
                if from[0] < to[0] {
                    sides.push(Side { from, to, shape });
                } else if to[0] < from[0] {
                    sides.push(Side { from: to, to: from, shape });
                }
            }
        }
    }
    sides
}

fn abscissae(sides: &[Side]) -> Vec<f64> {
    let mut abscissae: Vec<f64> =
        sides.iter().flat_map(|side| [side.from[0], side.to[0]]).collect();
    for (index, side) in sides.iter().enumerate() {
        abscissae.extend(sides[index + 1..].iter().filter_map(|other| side.crossing(other)));
    }
    abscissae.sort_by(f64::total_cmp);
    abscissae.dedup();
    abscissae
}
