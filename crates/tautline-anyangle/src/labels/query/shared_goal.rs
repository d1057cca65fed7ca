//! Many agents with one goal, and distances from everywhere.

use tautline_geometry::Vec2;
use tautline_navmesh::{End, Location, NavMesh};

use super::Asked;
use super::end::{EndScratch, Leg, RowAhead};
use super::meet::Meeting;
use super::way::Way;
use crate::ExactError;
use crate::labels::Labels;
use crate::labels::tables::taut_tree::{self, TautTree};
use crate::taut::corner_set::CornerSet;
use crate::taut::signs::Signs;

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
/// for (agent, next) in [([0.0, 0.0], [4.0, 1.0]), ([5.0, 0.0], [5.0, 4.0]), ([0.5, 3.0], [1.0, 4.0])] {
///     let found = labels.next_corner_to(&mesh, Vec2::from(agent).into(), &goal, &mut scratch)?;
///     assert_eq!(found.point, Vec2::from(next));
/// }
/// let nearest = labels.corner_distances(&goal).min_by(|a, b| a.1.total_cmp(&b.1));
/// assert_eq!(nearest, Some((Vec2::new(4.0, 4.0), 1.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SharedGoal {
    pub(super) end: EndScratch,
    /// The corners that it sees.
    pub(super) marks: CornerSet,
    /// Of the labels that it was shared with.
    identity: u64,
    /// For each hub, how far it is, in units, and the entry by which it is reached.
    hubs: Vec<(u64, u32)>,
    /// For each corner, if it was spread, how far it is.
    corners: Vec<Onward>,
    tree: TautTree,
    /// The corners that the tree has visited.
    visited: Vec<u32>,
}

/// How far a corner is from a goal, in units, and how to go on from it.
#[derive(Clone, Copy, Debug)]
struct Onward {
    distance: u64,
    /// An entry, towards the hub over which the way leads; or the next corner, or
    /// [`Self::GOAL`].
    next: u32,
    is_entry: bool,
}

impl Onward {
    const GOAL: u32 = u32::MAX;
}

/// Farther than anything; and twice that can be told from it.
const UNREACHED: u64 = 1 << 60;

impl SharedGoal {
    /// Memory that has not been used yet. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn is_of(&self, labels: &Labels) -> bool {
        self.identity == labels.identity
    }

    pub(super) fn is_spread(&self) -> bool {
        !self.corners.is_empty()
    }

    /// The best way over a hub from what a start sees.
    pub(super) fn meet(&self, labels: &Labels, starts: &[RowAhead]) -> Option<Meeting> {
        let mut best = (UNREACHED, 0);
        for row in starts {
            for (at, entry) in labels.entries.numbered(row.row) {
                let sum = row.distance + entry.distance() + self.hubs[entry.hub()].0;
                if sum < best.0 {
                    best = (sum, at);
                }
            }
        }
        (best.0 < UNREACHED).then(|| self.meeting(labels, best.1, best.0))
    }

    /// The meeting that begins with an entry.
    fn meeting(&self, labels: &Labels, entry: u32, distance: u64) -> Meeting {
        let hub = labels.entries.at(entry).hub();
        Meeting { entries: [entry, self.hubs[hub].1], distance }
    }

    /// The best corner to begin with of those that a start sees, if the goal was
    /// spread, and the length of the whole way.
    pub(super) fn first_corner(&self, labels: &Labels, from: &EndScratch) -> Option<Way> {
        let way = |leg: &Leg| {
            let corner = labels.cones.nodes[leg.cone as usize].corner();
            (labels.units.of(leg.length) + self.corners[corner as usize].distance, corner)
        };
        let (distance, corner) = from.legs.iter().map(way).min()?;
        (distance < UNREACHED).then_some(Way::By(corner, distance))
    }

    /// The bends of the way from a corner, if the goal was spread.
    pub(super) fn read_bends(&self, labels: &Labels, mut corner: u32, bends: &mut Vec<u32>) {
        bends.clear();
        loop {
            let Onward { distance, next, is_entry } = self.corners[corner as usize];
            if is_entry {
                return labels.add_bends(self.meeting(labels, next, distance), bends);
            }
            bends.push(corner);
            if next == Onward::GOAL {
                return;
            }
            corner = next;
        }
    }
}

