//! From where a single bend may lead to each area.

use tautline_navmesh::{AreaId, NavMesh};

use crate::labels::tables::packed_cone::ConeLayout;
use crate::labels::tables::regions::Regions;
use crate::labels::tables::rows::AreaRow;
use crate::taut::corners::Corners;

/// Takes note, for each area, of where those ends of paths may lie that have one bend
/// only, at a corner that does not lead on from one of their ends.
pub(super) fn note_single_bends(
    mesh: &NavMesh,
    corners: &Corners,
    layout: ConeLayout,
    areas: &mut [AreaRow],
    cones: &[u64],
) {
    // For each wedge of a corner, where those areas are that see it: from which it leads
    // on, and the others.
    let mut watchers = vec![[Regions::default(); 2]; 2 * corners.count()];
    for (area, row) in (0..).map(AreaId).zip(&*areas) {
        let around = Regions::around(mesh, area);
        for (half, range) in row.halves().into_iter().enumerate() {
            for &cone in &cones[range] {
                watchers[layout.node(cone).index()][half].join(&around);
            }
        }
    }
    for row in areas {
        let [leading, others] = row.halves();
        let behind = |cone: u64| &watchers[layout.node(cone).opposite().index()];
        for &cone in &cones[leading] {
            row.single_bends.join(&behind(cone)[1]);
        }
        for &cone in &cones[others] {
            behind(cone).iter().for_each(|regions| row.single_bends.join(regions));
        }
    }
}

#[cfg(test)]
mod tests {
    use tautline_geometry::Vec2;
    use tautline_navmesh::{BuildOptions, Terrain, rectangles_from_cells};

    use super::*;
    use crate::{BakeOptions, Hubs, Labels};

    #[test]
    fn ends_that_see_one_corner_know_of_each_other() {
        let is_free = |x, y| (3 * x + 5 * y) % 7 != 0 || (x + 2 * y) % 5 == 0;
        let raw = rectangles_from_cells(64, 41, |x, y| is_free(x, y).then_some(Terrain(0)));
        let mesh = NavMesh::build(&raw, &BuildOptions::default()).unwrap().mesh;
        let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::All)).unwrap();
        let nodes = |row: &AreaRow, half: usize| -> Vec<_> {
            let cones = &labels.cones[row.halves()[half].clone()];
            cones.iter().map(|&cone| labels.layout.node(cone)).collect()
        };
        let (mut single, mut apart) = (0, 0);
        for (from, row) in mesh.areas().zip(&labels.areas).step_by(7) {
            let others = nodes(row, 1);
            for (to, other) in mesh.areas().zip(&labels.areas).step_by(3) {
                let seen = [nodes(other, 0), nodes(other, 1)].concat();
                let meets = others.iter().any(|node| seen.contains(&node.opposite()));
                let knows = |row: &AreaRow, area: AreaId| {
                    let part = |at: Vec2| Regions::part_of(&mesh.bounds(), at);
                    mesh.corners(area).all(|corner| row.single_bends.has(part(corner)))
                };
                let know = knows(row, to) && knows(other, from);
                assert!(know || !meets, "{from:?} {to:?}");
                single += u32::from(meets);
                apart += u32::from(!know);
            }
        }
        assert!(single > 100 && apart > 100, "{single} {apart}");
    }
}
