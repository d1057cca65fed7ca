//! Polygons with many defects, on a small lattice, so that everything that can coincide does.

use tautline_fixtures::SplitMix64;
use tautline_meshgen::{Polygons, Role};
use tautline_navmesh::Terrain;

/// Some shapes with all kinds of defects.
pub(crate) fn polygons(random: &mut SplitMix64) -> Polygons {
    let size = [4, 8, 16, 64, 1000][random.below(5) as usize];
    let scale = [1.0, 0.25, 1024.0][random.below(3) as usize];
    let shift = [0, 0, -size / 2, 3 * size][random.below(4) as usize];
    let mut draw = Drawing { random, size, points: Vec::new() };
    let mut polygons = Polygons::default();
    for shape in 0..=draw.random.below(7) {
        let role = match draw.random.below(if shape == 0 { 1 } else { 6 }) {
            0 | 1 => Role::Ground,
            2 | 3 => Role::Hole,
            _ => Role::Terrain(Terrain(draw.random.below(3) as u8)),
        };
        let rings: Vec<Vec<[i32; 2]>> = (0..=draw.random.below(3)).map(|_| draw.ring()).collect();
        let coordinate = |x: i32| (x + shift) as f32 * scale;
        polygons.push(
            role,
            rings.into_iter().map(|ring| ring.iter().map(|at| at.map(coordinate)).collect()),
        );
    }
    polygons
}

struct Drawing<'a> {
    random: &'a mut SplitMix64,
    size: i32,
    /// All points so far, to be met again.
    points: Vec<[i32; 2]>,
}

impl Drawing<'_> {
    fn ring(&mut self) -> Vec<[i32; 2]> {
        let mut ring = match self.random.below(8) {
            0..=2 => self.rectangle(),
            3 => self.needle(),
            4 => (0..self.random.below(3)).map(|_| self.point()).collect(),
            _ => (0..3 + self.random.below(6)).map(|_| self.point()).collect(),
        };
        while !ring.is_empty() && self.random.chance(25) {
            self.spoil(&mut ring);
        }
        if self.random.chance(50) {
            ring.reverse();
        }
        self.points.extend_from_slice(&ring);
        ring
    }

    /// A new point, or one that has been used.
    fn point(&mut self) -> [i32; 2] {
        if !self.points.is_empty() && self.random.chance(30) {
            return self.points[self.random.below(self.points.len() as u64) as usize];
        }
        [self.random.between(0, self.size), self.random.between(0, self.size)]
    }

    fn rectangle(&mut self) -> Vec<[i32; 2]> {
        let ([left, low], [right, high]) = (self.point(), self.point());
        vec![[left, low], [right, low], [right, high], [left, high]]
    }

    fn needle(&mut self) -> Vec<[i32; 2]> {
        let (base, tip) = (self.point(), self.point());
        vec![base, tip, [base[0] + self.random.between(-1, 1), base[1] + 1]]
    }

    fn spoil(&mut self, ring: &mut Vec<[i32; 2]>) {
        let index = self.random.below(ring.len() as u64) as usize;
        let at = ring[index];
        let next = ring[(index + 1) % ring.len()];
        match self.random.below(5) {
            0 => ring.insert(index, at),
            // A spike.
            1 => {
                let tip = self.point();
                ring.splice(index..index, [at, tip]);
            }
            // In the middle of an edge, if the lattice has a point there.
            2 => ring.insert(index + 1, [0, 1].map(|axis| at[axis].midpoint(next[axis]))),
            // The same edge there and back.
            3 => {
                ring.splice(index + 1..index + 1, [next, at]);
            }
            // All of it twice.
            _ => ring.extend_from_within(..),
        }
    }
}
