//! Looking at the sides of areas from a root.

use tautline_geometry::{Vec2, Wide};

use super::{Arrival, Kind, MARGIN, PROLONGED, Root, Search, Step, UNKNOWN, View};

impl Search<'_> {
    /// Where a limit of a window is, seen from its root.
    fn limit(&self, root: &Root, limit: u32) -> Wide {
        let point = if limit == PROLONGED {
            root.beyond
        } else {
            Vec2::from(self.sheet.positions[limit as usize]).into()
        };
        point - root.point
    }

    /// Looks all around from the start, in the area that a side belongs to.
    pub(super) fn look_around(&mut self, side: u32) {
        let mut at = side;
        loop {
            let next = self.sheet.next(at);
            let [right, left] = [at, next].map(|side| self.vertex(side));
            self.offer_corner(at, 0);
            self.offer_window(at, View { root: 0, right, left });
            at = next;
            if at == side {
                return;
            }
        }
    }

    /// Looks at the sides of an area from one to before another, from right to left.
    pub(super) fn look(&mut self, first: u32, end: u32, view: View) {
        let root = self.roots[view.root as usize];
        let [right, left] = [view.right, view.left].map(|limit| self.limit(&root, limit));
        if self.gates.numbers[self.sheet.sources[first as usize] as usize] == self.goal_number {
            let goal = self.goal - root.point;
            let length = root.length + goal.length();
            if right.cross(goal) >= 0.0 && left.cross(goal) <= 0.0 && length < self.best {
                (self.best, self.is_in_sight) = (length, view.root == 0);
            }
        }
        let mut at = first;
        let mut start = self.place(at) - root.point;
        while at != end {
            let next = self.sheet.next(at);
            let stop = self.place(next) - root.point;
            let past_right = right.cross(stop);
            let [start_to_left, stop_to_left] = [start, stop].map(|point| left.cross(point));
            let is_on_ray = past_right == 0.0 || start_to_left == 0.0 && stop_to_left == 0.0;
            if past_right > 0.0 && start_to_left < 0.0 {
                let is_within = stop_to_left <= 0.0;
                let right = if right.cross(start) >= 0.0 { self.vertex(at) } else { view.right };
                let left = if is_within { self.vertex(next) } else { view.left };
                self.offer_window(at, View { right, left, ..view });
                if !is_within {
                    return;
                }
                if next != end {
                    self.offer_corner(next, view.root);
                }
            } else if is_on_ray && next != end {
                self.offer_corner(next, view.root);
            }
            (at, start) = (next, stop);
        }
    }

    /// Offers to look through the part of a side that lies within a view, unless the way
    /// along the side is shorter from a corner at one of its ends.
    fn offer_window(&mut self, side: u32, view: View) {
        if !self.is_live(side) {
            return;
        }
        let root = self.roots[view.root as usize];
        let next = self.sheet.next(side);
        let border = [side, next].map(|side| self.place(side) - root.point);
        let cut = |limit: u32, end: Wide| {
            let ray = self.limit(&root, limit);
            let [before, after] = border.map(|end| ray.cross(end));
            if before < 0.0 && after > 0.0 {
                border[0] + (border[1] - border[0]) * (before / (before - after))
            } else {
                end
            }
        };
        let ends = [cut(view.right, border[0]), cut(view.left, border[1])];
        for (end, corner, far) in [(border[0], side, ends[1]), (border[1], next, ends[0])] {
            let known = self.corners.of(corner).map_or(f64::INFINITY, |it| self.known[it].length);
            if known < f64::INFINITY
                && known + end.distance(far) < (root.length + far.length()) * (1.0 - MARGIN)
            {
                return;
            }
        }
        let least = root.length + length_through(ends, border, self.goal - root.point);
        let kind = Kind::Window { right: view.right, left: view.left };
        self.propose(least, Step { kind, to: self.sheet.twin(side), root: view.root });
    }

    /// Offers to turn at the vertex where a side of the area begins that is seen.
    pub(super) fn offer_corner(&mut self, side: u32, from: u32) {
        let Some(corner) = self.corners.of(side) else { return };
        let is_live = [self.sheet.previous(side), side].map(|side| self.is_live(side));
        if is_live == [false; 2] {
            return;
        }
        let root = self.roots[from as usize];
        let point = self.place(side);
        let way = point - root.point;
        let length = root.length + way.length();
        let known = &mut self.known[corner];
        if length > known.length * (1.0 + MARGIN) {
            return;
        }
        if length < known.length * (1.0 - MARGIN) || known.length == f64::INFINITY {
            *known = Arrival { length, ..UNKNOWN };
        }
        let [first, last] = self.corners.ends(corner);
        let [past_first, past_last] = [self.sheet.next(first), self.sheet.previous(last)]
            .map(|side| way.cross(self.place(side) - point));
        let is_taut =
            [past_first >= 0.0 && past_last >= 0.0, past_first <= 0.0 && past_last <= 0.0];
        for (turn, kind) in [Kind::LeftTurn, Kind::RightTurn].into_iter().enumerate() {
            let is_known = &mut self.known[corner].turns[turn];
            if is_live[turn] && is_taut[turn] && !std::mem::replace(is_known, true) {
                let least = length + point.distance(self.goal);
                self.propose(least, Step { kind, to: side, root: from });
            }
        }
    }
}

/// The length of the shortest way from the origin through a part of a border to a goal, or
/// back from it if the goal lies on this side.
fn length_through([right, left]: [Wide; 2], border: [Wide; 2], goal: Wide) -> f64 {
    let along = border[1] - border[0];
    let height = along.cross(goal - border[0]);
    // A goal on this side is as far from every point of the border as its mirror image.
    let goal = if height > 0.0 {
        goal - along.turned_left() * (2.0 * height / along.length_squared())
    } else {
        goal
    };
    let bend = if right.cross(goal) < 0.0 {
        right
    } else if left.cross(goal) > 0.0 {
        left
    } else {
        return goal.length();
    };
    bend.length() + bend.distance(goal)
}
