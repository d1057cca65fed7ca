//! The vertical half of every move: which rows the body overlaps in which
//! frame. It depends on the character alone, not on the level.
//!
//! An action (`action.rs`) is what the player presses. Its course (`course.rs`) is what
//! the physics makes of it: the frames in which rows are entered and left. A flight,
//! here, is both, and knows which flights turn away from it, so that what they share
//! is flown once. `cover.rs` finds which flights repeat others, only later.

mod action;
mod course;
mod cover;

pub(super) use action::Action;
pub(super) use course::{Change, Event, standing_rows};

use crate::Character;
use course::Course;
use cover::{Cover, find_covers};

/// A move's vertical course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flight {
    pub(super) action: Action,
    /// From the beginning of the move, also the part it shares with its parent.
    pub(super) events: Vec<Event>,
    /// How many events it shares with its parent.
    pub(super) shared: usize,
    /// Flights that are this one up to an event: before that event they turn
    /// away. In the order of their events.
    pub(super) branches: Vec<(usize, u16)>,
    /// From where on it only repeats others, in the order of its events.
    covers: Vec<Cover>,
    /// The first event from which on it only falls, and none turns away.
    pub(super) falls: usize,
    /// The first event that repeats another.
    pub(super) repeats: usize,
}

impl Flight {
    fn new(action: Action, events: Vec<Event>) -> Self {
        let falls = events.iter().rposition(|event| event.change != Change::Fall);
        let falls = falls.map_or(0, |last| last + 1);
        let (branches, covers) = (Vec::new(), Vec::new());
        Self { action, events, shared: 0, branches, covers, falls, repeats: usize::MAX }
    }
}

/// All vertical courses of a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flights {
    pub(super) all: Vec<Flight>,
    /// Falling from under a ceiling; rows are counted from the ceiling's, time
    /// from the bump.
    pub(super) bump: Vec<Event>,
    /// The most frames between two events.
    pub(super) longest_pause: u32,
}

/// Number of the flight over a gap no wider than a step.
pub(super) const STEP: u16 = 0;
/// Number of the flight off a ledge.
pub(super) const WALK_OFF: u16 = 1;
/// Number of the flight through one-way tiles.
pub(super) const DROP: u16 = 2;
/// Number of the jump from the ground with the longest hold.
pub(super) const JUMP: u16 = 3;

/// A start in the air has at most so many jumps: twice those that a character may have.
/// Much longer grace takes long to plan in, and more than 65,535 cannot be numbered.
const MOST_JUMPS_IN_THE_AIR: u32 = 4096;

/// A bump that did not happen.
pub(super) const NO_BUMP: u16 = u16::MAX;

impl Flights {
    /// The flights of a character in a level of so many rows, with or without
    /// jumps in grace.
    pub(super) fn new(character: &Character, rows: i32, with_grace: bool) -> Self {
        let course =
            |action| Flight::new(action, Course::of(character, action).events(character, rows));
        let step = Flight::new(Action::Step, Vec::new());
        let mut flights = Self {
            all: vec![step, course(Action::WalkOff), course(Action::Drop)],
            bump: Course::bump(character).events(character, rows),
            longest_pause: 0,
        };
        flights.add_jumps(0, character, |hold| course(Action::Jump { wait: 0, hold }));
        if with_grace {
            for waited in 0..u32::from(character.grace_frames) {
                let wait = waited + 1;
                let jump = |hold| course(Action::Jump { wait, hold });
                let first = flights.add_jumps(wait, character, jump);
                flights.branch(WALK_OFF, first, wait);
            }
        }
        let order = flights.order();
        find_covers(&mut flights.all, &order);
        flights.with_longest_pause()
    }

    /// With how many frames of grace a flight may begin in the air. More than any step
    /// gives the character.
    pub(super) fn most_grace_in_the_air(character: &Character) -> u8 {
        u8::try_from(MOST_JUMPS_IN_THE_AIR / character.different_holds()).unwrap_or(u8::MAX)
    }

