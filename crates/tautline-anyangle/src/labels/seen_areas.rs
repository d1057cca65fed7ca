//! Which areas a point sees anything of.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, NavMesh, SideId};

use super::signs::Signs;

/// A set of areas, and the memory to find it.
#[derive(Clone, Debug, Default)]
pub(super) struct SeenAreas {
    bits: Vec<u64>,
    stack: Vec<Window>,
}

/// A border, as a side of the area that is looked into, and what is seen of it:
/// between the rays through two vertices.
#[derive(Clone, Copy, Debug)]
struct Window {
    side: SideId,
    right: Vec2,
    left: Vec2,
}

impl SeenAreas {
    /// Finds the areas that a point sees which lies in some. What can only be seen
    /// through a gap of no width does not count.
    ///
    /// The mesh must not wind around any vertex.
    pub(super) fn find(&mut self, mesh: &NavMesh, point: Vec2, areas: &[AreaId]) {
        self.bits.clear();
        self.bits.resize(mesh.area_count().div_ceil(64), 0);
        self.stack.clear();
        let signs = Signs::of_points(mesh, &[point]);
        for &area in areas {
            self.mark(area);
            for side in mesh.sides_of(area) {
                let ends = mesh.segment(side);
                self.push(mesh, signs, point, side, [ends.a, ends.b]);
            }
        }
        while let Some(Window { side: entry, right, left }) = self.stack.pop() {
            let area = mesh.area_of(entry);
            self.mark(area);
            for side in mesh.sides_of(area).filter(|&side| side != entry) {
                let ends = mesh.segment(side);
                let is_cut = [
                    !signs.turn(point, right, ends.a).is_left(),
                    !signs.turn(point, left, ends.b).is_right(),
                ];
                let right = if is_cut[0] { right } else { ends.a };
                let left = if is_cut[1] { left } else { ends.b };
                self.push(mesh, signs, point, side, [right, left]);
            }
        }
    }

    /// Notes what is seen through a side between two rays, if that is anything.
    fn push(
        &mut self,
        mesh: &NavMesh,
        signs: Signs,
        point: Vec2,
        side: SideId,
        [right, left]: [Vec2; 2],
    ) {
        if let Some(side) = mesh.twin(side)
            && signs.turn(point, right, left).is_left()
        {
            self.stack.push(Window { side, right, left });
        }
    }

    fn mark(&mut self, area: AreaId) {
        self.bits[area.index() / 64] |= 1 << (area.index() % 64);
    }

    /// Whether the point sees anything of one of some areas.
    pub(super) fn meets(&self, areas: &[AreaId]) -> bool {
        areas.iter().any(|area| self.bits[area.index() / 64] >> (area.index() % 64) & 1 != 0)
    }
}
