//! What a search for a shortest way looks through, nearly.
//!
//! Here the search takes one step after the other: it looks through a window (`look.rs`), or
//! turns at a corner (`turn.rs`) and looks at what comes into view.

mod look;
mod turn;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tautline_geometry::Wide;

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

    fn propose(&mut self, least: f64, step: Step) {
        if least < self.best {
            self.successors.push((least, step));
        }
    }
}
