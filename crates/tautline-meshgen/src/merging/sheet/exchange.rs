//! Which borders to keep, so that few ways cross them.

use tautline_geometry::{Orientation, Vec2, orient2d};

use super::{NO_SIDE, Sheet};

/// The sides of a sheet of raw areas, and which of them are to be kept. What is not
/// kept leaves convex areas: at each vertex, two kept sides in a row are at most half a turn
/// apart.
pub(super) struct Exchange<'a> {
    sheet: &'a Sheet<'a>,
    /// What keeping a side costs.
    costs: &'a [f64],
    may_vanish: Vec<bool>,
    pub(super) is_kept: Vec<bool>,
}

impl<'a> Exchange<'a> {
    pub(super) fn new(
        sheet: &'a Sheet<'a>,
        costs: &'a [f64],
        may_vanish: Vec<bool>,
        is_kept: Vec<bool>,
    ) -> Self {
        Self { sheet, costs, may_vanish, is_kept }
    }

    /// Gives up sides, those with the highest costs first.
    pub(super) fn give_up_greedily(&mut self) {
        let mut order: Vec<u32> = (0..)
            .take(self.costs.len())
            .filter(|&side: &u32| self.may_vanish[side as usize] && side < self.sheet.twin(side))
            .filter(|&side| self.is_kept[side as usize])
            .collect();
        self.put_costliest_first(&mut order);
        for side in order {
            if self.can_vanish(side) {
                self.set(side, false);
            }
        }
    }

    /// Takes sides back for which others at the same vertices can be given up that cost more.
    /// Each is looked at once; few such exchanges would be found after that.
    pub(super) fn improve(&mut self) {
        let mut near = Vec::new();
        let mut given_up = Vec::new();
        for side in (0..).take(self.costs.len()) {
            if self.is_kept[side as usize] || self.sheet.twin(side) < side {
                continue;
            }
            self.set(side, true);
            near.clear();
            self.kept_around(side, &mut near);
            self.kept_around(self.sheet.twin(side), &mut near);
            self.put_costliest_first(&mut near);
            let mut gain = -self.costs[side as usize];
            given_up.clear();
            for &other in &near {
                if self.can_vanish(other) {
                    self.set(other, false);
                    gain += self.costs[other as usize];
                    given_up.push(other);
                }
            }
            if gain <= 0.0 {
                given_up.iter().for_each(|&other| self.set(other, true));
                self.set(side, false);
            }
        }
    }

    fn put_costliest_first(&self, sides: &mut [u32]) {
        let cost = |side: u32| self.costs[side as usize];
        sides.sort_unstable_by(|&a, &b| cost(b).total_cmp(&cost(a)).then(a.cmp(&b)));
    }

    fn set(&mut self, side: u32, is_kept: bool) {
        self.is_kept[side as usize] = is_kept;
        self.is_kept[self.sheet.twin(side) as usize] = is_kept;
    }

    fn can_vanish(&self, side: u32) -> bool {
        self.may_vanish[side as usize]
            && self.is_kept[side as usize]
            && self.stays_convex_without(side)
            && self.stays_convex_without(self.sheet.twin(side))
    }

    /// Whether the corner that is left at the start of a side is convex without it.
    fn stays_convex_without(&self, side: u32) -> bool {
        let (Some(left), Some(right)) = (self.kept_on_left(side), self.kept_on_right(side)) else {
            return false;
        };
        let corner = self.sheet.start(side);
        match orient2d(left, corner, right) {
            Orientation::CounterClockwise => true,
            Orientation::Clockwise => false,
            // Straight on, and not back along a wall or the same side.
            Orientation::Collinear => (corner - left).dot(right - corner) > 0.0,
        }
    }

    /// Where the next kept side at the start of a side leads, counter-clockwise.
    fn kept_on_left(&self, side: u32) -> Option<Vec2> {
        let mut at = side;
        loop {
            let before = self.sheet.previous(at);
            at = self.sheet.twin(before);
            if at == NO_SIDE || self.is_kept[at as usize] {
                return (at != side).then(|| self.sheet.start(before));
            }
        }
    }

    /// The same, clockwise.
    fn kept_on_right(&self, side: u32) -> Option<Vec2> {
        let mut at = side;
        loop {
            at = self.sheet.next(self.sheet.twin(at));
            if self.is_kept[at as usize] {
                return (at != side).then(|| self.sheet.end(at));
            }
        }
    }

    /// The kept sides that begin where a side does, but for that one and for walls.
    fn kept_around(&self, side: u32, found: &mut Vec<u32>) {
        let mut at = side;
        loop {
            at = self.sheet.twin(self.sheet.previous(at));
            if at == side {
                return;
            }
            if at == NO_SIDE {
                break;
            }
            if self.is_kept[at as usize] {
                found.push(at);
            }
        }
        at = side;
        loop {
            let twin = self.sheet.twin(at);
            if twin == NO_SIDE {
                return;
            }
            at = self.sheet.next(twin);
            if self.is_kept[at as usize] && self.sheet.twin(at) != NO_SIDE {
                found.push(at);
            }
        }
    }
}
