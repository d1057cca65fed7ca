//! Turning at corners.

use tautline_geometry::{DVec2, DirectedLine, Orientation};
use tautline_navmesh::{HalfEdge, HalfEdgeId};

use super::Search;
use super::aim::Aim;
use super::item::{Item, Limit, Root, RootId, Turn};
#[cfg(feature = "trace")]
use super::notes::Note;
use crate::ground::{Corner, Ground};
use crate::number;

impl<G: Ground, A: Aim> Search<'_, G, A> {
    /// Offers the turns at a vertex that a root sees, at which a side of the
    /// area begins that is looked into. `live` tells whether the sides before
    /// and after the vertex can be crossed: a path that turns left keeps the
    /// vertex on its left and crosses the one before, on its right.
    #[inline(always)]
    pub(super) fn offer_corner(
        &mut self,
        id: RootId,
        root: &Root,
        vertex: HalfEdgeId,
        edge: &HalfEdge,
        live: [bool; 2],
    ) {
        if self.aim.wants_areas() {
            self.reach_all_around(root, vertex);
        }
        if (live[0] || live[1]) && self.ground.may_be_corner(edge) {
            self.offer_turns(id, root, vertex, edge, live);
        }
    }

    /// Notes that all areas of a fan can be reached: some are seen at this vertex
    /// alone, and not through any border.
    fn reach_all_around(&mut self, root: &Root, vertex: HalfEdgeId) {
        let mesh = self.ground.mesh();
        let length =
            root.length + DVec2::from(root.point).distance(self.half_edge(vertex).start().into());
        if !self.aim.is_news_around(vertex, length) {
            return;
        }
        let open_twin = |edge: HalfEdgeId| {
            let here = mesh.half_edge(edge);
            here.twin().filter(|_| self.ground.is_open(here))
        };
        let left =
            |&at: &HalfEdgeId| open_twin(mesh.previous_half_edge(at)).filter(|&at| at != vertex);
        for at in std::iter::successors(Some(vertex), left) {
            self.aim.reach_around(at, mesh.half_edge(at).area(), length);
        }
        let right = |&at: &HalfEdgeId| {
            open_twin(at).map(|twin| mesh.next_half_edge(twin)).filter(|&at| at != vertex)
        };
        for at in std::iter::successors(Some(vertex), right) {
            self.aim.reach_around(at, mesh.half_edge(at).area(), length);
        }
    }

    fn offer_turns(
        &mut self,
        id: RootId,
        root: &Root,
        vertex: HalfEdgeId,
        edge: &HalfEdge,
        [live_before, live_after]: [bool; 2],
    ) {
        let Some(corner) = self.ground.corner(vertex, edge) else { return };
        let point = edge.start();
        let length = root.length + DVec2::from(root.point).distance(point.into());
        if !self.memory.places.arrive(corner.place, length) {
            self.memory.counters.farther += 1;
            #[cfg(feature = "trace")]
            self.aim.note(Note::IsFarther(point));
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
                self.aim.note(Note::IsNotTaut(point));
                continue;
            }
            if self.memory.places.is_new_turn(corner.place, turn) {
                let straight = self.aim.distance_from(point.into());
                let least = length + straight.max(self.aim.distance_from_fan(edge.fan()));
                self.propose(least, Item::Corner { root: id, corner: vertex, turn });
            }
        }
    }

    /// Makes a corner a root, and looks from it at all that comes into view:
    /// from the way to it, prolonged, to the wall on the side of the turn.
    pub(super) fn turn_at(&mut self, from: RootId, vertex: HalfEdgeId, turn: Turn) {
        let Some(corner) = self.ground.corner(vertex, self.half_edge(vertex)) else { return };
        let parent = self.memory.roots[from as usize];
        let point = self.half_edge(vertex).start();
        let length = parent.length + DVec2::from(parent.point).distance(point.into());
        if self.memory.places.has_shorter(corner.place, length) {
            self.memory.counters.stale += 1;
            #[cfg(feature = "trace")]
            self.aim.note(Note::IsStale(self.current));
            return;
        }
        let id = number(self.memory.roots.len());
        let least = length + self.aim.distance_from_fan(self.half_edge(vertex).fan());
        self.memory.roots.push(Root { point, place: corner.place, parent: from, length, least });
        if corner.is_winding {
            self.look_around_winding(id, &parent, vertex, &corner, turn);
        } else {
            self.look_around_corner(id, &parent, &corner, turn);
        }
    }

    /// Looks into the areas of a corner from the wall back to the prolonged way.
    fn look_around_corner(&mut self, id: RootId, parent: &Root, corner: &Corner, turn: Turn) {
        let mesh = self.ground.mesh();
        let [first, last] = corner.ends;
        let (mut at, end) = match turn {
            Turn::Left => (last, first),
            Turn::Right => (first, last),
        };
        loop {
            match self.position_of_inner_spoke(parent, at, turn) {
                Orientation::CounterClockwise => self.look_from_corner(id, at, None, None),
                Orientation::Collinear => {
                    self.look_from_corner(id, at, None, None);
                    return;
                }
                Orientation::Clockwise => {
                    self.look_beyond_prolonged(id, at, turn);
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
    fn look_around_winding(
        &mut self,
        id: RootId,
        parent: &Root,
        vertex: HalfEdgeId,
        corner: &Corner,
        turn: Turn,
    ) {
        let mesh = self.ground.mesh();
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
            let position = G::turn(parent.point, point, far);
            let position = if turn == Turn::Left { position } else { position.reversed() };
            if has_crossed {
                self.look_from_corner(id, at, None, None);
            } else if position.is_left() {
                self.look_beyond_prolonged(id, at, turn);
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
    fn position_of_inner_spoke(&self, parent: &Root, at: HalfEdgeId, turn: Turn) -> Orientation {
        let mesh = self.ground.mesh();
        let point = self.half_edge(at).start();
        match turn {
            Turn::Left => {
                G::turn(parent.point, point, self.half_edge(mesh.next_half_edge(at)).start())
            }
            Turn::Right => {
                G::turn(parent.point, point, self.half_edge(mesh.previous_half_edge(at)).start())
                    .reversed()
            }
        }
    }

    fn look_beyond_prolonged(&mut self, id: RootId, at: HalfEdgeId, turn: Turn) {
        let prolonged = Some(Limit::PROLONGED);
        match turn {
            Turn::Left => self.look_from_corner(id, at, prolonged, None),
            Turn::Right => self.look_from_corner(id, at, None, prolonged),
        }
    }
}
