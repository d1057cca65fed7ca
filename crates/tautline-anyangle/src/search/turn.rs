//! Turning at corners (*reflex vertices*).
//!
//! A path may bend at a corner v only if it wraps the obstacle there. Then v becomes a root,
//! and what comes into view lies between the wall on the side of the turn and the prolongation
//! of the incoming leg:
//!
//! ```text
//!               | prolongation of the leg p-v
//!    new view   |
//!               |
//!   ------------v        Turn::Left: the obstacle lies to the left of the leg. The
//!   ////////////| |      areas around v are swept from the wall to the prolongation;
//!   //obstacle//| | leg  the area that the prolongation cuts, up to it. What lies to
//!   ////////////| |      its right, p sees as well.
//!               | p
//! ```

use tautline_geometry::{DVec2, DirectedLine, Orientation, orient2d};
use tautline_navmesh::{HalfEdge, HalfEdgeId};

use super::Search;
#[cfg(feature = "trace")]
use super::events::SearchEvent;
use super::node::{Limit, Root, RootId, SearchNode, Turn};
use super::objective::Objective;
use crate::search_space::{SearchCorner, SearchSpace};
use crate::to_u32;

impl<G: SearchSpace, O: Objective> Search<'_, G, O> {
    /// Generates the turns at a vertex that a root sees. `vertex` is the half-edge that
    /// begins there in the area that is looked into. `live` says if the half-edges before
    /// and after the vertex can be crossed: a path that turns left has the vertex on its
    /// left and crosses the half-edge before it.
    #[inline(always)]
    pub(super) fn generate_corner(
        &mut self,
        id: RootId,
        root: &Root,
        vertex: HalfEdgeId,
        edge: &HalfEdge,
        live: [bool; 2],
    ) {
        if self.objective.collects_areas() {
            self.reach_fan(root, vertex);
        }
        if (live[0] || live[1]) && self.space.may_be_corner(edge) {
            self.generate_turns(id, root, vertex, edge, live);
        }
    }

    /// Records a path to all areas of a fan: some are visible at this vertex only, and not
    /// through any border.
    fn reach_fan(&mut self, root: &Root, vertex: HalfEdgeId) {
        let space = self.space;
        let length =
            root.length + DVec2::from(root.point).distance(self.half_edge(vertex).start().into());
        if !self.objective.improves_around(vertex, length) {
            return;
        }
        for turn in [Turn::Left, Turn::Right] {
            let next =
                |&at: &HalfEdgeId| turn.next_open_around(space, at).filter(|&at| at != vertex);
            for at in std::iter::successors(Some(vertex), next) {
                self.objective.reach_area_around(at, space.mesh().half_edge(at).area(), length);
            }
        }
    }

    /// Generates a node for each turn at a corner that keeps the path taut and may be on a
    /// shortest one.
    fn generate_turns(
        &mut self,
        id: RootId,
        root: &Root,
        vertex: HalfEdgeId,
        edge: &HalfEdge,
        [live_before, live_after]: [bool; 2],
    ) {
        let Some(corner) = self.space.corner(vertex, edge) else { return };
        let point = edge.start();
        let length = root.length + DVec2::from(root.point).distance(point.into());
        if !self.memory.distances.improve(corner.id, length) {
            self.memory.counters.not_shortest += 1;
            #[cfg(feature = "trace")]
            self.objective.on_event(SearchEvent::NotShortest(point));
            return;
        }
        let incoming = DirectedLine::through(root.point, point);
        let [first, last] = corner.walls;
        // Taut if the obstacle lies on the side of the turn: both walls on that side of the
        // line of the leg, one of them strictly.
        let (first, last) = (incoming.side_of(first), incoming.side_of(last));
        // At the end of a zero-width wall that the leg runs along, both walls lie back
        // along the leg, and both turns are taut.
        let folds_back = first.is_collinear() && last.is_collinear() && {
            let [from, to, back] = [root.point, point, corner.walls[0]].map(DVec2::from);
            (to - from).dot(back - to) < 0.0
        };
        for (turn, is_live, is_taut) in [
            (Turn::Left, live_before, folds_back || last.is_left() && !first.is_right()),
            (Turn::Right, live_after, folds_back || first.is_right() && !last.is_left()),
        ] {
            if !is_live {
                continue;
            }
            // On winding ground, the signs of two walls are not enough to prune a turn.
            if !(is_taut || corner.exceeds_full_turn && point != root.point) {
                self.memory.counters.not_taut += 1;
                #[cfg(feature = "trace")]
                self.objective.on_event(SearchEvent::NotTaut(point));
                continue;
            }
            // The heuristic of a corner is the straight line to the goal, or the bound by
            // landmarks.
            if self.memory.distances.insert_turn(corner.id, turn) {
                let straight = self.objective.heuristic(point.into());
                let lower_bound = length + straight.max(self.objective.landmark_bound(edge.fan()));
                let node = SearchNode::Corner { root: id, corner: vertex, turn };
                self.generate(lower_bound, length, node);
            }
        }
    }

    /// Makes a corner a root, and sweeps what comes into view: from the prolongation of the
    /// incoming leg to the wall on the side of the turn.
    pub(super) fn turn_at(&mut self, from: RootId, vertex: HalfEdgeId, turn: Turn) {
        let Some(corner) = self.space.corner(vertex, self.half_edge(vertex)) else { return };
        let parent = self.memory.roots[from as usize];
        let point = self.half_edge(vertex).start();
        let length = parent.length + DVec2::from(parent.point).distance(point.into());
        // A shorter path to the corner was found while the node was queued.
        if self.memory.distances.has_shorter(corner.id, length) {
            self.memory.counters.stale += 1;
            #[cfg(feature = "trace")]
            self.objective.on_event(SearchEvent::Stale(self.current));
            return;
        }
        let id = to_u32(self.memory.roots.len());
        let by_landmarks = self.objective.landmark_bound(self.half_edge(vertex).fan());
        let lower_bound = length
            + if self.space.links().is_some() {
                self.objective.heuristic(point.into()).max(by_landmarks)
            } else {
                by_landmarks
            };
        self.memory.roots.push(Root {
            point,
            distance_row: corner.id,
            parent: from,
            length,
            lower_bound,
        });
        if corner.exceeds_full_turn {
            self.sweep_around_winding(id, &parent, vertex, &corner, turn);
        } else {
            self.sweep_around_corner(id, &parent, &corner, turn);
        }
    }

    /// Sweeps the areas around a corner, from the wall to the prolongation of the incoming
    /// leg.
    fn sweep_around_corner(
        &mut self,
        id: RootId,
        parent: &Root,
        corner: &SearchCorner,
        turn: Turn,
    ) {
        let mesh = self.space.mesh();
        let [first, last] = corner.ends;
        let (mut at, end) = match turn {
            Turn::Left => (last, first),
            Turn::Right => (first, last),
        };
        loop {
            // Left: the area ends before the prolongation. Collinear: it ends on it. Right:
            // the prolongation cuts the area.
            match self.inner_edge_orientation(parent, at, turn) {
                Orientation::CounterClockwise => self.sweep_from_corner(id, at, None, None),
                Orientation::Collinear => {
                    self.sweep_from_corner(id, at, None, None);
                    return;
                }
                Orientation::Clockwise => {
                    self.sweep_up_to_prolongation(id, at, turn);
                    return;
                }
            }
            if at == end {
                return;
            }
            // From the wall inwards, against the turn.
            let Some(next) = turn.opposite().next_around(mesh, at) else { return };
            at = next;
        }
    }

    /// Like [`Self::sweep_around_corner`], where the ground winds around the corner by more
    /// than a full turn and directions do not identify areas. Walks from the area that the
    /// path comes from, across the prolongation, to the wall; without walls, all the way
    /// around.
    fn sweep_around_winding(
        &mut self,
        id: RootId,
        parent: &Root,
        vertex: HalfEdgeId,
        corner: &SearchCorner,
        turn: Turn,
    ) {
        let mesh = self.space.mesh();
        let end = match turn {
            Turn::Left => corner.ends[1],
            Turn::Right => corner.ends[0],
        };
        let has_walls = corner.walls[0] != self.half_edge(vertex).start();
        let mut at = vertex;
        // True from the area on that contains the prolongation.
        let mut has_crossed = false;
        loop {
            let far_edge = match turn {
                Turn::Left => mesh.previous_half_edge(at),
                Turn::Right => mesh.next_half_edge(at),
            };
            let [point, far] = [at, far_edge].map(|edge| self.half_edge(edge).start());
            let position = turn.mirrored(orient2d(parent.point, point, far));
            if has_crossed {
                self.sweep_from_corner(id, at, None, None);
            } else if position.is_left() {
                self.sweep_up_to_prolongation(id, at, turn);
                has_crossed = true;
            } else if position.is_collinear() {
                // On the line of the incoming leg: its prolongation, or the leg itself?
                let ahead = (DVec2::from(point) - DVec2::from(parent.point))
                    .dot(DVec2::from(far) - DVec2::from(point));
                has_crossed = ahead > 0.0;
            }
            if has_walls && at == end {
                return;
            }
            let next = turn.next_around(mesh, at).filter(|&next| next != vertex);
            let Some(next) = next else { return };
            at = next;
        }
    }

    /// Returns the side of the incoming leg on which the inner half-edge of an area at the
    /// corner lies: the one nearer to the prolongation. Mirrored for a turn to the right.
    fn inner_edge_orientation(&self, parent: &Root, at: HalfEdgeId, turn: Turn) -> Orientation {
        let mesh = self.space.mesh();
        let inner_edge = match turn {
            Turn::Left => mesh.next_half_edge(at),
            Turn::Right => mesh.previous_half_edge(at),
        };
        let [point, inner] = [at, inner_edge].map(|edge| self.half_edge(edge).start());
        turn.mirrored(orient2d(parent.point, point, inner))
    }

    /// Sweeps the area that the prolongation of the incoming leg cuts, up to it.
    fn sweep_up_to_prolongation(&mut self, id: RootId, at: HalfEdgeId, turn: Turn) {
        let prolonged = Some(Limit::PROLONGED);
        match turn {
            Turn::Left => self.sweep_from_corner(id, at, prolonged, None),
            Turn::Right => self.sweep_from_corner(id, at, None, prolonged),
        }
    }
}