    /// The flights of a body in the air, `height` above a boundary of rows, with no more
    /// grace than [`most_grace_in_the_air`](Self::most_grace_in_the_air). The first of
    /// them is the one from which the others branch off.
    pub(super) fn from_air(
        character: &Character,
        rows: i32,
        height: i32,
        speed: i32,
        grace: u8,
    ) -> Self {
        let course = |action, jump| {
            let course = Course::of(character, action).in_air(height, speed, jump);
            Flight::new(action, course.events(character, rows))
        };
        let bump = Course::bump(character).events(character, rows);
        let mut flights = Self { all: Vec::new(), bump, longest_pause: 0 };
        // In grace the button would begin a jump, so it is not held before.
        let useful = (speed - character.cut).max(0) / character.gravity;
        let longest = if grace > 0 { 0 } else { useful.cast_unsigned().min(600) };
        flights.all.push(course(Action::Air { wait: 0, hold: longest }, None));
        for hold in 0..longest {
            let tail = number(flights.all.len());
            flights.all.push(course(Action::Air { wait: 0, hold }, None));
            flights.branch(0, tail, hold);
        }
        for wait in 0..u32::from(grace) {
            let jump = |hold| course(Action::Air { wait, hold }, Some(wait));
            let first = flights.add_jumps(wait, character, jump);
            flights.branch(0, first, wait);
        }
        flights.with_longest_pause()
    }

    /// Notes the longest pause between the events of these courses.
    fn with_longest_pause(mut self) -> Self {
        let courses = self.all.iter().map(|flight| &flight.events).chain([&self.bump]);
        let pauses = courses.flat_map(|events| {
            let before = [0].into_iter().chain(events.iter().map(|event| event.time));
            events.iter().zip(before).map(|(event, before)| event.time - before)
        });
        self.longest_pause = pauses.max().unwrap_or(0);
        self
    }

    /// Adds the jumps after a wait; gives the number of the one held longest,
    /// from which the others branch off.
    fn add_jumps(&mut self, wait: u32, character: &Character, jump: impl Fn(u32) -> Flight) -> u16 {
        let holds = character.different_holds();
        let longest = number(self.all.len());
        self.all.push(jump(holds));
        for hold in 1..holds {
            let tail = number(self.all.len());
            self.all.push(jump(hold));
            self.branch(longest, tail, wait + hold);
        }
        longest
    }

    /// Makes `child` turn away from `parent` after a time.
    fn branch(&mut self, parent: u16, child: u16, time: u32) {
        let events = &self.all[usize::from(parent)].events;
        let shared = events.partition_point(|event| event.time <= time);
        let parent = &mut self.all[usize::from(parent)];
        parent.branches.push((shared, child));
        parent.falls = parent.falls.max(shared);
        self.all[usize::from(child)].shared = shared;
    }

    /// The flights from the ground in the order in which they are flown: who
    /// lands earlier, first.
    fn order(&self) -> Vec<u16> {
        let mut order = vec![DROP, WALK_OFF];
        let grace = self.flight(WALK_OFF).branches.iter().map(|&(_, jump)| jump);
        for longest in [JUMP].into_iter().chain(grace) {
            order.extend(self.flight(longest).branches.iter().map(|&(_, shorter)| shorter));
            order.push(longest);
        }
        order
    }

    /// The events of a flight, or of the fall after a bump.
    #[inline]
    pub(super) fn events(&self, flight: u16, bump: u16) -> &[Event] {
        if bump == NO_BUMP { &self.flight(flight).events } else { &self.bump }
    }

    pub(super) fn flight(&self, number: u16) -> &Flight {
        &self.all[usize::from(number)]
    }
}

#[expect(clippy::expect_used, reason = "characters and starts with more jumps are refused")]
fn number(index: usize) -> u16 {
    u16::try_from(index).expect("at most 65,535 jumps")
}
