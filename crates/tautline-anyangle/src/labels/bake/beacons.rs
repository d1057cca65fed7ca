//! Beacons: a few corners to which all others know how far it is, roughly.
//!
//! Beacons of two kinds rule out corners together: those at the far ends of the map, for
//! much lies on the way there, give the lower bound of a distance; and the best hubs,
//! which lie on many shortest paths, the upper one. The lower bound guides the search
//! among corners that are no hubs, too.

use tautline_navmesh::{FanId, NavMesh};

use crate::labels::parallel;
use crate::labels::tables::bearings::{BEACONS, Bearings};
use crate::labels::tables::ranking::Ranking;
use crate::labels::tables::taut_graph::TautGraph;
use crate::labels::tables::units::Units;
use crate::landmarks::Survey;
use crate::taut::corners::Corners;

/// So many of them at most are hubs; the others are at the far ends of the map.
const MOST_HUBS: usize = 12;

/// Whether beacons are worth it for so many entries, and corners that are no hubs. Where
/// a processor's cache holds nearly all entries, it takes longer to rule some out than to
/// read them; and where few corners are searched, it is over before a bound has told
/// anything.
pub(super) const fn pay(entries: usize, searched: usize) -> bool {
    const LEAST_ENTRIES: usize = 1 << 18;
    const LEAST_SEARCHED: usize = 1 << 10;
    cfg!(test) || entries >= LEAST_ENTRIES || searched >= LEAST_SEARCHED
}

/// How far all corners are from the beacons that were needed so far.
pub(super) struct Beacons<'a> {
    mesh: &'a NavMesh,
    corners: &'a Corners,
    fans: Vec<FanId>,
    /// Far ends are looked for from here.
    middle: Option<u32>,
    from_far_ends: Vec<Vec<f64>>,
    /// How far each corner is from the nearest far end; to begin with, from the middle.
    to_nearest: Vec<f64>,
    from_hubs: Vec<Vec<f64>>,
}

impl<'a> Beacons<'a> {
    /// Nothing is known yet.
    pub(super) fn new(mesh: &'a NavMesh, corners: &'a Corners, graph: &TautGraph) -> Self {
        let fans = (0..).map(FanId).take(mesh.fan_count()).collect();
        let ranking = Ranking::unknown(corners.count()).completed(graph);
        let middle = ranking.corners.first().copied();
        let (from_far_ends, to_nearest, from_hubs) = Default::default();
        Self { mesh, corners, fans, middle, from_far_ends, to_nearest, from_hubs }
    }

    /// The bearings of all corners, where so many are hubs: 24 searches over all ground,
    /// of which those that were made before are not made again.
    pub(super) fn bearings(
        &mut self,
        ranking: &Ranking,
        hub_count: usize,
        units: Units,
    ) -> Vec<Bearings> {
        let hubs = &ranking.corners[..hub_count.min(MOST_HUBS)];
        self.measure_hubs(hubs);
        self.find_far_ends(BEACONS - hubs.len());
        let beacons = self.from_hubs[..hubs.len()].iter().chain(&self.from_far_ends);
        let mut bearings = vec![Bearings::UNKNOWN; self.corners.count()];
        for (beacon, lengths) in beacons.take(BEACONS).enumerate() {
            for (bearings, &length) in bearings.iter_mut().zip(lengths) {
                bearings.note(beacon, length, units);
            }
        }
        bearings
    }

    /// How far all corners are from one.
    fn measure(&self, survey: &mut Survey<'_>, corner: u32) -> Vec<f64> {
        survey.measure(self.corners.get(corner).fan, &self.fans);
        self.corners.all.iter().map(|corner| survey.distance_to(corner.fan)).collect()
    }

    fn measure_hubs(&mut self, hubs: &[u32]) {
        let further = hubs.get(self.from_hubs.len()..).unwrap_or_default();
        let measure = |survey: &mut Survey<'_>, hub: usize| self.measure(survey, further[hub]);
        let measured = parallel::map(further.len(), || Survey::new(self.mesh), measure);
        self.from_hubs.extend(measured);
    }

