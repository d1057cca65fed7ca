//! From computed positions to points of the mesh.

use tautline_geometry::{Vec2, Wide};

use crate::{AreaId, NavMesh};

impl NavMesh {
    /// Rounds a position in an area or on its border to a point that lies in it
    /// exactly: the nearest of the nine points of `f32` around it. Where none of
    /// them does, in an acute corner, simply the nearest one.
    pub(super) fn rounded_into(&self, area: AreaId, position: Wide) -> Vec2 {
        let rounded = position.narrowed();
        if self.contains(area, rounded) {
            return rounded;
        }
        let distance = |candidate: &Vec2| Wide::from(*candidate).distance(position);
        [rounded.x.next_down(), rounded.x, rounded.x.next_up()]
            .into_iter()
            .flat_map(|x| {
                [rounded.y.next_down(), rounded.y, rounded.y.next_up()].map(|y| Vec2::new(x, y))
            })
            .filter(|&candidate| self.contains(area, candidate))
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .unwrap_or(rounded)
    }
}
