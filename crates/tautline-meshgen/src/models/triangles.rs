//! The triangles of a model in the frame of the ground.

use tautline_geometry::{Orientation, Vec2, orient2d};

use super::{DropReason, ModelError, UpAxis};
use tautline_navmesh::{RawMesh, Terrain};

/// The maximum number of triangles, and of vertices. A mesh can have up to `u32::MAX / 4` corners,
/// and a triangle has three.
const MAX_COUNT: usize = (u32::MAX / 12) as usize;

/// A checked model in the frame of the ground.
pub(crate) struct Triangles {
    pub(crate) positions: Vec<[f32; 2]>,
    pub(crate) elevations: Vec<f32>,
}

impl Triangles {
    pub(crate) fn check(
        vertices: &[[f32; 3]],
        corners: &[[u32; 3]],
        terrains: &[Terrain],
        up: UpAxis,
    ) -> Result<Self, ModelError> {
        for (things, found) in [("triangles", corners.len()), ("vertices", vertices.len())] {
            if found > MAX_COUNT {
                return Err(ModelError::TooMany { things, found, limit: MAX_COUNT });
            }
        }
        if !terrains.is_empty() && terrains.len() != corners.len() {
            let (found, expected) = (terrains.len(), corners.len());
            return Err(ModelError::TerrainCount { found, expected });
        }
        for (vertex, &[x, y, z]) in vertices.iter().enumerate() {
            if !(x.is_finite() && y.is_finite() && z.is_finite()) {
                return Err(ModelError::NotFinite { vertex, x, y, z });
            }
        }
        for (triangle, named) in corners.iter().enumerate() {
            let beyond = |&&vertex: &&u32| vertex as usize >= vertices.len();
            if let Some(&vertex) = named.iter().find(beyond) {
                let vertices = vertices.len();
                return Err(ModelError::VertexOutOfRange { triangle, vertex, vertices });
            }
        }
        let (positions, elevations) = vertices.iter().map(|&vertex| up.to_ground(vertex)).unzip();
        Ok(Self { positions, elevations })
    }

    /// Returns the reason why a triangle is too tilted to walk on; `None` if it is not. Its winding is
    /// decided exactly.
    pub(crate) fn tilt_fault(&self, corners: [u32; 3], max_slope: f32) -> Option<DropReason> {
        let [a, b, c] = corners.map(|corner| Vec2::from(self.positions[corner as usize]));
        match orient2d(a, b, c) {
            Orientation::Collinear => Some(DropReason::Vertical),
            Orientation::Clockwise => Some(DropReason::FacesDown),
            Orientation::CounterClockwise => {
                let [x, y, z] = self.normal(corners);
                let max_slope = f64::from(max_slope);
                // All are at most 1e78, so the squares are finite. With an infinite slope and
                // a z that rounding made 0, the product is NaN, and nothing is too steep.
                let is_steep = x * x + y * y > max_slope * max_slope * (z * z);
                is_steep.then_some(DropReason::Steep)
            }
        }
    }

    /// The normal vector of a triangle. Its length is twice the area.
    fn normal(&self, corners: [u32; 3]) -> [f64; 3] {
        let position = |corner: u32| {
            let ([x, y], z) = (self.positions[corner as usize], self.elevations[corner as usize]);
            [x, y, z].map(f64::from)
        };
        let [a, b, c] = corners.map(position);
        let [u, v] = [b, c].map(|end| [end[0] - a[0], end[1] - a[1], end[2] - a[2]]);
        [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    }

    /// The reason why a triangle is not ground; `None` if it is.
    pub(super) fn drop_reason(&self, corners: [u32; 3], max_slope: f32) -> Option<DropReason> {
        let [a, b, c] = corners;
        if a == b || b == c || c == a {
            return Some(DropReason::NoArea);
        }
        match self.tilt_fault(corners, max_slope) {
            Some(DropReason::Vertical) if self.has_no_area(corners) => Some(DropReason::NoArea),
            fault => fault,
        }
    }

    /// Returns true if three points lie on one line in space: this is so if their projections along
    /// all three axes lie on lines.
    fn has_no_area(&self, corners: [u32; 3]) -> bool {
        let [a, b, c] = corners.map(|corner| {
            let ([x, y], z) = (self.positions[corner as usize], self.elevations[corner as usize]);
            [Vec2::new(x, y), Vec2::new(y, z), Vec2::new(z, x)]
        });
        (0..3).all(|axis| orient2d(a[axis], b[axis], c[axis]).is_collinear())
    }
}

/// The walkable triangles.
#[derive(Default)]
pub(super) struct Ground {
    /// Their indices in the model.
    pub(super) triangles: Vec<usize>,
    pub(super) corners: Vec<[u32; 3]>,
}

impl Ground {
    pub(super) fn push(&mut self, triangle: usize, corners: [u32; 3]) {
        self.triangles.push(triangle);
        self.corners.push(corners);
    }

    /// Removes the triangles that have the same corners as an earlier one, and returns their
    /// indices in the model.
    pub(super) fn take_repeated(&mut self) -> Vec<usize> {
        let key = |&[a, b, c]: &[u32; 3]| [[a, b, c], [b, c, a], [c, a, b]].into_iter().min();
        let mut order: Vec<usize> = (0..self.corners.len()).collect();
        order.sort_unstable_by_key(|&index| (key(&self.corners[index]), index));
        let mut is_repeated = vec![false; self.corners.len()];
        for pair in order.windows(2) {
            is_repeated[pair[1]] = key(&self.corners[pair[0]]) == key(&self.corners[pair[1]]);
        }
        let all = std::mem::take(self);
        let mut taken = Vec::new();
        for ((triangle, corners), is_repeated) in
            all.triangles.into_iter().zip(all.corners).zip(is_repeated)
        {
            if is_repeated {
                taken.push(triangle);
            } else {
                self.push(triangle, corners);
            }
        }
        taken
    }

    /// The mesh, with the vertices that it needs in their order, and with some edges as walls.
    pub(super) fn mesh(
        &self,
        model: &Triangles,
        terrains: &[Terrain],
        walls: &[[u32; 2]],
    ) -> RawMesh {
        let mut used: Vec<u32> = self.corners.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let mut new_index = vec![0; model.positions.len()];
        for (index, &vertex) in (0..).zip(&used) {
            new_index[vertex as usize] = index;
        }
        let mut mesh = RawMesh {
            vertices: used.iter().map(|&vertex| model.positions[vertex as usize]).collect(),
            elevations: used.iter().map(|&vertex| model.elevations[vertex as usize]).collect(),
            walls: walls.iter().map(|ends| ends.map(|vertex| new_index[vertex as usize])).collect(),
            ..RawMesh::default()
        };
        for corners in &self.corners {
            mesh.push_area(&corners.map(|vertex| new_index[vertex as usize]));
        }
        if !terrains.is_empty() {
            mesh.terrains = self.triangles.iter().map(|&triangle| terrains[triangle]).collect();
        }
        mesh
    }
}
