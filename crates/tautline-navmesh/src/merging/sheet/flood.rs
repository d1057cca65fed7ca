//! The shortest ways from a place to all of the ground, nearly.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tautline_geometry::{Vec2, Wide};

use super::corners::Corners;
use super::{NO_SIDE, Sheet};

/// How much shorter, relatively, a way has to be to count as shorter: more than what
/// rounding may have added.
const MARGIN: f64 = 1e-12;

/// How many steps a flood may note for each side of the raw areas. It notes about one; on
/// ground full of small obstacles that see each other, it would note as many as there are
/// pairs of them.
const STEPS_PER_SIDE: usize = 8;

/// The limit of a window that is no vertex: the way to the root, prolonged.
const PROLONGED: u32 = u32::MAX;

/// Something that a way leads through: a part of a border, seen from a root; or a corner.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The step before; the first one has itself.
    pub(super) before: u32,
    /// The side at which the way enters the area that this step is seen through, or a side
    /// that begins at the corner where it bends there.
    pub(super) from: u32,
    /// The side across the border, which belongs to the area that is entered; or a side that
    /// begins at the corner.
    pub(super) to: u32,
    pub(super) is_corner: bool,
    root: u32,
    /// The vertices at which the window ends, as seen from the root, or [`PROLONGED`].
    right: u32,
    left: u32,
}

/// Where ways come from: the start, or a corner at which they bend.
#[derive(Clone, Copy)]
struct Root {
    point: Wide,
    /// The length of the way there.
    length: f64,
    /// A point beyond it, straight on.
    beyond: Wide,
}

/// An interval search without a goal. Numbers are rounded, and ways that are equally long
/// are not told apart: it shows where ways lead, not which one is the shortest.
pub(super) struct Flood<'a> {
    sheet: &'a Sheet<'a>,
    corners: &'a Corners,
    /// The length of the way to each corner.
    known: Vec<f64>,
    roots: Vec<Root>,
    pub(super) steps: Vec<Step>,
    /// The steps that were taken, in order.
    pub(super) taken: Vec<u32>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
}

/// What is looked at from a root: from the window that a step leads through, or from the
/// corner that it leads to.
#[derive(Clone, Copy)]
struct View {
    step: u32,
    from: u32,
    root: u32,
    right: u32,
    left: u32,
}

impl<'a> Flood<'a> {
    pub(super) fn new(sheet: &'a Sheet<'a>, corners: &'a Corners) -> Self {
        Self {
            sheet,
            corners,
            known: Vec::new(),
            roots: Vec::new(),
            steps: Vec::new(),
            taken: Vec::new(),
            queue: BinaryHeap::new(),
        }
    }

    /// Floods the ground from a point of an area, which is given by one of its sides.
    pub(super) fn run(&mut self, start: Wide, side: u32) {
        self.known.clear();
        self.known.resize(self.corners.count(), f64::INFINITY);
        self.roots.clear();
        self.roots.push(Root { point: start, length: 0.0, beyond: start });
        self.queue.clear();
        self.taken.clear();
        self.steps.clear();
        let first =
            Step { before: 0, from: side, to: side, is_corner: false, root: 0, right: 0, left: 0 };
        self.steps.push(first);
        self.look_around(side);
        let limit = STEPS_PER_SIDE * self.sheet.side_count();
        while let Some(Reverse((_, number))) = self.queue.pop() {
            if self.steps.len() >= limit {
                return;
            }
            let step = self.steps[number as usize];
            if !step.is_corner {
                self.taken.push(number);
                let Step { root, right, left, to, .. } = step;
                self.look(
                    self.sheet.next(to),
                    to,
                    View { step: number, from: to, root, right, left },
                );
            } else if self.turn(number, &step) {
                self.taken.push(number);
            }
        }
    }

    fn place(&self, side: u32) -> Wide {
        self.sheet.start(side).into()
    }

    /// Where a limit of a window is, seen from its root.
    fn limit(&self, root: &Root, limit: u32) -> Wide {
        let point = if limit == PROLONGED {
            root.beyond
        } else {
            Vec2::from(self.sheet.positions[limit as usize]).into()
        };
        point - root.point
    }

    fn look_around(&mut self, side: u32) {
        let mut at = side;
        loop {
            let next = self.sheet.next(at);
            let [right, left] = [at, next].map(|side| self.sheet.starts[side as usize]);
            let view = View { step: 0, from: side, root: 0, right, left };
            self.offer_corner(at, view);
            self.offer_window(at, view);
            at = next;
            if at == side {
                return;
            }
        }
    }

