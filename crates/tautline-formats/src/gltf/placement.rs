//! Where a node puts its mesh.

use gltf::json::Node;

/// An affine map of space, in 64 bits so that long chains of nodes lose little.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Placement {
    /// The images of the three axes.
    axes: [[f64; 3]; 3],
    origin: [f64; 3],
}

impl Placement {
    pub(super) const IDENTITY: Self =
        Self { axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0, 0.0, 0.0] };

    /// Where a node is within its parent.
    pub(super) fn of(node: &Node) -> Self {
        let matrix = node.matrix.map(|matrix| matrix.map(f64::from));
        if let Some([a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _]) = matrix {
            return Self { axes: [[a, b, c], [d, e, f], [g, h, i]], origin: [x, y, z] };
        }
        let [x, y, z, w] = node.rotation.unwrap_or_default().0.map(f64::from);
        let [sx, sy, sz] = node.scale.unwrap_or([1.0; 3]).map(f64::from);
        Self {
            axes: [
                [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)]
                    .map(|part| part * sx),
                [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)]
                    .map(|part| part * sy),
                [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)]
                    .map(|part| part * sz),
            ],
            origin: node.translation.unwrap_or_default().map(f64::from),
        }
    }

    /// What a child does, done within this.
    pub(super) fn then(self, child: Self) -> Self {
        Self { axes: child.axes.map(|axis| self.turn(axis)), origin: self.place(child.origin) }
    }

    pub(super) fn place(self, point: [f64; 3]) -> [f64; 3] {
        let turned = self.turn(point);
        [0, 1, 2].map(|axis: usize| turned[axis] + self.origin[axis])
    }

    fn turn(self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [a, b, c] = self.axes;
        [0, 1, 2].map(|axis: usize| x * a[axis] + y * b[axis] + z * c[axis])
    }

    /// Whether left becomes right.
    pub(super) fn mirrors(self) -> bool {
        let [a, b, c] = self.axes;
        let cross =
            [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
        a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2] < 0.0
    }
}
