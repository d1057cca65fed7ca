//! Orientation predicates, as cheap as the points allow.

use tautline_geometry::{
    DVec2, DirectedLine, Orientation, Vec2, orient2d, orient2d_on_lattice, orient2d_sign,
};
use tautline_navmesh::NavMesh;

/// Exact orientation predicates, in plain arithmetic if all points lie on one lattice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Predicates {
    is_lattice: bool,
}

impl Predicates {
    /// Predicates for vertices of a mesh.
    pub(crate) const fn of_vertices(mesh: &NavMesh) -> Self {
        Self { is_lattice: mesh.lattice().is_some() }
    }

    /// Predicates for any points.
    pub(crate) const fn of_any_points() -> Self {
        Self { is_lattice: false }
    }

    /// Predicates for vertices of a mesh and some other points.
    pub(crate) fn of_points(mesh: &NavMesh, points: &[Vec2]) -> Self {
        let is_lattice = mesh
            .lattice()
            .is_some_and(|lattice| points.iter().all(|&point| lattice.contains(point)));
        Self { is_lattice }
    }

    /// Returns true if all points lie on one lattice.
    pub(crate) const fn is_lattice(self) -> bool {
        self.is_lattice
    }

    /// Returns the orientation of three points.
    #[inline]
    pub(crate) fn orientation(self, a: Vec2, b: Vec2, c: Vec2) -> Orientation {
        if self.is_lattice { orient2d_on_lattice(a, b, c) } else { orient2d(a, b, c) }
    }

    /// Returns a number with the sign of the orientation: above 0 if counter-clockwise.
    #[inline]
    pub(crate) fn orientation_sign(self, a: Vec2, b: Vec2, c: Vec2) -> f64 {
        if self.is_lattice {
            let [a, b, c] = [a, b, c].map(DVec2::from);
            (b - a).perp_dot(c - a)
        } else {
            orient2d_sign(a, b, c)
        }
    }

    /// Returns the side of a line on which a point lies.
    #[inline]
    pub(crate) fn side_of(self, line: &DirectedLine, point: Vec2) -> Orientation {
        if self.is_lattice { line.side_of_on_lattice(point) } else { line.side_of(point) }
    }
}
