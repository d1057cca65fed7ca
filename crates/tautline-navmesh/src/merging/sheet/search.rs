//! What a search for a shortest way looks through, nearly.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tautline_geometry::{Vec2, Wide};

use super::corners::Corners;
use super::gates::Gates;
use super::{NO_SIDE, Sheet};

/// How much shorter, relatively, a way has to be to count as shorter: more than what
/// rounding may have added.
const MARGIN: f64 = 1e-12;

/// How many steps a search may take for each side of the raw areas. On ground full of small
/// obstacles that see each other, it would take as many as there are pairs of them.
const STEPS_PER_SIDE: usize = 8;

/// The limit of a window that is no vertex: the way to the root, prolonged.
const PROLONGED: u32 = u32::MAX;

/// A point of a raw area.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) point: Wide,
    pub(super) raw_area: u32,
}

/// Something to go on with.
#[derive(Clone, Copy)]
struct Step {
    kind: Kind,
    /// The side across the border, which belongs to the area that is entered; or a side that
    /// begins at the corner.
    to: u32,
    root: u32,
}

#[derive(Clone, Copy)]
enum Kind {
    /// A part of a border, seen from a root, and the vertices at which it ends, as seen from
    /// there, or [`PROLONGED`].
    Window { right: u32, left: u32 },
    /// A turn to the left at a corner.
    LeftTurn,
    /// A turn to the right.
    RightTurn,
}

/// Where ways come from: the start, or a corner at which they bend.
#[derive(Clone, Copy)]
struct Root {
    point: Wide,
    /// The corner; none has this number for a start.
    corner: usize,
    /// The length of the way there.
    length: f64,
    /// A point beyond it, straight on.
    beyond: Wide,
}

/// The shortest way to a corner that is known, and which turns there, to the left and to the
/// right, wait or have been taken.
#[derive(Clone, Copy)]
struct Arrival {
    length: f64,
    turns: [bool; 2],
}

const UNKNOWN: Arrival = Arrival { length: f64::INFINITY, turns: [false; 2] };

/// What is looked at from a root: what lies between two limits.
#[derive(Clone, Copy)]
struct View {
    root: u32,
    right: u32,
    left: u32,
}

/// An interval search over the areas of a sheet, as the exact search on a mesh does it, with
/// the same rules. But numbers are rounded: it shows where such a search looks, not which way
/// is the shortest.
pub(super) struct Search<'a> {
    sheet: &'a Sheet<'a>,
    corners: &'a Corners,
    gates: &'a Gates,
    goal: Wide,
    /// The number of the area that holds the goal.
    goal_number: u32,
    /// The length of the shortest way to the goal that is known.
    best: f64,
    /// Whether that way is straight.
    is_in_sight: bool,
    known: Vec<Arrival>,
    roots: Vec<Root>,
    /// What the step that is being taken leads to, with the length that a way by it has at
    /// least.
    successors: Vec<(f64, Step)>,
    steps: Vec<Step>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    /// The sides that the search has looked through: those of the areas behind.
    pub(super) looks: Vec<u32>,
    turns: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(sheet: &'a Sheet<'a>, corners: &'a Corners, gates: &'a Gates) -> Self {
        Self {
            sheet,
            corners,
            gates,
            goal: Wide::ZERO,
            goal_number: 0,
            best: f64::INFINITY,
            is_in_sight: false,
            known: Vec::new(),
            roots: Vec::new(),
            successors: Vec::new(),
            steps: Vec::new(),
            queue: BinaryHeap::new(),
            looks: Vec::new(),
            turns: 0,
        }
    }

    /// Searches from one place to another. Where one is in sight of the other, nothing counts:
    /// there, the exact search does not begin.
    pub(super) fn run(&mut self, [start, goal]: [Place; 2]) {
        let [number, goal_number] =
            [start, goal].map(|place| self.gates.numbers[place.raw_area as usize]);
        (self.goal, self.goal_number) = (goal.point, goal_number);
        (self.best, self.is_in_sight) = (f64::INFINITY, number == goal_number);
        self.known.clear();
        self.known.resize(self.corners.count(), UNKNOWN);
        self.roots.clear();
        let point = start.point;
        self.roots.push(Root { point, corner: usize::MAX, length: 0.0, beyond: point });
        self.steps.clear();
        self.queue.clear();
        self.looks.clear();
        self.turns = 0;
        if !self.is_in_sight {
            self.look_around(self.gates.sides[number as usize]);
            self.queue_successors();
            self.go_on();
        }
        if self.is_in_sight {
            self.looks.clear();
            self.turns = 0;
        }
    }

    /// How many steps the search has taken.
    pub(super) fn steps_taken(&self) -> usize {
        self.looks.len() + self.turns
    }

    fn go_on(&mut self) {
        let limit = STEPS_PER_SIDE * self.sheet.side_count();
        while let Some(Reverse((least, number))) = self.queue.pop() {
            if f64::from_bits(least) >= self.best {
                return;
            }
            let mut next = Some(self.steps[number as usize]);
            while let Some(step) = next.take().filter(|step| !self.is_stale(step)) {
                if self.steps_taken() >= limit {
                    return;
                }
                self.take(step);
                // An only successor never waits.
                if let [(_, only)] = self.successors[..] {
                    self.successors.clear();
                    next = Some(only);
                }
            }
            self.queue_successors();
        }
    }

    fn queue_successors(&mut self) {
        for (least, step) in self.successors.drain(..) {
            let number = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
            self.steps.push(step);
            // The bits of numbers that are not negative order as the numbers do.
            self.queue.push(Reverse((least.to_bits(), number)));
        }
    }

    /// Whether a shorter way to its root has been found since.
    fn is_stale(&self, step: &Step) -> bool {
        let Root { corner, length, .. } = self.roots[step.root as usize];
        self.known.get(corner).is_some_and(|known| known.length < length * (1.0 - MARGIN))
    }

    fn take(&mut self, Step { kind, to, root }: Step) {
        match kind {
            Kind::Window { right, left } => {
                self.looks.push(to);
                self.look(self.sheet.next(to), to, View { root, right, left });
            }
            Kind::LeftTurn => self.turn(to, root, true),
            Kind::RightTurn => self.turn(to, root, false),
        }
    }

    fn place(&self, side: u32) -> Wide {
        self.sheet.start(side).into()
    }

    fn vertex(&self, side: u32) -> u32 {
        self.sheet.starts[side as usize]
    }

    fn is_live(&self, side: u32) -> bool {
        self.sheet.twin(side) != NO_SIDE && self.gates.lead(side, self.goal_number)
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

    /// Looks all around from the start, in the area that a side belongs to.
    fn look_around(&mut self, side: u32) {
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
    fn look(&mut self, first: u32, end: u32, view: View) {
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
    fn offer_corner(&mut self, side: u32, from: u32) {
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

    fn propose(&mut self, least: f64, step: Step) {
        if least < self.best {
            self.successors.push((least, step));
        }
    }

    /// Looks from a corner at what comes into view there, between the way to it, prolonged,
    /// and the wall; nothing if a shorter way to it has been found since.
    fn turn(&mut self, side: u32, from: u32, is_left: bool) {
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