    fn find_far_ends(&mut self, count: usize) {
        let mut survey = Survey::new(self.mesh);
        if self.to_nearest.is_empty()
            && let Some(middle) = self.middle
        {
            self.to_nearest = self.measure(&mut survey, middle);
        }
        while self.from_far_ends.len() < count {
            let reached = (0..).zip(&self.to_nearest).filter(|(_, length)| length.is_finite());
            let Some((farthest, _)) = reached.max_by(|a, b| a.1.total_cmp(b.1)) else { break };
            let lengths = self.measure(&mut survey, farthest);
            let is_first = self.from_far_ends.is_empty();
            for (nearest, &length) in self.to_nearest.iter_mut().zip(&lengths) {
                *nearest = if is_first { length } else { nearest.min(length) };
            }
            self.from_far_ends.push(lengths);
        }
    }
}

#[cfg(test)]
mod tests {
    use tautline_geometry::Vec2;
    use tautline_navmesh::{BuildOptions, NavMesh, Terrain, rectangles_from_cells};

    use crate::{BakeOptions, Hubs, LabelCounters, LabelScratch, Labels, SharedGoal};

    /// Checks that labels with so many hubs give the same lengths with and without their
    /// beacons; adds up the counters of both.
    fn with_and_without_beacons(hubs: Hubs, count: fn(LabelCounters) -> u64) -> [u64; 2] {
        // A wall now and then, so that there are ways around; and ground apart.
        let is_free =
            |x, y| x != 45 && ((3 * x + 5 * y) % 7 != 0 || (x + 2 * y) % 5 == 0) && x * y % 11 != 5;
        let raw = rectangles_from_cells(64, 41, |x, y| is_free(x, y).then_some(Terrain(0)));
        let mesh = NavMesh::build(&raw, &BuildOptions::default()).unwrap().mesh;
        let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(hubs)).unwrap();
        assert!(labels.has_beacons);
        let plain = Labels { has_beacons: false, ..labels.clone() };
        let places: Vec<Vec2> = mesh
            .areas()
            .flat_map(|area| mesh.corners(area).zip(mesh.corners(area).skip(1)).step_by(2))
            .map(|(a, b)| a.lerp(b, 0.3))
            .collect();
        let (mut scratch, mut goal) = (LabelScratch::new(), SharedGoal::new());
        let (mut points, mut counted) = (Vec::new(), [0; 2]);
        for &to in places.iter().step_by(37) {
            labels.share_goal(&mesh, to.into(), &mut goal).unwrap();
            for &from in places.iter().step_by(5) {
                let [start, end] = [from, to].map(Into::into);
                let mut lengths = [0.0; 2];
                for ((length, sum), labels) in
                    lengths.iter_mut().zip(&mut counted).zip([&labels, &plain])
                {
                    let found = labels.shortest_path(&mesh, start, end, &mut scratch, &mut points);
                    *length = found.unwrap_or(-1.0);
                    *sum += count(scratch.counters());
                }
                let shared =
                    labels.shortest_path_to(&mesh, start, &goal, &mut scratch, &mut points);
                let ([length, expected], shared) = (lengths, shared.unwrap_or(-1.0));
                assert!((length - expected).abs() < 1e-9, "{from} {to}");
                assert!((shared - expected).abs() < 1e-9, "{from} {to}");
            }
        }
        counted
    }

    #[test]
    fn what_is_ruled_out_begins_no_shortest_path() {
        let [entries, plain] = with_and_without_beacons(Hubs::All, |counters| counters.entries);
        assert!(2 * entries < plain, "{entries} {plain}");
    }

    #[test]
    fn the_search_among_other_corners_is_led_to_the_goal() {
        for hubs in [0, 16] {
            let [expanded, plain] =
                with_and_without_beacons(Hubs::AtMost(hubs), |counters| counters.expanded);
            assert!(5 * expanded < 4 * plain, "{hubs} hubs: {expanded} {plain}");
        }
    }
}
