//! Beacons: a few corners to which all others know how far it is, roughly.
//!
//! Most corners that an end sees begin no shortest path. How far two places are from a
//! beacon tells how far they are apart at least, and at most; with both bounds, more
//! than half of the corners are ruled out before anything of their entries is fetched.
//!
//! Beacons of two kinds do that together: corners at the far ends of the map, for much
//! lies on the way there, give the lower bound; and the best hubs, which lie on many
//! shortest paths, the upper one.

use tautline_navmesh::{FanId, NavMesh};

use crate::labels::bake::order::Ranking;
use crate::labels::parallel;
use crate::labels::tables::packed::Units;
use crate::landmarks::Survey;
use crate::taut::corners::Corners;

/// Processors work on so many small numbers at a time.
const LANES: usize = 8;
const BLOCKS: usize = 3;

/// How many beacons there are: what is known of a corner fills a line of the
/// processor's cache.
pub(in crate::labels) const BEACONS: usize = LANES * BLOCKS;

/// So many of them are at the far ends of the map.
const FAR_ENDS: usize = 12;

/// How far a place is from each beacon, in steps, rounded down; the greatest number
/// where it is at least that far, or not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::labels) struct Bearings([[i16; LANES]; BLOCKS]);

impl Default for Bearings {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl Bearings {
    pub(in crate::labels) const UNKNOWN: Self = Self([[i16::MAX; LANES]; BLOCKS]);

    /// From plain numbers, none of which is above `i16::MAX`.
    pub(in crate::labels) fn from_plain(steps: &[u16; BEACONS]) -> Self {
        let mut bearings = Self::UNKNOWN;
        for (mine, steps) in bearings.0.as_flattened_mut().iter_mut().zip(steps) {
            *mine = steps.cast_signed();
        }
        bearings
    }

    pub(in crate::labels) fn to_plain(self) -> impl Iterator<Item = u16> {
        self.0.into_iter().flatten().map(i16::cast_unsigned)
    }

    /// How many steps a length in units has, of which no more than 2^48 come together.
    #[expect(clippy::cast_possible_truncation, reason = "15 bits are left")]
    #[inline(always)]
    pub(in crate::labels) const fn steps(units: u64) -> i16 {
        const DROPPED_BITS: u32 = 33;
        (units >> DROPPED_BITS) as i16 & i16::MAX
    }

    fn note(&mut self, beacon: usize, length: f64, units: Units) {
        if length.is_finite() {
            self.0.as_flattened_mut()[beacon] = Self::steps(units.of(length));
        }
    }

    /// Takes note of a way by a corner that is so many steps away.
    #[inline(always)]
    pub(in crate::labels) fn join(&mut self, corner: &Self, steps: i16) {
        for (mine, theirs) in self.0.iter_mut().zip(corner.0) {
            *mine = lanes(*mine, theirs, |mine, theirs| mine.min(theirs.saturating_add(steps)));
        }
    }

    /// With how many steps a way begins no shortest path between two ends any more, that
    /// took note of all corners that they see; nothing if no beacon tells.
    #[inline(always)]
    pub(in crate::labels) fn limit(&self, other: &Self) -> Option<i16> {
        /// An upper bound from two ends, each with two numbers rounded down, may be four
        /// steps too short; and what it is compared with, two steps too long.
        const ROUNDING: i16 = 8;
        let mut least = [i16::MAX; LANES];
        for (mine, theirs) in self.0.iter().zip(&other.0) {
            least = lanes(least, lanes(*mine, *theirs, i16::saturating_add), i16::min);
        }
        let limit = least.into_iter().fold(i16::MAX, i16::min).saturating_add(ROUNDING);
        (limit < i16::MAX).then_some(limit)
    }

    /// Whether a way of so many steps to the corner that these bearings are of, and on to
    /// an end, has more steps than a limit.
    ///
    /// An end takes note of the corners that it sees only, and may take itself to be
    /// farther from a beacon than it is. But not than by the last corner of a shortest
    /// path, which is among them: so no such path is ruled out.
    #[inline(always)]
    pub(in crate::labels) fn is_beyond(&self, limit: i16, steps: i16, end: &Self) -> bool {
        let apart = |a: i16, b: i16| a.saturating_sub(b).max(b.saturating_sub(a));
        let mut most = [0; LANES];
        for (mine, theirs) in self.0.iter().zip(&end.0) {
            most = lanes(most, lanes(*mine, *theirs, apart), i16::max);
        }
        let left = limit.saturating_sub(steps);
        most.into_iter().fold(false, |is_beyond, apart| is_beyond | (apart > left))
    }
}

/// Works on the numbers of two blocks. In a plain loop, which becomes a few instructions
/// that work on all.
#[inline(always)]
fn lanes(a: [i16; LANES], b: [i16; LANES], work: impl Fn(i16, i16) -> i16) -> [i16; LANES] {
    let mut results = [0; LANES];
    for at in 0..LANES {
        results[at] = work(a[at], b[at]);
    }
    results
}

/// Whether beacons are worth it for so many entries. Where a processor's cache holds
/// nearly all of them, it takes longer to rule some out than to read them.
pub(in crate::labels) const fn pay(entries: usize) -> bool {
    const LEAST: usize = 1 << 18;
    cfg!(test) || entries >= LEAST
}

/// Chooses beacons and takes the bearings of all corners: 24 searches over all ground.
pub(in crate::labels) fn survey(
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
    use tautline_navmesh::{BuildOptions, Terrain, rectangles_from_cells};

    use super::*;
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

    #[test]
    fn what_is_not_known_rules_nothing_out() {
        let near = Bearings([[7; LANES]; BLOCKS]);
        for end in [near, Bearings::UNKNOWN] {
            assert_eq!(end.limit(&Bearings::UNKNOWN), None);
        }
        let limit = near.limit(&near).unwrap();
        assert!(near.is_beyond(limit, 23, &near) && !near.is_beyond(limit, 22, &near));
    }
}
