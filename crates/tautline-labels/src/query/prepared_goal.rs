//! Prepared goals, for many agents with one goal, and one-to-all distances.

use tautline_geometry::Vec2;
use tautline_navmesh::{End, Location, NavMesh};

use super::WorkScratch;
use super::end::{CandidateRow, EndScratch, Leg};
use super::link_rows::{SeenRow, ToGoal};
use super::merge::HubMatch;
use super::path::LabelPath;
use super::to_hubs::Meeting;
use crate::ExactError;
use crate::labels::Labels;
use crate::tables::below_hubs::BelowHubs;
use crate::tables::hierarchy::Hierarchy;
use crate::tables::taut_tree::{Growth, TautTree};
use crate::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::taut::corner_set::CornerSet;
use crate::to_u32;

/// A goal prepared for many agents: the goal's half of each query, done once.
///
/// [`Labels::prepare_goal`] pays off from the second agent on. For more than about a
/// thousand agents, call [`Labels::one_to_all`] as well: it computes the distance of each
/// corner from the goal, in about a millisecond, and each query then only compares the
/// corners that its start sees.
///
/// ```
/// use tautline_labels::{BakeOptions, LabelScratch, Labels, PreparedGoal};
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
    /// The corners by rank.
    by_rank: Vec<u32>,
    /// For each link layer, the shortest path from each of its arcs to the goal.
    arcs: Vec<Vec<ToGoal>>,
    link_rows: Vec<SeenRow>,
    tree: TautTree,
    /// The corners that the tree has visited.
    visited: Vec<u32>,
}

/// The distance of a corner from the goal, infinite if there is no path, and the next step to it.
#[derive(Clone, Copy, Debug)]
struct NextHop {
    distance: f64,
    next: Next,
}

#[derive(Clone, Copy, Debug)]
enum Next {
    /// Straight to the goal.
    Goal,
    Corner(u32),
    /// The label entry of the hub on the path.
    Entry(u32),
    /// The corner above, by an arc of the hierarchy.
    Above(u32),
    /// Back along the goal's climb.
    Climb,
}

/// The distance of a hub that is unreachable. The sum of two does not overflow.
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

    /// Returns the shortest path to the goal from each arc of a link layer.
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
            (leg.length + self.corners[corner as usize].distance, corner)
        };
        let best = from.legs.iter().map(total);
        let (distance, corner) =
            best.min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)))?;
        distance.is_finite().then_some(LabelPath::ViaCorner(corner, distance))
    }

    /// Reads the bends of the path from a corner, from one-to-all distances.
    pub(super) fn read_bends(&self, labels: &Labels, mut corner: u32, work: &mut WorkScratch) {
        let WorkScratch { bends, stack, .. } = work;
        bends.clear();
        loop {
            let next = self.corners[corner as usize].next;
            match (next, &labels.below_hubs) {
                (Next::Goal, _) => return bends.push(corner),
                (Next::Corner(next), _) => {
                    bends.push(corner);
                    corner = next;
                }
                (Next::Entry(entry), BelowHubs::Hierarchy(hierarchy)) => {
                    labels.add_path_to_hub(hierarchy, entry, stack, bends);
                    bends.pop();
                    let from_goal = self.hubs[labels.entries.hub(entry)].1;
                    let from_goal = (&self.end.climb, from_goal);
                    return labels.add_path_from_hub(hierarchy, from_goal, stack, bends);
                }
                (Next::Entry(entry), _) => {
                    return labels.add_bends(self.match_from(labels, entry, 0), bends);
                }
                (Next::Above(above), BelowHubs::Hierarchy(hierarchy)) => {
                    bends.push(corner);
                    hierarchy.add_path([corner, above], stack, bends);
                    // It comes again as the next corner.
                    bends.pop();
                    corner = above;
                }
                (Next::Climb, BelowHubs::Hierarchy(hierarchy)) => {
                    return self.end.climb.add_path_back(hierarchy, corner, stack, bends);
                }
                (Next::Above(_) | Next::Climb, _) => unreachable!("only hierarchies have these"),
            }
        }
    }
}

