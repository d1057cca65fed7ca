//! Prepared goals, for many agents with one goal, and one-to-all distances.

use tautline_geometry::Vec2;
use tautline_navmesh::{End, Location, NavMesh};

use super::QueryContext;
use super::end::{CandidateRow, EndScratch, Leg};
use super::link_rows::{SeenRow, ToGoal};
use super::merge::HubMatch;
use super::path::LabelPath;
use crate::ExactError;
use crate::labels::Labels;
use crate::labels::tables::taut_tree::{Growth, TautTree};
use crate::taut::corner_set::CornerSet;
use crate::taut::predicates::Predicates;

/// A goal prepared for many agents: the goal's half of each query, done once.
///
/// [`Labels::prepare_goal`] pays off from the second agent on. For more than about a
/// thousand agents, call [`Labels::one_to_all`] as well: it computes the distance of each
/// corner from the goal, in about a millisecond, and each query then only compares the
/// corners that its start sees.
///
/// ```
/// use tautline_anyangle::{BakeOptions, LabelScratch, Labels, PreparedGoal};
/// use tautline_anyangle::navmesh::{Terrain, Vec2, rectangles_from_cells};
///
/// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
/// let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
/// let mesh = raw.build()?;
/// let labels = Labels::bake(&mesh, &BakeOptions::default())?;
///
/// let (mut goal, mut scratch) = (PreparedGoal::new(), LabelScratch::new());
/// labels.prepare_goal(&mesh, Vec2::new(5.0, 4.0), &mut goal)?;
/// labels.one_to_all(&mut goal);
/// for (agent, next) in [([0.0, 0.0], [4.0, 1.0]), ([5.0, 0.0], [5.0, 4.0]), ([0.5, 3.0], [1.0, 4.0])] {
///     let found = labels.next_corner_to(&mesh, Vec2::from(agent), &goal, &mut scratch)?;
///     assert_eq!(found.point, Vec2::from(next));
/// }
/// let nearest = labels.corner_distances(&goal).min_by(|a, b| a.1.total_cmp(&b.1));
/// assert_eq!(nearest, Some((Vec2::new(4.0, 4.0), 1.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PreparedGoal {
    pub(super) end: EndScratch,
    /// The corners that it sees.
    pub(super) marks: CornerSet,
    /// The identity of the labels that it was prepared with.
    identity: u64,
    /// For each hub, its distance in fixed point, and the entry by which it is reached.
    hubs: Vec<(u64, u32)>,
    /// For each corner, its distance and the next step; empty without one-to-all distances.
    corners: Vec<NextHop>,
    /// For each arc of each link layer, the way from there.
    arcs: Vec<Vec<ToGoal>>,
    link_rows: Vec<SeenRow>,
    tree: TautTree,
    /// The corners that the tree has visited.
    visited: Vec<u32>,
}

/// The distance of a corner from the goal, in fixed point, and the next step to it.
#[derive(Clone, Copy, Debug)]
struct NextHop {
    distance: u64,
    /// An entry, towards the hub on the path; or the next corner, or [`Self::GOAL`].
    next: u32,
    is_entry: bool,
}

impl NextHop {
    const GOAL: u32 = u32::MAX;
}

/// The distance of what is unreachable. The sum of two does not overflow.
const UNREACHED: u64 = 1 << 60;

impl PreparedGoal {
    /// Creates empty memory. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn is_of(&self, labels: &Labels) -> bool {
        self.identity == labels.identity
    }

    /// Returns the way from each arc of a link layer.
    pub(super) fn arcs(&self, layer: usize) -> &[ToGoal] {
        &self.arcs[layer]
    }

    pub(super) fn has_distances(&self) -> bool {
        !self.corners.is_empty()
    }

    /// Finds the best path over a hub from the corners that a start sees.
    pub(super) fn merge_labels(
        &self,
        labels: &Labels,
        starts: &[CandidateRow],
    ) -> Option<HubMatch> {
        let mut best = (UNREACHED, 0);
        for row in starts {
            for (at, hub, distance) in labels.entries.numbered(row.row) {
                let sum = row.distance + distance + self.hubs[hub].0;
                if sum < best.0 {
                    best = (sum, at);
                }
            }
        }
        (best.0 < UNREACHED).then(|| self.match_from(labels, best.1, best.0))
    }

    /// Returns the match that begins with an entry.
    fn match_from(&self, labels: &Labels, entry: u32, distance: u64) -> HubMatch {
        let hub = labels.entries.hub(entry);
        HubMatch { entries: [entry, self.hubs[hub].1], distance }
    }

    /// Finds the best first corner among those that a start sees, and the length of the
    /// path, from one-to-all distances.
    pub(super) fn first_corner(&self, labels: &Labels, from: &EndScratch) -> Option<LabelPath> {
        let total = |leg: &Leg| {
            let corner = labels.cones.nodes[leg.cone as usize].corner();
            (labels.fixed_point.encode(leg.length) + self.corners[corner as usize].distance, corner)
        };
        let (distance, corner) = from.legs.iter().map(total).min()?;
        (distance < UNREACHED).then_some(LabelPath::ViaCorner(corner, distance))
    }

    /// Reads the bends of the path from a corner, from one-to-all distances.
    pub(super) fn read_bends(&self, labels: &Labels, mut corner: u32, bends: &mut Vec<u32>) {
        bends.clear();
        loop {
            let NextHop { distance, next, is_entry } = self.corners[corner as usize];
            if is_entry {
                return labels.add_bends(self.match_from(labels, next, distance), bends);
            }
            bends.push(corner);
            if next == NextHop::GOAL {
                return;
            }
            corner = next;
        }
    }
}