impl Labels {
    /// Prepares a goal that many agents share. What was in `shared` is replaced.
    ///
    /// # Errors
    ///
    /// An [`ExactError`]: the labels belong to another mesh; the goal is not finite or off the mesh.
    pub fn share_goal(
        &self,
        mesh: &NavMesh,
        goal: Location,
        shared: &mut SharedGoal,
    ) -> Result<(), ExactError> {
        self.binding.check(mesh)?;
        let SharedGoal { end, marks, identity, hubs, corners, .. } = shared;
        *identity = 0;
        hubs.clear();
        corners.clear();
        end.open(mesh, End::Goal, goal)?;
        let asked = Asked { mesh, signs: Signs::of_points(mesh, &[goal.point]) };
        self.scan_all(&asked, end, marks);
        self.measure(end);
        self.list_rows(end, None);
        *identity = self.identity;
        hubs.resize(self.hub_count as usize, (UNREACHED, 0));
        for row in &end.rows {
            for (at, entry) in self.entries.numbered(row.row) {
                let hub = &mut hubs[entry.hub()];
                *hub = (*hub).min((row.distance + entry.distance(), at));
            }
        }
        Ok(())
    }

    /// Works out how far every corner is from a goal that was shared: from about a
    /// thousand agents on, that makes each of them faster than it costs. O(labels),
    /// and one search among the corners that are no hubs.
    pub fn spread_goal(&self, shared: &mut SharedGoal) {
        if !shared.is_of(self) {
            return;
        }
        let SharedGoal { corners, hubs, .. } = shared;
        corners.clear();
        corners.extend(self.corners.iter().map(|row| {
            let [first, _, end] = row.row_starts;
            let entries = (first..end).flat_map(|row| self.entries.numbered(row));
            let ways = entries.map(|(at, entry)| (entry.distance() + hubs[entry.hub()].0, at));
            let (distance, next) = ways.fold((UNREACHED, 0), std::cmp::Ord::min);
            Onward { distance, next, is_entry: true }
        }));
        self.find_next_corners(shared);
        if !self.has_hubs_only() {
            self.spread_beyond_hubs(shared);
        }
    }

    /// For each corner, which one is next: so the hub that its way leads over need
    /// not be known any more.
    fn find_next_corners(&self, shared: &mut SharedGoal) {
        let SharedGoal { corners, hubs, .. } = shared;
        for corner in 0..corners.len() {
            let Onward { distance, next: entry, .. } = corners[corner];
            if distance >= UNREACHED {
                continue;
            }
            let next = self.entries.next(entry).map(|next| self.entries.owner(next));
            let next = next.unwrap_or_else(|| {
                // It is the hub itself, and the goal's way comes from the corner before.
                let from_goal = hubs[self.entries.at(entry).hub()].1;
                let before = self.entries.way(from_goal).take_while(|&at| at as usize != corner);
                before.last().unwrap_or(Onward::GOAL)
            });
            // Where two ways are as long but for rounding, following one and then the
            // other might lead in a circle.
            let comes_nearer = next == Onward::GOAL || corners[next as usize].distance < distance;
            if comes_nearer {
                corners[corner] = Onward { distance, next, is_entry: false };
            }
        }
    }

    /// Grows the tree of the goal among the corners that are no hubs, and notes
    /// what it reaches by a shorter way.
    fn spread_beyond_hubs(&self, shared: &mut SharedGoal) {
        let SharedGoal { end, corners, tree, visited, .. } = shared;
        let signs = Signs::of_any_points();
        let first = end.legs.iter().map(|leg| (self.cones.nodes[leg.cone as usize], leg.length));
        let first = first.filter(|&(node, _)| !self.is_hub(node));
        let first =
            first.map(|(node, length)| (node, self.reach_from(signs, end.point, node), length));
        visited.clear();
        tree.grow_from(&self.graph, first, |visit| {
            let corner = visit.arrival.corner();
            let next = visited.get(visit.from as usize).copied().unwrap_or(Onward::GOAL);
            visited.push(corner);
            let distance = self.units.of(visit.length);
            let known = &mut corners[corner as usize];
            if visit.is_first && distance < known.distance {
                *known = Onward { distance, next, is_entry: false };
            }
            taut_tree::Onward::Go
        });
    }

    /// All corners of the mesh that are joined with a goal by a way, and the
    /// lengths of the shortest ones; after [`Self::spread_goal`]. In no order that
    /// means anything.
    pub fn corner_distances<'a>(
        &'a self,
        shared: &'a SharedGoal,
    ) -> impl Iterator<Item = (Vec2, f64)> + 'a {
        let distances = shared.corners.iter().map(|onward| onward.distance);
        let reached = self.points.iter().zip(distances);
        reached
            .filter(|(_, distance)| *distance < UNREACHED)
            .map(|(&point, distance)| (point, self.units.length(distance)))
    }
}