    /// Looks at the sides of an area from one to before another, from right to left.
    fn look(&mut self, first: u32, end: u32, view: View) {
        let root = self.roots[view.root as usize];
        let [right, left] = [view.right, view.left].map(|limit| self.limit(&root, limit));
        let mut at = first;
        let mut start = self.place(at) - root.point;
        while at != end {
            let next = self.sheet.next(at);
            let stop = self.place(next) - root.point;
            let past_right = right.cross(stop);
            if past_right > 0.0 && left.cross(start) < 0.0 {
                let is_within = left.cross(stop) <= 0.0;
                let [start_vertex, stop_vertex] =
                    [at, next].map(|side| self.sheet.starts[side as usize]);
                let right = if right.cross(start) >= 0.0 { start_vertex } else { view.right };
                let left = if is_within { stop_vertex } else { view.left };
                self.offer_window(at, View { right, left, ..view });
                if !is_within {
                    return;
                }
                if next != end {
                    self.offer_corner(next, view);
                }
            } else if past_right == 0.0 && next != end {
                self.offer_corner(next, view);
            }
            (at, start) = (next, stop);
        }
    }

    /// Offers to look through the part of a side that lies within a view, unless the way
    /// along the side is shorter from a corner at one of its ends.
    fn offer_window(&mut self, side: u32, view: View) {
        let twin = self.sheet.twin(side);
        if twin == NO_SIDE {
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
        let [right, left] = [cut(view.right, border[0]), cut(view.left, border[1])];
        for (end, corner, far) in [(border[0], side, left), (border[1], next, right)] {
            let known = self.corners.of(corner).map_or(f64::INFINITY, |it| self.known[it]);
            if known < f64::INFINITY
                && known + end.distance(far) < (root.length + far.length()) * (1.0 - MARGIN)
            {
                return;
            }
        }
        let along = left - right;
        let squared = along.length_squared();
        let share = if squared > 0.0 { (-right.dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
        let length = root.length + (right + along * share).length();
        let View { step: before, from, root, right, left } = view;
        self.push(length, Step { before, from, to: twin, is_corner: false, root, right, left });
    }

    /// Offers to turn at the vertex where a side begins.
    fn offer_corner(&mut self, side: u32, view: View) {
        let Some(corner) = self.corners.of(side) else { return };
        let root = self.roots[view.root as usize];
        let length = root.length + root.point.distance(self.place(side));
        if length < self.known[corner] * (1.0 - MARGIN) || self.known[corner] == f64::INFINITY {
            self.known[corner] = length;
            let View { step: before, from, root, .. } = view;
            self.push(
                length,
                Step { before, from, to: side, is_corner: true, root, right: 0, left: 0 },
            );
        }
    }

    fn push(&mut self, length: f64, step: Step) {
        let number = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
        self.steps.push(step);
        // The bits of numbers that are not negative order as the numbers do.
        self.queue.push(Reverse((length.to_bits(), number)));
    }

    /// Looks from a corner at what comes into view there, between the way to it, prolonged,
    /// and the wall; returns whether no shorter way to it has been found since.
    fn turn(&mut self, number: u32, step: &Step) -> bool {
        let Some(corner) = self.corners.of(step.to) else { return false };
        let before = self.roots[step.root as usize];
        let point = self.place(step.to);
        let way = point - before.point;
        let length = before.length + way.length();
        if self.known[corner] < length * (1.0 - MARGIN) {
            return false;
        }
        let root = u32::try_from(self.roots.len()).unwrap_or(u32::MAX);
        self.roots.push(Root { point, length, beyond: point + way });
        let [first, last] = self.corners.ends(corner);
        let sheet = self.sheet;
        let turn_to = |flood: &Self, side: u32| way.cross(flood.place(side) - point);
        let [past_first, past_last] =
            [sheet.next(first), sheet.previous(last)].map(|side| turn_to(self, side));
        let view = |from: u32| View { step: number, from, root, right: PROLONGED, left: PROLONGED };
        if past_first >= 0.0 && past_last >= 0.0 {
            let mut at = last;
            while self.look_left(at, way, view(at)) {
                let twin = sheet.twin(at);
                if twin == NO_SIDE {
                    break;
                }
                at = sheet.next(twin);
            }
        }
        if past_first <= 0.0 && past_last <= 0.0 {
            let mut at = first;
            while self.look_right(at, way, view(at)) {
                at = sheet.twin(sheet.previous(at));
                if at == NO_SIDE {
                    break;
                }
            }
        }
        true
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
        self.offer_corner(end, view);
        if right >= 0.0 {
            self.offer_corner(first, view);
        }
        if left > 0.0 {
            let vertex = |side: u32| self.sheet.starts[side as usize];
            let limit = if right >= 0.0 { vertex(first) } else { PROLONGED };
            self.look(first, end, View { right: limit, left: vertex(end), ..view });
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
        self.offer_corner(first, view);
        if left <= 0.0 {
            self.offer_corner(end, view);
        }
        if right < 0.0 {
            let vertex = |side: u32| self.sheet.starts[side as usize];
            let limit = if left <= 0.0 { vertex(end) } else { PROLONGED };
            self.look(first, end, View { right: vertex(first), left: limit, ..view });
        }
        left < 0.0
    }
}