impl Labels {
    /// Prepares a goal for many agents. Replaces what was in `prepared`.
    ///
    /// # Errors
    ///
    /// An [`ExactError`]: the labels belong to another mesh; the goal is not finite or off
    /// the mesh. No path leads to `prepared` then.
    pub fn prepare_goal(
        &self,
        mesh: &NavMesh,
        goal: impl Into<Location>,
        prepared: &mut PreparedGoal,
    ) -> Result<(), ExactError> {
        let goal = goal.into();
        let PreparedGoal { end, marks, identity, hubs, corners, arcs, link_rows, .. } = prepared;
        *identity = 0;
        hubs.clear();
        corners.clear();
        self.binding.check(mesh)?;
        end.locate(mesh, End::Goal, goal)?;
        let context = QueryContext { mesh, predicates: Predicates::of_points(mesh, &[goal.point]) };
        self.scan_all(&context, end, marks);
        self.measure(end);
        self.list_rows(end, None);
        *identity = self.identity;
        hubs.resize(self.hub_count as usize, (UNREACHED, 0));
        for row in &end.rows {
            for (at, hub, distance) in self.entries.numbered(row.row) {
                let hub = &mut hubs[hub];
                *hub = (*hub).min((row.distance + distance, at));
            }
        }
        arcs.resize_with(self.links.len(), Vec::new);
        for (layer, arcs) in self.links.iter().zip(arcs) {
            self.measure_arcs(&context, layer, end, link_rows, arcs);
        }
        Ok(())
    }

    /// Computes the distance of every corner from a prepared goal (one-to-all). That makes
    /// queries faster, and pays off from about a thousand agents on. O(labels), plus one
    /// search among the corners that are not hubs.
    pub fn one_to_all(&self, prepared: &mut PreparedGoal) {
        if !prepared.is_of(self) {
            return;
        }
        let PreparedGoal { corners, hubs, .. } = prepared;
        corners.clear();
        corners.extend(self.corners.iter().map(|row| {
            let [first, _, end] = row.row_starts;
            let entries = (first..end).flat_map(|row| self.entries.numbered(row));
            let candidates = entries.map(|(at, hub, distance)| (distance + hubs[hub].0, at));
            let (distance, next) = candidates.fold((UNREACHED, 0), std::cmp::Ord::min);
            NextHop { distance, next, is_entry: true }
        }));
        self.find_next_corners(prepared);
        if !self.all_are_hubs() {
            self.extend_to_non_hubs(prepared);
        }
    }

    /// Computes the next corner of each corner, so that reading a path needs no hub.
    fn find_next_corners(&self, prepared: &mut PreparedGoal) {
        let PreparedGoal { corners, hubs, .. } = prepared;
        for corner in 0..corners.len() {
            let NextHop { distance, next: entry, .. } = corners[corner];
            if distance >= UNREACHED {
                continue;
            }
            let next = self.entries.next(entry).map(|next| self.entries.owner(next));
            let next = next.unwrap_or_else(|| {
                // The corner is the hub itself: the next one is on the goal's half of the
                // path.
                let from_goal = hubs[self.entries.hub(entry)].1;
                let before =
                    self.entries.path_to_hub(from_goal).take_while(|&at| at as usize != corner);
                before.last().unwrap_or(NextHop::GOAL)
            });
            // Equal lengths may differ by rounding, so following one path and then another
            // could lead in a circle. Keep the entry unless the next corner is nearer.
            let comes_nearer = next == NextHop::GOAL || corners[next as usize].distance < distance;
            if comes_nearer {
                corners[corner] = NextHop { distance, next, is_entry: false };
            }
        }
    }

    /// Grows the goal's tree among the corners that are not hubs, and records shorter
    /// paths.
    fn extend_to_non_hubs(&self, prepared: &mut PreparedGoal) {
        let PreparedGoal { end, corners, tree, visited, .. } = prepared;
        let predicates = Predicates::of_any_points();
        let first = end.legs.iter().map(|leg| (self.cones.nodes[leg.cone as usize], leg.length));
        let first = first.filter(|&(node, _)| !self.is_hub(node));
        let first = first.map(|(node, length)| {
            (node, self.successors_from(predicates, end.point, node), length)
        });
        visited.clear();
        tree.grow_from(&self.graph, first, |visit| {
            let corner = visit.arrival.corner();
            let next = visited.get(visit.from as usize).copied().unwrap_or(NextHop::GOAL);
            visited.push(corner);
            let distance = self.fixed_point.encode(visit.length);
            let known = &mut corners[corner as usize];
            if visit.is_first && distance < known.distance {
                *known = NextHop { distance, next, is_entry: false };
            }
            Growth::Continue
        });
    }

    /// Returns the positions of the corners that are connected with a goal, and their
    /// distances, after [`Self::one_to_all`]. In unspecified order.
    #[doc(hidden)]
    pub fn corner_distances<'a>(
        &'a self,
        prepared: &'a PreparedGoal,
    ) -> impl Iterator<Item = (Vec2, f64)> + 'a {
        let distances = prepared.corners.iter().map(|hop| hop.distance);
        let reached = self.points.iter().zip(distances);
        reached
            .filter(|(_, distance)| *distance < UNREACHED)
            .map(|(&point, distance)| (point, self.fixed_point.decode(distance)))
    }
}
