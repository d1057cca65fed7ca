//! Which corners a point sees tautly.

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::{AreaId, NavMesh};

use super::Labels;
use super::corners::{Node, Wedge};
use super::signs::Signs;

/// A corner that a point sees, from a wedge of the corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visible {
    pub(super) node: Node,
    /// How many entries may follow, in rows.
    pub(super) reach: u32,
    pub(super) distance: f64,
}

impl Labels {
    /// Adds the corners that a point of an area sees through that area. Exact:
    /// the point lies in a cone, limits included, by the signs of input points.
    pub(super) fn scan(
        &self,
        mesh: &NavMesh,
        signs: Signs,
        point: Vec2,
        area: AreaId,
        visible: &mut Vec<Visible>,
    ) {
        let row = self.areas[area.index()];
        let [free, right, left, both] = row.ends;
        self.scan_group::<false, false>(mesh, signs, point, [row.first, free], visible);
        self.scan_group::<true, false>(mesh, signs, point, [free, right], visible);
        self.scan_group::<false, true>(mesh, signs, point, [right, left], visible);
        self.scan_group::<true, true>(mesh, signs, point, [left, both], visible);
    }

    #[inline(always)]
    fn scan_group<const RIGHT: bool, const LEFT: bool>(
        &self,
        mesh: &NavMesh,
        signs: Signs,
        point: Vec2,
        [first, end]: [u32; 2],
        visible: &mut Vec<Visible>,
    ) {
        let vertices = mesh.vertices();
        for &packed in &self.cones[first as usize..end as usize] {
            let cone = self.layout.unpack(packed);
            let corner = self.corners[cone.node.corner() as usize].point;
            let turn = |limit: u32, is_reflected: bool| {
                let turn = signs.turn(corner, vertices[limit as usize], point);
                if is_reflected { turn.reversed() } else { turn }
            };
            let [reflected_right, reflected_left] = match cone.node.wedge() {
                Wedge::First => [false, cone.is_reflected],
                Wedge::Last => [cone.is_reflected, false],
            };
            if RIGHT && turn(cone.limits[0], reflected_right).is_right() {
                continue;
            }
            if LEFT && turn(cone.limits[1], reflected_left).is_left() {
                continue;
            }
            let distance = Wide::from(corner).distance(point.into());
            visible.push(Visible { node: cone.node, reach: cone.reach, distance });
        }
    }
}
