//! Turning at corners.

use tautline_geometry::Wide;

use super::super::NO_SIDE;
use super::{MARGIN, PROLONGED, Root, Search, View};

impl Search<'_> {
    /// Looks from a corner at what comes into view there, between the way to it, prolonged,
    /// and the wall; nothing if a shorter way to it has been found since.
    pub(super) fn turn(&mut self, side: u32, from: u32, is_left: bool) {
        let Some(corner) = self.corners.of(side) else { return };
        let before = self.roots[from as usize];
        let point = self.place(side);
        let way = point - before.point;
        let length = before.length + way.length();
        if self.known[corner].length < length * (1.0 - MARGIN) {
            return;
        }
        self.turns += 1;
        let root = u32::try_from(self.roots.len()).unwrap_or(u32::MAX);
        self.roots.push(Root { point, corner, length, beyond: point + way });
        let view = View { root, right: PROLONGED, left: PROLONGED };
        let sheet = self.sheet;
        let [first, last] = self.corners.ends(corner);
        let mut at = if is_left { last } else { first };
        loop {
            let goes_on = if is_left {
                self.look_left(at, way, view)
            } else {
                self.look_right(at, way, view)
            };
            let border = if is_left { at } else { sheet.previous(at) };
            let twin = sheet.twin(border);
            if !goes_on || twin == NO_SIDE {
                return;
            }
            at = if is_left { sheet.next(twin) } else { twin };
        }
    }

    /// Looks from a corner into one of its areas, as far as it lies left of the way; returns
    /// whether the next area to the right may do so, too.
    fn look_left(&mut self, at: u32, way: Wide, view: View) -> bool {
        let [first, end] = [self.sheet.next(at), self.sheet.previous(at)];
        let point = self.place(at);
        let [right, left] = [first, end].map(|side| way.cross(self.place(side) - point));
        if left < 0.0 {
            return false;
        }
        self.offer_corner(end, view.root);
        if right >= 0.0 {
            self.offer_corner(first, view.root);
        }
        if left > 0.0 {
            let limit = if right >= 0.0 { self.vertex(first) } else { PROLONGED };
            self.look(first, end, View { right: limit, left: self.vertex(end), ..view });
        }
        right > 0.0
    }

    /// The mirror image of [`look_left`](Self::look_left).
    fn look_right(&mut self, at: u32, way: Wide, view: View) -> bool {
        let [first, end] = [self.sheet.next(at), self.sheet.previous(at)];
        let point = self.place(at);
        let [right, left] = [first, end].map(|side| way.cross(self.place(side) - point));
        if right > 0.0 {
            return false;
        }
        self.offer_corner(first, view.root);
        if left <= 0.0 {
            self.offer_corner(end, view.root);
        }
        if right < 0.0 {
            let limit = if left <= 0.0 { self.vertex(end) } else { PROLONGED };
            self.look(first, end, View { right: self.vertex(first), left: limit, ..view });
        }
        left < 0.0
    }
}
