//! Rounding of computed positions to points of the mesh.

use tautline_geometry::{DVec2, Vec2};

use crate::{AreaId, NavMesh};

impl NavMesh {
    /// Rounds a position in an area or on its border to a point that lies in the area exactly:
    /// the nearest of the nine `f32` points around it. If none of them does, in an acute
    /// corner, simply the nearest one.
    pub(super) fn rounded_into(&self, area: AreaId, position: DVec2) -> Vec2 {
        let rounded = position.as_vec2();
        if self.contains(area, rounded) {
            return rounded;
        }
        let distance = |candidate: &Vec2| DVec2::from(*candidate).distance(position);
        neighbours(rounded)
            .filter(|&candidate| self.contains(area, candidate))
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .unwrap_or(rounded)
    }
}

/// A point and the eight `f32` points around it.
pub(super) fn neighbours(point: Vec2) -> impl Iterator<Item = Vec2> {
    let [xs, ys] = [point.x, point.y].map(|number| [number.next_down(), number, number.next_up()]);
    xs.into_iter().flat_map(move |x| ys.map(|y| Vec2::new(x, y)))
}
