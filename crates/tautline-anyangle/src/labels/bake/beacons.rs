//! Beacons: a few corners to which all others know how far it is, roughly.
//!
//! Beacons of two kinds rule out corners together: those at the far ends of the map, for
//! much lies on the way there, give the lower bound of a distance; and the best hubs,
//! which lie on many shortest paths, the upper one.

use tautline_navmesh::{FanId, NavMesh};

use crate::labels::parallel;
use crate::labels::tables::bearings::{BEACONS, Bearings};
use crate::labels::tables::ranking::Ranking;
use crate::labels::tables::units::Units;
use crate::landmarks::Survey;
use crate::taut::corners::Corners;

/// So many of them are at the far ends of the map.
const FAR_ENDS: usize = 12;

/// Whether beacons are worth it for so many entries. Where a processor's cache holds
/// nearly all of them, it takes longer to rule some out than to read them.
pub(super) const fn pay(entries: usize) -> bool {
    const LEAST: usize = 1 << 18;
    cfg!(test) || entries >= LEAST
}

/// Chooses beacons and takes the bearings of all corners: 24 searches over all ground.
pub(super) fn survey(
    mesh: &NavMesh,
    corners: &Corners,
    ranking: &Ranking,
    units: Units,
) -> Vec<Bearings> {
    let fans: Vec<FanId> = (0..).map(FanId).take(mesh.fan_count()).collect();
    let measure = |survey: &mut Survey<'_>, corner: u32| -> Vec<f64> {
        survey.measure(corners.get(corner).fan, &fans);
        corners.all.iter().map(|corner| survey.distance_to(corner.fan)).collect()
    };
    let mut bearings = vec![Bearings::UNKNOWN; corners.count()];
    let mut note = |beacon: usize, lengths: &[f64]| {
        for (bearings, &length) in bearings.iter_mut().zip(lengths) {
            bearings.note(beacon, length, units);
        }
    };
    let hubs = &ranking.corners[..corners.count().min(BEACONS - FAR_ENDS)];
    let from_hubs =
        parallel::map(hubs.len(), || Survey::new(mesh), |survey, hub| measure(survey, hubs[hub]));
    for (beacon, lengths) in (FAR_ENDS..).zip(&from_hubs) {
        note(beacon, lengths);
    }
    // How far each corner is from the nearest far end; to begin with, from the best hub.
    let mut to_nearest = from_hubs.into_iter().next().unwrap_or_default();
    let mut survey = Survey::new(mesh);
    for beacon in 0..FAR_ENDS {
        let reached = (0..).zip(&to_nearest).filter(|(_, length)| length.is_finite());
        let Some((farthest, _)) = reached.max_by(|a, b| a.1.total_cmp(b.1)) else { break };
        let lengths = measure(&mut survey, farthest);
        note(beacon, &lengths);
        for (nearest, length) in to_nearest.iter_mut().zip(lengths) {
            *nearest = if beacon == 0 { length } else { nearest.min(length) };
        }
    }
    bearings
}

#[cfg(test)]
mod tests {
    use tautline_geometry::Vec2;
    use tautline_navmesh::{BuildOptions, NavMesh, Terrain, rectangles_from_cells};

    use crate::{BakeOptions, Hubs, LabelScratch, Labels, SharedGoal};

    #[test]
    fn what_is_ruled_out_begins_no_shortest_path() {
        // A wall now and then, so that there are ways around; and ground apart.
        let is_free =
            |x, y| x != 45 && ((3 * x + 5 * y) % 7 != 0 || (x + 2 * y) % 5 == 0) && x * y % 11 != 5;
        let raw = rectangles_from_cells(64, 41, |x, y| is_free(x, y).then_some(Terrain(0)));
        let mesh = NavMesh::build(&raw, &BuildOptions::default()).unwrap().mesh;
        let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::All)).unwrap();
        assert!(labels.has_beacons);
        let plain = Labels { has_beacons: false, ..labels.clone() };
        let places: Vec<Vec2> = mesh
            .areas()
            .flat_map(|area| mesh.corners(area).zip(mesh.corners(area).skip(1)).step_by(2))
            .map(|(a, b)| a.lerp(b, 0.3))
            .collect();
        let (mut scratch, mut goal) = (LabelScratch::new(), SharedGoal::new());
        let (mut points, mut entries) = (Vec::new(), [0; 2]);
        for &to in places.iter().step_by(37) {
            labels.share_goal(&mesh, to.into(), &mut goal).unwrap();
            for &from in places.iter().step_by(5) {
                let [start, end] = [from, to].map(Into::into);
                let lengths = [&labels, &plain].map(|labels| {
                    labels.shortest_path(&mesh, start, end, &mut scratch, &mut points)
                });
                let shared =
                    labels.shortest_path_to(&mesh, start, &goal, &mut scratch, &mut points);
                let [length, expected, shared] =
                    [lengths[0], lengths[1], shared].map(|length| length.unwrap_or(-1.0));
                assert!((length - expected).abs() < 1e-9, "{from} {to}");
                assert!((shared - expected).abs() < 1e-9, "{from} {to}");
                for (sum, labels) in entries.iter_mut().zip([&labels, &plain]) {
                    let _ = labels.shortest_path(&mesh, start, end, &mut scratch, &mut points);
                    *sum += scratch.counters().entries;
                }
            }
        }
        assert!(2 * entries[0] < entries[1], "{entries:?}");
    }
}
