//! The areas of a sheet, as a mesh lists them.

use super::Sheet;
use tautline_navmesh::RawMesh;

/// The areas of a sheet, as a [`RawMesh`] lists them.
#[derive(Default)]
pub(crate) struct Rings {
    pub(crate) corners: Vec<u32>,
    pub(crate) corner_ends: Vec<u32>,
    pub(crate) neighbours: Vec<u32>,
    /// For each area, one of the raw areas that it was made of.
    pub(crate) sources: Vec<u32>,
}

impl Sheet<'_> {
    /// The areas as they are now. The terrain, the number and so on of an area
    /// are those of one of its `sources`.
    pub(crate) fn rings(&self) -> Rings {
        let mut rings = Rings::default();
        // For each corner, the side that begins there.
        let mut sides = Vec::new();
        let mut area_of_side = vec![RawMesh::NO_NEIGHBOUR; self.side_count()];
        for first in (0..).take(self.side_count()) {
            if self.is_gone[first as usize] || area_of_side[first as usize] != RawMesh::NO_NEIGHBOUR
            {
                continue;
            }
            let area = u32::try_from(rings.sources.len()).unwrap_or(RawMesh::NO_NEIGHBOUR);
            let mut side = first;
            loop {
                area_of_side[side as usize] = area;
                rings.corners.push(self.starts[side as usize]);
                sides.push(side);
                side = self.next(side);
                if side == first {
                    break;
                }
            }
            rings.corner_ends.push(u32::try_from(rings.corners.len()).unwrap_or(u32::MAX));
            rings.sources.push(self.sources[first as usize]);
        }
        let across = |&side: &u32| {
            area_of_side.get(self.twin(side) as usize).copied().unwrap_or(RawMesh::NO_NEIGHBOUR)
        };
        rings.neighbours = sides.iter().map(across).collect();
        rings
    }
}
