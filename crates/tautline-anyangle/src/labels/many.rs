//! Many agents with one goal, and distances from everywhere.

use tautline_geometry::Vec2;
use tautline_navmesh::{CorridorEnd, Costs, NavMesh, QueryError};

use super::meet::Meeting;
use super::packed::{Entry, ROW};
use super::scan::{EndScratch, Visible};
use super::signs::Signs;
use super::{LabelCounters, Labels};

/// A goal that many agents share: its half of each query, done once.
///
/// [`Labels::share_goal`] pays from the second agent on. From about a thousand on,
/// let [`Labels::spread_goal`] follow: it works out how far each corner is from
/// the goal, in about a millisecond, and each agent only compares the corners
/// that it sees.
///
/// ```
/// use tautline_anyangle::{BakeOptions, LabelScratch, Labels, SharedGoal};
/// use tautline_anyangle::navmesh::{BuildOptions, NavMesh, Terrain, Vec2, rectangles_from_cells};
///
/// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
/// let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let labels = Labels::bake(&mesh, &BakeOptions::default())?;
///
/// let (mut goal, mut scratch) = (SharedGoal::new(), LabelScratch::new());
/// labels.share_goal(&mesh, Vec2::new(5.0, 4.0).into(), &mut goal)?;
/// labels.spread_goal(&mut goal);
/// for (agent, next) in [([0.0, 0.0], [4.0, 1.0]), ([5.0, 0.0], [5.0, 4.0]), ([0.5, 5.0], [1.0, 4.0])] {
///     let found = labels.next_corner_to(&mesh, Vec2::from(agent).into(), &goal, &mut scratch)?;
///     assert_eq!(found.point, Vec2::from(next));
/// }
/// let nearest = labels.corner_distances(&goal).min_by(|a, b| a.1.total_cmp(&b.1));
/// assert_eq!(nearest, Some((Vec2::new(4.0, 4.0), 1.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SharedGoal {
    pub(super) end: CorridorEnd,
    pub(super) seen: EndScratch,
    /// Of the mesh of the labels that it was shared with.
    fingerprint: u64,
    /// For each hub, how far it is, in units, and the entry by which it is reached.
    hubs: Vec<(u64, u32)>,
    /// For each corner, if it was spread: how far it is, in units, and the entry
    /// towards the hub over which it is reached.
    corners: Vec<(u64, u32)>,
}

/// Farther than anything; and twice that can be told from it.
const UNREACHED: u64 = 1 << 60;

impl Default for SharedGoal {
    fn default() -> Self {
        Self::new()
    }
}

impl SharedGoal {
    /// Memory that has not been used yet. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self {
            end: CorridorEnd { point: Vec2::ZERO, elevation: None },
            seen: EndScratch::default(),
            fingerprint: 0,
            hubs: Vec::new(),
            corners: Vec::new(),
        }
    }

    pub(super) fn is_of(&self, labels: &Labels) -> bool {
        let has_size = self.hubs.len() == labels.hub_count as usize;
        self.fingerprint == labels.fingerprint && has_size
    }

    pub(super) fn is_spread(&self) -> bool {
        !self.corners.is_empty()
    }

    /// The best way from what a start sees.
    pub(super) fn meet(&self, labels: &Labels, starts: &[Visible]) -> Option<Meeting> {
        let mut best = (UNREACHED, 0);
        for visible in starts {
            let base = labels.units.of(visible.distance);
            if self.is_spread() {
                let (distance, entry) = self.corners[visible.node.corner() as usize];
                best = best.min((base + distance, entry));
            } else {
                let entries = visible.entries();
                let first = entries.start;
                for (at, &entry) in (first..).zip(&labels.entries[entries]) {
                    let entry = Entry(entry);
                    let sum = base + entry.distance() + self.hubs[entry.hub()].0;
                    if sum < best.0 {
                        best = (sum, u32::try_from(at).unwrap_or(u32::MAX));
                    }
                }
            }
        }
        let (distance, start) = best;
        (distance < UNREACHED).then(|| {
            let hub = Entry(labels.entries[start as usize]).hub();
            let entries = [start as usize, self.hubs[hub].1 as usize];
            Meeting { entries, distance }
        })
    }
}

impl Labels {
    /// Prepares a goal that many agents share. What was in `shared` is replaced.
    ///
    /// # Errors
    ///
    /// A [`QueryError`]: the goal is not finite or off the mesh.
    pub fn share_goal(
        &self,
        mesh: &NavMesh,
        goal: CorridorEnd,
        shared: &mut SharedGoal,
    ) -> Result<(), QueryError> {
        shared.end = goal;
        shared.fingerprint = 0;
        shared.hubs.clear();
        shared.corners.clear();
        if !self.fits(mesh) {
            // Agents will search online.
            return mesh.open_areas_at("goal", goal, &Costs::uniform(), &mut shared.seen.areas);
        }
        self.open(mesh, [("goal", goal, &mut shared.seen)])?;
        let signs = Signs::of_points(mesh, &[goal.point]);
        let mut counters = LabelCounters::default();
        self.scan(mesh, signs, goal.point, true, &mut shared.seen, &mut counters);
        shared.fingerprint = self.fingerprint;
        shared.hubs.resize(self.hub_count as usize, (UNREACHED, 0));
        for visible in &shared.seen.visible {
            let base = self.units.of(visible.distance);
            let entries = visible.entries();
            for (at, &entry) in (entries.start..).zip(&self.entries[entries]) {
                let entry = Entry(entry);
                let hub = &mut shared.hubs[entry.hub()];
                let sum = base + entry.distance();
                if sum < hub.0 {
                    *hub = (sum, u32::try_from(at).unwrap_or(u32::MAX));
                }
            }
        }
        Ok(())
    }

    /// Works out how far every corner is from a goal that was shared: from about a
    /// thousand agents on, that makes each of them faster than it costs. O(labels).
    ///
    /// Without effect where only some corners are hubs.
    pub fn spread_goal(&self, shared: &mut SharedGoal) {
        if !self.has_hubs_only() || !shared.is_of(self) {
            return;
        }
        shared.corners.clear();
        let hubs = &shared.hubs;
        shared.corners.extend(self.corners.windows(2).map(|rows| {
            let [first, end] = [&rows[0], &rows[1]].map(|row| row.starts[0] as usize * ROW);
            let mut best = (UNREACHED, 0);
            for (at, &entry) in (first..).zip(&self.entries[first..end]) {
                let entry = Entry(entry);
                let sum = entry.distance() + hubs[entry.hub()].0;
                if sum < best.0 {
                    best = (sum, u32::try_from(at).unwrap_or(u32::MAX));
                }
            }
            best
        }));
    }

    /// All corners of the mesh that are joined with a goal by a way, and the
    /// lengths of the shortest ones; after [`Self::spread_goal`]. In no order that
    /// means anything.
    pub fn corner_distances<'a>(
        &'a self,
        shared: &'a SharedGoal,
    ) -> impl Iterator<Item = (Vec2, f64)> + 'a {
        let distances = shared.corners.iter().map(|&(distance, _)| distance);
        let reached = self.corners.iter().zip(distances);
        reached
            .filter(|(_, distance)| *distance < UNREACHED)
            .map(|(row, distance)| (row.point, self.units.length(distance)))
    }
}