impl Labels {
    /// Prepares a goal for many agents. Replaces what was in `prepared`.
    ///
    /// # Errors
    ///
    /// An [`ExactError`]: the labels belong to another mesh; the goal is not finite or off
    /// the mesh. Queries to `prepared` then fail until another goal is prepared.
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
        self.scan_all(mesh, end, marks);
        self.measure(end);
        if let BelowHubs::Hierarchy(hierarchy) = &self.below_hubs {
            let mut best = Meeting { length: f64::INFINITY, corner: None };
            self.climb(hierarchy, end, None, &mut best);
        } else {
            self.list_rows(end, None);
        }
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
            self.measure_arcs(mesh, layer, end, link_rows, arcs);
        }
        Ok(())
    }

    /// Computes the distance of every corner from a prepared goal (one-to-all). That makes
    /// queries faster, and pays off from about a thousand agents on. O(labels), plus one
    /// search among the corners that are not hubs. Does nothing to a goal that was prepared with other
    /// labels.
    pub fn one_to_all(&self, prepared: &mut PreparedGoal) {
        if !prepared.is_of(self) {
            return;
        }
        match &self.below_hubs {
            BelowHubs::None => self.measure_over_hubs(prepared),
            BelowHubs::Hierarchy(hierarchy) => self.measure_in_hierarchy(hierarchy, prepared),
            BelowHubs::Graph(graph) => self.measure_in_graph(graph, prepared),
        }
    }

    /// Returns the first hop of the shortest path from a corner to a goal over one of its hubs.
    fn over_hubs(&self, corner: u32, hubs: &[(u64, u32)]) -> NextHop {
        let [first, _, end] = self.corners[corner as usize].row_starts;
        let entries = (first..end).flat_map(|row| self.entries.numbered(row));
        let candidates = entries.map(|(at, hub, distance)| (distance + hubs[hub].0, at));
        let (distance, entry) = candidates.fold((UNREACHED, 0), std::cmp::Ord::min);
        let is_reached = distance < UNREACHED;
        let distance = if is_reached { self.fixed_point.decode(distance) } else { f64::INFINITY };
        NextHop { distance, next: Next::Entry(entry) }
    }

    fn measure_over_hubs(&self, prepared: &mut PreparedGoal) {
        let PreparedGoal { corners, hubs, .. } = prepared;
        corners.clear();
        corners.extend((0..to_u32(self.corner_count())).map(|corner| self.over_hubs(corner, hubs)));
        // The next corner of each corner, so that reading a path needs no hub.
        for corner in 0..corners.len() {
            let NextHop { distance, next: Next::Entry(entry) } = corners[corner] else { continue };
            if distance.is_infinite() {
                continue;
            }
            let next = self.entries.next(entry).map(|next| self.entries.owner(next));
            let next = next.or_else(|| {
                // The corner is the hub itself: the next one is on the goal's half of the
                // path.
                let from_goal = hubs[self.entries.hub(entry)].1;
                let before =
                    self.entries.path_to_hub(from_goal).take_while(|&at| at as usize != corner);
                before.last()
            });
            // Equal lengths may differ by rounding, so that following next corners of different paths
            // could lead in a circle. Keep the entry unless the next corner is nearer.
            if next.is_none_or(|next| corners[next as usize].distance < distance) {
                corners[corner] = NextHop { distance, next: next.map_or(Next::Goal, Next::Corner) };
            }
        }
    }

    /// Measures all corners by rank, the best first. The distance of a hub follows from its entries. The
    /// shortest path from any other corner leads over one of its arcs upwards, or is part of the goal's
    /// climb (PHAST: Delling and others 2011).
    fn measure_in_hierarchy(&self, hierarchy: &Hierarchy, prepared: &mut PreparedGoal) {
        let PreparedGoal { end, corners, hubs, by_rank, .. } = prepared;
        by_rank.clear();
        by_rank.resize(self.corner_count(), 0);
        for (corner, &rank) in (0..).zip(&self.ranks) {
            by_rank[rank as usize] = corner;
        }
        corners.clear();
        let unknown = NextHop { distance: f64::INFINITY, next: Next::Goal };
        corners.resize(self.corner_count(), unknown);
        for &corner in &*by_rank {
            corners[corner as usize] = if self.is_hub(corner) {
                self.over_hubs(corner, hubs)
            } else {
                let mut best = NextHop { distance: end.climb.distance(corner), next: Next::Climb };
                for arc in hierarchy.arcs_of(corner) {
                    let above = arc.to.corner();
                    let distance = corners[above as usize].distance + arc.length;
                    if distance < best.distance {
                        best = NextHop { distance, next: Next::Above(above) };
                    }
                }
                best
            };
        }
    }

    /// Grows a tree of shortest paths from the goal.
    fn measure_in_graph(&self, graph: &TautVisibilityGraph, prepared: &mut PreparedGoal) {
        let PreparedGoal { end, corners, tree, visited, .. } = prepared;
        let first = end.legs.iter().map(|leg| (self.cones.nodes[leg.cone as usize], leg.length));
        let first = first
            .map(|(node, length)| (node, self.successors_from(graph, end.point, node), length));
        corners.clear();
        corners.resize(self.corner_count(), NextHop { distance: f64::INFINITY, next: Next::Goal });
        visited.clear();
        tree.grow_from(graph, first, |visit| {
            let corner = visit.arrival.corner();
            let next = visited.get(visit.from as usize).copied().map_or(Next::Goal, Next::Corner);
            visited.push(corner);
            let known = &mut corners[corner as usize];
            if visit.is_first && visit.length < known.distance {
                *known = NextHop { distance: visit.length, next };
            }
            Growth::Continue
        });
    }

    /// Returns the positions of the corners that are connected with a goal, and their
    /// distances, after [`Self::one_to_all`]. In unspecified order.
    pub fn corner_distances<'a>(
        &'a self,
        prepared: &'a PreparedGoal,
    ) -> impl Iterator<Item = (Vec2, f64)> + 'a {
        let distances = prepared.corners.iter().map(|hop| hop.distance);
        let reached = self.points.iter().zip(distances);
        reached
            .filter(|(_, distance)| distance.is_finite())
            .map(|(&point, distance)| (point, distance))
    }
}
