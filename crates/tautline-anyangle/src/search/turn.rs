//! FanAngle at corners.

use tautline_geometry::{DVec2, DirectedLine, Orientation};
use tautline_navmesh::{HalfEdge, HalfEdgeId};

use super::Search;
#[cfg(feature = "trace")]
use super::events::SearchEvent;
use super::node::{Limit, Root, RootId, SearchNode, Turn};
use super::objective::Objective;
use crate::search_space::{SearchCorner, SearchSpace};
use crate::to_u32;

impl<G: SearchSpace, A: Objective> Search<'_, G, A> {
    /// SuccessorVisitor the turns at a vertex that a root sees, at which a side of the
    /// area begins that is looked into. `live` tells whether the sides before
    /// and after the vertex can be crossed: a path that turns left keeps the
    /// vertex on its left and crosses the one before, on its right.
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

    /// Notes that all areas of a fan can be reached: some are seen at this vertex
    /// alone, and not through any border.
    fn reach_fan(&mut self, root: &Root, vertex: HalfEdgeId) {
        let mesh = self.space.mesh();
        let length =
            root.length + DVec2::from(root.point).distance(self.half_edge(vertex).start().into());
        if !self.objective.improves_around(vertex, length) {
            return;
        }
        let open_twin = |edge: HalfEdgeId| {
            let here = mesh.half_edge(edge);
            here.twin().filter(|_| self.space.is_open(here))
        };
        let left =
            |&at: &HalfEdgeId| open_twin(mesh.previous_half_edge(at)).filter(|&at| at != vertex);
        for at in std::iter::successors(Some(vertex), left) {
            self.objective.reach_area_around(at, mesh.half_edge(at).area(), length);
        }
        let right = |&at: &HalfEdgeId| {
            open_twin(at).map(|twin| mesh.next_half_edge(twin)).filter(|&at| at != vertex)
        };
        for at in std::iter::successors(Some(vertex), right) {
            self.objective.reach_area_around(at, mesh.half_edge(at).area(), length);
        }
    }

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
        let way = DirectedLine::through(root.point, point);
        let [first, last] = corner.walls;
        let (first, last) = (G::side_of(&way, first), G::side_of(&way, last));
        // Along a wall of no width to its end, both sides of it lie behind.
        let is_behind = first.is_collinear() && last.is_collinear() && {
            let [from, to, back] = [root.point, point, corner.walls[0]].map(DVec2::from);
            (to - from).dot(back - to) < 0.0
        };
        for (turn, is_live, is_taut) in [
            (Turn::Left, live_before, is_behind || last.is_left() && !first.is_right()),
            (Turn::Right, live_after, is_behind || first.is_right() && !last.is_left()),
        ] {
            if !is_live {
                continue;
            }
            if !(is_taut || corner.is_winding && point != root.point) {
                self.memory.counters.not_taut += 1;
                #[cfg(feature = "trace")]
                self.objective.on_event(SearchEvent::NotTaut(point));
                continue;
            }
            if self.memory.distances.insert_turn(corner.id, turn) {
                let straight = self.objective.heuristic(point.into());
                let lower_bound = length + straight.max(self.objective.landmark_bound(edge.fan()));
                self.generate(lower_bound, SearchNode::Corner { root: id, corner: vertex, turn });
            }
        }
    }

    /// Makes a corner a root, and looks from it at all that comes into view:
    /// from the way to it, prolonged, to the wall on the side of the turn.
    pub(super) fn turn_at(&mut self, from: RootId, vertex: HalfEdgeId, turn: Turn) {
        let Some(corner) = self.space.corner(vertex, self.half_edge(vertex)) else { return };
        let parent = self.memory.roots[from as usize];
        let point = self.half_edge(vertex).start();
        let length = parent.length + DVec2::from(parent.point).distance(point.into());
        if self.memory.distances.has_shorter(corner.id, length) {
            self.memory.counters.stale += 1;
            #[cfg(feature = "trace")]
            self.objective.on_event(SearchEvent::Stale(self.current));
            return;
        }
        let id = to_u32(self.memory.roots.len());
        let lower_bound = length + self.objective.landmark_bound(self.half_edge(vertex).fan());
        self.memory.roots.push(Root {
            point,
            corner: corner.id,
            parent: from,
            length,
            lower_bound,
        });
        if corner.is_winding {
            self.sweep_around_winding(id, &parent, vertex, &corner, turn);
        } else {
            self.sweep_around_corner(id, &parent, &corner, turn);
        }
    }

    /// Looks into the areas of a corner from the wall back to the prolonged way.
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
            let next = match turn {
                Turn::Left => mesh.half_edge(at).twin().map(|twin| mesh.next_half_edge(twin)),
                Turn::Right => mesh.half_edge(mesh.previous_half_edge(at)).twin(),
            };
            let Some(next) = next else { return };
            at = next;
        }
    }

    /// The same on ground that winds around the corner by more than a full
    /// turn, where directions do not tell areas apart: on from where the path
    /// comes from, across the prolonged way, to the wall; or, without walls, all
    /// the way round.
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
        let mut has_crossed = false;
        loop {
            let is_beyond = match turn {
                Turn::Left => mesh.previous_half_edge(at),
                Turn::Right => mesh.next_half_edge(at),
            };
            let point = self.half_edge(at).start();
            let far = self.half_edge(is_beyond).start();
            let position = G::orientation(parent.point, point, far);
            let position = if turn == Turn::Left { position } else { position.reversed() };
            if has_crossed {
                self.sweep_from_corner(id, at, None, None);
            } else if position.is_left() {
                self.sweep_up_to_prolongation(id, at, turn);
                has_crossed = true;
            } else if position.is_collinear() {
                let ahead = (DVec2::from(point) - DVec2::from(parent.point))
                    .dot(DVec2::from(far) - DVec2::from(point));
                has_crossed = ahead > 0.0;
            }
            if has_walls && at == end {
                return;
            }
            let next = match turn {
                Turn::Left => mesh.half_edge(mesh.previous_half_edge(at)).twin(),
                Turn::Right => mesh.half_edge(at).twin().map(|twin| mesh.next_half_edge(twin)),
            };
            let Some(next) = next.filter(|&next| next != vertex) else { return };
            at = next;
        }
    }

    /// On which side of the way to a corner the inner of the two sides lies
    /// that an area has there, the one nearer to the prolonged way; left and
    /// right exchanged for a turn to the right.
    fn inner_edge_orientation(&self, parent: &Root, at: HalfEdgeId, turn: Turn) -> Orientation {
        let mesh = self.space.mesh();
        let point = self.half_edge(at).start();
        match turn {
            Turn::Left => {
                G::orientation(parent.point, point, self.half_edge(mesh.next_half_edge(at)).start())
            }
            Turn::Right => G::orientation(
                parent.point,
                point,
                self.half_edge(mesh.previous_half_edge(at)).start(),
            )
            .reversed(),
        }
    }

    fn sweep_up_to_prolongation(&mut self, id: RootId, at: HalfEdgeId, turn: Turn) {
        let prolonged = Some(Limit::PROLONGED);
        match turn {
            Turn::Left => self.sweep_from_corner(id, at, prolonged, None),
            Turn::Right => self.sweep_from_corner(id, at, None, prolonged),
        }
    }
}
